"""The page without its server: kept by the browser, played on, and served again when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from patience.web import assets
from tests.web.conftest import Visitor
from tests.web.hands import at_rest, cell, panel, rows
from tests.web.server import Server, eventually, serving
from tests.web.test_page_access import grave

ANSWERS = "async () => (await (await caches.open('patience.answers')).keys()).length"
NAMES = "async () => (await caches.keys()).filter((name) => name.startsWith('patience.page.'))"


def kept(page: Page) -> None:
    """Wait until the browser has all that the page needs without its server."""
    at_rest(page)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    assert eventually(lambda: page.evaluate(ANSWERS) > 1)


def end(server: Server) -> None:
    server.process.kill()
    server.process.wait()


def opened(browser: Browser, server: Server, language: str = "en-GB") -> Page:
    page = Visitor(browser, server).open(language=language, service_workers="allow", width=390)
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    expect(page.locator(".seal.valid")).to_be_visible()
    kept(page)
    return page


@pytest.mark.browser
def test_a_page_outlives_its_server(browser: Browser) -> None:
    with serving() as server:
        page = opened(browser, server, "fr-FR")
        end(server)
        page.reload()
        page.wait_for_selector("html[data-ready]")
        strip = page.locator("#away")
        expect(strip).to_contain_text("Le programme ne tourne plus")
        assert rows(page)[0] == "AN......."
        cell(page, 0, 2).click()
        page.keyboard.type("X.")
        expect(page.locator(".word.none")).to_have_text("✕ANX")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        cell(page, 0, 2).click()
        page.keyboard.type("E")
        expect(page.locator(".word.word")).to_have_text("✓ANE (âne)")
        strip.locator("summary").click()
        expect(strip.locator("code")).to_have_text(f"patience play --port {server.port}")
        assert grave(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        headers = page.evaluate("async () => [...(await fetch('/')).headers]")
        assert dict(headers)["content-security-policy"].startswith("default-src 'self'")
        with serving("--port", str(server.port)):
            expect(strip).to_be_hidden()
            assert page.evaluate("async () => (await window.patience.api.call('puzzles')).length")
            assert rows(page)[0] == "ANE......"
        page.context.close()


@pytest.mark.browser
def test_a_page_says_that_its_server_has_gone(browser: Browser) -> None:
    with serving() as server:
        page = opened(browser, server)
        expect(page.locator("#away")).to_be_hidden()
        end(server)
        panel(page, "help").get_by_role("button", name="1. Where?").click()
        expect(page.locator("#panel .problem")).to_contain_text("does not answer")
        expect(page.locator("#away")).to_be_visible()
        with serving("--port", str(server.port), token="another-token"):
            expect(page.locator("#away")).to_contain_text("earlier start")
        page.context.close()


@contextmanager
def standing_in(port: int, files: dict[str, bytes]) -> Iterator[None]:
    """Serve files at a port."""

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = files.get(self.path)
            self.send_response(200 if body is not None else 404)
            kind = "text/javascript" if self.path.endswith(".js") else "text/html"
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Files) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@pytest.mark.browser
def test_what_is_kept_never_hides_another_edition(browser: Browser) -> None:
    with serving() as server:
        page = opened(browser, server)
        (old,) = page.evaluate(NAMES)
        end(server)
        files = {
            "/": b"<!doctype html><html data-ready><title>the next</title>",
            "/keeper.js": assets.load_assets()["/keeper.js"].body,
            "/edition.js": b'self.EDITION = {name: "next", files: ["/"]};',
        }
        with standing_in(server.port, files):
            page.reload()
            expect(page).to_have_title("the next")
            assert eventually(lambda: page.evaluate(NAMES) == ["patience.page.next"])
        page.reload()
        expect(page).to_have_title("the next")
        assert old != "patience.page.next"
        page.context.close()


@pytest.mark.browser
def test_a_page_that_cannot_be_kept_is_as_good_with_its_server(visitor: Visitor) -> None:
    """So it is in a network, where the connection is not encrypted."""
    page = visitor.open(
        before="delete Navigator.prototype.serviceWorker; delete window.caches;"
        "Object.defineProperty(window, 'caches', { value: undefined });"
    )
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    expect(page.locator(".seal.valid")).to_be_visible()


def test_an_edition_changes_with_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    monkeypatch.setattr(assets, "files", lambda _: tmp_path)
    editions = set()
    for name, text in [("index.html", ""), ("a.js", ""), ("a.js", "1"), ("b.css", "")]:
        (folder / name).write_text(text)
        editions.add(assets.load_assets()["/edition.js"].body)
    assert len(editions) == 4
    assert b'["/", "/a.js", "/b.css"]' in max(editions, key=len)
