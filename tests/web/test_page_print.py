"""What the page puts on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitor
from tests.web.hands import choose, lay
from tests.web.server import FULL

pytestmark = pytest.mark.browser


def printed(page: Page, name: str, folder: Path) -> list[str]:
    """Print with the keyboard, and return the text of each page."""
    with page.expect_download() as given:
        page.locator(".print-dialog").get_by_role("button", name=name).press("Enter")
    given.value.save_as(folder / "printed.pdf")
    with pdfium.PdfDocument(folder / "printed.pdf") as document:
        return [sheet.get_textpage().get_text_range() for sheet in document]


def test_box_letters_and_a_week_of_boxes(page: Page, tmp_path: Path) -> None:
    def late(route: Route) -> None:
        answer = route.fetch()
        expect(page.locator(".waiting-dialog")).to_be_visible()
        route.fulfill(response=answer)

    choose(page, "Print")
    page.get_by_label("Paper").select_option("a5")
    (box,) = printed(page, "The empty box", tmp_path)
    assert box.startswith("The frame, 9 × 7")  # noqa: RUF001
    assert "to cut out" in printed(page, "The letters to cut out", tmp_path)[0]
    page.route("**/api/paper", late)  # a week may take its time
    week = printed(page, "A week of boxes", tmp_path)
    expect(page.locator(".waiting-dialog")).to_have_count(0)
    assert "A week of boxes" in week[0]
    today = page.evaluate("new Date().toLocaleDateString('en', {day: 'numeric', month: 'long'})")
    # They stand by level, so that any day may be the first.
    assert re.search(rf"^\d\. Box of {today} ", "\n".join(week), re.MULTILINE)
    assert page.evaluate("JSON.parse(localStorage.getItem('patience.prefs')).paper") == "a5"


def test_a_finger_prints_in_french_and_hears_what_is_wrong(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.open(language="fr-FR", width=360, has_touch=True)
    page.evaluate(
        """() => {
          const { patience } = window;
          const tiles = { counts: Array(26).fill(11), jokers: 0, name: "own" };
          patience.begin({ ...patience.play.game.puzzle, tiles, size: [30, 9] });
        }"""
    )
    choose(page, "Imprimer", tap=True)
    page.get_by_label("Papier").select_option("a5")
    visitor.troubles.clear()
    page.get_by_role("button", name="crin vide").tap()
    expect(page.get_by_role("alert")).to_contain_text("prenez un papier plus grand")
    visitor.troubles.clear()  # the browser notes the refusal
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("Papier").select_option("a3")
    with page.expect_download():
        page.get_by_role("button", name="crin vide").tap()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_the_grid_itself_is_printed_by_the_browser(page: Page) -> None:
    page.evaluate("window.print = () => { window.asked = true; }")
    choose(page, "Print")
    page.get_by_role("button", name="This grid").click()
    assert page.evaluate("window.asked")
    lay(page, FULL)
    expect(page.locator(".seal.valid")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("button.word").first).to_be_visible()  # listed a moment after the seal
    shown = page.locator("button").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.className)"
    )
    assert shown
    assert all(name.startswith("word ") for name in shown)
    back = page.locator("tile-table .back").first
    adjust, border = back.evaluate(
        "one => [getComputedStyle(one).printColorAdjust, getComputedStyle(one).borderTopWidth]"
    )
    assert (adjust, border) == ("exact", "1px")
    for theme in ("light", "dark", "contrast"):  # black on white, whatever the screen shows
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        box, number = (
            page.locator(name).first.evaluate(f"one => getComputedStyle(one).{what}")
            for name, what in ((".box", "backgroundColor"), (".readout .value", "color"))
        )
        assert (box, number) == ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)")


def test_a_large_board_fits_the_paper(page: Page) -> None:
    """A sheet of A4 within its margins, upright and across, and one of A5 across."""
    page.evaluate(
        "window.patience.begin({...window.patience.play.game.puzzle, goal: 'board', size: null,"
        " board: Array(20).fill('.'.repeat(20))})"
    )
    page.emulate_media(media="print")
    for width, height in ((718, 1047), (1047, 718), (718, 483)):
        page.set_viewport_size({"width": width, "height": height})
        table = page.locator("tile-table").bounding_box()
        assert table is not None
        assert width * 0.8 < table["x"] + table["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
