"""The common question of all goals.

*Fill the open cells of a rectangle with tiles of a multiset, leaving at most so many without a
letter, so that every run of two or more is a word.* Engines work on a `Subproblem` and a word
graph, whatever the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from patience.game.alphabet import LATIN, MAX_KINDS, Alphabet
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Grid, is_face_up
from patience.game.puzzle import Board, Frame, Puzzle

# Kinds of cells; from 0 to `MAX_KINDS` it is a fixed letter, by its place in the alphabet.
CELL_OPEN = -1
CELL_FACE_DOWN = MAX_KINDS
CELL_CLOSED = MAX_KINDS + 1


@dataclass(frozen=True)
class Subproblem:
    """A rectangle to fill."""

    cells: NDArray[np.int8]  # (height, width): kind of each cell
    counts: tuple[int, ...]  # (letters,): tiles for the open cells
    jokers: int
    max_blanks: int  # maximum number of open cells without letter
    connected: bool
    fixed_jokers: frozenset[tuple[int, int]] = frozenset()  # (row, col) of fixed cells with a joker
    alphabet: Alphabet = LATIN

    @cached_property
    def open_cells(self) -> int:
        """Number of open cells."""
        return int(np.count_nonzero(self.cells == CELL_OPEN))

    @property
    def tiles(self) -> int:
        """Number of tiles for the open cells."""
        return sum(self.counts) + self.jokers

    def transposed(self) -> Subproblem:
        """Return the subproblem with rows and columns exchanged."""
        cells = np.ascontiguousarray(self.cells.T)
        return replace(
            self, cells=cells, fixed_jokers=frozenset((c, r) for r, c in self.fixed_jokers)
        )

    def cropped(self, top: int, left: int, height: int, width: int) -> Subproblem:
        """Return a part of the rectangle; there must be no letter outside it."""
        cells = np.ascontiguousarray(self.cells[top : top + height, left : left + width])
        return replace(
            self,
            cells=cells,
            fixed_jokers=frozenset((r - top, c - left) for r, c in self.fixed_jokers),
        )

    def with_fixed(self, laid: NDArray[np.uint8], held: NDArray[np.bool_]) -> Subproblem | None:
        """Return the subproblem with some open cells fixed.

        Parameters
        ----------
        laid : ndarray of uint8, shape (height, width)
            A letter by its place in the alphabet, or `CELL_FACE_DOWN` and up for none.
        held : ndarray of bool, shape (height, width)
            Which cells to fix as in `laid`; cells that are not open do not change.

        Returns
        -------
        Subproblem or None
            None if there are too few tiles or blanks for them.
        """
        held = held & (self.cells == CELL_OPEN)
        cells = np.where(held, np.minimum(laid, CELL_FACE_DOWN), self.cells).astype(np.int8)
        blanks = int(np.count_nonzero(held & (laid >= CELL_FACE_DOWN)))
        used = np.bincount(laid[held & (laid < CELL_FACE_DOWN)], minlength=len(self.counts))
        left = np.array(self.counts) - used
        jokers = self.jokers + int(np.minimum(left, 0).sum())
        if jokers < 0 or blanks > self.max_blanks:
            return None
        counts = tuple(int(n) for n in np.maximum(left, 0))
        return replace(
            self, cells=cells, counts=counts, jokers=jokers, max_blanks=self.max_blanks - blanks
        )

    def with_blanks(self, empty: Sequence[int] | NDArray[np.int64]) -> Subproblem | None:
        """Return the subproblem with the open cells `empty`, numbered in reading order, left empty.

        None if there are more of them than `max_blanks`.
        """
        held = np.zeros(self.cells.size, np.bool_)
        held[np.asarray(empty, np.int64)] = True  # a tuple would index one cell
        nothing = np.full(self.cells.shape, CELL_FACE_DOWN, np.uint8)
        return self.with_fixed(nothing, held.reshape(self.cells.shape))

    def with_max_blanks(self, max_blanks: int) -> Subproblem:
        """Return the subproblem with another limit on the blanks."""
        return replace(self, max_blanks=max_blanks)

    def grid(self, letters: NDArray[np.uint8]) -> Grid:
        """Return the grid for `letters`, one per cell in reading order (`CELL_FACE_DOWN`
        and up for none).

        Jokers are marked: fixed ones, then the last tiles of each letter beyond its supply.
        """
        height, width = self.cells.shape
        supply, symbols = list(self.counts), self.alphabet.symbols
        rows = []
        for r in range(height):
            row = ""
            for c in range(width):
                kind, letter = int(self.cells[r, c]), int(letters[r * width + c])
                if kind == CELL_CLOSED:
                    row += CLOSED
                elif letter >= CELL_FACE_DOWN:
                    row += BLANK
                elif kind != CELL_OPEN:
                    row += (
                        symbols[letter].lower() if (r, c) in self.fixed_jokers else symbols[letter]
                    )
                else:
                    supply[letter] -= 1
                    row += symbols[letter] if supply[letter] >= 0 else symbols[letter].lower()
            rows.append(row)
        return Grid(tuple(rows))


def subproblem_of(puzzle: Puzzle, width: int, height: int) -> Subproblem:
    """Return the fill of a puzzle in a rectangle, with no limit on the blanks.

    Fixed letters are subtracted from the tiles; marked jokers, and letters beyond their supply,
    from the jokers.
    """
    cells = np.full((height, width), CELL_OPEN, np.int8)
    fixed_jokers = set()
    alphabet, supply = puzzle.tiles.alphabet, {**puzzle.tiles.supply}
    jokers = puzzle.tiles.jokers
    if puzzle.fixed_cells is not None:
        for cell, x in puzzle.fixed_cells.cells():
            if x == CLOSED:
                cells[cell] = CELL_CLOSED
            elif x == FACE_DOWN:
                cells[cell] = CELL_FACE_DOWN
            elif is_face_up(x):
                cells[cell] = alphabet.index[x.upper()]
                if x.islower() or supply[x] == 0:
                    fixed_jokers.add((cell.row, cell.col))
                    jokers -= 1
                else:
                    supply[x] -= 1
    subproblem = Subproblem(
        cells,
        tuple(supply.values()),
        jokers,
        max_blanks=0,
        connected=puzzle.rules.connected,
        alphabet=alphabet,
        fixed_jokers=frozenset(fixed_jokers),
    )
    return subproblem.with_max_blanks(subproblem.open_cells)


def blanks_allowed(puzzle: Puzzle, subproblem: Subproblem, cost: int) -> int:
    """Return the maximum number of open cells without letter in a grid that costs at most `cost`.

    Negative if no grid is that cheap. For a compact goal `subproblem` is the rectangle, and every
    tile must be laid whatever the cost.
    """
    fixed = int(np.count_nonzero(subproblem.cells == CELL_FACE_DOWN))
    if isinstance(puzzle.goal, Frame) or puzzle.tiles.free:
        return cost - fixed
    if isinstance(puzzle.goal, Board):
        return subproblem.open_cells - (subproblem.tiles - cost)
    return subproblem.open_cells - subproblem.tiles


def pieces(chosen: NDArray[np.bool_]) -> list[set[tuple[int, int]]]:
    """Return some cells of a table, (row, col), by the piece that hangs together."""
    rows, cols = (each.tolist() for each in np.nonzero(chosen))
    left, found = set(zip(rows, cols, strict=True)), []
    while left:
        piece, new = set(), {left.pop()}
        while new:
            piece |= new
            new = {x for r, c in new for x in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c))}
            new &= left
            left -= new
        found.append(piece)
    return found
