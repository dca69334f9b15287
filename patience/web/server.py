"""The server: its socket, its address and its shutdown."""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from patience.errors import PatienceError
from patience.web.addresses import Address
from patience.web.app import Desk, application
from patience.web.guard import Hosts

# Concurrent connections, and seconds for the head of a request to arrive.
_CONNECTIONS = 128
_HEAD_SECONDS = 8.0

_MAX_HEAD = 32 * 1024

_NOWHERE = {"0.0.0.0", "::", ""}  # listening addresses that a browser cannot open


class _Protocol(H11Protocol):
    """HTTP with a deadline for the head of a request (against "slow loris" clients)."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch()

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the deadline unless a request is being answered."""
        if self._is_answering:
            self._calm()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(_HEAD_SECONDS, self._give_up)

    def _calm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self._is_answering:
            self.transport.close()

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete


class _Server(uvicorn.Server):
    """A server that ends its searches as soon as it is asked to exit."""

    def __init__(self, config: uvicorn.Config, desk: Desk, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk = desk
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._desk.close()
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    Raises
    ------
    PatienceError
        If the address is not this machine's, or the port is in use.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # On Windows SO_REUSEADDR lets two servers share a port.
        how = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, how, 1)
        listener.bind((host, port))
        listener.listen(_CONNECTIONS)
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise PatienceError(
            f"cannot listen on {host} port {port}: {why}; give another --port (0 takes a free one)"
        ) from None
    return listener


def address(host: str, port: int, token: str) -> str:
    """Return the URL; the token is in the fragment, which browsers never send."""
    name = _own_address() if host in _NOWHERE else host
    name = f"[{name}]" if ":" in name else name
    return with_token(f"http://{name}:{port}", token)


def with_token(origin: object, token: str) -> str:
    """Return the URL of the page at an origin, with the token."""
    return f"{origin}/#token={token}"


def serve(
    desk: Desk,
    listener: socket.socket,
    host: str,
    token: str,
    *,
    addresses: Sequence[Address],
    browser: str | None,
) -> None:
    """Serve until the process is asked to exit.

    `host` and `addresses` are those given on the command line; `browser` is a URL to open in the
    browser once the server answers.
    """
    hosts = Hosts.of(host, listener.getsockname()[1], addresses)
    config = uvicorn.Config(
        application(desk, hosts, token),
        http=_Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        h11_max_incomplete_event_size=_MAX_HEAD,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=1,
    )

    def opened() -> None:
        if browser is not None:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, browser)

    try:
        _Server(config, desk, opened).run([listener])
    finally:
        desk.close()


def _own_address() -> str:
    """Return this machine's address in its network, without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
            name: str = probe.getsockname()[0]
        except OSError:
            name = socket.gethostname()
    return name
