"""What every engine is handed: the incumbent, the clock, the limits and who listens."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Timer
from typing import ClassVar

from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.game.report import Report
from patience.result import Limits, Observer, Result, Stats, Status, StopReason
from patience.words.lexicon import Lexicon

# Least seconds between two reports of progress.
_REPORT_EVERY = 0.1

# Loading kernels compiled before takes half a second on a machine that is not busy.
_COMPILING_AFTER = 2.5


class SearchStopped(Exception):
    """Ends a search before it is done."""

    reason: ClassVar[StopReason]


class OutOfTime(SearchStopped):
    """The time is up."""

    reason = StopReason.TIME


class TargetReached(SearchStopped):
    """A grid costs no more than the target."""

    reason = StopReason.TARGET


class _Stopwatch:
    """Seconds since the search began, without those that prepared it."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._start

    @contextmanager
    def paused(self) -> Iterator[None]:
        begin = time.monotonic()
        try:
            yield
        finally:
            self._start += time.monotonic() - begin


class Clock:
    """The time of one search: all its engines read the same one.

    Parameters
    ----------
    seconds : float or None
        The time limit; None for none. It starts now.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._stopwatch = _Stopwatch()
        self._deadline = math.inf if seconds is None else seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return self._stopwatch.elapsed

    @property
    def remaining(self) -> float:
        """Seconds until the limit; negative past it, infinite without one."""
        return self._deadline - self.elapsed

    def limited(self, seconds: float) -> Clock:
        """Return the same clock with a limit so many seconds from now, or its own if sooner."""
        other = Clock()
        other._stopwatch = self._stopwatch
        other._deadline = min(self._deadline, self.elapsed + seconds)
        return other

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock: what prepares a search counts against no limit."""
        with self._stopwatch.paused():
            yield

    def check(self) -> None:
        """Raise OutOfTime if the time is up."""
        if self.remaining <= 0:
            raise OutOfTime


class Incumbent:
    """The best grid so far, and what is proven about its cost.

    Parameters
    ----------
    puzzle : Puzzle
    judge : callable
        Returns the referee's report on a grid; raises what is wrong with one that breaks a rule.
    clock : Clock
    observer : Observer
    target : int, optional
        A cost at which to stop.

    Attributes
    ----------
    best, cost : Grid and int, or None
    report : Report or None
        The referee's, on the best grid.
    bound : int
        Proven lower bound on the cost.
    reason : str
        Why there is no grid, if that is proven.
    history : list of (float, int)
        Second and cost of each better grid.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        judge: Callable[[Grid], Report],
        clock: Clock,
        observer: Observer,
        target: int | None = None,
    ) -> None:
        self.best: Grid | None = None
        self.cost: int | None = None
        self.report: Report | None = None
        self.bound = 0
        self.reason = ""
        self.history: list[tuple[float, int]] = []
        self._puzzle = puzzle
        self._judge = judge
        self._clock = clock
        self._observer = observer
        self._target = target
        self._gap_closed = False

    def improves(self, grid: Grid) -> bool:
        """Tell whether a grid ranks before the best one."""
        return self.best is None or self._puzzle.rank(grid) < self._puzzle.rank(self.best)

    def offer(self, grid: Grid) -> bool:
        """Take a grid if it improves on the best one; tell whether it does.

        Raises
        ------
        RefereeError
            If it breaks a rule.
        TargetReached
            If it costs no more than the target.
        """
        if not self.improves(grid):
            return False
        report = self._judge(grid)
        cost = self._puzzle.cost(grid)
        self.best, self.cost, self.report = grid, cost, report
        self.history.append((round(self._clock.elapsed, 3), cost))
        self._observer.on_best(grid, cost)
        if self._target is not None and cost <= self._target:
            raise TargetReached
        return True

    @contextmanager
    def stop_at(self, cost: int) -> Iterator[None]:
        """End what runs inside, quietly, once a grid costs no more than that.

        Raises
        ------
        TargetReached
            If the target of the whole search is reached.
        """
        whole = self._target
        self._target = cost if whole is None else max(cost, whole)
        try:
            yield
        except TargetReached:
            if whole is not None and self.cost is not None and self.cost <= whole:
                raise
        finally:
            self._target = whole

    def raise_bound(self, bound: int) -> None:
        """Note a proven lower bound on the cost."""
        if self.cost is not None:
            bound = min(bound, self.cost)
        if bound > self.bound:
            self.bound = bound
            self._observer.on_bound(bound)

    def close_gap(self) -> None:
        """Note that nothing ranks before the best grid."""
        assert self.cost is not None, "there is a best grid"
        self._gap_closed = True
        self.raise_bound(self.cost)

    def prove_infeasible(self, reason: str) -> None:
        """Note that there is no grid."""
        assert self.cost is None, f"a grid stands against this: {reason}"
        self.reason = reason

    @property
    def is_settled(self) -> bool:
        """Whether nothing costs less than the best grid, or there is proven to be none."""
        return bool(self.reason) or (self.cost is not None and self.cost <= self.bound)

    @property
    def is_closed(self) -> bool:
        """Whether nothing ranks before the best grid either, which for compact grids says more."""
        compact = isinstance(self._puzzle.goal, Compact)
        return self._gap_closed or (self.is_settled and not (compact and self.best))

    @property
    def status(self) -> Status:
        """How much is known."""
        if self.cost is None:
            return Status.INFEASIBLE if self.reason else Status.UNKNOWN
        return Status.OPTIMAL if self.is_settled else Status.FEASIBLE


@dataclass
class SearchContext:
    """One search: the question, the limits and what is known so far.

    Engines that work for one another share it, so there is one clock and one incumbent.

    Attributes
    ----------
    puzzle : Puzzle
    lexicon : Lexicon
    limits : Limits
    seed : int
    threads : int
    observer : Observer
    clock : Clock
    incumbent : Incumbent
    stats : Stats
        Engines keep it up to date.
    failure : str
        A sentence on why no grid was found, where that is not proven.
    """

    puzzle: Puzzle
    lexicon: Lexicon
    limits: Limits
    seed: int
    threads: int
    observer: Observer
    clock: Clock
    incumbent: Incumbent
    stats: Stats = field(default_factory=Stats)
    failure: str = ""
    _reported: float = field(default=-math.inf, init=False)

    def __post_init__(self) -> None:
        self.stats.history = self.incumbent.history

    def report(self) -> None:
        """Tell the observer how far the search is, now and then."""
        now = self.clock.elapsed
        self.stats.elapsed_s = now
        if now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self.observer.on_progress(self.stats)

    def tick(self) -> None:
        """Report progress now and then.

        Raises
        ------
        OutOfTime
            If the time is up.
        """
        self.report()
        self.clock.check()

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Stop the clock while kernels are compiled and tables are built, and say so."""
        with self.clock.paused(), announce_compiling(self.observer.on_notice):
            yield

    @contextmanager
    def time_slice(self, seconds: float) -> Iterator[None]:
        """Give what runs inside so many seconds at most.

        What is out of its slice ends quietly, so that another engine has its turn.

        Raises
        ------
        OutOfTime
            If the time of the whole search is up.
        """
        whole = self.clock
        self.clock = whole.limited(seconds)
        try:
            yield
        except OutOfTime:
            whole.check()
        finally:
            self.clock = whole

    def result(self, stopped: StopReason) -> Result:
        """Return what was found."""
        self.stats.elapsed_s = self.clock.elapsed
        found = self.incumbent
        reason = self.failure if found.best is None or stopped is StopReason.ERROR else ""
        return Result(
            found.best,
            found.cost,
            found.bound,
            found.status,
            self.stats,
            found.reason or reason,
            stopped=stopped,
            report=found.report,
        )


@contextmanager
def announce_compiling(say: Callable[[str], None]) -> Iterator[None]:
    """Tell the user what takes so long, should the first calls of kernels take their time."""
    text = (
        "getting the search kernels ready; the first run on a machine compiles them, which takes "
        "about 20 s"
    )
    timer = Timer(_COMPILING_AFTER, say, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
