"""The report: facts, cards, tables."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from patience.batch import report
from patience.batch.report import report_html
from patience.batch.statistics import by_puzzle
from patience.render.layout import picture
from tests.batch.helpers import run_of
from tests.render.pages import Page
from tests.render.test_pictures import HOSTILE, SMALL


def test_the_page_needs_nothing_else_and_links_to_the_grids(tmp_path: Path) -> None:
    runs = [
        run_of("p", 1, (1.0, 9), (4.0, 1)),
        run_of("p", 2, (2.0, 3), setting="cpsat-10s"),
        run_of("q", 1, reason="</script><b>&"),
        run_of("r", 1, state="failed", reason="its worker was killed"),
    ]
    grid = tmp_path / runs[0].grid_file
    grid.parent.mkdir(parents=True)
    grid.write_text("ABC\nD.e\nFGH\n")
    text = report_html("year & grids", runs, by_puzzle(runs), tmp_path)
    page = Page(text)
    assert "year & grids" in "".join(page.texts)
    assert not [target for target in page.targets if ":" in target]
    assert runs[0].grid_file in page.targets
    assert "1 x its worker was killed" in page.texts
    assert "frame 3x3, face down: 1" in page.texts
    assert "</script><b>" not in text
    data = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    puzzle_table, run_table = data
    assert [row[0] for row in run_table["rows"]] == ["p", "p", "q", "r"]
    assert puzzle_table["rows"][0][0] == ["p", "#p"]


def test_a_page_without_any_grid_says_so(tmp_path: Path) -> None:
    runs = [run_of("p", 1)]
    assert "no grid" in Page(report_html("x", runs, by_puzzle(runs), tmp_path)).texts
    Page(report_html("x", [], [], tmp_path))


def test_a_grid_file_that_is_gone_is_no_reason_to_fail(tmp_path: Path) -> None:
    runs = [run_of("p", 1, (1.0, 4))]
    assert "the file of its grid is missing" in report_html("x", runs, by_puzzle(runs), tmp_path)


def test_many_puzzles_are_in_the_table_but_not_all_pictured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "MAX_CARDS", 2)
    runs = [run_of(name, 1, (1.0, 4)) for name in "abc"]
    text = report_html("x", runs, by_puzzle(runs), tmp_path)
    assert text.count("<article") == 2
    assert "The first 2 of 3 puzzles" in text


def two_reports(folder: Path) -> str:
    """Return the report of two puzzles with a grid each, which is in files."""
    runs = [run_of("p", 1, (1.0, 4)), run_of("q", 1, (1.0, 4), goal="board")]
    for run in runs:
        (folder / run.grid_file).parent.mkdir(parents=True)
        (folder / run.grid_file).write_text("ABC\nD.e\nFGH\n")
    return report_html("two", runs, by_puzzle(runs), folder)


def test_a_page_has_a_card_a_grid_and_each_letter_once(tmp_path: Path) -> None:
    text = two_reports(tmp_path)
    page = Page(text)
    assert page.tags["article"] == 2
    assert page.tags["svg"] == 3  # the shapes, and two pictures
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in page.targets if target[:1] == "#"} <= set(ids)


@settings(max_examples=40, deadline=None)
@given(HOSTILE, HOSTILE)
def test_no_name_breaks_a_page(name: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "_drawing", lambda _path: replace(picture(SMALL), title=text))
        told = {"goal": text, "size": name, "setting": text, "version": name}
        runs = [run_of(name, 1, (1.0, 4), **told), run_of("q", 1, reason=text, **told)]
        page = report_html(name, runs, by_puzzle(runs), Path())
    read = Page(page)
    assert read.tags["script"] == 2
    assert read.tags["b"] == 0
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)[0])
    assert [table["title"] for table in data] == ["Puzzles", "Runs"]


def test_a_column_that_holds_nothing_is_left_out(tmp_path: Path) -> None:
    runs = [run_of("p", 1, state="failed", reason="killed")]
    text = report_html("x", runs, by_puzzle(runs), tmp_path)
    _, table = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    assert table["columns"] == ["puzzle", "setting", "seed", "status", "reason"]
    assert table["rows"] == [["p", "beam-10s", 1, "failed", "killed"]]
