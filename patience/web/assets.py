"""The static files of the page, read once at the start and served from memory."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    body: bytes
    kind: str
    etag: str

    def response(self, request: Request) -> Response:
        """Answer a request; 304 if the browser has this version."""
        headers = {"etag": self.etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return Response(self.body, media_type=self.kind, headers=headers)


def load_assets() -> dict[str, Asset]:
    """Return the static files by URL path; the page itself is ``/``.

    Requests never reach the disk: a path outside this table does not exist.
    """
    found = {}
    for entry in (files("patience.web") / "static").iterdir():
        kind = _TYPES.get(entry.name.rpartition(".")[2])
        if kind is None or not entry.is_file():
            continue
        body = entry.read_bytes()
        asset = Asset(body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')
        found["/" if entry.name == "index.html" else f"/{entry.name}"] = asset
    return found
