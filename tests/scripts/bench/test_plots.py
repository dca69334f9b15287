"""Plots of what the bench measured."""

from __future__ import annotations

import json
import math
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from scripts.bench import commands, plots, quality
from scripts.common import execute

pytestmark = pytest.mark.slow


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    kept = quality.Raw("a machine", [10, 60], 2, stop_at_goal=False)
    for job in ("frame-9x7", "compact-61", "compact-63", "frame-8x8-64"):
        for seed in (1, 2):
            history = [(0.01, 20 + seed), (1.0, 9), (5.0 * seed, 7)]
            kept.runs.append(quality.BenchRun(job, seed, 60.0, 60.0, history, None, 0, ""))
    kept.runs.append(quality.BenchRun("frame-9x7", 3, 60.0, 60.0, [], None, 0, ""))  # found nothing
    file = tmp_path / "quality.json"
    file.write_text(kept.dumps())
    return file


def test_quality_has_a_panel_a_job(raw: Path, tmp_path: Path) -> None:
    picture = tmp_path / "quality.svg"
    assert execute(commands.main, ["plot", "quality", str(raw), str(picture)]) == 0
    text = picture.read_text("utf-8")
    ET.fromstring(text)
    assert text.count('id="axes_') == 4
    again = tmp_path / "again.svg"
    execute(commands.main, ["plot", "quality", str(raw), str(again)])
    assert again.read_text("utf-8") == text


def test_a_median_never_rises_where_some_have_no_grid_yet() -> None:
    kept = quality.Raw("a machine", [10], 2, stop_at_goal=False)
    histories = [[(0.2, 16), (3.0, 13)], [(0.11, 14)], [(0.08, 15)], [(0.12, 15)], [(0.13, 14)]]
    for seed, history in enumerate(histories):
        kept.runs.append(quality.BenchRun("frame-14x9", seed, 10.0, 10.0, history, None, 0, ""))
    (panel,) = plots.quality_figure(kept).axes
    (median,) = (line for line in panel.lines if line.get_color() == "tab:red")
    drawn = [cost for cost in np.asarray(median.get_ydata(), float) if not math.isnan(cost)]
    assert drawn == sorted(drawn, reverse=True)
    assert drawn[-1] == 14


def test_a_panel_ends_where_its_runs_did() -> None:
    kept = quality.Raw("a machine", [10, 60, 300], 2, stop_at_goal=True)
    for job, seconds in (("frame-9x7", 60.0), ("frame-8x8", 300.0)):
        kept.runs.append(quality.BenchRun(job, 1, seconds, 2.0, [(1.0, 5)], None, 0, ""))
    panels = plots.quality_figure(kept).axes
    assert [panel.get_xlim()[1] for panel in panels] == [60, 300]


def test_growth_has_time_and_memory(tmp_path: Path) -> None:
    rows = [
        {"width": 10**n, "children": 1, "seconds": 0.1, "arrays": 1, "resting": 1, "peak": 2}
        for n in (3, 4, 5)
    ]
    raw, picture = tmp_path / "growth.json", tmp_path / "growth.svg"
    raw.write_text(json.dumps(rows))
    assert execute(commands.main, ["plot", "growth", str(raw), str(picture)]) == 0
    assert picture.read_text("utf-8").count('id="axes_') == 2


def test_an_unreadable_file_is_said(tmp_path: Path) -> None:
    assert (
        execute(
            commands.main,
            ["plot", "quality", str(tmp_path / "none.json"), str(tmp_path / "out.svg")],
        )
        == 2
    )
