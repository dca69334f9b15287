"""What loops above the engines share: a search as a function, a loop of them, an observer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from patience.engines.base import Clock
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.referee.report import Report
from patience.result import (
    SEEDS,
    Limits,
    Observer,
    Proven,
    Request,
    Result,
    Stats,
    Status,
    StopReason,
)
from patience.words.lexicon import Lexicon

# Least seconds of a search: a limit is above 0.
_LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class Task:
    """What a search is given; `prefers_scores` if words of high scores are laid first."""

    puzzle: Puzzle
    lexicon: Lexicon
    limits: Limits
    seed: int
    observer: Observer
    prefers_scores: bool = False


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
        self._report: Report | None = None
        self._bound = 0
        self._history: list[tuple[float, int]] = []
        self._engines: dict[str, None] = {}  # those that ran, in order
        self._tries = 0

    @classmethod
    def after(cls, search: Search, task: Task, first: Result) -> Self:
        """Begin with the result of a search of the whole question, whose time counts."""
        loop = cls(search, task)
        loop._clock.leave_out(-first.stats.elapsed_s)
        loop._best, loop._report, loop._bound = first.best, first.report, first.bound
        loop._history = list(first.stats.history)
        loop._note(first)
        return loop

    def _note(self, found: Result) -> None:
        self._tries += 1
        self._latest = found
        self._engines.update(dict.fromkeys(found.stats.engine.split(" and ")))

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
    def _goes_on(self) -> bool:
        """Whether there is time, and nobody has ended it."""
        return self._clock.remaining > 0 and not self._is_interrupted

    @property
    def _proven(self) -> frozenset[Proven]:
        """What is proven of the best grid."""
        return frozenset({Proven.COST} if self._is_proven else ())

    def _limited(self, seconds: float, target: int | None) -> Limits:
        """Return the limits of a search of so many seconds, or as many as are left."""
        if self._limits.seconds is None:
            return replace(self._limits, target=target)
        left = max(self._clock.remaining, _LEAST_SECONDS)
        return replace(self._limits, target=target, seconds=min(seconds, left))

    def ask(
        self,
        puzzle: Puzzle,
        limits: Limits,
        rank: Callable[[Grid], Any],
        best: Any,
        *,
        search: Search | None = None,
        lexicon: Lexicon | None = None,
    ) -> Result:
        """Search once, each time with another seed; the observer hears of what beats `best`.

        The preparation of the first search, in which kernels may compile, counts against no limit.
        """
        since = self._clock.elapsed
        part = replace(
            self._task,
            puzzle=puzzle,
            limits=limits,
            lexicon=lexicon or self._task.lexicon,
            seed=(self._task.seed + self._tries) % SEEDS,
            observer=OnlyBetter(self._task.observer, self._puzzle.cost, rank, best, since),
        )
        found = (search or self._search)(part)
        if self._latest is None:
            self._clock.leave_out(self._clock.elapsed - since - found.stats.elapsed_s)
        self._note(found)
        return found

    def _keep(self, grid: Grid, report: Report | None) -> None:
        """Keep a better grid."""
        self._best, self._report = grid, report
        self._history.append((round(self._clock.elapsed, 3), self._puzzle.cost(grid)))

    def _outcome(self, why_none: str = "") -> Result:
        """Return the best grid and what is proven; `why_none` is why no grid can exist, if so."""
        latest = self._latest
        assert latest is not None, "there was a search"
        status = Status.INFEASIBLE if why_none else Status.UNKNOWN
        if self._best is not None:
            status = Status.OPTIMAL if self._is_proven else Status.FEASIBLE
        task, request = self._task, latest.request
        return replace(
            latest,
            best=self._best,
            cost=self._cost,
            bound=self._bound,
            status=status,
            reason=why_none,
            report=self._report,
            stats=replace(
                latest.stats,
                elapsed_s=self._clock.elapsed,
                history=self._history,
                engine=" and ".join(filter(None, self._engines)),
            ),
            stopped=self._stopped(status),
            request=request
            and Request.of(self._puzzle, task.lexicon, request.engine, task.seed, request.threads),
            proven=self._proven,
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

    None beats the rank ``()``. Bounds are not forwarded: they hold only for the narrower question
    of that search, which began after `since` seconds.
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
