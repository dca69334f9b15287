"""A game in one file: what it holds, and how it is played without a server or a network."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Page, expect

from patience import records
from patience.cli import main
from patience.files.grids import parse_grid
from patience.game.grid import Grid
from patience.render.formats import Options, render
from patience.render.language import LANGUAGES
from patience.render.scene import Scene, scene_of
from tests.web.conftest import TAUGHT, Visitor
from tests.web.hands import cell, drag, lay, panel, rows, stack
from tests.web.server import EMPTY, EXAMPLE, FRAME, LONG, Server
from tests.web.test_page_access import grave
from tests.web.test_page_storage import KEEPS_NOTHING

MAX_BYTES = 1_200_000
KNOWN = "gay-play-frame-9x7"


def scene(text: str, language: str = "en") -> Scene:
    file = parse_grid(text)
    spec = file.spec().for_grid(file.grid)
    return scene_of(spec.puzzle(), file.grid, file.header, code=language)


@cache
def game(text: str = "", language: str = "en", note: str = "") -> str:
    """Return the file of a grid's puzzle."""
    asked = scene(text or "\n".join(["; tiles: diamino-63", *EXAMPLE]), language)
    made = render([asked], "play", Options(note=note))
    assert isinstance(made, str)
    return made


def held(file: str) -> dict[str, Any]:
    found = re.search(r'id="held">(.*?)</script>', file)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


def unsealed(file: str) -> list[str]:
    text: str = held(file)["sealed"]
    return zlib.decompress(b64decode(text), -zlib.MAX_WBITS).decode().split("/")


# ---- what a file holds --------------------------------------------------------------------------


def test_a_file_is_small_and_asks_the_network_for_nothing() -> None:
    file = game()
    assert len(file.encode()) < MAX_BYTES
    plain = re.sub(r"data:[\w/+-]+;base64,[\w+/=]+", "", file)
    assert not re.search(r"""(src|href)="[^#"]|url\(|@import|https?:""", plain)


def test_a_file_holds_all_languages() -> None:
    assert all(f'"{code}.js": "data:' in game() for code in LANGUAGES)


def test_the_best_grid_known_is_sealed() -> None:
    file = game()
    record = records.read(KNOWN).grid
    assert (held(file)["cost"], unsealed(file)) == (5, list(record.rows))
    assert not any(row in file for row in record.rows)


@pytest.mark.parametrize("rows", [EXAMPLE, list(Grid(tuple(EXAMPLE)).transposed().rows)])
def test_where_a_record_does_not_stand_the_grid_itself_is_sealed_as_the_table_lies(
    rows: list[str],
) -> None:
    word = records.read(KNOWN).report.words[0].text
    above = f"; goal: frame\n; size: 9x7\n; tiles: diamino-63\n; ban: {word}\n"
    file = game(above + "\n".join(rows))
    assert (held(file)["cost"], unsealed(file)) == (16, EXAMPLE)


def test_a_grid_with_faults_is_not_sealed() -> None:
    file = game("; goal: frame\n; tiles: ABCDXZ\nAXB\nZCD\n")
    assert (held(file)["sealed"], held(file)["cost"]) == (None, None)


def test_no_name_of_a_file_goes_along(tmp_path: Path) -> None:
    words = tmp_path / "secret.txt"
    words.write_text("AN\nNE\n")
    file = game(f"; goal: frame\n; tiles: AANNEE\n; lexicon: {words}\nAN\nNE\n")
    assert "secret" not in file
    assert held(file)["puzzle"]["lexicon"] == "fr"


def test_show_makes_a_game_of_an_instance(tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    asked = ["show", KNOWN, "--format", "play", "--language", "fr", "--output", str(target)]
    assert CliRunner().invoke(main, asked).exit_code == 0
    file = target.read_text("utf-8")
    assert (held(file)["language"], held(file)["name"], held(file)["cost"]) == ("fr", KNOWN, 5)


def test_show_takes_a_note_for_a_game_alone() -> None:
    made = CliRunner().invoke(main, ["show", KNOWN, "--format", "play", "--note", "Bon jeu !"])
    assert held(made.stdout)["note"] == "Bon jeu !"
    drawn = CliRunner().invoke(main, ["show", KNOWN, "--format", "svg", "--note", "Bon jeu !"])
    assert (drawn.exit_code, drawn.stdout) == (2, "")
    assert "--note" in drawn.stderr


def test_an_instance_without_a_known_grid_can_be_played_but_not_drawn(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('goal = "compact"\ntiles = "NEZUNE"\n')
    drawn = CliRunner().invoke(main, ["show", str(own), "--format", "svg"])
    assert (drawn.exit_code, drawn.stdout) == (2, "")
    assert "no grid of" in drawn.stderr
    played = CliRunner().invoke(main, ["show", str(own), "--format", "play"])
    assert played.exit_code == 0, played.stderr
    assert held(played.stdout)["sealed"] is None


def test_show_draws_the_best_known_grid_of_an_instance() -> None:
    shown = CliRunner().invoke(main, ["show", KNOWN])
    assert parse_grid(shown.stdout).grid == records.read(KNOWN).grid


# ---- how it is played ---------------------------------------------------------------------------


@dataclass
class Reader:
    """Opens files in a browser without a network, each in a browser of its own."""

    browser: Browser
    folder: Path
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def open(self, file: str, *, before: str = TAUGHT, **options: Any) -> Page:
        path = self.folder / "game.html"
        path.write_text(file, "utf-8")
        context = self.browser.new_context(**options)
        context.set_default_timeout(LONG * 1000)
        context.set_offline(True)
        context.add_init_script(before)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text))
        page.on("request", lambda asked: self.asked(asked.url))
        self.go(page)
        return page

    def go(self, page: Page) -> None:
        page.goto((self.folder / "game.html").as_uri())
        page.wait_for_selector("html[data-ready]")

    def asked(self, url: str) -> None:
        if not url.startswith(("data:", "file:")):
            self.troubles.append(url)


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Reader]:
    reading = Reader(browser, tmp_path)
    yield reading
    for context in reading.contexts:
        context.close()
    assert reading.troubles == []


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


@pytest.mark.browser
def test_on_a_phone_by_touch(reader: Reader) -> None:
    page = reader.open(game(language="fr"), **PHONE)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    for letter in "UNE":
        stack(page, letter).tap()
    expect(page.locator(".seal.valid")).to_be_visible()
    stack(page, "?").tap()
    stack(page, "X").tap()
    expect(page.locator(".seal.faulty")).to_be_visible()
    assert rows(page)[0] == "UNEx....."
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_by_keyboard_and_mouse_and_the_game_is_kept(reader: Reader) -> None:
    page = reader.open(game())
    page.keyboard.type("thermidor")
    expect(page.locator(".seal.valid")).to_be_visible()
    drag(page, stack(page, "A"), cell(page, 3, 3))
    expect(page.locator(".seal.faulty")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator(".word.word")).to_contain_text(["THERMIDOR"])
    reader.go(page)
    assert rows(page)[0] == "THERMIDOR"
    reader.go(page)
    lay(page, EMPTY)
    expect(page.locator(".seal.pending")).to_be_visible()


@pytest.mark.browser
def test_it_shows_words_as_people_write_them(reader: Reader) -> None:
    page = reader.open(game())
    lay(page, ["PECHES...", *EMPTY[1:]])
    four = "PECHES (péchés, pêches, pèches, pêchés)"
    expect(panel(page, "words").locator(".word.word")).to_have_text([f"✓{four}"])


@pytest.mark.browser
def test_it_begins_with_the_goal_and_the_senders_words(reader: Reader) -> None:
    page = reader.open(game(note="<b>Bonne</b> chance !", language="fr"), before="")
    dialog = page.locator(".note-dialog")
    expect(dialog.locator(".note")).to_have_text("<b>Bonne</b> chance !")
    expect(dialog).to_contain_text("Remplissez l\u2019écrin")
    dialog.get_by_role("button", name="Jouer").click()
    lesson = page.locator("#lesson")
    expect(lesson.locator("h2")).to_have_text("Remplissez l\u2019écrin")
    lesson.get_by_role("button", name="Passer").click()
    page.keyboard.type("an")
    reader.go(page)
    expect(page.locator("dialog")).to_have_count(0)
    expect(lesson).to_be_hidden()


@pytest.mark.browser
def test_without_scripts_it_says_three_sentences_in_its_language(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "game.html").write_text(game(language="fr"), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "game.html").as_uri())
    shown = page.locator("body").inner_text().strip()
    assert shown.startswith("Ce jeu a besoin de JavaScript")
    assert (shown.count(". "), shown.count("\n"), shown[-1]) == (2, 0, ".")
    context.close()


@pytest.mark.browser
def test_everyday_words_earn_their_badge(reader: Reader) -> None:
    page = reader.open(game("; tiles: ANNUX\n; goal: frame\n; size: 2x2\n..\n.."))
    lay(page, ["AN", "NU"])
    expect(page.locator(".seal.valid")).to_be_visible()
    assert "everyday" in page.evaluate("window.patience.judge.verdict.badges")


def test_everyday_words_are_held_where_a_badge_can_be_earned() -> None:
    assert len(held(game())["everyday"]) < 100_000
    assert held(game("; goal: compact\n; tiles: ANNU\nAN\nNU"))["everyday"] is None


@pytest.mark.browser
def test_the_sealed_grid_is_shown_when_asked_twice_and_judged(reader: Reader) -> None:
    page = reader.open(game())
    panel(page, "help").get_by_role("button", name="Break the seal").click()
    assert page.evaluate("window.patience.table.overlay.preview") is None
    page.locator("#panel .sealed button").click()
    expect(page.locator(".seal.valid")).to_be_visible()
    expect(page.locator(".readout .value").first).to_have_text("5")
    page.locator("#panel .sealed button").click()
    assert rows(page) == EMPTY
    expect(page.locator(".proposed")).to_have_count(0)


@pytest.mark.browser
def test_nothing_that_needs_a_server_is_offered(reader: Reader) -> None:
    page = reader.open(game())
    lay(page, EXAMPLE)
    expect(page.locator(".seal.valid")).to_be_visible()
    assert page.locator("#tabs button").all_inner_texts() == ["Words", "Help"]
    for name in ("words", "help"):
        panel(page, name)
        assert grave(page) == []
    expect(page.locator(".actions button:visible")).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".menu-dialog h3")).to_have_text(["This game", "To learn"])
    offered = page.locator(".menu-dialog .menu button").all_inner_texts()
    assert offered == [
        "Enter line by line",
        "Clear the table",
        "Share",
        "First game",
        "Rules of the game",
        "Keys and gestures",
    ]
    page.get_by_role("button", name="Share").last.click()
    line = page.locator(".share-dialog textarea")
    expect(line).to_have_count(1)
    said = line.input_value()
    assert said.startswith("Patience, The frame, 9 \u00d7 7: 16 face down, best known 5\n")
    page.keyboard.press("Escape")
    page.evaluate("document.dispatchEvent(new ClipboardEvent('paste'))")
    expect(page.locator("#toast.shown")).to_have_count(0)


@pytest.mark.browser
def test_a_word_that_players_accept_counts(reader: Reader) -> None:
    page = reader.open(game())
    page.keyboard.type("xyz")
    lay(page, ["XYZ".ljust(9, "*"), *["*" * 9] * 6])
    page.get_by_role("button", name="accept", exact=False).first.click()
    expect(page.locator(".seal.valid")).to_be_visible()
    reader.go(page)
    expect(page.locator(".seal.valid")).to_be_visible()


@pytest.mark.browser
def test_without_storage_it_is_played_all_the_same(reader: Reader) -> None:
    page = reader.open(game(), before=KEEPS_NOTHING["denied"])
    lay(page, EXAMPLE)
    expect(page.locator(".seal.valid")).to_be_visible()


@pytest.mark.browser
def test_tiles_of_two_letters(reader: Reader, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CHICO\nOCHO\n")
    above = f"; goal: compact\n; alphabet: es\n; tiles: [CH]I[CH]OOO\n; lexicon: {words}\n"
    page = reader.open(game(above + "[CH]ICO\n"))
    page.keyboard.type("ocho")
    expect(page.locator(".word.word")).to_contain_text(["OCHO"])
    assert len(rows(page)[4].strip(".")) == 3


@pytest.mark.browser
@pytest.mark.parametrize(
    "puzzle", ["gay-play-compact-63", "competition-standin", "story-en-first", "story-heart"]
)
def test_the_best_grid_of_any_goal_is_valid_in_its_file(reader: Reader, puzzle: str) -> None:
    record = records.read(puzzle)
    made = CliRunner().invoke(main, ["show", puzzle, "--format", "play"]).stdout
    page = reader.open(made)
    panel(page, "help").locator(".sealed button").click()
    page.locator("#panel .sealed button").click()
    expect(page.locator(".seal.valid")).to_be_visible()
    assert page.evaluate("window.patience.judge.verdict.cost") == record.cost


# ---- from the page ------------------------------------------------------------------------------


def test_the_page_saves_a_box_of_the_day_as_a_file(server: Server) -> None:
    box = server.call("daily", {"day": "2026-11-27"})
    sealed = server.call("unseal", {"day": "2026-11-27"})["rows"]
    asked = {"puzzle": {**FRAME, "tiles": box["tiles"]}, "rows": sealed, "form": "play"}
    status, answer = server.send("save", {**asked, "language": "fr", "name": "2026-11-27"})
    assert status == 200
    kept = held(answer.decode())
    assert (kept["name"], kept["cost"], kept["language"]) == ("2026-11-27", box["cost"], "fr")


@pytest.mark.browser
def test_the_dialog_of_sharing_saves_the_game_as_a_file(visitor: Visitor, reader: Reader) -> None:
    page = visitor.open()
    page.get_by_role("button", name="Box of the day").click()
    expect(page.locator(".readout .name").last).to_have_text("Guaranteed")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the file").click()
    file = Path(saving.value.path()).read_text("utf-8")
    opened = reader.open(file)
    expect(opened.locator(".readout .name").last).to_have_text("Guaranteed")
    assert opened.locator("#title").inner_text() == page.locator("#title").inner_text()
    assert rows(opened) == EMPTY
