"""The report and what it is made of: pictures, plots, the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from patience.batch import report
from patience.batch.report import report_html
from patience.batch.statistics import by_puzzle
from patience.render.plot import Curve, step_plot
from tests.batch.helpers import run_of
from tests.render.pages import Page

# ---- plots --------------------------------------------------------------------------------------


def test_steps_go_right_then_down_within_the_picture() -> None:
    plot = step_plot([Curve("a & b", [(0.1, 9), (1, 7), (5, 6)], 0)], end=10, y_label="face down")
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
    assert "nan" not in step_plot([Curve("x", points, 3)], end=points[-1][0], y_label="y")


def numbers_of(plot: str, element: str, *names: str) -> list[float]:
    return [
        float(each.get(name, "nan"))
        for each in ElementTree.fromstring(plot).iter(element)
        for name in names
    ]


def left_axis(plot: str) -> list[str]:
    texts = ElementTree.fromstring(plot).iter("text")
    return [each.text or "" for each in texts if each.get("class") == "y"]


@pytest.mark.parametrize(
    ("costs", "axis"),
    [
        ([1, 0], ["0", "1"]),
        ([2, 1], ["1", "2"]),
        ([5], ["4", "5", "6"]),
        ([0], ["0", "1"]),
        ([2, 1.5], ["1", "2"]),
        ([69], ["68", "69", "70"]),
    ],
)
def test_the_axis_of_costs_counts_whole_tiles(costs: list[float], axis: list[str]) -> None:
    points = [(float(n + 1), cost) for n, cost in enumerate(costs)]
    assert left_axis(step_plot([Curve("x", points, 0)], end=9, y_label="face down")) == axis


def test_shares_have_an_axis_in_percent() -> None:
    curves = [Curve("x", [(0.0, 0.0), (1.0, 1.0)], 0)]
    plot = step_plot(curves, end=9, y_label="runs", y_text="{:.0%}".format, whole=False)
    assert left_axis(plot) == ["0%", "20%", "40%", "60%", "80%", "100%"]


def test_a_curve_stays_inside_its_plot_even_after_the_end() -> None:
    plot = step_plot([Curve("x", [(0.5, 9), (30.0, 3)], 0)], end=10, y_label="face down")
    (steps,) = re.findall(r'class="line line-0" d="([^"]*)"', plot)
    across = [float(x) for x in re.findall(r"[MH]([\d.]+)", steps)]
    assert across == sorted(across)
    assert across[-1] <= 560


def test_a_single_value_is_a_dot_on_its_line() -> None:
    assert (
        len(numbers_of(step_plot([Curve("x", [(1, 5)], 0)], end=9, y_label="y"), "circle", "cx"))
        == 1
    )
    two = step_plot([Curve("x", [(1, 5), (2, 4)], 0)], end=9, y_label="y")
    assert numbers_of(two, "circle", "cx") == []


def test_one_run_has_a_cost_and_no_median(tmp_path: Path) -> None:
    one, two = [run_of("p", 1, (1.0, 4))], [run_of("p", s, (1.0, 4)) for s in (1, 2)]
    assert "median</dt>" not in report_html("x", one, by_puzzle(one), tmp_path)
    assert "median</dt>" in report_html("x", two, by_puzzle(two), tmp_path)


def test_nothing_to_draw_is_nothing() -> None:
    assert step_plot([Curve("x", [], 0)], end=1, y_label="y") == ""


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
    assert "the file of its grid is missing" in report_html("x", runs, by_puzzle(runs), tmp_path)


def test_many_puzzles_are_in_the_table_but_not_all_pictured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "MAX_CARDS", 2)
    runs = [run_of(name, 1, (1.0, 4)) for name in "abc"]
    text = report_html("x", runs, by_puzzle(runs), tmp_path)
    assert text.count("<article") == 2
    assert "The first 2 of 3 puzzles" in text
