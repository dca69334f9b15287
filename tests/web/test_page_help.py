"""Help on the page: searches, hints, looking ahead and back; their processes' end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, play_small, rows, verdict
from tests.web.server import BEGUN, EMPTY, EXAMPLE, POOR, eventually, serving

pytestmark = pytest.mark.browser

HALF = [*EXAMPLE[:4], "U........", "E........", "Z........"]


def finish(page: Page) -> None:
    help_ = panel(page, "help")
    help_.locator("select").first.select_option("300")
    help_.get_by_role("button", name="Search").click()


def test_live_grids_are_proposed_put_away_and_stopped(page: Page) -> None:
    lay(page, HALF)
    finish(page)
    expect(page.locator(".ladder li.best")).to_be_visible()
    expect(page.locator("tile-table.previewing .proposed").first).to_be_visible()
    assert rows(page) == HALF  # only proposed
    page.get_by_role("button", name="Discard").click()
    seconds = page.evaluate("window.patience.search.seconds")
    page.wait_for_function("before => window.patience.search.seconds > before", arg=seconds)
    expect(page.locator("tile-table.previewing")).to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".waiting")).to_have_count(0)
    assert rows(page) == HALF


@pytest.mark.parametrize(
    ("name", "button", "shown"),
    [("help", "Search", ".ladder li.best"), ("outlook", "Estimate", ".chance.reached")],
)
def test_a_move_ends_what_was_asked_about_another_table(
    page: Page, name: str, button: str, shown: str
) -> None:
    lay(page, HALF)
    panel(page, name).get_by_role("button", name=button, exact=True).click()
    expect(page.locator(shown).first).to_be_visible()
    page.evaluate("window.patience.leave()")
    lay(page, ["THERMIDOR", *EMPTY[1:]])
    expect(page.locator(shown)).to_have_count(0)
    expect(page.get_by_role("button", name=button, exact=True)).to_be_enabled()
    assert not page.evaluate("window.patience.search.running")


def test_a_hint_in_three_steps(page: Page) -> None:
    play_small(page, BEGUN)
    help_ = panel(page, "help")
    help_.get_by_role("button", name="1. Where?").click()
    expect(page.locator(".hint-step")).to_contain_text("Look at")
    expect(page.locator(".hinted")).to_have_count(1)
    help_.get_by_role("button", name="2. How many letters?").click()
    expect(page.locator(".hint-step")).to_contain_text("letters")
    length = page.locator(".hinted").count()
    assert length > 1
    help_.get_by_role("button", name="3. Which word?").click()
    expect(page.locator(".hint-step")).to_contain_text(re.compile("^[A-Z]+[ ,]"))
    word = (page.locator(".hint-step").text_content() or "").split(",")[0].split()[0]
    assert len(word) == length
    expect(page.locator(".hint-step + ul li").first).to_contain_text(
        re.compile("noun|adjective|verb|participle|infinitive")
    )
    help_.get_by_role("button", name="Lay the word").click()
    assert word in [run["text"] for run in verdict(page)["runs"]]


def test_only_the_selection_is_filled(page: Page) -> None:
    play_small(page, ["UNE", "...", "..."])
    page.get_by_role("button", name="Select cells").first.click()
    for row in (1, 2):
        cell(page, row, 0).click()
    page.get_by_role("button", name="Fill 2 cells").click()
    page.get_by_role("button", name="Lay this grid").click()
    assert rows(page) == ["UNE", "N..", "E.."]
    assert verdict(page)["valid"]


def test_how_good_it_can_still_be(page: Page) -> None:
    play_small(page, BEGUN)
    outlook = panel(page, "outlook")
    outlook.get_by_role("button", name="Estimate").click()
    expect(page.locator(".chance.reached b").first).to_have_text("3")
    expect(page.locator(".chance.excluded b").last).to_have_text("2")
    expect(page.locator(".chance.open")).to_have_count(0)


def test_where_it_went_wrong(page: Page) -> None:
    play_small(page, ["TU.", "...", "..."], POOR)
    review = panel(page, "review")
    review.get_by_role("button", name="Analyse the game").click()
    expect(review).to_contain_text(re.compile(r"It takes \d+\ss\."))
    expect(review.get_by_role("button", name="Stop")).to_have_count(0)
    lost = [int(x.split()[-1]) for x in page.locator(".critique .with").all_inner_texts()]
    assert lost == sorted(lost, reverse=True)  # the dearest first, and those alone
    expect(page.locator(".critique .lost")).to_have_count(len(lost))
    page.locator(".critique li button").first.click()
    review.get_by_role("button", name="Best without it").click()
    expect(page.locator("tile-table.previewing")).to_be_visible()
    review.get_by_role("button", name="Back to the table").first.click()
    expect(page.locator("tile-table.previewing")).to_have_count(0)


def test_ones_own_moves_are_replayed(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    review = panel(page, "review")
    review.get_by_role("slider").fill("1")
    expect(page.locator("tile-table .tile")).to_have_count(1)
    review.get_by_role("button", name="Continue from here").click()
    assert rows(page)[0] == "A........"


def test_a_server_that_is_killed_leaves_no_search_and_the_page_says_so(visitor: Visitor) -> None:
    with serving() as server:
        page = Visitor(visitor.browser, server).open()
        lay(page, HALF)
        finish(page)
        expect(page.locator(".ladder li.best")).to_be_visible()
        searches = server.searches()
        assert searches
        server.process.kill()
        server.process.wait()
        assert eventually(lambda: not any(each.is_running() for each in searches))
        expect(page.locator(".ladder .problem")).to_contain_text("does not answer")
        page.context.close()


def test_two_pages_search_one_after_the_other(visitor: Visitor) -> None:
    one, two = visitor.open(), visitor.open()
    for each in (one, two):
        lay(each, HALF)
    finish(one)
    expect(one.locator(".ladder li.best")).to_be_visible()
    finish(two)
    expect(two.locator(".waiting, .ladder li.best").first).to_be_visible()
    one.get_by_role("button", name="Stop").click()
    expect(two.locator(".ladder li.best")).to_be_visible()
    two.get_by_role("button", name="Stop").click()
    expect(two.get_by_role("button", name="Lay this grid")).to_be_visible()
