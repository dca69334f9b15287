"""The page for everyone: axe, languages, small screens, themes."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel
from tests.web.server import EMPTY, EXAMPLE

FINISHED = [row.replace(".", "*") for row in EXAMPLE]


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
    page.evaluate("rows => window.patience.play.replace(rows, 'help')", FINISHED)
    page.locator(".seal.over .origin").wait_for()
    assert grave(page) == []


@pytest.mark.browser
def test_forced_colours_leave_cells_marks_and_choices_to_be_seen(visitor: Visitor) -> None:
    """They take backgrounds and shadows away."""
    page = visitor.open(forced_colors="active")
    lay(page, ["XZ.......", *EMPTY[1:]])
    page.locator(".across-none").first.wait_for()
    looks = page.evaluate(
        """() => {
          const look = (selector, part) => getComputedStyle(document.querySelector(selector), part);
          return [
            look("[data-row='5']").borderTopStyle,
            look(".across-none", "::before").backgroundImage,
            look("[aria-selected='true']").outlineStyle,
            look("#orders [aria-pressed='true']").outlineStyle,
          ];
        }"""
    )
    assert looks[0] == looks[2] == looks[3] == "solid"
    assert "gradient" in looks[1]
    assert grave(page) == []


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


SIZES = [
    *[(1366, 650), (1280, 720), (1280, 900), (1024, 600), (1920, 1080), (2560, 1440)],
    *[(390, 844), (360, 640), (768, 1024), (844, 390)],
]


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
        # On a phone the rack's tiles are as large as a finger, and the table as large as it can be.
        least = (width - 58) / 9 if width < 500 else 40 if height < 400 else tile - 1
        assert cell >= (least if goal == "frame" else 19), (size, cell, tile)
        assert table <= height or goal == "board", size
        assert rack <= height or width < 1000, size


@pytest.mark.browser
def test_cells_grow_with_the_window_and_zoom_never_shrinks_them(page: Page) -> None:
    """A page zoomed to 200 % has half the pixels of its own; each counts twice."""
    widths = {}
    for width, height in [(1280, 900), (640, 450), (1920, 1080), (960, 540), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        widths[width] = page.locator("[role=gridcell]").first.bounding_box()["width"]  # type: ignore[index]
    assert widths[1280] < widths[1920] < widths[2560]
    assert 2 * widths[640] >= widths[1280]
    assert 2 * widths[960] >= widths[1920]


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_finger_meets_large_targets_and_help_under_the_thumb(
    visitor: Visitor, width: int, height: int
) -> None:
    page = visitor.open(language="fr-FR", width=width, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": width, "height": height})
    small = page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((each) => each.checkVisibility())
          .map((each) => [each.className || each.textContent, each.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([name]) => name)"""
    )
    assert small == []
    if width > height:
        rack, table = (page.locator(x).bounding_box() for x in ("tile-rack", ".box"))
        assert rack is not None
        assert table is not None
        assert rack["x"] > table["x"] + table["width"]
        assert rack["y"] + rack["height"] <= height + 16
        return
    tab = page.locator("#tab-help")
    box = tab.bounding_box()
    assert box is not None
    assert height / 2 < box["y"] < height - 44
    tab.tap()
    expect(page.locator("#panel .steps")).to_be_in_viewport()


@pytest.mark.browser
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_the_first_game_leaves_table_and_rack_in_view(visitor: Visitor, language: str) -> None:
    """On a phone in landscape, while words are laid."""
    page = visitor.open(language=language, width=844, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 844, "height": 390})
    for step in (0, 1):
        page.evaluate("step => window.patience.lesson.to(step)", step)
        lesson, table, rack = (
            page.locator(x).bounding_box() for x in (".lesson", ".box", "tile-rack")
        )
        assert lesson is not None
        assert table is not None
        assert rack is not None
        assert lesson["height"] < 390 / 6
        assert table["y"] + table["height"] < 390
        assert rack["y"] + rack["height"] < 390


@pytest.mark.browser
def test_no_picture_of_the_menu_comes_twice(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    drawn = page.locator(".menu-dialog .icon path").evaluate_all(
        "paths => paths.map((path) => path.getAttribute('d'))"
    )
    assert len(drawn) == len(set(drawn))
    assert "undefined" not in drawn
    expect(page.locator(".menu-dialog h3")).to_have_text(["Play", "Mine", "This game", "To learn"])


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
