"""Names under which a server may be asked, and the address it prints."""

from __future__ import annotations

import pytest

from patience.errors import PatienceError
from patience.web.guard import Hosts, is_loopback
from patience.web.server import address, listen


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8642", True),
        ("localhost:8642", True),
        ("LOCALHOST:8642", True),
        ("[::1]:8642", True),
        ("127.0.0.1:80", False),
        ("127.0.0.1", False),
        ("192.168.1.7:8642", False),
        ("evil.example:8642", False),
        ("127.0.0.1.evil.example:8642", False),
        ("x@127.0.0.1:8642", False),
        ("127.0.0.1:8642/", False),
        ("127.0.0.1:8642#", False),
        ("", False),
        ("[", False),
        ("127.0.0.1:x", False),
    ],
)
def test_a_server_of_this_machine_answers_to_this_machines_names(host: str, allowed: bool) -> None:
    assert Hosts.of("127.0.0.1", 8642).allow(host) is allowed


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("192.168.1.7:8642", True),
        ("127.0.0.1:8642", True),
        ("[fe80::1]:8642", True),
        ("evil.example:8642", False),
        ("192.168.1.7.evil.example:8642", False),
    ],
)
def test_a_server_of_the_network_answers_to_addresses_in_digits_too(
    host: str, allowed: bool
) -> None:
    assert Hosts.of("0.0.0.0", 8642).allow(host) is allowed


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
