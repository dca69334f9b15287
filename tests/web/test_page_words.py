"""Words between players: accepted and barred while playing, kept, shared, saved."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from patience.words.accents import shown
from patience.words.wordlist import fold
from tests.web.conftest import Visitor
from tests.web.hands import begin, choose, lay, panel, reload, verdict
from tests.web.server import EMPTY
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser

STRANGE = ["XZ.......", *EMPTY[1:]]


def filters(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate("window.patience.play.game.puzzle.filters")
    return found


def look(page: Page, word: str) -> None:
    """Look a word up with the keyboard alone."""
    page.locator(".words-dialog input[name=word]").fill(word)
    page.keyboard.press("Enter")
    expect(page.locator(".looked-up b")).to_have_text(shown(fold(word), "fr"))


def open_dialog(page: Page) -> None:
    panel(page, "words").get_by_role(
        "button", name=re.compile("Words of this game|Les mots de la partie")
    ).click()


def test_one_click_accepts_a_word_and_the_list_takes_it_back(page: Page) -> None:
    lay(page, STRANGE)
    words = panel(page, "words")
    expect(words.locator(".faults")).to_contain_text("XZ is not a word of this game.")
    words.get_by_role("button", name="Accept: XZ").click()
    expect(words.locator(".word.word")).to_have_text(["✓XZ"])
    assert filters(page) == {"also": ["XZ"]}
    assert verdict(page)["runs"][0]["state"] == "word"
    reload(page)
    assert filters(page) == {"also": ["XZ"]}
    open_dialog(page)
    page.get_by_role("button", name="Undo XZ").click()
    page.keyboard.press("Escape")
    expect(page.locator(".faults")).to_contain_text("XZ is not a word of this game.")
    assert filters(page) == {}


def test_a_word_barred_for_good_is_barred_in_the_next_game(page: Page) -> None:
    lay(page, ["AN.......", *EMPTY[1:]])
    open_dialog(page)
    look(page, "halait")
    expect(page.locator(".looked-up li")).to_have_text(["conjugated verb, form of haler or hâler"])
    look(page, "an")
    expect(page.locator(".looked-up")).to_contain_text("is a word of this game.")
    expect(page.locator(".looked-up li")).to_have_text(["noun"])
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Bar for good")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".looked-up")).to_contain_text("is barred from this game.")
    expect(page.locator(".own-lists li")).to_have_text(["AN barred", "AN barred"])
    page.keyboard.press("Escape")
    expect(page.locator(".faults")).to_contain_text("AN is barred from this game.")
    begin(page)
    assert filters(page) == {"ban": ["AN"]}
    lay(page, ["AN.......", *EMPTY[1:]])
    page.get_by_role("button", name="Accept: AN").click()
    expect(page.locator(".word.word")).to_have_text(["✓AN"])
    assert filters(page) == {}


def test_own_words_travel_in_link_and_file_as_far_as_they_matter(
    page: Page, visitor: Visitor, tmp_path: Path
) -> None:
    page.evaluate(
        """(rows) => {
          const { patience } = window;
          const filters = { also: ["XZ", "KIWIKIWIKI", "ZZZZ"], ban: ["AN"], no_foreign: true };
          patience.begin({ ...patience.play.game.puzzle, filters }, rows);
        }""",
        STRANGE,
    )
    page.get_by_role("button", name="Share").click()
    area = page.locator("textarea")
    assert area.first.input_value().split("\n")[0].endswith(", 4 words added or barred")
    link = area.nth(1).input_value()
    page.keyboard.press("Escape")
    text = link.partition("#game=")[2]
    sent = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    kept = {"also": ["XZ"], "ban": ["AN"], "no_foreign": True}
    assert sent["puzzle"]["filters"] == kept
    other = visitor.open(language="fr-FR")
    other.goto(link)
    other.wait_for_function("() => window.patience.play.rows[0].startsWith('XZ')")
    assert filters(other) == kept
    expect(panel(other, "words").locator(".word.word")).to_have_text(["✓XZ"])
    choose(page, "Save as")
    with page.expect_download() as saved:
        page.locator(".save-dialog").get_by_role("button", name=".txt").click()
    saved.value.save_as(tmp_path / "saved.txt")
    assert "; also: XZ\n; " in (tmp_path / "saved.txt").read_text("utf-8")


@pytest.mark.parametrize("words", ['["/etc/passwd"]', '"file:/etc/passwd"', "[1]", '{"length": 1}'])
def test_a_link_with_other_things_than_words_is_refused(page: Page, words: str) -> None:
    page.evaluate(
        """(words) => {
          const { puzzle, rows } = window.patience.play.game;
          const game = { puzzle: { ...puzzle, filters: { also: JSON.parse(words) } }, rows };
          location.hash = `game=${btoa(JSON.stringify(game))}`;
        }""",
        words,
    )
    expect(page.locator("#toast")).to_contain_text("That link holds no readable game.")
    assert filters(page) == {}


def test_everyday_words_are_one_switch_that_tells_its_price(visitor: Visitor) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    panel(page, "words").get_by_role("button", name="Les mots de la partie").tap()
    expect(page.locator(".everyday")).to_contain_text("Meilleur connu")
    page.get_by_label("Mots courants seulement").tap()
    assert page.evaluate("window.patience.play.game.puzzle.lexicon") == "fr-common"
    page.get_by_label("Mots courants seulement").tap()
    assert page.evaluate("window.patience.play.game.puzzle.lexicon") == "fr"
    page.get_by_label("Mots courants seulement").tap()
    look(page, "portâtes")
    expect(page.locator(".looked-up")).to_contain_text("pas un mot de cette partie.")
    expect(page.locator(".looked-up li")).to_have_text(
        ["verbe conjugué, littéraire, forme du mot porter"]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert grave(page) == []
    page.get_by_role("button", name="Accepter dans cette partie").tap()
    expect(page.locator(".own-lists li")).to_have_count(1)
    page.locator("dialog").get_by_role("button", name="Fermer").tap()
    expect(page.locator(".panel")).to_contain_text("1 de plus")


def test_words_are_shown_as_people_write_them_wherever_one_speaks_of_them(
    visitor: Visitor,
) -> None:
    page = visitor.open(language="fr-FR")
    four = "PECHES (péchés, pêches, pèches, pêchés)"
    lay(page, ["RIVATES**", *["*********"] * 6])
    expect(page.locator("#live")).to_contain_text("RIVATES (rivâtes) accepté")
    words = panel(page, "words")
    expect(words.locator(".word")).to_have_text(["✓RIVATES (rivâtes)"])
    expect(words.locator(".word")).to_have_attribute("aria-label", re.compile(r"^RIVATES \(riv"))
    expect(words.locator(".rare > li")).to_have_text(
        ["RIVATES (rivâtes)verbe conjugué, littéraire, forme du mot river"]
    )
    open_dialog(page)
    look(page, "pêches")
    expect(page.locator(".looked-up b")).to_have_text(four)
    page.get_by_role("button", name="Écarter de cette partie").click()
    expect(page.locator(".own-lists li")).to_have_text([f"{four} écarté"])
    page.keyboard.press("Escape")
    run = {"text": "PECHES", "row": 0, "col": 0, "across": True, "tiles": []}
    page.evaluate(
        """(run) => {
          const { search, panels } = window.patience;
          Object.assign(search, { mode: "critique", hint: run });
          search.steps = [
            { event: "step", number: 0, cost: 5, word: null },
            { event: "step", number: 1, cost: 9, word: "PECHES" },
          ];
          panels.help.step = 2;
          panels.show("help");
          panels.help.hint();
        }""",
        run,
    )
    expect(page.locator(".hint-step")).to_have_text(
        f"{four}, horizontalement, à partir de la ligne 1, colonne 1."
    )
    expect(panel(page, "review").locator(".lost span").first).to_have_text(four)
    page.evaluate(
        """() => {
          const app = window.patience;
          app.begin({ ...app.play.game.puzzle, lexicon: "en", filters: {} }, ["RESUME..."]);
        }"""
    )
    expect(panel(page, "words").locator(".word")).to_have_text(["✓RESUME"])


def test_conventions_decide_what_is_a_word(page: Page) -> None:
    page.evaluate(
        "() => { const { play } = window.patience;"
        " window.patience.begin({ ...play.game.puzzle, filters: { infinitives: true } }); }"
    )
    lay(page, ["ALLER.UNE", *EMPTY[1:]])
    assert [run["state"] == "word" for run in verdict(page)["runs"]] == [True, False]
    page.evaluate(
        "() => { const { play } = window.patience;"
        " window.patience.playWith({ ...play.game.puzzle, filters: {} }, true); }"
    )
    assert [run["state"] for run in verdict(page)["runs"]] == ["word", "word"]
    assert {each["rule"] for each in verdict(page)["violations"]} == {"connected"}
