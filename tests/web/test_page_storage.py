"""The page in browsers that keep nothing: blocked site data, no storage at all, no room left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import patience.web
from tests.web.conftest import Visitor
from tests.web.hands import at_rest, cell, choose, lay, reload, rows, sees_the_example
from tests.web.server import EMPTY, EXAMPLE, TOKEN

BOTH = ["localStorage", "sessionStorage"]
ALL = [*BOTH, "indexedDB"]


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
    "denied": denied(*ALL),
    "denied for the tab": denied("sessionStorage"),
    "denied for all tabs": denied("localStorage", "indexedDB"),
    "null": "".join(f"Object.defineProperty(window, '{x}', {{value: null}});" for x in ALL),
    "full": FULL,
}
LOST = "This browser keeps no games"


@pytest.mark.browser
@pytest.mark.parametrize("kind", KEEPS_NOTHING)
def test_the_page_works_without_storage_and_says_so_once(visitor: Visitor, kind: str) -> None:
    page = visitor.open(before=KEEPS_NOTHING[kind])
    expect(page.locator("#toast.shown")).to_contain_text(LOST)
    page.evaluate("async () => (await import('/notices.js')).toast('Another sentence')")
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
    choose(page, "My games")
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
def test_a_typed_token_is_enough_where_nothing_is_kept(visitor: Visitor) -> None:
    page = visitor.stranger(locale="en-GB")
    page.add_init_script(KEEPS_NOTHING["denied"])
    page.goto(visitor.server.address.partition("#")[0])
    page.get_by_label("Code").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_selector("html[data-ready]")


MANY = 12


def games(page: Page) -> list[str]:
    """Play many games, and return their ids as the browser keeps them."""
    page.evaluate(
        """async ([many, rows]) => {
          const { patience } = window;
          for (let i = 0; i < many; i += 1) {
            patience.begin(patience.play.game.puzzle);
            patience.play.replace(rows);
            await new Promise((done) => setTimeout(done));
          }
        }""",
        [MANY, EXAMPLE],
    )
    reload(page)
    found: list[str] = page.evaluate(
        "async () => (await (await import('/saves.js')).savedGames()).map(({ id }) => id)"
    )
    return found


@pytest.mark.browser
def test_every_game_is_kept(page: Page) -> None:
    assert len(set(games(page))) == MANY
    choose(page, "My games")
    expect(page.locator(".games-dialog .row")).to_have_count(MANY - 1)
    page.get_by_role("button", name="Delete this game").first.click()
    expect(page.locator(".games-dialog .row")).to_have_count(MANY - 2)
    reload(page)
    choose(page, "My games")
    expect(page.locator(".games-dialog .row")).to_have_count(MANY - 2)


@pytest.mark.browser
def test_without_a_database_the_small_store_keeps_them(visitor: Visitor) -> None:
    page = visitor.open(before=denied("indexedDB"))
    assert len(set(games(page))) == MANY
    expect(page.locator("#toast")).not_to_contain_text(LOST)


@pytest.mark.browser
def test_a_game_of_an_earlier_version_is_read(visitor: Visitor) -> None:
    """It lies in the small store, and has one number for what the player and the program found."""
    page = visitor.open()
    lay(page, EXAMPLE)
    page.evaluate(
        """() => {
          const { origins, ended, found, ...old } = window.patience.play.game.saved();
          const game = { ...old, id: "older", best: 7, saved: Date.now() + 1000 };
          localStorage.setItem("patience.game.older", JSON.stringify(game));
        }"""
    )
    at_rest(page)
    tab = page.context.new_page()  # the first one knows which game it shows
    tab.goto(visitor.server.address)
    tab.wait_for_selector("html[data-ready]")
    game = tab.evaluate("({ ...window.patience.play.game })")
    assert (game["id"], game["best"], game["found"]) == ("older", None, 7)
    assert set(game["origins"]) == {"hand"}


@pytest.mark.browser
def test_a_move_is_kept_though_the_page_closes_at_once(page: Page) -> None:
    """The database never answers: the small store has the move."""
    silent = "() => ({ objectStore: () => ({ put() {} }) })"
    page.evaluate(f"() => {{ IDBDatabase.prototype.transaction = {silent}; }}")
    lay(page, EXAMPLE)
    reload(page)
    assert rows(page)[0] == EXAMPLE[0]


@pytest.mark.browser
def test_nothing_is_lost_without_a_word(page: Page) -> None:
    """The small store is full and the database takes nothing."""
    full = "IDBDatabase.prototype.transaction = () => { throw new DOMException('full'); };"
    page.evaluate(f"() => {{ {FULL} {full} }}")
    lay(page, EXAMPLE)
    expect(page.locator("#toast.shown")).to_contain_text(LOST)


def new_game(page: Page) -> None:
    page.evaluate("window.patience.begin(window.patience.play.game.puzzle)")


@pytest.mark.browser
def test_a_browser_without_scripts_is_told(visitor: Visitor) -> None:
    page = visitor.stranger(java_script_enabled=False)
    page.goto(visitor.server.address)
    expect(page.locator("p[lang=en]")).to_contain_text("needs JavaScript")
    expect(page.locator("p[lang=fr]")).to_contain_text("a besoin de JavaScript")


def test_one_module_asks_each_store_of_the_browser() -> None:
    static = Path(patience.web.__file__).parent / "static"
    for name, module in {"Storage": "store.js", "indexedDB": "shelf.js"}.items():
        asking = {path.name for path in static.glob("*.js") if name in path.read_text("utf-8")}
        assert asking == {module}
