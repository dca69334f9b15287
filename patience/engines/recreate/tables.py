"""The arrays of a search by ruin and recreate: lines, word graph, grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import Dawg
from patience.engines.recreate import kernels
from patience.engines.recreate.kernels import Field, GridState, Scratch
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.puzzle import Rules


def field_of(subproblem: Subproblem, dawg: Dawg, rules: Rules) -> Field:
    """Return the constant arrays of a subproblem."""
    grid = padded(subproblem)
    height, width = subproblem.cells.shape
    stride = grid.shape[1]
    lines = np.array(list(_lines(grid)), np.int64).reshape(-1, 4)
    lines_of = np.full((grid.size, 2), -1, np.int64)
    for number, (first, along, _, length) in enumerate(lines.tolist()):
        lines_of[first : first + length * along : along, int(along != 1)] = number
    codes = [[subproblem.alphabet.index[x] for x in word] for word in rules.require]
    required = np.zeros((len(codes), 1 + max(map(len, codes), default=0)), np.int64)
    marks = np.zeros(len(codes), np.uint64)
    for number, word in enumerate(codes):
        required[number, 0], required[number, 1 : 1 + len(word)] = len(word), word
        for letter in word:
            marks[number] = kernels.extended(marks[number], letter)
    fixed = (grid > 0).ravel()
    flags = (
        int(fixed.any()),
        int(rules.connected),
        int(rules.distinct_words),
        int(bool(rules.unlike)),
    )
    shape = np.array([stride, width, height, *flags], np.int64)
    return Field(lines, lines_of, fixed, dawg.nodes, dawg.child, required, marks, shape)


def state_of(subproblem: Subproblem, seed: int) -> GridState:
    """Return the grid with its fixed letters and the tiles for the rest."""
    cells, numbers = padded(subproblem).ravel(), np.zeros(kernels.NUMBERS, np.int64)
    numbers[: len(subproblem.counts)] = subproblem.counts
    numbers[kernels.JOKERS], numbers[kernels.UP] = subproblem.jokers, np.count_nonzero(cells > 0)
    numbers[kernels.RANDOM] = seed
    return GridState(cells, numbers)


def scratch_of(field: Field) -> Scratch:
    """Return the buffers of a search."""
    cells, lines = len(field.fixed), len(field.lines)
    longest = int(field.lines[:, kernels.CELLS].max(initial=0))
    order = np.arange(lines)
    return Scratch(
        grids=np.zeros((2, cells), np.int8),
        numbers=np.zeros(kernels.NUMBERS, np.int64),
        runs=np.zeros(2 * cells + 2, np.uint64),
        cells=np.zeros((3, cells), np.int64),
        lines=np.array([order, np.zeros(lines)], np.int64),
        path=np.zeros((7, longest + 2), np.int64),
        found=np.zeros(8, np.int64),
    )


def padded(subproblem: Subproblem) -> NDArray[np.int8]:
    """Return the cells as the kernels hold them, with a wall around; (height + 2, width + 2)."""
    cells = subproblem.cells
    inner = np.where(cells < CELL_FACE_DOWN, cells + 1, kernels.WALL)
    inner = np.where(cells == CELL_OPEN, 0, inner).astype(np.int8)
    return np.pad(inner, 1, constant_values=kernels.WALL)


def letters_of(field: Field, cells: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return the letters of a grid without its wall, as `Subproblem.grid` takes them."""
    _, width, height, *_ = field.shape.tolist()
    inner = cells.reshape(height + 2, width + 2)[1:-1, 1:-1].ravel()
    return np.where(inner > 0, inner - 1, CELL_FACE_DOWN).astype(np.uint8)


def _lines(grid: NDArray[np.int8]) -> Iterator[Sequence[int]]:
    """Yield first cell, step along, step across and length of each line of two cells or more."""
    stride = grid.shape[1]
    for usable, along, across in ((grid >= 0, 1, stride), ((grid >= 0).T, stride, 1)):
        edges = np.diff(usable.astype(np.int8), axis=1)
        starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
        for (row, before), (_, last) in zip(starts.tolist(), ends.tolist(), strict=True):
            if last - before > 1:
                yield row * across + (before + 1) * along, along, across, last - before
