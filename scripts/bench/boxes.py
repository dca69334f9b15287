"""Boxes of the day: their difficulty by weekday, what they guarantee, and the time to make one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import click

from patience.analysis.daily import WEEK, boxes_of_week, monday_of
from patience.game.referee import verify
from patience.web.measure import EVERYDAY, measure
from patience.words.lexicon import load
from scripts.common import document, tell

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Box(NamedTuple):
    """A day's box: what it guarantees, its difficulty, and seconds to make it."""

    day: date
    cost: int
    effort: int
    seconds: float


def boxes(first: date, weeks: int) -> list[Box]:
    """Make the boxes of some weeks.

    Raises
    ------
    click.ClickException
        If the referee finds another cost than a box guarantees.
    """
    lexicon = load(EVERYDAY)
    found = []
    for n in range(weeks):
        start = time.perf_counter()
        made = boxes_of_week(monday_of(first) + timedelta(weeks=n), measure)
        seconds = (time.perf_counter() - start) / WEEK
        for box in made:
            report = verify(box.puzzle, box.measured.grid, lexicon)
            if not report.valid or report.cost != box.measured.cost:
                raise click.ClickException(f"the box of {box.day} does not keep what it guarantees")
            found.append(Box(box.day, box.measured.cost, box.measured.effort, seconds))
        tell(f"week {n + 1} of {weeks}: {seconds:.1f} s a box")
    return found


def table(found: Sequence[Box], machine: str) -> str:
    """Return the boxes by weekday, as a Markdown table: median, least to most."""
    rows = []
    for n, name in enumerate(_DAYS):
        days = [box for box in found if box.day.weekday() == n]
        efforts, costs = [box.effort for box in days], [box.cost for box in days]
        rows.append((name, _spread(efforts), _spread(costs)))
    seconds = statistics.median(box.seconds for box in found)
    notes = [
        f"{len(found)} boxes from {found[0].day} on, each guarantee verified by the referee; "
        f"{seconds:.1f} s a box (median of the weeks).",
        machine,
    ]
    return document(("day", "difficulty", "face down, guaranteed"), rows, notes)


def plot(found: Sequence[Box], path: Path) -> None:
    """Draw the difficulties by weekday: median, quartiles, least and most."""
    import matplotlib as mpl  # noqa: PLC0415 (only here)
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams |= {"svg.hashsalt": "boxes", "svg.fonttype": "none"}
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    by_day = [[box.effort for box in found if box.day.weekday() == n] for n in range(WEEK)]
    axes.boxplot(by_day, whis=(0, 100))
    axes.set_xticks(range(1, WEEK + 1), _DAYS)
    axes.set_ylabel("face down after two beams, added")
    figure.savefig(path, format="svg", metadata={"Date": None})


def _spread(values: Sequence[int]) -> str:
    return f"{statistics.median(values):g} ({min(values)} to {max(values)})"
