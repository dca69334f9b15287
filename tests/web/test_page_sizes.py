"""The page in every size, from a small phone to a large screen, in every state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visitor
from tests.web.hands import lay, panel
from tests.web.server import EMPTY, EXAMPLE
from tests.web.test_page_dialogs import OPENERS
from tests.web.test_texts import texts

pytestmark = pytest.mark.browser

# One of each layout, and the largest screen; 640x450 is left of 1280x900 at a zoom of 200 %.
FINGER = [(320, 568), (390, 844), (768, 1024), (844, 390), (1024, 768)]
MOUSE = [(640, 450), (1024, 600), (1280, 900), (2560, 1440)]

# What is wider than the window, too small for a finger, smaller than 14 pixels, beside its button.
AMISS = """finger => {
  const page = document.documentElement;
  const root = document.querySelector("dialog[open]") ?? document.body;
  const drawn = ".visually-hidden, .skip, .tile, tile-table, .number, option, svg, "
    + ".day small, .word b";
  const seen = [...root.querySelectorAll("*")].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(drawn));
  const tapped = "button, select, textarea, summary, .tick, a";
  const written = (one) => [...one.childNodes].some((node) => node.data?.trim());
  const small = (one) => {
    const { width, height } = one.getBoundingClientRect();
    if (one.matches(".stack")) return Math.min(width, height) < 33.9;  // the keys of a phone
    return Math.min(one.matches(".day") ? height : width, height) < 43.9;  // seven days make a week
  };
  const outside = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [text, box] = [range, one].map((each) => each.getBoundingClientRect());
    return text.left < box.left - 1 || text.right > box.right + 1;
  };
  const found = {
    sideways: [page, root].filter((one) => one.scrollWidth > one.clientWidth),
    small: seen.filter((one) => finger && one.matches(tapped) && small(one)),
    tiny: seen.filter((one) => written(one) && parseFloat(getComputedStyle(one).fontSize) < 14),
    outside: seen.filter((one) => one.matches("button:not(.stack), .seal, h2") && outside(one)),
  };
  const name = (one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`;
  return Object.entries(found).flatMap(([what, all]) => all.map((one) => `${what} ${name(one)}`));
}"""


# So that the results have a table.
PLAYED = """localStorage["patience.days"] ??=
  JSON.stringify({ "2026-11-25": { cost: 11, badges: ["rim"], helped: null, guarantee: 9 } })"""


def begin_a_board(page: Page) -> None:
    """Begin on the stand-in for the board of the Compétition."""
    page.evaluate(
        "window.patience.begin({...window.patience.play.game.puzzle, goal: 'board', size: null,"
        " board: window.patience.start.boards['competition-standin']})"
    )


def states(page: Page, language: str) -> Iterator[str]:
    """Bring the page from state to state, and name each."""
    named = texts(language)
    for step in range(3):
        page.evaluate("step => window.patience.lesson.to(step)", step)
        yield f"step {step} of the first game"
    page.evaluate("window.patience.lesson.end()")
    lay(page, [*EXAMPLE[:3], "XZ.......", *EMPTY[4:]])
    page.locator(".faulty").wait_for()
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        yield name
    for opener in [*OPENERS, "menu.results"]:
        page.get_by_role("button", name=named["menu.title"], exact=True).click()
        page.locator(".menu-dialog").get_by_role("button", name=named[opener], exact=True).click()
        page.locator("[aria-busy]").wait_for(state="detached")
        if opener == "menu.new":
            page.locator("select[name=tiles]").select_option("")
        yield opener
        page.keyboard.press("Escape")
    lay(page, EXAMPLE)
    page.locator(".seal.valid").wait_for()
    page.locator(".finish").click()
    page.locator(".result").wait_for()
    yield "the end"
    for goal in ("compact", "board"):
        page.evaluate(
            "goal => window.patience.begin({...window.patience.play.game.puzzle, goal, size: null,"
            " board: goal === 'board' ? Object.values(window.patience.start.boards)[0] : null})",
            goal,
        )
        yield goal


@pytest.mark.parametrize(("language", "finger"), [("fr", True), ("en", False)])
def test_nothing_is_amiss_in_any_size_and_state(
    visitor: Visitor, language: str, finger: bool
) -> None:
    page = visitor.open(language=language, has_touch=finger, is_mobile=finger, before=PLAYED)
    found = []
    for state in states(page, language):
        for width, height in FINGER if finger else MOUSE:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width}x{height}, {state}: {x}" for x in page.evaluate(AMISS, finger)]
    assert found == []


@pytest.mark.parametrize(("language", "sizes"), [("fr", FINGER), ("en", MOUSE)])
def test_nothing_moves_when_a_message_appears(
    visitor: Visitor, language: str, sizes: list[tuple[int, int]]
) -> None:
    """Of a word, of the beginning of one, of letters apart; and what is said for a while."""
    page = visitor.open(language=language)
    places: dict[str, list[object]] = {}
    for row, state in (("AME......", "valid"), ("EMA......", "pending"), ("MA.E.....", "faulty")):
        lay(page, [row, *EMPTY[1:]])
        page.locator(f".seal.{state}").wait_for()
        page.evaluate("async row => (await import('/notices.js')).toast(row)", row)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(
                """() => [".box", "#tools", "#finish", "tile-rack", ".side"].map((name) => {
                  const { x, y } = document.querySelector(name).getBoundingClientRect();
                  return [name, x, name === ".side" ? 0 : y + scrollY];
                })"""
            )
            assert places.setdefault(f"{width}x{height}", found) == found, (width, height, row)


@pytest.mark.parametrize("goal", ["frame", "board"])
def test_the_table_uses_the_page(page: Page, goal: str) -> None:
    """Nothing scrolls but the window on a large board, which follows the cursor."""
    if goal == "board":
        begin_a_board(page)
    for width, height in [*FINGER, *MOUSE]:
        page.set_viewport_size({"width": width, "height": height})
        cell, key, table, rack, wide, high = page.evaluate(
            """() => {
              const box = (selector) => document.querySelector(selector).getBoundingClientRect();
              const { scrollWidth, scrollHeight } = document.documentElement;
              return [box("[role=gridcell]").width, box(".stack").width, box(".box").bottom,
                box("tile-rack").bottom, scrollWidth, scrollHeight];
            }"""
        )
        size = f"{width}x{height}"
        assert (wide, high) == (width, height), size
        least = 38 if height < 500 else 25 if width < 360 else 34
        assert cell >= (least if goal == "frame" else 20 if width < 360 else 24), (size, cell, key)
        assert key >= 30, size
        assert table <= height or goal == "board", size
        assert rack <= height, size


def test_cells_grow_with_the_window_and_zoom_never_shrinks_them(page: Page) -> None:
    """A page zoomed to 200 % has half the pixels of its own; each counts twice."""
    widths = {}
    for width, height in [(1280, 900), (640, 450), (1920, 1080), (960, 540), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        widths[width] = page.locator("[role=gridcell]").first.bounding_box()["width"]  # type: ignore[index]
    assert widths[1280] < widths[1920] < widths[2560]
    assert 2 * widths[640] >= widths[1280]
    assert 2 * widths[960] >= widths[1920]


def test_what_changes_on_a_phone_lies_in_no_container(visitor: Visitor) -> None:
    """WebKit lays a container out empty while what it holds changes, and the page jumps."""
    page = visitor.open(width=390)
    containers = """() => [".status", ".tools", "tile-rack", ".panel"].filter((name) => {
      let one = document.querySelector(name);
      while (one && getComputedStyle(one).containerType === "normal") one = one.parentElement;
      return one;
    })"""
    assert page.evaluate(containers) == []
