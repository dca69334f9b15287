"""A subproblem as a search tree cell after cell: sets up the arrays of the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.arrays import zeros
from patience.engines.bits import (
    BASE,
    LEVEL,
    NODES,
    PARTITION,
    PARTITIONS,
    PAUSED,
    PHASE,
    RANDOM,
    SEEN,
)
from patience.engines.dawg import Dawg
from patience.engines.exhaustive.cells import kernels
from patience.engines.exhaustive.cells.lines import graphs
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.grid import Cell, image

# Cells before the partitions part: with four, tens of thousands of beginnings go to 256 of them.
_SPLIT = 4


class CellTree:
    """All ways to fill a rectangle, as a tree whose nodes lay one symbol each.

    `dawg` contains every word that a line may hold; `symmetry` is one of letters too, or ``none``.
    """

    def __init__(
        self, subproblem: Subproblem, dawg: Dawg, symmetry: str = "none", *, drawn: bool = False
    ) -> None:
        self.subproblem = subproblem
        cells = subproblem.cells
        height, width = cells.shape
        n, blanks = cells.size, subproblem.max_blanks
        images = np.array([_image(i, width, height, symmetry) for i in range(n)], np.int64)
        there = cells.ravel()[images].reshape(cells.shape)
        is_given = (cells == CELL_OPEN) & (there >= 0) & (there < CELL_FACE_DOWN)
        shown = np.where(is_given, there, cells)
        lines = [*shown, *np.ascontiguousarray(shown.T)]
        found = graphs(dawg, lines, min(blanks, max(height, width)))
        self._possible = found is not None
        if found is None:
            found = graphs(dawg, [np.full(1, CELL_FACE_DOWN, np.int8)], 0)
            assert found is not None, "a cell without letter is a line"
            roots = np.zeros(height + width, np.int64)
        else:
            roots = np.array([found.roots[line.tobytes()] for line in lines], np.int64)
        number = np.arange(n).reshape(cells.shape)
        left, above = np.roll(number, 1, axis=1), np.roll(number, 1, axis=0)
        left[:, 0] = n + np.arange(height)
        above[0] = n + height + np.arange(width)
        rows = found.need[roots[:height]]
        is_open = (cells == CELL_OPEN).ravel().astype(np.int64)
        twin = np.where(images < np.arange(n), images, -1)
        takes = is_open.copy()
        earlier = np.flatnonzero(twin >= 0)
        takes[twin[earlier]] += is_open[earlier]
        takes[earlier] = 0
        counts = np.zeros(kernels.KINDS + 1, np.int64)
        counts[: len(subproblem.counts)] = subproblem.counts
        counts[kernels.JOKER] = subproblem.jokers
        closed = bool((cells >= CELL_FACE_DOWN).any())
        self.problem = kernels.CellProblem(
            nodes=found.nodes,
            child=found.child,
            need=found.need,
            roots=roots,
            left=left.ravel(),
            above=above.ravel(),
            below=np.repeat(rows.sum() - np.cumsum(rows), width),
            twin=twin,
            takes=takes,
            price=is_open,
            counts=counts,
            max_blanks=blanks,
            split=min(_SPLIT, n),
            counted=min(subproblem.counts) < subproblem.open_cells,
            loose=bool(blanks) or closed or min(height, width) == 1,
            connected=subproblem.connected,
            drawn=drawn,
        )

    def root(
        self, workspace: CellWorkspace, partition: int = 0, partitions: int = 1
    ) -> kernels.CellState:
        """Return the empty state from which one partition is searched."""
        state = self.empty()
        state.head[[PARTITION, PARTITIONS]] = partition, partitions
        if self._possible:
            workspace.begin(self, state)
        return state

    def empty(self) -> kernels.CellState:
        """Return the arrays of a search, zeroed."""
        return zeros(kernels.CellState, n=self.subproblem.cells.size)

    def letters(self, state: kernels.CellState) -> NDArray[np.uint8]:
        """Return the letters of a whole grid in reading order, `kernels.BLANK` for no letter."""
        return np.asarray(state.symbols, np.uint8)

    def admits(self, state: kernels.CellState, partition: int, partitions: int) -> bool:
        """Return whether a state, which comes from an untrusted file, is safe to search."""
        head, (height, width) = state.head, self.subproblem.cells.shape
        here = (partition, partitions, 0, 0, 0)
        return bool(
            (*head[[PARTITION, PARTITIONS, BASE, PHASE, RANDOM]],) == here
            and 0 <= head[LEVEL] <= len(state.symbols)
            and min(head[[NODES, SEEN]]) >= 0
            and state.symbols.min() >= 0
            and state.symbols.max() <= kernels.BLANK
            and CellWorkspace(height, width, np.zeros(1, np.uint8)).lay(self, state) > head[LEVEL]
        )


class CellWorkspace:
    """The buffers of one thread, for trees of one shape.

    `interrupt`, of shape (1,), is shared by all threads: nonzero pauses the search.
    """

    pace = 400

    def __init__(self, height: int, width: int, interrupt: NDArray[np.uint8]) -> None:
        self._interrupt = interrupt
        self._state: kernels.CellState | None = None  # what the buffers follow from
        sizes = {"n": height * width, "height": height, "width": width, "kinds": kernels.KINDS}
        self._buffers = zeros(kernels.CellBuffers, **sizes)

    def lay(self, tree: CellTree, state: kernels.CellState) -> int:
        """Lay the symbols of a state anew; return how many, one more if all that is left fits."""
        self._state = state
        return int(kernels.replay(tree.problem, state, self._buffers))

    def begin(self, tree: CellTree, state: kernels.CellState) -> None:
        """Set the symbols to try in the first cell of an empty state."""
        self.lay(tree, state)
        state.todo[0] = kernels.first(tree.problem, state, self._buffers)

    def search(self, tree: CellTree, state: kernels.CellState, until: int) -> int:
        """Continue a search up to `until` nodes; see `kernels.search`."""
        if self._interrupt[0]:
            return PAUSED
        if self._state is not state:
            self.lay(tree, state)
        return int(kernels.search(tree.problem, state, self._buffers, until))

    def walk(self, tree: CellTree, rng: np.random.Generator, most: int = 0) -> list[float]:
        """Walk down a tree once at random and estimate the nodes of each level (Knuth 1975).

        The cells before the partitions part are one level. `most` bounds nothing: no level has
        more nodes than symbols.
        """
        state = tree.root(self)
        nodes, weight = [0.0], 1.0
        answer = PAUSED
        while answer == PAUSED and not self._interrupt[0]:
            cell = int(state.head[LEVEL])
            symbols = [k for k in range(kernels.BLANK + 1) if int(state.todo[cell]) >> k & 1]
            if not symbols:
                break
            weight *= len(symbols)
            if cell < tree.problem.split:
                nodes[0] += weight
            else:
                nodes.append(weight)
            state.todo[cell] = 1 << int(rng.choice(symbols))
            answer = self.search(tree, state, int(state.head[NODES]) + 1)
        return [] if self._interrupt[0] else nodes


def _image(cell: int, width: int, height: int, symmetry: str) -> int:
    """Return the number of the cell that shows the same."""
    row, column = image(Cell(*divmod(cell, width)), width, height, symmetry)
    return row * width + column
