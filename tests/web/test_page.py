"""The page under a player's hands: laying, judging, the box of the day, links, files."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from patience.game.puzzle import SYMMETRIES
from tests.web.conftest import Visitor
from tests.web.hands import (
    begin,
    cell,
    choose,
    drag,
    example_tiles,
    lay,
    reload,
    rows,
    sees_the_example,
    stack,
    verdict,
)
from tests.web.server import EMPTY, EXAMPLE, TOKEN, serving
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared: Page) -> Page:
    return shared


def test_example_2_by_keyboard_alone(visitor: Visitor) -> None:
    """Tab to the table, type each row, a point for a tile face down, a space for a devil."""
    page = visitor.open()
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(12):
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
        page.keyboard.press("Tab")
    tiles = {(row, col): x for row, col, x in example_tiles()}
    page.keyboard.press("Home")
    for row in range(7):  # the cursor goes on to the next row
        for col in range(9):
            x = tiles.get((row, col), ".")
            if x.islower():
                page.keyboard.press("Space")
                page.keyboard.press(x)
            else:
                page.keyboard.press(x)
    sees_the_example(page)
    assert sum(row.count("*") for row in rows(page)) == 16
    expect(page.locator("#live")).to_contain_text("16 face down")


def test_a_wrong_word_is_marked_and_told(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.type("XZ.")
    expect(cell(page, 0, 1)).to_have_class("cell across-none across-last")
    expect(page.locator(".word.none")).to_have_text("✕XZ")
    expect(page.locator(".seal.faulty")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("XZ is not a word")
    assert "part of no word" in (cell(page, 0, 1).get_attribute("aria-label") or "")


def test_a_word_that_is_begun_is_no_fault(page: Page) -> None:
    cell(page, 6, 0).click()
    page.keyboard.type("ZIGOM")
    expect(page.locator(".word.beginning")).to_have_text("…ZIGOM")
    expect(page.locator(".seal.faulty")).to_have_count(0)
    page.keyboard.type("ARS")
    expect(page.locator(".word.word")).to_have_text("✓ZIGOMARS")
    expect(page.locator("#live")).to_contain_text("ZIGOMARS accepted; 55 face down")


def test_tiles_that_are_dropped_on_each_other_change_places(page: Page) -> None:
    lay(page, ["NA.......", *EMPTY[1:]])
    drag(page, cell(page, 0, 0), cell(page, 0, 1))
    assert rows(page)[0] == "AN......."
    drag(page, cell(page, 0, 1), cell(page, 3, 3))
    assert rows(page)[0] == "A........"
    assert rows(page)[3][3] == "N"
    drag(page, stack(page, "?"), cell(page, 3, 4))
    stack(page, "E").click()
    assert rows(page)[3][3:5] == "Ne"


def test_a_right_click_sends_a_tile_home(page: Page) -> None:
    lay(page, ["AN.......", *EMPTY[1:]])
    cell(page, 0, 0).click(button="right")
    assert rows(page)[0] == ".N......."
    drag(page, cell(page, 0, 1), page.locator("tile-rack"))
    assert rows(page) == EMPTY


def test_a_word_is_moved_whole(page: Page) -> None:
    lay(page, ["AN.......", "NU.......", *EMPTY[2:]])
    cell(page, 0, 0).click()
    page.keyboard.press("Control+x")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert rows(page)[4] == "AN......."
    assert rows(page)[0] == "........."
    page.keyboard.down("Shift")
    drag(page, cell(page, 4, 1), cell(page, 6, 8))
    page.keyboard.up("Shift")
    assert rows(page)[6] == ".......AN"


def test_no_more_tiles_than_the_set_has(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.type("ZZ")
    assert rows(page)[0] == "Zz......."
    expect(page.locator("#toast")).to_contain_text("No Z is left: a devil stands for it.")
    page.keyboard.type("ZZ")
    assert rows(page)[0] == "Zzz......"
    expect(page.locator("#toast")).to_contain_text("There is no Z left.")


def test_each_key_of_the_rack_keeps_its_place(page: Page) -> None:
    def keys() -> str:
        found: list[str] = page.eval_on_selector_all(
            "tile-rack [data-tile]:not(.control)", "tiles => tiles.map((tile) => tile.dataset.key)"
        )
        return "".join(found)

    assert keys() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ?*"
    lay(page, EXAMPLE)
    assert keys() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ?*"
    expect(stack(page, "Q")).to_have_class("stack spent")


def test_a_compact_table_grows(page: Page) -> None:
    begin(page, "Compact")
    expect(page.locator("#title")).to_have_text("The compact grid")
    height, width = len(rows(page)), len(rows(page)[0])
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    assert (len(rows(page)), len(rows(page)[0])) == (height + 1, width + 1)
    assert rows(page)[1][1:3] == "AN"
    expect(page.locator(".readout .value").first).to_contain_text("2")


def test_a_board_has_closed_cells(page: Page) -> None:
    begin(page, "Board")
    expect(page.locator("#title")).to_have_text("The board")
    assert rows(page)[0][7] == "#"
    cell(page, 0, 5).click()
    page.keyboard.type("ANA")
    assert rows(page)[0][5:9] == "AN#A"
    drag(page, stack(page, "B"), cell(page, 0, 7))
    expect(page.locator("#toast")).to_contain_text("closed")


def test_letters_of_ones_own(page: Page) -> None:
    begin(page, width="2", height="2", tiles="", letters="annu")
    expect(page.locator("#title")).to_have_text("The frame, 2 \u00d7 2")
    cell(page, 0, 0).click()
    page.keyboard.type("AN")
    cell(page, 1, 0).click()
    page.keyboard.type("NU")
    expect(page.locator(".seal.valid")).to_be_visible()
    expect(page.locator("tile-rack .stack:not(.spent, .control)")).to_have_count(1)  # face down


@pytest.mark.parametrize(("goal", "cost"), [("Frame", "59"), ("Board", "200")])
def test_letters_as_many_as_wanted(page: Page, goal: str, cost: str) -> None:
    page.get_by_role("button", name="New game").click()
    page.locator("select[name=tiles]").select_option("any")
    page.get_by_text("Compact", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("dialog .problem")).to_contain_text("a frame or a board")
    page.get_by_text(goal, exact=True).first.click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    cell(page, 2, 0).click()
    page.keyboard.type("ZZZZ")
    assert rows(page)[2].startswith("ZZZZ")  # without end, and no devil among them
    expect(page.locator(".readout .value").first).to_contain_text(cost)
    expect(page.locator(".stack .number")).to_have_count(0)
    assert verdict(page)["cost"] == int(cost)
    assert page.evaluate("window.patience.play.game.puzzle.lexicon") == "fr"


def test_a_symmetric_grid(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    page.locator(".new-form summary").click()
    choice = page.locator("select[name=symmetry]")
    offered = choice.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == [*SYMMETRIES]
    choice.select_option("mirror")
    page.get_by_text("Compact", exact=True).click()
    expect(choice).to_be_hidden()  # it has no blocks
    page.get_by_text("Frame", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    lay(page, ["NON......", *EMPTY[1:]])
    assert [each["rule"] for each in verdict(page)["violations"]] == ["symmetry"]
    lay(page, ["...NON...", *EMPTY[1:]])
    assert verdict(page)["valid"]


def test_the_words_are_those_of_the_tiles_unless_one_chooses(page: Page) -> None:
    for choice, lexicon in (
        ({"tiles": "scrabble-en"}, "en"),
        ({"tiles": "scrabble-fr"}, "fr"),
        ({"lexicon": "fr-common"}, "fr-common"),
        ({}, "fr-common"),
        ({"lexicon": ""}, "fr"),
    ):
        begin(page, **choice)
        assert page.evaluate("window.patience.play.game.puzzle.lexicon") == lexicon


def test_a_set_too_small_for_its_frame_is_told_in_the_form(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Width").fill("20")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("dialog .problem")).to_contain_text("more cells")


def test_the_game_is_kept_and_two_pages_do_not_disturb_each_other(visitor: Visitor) -> None:
    one = visitor.open()
    cell(one, 0, 0).click()
    one.keyboard.type("AN")
    expect(one.locator(".seal.valid")).to_be_visible()
    reload(one)
    assert rows(one)[0] == "AN......."
    two = one.context.new_page()
    visitor.watch(two)
    two.goto(visitor.server.address)
    two.wait_for_selector("html[data-ready]")
    assert rows(two)[0] == "AN......."
    two.wait_for_function(
        "id => window.patience.play.game.id !== id",
        arg=one.evaluate("window.patience.play.game.id"),
    )
    cell(two, 2, 0).click()
    two.keyboard.type("NU")
    cell(one, 5, 0).click()
    one.keyboard.type("SKI")
    for each, own in ((one, "SKI"), (two, "NU.")):
        expect(each.locator(".seal.faulty")).to_be_visible()  # in pieces, from the first letter on
        reload(each)
        assert any(row.startswith(own) for row in rows(each))
    assert rows(one)[2] == "........."
    assert rows(two)[5] == "........."


def test_the_box_of_the_day_is_shared_with_squares(page: Page) -> None:
    page.get_by_role("button", name="Box of the day").click()
    expect(page.locator("#title")).to_contain_text("Box of")
    page.get_by_role("button", name="Share").click()
    assert page.locator(".share-dialog textarea").count() == 2  # a link and a note: nothing to tell
    page.keyboard.press("Escape")
    lay(page, ["AN.......", *EMPTY[1:]])
    page.get_by_role("button", name="Share").click()
    line, *squares = page.locator(".share-dialog textarea").first.input_value().split("\n")
    assert re.fullmatch(r"Box of \w+,? .*: 61 face down, guaranteed \d+", line), line
    assert squares == ["🟨🟨" + "🟫" * 7, *["🟫" * 9] * 6]


def test_a_link_goes_there_and_back(visitor: Visitor) -> None:
    page = visitor.open()
    lay(page, EXAMPLE)
    page.get_by_role("button", name="Share").click()
    link = page.locator(".share-dialog textarea").nth(1).input_value()
    assert "#game=" in link
    assert page.locator(".share-dialog .code").count() == 0  # no phone reaches this address
    expect(page.locator(".share-dialog section").nth(3)).to_contain_text("--host 0.0.0.0")
    other = visitor.open()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    expect(other.locator(".seal.valid")).to_be_visible()
    assert [row.upper() for row in rows(other)] == EXAMPLE
    expect(other.locator(".seal .origin")).to_have_text("from elsewhere")
    assert all("game=" not in url for url in asked)
    assert "game=" not in other.url


def test_a_code_opens_the_game_on_a_phone(browser: Browser) -> None:
    with serving("--host", "0.0.0.0") as server:
        laptop = Visitor(browser, server)
        page = laptop.open()
        page.evaluate("window.patience.play.game.day = '2026-11-20'")
        lay(page, EXAMPLE)
        page.get_by_role("button", name="Share").click()
        code = page.locator(".share-dialog .code")
        expect(code).to_be_visible()
        seen = np.array(Image.open(BytesIO(code.screenshot())).convert("L"))
        (found,) = zxingcpp.read_barcodes(seen)
        phone = browser.new_context(viewport={"width": 390, "height": 844})
        there = phone.new_page()
        there.goto(found.text)
        expect(there.locator(".seal.valid")).to_be_visible()
        assert [row.upper() for row in rows(there)] == EXAMPLE
        expect(there.locator(".seal .origin")).to_have_count(0)  # it is the player's still
        assert there.evaluate("window.patience.play.game.day") == "2026-11-20"
        assert "#" not in there.url
        for context in (phone, *laptop.contexts):
            context.close()
        # A browser ignores this header where the connection is not encrypted, and says so.
        assert all("Cross-Origin-Opener-Policy" in each for each in laptop.troubles)


@pytest.mark.parametrize("hash_", ["game=x", "game=e30", "game=" + "A" * 30000, "game=%%%"])
def test_a_broken_link_is_told(page: Page, hash_: str) -> None:
    page.evaluate("hash => { location.hash = hash; }", hash_)
    expect(page.locator("#toast")).to_contain_text("link")
    assert rows(page) == EMPTY


def open_file(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        choose(page, "Open a file…")
    chooser.value.set_files(file)


def test_files_are_opened_and_saved(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "grid.txt"
    file.write_text("\n".join(EXAMPLE))
    open_file(page, file)
    expect(page.locator(".seal.valid")).to_be_visible()
    assert [row.upper() for row in rows(page)] == EXAMPLE
    assert "".join(rows(page)).count("i") == 1  # the set has four I: the fifth is a devil
    forms = {"text": b"THERMIDOR", "json": b'"grid"', "svg": b"<svg", "ipuz": b"ipuz.org"}
    for form, contents in forms.items():
        choose(page, "Save as…")
        with page.expect_download() as download:
            page.locator(".save-dialog li", has_text=form).first.get_by_role("button").click()
        assert contents in Path(download.value.path()).read_bytes()


def test_a_pattern_is_opened_with_a_notice(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "pattern.exolve"
    file.write_text("exolve-begin\nexolve-grid:\n00\n0.\nexolve-end")
    open_file(page, file)
    expect(page.locator("#toast")).to_have_text("A pattern to fill: 3 open cells.")
    assert rows(page) == ["..", ".*"]


def test_nothing_is_asked_of_the_server_but_calls_and_its_own_files(visitor: Visitor) -> None:
    page = visitor.open()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    reload(page)
    lay(page, EXAMPLE)
    assert verdict(page)["cost"] == 16
    origin = visitor.server.address.split("/#")[0]
    assert urls
    assert all(url.startswith(f"{origin}/") for url in urls)


@pytest.mark.parametrize(
    ("language", "running", "hash_"),
    [("fr-CA", "Le programme tourne", ""), ("en-GB", "is running", "#token=of-an-earlier-start")],
)
def test_an_address_without_the_token_says_what_to_open(
    visitor: Visitor, language: str, running: str, hash_: str
) -> None:
    page = visitor.stranger(locale=language)
    page.goto(visitor.server.address.split("#")[0] + hash_)
    told = page.locator(".stranded")
    expect(told).to_contain_text(running)
    expect(told).to_contain_text("#token=")
    expect(told).to_contain_text("terminal")
    expect(told).not_to_contain_text(re.compile("again|Relancez"))


def test_the_token_can_be_typed(visitor: Visitor) -> None:
    page = visitor.stranger(locale="fr-FR", viewport={"width": 360, "height": 640})
    page.goto(visitor.server.address.split("#")[0])
    field = page.get_by_label("Code")
    field.fill("an other")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert grave(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    field.fill(" ".join([TOKEN[:3], TOKEN[3:]]))
    page.get_by_role("button", name="Entrer").click()
    page.wait_for_selector("html[data-ready]")


def test_the_screen_stays_on_while_somebody_lays(visitor: Visitor) -> None:
    page = visitor.open(
        before="""window.locks = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
          const lock = { kind, released: false, release() { this.released = true; } };
          window.locks.push(lock);
          return lock;
        } } });
        let hidden = false;
        Object.defineProperty(document, "hidden", { get: () => hidden });
        window.hide = (now) => {
          hidden = now;
          document.dispatchEvent(new Event("visibilitychange"));
        };"""
    )
    assert page.evaluate("window.locks.length") == 0
    lay(page, ["AN.......", *EMPTY[1:]])
    lay(page, ["ANE......", *EMPTY[1:]])
    page.wait_for_function("() => window.locks.length === 1 && window.patience.wake.lock")
    page.evaluate("window.hide(true)")
    assert page.evaluate("window.locks[0].released")
    page.evaluate("window.hide(false)")
    page.wait_for_function("() => window.locks.length === 2 && window.patience.wake.lock")
    page.evaluate("window.patience.wake.until = 0, window.patience.wake.keep()")
    assert page.evaluate("window.locks[1].released")


def test_two_fingers_zoom_and_move_no_tile(visitor: Visitor) -> None:
    page = visitor.open(width=390, has_touch=True)
    lay(page, ["AN.......", *EMPTY[1:]])
    for place in (cell(page, 0, 0), stack(page, "E")):
        assert place.evaluate("e => getComputedStyle(e).touchAction") == "pinch-zoom"
    content = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in content
    assert "maximum-scale" not in content
    page.evaluate(
        """() => {
          const at = document.querySelector("[data-row='0'][data-col='0']");
          const finger = (id, isPrimary) => at.dispatchEvent(new PointerEvent("pointerdown",
            { pointerId: id, isPrimary, pointerType: "touch", button: 0, bubbles: true }));
          finger(1, true);
          finger(2, false);
        }"""
    )
    assert page.evaluate("window.patience.drag.press?.pointer ?? null") != 1
    assert rows(page)[0] == "AN......."


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "Start patience play again"),
        ('{"error": {"kind": "closed", "message": "the server is ending"}}', "is ending"),
    ],
)
def test_a_page_that_cannot_begin_says_why(visitor: Visitor, answer: str | None, told: str) -> None:
    page = visitor.stranger(locale="en-GB")
    page.route(
        "**/api/begin",
        lambda route: route.fulfill(status=503, body=answer) if answer else route.abort(),
    )
    page.goto(visitor.server.address)
    expect(page.locator(".stranded")).to_contain_text(told)
