"""The page in browsers that keep nothing: blocked site data, no storage at all, no room left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import patience.web
from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, reload, rows, sees_the_example
from tests.web.server import EMPTY, EXAMPLE, TOKEN, Server

BOTH = ["localStorage", "sessionStorage"]


def denied(*names: str) -> str:
    """Return a script after which reading these properties of the window throws."""
    return "".join(
        f"Object.defineProperty(window, '{name}', "
        "{get() { throw new DOMException('denied', 'SecurityError'); }});"
        for name in names
    )


FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)
KEEPS_NOTHING = {
    "denied": denied(*BOTH),
    "denied for the tab": denied("sessionStorage"),
    "denied for all tabs": denied("localStorage"),
    "null": "".join(f"Object.defineProperty(window, '{x}', {{value: null}});" for x in BOTH),
    "full": FULL,
}
LOST = "This browser keeps no games"


@pytest.mark.browser
@pytest.mark.parametrize("kind", KEEPS_NOTHING)
def test_the_page_works_without_storage_and_says_so_once(visitor: Visitor, kind: str) -> None:
    page = visitor.open(before=KEEPS_NOTHING[kind])
    expect(page.locator("#toast.shown")).to_contain_text(LOST)
    page.evaluate("window.patience.toast('Another sentence')")
    lay(page, EXAMPLE)
    sees_the_example(page)
    expect(page.locator("#toast")).to_have_text("Another sentence")


@pytest.mark.browser
def test_the_page_remembers_until_it_is_closed(visitor: Visitor) -> None:
    page = visitor.open(before=KEEPS_NOTHING["denied"])
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    new_game(page)
    assert rows(page) == EMPTY
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="My games").click()
    expect(page.locator("dialog")).to_contain_text("2 tiles laid")


@pytest.mark.browser
def test_the_token_stays_in_the_address_where_nothing_is_kept(visitor: Visitor) -> None:
    page = visitor.open(before=KEEPS_NOTHING["denied"])
    assert page.url.endswith(f"#token={TOKEN}")
    reload(page)
    other = visitor.open()
    assert "token" not in other.url
    reload(other)


@pytest.mark.browser
def test_a_typed_token_is_enough_where_nothing_is_kept(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_init_script(KEEPS_NOTHING["denied"])
    page = context.new_page()
    page.goto(server.address.partition("#")[0])
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_selector("html[data-ready]")
    context.close()


@pytest.mark.browser
def test_old_games_make_room_for_the_present_one(visitor: Visitor) -> None:
    """The browser has room for seven games: the oldest go, and nothing is said."""
    page = visitor.open(
        before="""
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, text) {
          const games = Object.keys(this).filter((each) => each.startsWith("patience.game."));
          if (games.length > 6 && key.startsWith("patience.game.") && !games.includes(key))
            throw new DOMException("full", "QuotaExceededError");
          set.call(this, key, text);
        };
        """
    )
    for _ in range(8):
        new_game(page)
        lay(page, EXAMPLE)
    games = page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('patience.game.'))"
    )
    assert f"patience.game.{page.evaluate('window.patience.play.game.id')}" in games
    assert len(games) <= 7
    expect(page.locator("#toast")).not_to_contain_text(LOST)


def new_game(page: Page) -> None:
    page.evaluate("window.patience.begin(window.patience.play.game.puzzle)")


@pytest.mark.browser
def test_a_browser_without_scripts_is_told(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    expect(page.locator("p[lang=en]")).to_contain_text("needs JavaScript")
    expect(page.locator("p[lang=fr]")).to_contain_text("a besoin de JavaScript")
    context.close()


def test_one_module_asks_the_browser_to_keep_something() -> None:
    static = Path(patience.web.__file__).parent / "static"
    asking = {path.name for path in static.glob("*.js") if "Storage" in path.read_text("utf-8")}
    assert asking == {"store.js"}
