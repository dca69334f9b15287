"""The first and the last minute: a first game in three steps, and what came of a finished one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, choose, lay, panel, reload, rows, stack
from tests.web.server import EMPTY, EXAMPLE, FULL
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser


def done(page: Page, name: str = "I have finished") -> None:
    page.locator("#finish").get_by_role("button", name=name, exact=True).click()


def test_having_finished_lays_the_rest_face_down_and_sums_up(page: Page) -> None:
    lay(page, EXAMPLE)
    expect(page.locator(".seal")).to_have_text("16 words, all valid")
    done(page)
    dialog = page.locator("#panel")
    expect(dialog.locator(".result h3")).to_have_text("Finished")
    expect(dialog.locator(".digits")).to_have_attribute("aria-label", "16 face down")
    expect(dialog.locator(".digits .tile")).to_have_text(["1", "6"])
    expect(dialog.locator(".compared")).to_have_text(re.compile(r"\d+ more than the best known\."))
    longest, left = dialog.locator(".tile-row").nth(0), dialog.locator(".tile-row").nth(1)
    expect(longest).to_have_attribute("aria-label", "THERMIDOR")
    expect(left).to_have_attribute("aria-label", "A B B C F G J L O O O U V V W Y")
    assert grave(page) == []
    assert [row.upper() for row in rows(page)] == FULL
    expect(page.locator(".seal.valid.over")).to_have_text("Finished: all words are valid")
    expect(page.locator("#status")).to_contain_text("you: 16")
    panel(page, "words")
    done(page, "Result")
    expect(dialog.locator(".result")).to_be_visible()
    dialog.get_by_role("button", name="What did I miss?").click()
    assert page.evaluate("window.patience.search.mode") == "missed"
    page.keyboard.press("Control+z")
    assert [row.upper() for row in rows(page)] == EXAMPLE


def test_what_is_not_valid_is_not_finished(page: Page) -> None:
    expect(page.locator("#finish button")).to_be_disabled()
    lay(page, ["THERMIDO.", *EMPTY[1:]])
    done(page)
    sure = page.locator(".sure-dialog")
    sure.get_by_role("button", name="Go on").click()  # where most is empty, it asks
    expect(sure).to_have_count(0)
    expect(page.locator("#toast.shown")).to_have_count(0)
    done(page)
    sure.get_by_role("button", name="Finish", exact=True).click()
    expect(page.locator("#toast.shown")).to_have_text("Not finished yet. THERMIDO is not a word.")
    expect(page.locator(".result")).to_have_count(0)
    assert rows(page)[0] == "THERMIDO."


def test_the_last_tile_ends_the_game_by_itself(page: Page) -> None:
    """Laid by hand; a grid that comes whole, and what is undone and done again, ends nothing."""
    lay(page, [*FULL[:6], FULL[6][:-1] + "."])
    cell(page, 6, 8).click()
    page.keyboard.type("n")
    dialog = page.locator(".result")
    expect(dialog).to_be_visible()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".seal.over")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_a_board_ends_when_the_player_says_so(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=390, has_touch=True)
    page.evaluate(
        "window.patience.begin({...window.patience.play.game.puzzle, goal: 'board', size: null,"
        " board: ['....', '....']})"
    )
    lay(page, ["AN..", "...."])
    expect(page.locator("#status")).not_to_contain_text("Votre meilleur")
    page.get_by_role("button", name="J\u2019ai fini").tap()
    page.locator(".sure-dialog").get_by_role("button", name="Finir", exact=True).tap()
    expect(page.locator(".result .unit")).to_have_text("carrés non posés")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    reload(page)
    expect(page.locator(".seal.over")).to_be_visible()
    page.evaluate("window.patience.play.lift({ row: 0, col: 0 })")
    expect(page.locator(".seal.over")).to_have_count(0)


def test_help_is_told_and_not_celebrated(page: Page) -> None:
    lay(page, ["THERMIDOR", *EMPTY[1:]])
    page.evaluate("rows => window.patience.play.replace(rows, 'help')", FULL)
    done(page, "Result")
    expect(page.locator(".result h3")).to_have_text("Finished, with help")
    expect(page.locator(".celebrating")).to_have_count(0)


def test_the_best_of_ones_own_is_celebrated_on_the_table(page: Page) -> None:
    first = ["THERMIDOR", *["*" * 9] * 6]
    for grid, hops in ((first, 0), (FULL, 1)):
        lay(page, [*grid[:6], grid[6][:8] + "."])
        cell(page, 6, 8).click()
        page.keyboard.type(grid[6][8].replace("*", "."))
        expect(page.locator(".result")).to_be_visible()
        assert page.locator("tile-table.celebrating").count() == hops


def test_nothing_moves_where_motion_is_unwanted(visitor: Visitor) -> None:
    page = visitor.open(reduced_motion="reduce")
    lay(page, EXAMPLE)
    done(page)
    expect(page.locator(".result")).to_be_visible()
    page.evaluate("window.patience.table.celebrate()")
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_next_box_is_the_latest_that_is_not_finished(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-25T10:00:00")
    page.evaluate(
        "localStorage.setItem('patience.days', JSON.stringify({'2026-11-25': 9, '2026-11-24': 9}))"
    )
    lay(page, EXAMPLE)
    done(page)
    page.locator(".result").get_by_role("button", name="Box of November 23").click()
    expect(page.locator("#title")).to_have_text("Box of November 23")


def test_the_marks_rest_while_every_word_is_valid(page: Page) -> None:
    mark = "getComputedStyle(document.querySelector('.across-first'), '::before').display"
    lay(page, ["THERMIDOR", *EMPTY[1:]])
    expect(page.locator(".seal.valid")).to_have_text("1 word, valid")
    assert page.evaluate(mark) == "none"
    lay(page, ["THERMIDOR", "Z........", *EMPTY[2:]])
    expect(page.locator(".seal.valid")).to_have_count(0)
    assert page.evaluate(mark) != "none"


# ---- the first game


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_a_stranger_plays_a_first_game_by_touch(visitor: Visitor, width: int, height: int) -> None:
    """From the first start to the end of a game, in French, in twelve taps without a dead end."""
    page = visitor.open(language="fr-FR", width=width, has_touch=True, is_mobile=True, taught=False)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "addEventListener('pointerdown', () => { window.taps = (window.taps ?? 0) + 1; }, true)"
    )
    lesson = page.locator("#lesson")
    expect(lesson.locator("h2")).to_have_text("Remplissez l\u2019écrin")
    lesson.get_by_role("button", name="Petit").tap()
    expect(page.locator("[role=gridcell]")).to_have_count(25)
    page.evaluate(
        "() => { const { game } = window.patience.play, { counts } = game.puzzle.tiles;"
        " for (const i of [18, 4, 11]) counts[i] = 2; }"  # so that SEL can be laid twice
    )
    assert grave(page) == []
    for letter in "SEL":
        stack(page, letter).tap()
    expect(lesson.locator("h2")).to_have_text("Croisez ce mot")
    cell(page, 0, 0).tap()
    cell(page, 0, 0).tap()
    for letter in "SEL":
        stack(page, letter).tap()
    expect(lesson.locator("h2")).to_have_text("Lisez les traits")
    assert grave(page) == []
    lesson.get_by_role("button", name="Jouer").tap()
    expect(lesson).to_be_hidden()
    page.get_by_role("button", name="J\u2019ai fini").tap()
    page.locator(".sure-dialog").get_by_role("button", name="Finir", exact=True).tap()
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("taps") == 12
    page.locator("#panel").get_by_role("button", name="Fermer").tap()
    expect(page.locator(".result")).to_be_hidden()
    reload(page)
    expect(lesson).to_be_hidden()
    tiles = page.evaluate("window.patience.play.game.puzzle.tiles.counts")
    page.get_by_role("button", name="Résultat").tap()
    page.locator(".result").get_by_role("button", name="Encore une").tap()  # in one tap
    expect(page.locator("[role=gridcell]")).to_have_count(25)
    again = page.evaluate("window.patience.play.game.puzzle.tiles")
    assert sum(again["counts"]) + again["jokers"] == 30
    assert again["counts"] != tiles
    assert rows(page) == ["....."] * 5


def test_the_first_game_is_skipped_for_good_and_comes_again_from_the_menu(
    visitor: Visitor,
) -> None:
    page = visitor.open(taught=False)
    lesson = page.locator("#lesson")
    lesson.get_by_role("button", name="Skip").click()
    reload(page)
    expect(lesson).to_be_hidden()
    lay(page, EXAMPLE)
    choose(page, "First game")
    expect(lesson.locator("h2")).to_have_text("Fill the box")
    assert rows(page) == EMPTY
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    expect(lesson.locator("h2")).to_have_text("Cross this word")
    panel(page, "help")
