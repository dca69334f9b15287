"""The rectangles that a compact grid may fill, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem, subproblem_of
from patience.game.grid import MAX_SIDE, is_face_up
from patience.game.puzzle import Compact, Puzzle


class Rectangle(NamedTuple):
    """The sides of a rectangle."""

    width: int
    height: int

    @property
    def area(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @property
    def rank(self) -> tuple[int, int]:
        """Area and perimeter, as `Puzzle.rank` has them for a grid that fills the shape."""
        return self.area, 2 * (self.width + self.height)


def candidate_rectangles(puzzle: Puzzle) -> list[Rectangle]:
    """Return the rectangles that may hold a compact grid, by area, then perimeter.

    If there is an answer at all, the best one fills one of them (or the same turned on its side,
    where the table leaves both ways open).
    """
    assert isinstance(puzzle.goal, Compact)
    most, reach = _largest(puzzle), _max_half_perimeter(puzzle)
    found = [
        Rectangle(width, height)
        for width in range(1, min(most.width, reach) + 1)
        for height in range(1, min(most.height, reach - width) + 1)
        if width * height >= puzzle.tiles.total
    ]
    if puzzle.start is None:
        found = [x for x in found if not (x.width > x.height and _fits(Rectangle(*x[::-1]), most))]
    return sorted(found, key=lambda x: (x.rank, x))


def subproblems_in(puzzle: Puzzle, shape: Rectangle) -> Iterator[Subproblem]:
    """Yield the fills of a shape: itself, or every place in the start that covers what lies there.

    Around such a place no letter may lie.
    """
    if puzzle.start is None:
        yield subproblem_of(puzzle, *shape)
        return
    laid = [cell for cell, x in puzzle.start.cells() if is_face_up(x)]
    whole = subproblem_of(puzzle, puzzle.start.width, puzzle.start.height)
    for top in range(puzzle.start.height - shape.height + 1):
        for left in range(puzzle.start.width - shape.width + 1):
            outside = np.ones(whole.cells.shape, np.bool_)
            outside[top : top + shape.height, left : left + shape.width] = False
            if not any(outside[cell] for cell in laid):
                cells = np.where(outside & (whole.cells == CELL_OPEN), CELL_FACE_DOWN, whole.cells)
                yield replace(whole, cells=cells.astype(np.int8))


def _largest(puzzle: Puzzle) -> Rectangle:
    """Return the largest sides that table and start allow."""
    start = puzzle.start
    bounds = [(MAX_SIDE, MAX_SIDE), getattr(puzzle.goal, "within", None)]
    bounds.append((start.width, start.height) if start else None)
    widths, heights = zip(*(each for each in bounds if each), strict=True)
    return Rectangle(min(widths), min(heights))


def _max_half_perimeter(puzzle: Puzzle) -> int:
    """Return the largest sum of width and height worth trying."""
    tiles = puzzle.tiles.total
    if puzzle.rules.connected:
        return tiles + 1  # each tile but the first adds at most 1 to the two sides
    if _largest(puzzle) != (MAX_SIDE, MAX_SIDE):
        return 2 * MAX_SIDE
    return tiles + tiles // 2  # pieces of two tiles or more, laid corner to corner


def _fits(shape: Rectangle, most: Rectangle) -> bool:
    return shape.width <= most.width and shape.height <= most.height
