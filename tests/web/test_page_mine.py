"""What is the player's own: only what was laid by hand counts; results, and all games as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, play_small
from tests.web.server import BEGUN, EMPTY, FULL
from tests.web.test_page_access import grave
from tests.web.test_page_help import finish

pytestmark = pytest.mark.browser

NOW = "2026-11-25T10:00:00"  # a Wednesday


def stored(page: Page, key: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('patience.{key}')") or "null")


def opened(page: Page, name: str, menu: str = "Menu") -> Locator:
    page.get_by_role("button", name=menu, exact=True).click()
    page.locator(".menu-dialog").get_by_role("button", name=name, exact=True).click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    return dialog


def line(page: Page) -> str:
    """Return the line to share."""
    dialog = opened(page, "Share")
    text = dialog.locator("textarea").first.input_value()
    page.keyboard.press("Escape")
    return text


def today(visitor: Visitor) -> Page:
    page = visitor.open()
    page.clock.set_fixed_time(NOW)
    page.get_by_role("button", name="Box of the day").click()
    expect(page.locator("#title")).to_have_text("Box of November 25")
    expect(page.locator(".readout", has_text="Guaranteed")).to_be_visible()
    return page


def adopt(page: Page) -> None:
    """Have the program finish, and take what it found."""
    finish(page)
    expect(page.locator(".ladder li.best")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Lay this grid").click()
    expect(page.locator(".seal.valid")).to_be_visible()


def test_what_the_program_only_proposed_is_not_mine(page: Page) -> None:
    play_small(page, BEGUN)
    panel(page, "help").get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator(".readout .value").first).to_have_text("4")
    expect(page.locator("#status")).not_to_contain_text("you:")
    assert stored(page, "bests") is None


def test_a_box_that_the_program_finished_has_a_mark_and_counts_for_nothing(
    visitor: Visitor,
) -> None:
    page = today(visitor)
    adopt(page)
    expect(page.locator(".origin")).to_have_text("with help")
    expect(panel(page, "words").locator(".badges")).to_have_count(0)
    day = stored(page, "days")["2026-11-25"]
    assert day["cost"] is None
    assert day["badges"] == []
    assert day["helped"] > 0
    assert stored(page, "bests") is None
    said = line(page)
    named = "Box of Wednesday, November 25"
    assert re.match(rf"{named}: \d+ face down, with help, guaranteed \d+\n", said), said
    opened(page, "Calendar of boxes")
    expect(page.locator(".day.today")).to_have_attribute(
        "aria-label", re.compile(f"{day['helped']} face down with help$")
    )
    expect(page.locator(".day.today.helped")).to_have_count(1)
    page.keyboard.press("Escape")
    figures = opened(page, "My results").locator(".figures dd")
    expect(figures).to_have_text(["1", "0", "0", "0"])
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")  # what the program laid is gone
    expect(page.locator(".origin")).to_have_count(0)


def test_the_program_helped_until_the_table_is_empty(page: Page) -> None:
    lay(page, ["THERMIDOR", *EMPTY[1:]])
    page.evaluate("rows => window.patience.play.replace(rows, 'help')", FULL)
    expect(page.locator(".origin")).to_have_text("with help")
    cell(page, 1, 1).click(button="right")
    expect(page.locator(".origin")).to_have_text("with help")
    page.evaluate("window.patience.play.clear()")
    expect(page.locator(".origin")).to_have_count(0)
    lay(page, FULL)
    expect(page.locator("#status")).to_contain_text("you: 16")


def test_the_box_of_the_day_counts_when_it_is_finished(visitor: Visitor) -> None:
    page = today(visitor)
    cell(page, 0, 0).click()
    page.evaluate(
        """async () => {
          const { rows } = await window.patience.api.call("unseal", { day: "2026-11-25" });
          window.rows = rows.map((row) => row.replaceAll(".", "*"));
          const word = /[A-Za-z]{2,}/.exec(rows[0])[0];
          window.patience.play.replace([word.padEnd(9, "."), ...Array(6).fill(".........")]);
        }"""
    )
    expect(page.locator(".seal.valid, .seal.faulty")).to_be_visible()
    page.keyboard.press("Control+z")
    page.wait_for_function("() => !Object.keys(window.patience.asking).length")
    assert stored(page, "days") is None
    page.evaluate("window.patience.play.replace(window.rows)")
    expect(page.locator(".seal.valid")).to_be_visible()
    day = stored(page, "days")["2026-11-25"]
    assert day["cost"] == day["guarantee"] > 0
    assert "everyday" in day["badges"]
    figures = opened(page, "My results").locator(".figures dd")
    expect(figures).to_have_text(["1", "1", "1", "1"])


DAYS = {
    "2026-11-09": {"cost": 10, "badges": ["rim"], "helped": None, "guarantee": 9},
    "2026-11-16": {"cost": 13, "badges": [], "helped": None, "guarantee": 11},
    "2026-11-17": 9,
    "2026-11-18": {"cost": 8, "badges": ["rim", "long"]},
    "2026-11-20": {"cost": None, "badges": [], "helped": 5, "guarantee": 9},
    "2026-11-24": {"cost": 7, "badges": [], "helped": 5, "guarantee": 9},
}


@pytest.mark.parametrize(("language", "menu"), [("en-GB", "Menu"), ("fr-FR", "Menu")])
def test_the_results_by_day_of_the_week(visitor: Visitor, language: str, menu: str) -> None:
    page = visitor.open(language=language, width=360)
    page.clock.set_fixed_time(NOW)
    page.evaluate("days => localStorage.setItem('patience.days', JSON.stringify(days))", DAYS)
    lay(page, FULL)
    expect(page.locator(".seal.valid")).to_be_visible()
    french = language == "fr-FR"
    dialog = opened(page, "Mes résultats" if french else "My results", menu)
    expect(dialog.locator(".figures dd")).to_have_text(["1", "5", "1", "3"])
    monday, tuesday = (dialog.locator(".week tbody tr").nth(i).locator("td") for i in (0, 1))
    expect(monday).to_have_text(["2", "11,5" if french else "11.5", "10", re.compile(r"\+1[.,]5")])
    expect(tuesday).to_have_text(["2", "8", "7", re.compile(r"^[-\u2212]2$")])
    expect(dialog.locator(".badges li")).to_have_text(
        [re.compile("◆ .+ \u00d7 2"), re.compile("◆ .+ \u00d7 1")]
    )
    expect(dialog.locator(".bests li")).to_contain_text(
        ["16 à l\u2019envers" if french else "16 face down"]
    )
    assert grave(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_all_games_go_to_another_browser_in_one_file(visitor: Visitor, tmp_path: Path) -> None:
    """Five hundred games, results and own words: what comes out there is what went in here."""
    page = visitor.open()
    lay(page, FULL)
    page.evaluate(
        """async (days) => {
          const saves = await import("/saves.js");
          const one = window.patience.play.game.saved();
          const games = Array.from({ length: 499 }, (_, i) => ({ ...one, id: `g${i}`, saved: i }));
          await saves.keep(games);
          localStorage.setItem("patience.days", JSON.stringify(days));
          localStorage.setItem("patience.words", '{"fr": {"also": ["ZZ"], "ban": ["AS"]}}');
        }""",
        DAYS,
    )
    dialog = opened(page, "My games")
    expect(dialog.locator(".row")).to_have_count(499)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Export all").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    assert re.fullmatch(r"patience-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    assert "token" not in file.read_text("utf-8")
    other = visitor.open()
    dialog = opened(other, "My results")
    for _ in range(2):  # the second time changes nothing
        with other.expect_file_chooser() as choosing:
            dialog.get_by_role("button", name="Import").click()
        choosing.value.set_files(file)
        expect(other.locator("#toast")).to_have_text("500 games were read.")
        expect(dialog.locator(".figures dd").first).to_have_text("500")
    with other.expect_download() as download:
        dialog.get_by_role("button", name="Export all").click()
    back = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert back == json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("text", ["", "{}", '{"form": "patience-games", "games": [{"id": 1}]}'])
def test_another_file_changes_nothing(page: Page, text: str) -> None:
    dialog = opened(page, "My games")
    with page.expect_file_chooser() as choosing:
        dialog.get_by_role("button", name="Import").click()
    choosing.value.set_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(dialog.locator(".backup")).to_contain_text("Nothing was changed")
