"""What engines share: the incumbent, the clock, the limits and the observer."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Timer
from typing import Any, ClassVar, TypeVar

from patience.errors import RefereeError
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.referee.report import Report
from patience.result import Limits, Observer, Proven, Result, Stats, Status, StopReason
from patience.words.lexicon import Lexicon

T = TypeVar("T")

# Says at level DEBUG what engines do.
log = logging.getLogger("patience")

# Minimum seconds between two progress reports.
_REPORT_EVERY = 0.1

# Importing the engines takes half a second on an idle machine.
_COMPILING_AFTER = 2.5
_COMPILING = (
    "getting the search kernels ready; the first run on a machine compiles them, which takes about "
    "20 s"
)

_told: set[str] = set()  # notices of this process


class SearchStopped(Exception):
    """The search ends early."""

    reason: ClassVar[StopReason]


class OutOfTime(SearchStopped):
    """The time limit is reached."""

    reason = StopReason.TIME


class TargetReached(SearchStopped):
    """The incumbent costs no more than the target."""

    reason = StopReason.TARGET


class Clock:
    """The time of one search, shared by all its engines, with a limit of `seconds` from now."""

    def __init__(self, seconds: float | None = None) -> None:
        self._start = time.monotonic()
        self._stopped: float | None = None  # when the pause that lasts began
        self._deadline = math.inf if seconds is None else seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the search began, without preparation."""
        now = time.monotonic() if self._stopped is None else self._stopped
        return now - self._start

    @property
    def remaining(self) -> float:
        """Seconds until the limit: negative past it, infinite without one."""
        return self._deadline - self.elapsed

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Limit what is enclosed to `seconds` from now, if its own limit is not sooner."""
        whole = self._deadline
        self._deadline = min(whole, self.elapsed + seconds)
        try:
            yield
        finally:
            self._deadline = whole

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock: preparation counts against no limit."""
        self._stopped = time.monotonic()
        try:
            yield
        finally:
            self.leave_out(time.monotonic() - self._stopped)
            self._stopped = None

    def leave_out(self, seconds: float) -> None:
        """Count some of the time so far as preparation."""
        self._start += seconds

    def check(self) -> None:
        """Raise OutOfTime past the limit."""
        if self.remaining <= 0:
            raise OutOfTime


class Incumbent:
    """The best grid so far and the proven bound on the cost.

    `judge` returns the referee's report on a grid and raises RefereeError if it breaks a rule; the
    search stops at the cost `target`. `rank` orders grids, by default as the puzzle does.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        judge: Callable[[Grid], Report],
        clock: Clock,
        observer: Observer,
        target: int | None = None,
        rank: Callable[[Grid], Any] | None = None,
    ) -> None:
        self.best: Grid | None = None
        self.cost: int | None = None
        self.report: Report | None = None  # the referee's, on the best grid
        self.bound = 0  # proven lower bound on the cost
        self.reason = ""  # why there is no grid, if that is proven
        self.history: list[tuple[float, int]] = []  # seconds and cost of each new best grid
        self._puzzle = puzzle
        self._rank = rank or puzzle.rank
        self._judge = judge
        self._clock = clock
        self._observer = observer
        self._target = target
        self._gap_closed = False
        self._contradicted = False  # a grid is cheaper than the bound that was proven

    def improves(self, grid: Grid) -> bool:
        """Return whether a grid ranks before the best one."""
        return self.best is None or self._rank(grid) < self._rank(self.best)

    def offer(self, grid: Grid) -> bool:
        """Accept a grid if it improves on the best one; return whether it does.

        Raises
        ------
        RefereeError
            If the grid breaks a rule, or is cheaper than the proven bound.
        TargetReached
            If the grid costs no more than the target.
        """
        if not self.improves(grid):
            return False
        report = self._judge(grid)
        cost = self._puzzle.cost(grid)
        self.best, self.cost, self.report = grid, cost, report
        self.history.append((round(self._clock.elapsed, 3), cost))
        log.debug("%.3f s: a grid of cost %d", self._clock.elapsed, cost)
        self._observer.on_best(grid, cost)
        self._hold_against(self.bound)
        if self._target is not None and cost <= self._target:
            raise TargetReached
        return True

    @contextmanager
    def stop_at(self, cost: int) -> Iterator[None]:
        """End the enclosed search without an exception once a grid costs no more than `cost`.

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
        """Record a proven lower bound on the cost.

        Raises
        ------
        RefereeError
            If the best grid is cheaper.
        """
        self._hold_against(bound)
        if bound > self.bound:
            self.bound = bound
            log.debug("%.3f s: proven that none costs less than %d", self._clock.elapsed, bound)
            self._observer.on_bound(bound)

    def _hold_against(self, bound: int) -> None:
        """Raise if the best grid is cheaper than a bound; the grid is kept, no bound is."""
        if self.cost is not None and self.cost < bound:
            self.bound, self._contradicted = 0, True
            raise RefereeError(
                f"internal error: a grid of cost {self.cost} stands against the proof that none "
                f"costs less than {bound}\n{self.best}\nplease report this with the command you ran"
            )

    def close_gap(self) -> None:
        """Record that no grid ranks before the best one."""
        assert self.cost is not None, "there is a best grid"
        self._gap_closed = True
        self.raise_bound(self.cost)

    def prove_infeasible(self, reason: str) -> None:
        """Record that no grid exists."""
        assert self.cost is None, f"a grid stands against this: {reason}"
        self.reason = reason

    def close(self, why_none: str) -> None:
        """Record that all is searched: no grid ranks before the best one, or there is none."""
        if self.cost is None:
            self.prove_infeasible(why_none)
        else:
            self.close_gap()

    def withdraw(self) -> None:
        """Withdraw what was proven, as it is refuted."""
        self.bound, self.reason, self._gap_closed = 0, "", False

    @property
    def is_decided(self) -> bool:
        """Whether the best grid is proven optimal in cost, or the puzzle infeasible."""
        if self.cost is None or self._contradicted:
            return bool(self.reason)
        return self.cost <= self.bound

    @property
    def is_closed(self) -> bool:
        """Whether the best grid is proven first in rank; for compact grids more than in cost."""
        compact = isinstance(self._puzzle.goal, Compact)
        return self._gap_closed or (self.is_decided and not (compact and self.best))

    @property
    def proven(self) -> frozenset[Proven]:
        """What is proven of the best grid."""
        if self.best is None or not self.is_decided:
            return frozenset()
        ranked = isinstance(self._puzzle.goal, Compact) and self.is_closed
        return frozenset({Proven.COST, Proven.PERIMETER} if ranked else {Proven.COST})

    @property
    def status(self) -> Status:
        """What is known about the puzzle."""
        if self.cost is None:
            return Status.INFEASIBLE if self.reason else Status.UNKNOWN
        return Status.OPTIMAL if self.is_decided else Status.FEASIBLE

    def result(self, stats: Stats, stopped: StopReason, failure: str = "") -> Result:
        """Return what is known; `failure` is why there is no grid, where that is not proven."""
        return Result(
            self.best,
            self.cost,
            self.bound,
            self.status,
            stats,
            self.reason or failure,
            stopped=stopped,
            report=self.report,
            proven=self.proven,
        )


@dataclass
class SearchContext:
    """The puzzle, the limits and the results so far of one search, shared by all its engines."""

    puzzle: Puzzle
    lexicon: Lexicon
    limits: Limits
    seed: int
    threads: int
    observer: Observer
    clock: Clock
    incumbent: Incumbent
    stats: Stats = field(default_factory=Stats)  # kept up to date by the engines
    scores: Mapping[str, float] = field(default_factory=dict)  # words of high ones are laid first
    failure: str = ""  # a sentence: why no grid was found, where that is not proven
    _reported: float = field(default=-math.inf, init=False)
    _logged: str = field(default="", init=False)  # the phase
    _poll: Callable[[], None] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.stats.history = self.incumbent.history

    def report(self) -> None:
        """Report progress to the observer, unless it was reported very recently."""
        now = self.clock.elapsed
        self.stats.elapsed_s = now
        if self.stats.phase != self._logged:
            self._logged = self.stats.phase
            log.debug("%.3f s: %s", now, self._logged)
        if now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self.observer.on_progress(self.stats)

    def tick(self) -> None:
        """Report progress, take what a search beside this one has found, and check the time.

        Raises
        ------
        OutOfTime
            If the time limit is reached.
        """
        self.report()
        if self._poll is not None:
            self._poll()
        self.clock.check()

    @contextmanager
    def polling(self, poll: Callable[[], None]) -> Iterator[None]:
        """Call `poll` at each tick of the enclosed search."""
        before, self._poll = self._poll, poll
        try:
            yield
        finally:
            self._poll = before

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Stop the clock while kernels compile and tables are built; announce it."""
        with self.clock.paused(), announce_compiling(self.observer.on_notice):
            yield

    def run_for(self, seconds: float, search: Callable[[], T]) -> T | None:
        """Run a search for at most `seconds`, so that another engine can run then.

        Returns
        -------
        object or None
            What the search returns; None if its time ended first.

        Raises
        ------
        OutOfTime
            If the time limit of the whole search is reached.
        """
        try:
            with self.clock.limited(seconds):
                return search()
        except OutOfTime:
            self.clock.check()
            return None

    def result(self, stopped: StopReason) -> Result:
        """Return the result of the search."""
        self.stats.elapsed_s = self.clock.elapsed
        is_told = self.incumbent.best is None or stopped is StopReason.ERROR
        return self.incumbent.result(self.stats, stopped, self.failure if is_told else "")


@contextmanager
def announce_compiling(say: Callable[[str], None]) -> Iterator[None]:
    """Announce compilation by numba, once a process, if the enclosed calls of kernels take long."""

    def announce() -> None:
        from patience.engines.compiled import by_numba  # noqa: PLC0415 (numpy takes its time)

        if by_numba() and _COMPILING not in _told:
            _told.add(_COMPILING)
            say(_COMPILING)

    timer = Timer(_COMPILING_AFTER, announce)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
