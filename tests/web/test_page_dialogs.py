"""What the menu opens: by mouse, finger and keyboard, in both languages, 360 to 1280 pixels."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Visitor
from tests.web.hands import lay
from tests.web.server import EMPTY
from tests.web.test_page_access import grave
from tests.web.test_texts import texts

pytestmark = pytest.mark.browser

OPENERS = [
    *("menu.new", "menu.calendar", "menu.puzzles", "menu.games", "own.open", "menu.lines"),
    *("menu.share", "menu.save", "menu.print", "menu.rules", "menu.keys"),
]


def press(button: Locator, how: str) -> None:
    match how:
        case "touch":
            button.tap()
        case "keyboard":
            button.press("Enter")
        case _:
            button.click()


@pytest.mark.parametrize(
    ("language", "how", "width"),
    [("fr", "touch", 360), ("en", "keyboard", 768), ("en", "mouse", 1280)],
)
def test_each_opens_is_clean_and_closes(
    visitor: Visitor, language: str, how: str, width: int
) -> None:
    page = visitor.open(language=language, width=width, has_touch=how == "touch")
    lay(page, ["AN.......", *EMPTY[1:]])
    named = texts(language)
    for opener in OPENERS:
        press(page.get_by_role("button", name=named["menu.title"], exact=True), how)
        menu = page.locator(".menu-dialog")
        if opener == OPENERS[0]:
            menu.wait_for()
            assert grave(page) == []
        press(menu.get_by_role("button", name=named[opener], exact=True), how)
        expect(menu).to_have_count(0)
        opened = page.locator(".lines" if opener == "menu.lines" else "dialog[open]")
        expect(opened).to_have_count(1)
        expect(opened.locator("[aria-busy]")).to_have_count(0)
        assert grave(page) == [], opener
        assert page.evaluate("document.documentElement.scrollWidth") <= width, opener
        if how == "keyboard":
            page.keyboard.press("Escape")
        else:
            press(opened.get_by_role("button", name=named["close"], exact=True), how)
        expect(opened).to_have_count(0)
