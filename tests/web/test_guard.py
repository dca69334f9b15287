"""Names under which a server may be asked, and the address it prints."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from patience.errors import PatienceError
from patience.web.addresses import Address
from patience.web.guard import TOKEN_HEADER, WRONG_SECONDS, Guard, Hosts, is_loopback
from patience.web.server import address, listen, with_token

HERE = ("127.0.0.1:8642", "localhost:8642", "LOCALHOST:8642", "[::1]:8642")
ELSEWHERE = (
    *("127.0.0.1:80", "127.0.0.1", "192.168.1.7:8642", "evil.example:8642", "x@127.0.0.1:8642"),
    *("127.0.0.1.evil.example:8642", "127.0.0.1:8642/", "127.0.0.1:8642#", "", "[", "127.0.0.1:x"),
)


@pytest.mark.parametrize("host", [*HERE, *ELSEWHERE])
def test_a_server_of_this_machine_answers_to_this_machines_names(host: str) -> None:
    assert Hosts.of("127.0.0.1", 8642).allow(host) is (host in HERE)


DIGITS = ("192.168.1.7:8642", "127.0.0.1:8642", "[fe80::1]:8642")


@pytest.mark.parametrize("host", [*DIGITS, "evil.example:8642", "192.168.1.7.evil.example:8642"])
def test_a_server_of_the_network_answers_to_addresses_in_digits_too(host: str) -> None:
    assert Hosts.of("0.0.0.0", 8642).allow(host) is (host in DIGITS)


SITE = "https://game.example.org"
TUNNEL = "http://localhost:9000"
OWN = "127.0.0.1:8642"


@pytest.mark.parametrize(
    ("host", "origin", "allowed"),
    [
        # A proxy passes on its own name, that of the site, or that with the port.
        (OWN, SITE, True),
        ("game.example.org", SITE, True),
        ("game.example.org:443", SITE, True),
        ("GAME.example.org", "https://game.example.org:443", True),
        ("localhost:9000", TUNNEL, True),
        (OWN, f"http://{OWN}", True),
        (OWN, f"https://{OWN}", False),
        ("game.example.org:80", SITE, False),
        ("game.example.org:8642", SITE, False),
        ("game.example.org", "http://game.example.org", False),
        ("game.example.org", "https://game.example.org:8443", False),
        ("x@game.example.org", SITE, False),
        ("game.example.org.evil.example", SITE, False),
        ("evil.example", SITE, False),
        ("evil.example:8642", "http://evil.example:8642", False),
        ("game.example.org", "https://evil.example", False),
        (OWN, "https://game.example.org.evil.example", False),
        (OWN, "https://x@game.example.org", False),
        (OWN, "https://game.example.org/evil", False),
        (OWN, "null", False),
        (OWN, "https://[", False),
        ("localhost:9001", "http://localhost:9001", False),
        ("127.0.0.1:9000", "http://127.0.0.1:9000", False),
    ],
)
def test_named_addresses_and_no_others_are_answered(host: str, origin: str, allowed: bool) -> None:
    hosts = Hosts.of("127.0.0.1", 8642, [Address.parse(SITE), Address.parse(TUNNEL)])
    assert (hosts.allow(host) and hosts.allow_page(origin, host)) is allowed
    strict = Hosts.of("127.0.0.1", 8642)
    assert (strict.allow(host) and strict.allow_page(origin, host)) is (origin == f"http://{OWN}")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (SITE, SITE),
        ("HTTPS://Game.Example.ORG:443/", SITE),
        ("http://localhost:80", "http://localhost"),
        ("http://[::1]:9000", "http://[::1]:9000"),
        ("https://b\u00fccher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_address_is_shown_as_browsers_write_it(url: str, shown: str) -> None:
    assert with_token(Address.parse(url), "abc") == f"{shown}/#token=abc"
    assert str(Address.parse(shown)) == shown


@pytest.mark.parametrize(
    "url",
    [
        *("", "game.example.org", "localhost:9000", "ftp://a.example", "https://", "https:///"),
        *("https://a.example/game", "https://a.example/?x", "https://a.example/#x"),
        *("https://x@a.example", "https://a.example:x", "https://a.example:0", "http://[::1"),
        *("https://a b.example", "https://a..example", "https://a\\b.example", "https://*"),
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    found = None
    with suppress(ValueError):
        found = Address.parse(url)
    assert found is None


def test_loopback() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "localhost", "LocalHost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.7", "example.org")))


def test_the_token_is_in_the_fragment() -> None:
    assert address("127.0.0.1", 80, "abc") == "http://127.0.0.1:80/#token=abc"
    assert address("::1", 80, "abc") == "http://[::1]:80/#token=abc"
    assert "0.0.0.0" not in address("0.0.0.0", 80, "abc")


def test_a_port_that_is_taken_is_told() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(PatienceError, match="another --port"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_two_servers_never_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has an option for that, for which SO_KEEPALIVE stands in."""
    with listen("127.0.0.1", 0) as plain:
        assert plain.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        assert not plain.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with listen("127.0.0.1", 0) as windows:
        assert windows.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not windows.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_wrong_tokens_wait_for_each_other_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one wrong token is being answered another waits, and the right one passes."""

    async def ask(guard: Guard, token: str) -> int:
        statuses: list[int] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": b"{}", "more_body": False}

        headers = {"host": "localhost:1", "content-type": "application/json", TOKEN_HEADER: token}
        encoded = [(key.encode(), value.encode()) for key, value in headers.items()]
        scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": encoded}
        await guard(scope, receive, send)
        return statuses[0]

    async def try_all() -> None:
        sleeping, began, over = [], asyncio.Event(), asyncio.Event()

        async def sleep(seconds: float) -> None:
            sleeping.append(seconds)
            began.set()
            await over.wait()

        monkeypatch.setattr("patience.web.guard.asyncio.sleep", sleep)
        guard = Guard(PlainTextResponse("served"), Hosts.of("localhost", 1), "right")
        wrong = [asyncio.create_task(ask(guard, "wrong")) for _ in range(3)]
        await began.wait()
        assert await ask(guard, "right") == 200
        assert await ask(guard, "") == 401
        assert len(sleeping) == 1
        over.set()
        assert await asyncio.gather(*wrong) == [401, 401, 401]
        assert sleeping == [WRONG_SECONDS] * 3

    asyncio.run(try_all())
