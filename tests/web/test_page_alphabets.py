"""Tiles of several letters on the page: typed by their letters, judged, saved, pasted, shared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from patience.cli import main
from tests.web.hands import begin, cell, choose, panel, reload, rows, stack, verdict
from tests.web.server import Server, serving
from tests.web.test_page_access import grave
from tests.web.test_page_keys import paste, strike

pytestmark = pytest.mark.browser

WORDS = {
    "es": "chocho\nche\nniño\nojo\nella\nlle\nocho\nal\nel\nlo\nno\n",
    "ca": "col·legi\nany\nquin\nla\nel\nno\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small Spanish and Catalan lexicons of the player."""
    folder = tmp_path_factory.mktemp("player")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.setenv("HOME", str(folder))
        for name, words in WORDS.items():
            (folder / f"{name}.txt").write_text(words, "utf-8")
            added = CliRunner().invoke(main, ["lexicon", "add", name, str(folder / f"{name}.txt")])
            assert added.exit_code == 0, added.output
        with serving() as running:
            yield running


def play(page: Page, language: str, width: str) -> None:
    begin(page, tiles=f"scrabble-{language}", width=width, height="2")
    assert page.evaluate("window.patience.play.game.puzzle.lexicon") == language


def struck(page: Page, text: str) -> None:
    """Strike letters that not every keyboard has."""
    strike(page, *((x, "KeyA", 0) for x in text))


def test_a_tile_of_two_letters_is_typed_by_them(page: Page) -> None:
    play(page, "es", "4")
    cell(page, 0, 0).click()
    page.keyboard.type("chocho")
    # The set has one tile CH: the second C and H are laid as themselves, and the word is none.
    expect(cell(page, 0, 0).locator(".tile")).to_have_text("CH")
    assert rows(page)[0] == "ＣOCH"  # noqa: RUF001
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    cell(page, 0, 2).click()
    page.keyboard.press(" ")
    stack(page, "Ｃ").click()  # noqa: RUF001
    page.keyboard.type("o")
    assert rows(page)[0] == "ＣOｃO"  # noqa: RUF001
    panel(page, "words")
    expect(page.locator(".word.word")).to_have_text(["✓CHOCHO"])
    assert verdict(page)["runs"][0]["state"] == "word"
    expect(cell(page, 0, 2)).to_have_attribute("aria-label", "CH, a devil, row 1, column 3")
    expect(stack(page, "Ｃ")).to_have_class("stack spent")  # noqa: RUF001
    assert grave(page) == []
    reload(page)
    assert rows(page)[0] == "ＣOｃO"  # noqa: RUF001


def test_letters_with_accents_of_their_own_are_typed(page: Page) -> None:
    play(page, "es", "4")
    cell(page, 0, 0).click()
    struck(page, "niño")
    assert rows(page)[0] == "NIÑO"
    cell(page, 1, 0).click()
    struck(page, "ál")
    assert rows(page)[1] == "AL.."


def test_catalan_tiles_wait_for_their_letters(page: Page) -> None:
    play(page, "ca", "7")
    cell(page, 0, 0).click()
    struck(page, "col·legi")
    assert rows(page)[0].startswith("COＡEGI")  # noqa: RUF001
    cell(page, 1, 0).click()
    page.keyboard.type("quin")  # there is no tile Q, so nothing is laid before the U
    assert rows(page)[1] == "ＱIN...."  # noqa: RUF001


def test_a_grid_is_saved_and_pasted_with_brackets(page: Page) -> None:
    play(page, "es", "4")
    cell(page, 0, 0).click()
    page.keyboard.type("che")
    choose(page, "Save as…")
    with page.expect_download() as download:
        page.locator(".save-dialog li", has_text="text").first.get_by_role("button").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert text.endswith("[CH]E..\n....\n")
    assert "; alphabet: es" in text
    paste(page, "E . . .\nLL . . .\n")
    expect(cell(page, 1, 0).locator(".tile")).to_have_text("LL")
    assert rows(page) == ["E...", "Ｌ..."]  # noqa: RUF001
