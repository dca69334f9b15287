"""The cost levels of a proof: every way a grid could be that cheap, the cheapest first.

"At most K blanks" is "exactly 0, or 1, ... or K": where few cells may stay empty, each choice of
them is a tree of its own. That proves each number on the way and never repeats work; and rows
with a blank anywhere, of which there are too many to begin with, do not arise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from patience.engines.exhaustive.kernels import MAX_ROWS
from patience.engines.rectangles import candidate_rectangles, subproblems_in
from patience.engines.subproblem import CELL_OPEN, Subproblem, blanks_allowed, subproblem_of
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle

# Choices of empty cells listed one by one; where there are more, the search decides cell by cell.
# 5x5 with one blank: 17.8 million nodes listed, 22.3 million not. Setting up one takes 1 ms.
_LISTED = 2500


@dataclass(frozen=True)
class CostLevel:
    """All grids of one cost, and of one rectangle if they are compact.

    Attributes
    ----------
    cost : int
        What a grid found here costs at most.
    label : str
        What is refuted, for people.
    subproblems : tuple of Subproblem
        A tree each, as it is searched; `transposed` says that the puzzle has them the other way.
    whole : Subproblem
        The same before any cell was chosen to stay empty.
    """

    cost: int
    label: str
    subproblems: tuple[Subproblem, ...]
    transposed: bool
    whole: Subproblem

    def grid(self, letters: NDArray[np.uint8]) -> Grid:
        """Return the grid for the letters of a filling."""
        grid = self.whole.grid(letters)
        return grid.transposed() if self.transposed else grid


def cost_levels(
    puzzle: Puzzle, lowest: int, highest: int, perimeter: int = 0
) -> Iterator[CostLevel]:
    """Yield the levels that refute every cost from `lowest` to `highest`.

    Of compact grids that cost one more, those below a `perimeter` are refuted too.
    """
    if isinstance(puzzle.goal, Compact):
        for rectangle in candidate_rectangles(puzzle):
            if rectangle.area >= lowest and rectangle.rank < (highest + 1, perimeter):
                label = f"{rectangle.width}x{rectangle.height}"
                for subproblem in subproblems_in(puzzle, rectangle):
                    blanks = subproblem.open_cells - subproblem.tiles
                    if blanks >= 0:
                        yield _level(subproblem, blanks, rectangle.area, label)
        return
    assert puzzle.size is not None, "a frame and a board have a size"
    subproblem = subproblem_of(puzzle, *puzzle.size)
    what = "left over" if puzzle.goal_name == "board" else "face down"
    for cost in range(lowest, min(highest, puzzle.tiles.total) + 1):
        blanks = blanks_allowed(puzzle, subproblem, cost)
        if 0 <= blanks <= subproblem.open_cells:
            yield _level(subproblem, blanks, cost, f"{cost} {what}")


def _level(subproblem: Subproblem, blanks: int, cost: int, label: str) -> CostLevel:
    transposed = _better_transposed(*subproblem.cells.shape)
    if transposed:
        subproblem = subproblem.transposed()
    return CostLevel(cost, label, tuple(_choices(subproblem, blanks)), transposed, subproblem)


def _better_transposed(height: int, width: int) -> bool:
    """Prefer short rows, of which there are fewer ways to fill each, if not too many."""
    if max(height, width) > MAX_ROWS:
        return height > width
    return width > height


def _choices(subproblem: Subproblem, blanks: int) -> Iterator[Subproblem]:
    """Yield the subproblem with each choice of exactly `blanks` empty cells, or as a whole."""
    if comb(subproblem.open_cells, blanks) > _LISTED:
        yield subproblem.with_max_blanks(blanks)
        return
    cells = np.flatnonzero(subproblem.cells == CELL_OPEN).tolist()
    for empty in combinations(cells, blanks):
        chosen = subproblem.with_max_blanks(blanks).with_blanks(empty)
        assert chosen is not None, "so many cells may stay empty"
        yield chosen
