"""What was missed, on the page: by mouse, touch and keyboard."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import missed, panel, play, play_small, rows, verdict
from tests.web.server import POOR, SMALL, counted
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser

MINE = [row.replace(".", "*") for row in POOR]


def test_a_finished_grid_gets_better_ones_to_lay(page: Page) -> None:
    play_small(page, MINE)
    mine = rows(page)
    panel(page, "words").get_by_role("button", name="What did I miss?").click()
    missed(page)
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
    assert told["cost"] == 2
    page.keyboard.press("Control+z")
    assert rows(page) == mine


def test_the_list_has_no_grid_that_another_beats_with_fewer_changes(page: Page) -> None:
    rng, told = Random(1), list[tuple[int, int]]()  # cost and changes, as the server tells them
    for cost in (rng.randint(0, 30) for _ in range(200)):
        new = (cost, 31 - cost + rng.randint(0, 8))
        if not any(a <= new[0] and b <= new[1] for a, b in told):
            told.append(new)
    listed = page.evaluate(
        """async (told) => {
          const { Search } = await import("/search.js");
          const search = new Search(null), game = { puzzle: { goal: "board" } };
          for (const [cost, n] of told)
            search.heard({ event: "missed", cost, changed: Array(n).fill(0) }, game, []);
          return search.missed.map((each) => [each.cost, each.changed.length]);
        }""",
        told,
    )
    unbeaten = [
        (cost, changes)
        for cost, changes in told
        if not any(a <= cost and b <= changes for a, b in {*told} - {(cost, changes)})
    ]
    assert len(told) > len(unbeaten) > 3
    assert [*map(tuple, listed)] == sorted(unbeaten, key=lambda each: each[1])


def test_the_keyboard_and_a_finger_do_the_same_in_french(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    page.locator("#tab-review").tap()
    expect(page.locator("#panel")).to_contain_text("Posez d’abord une grille valable.")  # noqa: RUF001
    play_small(page, MINE)
    look = page.get_by_role("button", name="Regarder")
    expect(look).to_be_enabled()
    look.focus()
    page.keyboard.press("Enter")
    missed(page, "Regarder")
    page.locator(".missed button").first.tap()
    expect(page.locator("tile-table .proposed").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".missed button").first.focus()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.closest('.missed') !== null"):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Adopter cette grille")).to_be_focused()
    page.keyboard.press("Enter")
    assert verdict(page)["cost"] == 2


def test_a_compact_grid_gets_smaller_ones(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    loose = ["....T", "....U", "....N", ".TUNE", "..N..", "UNE.."]
    puzzle = {**SMALL, "goal": "compact", "size": None, "tiles": counted("".join(loose))}
    play(page, puzzle, loose)
    expect(page.locator(".seal.valid")).to_be_visible()
    panel(page, "review").get_by_role("button", name="Regarder").tap()
    missed(page, "Regarder")
    first = page.locator(".missed button").first
    expect(first).to_contain_text(re.compile(r"Surface plus petite de \d+.*\d+ cases? changent"))
    first.tap()
    expect(page.locator("tile-table .proposed").first).to_be_visible()
    page.get_by_role("button", name="Adopter cette grille").tap()
    told = verdict(page)
    assert told["valid"]
    assert told["cost"] < 30
    page.keyboard.press("Control+z")
    assert verdict(page)["cost"] == 30
