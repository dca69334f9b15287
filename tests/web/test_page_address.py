"""The page under another address than its server's: through a tunnel and behind a proxy."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest
from playwright.sync_api import Browser, expect

from tests.web.hands import lay, sees_the_example
from tests.web.server import EXAMPLE, TOKEN, Server, serving

pytestmark = pytest.mark.browser


class Relay(socketserver.ThreadingTCPServer):
    """Passes connections on to a port, as ``ssh -L`` and a published port of a container do.

    With `host` it is a proxy that sends the server's name instead of its own, as nginx does.
    """

    daemon_threads = True
    target = 0
    host = ""

    def aim(self, server: Server, *, proxy: bool) -> None:
        self.target = port_of(server)
        self.host = f"127.0.0.1:{self.target}" if proxy else ""

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class Passing(socketserver.BaseRequestHandler):
    server: Relay

    def handle(self) -> None:
        with socket.create_connection(("127.0.0.1", self.server.target)) as onward:
            back = threading.Thread(target=self.copy, args=(onward, self.request))
            back.start()
            self.copy(self.request, onward)
            back.join()

    def copy(self, source: socket.socket, to: socket.socket) -> None:
        mine, its = f"Host: localhost:{self.server.port}", f"Host: {self.server.host}"
        with suppress(OSError):
            while data := source.recv(65536):
                to.sendall(data.replace(mine.encode(), its.encode()) if self.server.host else data)
            to.shutdown(socket.SHUT_WR)


@contextmanager
def relaying() -> Iterator[Relay]:
    with Relay(("127.0.0.1", 0), Passing) as relay:
        thread = threading.Thread(target=relay.serve_forever)
        thread.start()
        try:
            yield relay
        finally:
            relay.shutdown()
            thread.join()


def port_of(server: Server) -> int:
    """Return the port on which a server listens, whatever address it prints."""
    (listening,) = (
        each.laddr.port
        for each in psutil.Process(server.process.pid).net_connections()
        if each.status == psutil.CONN_LISTEN
    )
    return int(listening)


@pytest.mark.parametrize("proxy", [False, True])
def test_the_page_is_played_on_under_the_address_that_is_named(
    browser: Browser, proxy: bool
) -> None:
    with relaying() as relay:
        url = f"http://localhost:{relay.port}"
        with serving("--address", url) as server:
            relay.aim(server, proxy=proxy)
            assert server.address == f"{url}/#token={TOKEN}"
            context = browser.new_context(locale="en-GB")
            page = context.new_page()
            page.goto(server.address)
            page.wait_for_selector("html[data-ready]")
            lay(page, EXAMPLE)
            sees_the_example(page)
            context.close()


@pytest.mark.parametrize("proxy", [False, True])
def test_an_address_that_is_not_named_is_told_how_to_be(browser: Browser, proxy: bool) -> None:
    """Without its own name no file is given; behind a proxy the page loads, its calls fail."""
    with relaying() as relay, serving() as server:
        relay.aim(server, proxy=proxy)
        url = f"http://localhost:{relay.port}"
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(f"{url}/#token={TOKEN}")
        said = f"patience play --address {url}" if proxy else "start it with --address"
        expect(page.locator("body")).to_contain_text(said)
        context.close()
