"""A grid entered line by line: typed or dictated, by keyboard and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, choose, lay, rows
from tests.web.server import EMPTY, EXAMPLE

pytestmark = pytest.mark.browser


def read(page: Page, text: str, length: int = 9) -> str | None:
    """Return the cells that a line says, as one text; None if it cannot be read."""
    cells: str | None = page.evaluate(
        """async ([text, length]) => {
          const { readLine } = await import("/lines.js");
          return readLine(text, length, window.patience.play.game.puzzle)?.join("") ?? null;
        }""",
        [text, length],
    )
    return cells


SAID = {
    "thermidor": "THERMIDOR",
    "Thermidor": "THERMIDOR",  # a phone begins with a capital
    "R.X.I.ARA": "R.X.I.ARA",
    "r_x-i*ara": "R.X.I.ARA",
    "R X I ARA": "R.X.I.ARA",  # as long as the line
    "usage U T": "USAGE.U.T",
    "Usage blanc u blanc t": "USAGE.U.T",
    "U S A G E noir U noir T": "USAGE.U.T",
    "une 3 blancs h point s": "UNE...H.S",
    "une trois noirs h, blank, s": "UNE...H.S",
    "UNE3H.S": "UNE...H.S",
    "e blank n blank caid": "E.N.CAID",
    "C H A T": "CHAT",
    "chat roi": "CHAT.ROI",
    "C H A T roi": "CHAT.ROI",
    "N O I R": "NOIR",
    "NOIR": "NOIR",  # in capitals it is the word
    "noir": ".",
    "noiraud": "NOIRAUD",
    "R.X.i.ARA": "R.X.i.ARA",  # a devil, as in a grid's text
    "œuf été": "OEUF.ETE",
    "9": ".........",
    "": "",
    "n'on": None,
    "¡ole!": None,
}


def test_a_line_is_read_as_it_is_said(page: Page) -> None:
    assert {text: read(page, text) for text in SAID} == SAID


def test_example_2_is_dictated_line_by_line(visitor: Visitor) -> None:
    """By keyboard alone; what was laid is said, and the field goes on to the next row."""
    page = visitor.open(language="fr-FR")
    cell(page, 0, 0).click()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Saisir ligne par ligne").press("Enter")
    field = page.get_by_label("Ligne 1", exact=True)
    expect(field).to_be_focused()
    told = page.locator(".lines [role=status]")
    for row, line in enumerate(
        ["thermidor", "r x i ara", "usage blanc U blanc T", "Q.M.LIPPE", "UNE 3 blancs H . S"], 1
    ):
        expect(page.get_by_label(f"Ligne {row}", exact=True)).to_be_focused()
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        tiles = " ".join(EXAMPLE[row - 1]).replace(".", "·")
        expect(told).to_have_text(f"Ligne {row} posée\u00a0: {tiles}")
    page.keyboard.type("e noir n noir caid")  # the rest of the row lies face down
    page.keyboard.press("Enter")
    page.keyboard.type("z ski non, ou non")
    page.keyboard.press("Enter")
    expect(told).to_have_text("Ligne 7\u00a0: 9 cases, et il y en a 16 ici.")
    expect(page.get_by_label("Ligne 7", exact=True)).to_be_focused()
    page.get_by_label("Ligne 7", exact=True).fill("z ski non")
    page.keyboard.press("Enter")
    expect(page.locator(".lines")).to_have_count(0)
    expect(page.locator(".result")).to_be_visible()
    expect(cell(page, 6, 0)).to_be_focused()
    expect(page.locator(".seal.valid")).to_be_visible()
    assert [row.upper().replace("*", ".") for row in rows(page)] == EXAMPLE
    assert sum(x.islower() for row in rows(page) for x in row) == 2  # devils, for what ran out


def test_a_line_is_corrected_by_touch(visitor: Visitor) -> None:
    page = visitor.open(width=360, has_touch=True)
    lay(page, [*EXAMPLE[:2], "USAGE.UT.", *EMPTY[3:]])
    choose(page, "Enter line by line", tap=True)
    field = page.locator(".lines input")
    expect(field).to_have_value("THERMIDOR")
    for row in (2, 3):
        page.get_by_role("button", name="Lay", exact=True).tap()
        expect(page.get_by_label(f"Row {row}", exact=True)).to_be_focused()
    assert page.evaluate("window.patience.play.game.stages.length") == 2  # nothing changed yet
    field.fill("usage blank u blank t")
    page.get_by_role("button", name="Lay", exact=True).tap()
    assert [row.replace("*", ".") for row in rows(page)[:3]] == EXAMPLE[:3]
    field.press("ArrowUp")
    expect(field).to_have_value("USAGE.U.T")
    field.press("Escape")
    expect(page.locator(".lines")).to_have_count(0)
    choose(page, "Enter line by line", tap=True)
    page.locator(".lines").get_by_role("button", name="Close").tap()
    expect(page.locator(".lines")).to_have_count(0)


def test_lines_on_a_free_table_and_on_a_board(page: Page) -> None:
    page.evaluate(
        "window.patience.begin({...window.patience.play.game.puzzle, goal: 'compact', size: null})"
    )
    page.evaluate("window.patience.lines.open()")
    for line in ("dynamiter", "U.A..D..I", "nerf blank a", "k blank t"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    laid = [row.strip(".") for row in rows(page) if row.strip(".")]
    assert laid == ["DYNAMITER", "U.A..D..I", "NERF.A", "K.T"]
    page.evaluate(
        "window.patience.begin({...window.patience.play.game.puzzle, goal: 'board',"
        " board: ['.....', '..#..', 'E....']})"
    )
    page.evaluate("window.patience.lines.open()")
    page.keyboard.type("n a i n e")
    page.keyboard.press("Enter")
    page.keyboard.type("e blank blank blank s")
    page.keyboard.press("Enter")
    expect(page.locator(".lines input")).to_have_value("E")
    page.keyboard.type("AN")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("That letter is printed on the board.")
    page.keyboard.press("Control+a")
    page.keyboard.type("en")
    page.keyboard.press("Enter")
    assert rows(page) == ["NAINE", "E.#.S", "EN..."]
