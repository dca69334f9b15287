"""The box of the day: what is guaranteed, the sealed grid, badges, the calendar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import at_rest, choose, lay, panel, rows, verdict
from tests.web.server import FULL
from tests.web.test_page_access import grave

pytestmark = pytest.mark.browser

# A Wednesday, before the evening.
NOW = "2026-11-25T10:00:00"


@pytest.fixture
def page(visitor: Visitor) -> Page:
    return on_wednesday(visitor)


def on_wednesday(visitor: Visitor, **options: object) -> Page:
    page = visitor.open(**options)  # type: ignore[arg-type]
    page.clock.set_fixed_time(NOW)
    return page


def guarantee(page: Page) -> int:
    value = page.locator(".readout", has_text=re.compile("Guaranteed|Garanti")).locator(".value")
    return int(value.text_content() or "")


def test_the_box_says_what_is_guaranteed_and_keeps_the_grid_sealed(page: Page) -> None:
    page.get_by_role("button", name="Box of the day").click()
    expect(page.locator("#title")).to_have_text("Box of November 25")
    promised = guarantee(page)
    sealed = panel(page, "help").locator(".sealed")
    expect(sealed).to_contain_text(f"everyday words with {promised} face down exists.")
    expect(sealed).to_contain_text("Difficulty 3 of 7")
    before = rows(page)
    sealed.get_by_role("button", name="Break the seal").press("Enter")
    expect(page.locator("tile-table.previewing")).to_have_count(0)
    sealed.get_by_role("button", name="Really?").press("Enter")
    expect(page.locator("tile-table.previewing")).to_have_count(1)
    expect(page.locator(".readout .value").first).to_have_text(str(promised))
    expect(page.locator(".seal.valid")).to_be_visible()
    assert grave(page) == []
    sealed.get_by_role("button", name="Back to the table").click()
    assert rows(page) == before


def test_a_wait_for_boxes_is_said_and_can_be_stopped(visitor: Visitor) -> None:
    page = on_wednesday(visitor)
    page.route("**/api/daily", lambda route: None)  # the week never comes
    before = rows(page)
    page.get_by_role("button", name="Box of the day").click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("are being prepared")
    assert grave(page) == []
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/daily")):
        dialog.get_by_role("button", name="Stop").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#toast.shown")).to_have_count(0)
    assert rows(page) == before
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Box of the day").click()
    expect(page.locator("#title")).to_have_text("Box of November 25")


def test_in_the_evening_one_click_shows_it(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-25T18:00:00")
    page.get_by_role("button", name="Box of the day").click()
    panel(page, "help").locator(".sealed").get_by_role("button", name="Show the grid").click()
    expect(page.locator("tile-table.previewing")).to_have_count(1)


def test_a_finished_box_earns_badges_that_the_calendar_and_the_line_tell(page: Page) -> None:
    page.get_by_role("button", name="Box of the day").click()
    promised = guarantee(page)
    page.evaluate(
        """async () => {
          const { patience } = window;
          const { rows } = await patience.api.call("unseal", { day: "2026-11-25" });
          patience.play.replace(rows.map((row) => row.replaceAll(".", "*")));
        }"""
    )
    badges = panel(page, "words").locator(".badges")
    expect(badges).to_contain_text("Everyday words only")
    count = badges.locator("li").count()
    page.get_by_role("button", name="Share").click()
    line = page.locator("textarea").first.input_value()
    day = "Box of Wednesday, November 25"
    assert line.startswith(f"{day}: {promised} face down, guaranteed {promised}")
    assert f"{count} badge" in line
    page.keyboard.press("Escape")
    choose(page, "Calendar of boxes")
    today = page.locator(".day.today")
    expect(today).to_have_attribute(
        "aria-label", re.compile(f"November 25, Difficulty 3 of 7, {promised} face .*{count} badge")
    )
    expect(page.locator(".day", has_text=re.compile("^26"))).to_be_disabled()
    page.get_by_role("button", name="Month before").press("Enter")
    expect(page.locator(".calendar-dialog h3")).to_have_text("October 2026")
    page.locator(".day", has_text=re.compile("^31")).press("Enter")
    expect(page.locator("#title")).to_have_text("Box of October 31")
    assert guarantee(page) > 0


def test_the_calendar_under_a_finger_in_french(visitor: Visitor) -> None:
    page = on_wednesday(visitor, language="fr-FR", width=360, has_touch=True)
    page.evaluate("localStorage.setItem('patience.days', JSON.stringify({'2026-11-24': 9}))")
    choose(page, "Calendrier des écrins", tap=True)
    expect(page.locator(".day.done b")).to_have_text("9")  # as earlier versions kept it
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".day").first).to_have_attribute("aria-label", re.compile("1er novembre"))
    page.locator(".day", has_text=re.compile("^23")).tap()
    expect(page.locator("#title")).to_contain_text("23 novembre")
    assert guarantee(page) > 0


def test_a_box_of_an_earlier_draw_promises_nothing(page: Page) -> None:
    page.evaluate(
        """() => {
          const { patience } = window;
          const game = patience.play.game;
          game.day = "2026-11-20";
          patience.enter(game);
        }"""
    )
    at_rest(page)
    assert page.evaluate("window.patience.guarantee") is None
    lay(page, FULL)
    expect(page.locator(".seal.valid")).to_be_visible()
    assert verdict(page)["badges"] == []
