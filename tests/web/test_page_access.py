"""The page for everyone: axe, languages, small screens, themes."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, reload
from tests.web.server import EMPTY, EXAMPLE


def grave(page: Page) -> list[Any]:
    """Return what axe finds that is serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_axe_finds_nothing_grave(visitor: Visitor, theme: str, language: str) -> None:
    page = visitor.open(language=language)
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    assert grave(page) == []
    lay(page, [*EXAMPLE[:3], "XZ.......", *EMPTY[4:]])
    page.evaluate("window.patience.setHeat(true)")
    page.locator(".faulty").wait_for()
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        assert grave(page) == [], name


@pytest.mark.browser
@pytest.mark.parametrize("opener", ["New game", "Share", "Menu", "Keys and gestures"])
def test_axe_finds_nothing_grave_in_dialogs(page: Page, opener: str) -> None:
    page.get_by_role("button", name=opener, exact=True).click()
    page.locator("dialog[open]").wait_for()
    assert grave(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_nothing_is_wider_than_360_pixels(visitor: Visitor, language: str) -> None:
    page = visitor.open(language=language, width=360)
    lay(page, EXAMPLE)
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
    for goal in ("compact", "board"):
        page.evaluate(
            "goal => window.patience.begin({...window.patience.play.game.puzzle, goal, size: null,"
            " board: goal === 'board' ? Object.values(window.patience.start.boards)[0] : null})",
            goal,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, goal


SIZES = [(1366, 650), (1280, 720), (1280, 900), (1024, 600), (390, 844), (360, 640), (768, 1024)]


@pytest.mark.browser
@pytest.mark.parametrize("goal", ["frame", "board"])
def test_the_table_uses_the_page(page: Page, goal: str) -> None:
    """Cells of 9x7 are no smaller than the rack's tiles; a low wide page shows table and rack."""
    if goal == "board":
        page.evaluate(
            "window.patience.begin({...window.patience.play.game.puzzle, goal: 'board', size: null,"
            " board: Object.values(window.patience.start.boards)[0]})"
        )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cell, tile, table, rack, wide = page.evaluate(
            """() => {
              const box = (selector) => document.querySelector(selector).getBoundingClientRect();
              return [box("[role=gridcell]").width, box(".stack").width, box(".box").bottom,
                box("tile-rack").bottom, document.documentElement.scrollWidth];
            }"""
        )
        size = f"{width}x{height}"
        assert wide <= width, size
        assert cell >= (tile - 1 if goal == "frame" else 19), (size, cell, tile)
        assert table <= height, size
        assert rack <= height or width < 1000, size


@pytest.mark.browser
def test_the_language_is_the_browsers_and_can_be_switched(visitor: Visitor) -> None:
    page = visitor.open(language="fr-CA")
    expect(page.locator("#tab-help")).to_have_text("Aide")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("#tab-help")).to_have_text("Help")
    assert page.evaluate("document.documentElement.lang") == "en"
    reload(page)
    expect(page.locator("#tab-help")).to_have_text("Help")


@pytest.mark.browser
def test_a_screen_reader_meets_a_grid(page: Page) -> None:
    lay(page, ["AN.......", *EMPTY[1:]])
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("row")).to_have_count(7)
    expect(grid.get_by_role("gridcell")).to_have_count(63)
    assert cell(page, 0, 0).get_attribute("aria-label") == "A, row 1, column 1"
    assert cell(page, 0, 2).get_attribute("aria-label") == "empty, row 1, column 3"
    assert page.locator("[aria-live]").count() == 1
    assert page.locator("tile-table [tabindex='0']").count() == 1
