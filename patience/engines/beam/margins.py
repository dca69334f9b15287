"""Margins: settled columns on both sides of those that a beam goes through.

In a strip of a large grid most cells are settled. They mean little to the cells to fill: a node of
the word graph in which each row begins, letters with which it must go on, and that the letters of
either side are one component. A beam that knows this goes through the columns in between only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import MUST, ROOT, Dawg
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem


@dataclass(frozen=True)
class Margins:
    """What lies beside the columns that a beam goes through.

    Attributes
    ----------
    columns : range
        Those that it goes through.
    starts : tuple of int
        Node of the word graph in which each row begins.
    joins : tuple of bool
        Whether each row goes on with a letter.
    leans : tuple of bool
        Whether that letter is in no word of the margin: it needs a letter to its left.
    left, right : bool
        Whether letters lie on either side; they are one component then.
    """

    columns: range
    starts: tuple[int, ...]
    joins: tuple[bool, ...]
    leans: tuple[bool, ...]
    left: bool
    right: bool

    @property
    def components(self) -> int:
        """How many components there are before the first cell is filled."""
        return self.left + self.right

    def within(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the part of an array of shape (..., width) that lies between the margins."""
        return cells[..., self.columns.start : self.columns.stop]


def no_margins(subproblem: Subproblem) -> Margins:
    """Return the margins of a beam that goes through all columns: none."""
    height, width = subproblem.cells.shape
    nothing = (False,) * height
    return Margins(range(width), (ROOT,) * height, nothing, nothing, left=False, right=False)


def settled_margins(subproblem: Subproblem, dawg: Dawg) -> Margins:
    """Return the widest margins without an open cell whose letters are one component each.

    Parameters
    ----------
    subproblem : Subproblem
        What is settled must be part of a grid that obeys the rules: nobody looks at it again.
    dawg : Dawg
    """
    cells = subproblem.cells
    width = cells.shape[1]
    is_letter = (cells >= 0) & (cells < CELL_FACE_DOWN)
    open_columns = np.flatnonzero((cells == CELL_OPEN).any(axis=0))
    if len(open_columns) == 0:
        return no_margins(subproblem)
    first, last = int(open_columns[0]), int(open_columns[-1])
    if subproblem.connected:
        first = _joined(is_letter, first)
        last = width - 1 - _joined(is_letter[:, ::-1], width - 1 - last)
    starts = [_start(dawg, cells, row, first) for row in range(len(cells))]
    if None in starts:
        return no_margins(subproblem)  # a word that may not be used any more
    after = is_letter[:, last + 1] if last + 1 < width else np.zeros(len(cells), np.bool_)
    further = is_letter[:, last + 2] if last + 2 < width else np.zeros(len(cells), np.bool_)
    return Margins(
        range(first, last + 1),
        tuple(start for start in starts if start is not None),
        tuple(after.tolist()),
        tuple((after & ~further & ~_has_neighbour(after)).tolist()),
        left=bool(is_letter[:, :first].any()),
        right=bool(is_letter[:, last + 1 :].any()),
    )


def _joined(is_letter: NDArray[np.bool_], most: int) -> int:
    """Return how many columns, `most` at most, hold letters of no more than one component."""
    table = _lattice(*is_letter.shape)
    for columns in range(most, 0, -1):
        letters = zip(*np.nonzero(is_letter[:, :columns]), strict=True)
        if nx.number_connected_components(table.subgraph(letters)) <= 1:
            return columns
    return 0


@lru_cache(maxsize=8)
def _lattice(height: int, width: int) -> nx.WordGraph:
    return nx.grid_2d_graph(height, width)


def _start(dawg: Dawg, cells: NDArray[np.int8], row: int, first: int) -> int | None:
    """Return the node in which a row begins, None if no word begins as it does."""
    begin = first
    while begin > 0 and 0 <= cells[row, begin - 1] < CELL_FACE_DOWN:
        begin -= 1
    node = ROOT
    for letter in cells[row, begin:first].tolist():
        after = dawg.after(node, letter)
        if after is None:
            return None
        node = after
    if first - begin == 1:
        column = cells[:, begin]
        if not _has_neighbour((column >= 0) & (column < CELL_FACE_DOWN))[row]:
            node += MUST
    return node


def _has_neighbour(is_letter: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell of each cell of a column whether a letter lies above it or below."""
    beside = np.zeros(len(is_letter), np.bool_)
    beside[1:] = is_letter[:-1]
    beside[:-1] |= is_letter[1:]
    return beside
