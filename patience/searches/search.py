"""What loops above the engines share: a search as a function, and an observer of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.result import Limits, Observer, Result, Stats
from patience.words.lexicon import Lexicon


class Search(Protocol):
    """A search by an engine."""

    def __call__(
        self, puzzle: Puzzle, lexicon: Lexicon, limits: Limits, seed: int, observer: Observer
    ) -> Result:
        """Return its result."""


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
