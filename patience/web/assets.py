"""The static files of the page, read once at the start and served from memory."""

from __future__ import annotations

import hashlib
import json
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

    async def response(self, request: Request) -> Response:
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
        path = "/" if entry.name == "index.html" else f"/{entry.name}"
        found[path] = _asset(entry.read_bytes(), kind)
    return found | {"/edition.js": _asset(_edition(found), _TYPES["js"])}


def _asset(body: bytes, kind: str) -> Asset:
    return Asset(body, kind, f'"{_digest(body)}"')


def _edition(files: dict[str, Asset]) -> bytes:
    """Return a script that names all files and their edition, for the page's service worker."""
    tags = "".join(f"{path} {asset.etag}" for path, asset in sorted(files.items()))
    edition = {"name": _digest(tags.encode()), "files": sorted(files)}
    return f"self.EDITION = {json.dumps(edition)};\n".encode()


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
