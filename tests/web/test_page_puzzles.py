"""The list of puzzles: what is known of each, and one's own best."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from patience import records
from tests.web.conftest import Visitor
from tests.web.hands import begin, choose, lay
from tests.web.server import FULL

DEVILS = re.compile("The devils.+square")

pytestmark = pytest.mark.browser


def puzzles(page: Page, name: str, menu: str = "Menu") -> Locator:
    page.get_by_role("button", name=menu).click()
    page.get_by_role("button", name=name).click()
    dialog = page.locator(".puzzles-dialog")
    expect(dialog.locator("li").first).to_be_visible()
    return dialog


def test_a_puzzle_is_chosen_and_ones_own_best_stands_beside_it(page: Page) -> None:
    dialog = puzzles(page, "Puzzles")
    record = records.read("gay-play-frame-9x7")
    box = dialog.get_by_role("button", name="The box of 1935")
    expect(box).to_contain_text(f"Best known: {record.cost} face down")
    expect(box).to_contain_text(f"Proven: no less than {record.bound} face down")
    expect(box).not_to_contain_text("You")
    board = dialog.get_by_role("button", name="The board", exact=False).first
    expect(board).to_contain_text("Proven: it cannot be less")
    box.press("Enter")
    expect(dialog).to_have_count(0)
    lay(page, FULL)
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


def test_the_list_has_parts_and_begins_with_the_readers_words(page: Page, visitor: Visitor) -> None:
    parts = puzzles(page, "Puzzles").locator("section")
    expect(parts.locator("h3")).to_have_text(
        ["In English words", "The game itself, in French words", "With a story, in French words"]
    )
    expect(parts.nth(0).locator("li b:first-child").first).to_have_text("To begin with, in English")
    french = visitor.open(language="fr-FR")
    parts = puzzles(french, "Problèmes").locator("section")
    expect(parts.locator("h3")).to_have_text(
        ["Le jeu lui-même", "Avec une histoire", "En mots anglais"]
    )
    expect(parts.locator("li")).to_have_count(len(records.names()) - 1)
    expect(parts.nth(1).locator("li").first).to_contain_text("Pour commencer")


def test_a_story_keeps_its_name_and_ones_own_best(visitor: Visitor) -> None:
    """The name stands above the table, in the list of games and with a link; a devil counts."""
    page = visitor.open()
    puzzles(page, "Puzzles").get_by_role("button", name=DEVILS).press("Enter")
    expect(page.locator("#title")).to_have_text(DEVILS)
    lay(page, ["brader", "revete", "avivat", "desola", "erayai", "lesais"])
    expect(page.locator(".seal.valid")).to_be_visible()
    story = puzzles(page, "Puzzles").get_by_role("button", name=DEVILS)
    expect(story).to_contain_text("Proven: it cannot be less")
    expect(story).to_contain_text("You: 0 face down")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    link = page.locator("textarea").nth(1).input_value()
    page.keyboard.press("Escape")
    begin(page, width="5")  # the same puzzle again would have its name as soon as it is known
    expect(page.locator("#title")).to_have_text("The frame, 5 \u00d7 6")
    choose(page, "My games")
    expect(page.locator(".games-dialog li").first).to_contain_text(DEVILS)
    other = visitor.open(language="fr-FR", width=360, has_touch=True)
    other.goto(link)
    expect(other.locator("#title")).to_have_text("Le carré des diables")
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
