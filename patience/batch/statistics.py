"""Statistics over runs: summaries by puzzle, and the sign test between two samples."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from patience.batch.run_records import RunRecord

# Significance level.
SIGNIFICANT = 0.05

# Relative difference below which two times count as equal: machines vary.
_SAME_TIME = 0.1


@dataclass(frozen=True)
class PuzzleSummary:
    """The summary of one puzzle's runs.

    Attributes
    ----------
    puzzle, goal, size : str
    runs, failed, without_grid : int
    best, median, worst : number or None
        Costs over the finished runs; a run without a grid counts as worse than any other, so the
        median or worst may be None.
    bound : int
        The best proven bound.
    proven : bool
        Whether the best grid is proven optimal, or the puzzle infeasible.
    best_run : RunRecord or None
        The run that found the best cost soonest.
    """

    puzzle: str
    goal: str
    size: str
    runs: int
    failed: int
    without_grid: int
    best: int | None
    median: float | None
    worst: int | None
    bound: int
    proven: bool
    best_run: RunRecord | None

    @property
    def gap(self) -> int | None:
        """Best cost minus proven bound."""
        return None if self.best is None else max(self.best - self.bound, 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as a row of plain values, as in ``summary.json``."""
        best_run = self.best_run
        return {
            **{f.name: getattr(self, f.name) for f in fields(self) if f.name != "best_run"},
            "gap": self.gap,
            "best_run": best_run and best_run.run,
            "grid": best_run and best_run.grid_file,
        }


def by_puzzle(records: Iterable[RunRecord]) -> list[PuzzleSummary]:
    """Summarise the runs of each puzzle."""
    groups: defaultdict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        groups[record.puzzle].append(record)
    return [_summary(puzzle, runs) for puzzle, runs in groups.items()]


def _summary(puzzle: str, runs: Sequence[RunRecord]) -> PuzzleSummary:
    done = [run for run in runs if run.done]
    found = [run for run in done if run.cost is not None]
    # No grid is worse than any grid.
    costs = sorted(math.inf if run.cost is None else run.cost for run in done)
    median = statistics.median(costs) if costs else math.inf
    best_run = min(found, key=lambda run: (run.cost, run.best_s or 0.0, run.run), default=None)
    about = best_run or next(iter(done), runs[0])
    return PuzzleSummary(
        puzzle=puzzle,
        goal=about.goal,
        size=about.size,
        runs=len(runs),
        failed=len(runs) - len(done),
        without_grid=len(done) - len(found),
        best=None if best_run is None else best_run.cost,
        median=median if math.isfinite(median) else None,
        worst=None if len(found) < len(done) or not costs else int(costs[-1]),
        bound=max((run.bound for run in done), default=0),
        proven=any(run.status in {"optimal", "infeasible"} for run in done),
        best_run=best_run,
    )


# ---- two samples --------------------------------------------------------------------------------


@dataclass
class Tally:
    """Pairs won by the first sample, pairs won by the second, and draws."""

    first: int = 0
    second: int = 0
    draws: int = 0

    def count(self, order: int) -> None:
        """Count a pair: below 0 for the first, above for the second."""
        self.first += order < 0
        self.second += order > 0
        self.draws += order == 0

    @property
    def p(self) -> float:
        """The p-value of the two-sided exact sign test, in which draws do not count.

        A rank test would weigh a face-down tile of one puzzle against the area of another.
        """
        n, most = self.first + self.second, max(self.first, self.second)
        tail: int = sum(math.comb(n, k) for k in range(most, n + 1))
        return float(min(1.0, 2 * tail / 2**n))


@dataclass
class Comparison:
    """The comparison of two samples of runs.

    Attributes
    ----------
    pairs : int
        Runs of the same puzzle and seed in both samples.
    cost, speed : Tally
        Over puzzles: the sample in which most of a puzzle's pairs are cheaper, or sooner at the
        same cost.
    by_puzzle : mapping of str to (Tally, Tally)
        Over pairs: cost and speed.
    changed : list of str
        Puzzles whose question or lexicon differs between the samples; excluded.
    unpaired : (int, int)
        Runs of either sample without a partner.
    """

    pairs: int = 0
    cost: Tally = field(default_factory=Tally)
    speed: Tally = field(default_factory=Tally)
    by_puzzle: dict[str, tuple[Tally, Tally]] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    unpaired: tuple[int, int] = (0, 0)


def compare(first: Iterable[RunRecord], second: Iterable[RunRecord]) -> Comparison:
    """Compare the finished runs of two samples.

    Runs are paired by puzzle, setting and seed. If each sample has a single setting, they are
    paired by puzzle and seed, which compares the settings.
    """
    samples = [[run for run in runs if run.done] for runs in (first, second)]
    single = all(len({run.setting for run in sample}) == 1 for sample in samples)
    left, right = (
        {(run.puzzle, "" if single else run.setting, run.seed): run for run in sample}
        for sample in samples
    )
    comparison = Comparison(
        unpaired=(len(left.keys() - right.keys()), len(right.keys() - left.keys()))
    )
    changed = set()
    tallies: defaultdict[str, tuple[Tally, Tally]] = defaultdict(lambda: (Tally(), Tally()))
    for key in sorted(left.keys() & right.keys()):
        one, other = left[key], right[key]
        if one.question != other.question:
            changed.add(one.puzzle)
            continue
        comparison.pairs += 1
        cost, speed = tallies[one.puzzle]
        cost.count(_order(one.cost, other.cost))
        speed.count(_sooner(one, other))
    # Seeds of one puzzle are not independent of each other: each puzzle has one vote.
    for cost, speed in tallies.values():
        comparison.cost.count(cost.second - cost.first)
        comparison.speed.count(speed.second - speed.first)
    comparison.by_puzzle = dict(tallies)
    comparison.changed = sorted(changed)
    return comparison


def _order(one: float | None, other: float | None) -> int:
    """Compare: below 0 if the first is smaller; None is larger than any number."""
    if one is None or other is None:
        return (one is None) - (other is None)
    return (one > other) - (one < other)


def _sooner(one: RunRecord, other: RunRecord) -> int:
    """Compare the times to the best cost that both have reached."""
    if one.cost is None or other.cost is None:
        return 0
    target = max(one.cost, other.cost)
    times = [_time_to(target, run) for run in (one, other)]
    if abs(times[0] - times[1]) <= _SAME_TIME * max(times):
        return 0
    return _order(*times)


def _time_to(target: int, run: RunRecord) -> float:
    found = (seconds for seconds, cost in run.history if cost <= target)
    return next(found, run.elapsed_s)  # an edited journal may lack the history
