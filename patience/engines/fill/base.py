"""What fills share: when there may be one, and a search in steps."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np

from patience.engines.base import SearchContext
from patience.engines.branching import regions
from patience.engines.subproblem import CELL_FACE_DOWN, Subproblem, blanks_allowed, subproblem_of
from patience.game.puzzle import Compact, Puzzle
from patience.result import StopReason


def full_cost(puzzle: Puzzle) -> int | None:
    """Return the cost of a grid without blanks; None if there is none, or a word is required."""
    if puzzle.size is None or isinstance(puzzle.goal, Compact) or puzzle.rules.require:
        return None
    subproblem = subproblem_of(puzzle, *puzzle.size)
    if not 0 < subproblem.open_cells <= subproblem.tiles:
        return None
    full = subproblem.with_max_blanks(0)
    if next(iter(regions(full)), None) is not full:  # no connected grid without blanks
        return None
    return -blanks_allowed(puzzle, subproblem, 0)


def has_lone_cell(subproblem: Subproblem) -> bool:
    """Return whether a cell has none for a letter beside it: no word of a fill would cover it."""
    filled = subproblem.cells < CELL_FACE_DOWN
    beside = np.zeros_like(filled)
    beside[:, 1:] |= filled[:, :-1]
    beside[:, :-1] |= filled[:, 1:]
    beside[1:] |= filled[:-1]
    beside[:-1] |= filled[1:]
    return bool((filled & ~beside).any())


class Fill(ABC):
    """A resumable search for a grid without blanks; the puzzle must have a `full_cost`."""

    def __init__(self, context: SearchContext) -> None:
        cost = full_cost(context.puzzle)
        assert cost is not None, "there may be a fill"
        self._context, self._full_cost = context, cost

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Whether nothing is left to search."""

    @abstractmethod
    def _step(self) -> None:
        """Search a little, count its nodes, and offer the grids found."""

    def run(self, most: int | None = None) -> StopReason:
        """Search until a fill beats the incumbent, nothing is left, or `most` nodes are searched.

        In the end no grid without blanks exists but one that was offered, so the bound rises.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        stats, incumbent = self._context.stats, self._context.incumbent
        stats.phase = "filling every cell"
        end = math.inf if most is None else stats.nodes + most
        while not (incumbent.is_decided or self.is_done) and stats.nodes < end:
            self._context.tick()
            self._step()
        if self.is_done:
            incumbent.raise_bound(self._full_cost + (incumbent.cost != self._full_cost))
        return StopReason.COMPLETE if self.is_done or incumbent.is_decided else StopReason.WORK
