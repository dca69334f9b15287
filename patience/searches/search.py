"""What loops above the engines share: a search as a function, a loop of them, an observer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from patience.engines.base import Clock
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.report import Report
from patience.result import SEEDS, Limits, Observer, Result, Stats, Status, StopReason
from patience.words.lexicon import Lexicon


@dataclass(frozen=True)
class Task:
    """What a search is given."""

    puzzle: Puzzle
    lexicon: Lexicon
    limits: Limits
    seed: int
    observer: Observer


#: A search by an engine.
Search = Callable[[Task], Result]


class Loop:
    """A task that takes several searches: its clock, the best grid so far and what is proven."""

    def __init__(self, search: Search, task: Task) -> None:
        self._search, self._task = search, task
        self._puzzle, self._limits = task.puzzle, task.limits
        self._clock = Clock(task.limits.seconds)
        self._latest: Result | None = None
        self._best: Grid | None = None
        self._bound = 0
        self._history: list[tuple[float, int]] = []
        self._tries = 0

    @property
    def _cost(self) -> int | None:
        return None if self._best is None else self._puzzle.cost(self._best)

    @property
    def _is_good_enough(self) -> bool:
        cost, target = self._cost, self._limits.target
        return cost is not None and target is not None and cost <= target

    @property
    def _is_proven(self) -> bool:
        return self._cost is not None and self._cost <= self._bound

    @property
    def _is_interrupted(self) -> bool:
        return self._latest is not None and self._latest.stopped is StopReason.INTERRUPT

    @property
    def _seed(self) -> int:
        """The seed of the next search."""
        return (self._task.seed + self._tries) % SEEDS

    def _keep(self, grid: Grid) -> None:
        """Keep a better grid."""
        self._best = grid
        self._history.append((round(self._clock.elapsed, 3), self._puzzle.cost(grid)))

    def _outcome(self, report: Report | None, why_none: str) -> Result:
        """Return the best grid and what is proven; `why_none` is why no grid can exist, if so."""
        latest = self._latest
        assert latest is not None, "there was a search"
        status = Status.INFEASIBLE if why_none else Status.UNKNOWN
        if self._best is not None:
            status = Status.OPTIMAL if self._is_proven else Status.FEASIBLE
        request = latest.request
        return replace(
            latest,
            best=self._best,
            cost=self._cost,
            bound=self._bound,
            status=status,
            reason=why_none,
            report=report,
            stats=replace(latest.stats, elapsed_s=self._clock.elapsed, history=self._history),
            stopped=self._stopped(status),
            request=request and request._replace(puzzle=self._puzzle, seed=self._task.seed),
        )

    def _stopped(self, status: Status) -> StopReason:
        if self._is_interrupted:
            return StopReason.INTERRUPT
        if status in {Status.OPTIMAL, Status.INFEASIBLE}:
            return StopReason.COMPLETE
        if self._is_good_enough:
            return StopReason.TARGET
        return StopReason.WORK if self._limits.seconds is None else StopReason.TIME


class OnlyBetter(Observer):
    """Forwards from a further search only grids that beat all earlier ones, by their rank.

    Bounds are not forwarded: they hold only for the narrower question of that search, which began
    after `since` seconds.
    """

    def __init__(
        self,
        outer: Observer,
        cost: Callable[[Grid], int],
        rank: Callable[[Grid], Any],
        best: Any,
        since: float = 0.0,
    ) -> None:
        self._outer = outer
        self._cost = cost
        self._rank = rank
        self._best = best
        self._since = since

    def on_best(self, grid: Grid, cost: int) -> None:
        """Forward a grid, with its cost in the whole question, if it is better."""
        del cost
        rank = self._rank(grid)
        if self._best is None or rank < self._best:
            self._best = rank
            self._outer.on_best(grid, self._cost(grid))

    def on_progress(self, stats: Stats) -> None:
        """Forward the statistics, with the time of the whole search."""
        self._outer.on_progress(replace(stats, elapsed_s=self._since + stats.elapsed_s))

    def on_notice(self, text: str) -> None:
        """Forward a notice."""
        self._outer.on_notice(text)
