"""The rectangles that a grid may fill: those of a compact grid, and parts of a board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem, subproblem_of
from patience.errors import EngineError
from patience.game.grid import MAX_SIDE, Grid
from patience.game.puzzle import Compact, Puzzle


class Rectangle(NamedTuple):
    """A width and a height."""

    width: int
    height: int

    @property
    def area(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @property
    def rank(self) -> tuple[int, int]:
        """Area and perimeter: the `Puzzle.rank` of a compact grid that fills the rectangle."""
        return self.area, 2 * (self.width + self.height)


class Upright:
    """A subproblem as beams search it: around its usable cells, with short rows (or long ones)."""

    def __init__(self, puzzle: Puzzle, whole: Subproblem, *, narrow_rows: bool = True) -> None:
        self._has_size = puzzle.size is not None
        self._empty = whole.grid(np.full(whole.cells.size, CELL_FACE_DOWN, np.uint8))
        usable = whole.cells < CELL_FACE_DOWN
        rows, columns = (np.flatnonzero(usable.any(axis)) for axis in (1, 0))
        self._top, self._left, height, width = 0, 0, *usable.shape
        if len(rows):
            self._top, self._left = int(rows[0]), int(columns[0])
            height, width = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        self._turned = width > height if narrow_rows else width < height
        part = whole.cropped(self._top, self._left, height, width)
        self.subproblem = part.transposed() if self._turned else part

    def grid(self, letters: NDArray[np.uint8]) -> Grid:
        """Return the puzzle's grid for `letters`, one per cell; see `Subproblem.grid`."""
        grid = self.subproblem.grid(letters)
        grid = grid.transposed() if self._turned else grid
        rows, left = list(self._empty.rows), self._left
        for r, row in enumerate(grid.rows, self._top):
            rows[r] = rows[r][:left] + row + rows[r][left + len(row) :]
        whole = Grid(tuple(rows))
        return whole if self._has_size else whole.cropped()


def candidate_rectangles(puzzle: Puzzle) -> list[Rectangle]:
    """Return the rectangles that may hold a compact grid, by area, then perimeter.

    If there is a solution, the best one fills one of them, or one of them turned where the table
    admits both orientations.
    """
    assert isinstance(puzzle.goal, Compact)
    if puzzle.tiles.free:
        raise EngineError("words are placed by `patience solve`, one frame after the other")
    most, reach = largest_sides(puzzle), _max_half_perimeter(puzzle)
    found = [
        rectangle
        for short in range(1, min(*most, reach // 2) + 1)
        for long in range(
            max(short, -(-puzzle.tiles.total // short)), min(max(most), reach - short) + 1
        )
        for rectangle in orientations(puzzle, short, long)
    ]
    return sorted(found, key=lambda x: (x.rank, x))


def orientations(puzzle: Puzzle, short: int, long: int) -> Iterator[Rectangle]:
    """Yield the rectangles with these sides that the table admits, upright ones first.

    Without a start both orientations are the same problem, and only one is yielded.
    """
    most = largest_sides(puzzle)
    for width, height in dict.fromkeys([(short, long), (long, short)]):
        if width <= most.width and height <= most.height:
            yield Rectangle(width, height)
            if puzzle.start is None:
                return


def subproblems_in(puzzle: Puzzle, rectangle: Rectangle) -> Iterator[Subproblem]:
    """Yield the subproblem of a rectangle for each place in the start that covers all its letters.

    The cells outside stay blank.
    """
    if puzzle.size is None:
        yield subproblem_of(puzzle, *rectangle)
        return
    whole = subproblem_of(puzzle, *puzzle.size)
    is_letter = (whole.cells >= 0) & (whole.cells < CELL_FACE_DOWN)
    rows, columns = (n - m + 1 for n, m in zip(whole.cells.shape, rectangle[::-1], strict=True))
    for top, left in product(range(rows), range(columns)):
        outside = np.ones(whole.cells.shape, np.bool_)
        outside[top : top + rectangle.height, left : left + rectangle.width] = False
        if not (outside & is_letter).any():
            cells = np.where(outside & (whole.cells == CELL_OPEN), CELL_FACE_DOWN, whole.cells)
            yield replace(whole, cells=cells.astype(np.int8))


def divisors(area: int) -> list[int]:
    """Return the divisors of an area up to its square root: the short sides of its rectangles."""
    return [n for n in range(1, math.isqrt(area) + 1) if area % n == 0]


def largest_sides(puzzle: Puzzle) -> Rectangle:
    """Return the maximum width and height of a compact grid on its table, with its start."""
    start = puzzle.start
    bounds = [(MAX_SIDE, MAX_SIDE), getattr(puzzle.goal, "within", None)]
    bounds.append((start.width, start.height) if start else None)
    widths, heights = zip(*(each for each in bounds if each), strict=True)
    return Rectangle(min(widths), min(heights))


def _max_half_perimeter(puzzle: Puzzle) -> int:
    """Return the maximum sum of width and height to try."""
    tiles = puzzle.tiles.total
    if puzzle.rules.connected:
        return tiles + 1  # each tile but the first adds at most 1 to the two sides
    if largest_sides(puzzle) != (MAX_SIDE, MAX_SIDE):
        return 2 * MAX_SIDE
    return tiles + tiles // 2  # pieces of two or more tiles, laid corner to corner
