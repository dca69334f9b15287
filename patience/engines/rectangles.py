"""The rectangles that a grid may fill: those of a compact grid, and parts of a board."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import (
    CELL_FACE_DOWN,
    CELL_OPEN,
    Subproblem,
    subproblem_of,
)
from patience.errors import EngineError
from patience.game.grid import BLANK, CLOSED, MAX_SIDE, Cell, Grid
from patience.game.puzzle import Compact, Puzzle

_NOT_CLOSED = re.compile(f"[^{CLOSED}]")


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


class PlacedRectangle(NamedTuple):
    """A rectangle and its place on the board or the start, if any."""

    rectangle: Rectangle
    top: int = 0
    left: int = 0

    def cropped(self, puzzle: Puzzle) -> Subproblem:
        """Return the subproblem of the rectangle alone."""
        if puzzle.size is None:
            return subproblem_of(puzzle, *self.rectangle)
        whole = subproblem_of(puzzle, *puzzle.size)
        return whole.cropped(self.top, self.left, self.rectangle.height, self.rectangle.width)

    def masked(self, puzzle: Puzzle) -> Subproblem:
        """Return the subproblem of the whole start with all cells outside the rectangle blank."""
        if puzzle.size is None:
            return subproblem_of(puzzle, *self.rectangle)
        whole = subproblem_of(puzzle, *puzzle.size)
        outside = np.ones(whole.cells.shape, np.bool_)
        width, height = self.rectangle
        outside[self.top : self.top + height, self.left : self.left + width] = False
        cells = np.where(outside & (whole.cells == CELL_OPEN), CELL_FACE_DOWN, whole.cells)
        return replace(whole, cells=cells.astype(np.int8))

    def restored(self, grid: Grid, puzzle: Puzzle) -> Grid:
        """Extend a grid of the rectangle to the puzzle's board or start; without these, crop it."""
        if puzzle.size is None:
            return grid.cropped()
        if puzzle.size == self.rectangle:
            return grid
        assert puzzle.fixed_cells is not None, "a frame is searched as a whole"
        rows = [_NOT_CLOSED.sub(BLANK, row) for row in puzzle.fixed_cells.rows]
        for r, row in enumerate(grid.rows, self.top):
            rows[r] = rows[r][: self.left] + row + rows[r][self.left + len(row) :]
        return Grid(tuple(rows))

    def covers(self, cell: Cell) -> bool:
        """Return whether a cell lies in the rectangle."""
        row, column = cell.row - self.top, cell.col - self.left
        return 0 <= row < self.rectangle.height and 0 <= column < self.rectangle.width


class Upright:
    """A placed rectangle as beams search it, turned so that rows are short (or long)."""

    def __init__(
        self, puzzle: Puzzle, placement: PlacedRectangle, *, narrow_rows: bool = True
    ) -> None:
        self._puzzle, self._placement = puzzle, placement
        width, height = placement.rectangle
        self._turned = width > height if narrow_rows else width < height
        part = placement.cropped(puzzle)
        self.subproblem = part.transposed() if self._turned else part

    def grid(self, letters: NDArray[np.uint8]) -> Grid:
        """Return the puzzle's grid for `letters`, one per cell; see `Subproblem.grid`."""
        grid = self.subproblem.grid(letters)
        return self._placement.restored(grid.transposed() if self._turned else grid, self._puzzle)


def around(puzzle: Puzzle) -> PlacedRectangle:
    """Return the smallest rectangle of a frame or a board with all cells that may hold a letter."""
    assert puzzle.size is not None, "a frame or a board"
    filled = subproblem_of(puzzle, *puzzle.size).cells < CELL_FACE_DOWN
    if not filled.any():
        return PlacedRectangle(Rectangle(*puzzle.size))
    rows, columns = (np.flatnonzero(filled.any(axis)).tolist() for axis in (1, 0))
    sides = Rectangle(columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1)
    return PlacedRectangle(sides, rows[0], columns[0])


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


def placed_rectangles(puzzle: Puzzle, rectangle: Rectangle) -> Iterator[PlacedRectangle]:
    """Yield every place of a rectangle in the start that covers all its letters."""
    start = puzzle.start
    if start is None:
        yield PlacedRectangle(rectangle)
        return
    letters = list(start.face_up())
    for top in range(start.height - rectangle.height + 1):
        for left in range(start.width - rectangle.width + 1):
            placement = PlacedRectangle(rectangle, top, left)
            if all(placement.covers(cell) for cell in letters):
                yield placement


def subproblems_in(puzzle: Puzzle, rectangle: Rectangle) -> Iterator[Subproblem]:
    """Yield the subproblems of a rectangle, one per placement."""
    for placement in placed_rectangles(puzzle, rectangle):
        yield placement.masked(puzzle)


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
