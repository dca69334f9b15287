"""Windows: parts of a board that are searched in turn with the whole.

Where a board has many more cells than tiles, a beam over all of it has to guess where the crossword
goes, and long rows are hard for it. Windows are rectangles of the board with somewhat more open
cells than there are tiles. Each is searched like a board of its own; they take turns
(`engines.beam.widening`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.branching import regions
from patience.engines.rectangles import PlacedRectangle, Rectangle
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, subproblem_of
from patience.errors import EngineError
from patience.game.puzzle import Board, Puzzle

# Open cells of the windows as multiples of the tiles, and the minimum of all their cells, closed
# ones included, which is for boards with many closed cells. Windows with more than `_MAX_SHARE` of
# the board's cells are left out.
_RATIOS = (1.05, 1.35, 1.6, 2.0, 3.0)
_CELLS = 1.35
_MAX_SHARE = 0.8

# Boards with a smaller share of open cells also have windows too small for all tiles. These fill at
# once, and the other searches start from their grids. 196 + 4 tiles, nine boards of 21x21 with 25,
# 30 and 35 % closed, 60 million children, tiles left over with them: 35, 32, 0; 30, 28, 59; 34, 19,
# 0; without: 0, no grid, 27; 198, 29, 188; 195, 19, 124.
_SPARSE = 0.8
_SMALL = (0.7, 0.85)

# Minimum and maximum ratio of the short side to the long one. On open boards with 200 tiles windows
# of 0.5 and 0.7 took all tiles at each ratio of cells, squares at two of five.
_SLIM, _STOUT = 0.5, 0.75


def windows_of(puzzle: Puzzle) -> list[PlacedRectangle]:
    """Return the rectangles to search for a frame or a board, the smallest first.

    Each contains all letters on the board. The last one contains all cells that may hold a letter,
    or as many as a beam can take.

    Raises
    ------
    EngineError
        If no rectangle with all these letters is narrow enough for a beam.
    """
    assert puzzle.size is not None, "a frame or a board"
    everything = PlacedRectangle(Rectangle(*puzzle.size))
    if not isinstance(puzzle.goal, Board):
        return [everything]
    whole = subproblem_of(puzzle, *puzzle.size)
    around = _bounds(whole.cells < CELL_FACE_DOWN) or everything
    connected = next(iter(regions(whole)), whole).cells  # a crossword lies in one region
    is_laid = (connected >= 0) & (connected < CELL_FACE_DOWN)
    counts = _Counts(_table(connected == CELL_OPEN), _table(is_laid), int(is_laid.sum()))
    most = MAX_COLUMNS if whole.connected else max(puzzle.size)
    shapes = _shapes(around.rectangle, most)
    least, largest = _CELLS * whole.tiles, _MAX_SHARE * around.rectangle.area
    fitting = [shape for shape in shapes if least <= shape.area <= largest]
    windows = [_window(counts, ratio * whole.tiles, fitting) for ratio in _RATIOS]
    if whole.open_cells < _SPARSE * around.rectangle.area:
        small = [shape for shape in shapes if shape.area <= largest]
        windows = [_window(counts, ratio * whole.tiles, small) for ratio in _SMALL] + windows
    too_broad = min(around.rectangle) > most
    if too_broad:
        windows.append(_window(counts, math.inf, shapes))
    found = [window for window in dict.fromkeys(windows) if window is not None]
    if not too_broad:
        return [*found, around]
    if not found:
        raise EngineError(
            f"the letters on the board lie too far apart: no part of it with {most} columns (or "
            "rows) has all of them, and beams take no more; take some away, or try --engine cpsat",
            "far-apart",
        )
    return found


class _Counts(NamedTuple):
    """Open cells and fixed letters as summed-area tables."""

    is_open: NDArray[np.int64]
    is_laid: NDArray[np.int64]
    laid: int  # fixed letters on the whole board


def _window(counts: _Counts, wanted: float, shapes: Sequence[Rectangle]) -> PlacedRectangle | None:
    """Return the first window with `wanted` open cells, else the fullest.

    None if no window contains all fixed letters.
    """
    best, fullest = None, -1
    for rectangle in shapes:
        has_all = _sums(counts.is_laid, rectangle) == counts.laid
        inside = np.where(has_all, _sums(counts.is_open, rectangle), -1)
        top, left = np.unravel_index(inside.argmax(), inside.shape)
        if inside[top, left] > fullest:
            best = PlacedRectangle(rectangle, int(top), int(left))
            fullest = int(inside[top, left])
        if fullest >= wanted:
            break
    return best


def _shapes(sides: Rectangle, most: int) -> list[Rectangle]:
    """Return the sides of possible windows in a rectangle, by area."""
    limit, longest = min(*sides, most), max(sides)
    found = [
        Rectangle(*each)
        for short in range(1, limit + 1)
        for long in range(short, longest + 1)
        if _SLIM * long <= short <= _STOUT * long
        or (short == limit and short < _SLIM * long)
        or (long == longest and short > _STOUT * long)
        for each in ((short, long), (long, short))
        if each[0] <= sides.width and each[1] <= sides.height
    ]
    return sorted(dict.fromkeys(found), key=lambda each: each.area)


def _table(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the summed-area table of a mask."""
    return np.pad(mask.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _sums(sums: NDArray[np.int64], rectangle: Rectangle) -> NDArray[np.int64]:
    """Return the number of cells in a rectangle, for each place of its top left cell."""
    width, height = rectangle
    rows = sums[height:] - sums[:-height]
    inside: NDArray[np.int64] = rows[:, width:] - rows[:, :-width]
    return inside


def _bounds(mask: NDArray[np.bool_]) -> PlacedRectangle | None:
    """Return the smallest rectangle with all cells of a mask; None if the mask is empty."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) == 0:
        return None
    top, left = int(rows[0]), int(columns[0])
    rectangle = Rectangle(int(columns[-1]) - left + 1, int(rows[-1]) - top + 1)
    return PlacedRectangle(rectangle, top, left)
