"""Checks on every request, before the application sees it."""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from patience.web.addresses import Address

# A page's largest message is a file to open; the longest wait allows for a slow phone.
MAX_BODY = 512 * 1024
BODY_SECONDS = 5.0

TOKEN_HEADER = "x-patience-token"
# Wrong tokens are answered one after the other, so that a short one cannot be found by trying.
WRONG_SECONDS = 1.0
API = "/api/"

_SECURE = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Refusal(Exception):
    """A request that the server refuses.

    `status` is the HTTP status, `kind` one word for the page, which words it with the `fields`, and
    `message` tells in a sentence what is wrong and what to do.
    """

    def __init__(self, status: int, kind: str, message: str, /, **fields: str | int) -> None:
        super().__init__(message)
        self.status = status
        self.kind, self.fields = kind, fields
        self.unread = status in (408, 413)  # an unread body would be parsed as the next request

    def response(self) -> JSONResponse:
        """Return the response."""
        return JSONResponse(
            {"error": {"kind": self.kind, "fields": self.fields, "message": str(self)}},
            self.status,
            {"cache-control": "no-store", **({"connection": "close"} if self.unread else {})},
        )


@dataclass(frozen=True)
class Hosts:
    """The host names that requests may use.

    A site whose name resolves to this machine (DNS rebinding) sends that name in its Host header,
    so only names known to be this machine's pass. A numeric address cannot be rebound: it passes
    where the server listens to the network. `addresses` are those that the command line names:
    their pages may call, whether a proxy passes their name on or that of this machine.
    """

    names: frozenset[str]
    port: int
    any_address: bool
    addresses: tuple[Address, ...] = ()

    @classmethod
    def of(cls, host: str, port: int, addresses: Sequence[Address] = ()) -> Hosts:
        """Return the names of a server that listens on `host`."""
        names = {"localhost", "127.0.0.1", "::1", host.lower()}
        wide = not is_loopback(host)
        if wide:
            machine = socket.gethostname().lower()
            names |= {machine, f"{machine}.local"}
        return cls(frozenset(names), port, wide, tuple(addresses))

    def allow(self, host: str) -> bool:
        """Tell whether a Host header names this server."""
        try:
            parts = urlsplit(f"//{host}")
            bare = parts.netloc == host and parts.username is None
            return bare and (
                self._is_own(parts) or any(each.answers_to(parts) for each in self.addresses)
            )
        except ValueError:  # a port that is none
            return False

    def allow_page(self, origin: str, host: str) -> bool:
        """Tell whether an Origin header is of this page, beside a Host header that is allowed."""
        if origin == f"http://{host}" and self._is_own(urlsplit(f"//{host}")):
            return True
        try:
            return Address.parse(origin) in self.addresses
        except ValueError:
            return False

    def _is_own(self, host: SplitResult) -> bool:
        name = host.hostname or ""
        known = name in self.names or (self.any_address and _address(name) is not None)
        return known and (host.port or 80) == self.port


class Guard:
    """ASGI middleware that checks host, origin, token and content type."""

    def __init__(self, app: ASGIApp, hosts: Hosts, token: str) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token
        self._wrong = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse a request; every response has the same protective headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # websockets are not served
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SECURE.items():
                    headers[name] = value
            await send(message)

        try:
            headers = Headers(scope=scope)
            self._check_sender(headers)
            if scope["path"].startswith(API):
                self._check_page(headers)
                self._check_call(scope["method"], headers)
                await self._check_token(headers)
            elif scope["method"] not in ("GET", "HEAD"):
                raise Refusal(405, "method", "files of the page are only read: use GET")
        except Refusal as refusal:
            await refusal.response()(scope, receive, secured)
            return
        await self._app(scope, receive, secured)

    def _check_sender(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._hosts.allow(hosts[0]):
            raise Refusal(
                400,
                "host",
                "this server has another name: open the address it printed, or start it with "
                "--address and the address that people open",
            )
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and (
            headers.get("sec-fetch-mode") != "navigate"  # links to the page are allowed
        ):
            raise Refusal(403, "origin", "another site may not use this server")

    def _check_page(self, headers: Headers) -> None:
        """Refuse calls of other pages; files of the page hold no secret."""
        origin = headers.get("origin")
        if origin is not None and not self._hosts.allow_page(origin, headers["host"]):
            raise Refusal(
                403,
                "origin",
                "another site may not use this server: if the page is opened through a proxy, "
                "start it with --address and the address that people open",
            )

    def _check_call(self, method: str, headers: Mapping[str, str]) -> None:
        if method != "POST":
            raise Refusal(405, "method", "calls are POST with a body in JSON")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refusal(415, "type", "a call's body is application/json")

    async def _check_token(self, headers: Mapping[str, str]) -> None:
        given = headers.get(TOKEN_HEADER, "")
        if secrets.compare_digest(given.encode("latin-1"), self._token.encode()):
            return
        if given:
            async with self._wrong:
                await asyncio.sleep(WRONG_SECONDS)
        raise Refusal(401, "token", "the token is missing or of an earlier start")


async def body_of(request: Request) -> bytes:
    """Read the body of a request, with limits on its size and its time."""
    too_large = Refusal(413, "large", f"a body has at most {MAX_BODY:,} bytes")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > MAX_BODY:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > MAX_BODY:
                    raise too_large
        return bytes(body)
    except ClientDisconnect:
        raise Refusal(400, "gone", "the body ended early") from None
    except TimeoutError:
        raise Refusal(408, "slow", "the body took too long to arrive") from None


def is_loopback(host: str) -> bool:
    """Tell whether a host is reachable from this machine only."""
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return a numeric address; None for a name."""
    with suppress(ValueError):
        return ipaddress.ip_address(name)
    return None
