"""The exhaustive engine: refutes every cost below the incumbent's, from the lowest up.

For compact grids of the same area it also refutes smaller perimeters. The first grid found is
optimal; if none is found, the incumbent is.
"""

from __future__ import annotations

import math

from patience.engines.base import SearchContext
from patience.engines.exhaustive.search import ExhaustiveSearch, Progress, words_of
from patience.engines.exhaustive.workers import Tick
from patience.game.grid import Grid
from patience.result import StopReason


class _Enough(Exception):
    """The proof has searched as many nodes as it may."""


class ExhaustiveEngine:
    """A resumable exhaustive search for grids that rank before the incumbent.

    Raises
    ------
    EngineError
        If the puzzle is too large.
    """

    def __init__(self, context: SearchContext) -> None:
        self._context = context
        self._incumbent = context.incumbent
        self._exhaustive = ExhaustiveSearch(
            context.puzzle,
            context.lexicon,
            context.threads,
            context.limits.memory_gb,
            context.observer,
        )
        self._progress = Progress()
        self._most = math.inf  # nodes
        self._lowest: int | None = None  # fixed, as levels are numbered from this cost
        with context.preparing():
            self._exhaustive.prepare(self._exhaustive.most)

    @property
    def has_words(self) -> bool:
        """Whether a grid can have any word."""
        return len(words_of(self._context.puzzle, self._context.lexicon)) > 0

    def expected_seconds(self, seconds: float) -> float:
        """Estimate the processor seconds of the whole proof in about `seconds`."""
        return self._exhaustive.expect(
            self._incumbent.bound, self._incumbent.cost, seconds, self._context.tick
        )

    def run(self, most: float = math.inf) -> StopReason:
        """Refute all grids that rank before the incumbent, or find the best of them.

        A proof of more than about `most` nodes is left.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        incumbent = self._incumbent
        if incumbent.is_closed:
            return StopReason.COMPLETE
        if self._lowest is None:
            self._lowest = incumbent.bound
        self._most = most
        try:
            grid = self._search(self._lowest, self._progress, self._tick)
        except _Enough:
            return StopReason.WORK
        self._note()
        if grid is not None:
            incumbent.raise_bound(self._context.puzzle.cost(grid))
            incumbent.offer(grid)
        incumbent.close("every way to lay the tiles is refuted")
        return StopReason.COMPLETE

    def refutation(self) -> Grid | None:
        """Search again what another engine has proven; return a grid that refutes it."""
        return self._search(0, Progress(), self._context.tick)

    def _search(self, lowest: int, progress: Progress, tick: Tick) -> Grid | None:
        """Search for a grid that ranks before the incumbent."""
        highest, perimeter = self._exhaustive.most, 0
        if self._incumbent.best is not None:
            cost, perimeter = self._context.puzzle.rank(self._incumbent.best)
            highest = cost - 1
        return self._exhaustive.search(lowest, highest, progress, tick, perimeter)

    def _tick(self) -> None:
        self._note()
        if self._progress.nodes > self._most:
            raise _Enough
        self._context.tick()

    def _note(self) -> None:
        """Update the incumbent's bound and the stats from the proof."""
        stats, progress = self._context.stats, self._progress
        stats.nodes = progress.nodes
        if progress.level is not None:
            done = math.floor(100 * progress.fraction)
            stats.phase = f"refuting {progress.level.label}, {done} % done"
            self._incumbent.raise_bound(progress.level.cost)  # all cheaper levels are refuted
        elif progress.refuted:
            self._incumbent.raise_bound(progress.refuted[-1].cost + 1)
