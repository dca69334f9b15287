"""On a phone held upright: rack and table always in sight, the rack a keyboard, sheets over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, rows, stack
from tests.web.server import EMPTY, EXAMPLE, FULL
from tests.web.test_page_sizes import begin_a_board

pytestmark = pytest.mark.browser

UPRIGHT = [(360, 640), (390, 664), (390, 844), (820, 1180)]
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}

# What is out of sight or covered, what is too small, and whether anything scrolls.
AMISS = """sheet => {
  const seen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  const bare = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const side = (one) => Math.min(one.offsetWidth, one.offsetHeight);
  const keys = [...document.querySelectorAll("tile-rack button")];
  const all = [...document.querySelectorAll("[role=gridcell]")];
  const room = document.querySelector(".room");
  return {
    cells: all.filter((one) => !seen(one) || !bare(one)).map((one) => one.ariaLabel),
    keys: keys.filter((one) => !seen(one) || !(sheet || bare(one))).map((one) => one.dataset.key),
    smallCells: all.filter((one) => side(one) < 30).length,
    smallKeys: keys.filter((one) => side(one) < 34).length,
    scrolls: [document.documentElement, room].filter(
      (one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).length,
  };
}"""
NOTHING = {"cells": [], "keys": [], "smallCells": 0, "smallKeys": 0, "scrolls": 0}


def states(page: Page) -> Iterator[tuple[str, bool]]:
    """Bring the page from state to state; yield the name of each, and whether a sheet is open."""
    page.evaluate("window.patience.lesson.offers = true")
    page.evaluate("window.patience.lesson.to(0)")
    yield "three sizes", False
    for step in range(3):
        page.evaluate("step => window.patience.lesson.to(step)", step)
        yield f"step {step} of the first game", False
    page.evaluate("window.patience.lesson.end()")
    yield "an empty table", False
    lay(page, [*EXAMPLE[:3], "XZ.......", *EMPTY[4:]])
    page.locator(".faulty").wait_for()
    page.evaluate(
        "async () => (await import('/notices.js'))"
        ".toast('Il ne reste plus de Z : un diable le remplace.')"
    )
    yield "a toast", False
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        yield name, True
    page.evaluate("window.patience.panels.close()")
    expect(page.locator("#panel")).to_be_hidden()
    yield "no sheet", False
    lay(page, FULL)
    page.locator(".finish.primary").tap()
    page.locator(".result").wait_for()
    yield "the end", True
    page.locator("#panel .shut").tap()
    expect(page.locator("#panel")).to_be_hidden()
    yield "after the end", False


def test_no_cell_and_no_key_is_ever_out_of_sight(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=390, **TOUCH)
    for name, sheet in states(page):
        for width, height in UPRIGHT:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(AMISS, sheet) == NOTHING, (name, width, height)


def test_a_box_is_filled_with_one_tap_a_tile(visitor: Visitor) -> None:
    """63 tiles, a devil's with one more; nothing scrolls."""
    page = visitor.open(width=360, **TOUCH)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(
        """() => {
          window.counted = { taps: 0, scrolls: 0 };
          addEventListener("pointerdown", () => { window.counted.taps += 1; }, true);
          addEventListener("scroll", () => { window.counted.scrolls += 1; }, true);
        }"""
    )
    for x in "".join(FULL):
        stack(page, x).tap()
    expect(page.locator(".result")).to_be_visible()
    assert [row.upper() for row in rows(page)] == FULL
    assert page.evaluate("window.counted") == {"taps": 63, "scrolls": 0}
    assert page.evaluate("document.activeElement.tagName") not in ("INPUT", "TEXTAREA")


def test_the_keys_of_the_rack_type_turn_and_erase(visitor: Visitor) -> None:
    page = visitor.open(width=390, **TOUCH)
    for key in ("C", "H", "turn", "A", "erase", "E", "?", "T", "*"):
        stack(page, key).tap()
    assert [row[:3] for row in rows(page)[:4]] == ["CHE", "..t", "..*", "..."]
    expect(cell(page, 3, 2)).to_be_focused()


def test_a_board_is_seen_through_a_window_that_follows_the_cursor(visitor: Visitor) -> None:
    page = visitor.open(width=360, **TOUCH)
    page.set_viewport_size({"width": 360, "height": 640})
    begin_a_board(page)
    assert page.evaluate("document.querySelector('[role=gridcell]').offsetWidth") >= 24
    for place in ({"row": 14, "col": 14}, {"row": 0, "col": 0}, {"row": 0, "col": 14}):
        page.evaluate("place => window.patience.play.moveTo(place)", place)
        expect(cell(page, **place)).to_be_in_viewport(ratio=0.95)
        assert page.evaluate("scrollY") == 0


def test_what_a_sheet_speaks_of_is_lit_on_the_table(visitor: Visitor) -> None:
    page = visitor.open(width=390, **TOUCH)
    lay(page, ["THERMIDOR", *EMPTY[1:]])
    panel(page, "words").locator(".word").tap()
    expect(page.locator(".lit")).to_have_count(9)
    page.evaluate("window.patience.light([])")
    cell(page, 3, 3).tap()  # and play closes the sheet
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator(".lit")).to_have_count(0)


def test_a_dragged_tile_is_seen_above_the_finger(visitor: Visitor) -> None:
    page = visitor.open(width=390, **TOUCH)
    box = stack(page, "A").bounding_box()
    place = cell(page, 3, 3).bounding_box()
    assert box is not None
    assert place is not None
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    touch("touchStart", (box["x"] + 15, box["y"] + 15))
    for part in range(1, 11):
        there = (
            box["x"] + 15 + (place["x"] - box["x"]) * part / 10,
            box["y"] + 15 + (place["y"] - box["y"]) * part / 10,
        )
        touch("touchMove", there)
    page.wait_for_function(
        "y => parseFloat(document.querySelector('.dragged').style.transform.split(',')[1]) - y < 1",
        arg=there[1],
    )
    tile = page.locator(".dragged .tile").bounding_box()
    assert tile is not None
    assert tile["y"] + tile["height"] < there[1]  # above the finger, and larger
    assert tile["width"] > place["width"]
    touch("touchEnd")
    assert rows(page)[3] == "...A....."
