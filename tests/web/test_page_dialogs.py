"""What the menu opens: by finger and keyboard, in both languages, of 360 and 1280 pixels."""

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


def press(button: Locator, touch: bool) -> None:
    if touch:
        button.tap()
    else:
        button.press("Enter")


@pytest.mark.parametrize(("language", "touch", "width"), [("fr", True, 360), ("en", False, 1280)])
def test_each_opens_is_clean_and_closes(
    visitor: Visitor, language: str, touch: bool, width: int
) -> None:
    page = visitor.open(language=language, width=width, has_touch=touch)
    lay(page, ["AN.......", *EMPTY[1:]])
    named = texts(language)
    for opener in OPENERS:
        press(page.get_by_role("button", name=named["menu.title"], exact=True), touch)
        menu = page.locator(".menu-dialog")
        if opener == OPENERS[0]:
            menu.wait_for()
            assert grave(page) == []
        press(menu.get_by_role("button", name=named[opener], exact=True), touch)
        expect(menu).to_have_count(0)
        opened = page.locator(".lines" if opener == "menu.lines" else "dialog[open]")
        expect(opened).to_have_count(1)
        expect(opened.locator("[aria-busy]")).to_have_count(0)
        assert grave(page) == [], opener
        assert page.evaluate("document.documentElement.scrollWidth") <= width, opener
        if touch:
            opened.get_by_role("button", name=named["close"], exact=True).tap()
        else:
            page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
