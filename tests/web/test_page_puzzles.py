"""The list of puzzles: what is known of each, and one's own best."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from patience import records
from tests.web.conftest import Visitor
from tests.web.hands import lay
from tests.web.server import EXAMPLE
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser


def puzzles(page: Page, name: str, menu: str = "Menu") -> Locator:
    page.get_by_role("button", name=menu).click()
    page.get_by_role("button", name=name).click()
    dialog = page.locator(".puzzles-dialog")
    expect(dialog.locator("li").first).to_be_visible()
    return dialog


def test_a_puzzle_is_chosen_and_ones_own_best_stands_beside_it(page: Page) -> None:
    dialog = puzzles(page, "Puzzles")
    assert grave(page) == []
    record = records.read("gay-play-frame-9x7")
    box = dialog.get_by_role("button", name="The box of 1935")
    expect(box).to_contain_text(f"Best known: {record.cost} face down")
    expect(box).to_contain_text(f"Proven: no less than {record.bound} face down")
    expect(box).not_to_contain_text("You")
    board = dialog.get_by_role("button", name="The board", exact=False).first
    expect(board).to_contain_text("Proven: nothing better")
    box.press("Enter")
    expect(dialog).to_have_count(0)
    lay(page, [row.replace(".", "*") for row in EXAMPLE])
    expect(page.locator(".seal.valid")).to_be_visible()
    box = puzzles(page, "Puzzles").get_by_role("button", name="The box of 1935")
    expect(box).to_contain_text("You: 16 face down")
    box.click()
    assert page.evaluate("window.patience.play.rows[0]") == "THERMIDOR"  # the game goes on


def test_a_finger_chooses_a_compact_one_in_french(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    dialog = puzzles(page, "Problèmes")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dialog.get_by_role("button", name="Condensé, sans diables").tap()
    expect(page.locator("#title")).to_have_text("La grille condensée")
    tiles = page.evaluate("window.patience.play.game.puzzle.tiles")
    assert (sum(tiles["counts"]), tiles["jokers"]) == (61, 0)
