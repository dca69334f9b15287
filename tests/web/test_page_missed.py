"""What was missed, on the page: by mouse, touch and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.analysis.grids import CROSSWORD
from tests.web.conftest import Visitor
from tests.web.hands import lay, missed, panel, rows, verdict
from tests.web.server import EXAMPLE
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser

FULL = [row.replace(".", "*") for row in EXAMPLE]


def test_a_finished_grid_gets_better_ones_to_lay(page: Page) -> None:
    lay(page, FULL)
    mine = rows(page)
    panel(page, "words").get_by_role("button", name="What did I miss?").click()
    missed(page, "Stop")
    first = page.locator(".missed button").first
    expect(first).to_contain_text(re.compile(r"\d+ fewer face down.*\d+ cells? changes?"))
    first.click()
    expect(page.locator("tile-table .proposed").first).to_be_visible()
    expect(page.locator(".seal.valid")).to_be_visible()
    assert rows(page) == mine  # only proposed
    assert grave(page) == []
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("tile-table .proposed")).to_have_count(0)
    first.click()
    page.get_by_role("button", name="Lay this grid").click()
    told = verdict(page)
    assert told["valid"]
    assert told["cost"] < 16
    page.keyboard.press("Control+z")
    assert rows(page) == mine


def test_the_keyboard_and_a_finger_do_the_same_in_french(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    page.locator("#tab-review").tap()
    expect(page.locator("#panel")).to_contain_text("Posez d’abord une grille valable.")  # noqa: RUF001
    lay(page, FULL)
    look = page.get_by_role("button", name="Regarder")
    expect(look).to_be_enabled()
    look.focus()
    page.keyboard.press("Enter")
    missed(page, "Arrêter", "Regarder")
    page.locator(".missed button").first.tap()
    expect(page.locator("tile-table .proposed").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".missed button").first.focus()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.closest('.missed') !== null"):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Adopter cette grille")).to_be_focused()
    page.keyboard.press("Enter")
    assert verdict(page)["cost"] < 16


def test_a_compact_grid_gets_smaller_ones(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    page.evaluate(
        """rows => {
          const { patience } = window;
          const { puzzle } = patience.play.game;
          const tiles = patience.start.tiles["diamino-61"];
          patience.begin({ ...puzzle, tiles, goal: "compact", size: null }, rows);
        }""",
        list(CROSSWORD.rows),
    )
    expect(page.locator(".seal.valid")).to_be_visible()
    panel(page, "review").get_by_role("button", name="Regarder").tap()
    missed(page, "Arrêter", "Regarder")
    first = page.locator(".missed button").first
    expect(first).to_contain_text(re.compile(r"Surface plus petite de \d+.*\d+ cases? changent"))
    first.tap()
    expect(page.locator("tile-table .proposed").first).to_be_visible()
    page.get_by_role("button", name="Adopter cette grille").tap()
    told = verdict(page)
    assert told["valid"]
    assert told["cost"] < 100
    page.keyboard.press("Control+z")
    assert verdict(page)["cost"] == 100
