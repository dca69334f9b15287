"""Plots of the results of `scripts.bench`, for the pages in docs/."""

from __future__ import annotations

import io
import math
import statistics
from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from scripts.bench.beam import Growth
from scripts.bench.quality import BenchRun, Raw

# Panels per row, and their size in inches.
_ACROSS = 3
_PANEL = (3.6, 2.7)

# Start of the time axis, in seconds.
_SOONEST = 0.1

# The same data give the same file: no date, no random identifiers.
mpl.rcParams["svg.hashsalt"] = "patience"
_METADATA = {"Date": None}


def quality_figure(raw: Raw) -> Figure:
    """Plot the cost of the best grid against time: one panel per job, the median of its seeds."""
    jobs = list(dict.fromkeys(run.job for run in raw.runs))
    figure, panels = _panels(len(jobs))
    for job, axes in zip(jobs, panels, strict=True):
        runs = [run for run in raw.runs if run.job == job]
        end = max(run.seconds for run in runs)
        times = _moments(runs, end)
        for run in runs:
            costs = [_drawn(run.cost_at(t)) for t in times]
            axes.step(times, costs, where="post", color="0.75", linewidth=0.8)
        middle = [_drawn(statistics.median_high(run.cost_at(t) for run in runs)) for t in times]
        axes.step(times, middle, where="post", color="tab:red", linewidth=1.8)
        axes.set_xscale("log")
        axes.set_xlim(_SOONEST, end)
        costs = sorted(cost for run in runs for _, cost in run.history)
        # First grids cost many times the last; the relevant range is below them.
        axes.set_ylim(costs[0] - 0.5, min(costs[0] + 12, costs[-1]) + 0.5)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_title(f"{job} ({len(runs)} seeds)", fontsize=9)
    figure.supxlabel("seconds", fontsize=9)
    figure.supylabel("cost: seeds, median", fontsize=9)
    return figure


def growth_figure(measured: Sequence[Growth]) -> Figure:
    """Plot seconds and memory of one beam against its width."""
    figure, (time, memory) = _panels(2)
    widths = [each.width for each in measured]
    time.loglog(widths, [each.seconds for each in measured], "o-", color="tab:red")
    time.set_title("seconds a beam", fontsize=9)
    memory.loglog(widths, [each.peak / 1e6 for each in measured], "o-", label="whole process")
    memory.loglog(widths, [each.arrays / 1e6 for each in measured], "s--", label="the arrays")
    memory.set_title("MB", fontsize=9)
    memory.legend(fontsize=8)
    figure.supxlabel("width of the beam, states", fontsize=9)
    return figure


def svg(figure: Figure) -> str:
    """Return a figure as SVG text."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata=_METADATA)
    return out.getvalue()


def _panels(number: int) -> tuple[Figure, list[Axes]]:
    across = min(number, _ACROSS)
    down = -(-number // across)
    figure = Figure(figsize=(_PANEL[0] * across, _PANEL[1] * down), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for axes in panels:
        axes.tick_params(labelsize=8)
        axes.grid(visible=True, which="major", linewidth=0.4, color="0.85")
        axes.spines[["top", "right"]].set_visible(False)
    for axes in panels[number:]:
        axes.remove()
    return figure, panels[:number]


def _moments(runs: Sequence[BenchRun], end: float) -> list[float]:
    """Return all times at which something changes, and the end."""
    return sorted(
        {_SOONEST, end, *(max(when, _SOONEST) for run in runs for when, _ in run.history)}
    )


def _drawn(cost: float) -> float:
    """Return a cost for the plot; NaN without a grid."""
    return cost if math.isfinite(cost) else math.nan
