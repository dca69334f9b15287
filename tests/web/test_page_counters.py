"""The numbers of the page: each counts what is shown, once, in all three goals."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from patience import records
from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, play, reload, rows, stack
from tests.web.server import EMPTY, EXAMPLE, FULL, counted, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared: Page) -> Page:
    return shared


BOARD = ["#..", "..."]


def shows(page: Page, *numbers: str, tiles: int) -> None:
    """Check the numbers above the table, and those on the keys of the rack."""
    for i, number in enumerate(numbers):
        expect(page.locator(".readout .value").nth(i)).to_have_text(number)
    counted = page.locator("tile-rack .number").all_text_contents()
    assert sum(map(int, counted)) == tiles


def goal(name: str) -> dict[str, Any]:
    """Return what makes a small puzzle of A A N N U."""
    size = [2, 2] if name == "frame" else None
    board = BOARD if name == "board" else None
    return {"goal": name, "size": size, "board": board, "tiles": counted("AANNU")}


@pytest.mark.parametrize(
    ("name", "grid", "numbers", "tiles"),
    [
        ("frame", ["..", ".."], ["4", "0 of 5"], 5),
        ("frame", ["AN", ".."], ["2", "2 of 5"], 3),
        ("frame", ["AN", "*."], ["2", "2 of 5"], 3),
        ("frame", ["AN", "**"], ["2", "2 of 5"], 3),
        ("frame", ["AN", "NU"], ["0", "4 of 5"], 1),
        ("compact", ["...", "..."], ["\u2013", "5 of 5"], 5),
        ("compact", ["AN.", "..."], ["2 2 \u00d7 1", "3 of 5"], 3),
        ("compact", ["ANA", "NU."], ["6 3 \u00d7 2", "0 of 5"], 0),
        ("board", ["#..", "..."], ["5 of 5"], 5),
        ("board", ["#AN", "..."], ["3 of 5"], 3),
        ("board", ["#AN", "ANU"], ["0 of 5"], 0),
    ],
)
def test_every_tile_is_counted_once(
    page: Page, name: str, grid: list[str], numbers: list[str], tiles: int
) -> None:
    play(page, goal(name), grid)
    shows(page, *numbers, tiles=tiles)


def test_a_finished_frame_counts_what_is_not_face_up(page: Page) -> None:
    lay(page, FULL)
    shows(page, "16", "47 of 63", tiles=16)
    cell(page, 1, 1).click(button="right")
    shows(page, "16", "47 of 63", tiles=16)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    shows(page, "63", "0 of 63", tiles=63)


def test_a_replay_counts_what_it_shows(page: Page) -> None:
    for grid in (["AN.......", *EMPTY[1:]], [*EXAMPLE[:1], *EMPTY[1:]], FULL):
        lay(page, grid)
    expect(page.locator(".seal.valid")).to_be_visible()
    slider = panel(page, "review").get_by_role("slider")
    slider.fill("1")
    shows(page, "61", "2 of 63", tiles=61)
    slider.fill("0")
    shows(page, "63", "0 of 63", tiles=63)
    expect(page.locator(".seal")).to_have_text("Lay a first word")
    slider.fill("2")
    shows(page, "54", "9 of 63", tiles=54)
    panel(page, "words")
    expect(page.locator(".word")).to_have_text(["✓THERMIDOR"])
    stack(page, "A").click()  # what is shown is not played on
    page.keyboard.press("Control+z")
    assert [row.upper() for row in rows(page)] == FULL
    panel(page, "review").get_by_role("button", name="Back to the table").click()
    expect(page.locator(".readout .value").first).to_have_text("16")
    slider.fill("2")
    page.get_by_role("button", name="Continue from here").click()
    shows(page, "54", "9 of 63", tiles=54)
    reload(page)
    shows(page, "54", "9 of 63", tiles=54)


def test_a_replayed_grid_is_nobodys_result(page: Page) -> None:
    page.evaluate("window.patience.play.game.day = '2026-01-01'")
    page.evaluate("grid => window.patience.preview(grid)", FULL)
    expect(page.locator(".seal.valid")).to_be_visible()
    page.evaluate("window.patience.leave()")
    expect(page.locator(".readout .value").first).to_have_text("63")
    assert page.evaluate("localStorage.getItem('patience.days')") is None
    assert page.evaluate("window.patience.play.game.best") is None


def test_the_best_known_is_the_records_and_ones_own_stands_beside_it(visitor: Visitor) -> None:
    record = records.read("dujardin-compact-61").cost
    assert record is not None
    with serving("dujardin-compact-61") as server:
        page = Visitor(visitor.browser, server).open(taught=False)
        expect(page.locator("#lesson")).to_be_hidden()  # who asks for a puzzle gets no lesson
        expect(page.locator(".readout .value").nth(2)).to_have_text(str(record))
        cell(page, 0, 0).click()
        page.keyboard.type("AN")
        page.evaluate("window.patience.know('best', 90)")
        reload(page)
        expect(page.locator(".readout .value").nth(2)).to_have_text(f"{record} you: 90")
        page.get_by_role("button", name="Share").click()
        line = page.locator(".share-dialog textarea").first.input_value()
        assert line.startswith(f"Patience, The compact grid: area 2, best known {record}\n")
        page.keyboard.press("Escape")
        play(page, goal("frame"))
        expect(page.locator(".readout .name")).to_have_text(["Face down", "Face up"])
        page.evaluate("window.patience.know('best', 1)")
        page.evaluate("window.patience.draw()")
        expect(page.locator(".readout .name").nth(2)).to_have_text("Your best")
        page.context.close()
