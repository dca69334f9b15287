from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.web.server import LONG, Server, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


TAUGHT = """try {
  localStorage["patience.prefs"] ??= '{"taught":true}';
} catch {}"""


@dataclass
class Visitor:
    """Opens pages, each in a browser of its own, and notes what goes wrong in them."""

    browser: Browser
    server: Server
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def open(
        self,
        *,
        language: str = "en-GB",
        width: int = 1280,
        before: str = "",
        taught: bool = True,
        **options: Any,
    ) -> Page:
        """Open the page; the script `before` runs first in each page of this browser.

        `taught` tells whether a first game was played here, so that the page offers none. The
        browser keeps no page for when the server is away, unless `service_workers` says "allow".
        """
        options = {"service_workers": "block"} | options
        viewport = {"width": width, "height": 900}
        page = self.stranger(locale=language, viewport=viewport, **options)
        page.context.set_default_timeout(LONG * 1000)
        if taught:
            page.add_init_script(TAUGHT)
        page.add_init_script(before)
        self.watch(page)
        page.goto(self.server.address)
        page.wait_for_selector("html[data-ready]")
        return page

    def stranger(self, **options: Any) -> Page:
        """Return an empty page of a browser of its own, whose troubles nobody notes."""
        self.contexts.append(self.browser.new_context(**options))
        return self.contexts[-1].new_page()

    def watch(self, page: Page) -> None:
        """Note errors of the page, and requests that fail."""
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("requestfailed", self.failed)
        page.on(
            "console",
            lambda said: self.troubles.append(said.text) if said.type == "error" else None,
        )

    def failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # that is one which the page gives up itself
            self.troubles.append(f"{request.url} {request.failure}")


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    visiting = Visitor(browser, server)
    yield visiting
    troubles = list(visiting.troubles)  # closing cuts off what is under way
    for context in visiting.contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(visitor: Visitor) -> Page:
    return visitor.open()


# What a page looks like that has just been opened, but for what the browser keeps.
ANEW = """first => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.activeElement.blur();
  history.replaceState(null, "", location.pathname);
  const { patience } = window;
  patience.leave();
  patience.begin(first);
  patience.panels.current = "words";
  patience.panels.open = false;
  patience.draw();
  for (const said of ["toast", "live"]) document.getElementById(said).replaceChildren();
}"""


@pytest.fixture(scope="session")
def _of_many(browser: Browser, server: Server) -> Iterator[tuple[Visitor, Page, Any]]:
    visiting = Visitor(browser, server)
    page = visiting.open()
    yield visiting, page, page.evaluate("window.patience.play.game.puzzle")
    page.context.close()


@pytest.fixture
def shared(_of_many: tuple[Visitor, Page, Any]) -> Iterator[Page]:
    """A page that other tests have played on, with a new game: to open one takes most of a second.

    For tests that neither ask what a browser keeps nor change the window.
    """
    visiting, page, first = _of_many
    page.mouse.move(0, 0)
    page.evaluate(ANEW, first)
    yield page
    troubles, visiting.troubles = visiting.troubles, []
    assert troubles == []
