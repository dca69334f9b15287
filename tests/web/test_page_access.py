"""The page for everyone: axe, languages, themes."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel
from tests.web.server import EMPTY, EXAMPLE, FULL


def found(page: Page) -> list[Any]:
    """Return what axe finds; a page is given its script once."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    violations: list[Any] = page.evaluate(
        "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
        ".map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html.slice(0, 200))])"
    )
    return violations


def grave(page: Page) -> list[Any]:
    """Return what axe finds that is serious or critical."""
    return [each for each in found(page) if each[1] in ("serious", "critical")]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("theme", "language"), [("light", "fr-FR"), ("dark", "en-GB"), ("contrast", "fr-FR")]
)
def test_axe_finds_nothing_grave(visitor: Visitor, theme: str, language: str) -> None:
    page = visitor.open(language=language)
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    assert grave(page) == []
    lay(page, [*EXAMPLE[:3], "XZ.......", *EMPTY[4:]])
    page.locator(".faulty").wait_for()
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        assert grave(page) == [], name
    page.evaluate("rows => window.patience.play.replace(rows, 'help')", FULL)
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
          ];
        }"""
    )
    assert looks[0] == looks[2] == "solid"
    assert "gradient" in looks[1]
    assert grave(page) == []


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
