"""The report: facts, cards, tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from patience.batch import report
from patience.batch.report import report_html
from patience.batch.statistics import by_puzzle
from tests.batch.helpers import run_of
from tests.render.pages import Page


def test_one_run_has_a_cost_and_no_median(tmp_path: Path) -> None:
    one, two = [run_of("p", 1, (1.0, 4))], [run_of("p", s, (1.0, 4)) for s in (1, 2)]
    assert "median</dt>" not in report_html("x", one, by_puzzle(one), tmp_path)
    assert "median</dt>" in report_html("x", two, by_puzzle(two), tmp_path)


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
