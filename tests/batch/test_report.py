"""The report and what it is made of: pictures, plots, sums, comparisons."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from patience.batch import report
from patience.batch.comparison import Score, compare, comparison_text, sign_test
from patience.batch.report import report_html
from patience.batch.runs import RunRecord
from patience.batch.summary import by_puzzle, csv_text, in_order, json_text
from patience.render.plot import Line, step_plot
from tests.render.pages import Page


def run_of(puzzle: str, seed: int, *history: tuple[float, int], **more: Any) -> RunRecord:
    fields: dict[str, Any] = {
        "setting": "beam-10s",
        "state": "done",
        "status": "feasible" if history else "unknown",
        "goal": "frame",
        "size": "3x3",
        "cost": history[-1][1] if history else None,
        "elapsed_s": 10.0,
        "version": "1.0",
        **more,
    }
    name = f"{puzzle}/{fields['setting']}/seed-{seed}"
    return RunRecord(run=name, puzzle=puzzle, engine="beam", seed=seed, history=history, **fields)


# ---- plots --------------------------------------------------------------------------------------


def test_steps_go_right_then_down_within_the_picture() -> None:
    plot = step_plot([Line("a & b", [(0.1, 9), (1, 7), (5, 6)], 0)], end=10, y_label="face down")
    picture = ElementTree.fromstring(plot)
    assert "a &amp; b" in plot
    (steps,) = [e.get("d", "") for e in picture.iter("path") if "line" in e.get("class", "")]
    assert re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+){2}H[\d.]+", steps)
    numbers = [float(x) for x in re.findall(r"[\d.]+", steps)]
    assert all(0 <= x <= 560 for x in numbers)
    ticks = [e.text for e in picture.iter("text")]
    assert {"6", "9", "0.1 s", "1 s", "10 s"} <= set(ticks)


@pytest.mark.parametrize(
    "points", [[(0.0, 0.0)], [(1e-9, 5), (1e-8, 4)], [(3.0, 7)], [(1e5, 1), (2e5, 0)]]
)
def test_any_points_can_be_drawn(points: list[tuple[float, float]]) -> None:
    assert "nan" not in step_plot([Line("x", points, 3)], end=points[-1][0], y_label="y")


def test_nothing_to_draw_is_nothing() -> None:
    assert step_plot([Line("x", [], 0)], end=1, y_label="y") == ""


# ---- sums ---------------------------------------------------------------------------------------


def test_a_puzzle_is_summed_up() -> None:
    runs = [
        run_of("p", 1, (1.0, 9), (4.0, 6), bound=2),
        run_of("p", 2, (3.0, 6)),
        run_of("p", 3, (3.0, 8), bound=3),
        run_of("p", 4, state="failed", reason="lost"),
    ]
    (summary,) = by_puzzle(runs)
    assert (summary.best, summary.median, summary.worst) == (6, 6, 8)
    assert (summary.bound, summary.gap, summary.proven) == (3, 3, False)
    assert (summary.runs, summary.failed, summary.without_grid) == (4, 1, 0)
    assert summary.best_run is runs[1]  # the soonest of the best


def test_a_run_without_a_grid_is_worse_than_any() -> None:
    (summary,) = by_puzzle([run_of("p", 1, (1.0, 9)), run_of("p", 2), run_of("p", 3)])
    assert (summary.best, summary.median, summary.worst) == (9, None, None)
    (nothing,) = by_puzzle([run_of("p", 1, state="failed")])
    assert (nothing.best, nothing.median, nothing.worst, nothing.best_run) == (None,) * 4


def test_tables_can_be_read_back() -> None:
    runs = in_order([run_of("p", 2, (1.5, 9), bound=4), run_of("p", 1, reason='a, "b"')])
    lines = csv_text(runs).splitlines()
    assert lines[1].endswith('"a, ""b"""')
    told = json.loads(json_text(runs, by_puzzle(runs), [], "1.0"))
    assert [run["seed"] for run in told["runs"]] == [1, 2]
    assert told["runs"][1]["gap"] == 5
    assert told["puzzles"][0]["best"] == 9


# ---- the page -----------------------------------------------------------------------------------


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
    assert text.count('<svg class="plot"') == 2  # the race, and the one puzzle with grids
    assert "</script><b>" not in text
    data = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    puzzle_table, run_table = data
    assert [row[0] for row in run_table["rows"]] == ["p", "p", "q", "r"]
    assert puzzle_table["rows"][0][0] == ["p", "#p"]


def test_a_page_without_any_grid_says_so(tmp_path: Path) -> None:
    runs = [run_of("p", 1)]
    assert "No run has found a grid." in report_html("x", runs, by_puzzle(runs), tmp_path)
    Page(report_html("x", [], [], tmp_path))


def test_a_grid_file_that_is_gone_is_no_reason_to_fail(tmp_path: Path) -> None:
    runs = [run_of("p", 1, (1.0, 4))]
    assert "the grid is gone" in report_html("x", runs, by_puzzle(runs), tmp_path)


def test_many_puzzles_are_in_the_table_but_not_all_pictured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "MOST_CARDS", 2)
    runs = [run_of(name, 1, (1.0, 4)) for name in "abc"]
    text = report_html("x", runs, by_puzzle(runs), tmp_path)
    assert text.count("<article") == 2
    assert "The first 2 of 3 puzzles" in text


# ---- comparisons --------------------------------------------------------------------------------


def test_the_sign_test_is_that_of_the_tables() -> None:
    assert sign_test(0, 0) == 1.0
    assert sign_test(5, 5) == 1.0
    assert sign_test(0, 5) == pytest.approx(0.0625)
    assert sign_test(8, 0) == pytest.approx(2 / 2**8)
    assert sign_test(9, 1) == pytest.approx(22 / 1024)


def test_the_better_batch_is_named_with_its_chance() -> None:
    first = [run_of(f"p{n}", s, (1.0, 5)) for n in range(8) for s in range(3)]
    second = [run_of(f"p{n}", s, (1.0, 6)) for n in range(8) for s in range(3)]
    comparison = compare(first, second)
    assert (comparison.pairs, comparison.cost) == (24, Score(8, 0, 0))
    text = comparison_text(comparison, "one", "two")
    assert "cost: one is cheaper (8 : 0, 0 draws; sign test p = 0.0078)" in text
    assert "p0: cost 3 : 0, 0 draws (p = 0.25)" in text
    assert "cost: one is ahead" not in comparison_text(compare(second, first), "two", "one")


def test_few_puzzles_may_be_chance() -> None:
    comparison = compare([run_of("p", 1, (1.0, 5))], [run_of("p", 1, (1.0, 6))])
    assert "one is ahead, perhaps by chance" in comparison_text(comparison, "one", "two")
    assert "no difference" in comparison_text(compare([], []), "one", "two")


def test_time_counts_to_the_cost_that_both_reach() -> None:
    first = [run_of("p", 1, (1.0, 8), (9.0, 5))]
    second = [run_of("p", 1, (2.0, 8))]
    comparison = compare(first, second)
    assert (comparison.cost, comparison.speed) == (Score(1, 0, 0), Score(1, 0, 0))
    about_equal = compare([run_of("p", 1, (1.0, 8))], [run_of("p", 1, (1.05, 8))])
    assert about_equal.speed == Score(0, 0, 1)


def test_no_grid_loses_against_any_and_failed_runs_do_not_count() -> None:
    first = [run_of("p", 1, (1.0, 50)), run_of("p", 2, (1.0, 5)), run_of("q", 1, (1.0, 1))]
    second = [run_of("p", 1), run_of("p", 2, state="failed"), run_of("q", 1, (1.0, 1))]
    comparison = compare(first, second)
    assert comparison.by_puzzle["p"][0] == Score(1, 0, 0)
    assert comparison.alone == (1, 0)
    assert comparison.cost == Score(1, 0, 1)


def test_single_settings_are_what_is_compared_several_must_match() -> None:
    beam = [run_of("p", 1, (1.0, 5))]
    cpsat = [run_of("p", 1, (1.0, 6), setting="cpsat-10s")]
    assert compare(beam, cpsat).cost == Score(1, 0, 0)
    both = compare([*beam, *cpsat], cpsat)
    assert (both.pairs, both.cost, both.alone) == (1, Score(0, 0, 1), (1, 0))


def test_another_question_is_left_out_and_named() -> None:
    comparison = compare([run_of("p", 1, (1.0, 5), puzzle_sha256="a")], [run_of("p", 1, (1.0, 4))])
    assert comparison.pairs == 0
    assert "left out, another question: p" in comparison_text(comparison, "one", "two")
