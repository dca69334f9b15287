"""The score of a state, from its lines and the tiles left.

``alpha * sum over columns of log Z + rho * log Z of the row + value of the tiles left``, where
``Z`` of a line is the weighted number of completions from its node to its end. The columns' sum
includes a log weight for every two lines whose next cells meet (`engines.beam.pairs`). The weights
are in ``weights.toml``; this module turns them into tables for the kernels.
"""

from __future__ import annotations

import string
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernels
from patience.engines.beam.buffers import TileBytes
from patience.engines.beam.lines import LineTables, LineWeights
from patience.engines.beam.pairs import NodeClasses
from patience.engines.beam.weights import LetterWeights, between
from patience.engines.classes import CLASSES
from patience.engines.dawg import ROOT
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem

# Scores of tiles are clipped here, at 8,192 nats, so that sums of two fit in four bytes.
_MAX_SCORE = 1 << 29

GROUPS = ("AEIOUY", "AEILNRST", "JKQWXYZ")


class Score:
    """All tables for one fill, searched in reading order."""

    def __init__(
        self,
        subproblem: Subproblem,
        tiles: TileBytes,
        letter_weights: LetterWeights,
        lines: LineTables,
    ) -> None:
        self._subproblem = subproblem
        self._tiles = tiles
        self._weights = letter_weights.weights
        self._lines = lines
        self._telling_rows = _telling(subproblem.cells)
        self._telling_columns = _telling(subproblem.cells.T)
        flat = subproblem.cells.ravel()
        self._open_after = subproblem.open_cells - np.cumsum(flat == CELL_OPEN, dtype=np.int64)
        done = np.arange(1, flat.size + 1) / flat.size
        w = self._weights
        self._changing = np.array([between(x, done) for x in (w.alpha, w.tile_penalty, w.rho)])
        fixed = np.flatnonzero((flat >= 0) & (flat < CELL_FACE_DOWN))
        self._first_fixed = int(fixed[0]) if len(fixed) else flat.size
        self._last_fixed = int(fixed[-1]) if len(fixed) else -1
        self._pairs = self._pair_weights()
        self._fit, self._groups_fit = self._fits(letter_weights)
        # Value of the tiles in each byte without tile penalty, and their number, as the penalty
        # changes from cell to cell.
        self._worth = np.tensordot(
            [*letter_weights.price, self._weights.joker],
            tiles.counts[[*range(len(letter_weights.price)), kernels.KINDS]],
            axes=1,
        )
        self._number = tiles.counts.sum(axis=0)

    def step_context(self, cell: int, floor: int) -> kernels.StepContext:
        """Return the kernel's input for one cell, numbered in reading order."""
        subproblem, w = self._subproblem, self._weights
        width = subproblem.cells.shape[1]
        row, col = divmod(cell, width)
        kind = int(subproblem.cells[row, col])
        open_after = int(self._open_after[cell])
        alpha, tile_penalty, rho = self._changing[:, cell]
        tiles, groups = self._tiles_left(open_after, tile_penalty)
        row_after = self._row(row, col + 1)
        col_after = self._column(row + 1, col)
        class_after = self._classes(row + 1, col)
        class_row = self._classes_before(subproblem.cells[row, col + 1 :])
        row_blank, col_blank = int(row_after.nodes[0]), int(col_after.nodes[0])
        may_be_blank = kernels.IMPOSSIBLE not in (row_blank, col_blank)
        moves = may_be_blank << kernels.SKIP
        if kind == CELL_OPEN:
            moves |= kernels.LETTERS
        elif kind < CELL_FACE_DOWN:
            moves = 1 << kind
        return kernels.StepContext(
            col=np.uint64(col),
            width=np.uint64(width),
            open=kind == CELL_OPEN,
            moves=moves,
            closes=(col == width - 1 or bool(subproblem.cells[row, col + 1] >= CELL_FACE_DOWN)),
            started=self._first_fixed < cell,
            letters_after=self._last_fixed > cell,
            open_before=subproblem.open_cells - open_after - (kind == CELL_OPEN),
            open_after=open_after,
            max_blanks=subproblem.max_blanks,
            connected=subproblem.connected,
            row_edges=row_after.edges,
            col_edges=col_after.edges,
            row_blank=row_blank,
            col_blank=col_blank,
            col_old=self._column(row, col).nodes,
            left_old=self._column(row + 1, max(col - 1, 0)).nodes,
            pairs=self._pairs,
            class_old=self._classes(row, col).nodes,
            class_edges=class_after.edges,
            class_blank=int(class_after.nodes[ROOT]),
            class_row_edges=class_row.edges,
            class_row_blank=int(class_row.nodes[ROOT]),
            class_left=self._classes(row + 1, col - 1).nodes,
            class_right=self._classes(row, col + 1).nodes,
            alpha=round(alpha * kernels.ONE),
            rho=round(rho * kernels.ONE),
            component_penalty=round(w.component_penalty * kernels.UNIT),
            tiles=tiles,
            groups=groups,
            floor=floor,
        )

    # All states agree on a line without open cells so far, and a line without open cells left (the
    # last one filled included) needs no foresight, except that a run that ends must be a word.
    # These cases share a flat table, as building tables takes longer than all else.

    def _row(self, row: int, col: int) -> LineWeights:
        """Return the log weights of a row from column `col` on."""
        if not self._telling_rows[row, col]:
            return self._lines.flat
        return self._lines.after(self._subproblem.cells[row, col:])

    def _column(self, row: int, col: int) -> LineWeights:
        """Return the log weights of a column from row `row` on."""
        if not self._telling_columns[col, row]:
            return self._lines.flat
        return self._lines.after(self._subproblem.cells[row:, col])

    def _classes(self, row: int, col: int) -> NodeClasses:
        """Return the classes of a column from a row on; none beside the rectangle."""
        cells = self._subproblem.cells
        if not 0 <= col < cells.shape[1]:
            return self._lines.pairs.no_classes
        return self._classes_before(cells[row:, col])

    def _classes_before(self, kinds: NDArray[np.int8]) -> NodeClasses:
        """Return the line classes before some cells, or none if pairs have no weight."""
        pairs = self._lines.pairs
        return pairs.classes_before(kinds) if self._weights.pairs else pairs.no_classes

    def root_lines(self) -> int:
        """Return the log weights of the columns of the empty rectangle, and of neighbours."""
        columns = range(self._subproblem.cells.shape[1])
        classes = [self._classes(0, col).nodes[ROOT] for col in columns]
        lines = sum(int(self._column(0, col).nodes[ROOT]) for col in columns)
        return lines + sum(int(self._pairs.columns[pair]) for pair in pairwise(classes))

    def root_value(self) -> int:
        """Return the score of the empty rectangle."""
        w, subproblem = self._weights, self._subproblem
        tiles, groups = self._tiles_left(subproblem.open_cells, w.tile_penalty[0])
        value = sum(int(tiles[0, j, x]) for j, x in enumerate(self._tiles.full))
        value += sum(int(groups[0, g, self._inside(name)]) for g, name in enumerate(GROUPS))
        return value + round(w.alpha[0] * kernels.ONE) * self.root_lines()

    def _pair_weights(self) -> kernels.LinePairs:
        """Return the log weights of two lines in the kernels' units."""
        scale = self._weights.pairs * kernels.FINENESS
        if not scale:
            flat = np.zeros((CLASSES, CLASSES), np.int16)
            return kernels.LinePairs(flat, flat)
        columns, crossing = (np.rint(scale * x).astype(np.int16) for x in self._lines.pairs.weights)
        return kernels.LinePairs(columns, crossing)

    def _inside(self, group: str) -> int:
        return sum(self._subproblem.counts[k] for k in self._members(group))

    def _members(self, group: str) -> list[int]:
        """Return the tiles of a group of letters, by their place in the alphabet."""
        nearest = self._subproblem.alphabet.nearest
        return [k for k, x in enumerate(nearest) if string.ascii_uppercase[x] in group]

    def _fits(self, letter_weights: LetterWeights) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the fit of the tiles left, by letters to lay, then by byte and by group."""
        w, tiles = letter_weights.weights, self._tiles
        wanted = np.arange(self._subproblem.open_cells + 1, dtype=np.float64)
        done = 1 - wanted / max(self._subproblem.open_cells - self._subproblem.max_blanks, 1)
        spread = between(w.spread, done)[:, None]
        still = (1 - done).clip(0, 1)  # share of the jokers left, if they are used evenly
        fit = np.zeros((len(wanted), *tiles.counts.shape[1:]))
        for k, most in enumerate(self._subproblem.counts):
            have = np.arange(most + 1) + still[:, None] * letter_weights.from_jokers[k]
            mean = wanted[:, None] * letter_weights.demand[k]
            value = -spread / 2 * (have - mean) ** 2 / (mean + 1)
            byte = int(tiles.packing.byte[k])
            fit[:, byte] += value[:, np.minimum(tiles.counts[k, byte], most)]
        have = np.arange(max(self._inside(name) for name in GROUPS) + 1)
        groups = np.zeros((len(wanted), len(GROUPS), len(have)))
        for g, (name, stiff) in enumerate(zip(GROUPS, (w.vowels, w.common, w.heavy), strict=True)):
            inside = self._members(name)
            f = sum(letter_weights.demand[inside])
            mean = wanted[:, None] * f
            off = have + still[:, None] * letter_weights.from_jokers[inside].sum() - mean
            groups[:, g] = -between(stiff, done)[:, None] * off**2 / (mean * (1 - f) + 1)
        return _in_units(fit), _in_units(groups)

    def _tiles_left(
        self, open_after: int, tile_penalty: float
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the values of the tiles left, by blanks so far, then by byte and by group."""
        max_blanks, cells = self._subproblem.max_blanks, self._subproblem.open_cells
        wanted = np.arange(open_after - max_blanks, open_after + 2).clip(0, cells)
        linear = _in_units(self._worth - tile_penalty * self._number)
        pace = _in_units(self._pace(open_after) / len(GROUPS))[:, None, None]
        return self._fit.take(wanted, axis=0) + linear, self._groups_fit.take(wanted, axis=0) + pace

    def _pace(self, open_after: int) -> NDArray[np.floating[Any]]:
        """Return how well the number of blanks so far fits an even spread of blanks."""
        subproblem = self._subproblem
        done = 1 - open_after / max(subproblem.open_cells, 1)
        max_blanks = min(subproblem.max_blanks, subproblem.open_cells)
        spread = (
            max_blanks * done * (1 - done) * (1 - max_blanks / max(subproblem.open_cells, 1)) + 1
        )
        off = np.arange(subproblem.max_blanks + 2) - max_blanks * done
        return -self._weights.pace / 2 * off**2 / spread


def _telling(cells: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return where the log weights of lines can differ between states, shape (lines, length + 1).

    True at `i` if there is an open cell before cell `i` and one from cell `i - 1` on, or if cell
    `i` cannot hold a letter. `cells` has the kinds of cells as in `Subproblem`, shape (lines,
    length).
    """
    lines, length = cells.shape
    before, after, ends = np.zeros((3, lines, length + 1), np.bool_)
    before[:, 1:] = np.logical_or.accumulate(cells == CELL_OPEN, axis=1)
    after[:, 1:] = np.logical_or.accumulate((cells == CELL_OPEN)[:, ::-1], axis=1)[:, ::-1]
    ends[:, :-1] = cells >= CELL_FACE_DOWN
    ends[:, -1] = True
    telling: NDArray[np.bool_] = before & after | ends
    return telling


def _in_units(nats: NDArray[np.floating[Any]]) -> NDArray[np.int32]:
    """Return scores in the kernels' units, clipped to `_MAX_SCORE`."""
    units: NDArray[np.int32] = np.rint(
        np.clip(nats * kernels.UNIT, -_MAX_SCORE, _MAX_SCORE)
    ).astype(np.int32)
    return units
