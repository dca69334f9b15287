"""The cost levels of a proof, the cheapest first.

Where few cells stay empty, each choice of them is a tree of its own: no level repeats the work of
another, and the many row fillings with a blank anywhere are avoided. Otherwise the one tree of a
level has the grids with at most so many blanks, those of cheaper levels among them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from patience.engines.exhaustive.rows.kernels import MAX_ROWS
from patience.engines.exhaustive.slots.kernels import MAX_LENGTH
from patience.engines.rectangles import (
    Rectangle,
    candidate_rectangles,
    largest_sides,
    subproblems_in,
)
from patience.engines.subproblem import CELL_OPEN, Subproblem, blanks_allowed, subproblem_of
from patience.game.grid import OF_LETTERS, Grid
from patience.game.puzzle import Compact, Puzzle

# Maximum number of choices of empty cells to list; with more, the search decides cell by cell. By
# rows, 5x5 with one blank has 17.8 million nodes listed, 22.3 million not. Setting up one choice
# takes 1 ms.
_LISTED = 2500

# Assumed nodes per second and thread. With the whole lexicon, 5x5 has 0.6 million by rows, by slots
# 0.14 million, and 9x7 has 0.05 million.
_SPEED = {"rows": 500_000, "slots": 100_000, "cells": 30_000_000}

# Where no cell stays empty, two rows refute nearly everything: 9x7 takes 19 s by rows, 26 by slots.
_MIN_FOR_SLOTS = 1


@dataclass(frozen=True)
class CostLevel:
    """Trees with all grids of one cost and, for compact grids, of one rectangle."""

    cost: int  # upper bound on the cost of the level's grids
    label: str  # what is refuted, for display
    subproblems: tuple[Subproblem, ...]  # one per tree
    transposed: bool  # rows and columns of the puzzle are exchanged
    whole: Subproblem  # the subproblem before any choice of empty cells
    order: str  # how the trees are searched: by ``cells``, ``rows`` or ``slots``
    symmetry: str = "none"  # of the letters

    @property
    def speed(self) -> int:
        """Nodes that a thread is assumed to search in a second."""
        return _SPEED[self.order]

    def grid(self, letters: NDArray[np.uint8]) -> Grid:
        """Return the puzzle's grid for the letters of a filling."""
        grid = self.whole.grid(letters)
        return grid.transposed() if self.transposed else grid


def cost_levels(
    puzzle: Puzzle, lowest: int, highest: int, perimeter: int = 0, *, by_cells: bool = False
) -> Iterator[CostLevel]:
    """Yield the levels that refute every cost from `lowest` to `highest`.

    For compact grids, also those of area ``highest + 1`` with less than `perimeter`. `by_cells`
    searches frames and boards cell after cell, whatever their rules.
    """
    if isinstance(puzzle.goal, Compact):
        for rectangle in candidate_rectangles(puzzle):
            if rectangle.area >= lowest and rectangle.rank < (highest + 1, perimeter):
                yield from _levels_in(puzzle, rectangle)
        return
    assert puzzle.size is not None, "a frame and a board have a size"
    subproblem = subproblem_of(puzzle, *puzzle.size)
    what = "left over" if puzzle.goal_name == "board" else "face down"
    for cost in range(lowest, min(highest, puzzle.tiles.total) + 1):
        blanks = blanks_allowed(puzzle, subproblem, cost)
        if 0 <= blanks <= subproblem.open_cells:
            label, symmetry = f"{cost} {what}", puzzle.rules.symmetry
            yield _level(subproblem, blanks, cost, label, symmetry, by_cells=by_cells)


def every_level(puzzle: Puzzle, lowest: int, highest: float) -> Iterator[CostLevel]:
    """Yield the levels that hold all grids of a cost from `lowest` to `highest`, by their cost.

    Those of `cost_levels` leave out rectangles that are others turned, or too long for the best.
    """
    total = puzzle.tiles.total
    if not isinstance(puzzle.goal, Compact):
        # With any letters nothing runs short, and a fast search gains more than a clever one.
        by_cells = puzzle.tiles.free or min(puzzle.size or (0,)) > MAX_ROWS
        yield from cost_levels(puzzle, lowest, int(min(highest, total)), by_cells=by_cells)
        return
    most = largest_sides(puzzle)
    if math.isinf(highest):  # the best grid, if there is one, fills one of these
        highest = max((each.area for each in candidate_rectangles(puzzle)), default=0)
    reach = total + 1 if puzzle.rules.connected else most.width + most.height
    for area in range(max(lowest, total), int(min(highest, most.area)) + 1):
        for width in range(1, min(area, most.width) + 1):
            height = area // width
            if width * height == area and height <= most.height and width + height <= reach:
                yield from _levels_in(puzzle, Rectangle(width, height))


def _levels_in(puzzle: Puzzle, rectangle: Rectangle) -> Iterator[CostLevel]:
    """Yield a level for each place of a compact grid's rectangle."""
    for subproblem in subproblems_in(puzzle, rectangle):
        blanks = subproblem.open_cells - subproblem.tiles
        if blanks >= 0:
            label = f"{rectangle.width}x{rectangle.height}"
            yield _level(subproblem, blanks, rectangle.area, label)


def _level(
    subproblem: Subproblem,
    blanks: int,
    cost: int,
    label: str,
    symmetry: str = "none",
    *,
    by_cells: bool = False,
) -> CostLevel:
    if by_cells or symmetry in OF_LETTERS:
        height, width = subproblem.cells.shape
        # Long rows first: there are fewer words for them.
        whole = subproblem.transposed() if height > width else subproblem
        tree = (whole.with_max_blanks(blanks),)
        symmetry = symmetry if symmetry in OF_LETTERS else "none"  # the rules judge that of blocks
        return CostLevel(cost, label, tree, height > width, whole, "cells", symmetry)
    transposed = _better_transposed(*subproblem.cells.shape)
    if transposed:
        subproblem = subproblem.transposed()
    listed = comb(subproblem.open_cells, blanks) <= _LISTED
    trees = tuple(_choices(subproblem, blanks)) if listed else (subproblem.with_max_blanks(blanks),)
    short = max(subproblem.cells.shape) <= MAX_LENGTH
    order = "slots" if listed and short and blanks >= _MIN_FOR_SLOTS else "rows"
    return CostLevel(cost, label, trees, transposed, subproblem, order)


def _better_transposed(height: int, width: int) -> bool:
    """Prefer short rows, which have fewer fillings, if MAX_ROWS allows."""
    if max(height, width) > MAX_ROWS:
        return height > width
    return width > height


def _choices(subproblem: Subproblem, blanks: int) -> Iterator[Subproblem]:
    """Yield the subproblem with each choice of exactly `blanks` empty cells."""
    cells = np.flatnonzero(subproblem.cells == CELL_OPEN).tolist()
    for empty in combinations(cells, blanks):
        chosen = subproblem.with_max_blanks(blanks).with_blanks(empty)
        assert chosen is not None, "so many cells may stay empty"
        yield chosen
