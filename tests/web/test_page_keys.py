"""Keys of many layouts, as the browser hears them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import begin, cell, lay, rows
from tests.web.server import EMPTY, EXAMPLE

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared: Page) -> Page:
    return shared


ALT, CTRL, META, SHIFT = 1, 2, 4, 8

# A key's character and its place on the keyboard, with what is held beside it.
Key = tuple[str, str, int]


def strike(page: Page, *keys: Key) -> None:
    """Strike keys as a keyboard of any layout does."""
    session = page.context.new_cdp_session(page)
    for key, code, held in keys:
        text = key if len(key) == 1 and not held & (CTRL | META) else ""
        sent = {"key": key, "code": code, "modifiers": held, "text": text}
        session.send(
            "Input.dispatchKeyEvent", {"type": "keyDown" if text else "rawKeyDown", **sent}
        )
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", **sent, "text": ""})
    session.detach()


@pytest.mark.parametrize(
    ("keys", "laid"),
    [
        ([("é", "Digit2", 0), ("t", "KeyT", 0), ("é", "Digit2", 0)], "ETE"),
        ([("è", "Digit7", 0), ("ç", "Digit9", 0), ("à", "Digit0", 0), ("ù", "Quote", 0)], "ECAU"),
        ([("É", "Digit2", 0), ("Ç", "Digit9", 0)], "EC"),  # caps lock, where it knows accents
        ([("Dead", "BracketLeft", 0), ("ê", "KeyE", 0)], "E"),
        ([("Dead", "BracketLeft", SHIFT), ("ï", "KeyI", 0)], "I"),
        ([("œ", "KeyO", ALT), ("F", "KeyF", SHIFT)], "OEF"),
        ([("æ", "KeyA", 0)], "AE"),
        ([("ß", "Minus", 0), ("ü", "BracketLeft", 0), ("Ö", "Semicolon", SHIFT)], "SSUO"),
        ([("ñ", "Semicolon", 0), ("ã", "KeyA", 0)], "NA"),
        ([("a", "KeyQ", 0), ("z", "KeyW", 0)], "AZ"),
        (
            [
                ("2", "Digit2", SHIFT),
                ("4", "Numpad4", 0),
                ("&", "Digit1", 0),
                ("²", "Backquote", 0),
            ],
            "******",  # so many face down
        ),
        ([("µ", "Backslash", SHIFT), ("ø", "Quote", 0), ("я", "KeyZ", 0), ("ª", "KeyA", 0)], ""),
        ([("e", "KeyE", ALT), ("e", "KeyE", META), ("e", "KeyE", CTRL), ("@", "Digit0", ALT)], ""),
        ([("a", "KeyA", 0), (".", "Period", SHIFT), (".", "NumpadDecimal", 0)], "A**"),
        ([(",", "NumpadDecimal", 0), (",", "KeyM", 0), ("b", "KeyB", 0)], "*B"),
        ([("a", "KeyA", 0), ("ArrowLeft", "Numpad4", 0), ("Delete", "NumpadDecimal", 0)], ""),
    ],
)
def test_a_key_lays_what_it_writes(page: Page, keys: list[Key], laid: str) -> None:
    cell(page, 0, 0).click()
    strike(page, *keys)
    assert rows(page) == [laid.ljust(9, "."), *EMPTY[1:]]


def test_what_a_composition_or_a_dead_key_leaves_is_laid(page: Page) -> None:
    cell(page, 0, 0).click()
    page.evaluate(
        """() => {
          const send = (kind, name, more) => document.activeElement.dispatchEvent(
            new kind(name, { bubbles: true, cancelable: true, ...more }));
          send(KeyboardEvent, "keydown", { key: "e", isComposing: true });
          send(CompositionEvent, "compositionend", { data: "ê" });
          send(KeyboardEvent, "keydown", { key: "Process" });
          send(KeyboardEvent, "keypress", { key: "ô" });
          send(CompositionEvent, "compositionend", { data: "^" });
        }"""
    )
    assert rows(page)[0] == "EO......."


@pytest.mark.parametrize(("undo", "redo"), [("z", "Z"), ("Z", "z")])
def test_undo_hears_its_letter_wherever_it_lies(page: Page, undo: str, redo: str) -> None:
    """With caps lock on, and on an AZERTY keyboard, where Z is at the place of W."""
    cell(page, 0, 0).click()
    strike(page, ("a", "KeyQ", 0), ("n", "KeyN", 0), (undo, "KeyW", CTRL))
    assert rows(page)[0] == "A........"
    strike(page, (redo, "KeyW", CTRL | SHIFT))
    assert rows(page)[0] == "AN......."
    undoing = page.get_by_role("button", name="Undo")
    undoing.click()
    undoing.click()
    assert rows(page) == EMPTY
    expect(undoing).to_be_disabled()


def test_a_devil_takes_an_accented_letter(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.press("Space")
    strike(page, ("é", "Digit2", 0))
    assert rows(page)[0] == "e........"


def test_letters_of_ones_own_may_have_accents(page: Page) -> None:
    begin(page, width="2", height="2", tiles="", letters="été?")
    expect(page.locator("#title")).to_have_text("The frame, 2 \u00d7 2")
    counts = page.evaluate("window.patience.play.game.puzzle.tiles.counts")
    assert (counts[4], counts[19]) == (2, 1)


def test_no_key_lays_anything_while_a_proposal_is_shown(visitor: Visitor) -> None:
    page = visitor.open()
    lay(page, ["AN.......", *EMPTY[1:]])
    cell(page, 1, 0).click()
    page.evaluate("window.patience.propose({rows: window.patience.play.rows, cost: 1, seconds: 1})")
    strike(page, ("u", "KeyU", 0), ("é", "Digit2", 0), (".", "Period", 0))
    assert rows(page) == ["AN.......", *EMPTY[1:]]


def test_a_grid_is_typed_row_by_row(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.type("THERMIDOR" + "R.X")
    assert rows(page) == ["THERMIDOR", "R*X......", *EMPTY[2:]]
    for _ in range(4):
        page.keyboard.press("Backspace")
    assert rows(page) == ["THERMIDO.", *EMPTY[1:]]


def test_a_grid_is_typed_column_by_column(page: Page) -> None:
    cell(page, 0, 0).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("TRUQUEZH")
    assert [row[:2] for row in rows(page)] == ["TH", "R.", "U.", "Q.", "U.", "E.", "Z."]


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const event = new ClipboardEvent("paste", { bubbles: true, clipboardData });
          document.activeElement.dispatchEvent(event);
        }""",
        text,
    )


def test_a_pasted_grid_is_laid_on_the_table(page: Page) -> None:
    """Spaced out, as a message or a spreadsheet has it; Ctrl Z takes it back."""
    tiles = page.evaluate("window.patience.play.game.puzzle.tiles.name")
    paste(page, "\n".join("\t".join(row) for row in EXAMPLE))
    page.locator(".seal.valid").wait_for()
    assert [row.replace("*", ".").upper() for row in rows(page)] == EXAMPLE
    assert page.evaluate("window.patience.play.game.puzzle.tiles.name") == tiles
    page.keyboard.press("Control+z")
    assert rows(page) == EMPTY


def test_a_pasted_grid_with_a_header_brings_its_puzzle(page: Page) -> None:
    paste(page, "; goal: frame\n; size: 3x3\nLES\nUNE\nSET\n")
    expect(page.locator("#title")).to_have_text("The frame, 3 \u00d7 3")
    assert rows(page) == ["LES", "UNE", "SET"]


def test_a_pasted_text_that_is_no_grid_is_refused(visitor: Visitor) -> None:
    page = visitor.open()
    lay(page, ["AN.......", *EMPTY[1:]])
    paste(page, "Bonjour, je t'envoie ma grille demain !")
    page.locator(".toast").wait_for()
    assert rows(page) == ["AN.......", *EMPTY[1:]]
    assert "422" in visitor.troubles.pop()


def test_letters_typed_before_anything_is_clicked_are_laid(visitor: Visitor) -> None:
    page = visitor.open()
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.type("ove")
    expect(cell(page, 0, 3)).to_be_focused()
    assert rows(page)[0].startswith("OVE")
    page.get_by_role("tab", name="Help").focus()
    page.keyboard.type("x")  # a tab has the focus, so this is no letter for the table
    assert rows(page)[0].startswith("OVE.")
