"""What exact searches share: the best grid, the bound, the clock, who hears of it; a first grid."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from patience.engines.beam import engine as beam
from patience.engines.stops import heed
from patience.errors import EngineError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.result import (
    Limits,
    Observer,
    OutOfTime,
    Result,
    Stats,
    Status,
    TargetReached,
)
from patience.words.lexicon import Lexicon

# Least seconds between two reports of progress.
_REPORT_EVERY = 0.1


class Search:
    """What is known so far.

    Parameters
    ----------
    puzzle : Puzzle
    limits : Limits
    observer : Observer

    Attributes
    ----------
    best, cost : Grid and int, or None
    bound : int
        Proven lower bound on the cost.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits, observer: Observer) -> None:
        self.puzzle = puzzle
        self.limits = limits
        self.observer = observer
        self.stats = Stats()
        self.best: Grid | None = None
        self.cost: int | None = None
        self.bound = 0
        self._reason = ""
        self._start = time.monotonic()
        self._reported = 0.0

    def offer(self, grid: Grid) -> None:
        """Take a valid grid if it beats the best one.

        Raises
        ------
        TargetReached
        """
        rank = self.puzzle.rank(grid)
        if self.best is not None and rank >= self.puzzle.rank(self.best):
            return
        cost = rank[0]
        self.best, self.cost = grid, cost
        self.stats.history.append((round(self._elapsed, 3), cost))
        self.observer.on_best(grid, cost)
        if self.limits.target is not None and cost <= self.limits.target:
            raise TargetReached

    def raise_bound(self, bound: int) -> None:
        """Note a proven lower bound on the cost."""
        if self.cost is not None:
            bound = min(bound, self.cost)
        if bound > self.bound:
            self.bound = bound
            self.observer.on_bound(bound)

    def settle(self) -> None:
        """Note that nothing beats the best grid."""
        assert self.cost is not None, "there is a best grid"
        self.raise_bound(self.cost)

    def give_up(self, reason: str) -> None:
        """Note that there is no grid."""
        assert self.cost is None, f"a grid stands against this: {reason}"
        self._reason = reason

    def tick(self) -> None:
        """Report progress now and then."""
        self.stats.elapsed_s = self._elapsed
        if self.stats.elapsed_s - self._reported >= _REPORT_EVERY:
            self._reported = self.stats.elapsed_s
            self.observer.on_progress(self.stats)

    def hurry(self) -> None:
        """Report progress now and then, and end the search when it is time.

        Raises
        ------
        OutOfTime
        """
        self.tick()
        if self.remaining <= 0:
            raise OutOfTime

    def credit(self, seconds: float) -> None:
        """Take time off the clock: what is compiled and built first counts against no limit."""
        self._start += seconds

    @contextmanager
    def getting_ready(self) -> Iterator[None]:
        """Stop the clock."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self.credit(time.monotonic() - begin)

    def at_most(self, seconds: float) -> float:
        """Return so many seconds, or those that remain if they are fewer."""
        return min(seconds, self.remaining)

    @property
    def remaining(self) -> float:
        """Seconds until the time limit."""
        return (math.inf if self.limits.seconds is None else self.limits.seconds) - self._elapsed

    @property
    def one_left(self) -> bool:
        """Whether a single cost below the best one is not refuted."""
        return self.cost is not None and self.cost == self.bound + 1

    @property
    def over(self) -> bool:
        """Whether nothing is left to ask, or no time to ask it."""
        return bool(self._reason) or self.cost == self.bound or self.remaining <= 0

    def result(self) -> Result:
        """Return what was found."""
        self.stats.elapsed_s = self._elapsed
        return Result(self.best, self.cost, self.bound, self._status, self.stats, self._reason)

    @property
    def _status(self) -> Status:
        if self.cost is None:
            return Status.INFEASIBLE if self._reason else Status.UNKNOWN
        return Status.OPTIMAL if self.cost == self.bound else Status.FEASIBLE

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._start


class Relay(Observer):
    """Passes on what another engine finds on behalf of a search; its bounds are left out."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def on_best(self, grid: Grid, cost: int) -> None:
        """Take a grid for the search's own."""
        self._search.offer(grid)

    def on_progress(self, stats: Stats) -> None:
        """Report the search's progress."""
        self._search.tick()

    def on_notice(self, text: str) -> None:
        """Pass on a sentence for the user."""
        self._search.observer.on_notice(text)


def start_with_beam(
    search: Search, lexicon: Lexicon, *, seconds: float, width: int | None, seed: int, threads: int
) -> None:
    """Let a beam find a first grid: an upper bound on the cost, and a hint.

    Raises
    ------
    KeyboardInterrupt, TargetReached
        If one of them ended it.
    """
    search.stats.phase = "beam"
    bound_by = None if seconds == math.inf else seconds
    limits = Limits(bound_by, search.limits.target, width, search.limits.memory_gb)
    begin = time.monotonic()
    try:
        result = beam.run(
            search.puzzle,
            lexicon,
            limits=limits,
            seed=seed,
            threads=threads,
            observer=Relay(search),
        )
    except EngineError:  # a puzzle that no beam can take
        return
    search.credit(time.monotonic() - begin - result.stats.elapsed_s)
    heed(result)
