"""What a player's hands do on the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.server import EXAMPLE, SMALL

# Example 2 with its devils, the I of TRUQUEZ's neighbour CAID and the last N, in lower case.
DEVILS = {(1, 4): "i", (6, 8): "n"}


def example_tiles() -> list[tuple[int, int, str]]:
    """Return row, column and tile of example 2; devils in lower case."""
    return [
        (r, c, DEVILS.get((r, c), x))
        for r, row in enumerate(EXAMPLE)
        for c, x in enumerate(row)
        if x != "."
    ]


def cell(page: Page, row: int, col: int) -> Locator:
    return page.locator(f"[data-row='{row}'][data-col='{col}']")


def rows(page: Page) -> list[str]:
    """Return what lies on the table."""
    found: list[str] = page.evaluate("window.patience.play.rows")
    return found


def lay(page: Page, grid: list[str]) -> None:
    """Put a whole grid on the table at once, as opening a file does."""
    page.evaluate("rows => window.patience.play.replace(rows)", grid)


def play(page: Page, puzzle: dict[str, Any], grid: list[str] | None = None) -> None:
    """Play another puzzle, with a grid that lies there."""
    page.evaluate(
        "([puzzle, rows]) => window.patience.begin("
        "{...window.patience.play.game.puzzle, ...puzzle}, rows)",
        [puzzle, grid],
    )


def play_small(page: Page, *grids: list[str]) -> None:
    """Play a puzzle of which a search ends at once; lay grids one after the other."""
    play(page, SMALL)
    for grid in grids:
        lay(page, grid)


def stack(page: Page, tile: str) -> Locator:
    """Return the key of a tile: a letter, `?` for a devil, `*` for one face down."""
    return page.locator(f"tile-rack [data-key='{tile}']")


def drag(page: Page, source: Locator, target: Locator) -> None:
    """Drag with the mouse, as a hand does: down, over, up."""
    source.hover()
    page.mouse.down()
    target.hover(position={"x": 5, "y": 5})
    target.hover()
    page.mouse.up()


def choose(page: Page, name: str, *, tap: bool = False) -> None:
    """Choose in the menu."""
    for button in (page.get_by_role("button", name=each) for each in ("Menu", name)):
        button.tap() if tap else button.click()


def begin(page: Page, goal: str = "", **fields: str) -> None:
    """Begin a game by the form: its fields, then the goal."""
    page.get_by_role("button", name="New game").click()
    for name, value in fields.items():
        field = page.locator(f".new-form [name={name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    if goal:
        page.get_by_text(goal, exact=True).first.click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)


def panel(page: Page, name: str) -> Locator:
    """Show a panel; a second click on its tab would close its sheet."""
    if not page.evaluate(
        "name => [name, true].join() === [window.patience.panels.current, "
        "window.patience.panels.open].join()",
        name,
    ):
        page.locator(f"#tab-{name}").click()
    return page.locator("#panel")


def sees_the_example(page: Page) -> None:
    """Check that example 2 lies there, all its words accepted, 16 face down."""
    expect(page.locator(".seal.valid")).to_be_visible()
    page.wait_for_function("() => !Object.keys(window.patience.asking).length")
    expect(page.locator(".readout .value").first).to_have_text("16")
    panel(page, "words")
    expect(page.locator(".word.word")).to_have_count(16)
    expect(page.locator(".word.none")).to_have_count(0)
    assert [row.upper().replace("*", ".") for row in rows(page)] == EXAMPLE


def at_rest(page: Page) -> None:
    """Wait until no answer is awaited."""
    page.wait_for_function(
        "() => { const { asking, judge } = window.patience;"
        " return judge.latest === null && !Object.keys(asking).length; }"
    )


def reload(page: Page) -> None:
    """Load the page again, once no answer is awaited that leaving would cut off."""
    at_rest(page)
    page.reload()
    page.wait_for_selector("html[data-ready]")


def verdict(page: Page) -> dict[str, Any]:
    """Return the verdict on what lies there now."""
    found: dict[str, Any] = page.evaluate(
        "async () => { const { play, judge } = window.patience;"
        " await judge.judge(play.game.puzzle, play.rows); return judge.verdict; }"
    )
    return found


def missed(page: Page, again: str = "Look") -> None:
    """Wait for a better grid that was missed, and stop; a busy machine may have to look again."""
    better = page.locator(".missed li").first
    ready = page.locator("#panel").get_by_role("button", name=again, exact=True)
    expect(better.or_(ready).first).to_be_visible()
    while not better.count():
        ready.click()
        expect(better.or_(ready).first).to_be_visible()
    page.evaluate("window.patience.search.stop()")
    expect(page.locator(".waiting")).to_have_count(0)
