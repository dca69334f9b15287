"""Hold, type, click, drag, undo in all orders: no tile is lost, doubled or moved unasked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visitor
from tests.web.hands import cell, drag, lay, reload, rows, stack
from tests.web.server import EMPTY, EXAMPLE

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared: Page) -> Page:
    return shared


SIDE = 4
LETTERS = "AAEEIRSTTCH"
ACTIONS = [
    *("type", "type", "key", "devil", "click", "click"),
    *("hold", "drag", "rack", "undo", "redo", "erase"),
]
BEGIN = """letters => {
  const { puzzle } = window.patience.play.game;
  const counts = puzzle.tiles.counts.map((_, i) =>
    [...letters].filter((x) => x.charCodeAt(0) === 65 + i).length);
  window.patience.begin({...puzzle, size: [4, 4], tiles: {...puzzle.tiles, name: "custom",
    counts: counts.map((n, i) => i === 25 ? 6 : n), jokers: 2}});
}"""


def hold(page: Page, row: int, col: int) -> None:
    """Press a tile long, and let go of the button: it is in the hand."""
    cell(page, row, col).hover()
    page.mouse.down()
    page.wait_for_function(
        "() => !window.patience.drag.press || window.patience.drag.press.taken"
        " || !window.patience.drag.press.long"
    )
    page.mouse.up()


def inventory(page: Page) -> Counter[str]:
    """Return what lies on the table and in the rack, devils as `?`."""
    left = page.evaluate(
        """() => {
          const { counts, devils } = window.patience.play.left;
          return [counts, devils];
        }"""
    )
    found = Counter("?" if x.islower() else x for x in "".join(rows(page)) if x not in ".*")
    found += Counter({chr(65 + i): n for i, n in enumerate(left[0])}) + Counter({"?": left[1]})
    return found


@pytest.mark.parametrize("seed", range(2))
def test_no_order_of_actions_loses_doubles_or_moves_a_tile(page: Page, seed: int) -> None:
    random = Random(seed)
    page.evaluate(BEGIN, LETTERS)
    whole = inventory(page)
    for step in range(50):
        before = rows(page)
        state = "() => { const { cursor, held } = window.patience.play; return [cursor, held]; }"
        cursor, held = page.evaluate(state)
        at = (cursor["row"], cursor["col"])
        one, other = ((random.randrange(SIDE), random.randrange(SIDE)) for _ in range(2))
        lies = before[one[0]][one[1]] != "."
        may: set[tuple[int, int]] = set()  # the cells that may change
        action = random.choice(ACTIONS)
        letter = random.choice("AEIRSTCHQ.")
        if action == "type":
            page.keyboard.press(letter)
            may = {at}
        elif action == "key":
            stack(page, letter.replace(".", "*")).click()
            may = {at}
        elif action == "devil":
            page.keyboard.press("Space")
            may = (
                {at, (held["from"]["row"], held["from"]["col"])} if held and held["from"] else set()
            )
        elif action == "click":
            cell(page, *one).click()
            may = (
                {one, (held["from"]["row"], held["from"]["col"])}
                if held and held["from"]
                else set()
            )
        elif action == "hold" and lies:
            hold(page, *one)
        elif action == "drag" and lies:
            drag(page, cell(page, *one), cell(page, *other))
            may = {one, other}
        elif action == "rack" and random.random() < 0.5:
            drag(page, stack(page, letter.replace(".", "*")), cell(page, *one))
            may = {one}
        elif action in ("undo", "redo"):
            page.keyboard.press("Control+z" if action == "undo" else "Control+Shift+Z")
            game = "window.patience.play.game"
            assert rows(page) == page.evaluate(f"{game}.stages[{game}.index]")
            may = {(row, col) for row in range(SIDE) for col in range(SIDE)}
        elif action == "erase":
            page.keyboard.press("Backspace")
            may = {(row, col) for row in range(SIDE) for col in range(SIDE)}
            assert sum(x == "." for x in "".join(rows(page))) - sum(
                x == "." for x in "".join(before)
            ) in (0, 1)
        after = rows(page)
        changed = {
            (row, col)
            for row in range(SIDE)
            for col in range(SIDE)
            if before[row][col] != after[row][col]
        }
        assert changed <= may, (step, action, one, other, letter, before, after)
        assert inventory(page) == whole, (step, action)


def test_typing_puts_down_what_is_held(page: Page) -> None:
    """The fault: CHAT, a click on H and a second, R, a click elsewhere; and with H held."""
    cell(page, 0, 0).click()
    page.keyboard.type("CHAT")
    cell(page, 0, 1).click()
    cell(page, 0, 1).click()
    page.keyboard.press("r")
    cell(page, 3, 3).click()
    assert rows(page) == ["CRAT.....", *EMPTY[1:]]
    hold(page, 0, 0)
    assert page.evaluate("window.patience.play.held.tile") == "C"
    page.keyboard.press("e")
    cell(page, 5, 5).click()
    assert rows(page) == ["CRAT.....", *EMPTY[1:3], "...E.....", *EMPTY[4:]]
    hold(page, 0, 0)
    cell(page, 6, 0).click()
    assert rows(page)[6] == "C........"


def test_a_second_click_on_the_cursor_turns_it(page: Page) -> None:
    cell(page, 2, 2).click()
    page.keyboard.type("A")
    cell(page, 2, 2).click()
    cell(page, 2, 2).click()
    page.keyboard.type("AN")
    assert [row[2] for row in rows(page)[2:4]] == ["A", "N"]


def test_the_cursor_is_where_it_was_after_a_reload(visitor: Visitor) -> None:
    page = visitor.open()
    where = "() => { const { cursor, across } = window.patience.play; return [cursor, across]; }"
    lay(page, ["AN.......", *EMPTY[1:]])
    cell(page, 4, 5).click()
    cell(page, 4, 5).click()
    reload(page)
    assert page.evaluate(where) == [{"row": 4, "col": 5}, False]
    cell(page, 0, 0).click()  # on a tile: the next letter would lie on it
    reload(page)
    assert page.evaluate(where) == [{"row": 1, "col": 0}, False]
    page.evaluate("rows => window.patience.play.replace(rows)", EXAMPLE)
    reload(page)
    row, col = (page.evaluate(where)[0][key] for key in ("row", "col"))
    assert rows(page)[row][col] == "."
