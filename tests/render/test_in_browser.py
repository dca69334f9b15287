"""Pages of grids in a browser: on a phone, light and dark, without a mouse, and copied from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from patience.batch.report import report_html
from patience.batch.statistics import by_puzzle
from patience.files.grids import parse_grid
from patience.render.formats import Options, render
from tests.batch.helpers import run_of
from tests.render.test_pictures import EXAMPLES, SMALL
from tests.web.test_page_access import found

pytestmark = pytest.mark.browser


def picture(*, caption: bool = True) -> str:
    text = render(EXAMPLES[:2] if caption else [SMALL], "html", Options(caption=caption))
    assert isinstance(text, str)
    return text


def report() -> str:
    """Return a report of runs with long names, some of which failed for a long reason."""
    name = "a-puzzle-with-a-name-that-is-as-long-as-those-of-sweeps-are"
    runs = [
        run_of(name, seed, (0.02, 12), (9.0, 9000 + seed), (1500.0, 900), setting=setting)
        for seed in range(2)
        for setting in ("beam-10s", "an-engine-with-a-setting-w2000-t4")
    ]
    runs += [run_of("p", 0, (1.0, 4)), run_of("q", 1, state="failed", reason="no reason " * 20)]
    return report_html("batch", runs, by_puzzle(runs), Path())


PAGES: dict[str, Callable[[], str]] = {
    "pictures": picture,
    "plain": lambda: picture(caption=False),
    "report": report,
}


VIEWS: list[tuple[int, Literal["light", "dark"]]] = [
    (390, "light"),
    (390, "dark"),
    (768, "light"),
    (1280, "light"),
]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def viewed(page: Page) -> Iterator[int]:
    """Show a page in each width and scheme; yield the widths."""
    for width, scheme in VIEWS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        yield width


def opened(page: Page, text: str, folder: Path) -> Page:
    file = folder / "page.html"
    file.write_text(text, "utf-8")
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(file.as_uri())
    assert troubles == []
    return page


@pytest.mark.parametrize("name", PAGES)
def test_everyone_can_read_a_page(page: Page, name: str, tmp_path: Path) -> None:
    opened(page, PAGES[name](), tmp_path)
    for width in viewed(page):
        assert found(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_table_is_cut(page: Page, tmp_path: Path) -> None:
    opened(page, report(), tmp_path)
    widths = "boxes => boxes.map(each => [each.scrollWidth, each.clientWidth])"
    for _ in viewed(page):
        tables = page.locator(".scroll").evaluate_all(widths)
        assert tables
        assert all(whole <= shown for whole, shown in tables)


def test_what_is_copied_is_a_grid(page: Page, tmp_path: Path) -> None:
    opened(page, picture(), tmp_path)
    copied = page.evaluate(
        "() => { getSelection().selectAllChildren(document.querySelector('table'));"
        " return String(getSelection()) }"
    )
    assert parse_grid(copied).grid == EXAMPLES[0].grid


def test_a_word_shows_its_tiles(page: Page, tmp_path: Path) -> None:
    opened(page, picture(), tmp_path)
    page.get_by_role("button", name="DYNAMITER, across").focus()
    lit = page.locator("td.lit").all_inner_texts()
    assert "".join(lit) == "DYNAMITER"
    page.keyboard.press("Tab")
    assert "".join(page.locator("td.lit").all_inner_texts()) != "DYNAMITER"


def test_a_report_is_filtered_and_sorted(page: Page, tmp_path: Path) -> None:
    runs = [
        run_of("one", 1, (1.0, 9)),
        run_of("two", 1, (1.0, 10), goal="board"),
        run_of("three", 1, status="infeasible"),
    ]
    opened(page, report_html("many", runs, by_puzzle(runs), Path()), tmp_path)
    shown = page.locator("article:visible h3")
    words = page.get_by_label("filter puzzles")
    for asked, left in (
        ("frame", ["one", "three"]),
        ("TWO", ["two"]),
        ("", ["one", "two", "three"]),
    ):
        words.fill(asked)
        assert shown.all_inner_texts() == left
    table = page.locator("[data-table='0']")
    first = table.locator("tbody tr td:first-child")
    best = table.get_by_role("button", name="best").first  # its name has an arrow once it sorts
    best.click()
    assert first.all_inner_texts() == ["one", "two", "three"]
    best.click()
    assert first.all_inner_texts() == ["two", "one", "three"]
