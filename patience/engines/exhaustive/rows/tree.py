"""A subproblem as a search tree: sets up the arrays of the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.arrays import zeros
from patience.engines.bits import (
    BASE,
    COL,
    LEVEL,
    NODES,
    PARTITION,
    PARTITIONS,
    PAUSED,
    PHASE,
    SEEN,
)
from patience.engines.dawg import Dawg
from patience.engines.exhaustive.rows import kernels
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.errors import EngineError

# Memoised columns per thread. With 2^16 a proof of 5x5 took a third longer, beyond 2^18 it was not
# faster; 2^20 is better on 9x7, where a lost column costs most.
MEMO_ROWS = 1 << 20
_MIN_ROWS = 1 << 14

# Maximum nodes of one level that a random walk visits, about a second. Listing the fillings of a
# row of thirteen with some blanks would take hours.
_LOOKED_AT = 1_000_000


class RowTree:
    """All ways to fill a rectangle, as a tree whose nodes lay one symbol each.

    `dawg` contains every word that a line of the subproblem may hold; `frequency`, shape
    (letters,), has the share of each letter in the words.

    Raises
    ------
    EngineError
        If the subproblem has more than `kernels.MAX_ROWS` rows.
    """

    def __init__(self, subproblem: Subproblem, dawg: Dawg, frequency: NDArray[np.float64]) -> None:
        height, width = subproblem.cells.shape
        if height > kernels.MAX_ROWS:
            raise EngineError(
                f"{width}x{height} cells: an exhaustive search takes {kernels.MAX_ROWS} on the "
                "shorter side at most",
                "no-proof",
            )
        self.subproblem = subproblem
        blanks, open_cells = subproblem.max_blanks, subproblem.open_cells
        shares = np.zeros(kernels.KINDS + 1)
        shares[: len(frequency)] = frequency
        shares[kernels.BLANK] = blanks / max(open_cells, 1)
        empty = bool((subproblem.cells >= CELL_FACE_DOWN).any()) or min(height, width) == 1
        self.problem = kernels.RowProblem(
            kinds=np.ascontiguousarray(subproblem.cells),
            nodes=dawg.nodes,
            child=dawg.child,
            frequency=shares,
            letters=len(frequency),
            max_unused=subproblem.tiles - open_cells + blanks,
            loose_below=blanks + empty,
            connected=subproblem.connected,
        )

    def root(
        self, workspace: RowWorkspace, partition: int = 0, partitions: int = 1
    ) -> kernels.RowState:
        """Return the empty state from which one partition is searched."""
        subproblem = self.subproblem
        blanks = subproblem.max_blanks
        state = self.empty()
        state.head[[PARTITION, PARTITIONS]] = partition, partitions
        state.counts[: len(subproblem.counts)] = subproblem.counts
        state.counts[kernels.JOKER] = subproblem.jokers
        state.max_blanks[0, 0] = blanks
        state.available[0, 0] = kernels.available_symbols(state.counts, blanks)
        known = np.minimum(subproblem.cells, CELL_FACE_DOWN) + 1
        state.symbols[:] = np.where(subproblem.cells == CELL_OPEN, 0, known)
        budget = min(blanks, kernels.MANY)
        for c, shown in enumerate(state.symbols.T):
            pattern = sum(int(x) << (kernels.SYMBOL_BITS * r) for r, x in enumerate(shown))
            state.pattern[0, c] = pattern
            column = workspace.column(self.problem, pattern, budget)
            state.min_blanks[0, c] = column[kernels.MIN_BLANKS]
            state.domain[0, c] = column[kernels.MASKS :]
        state.need[0, 0] = state.min_blanks[0].sum()
        return state

    def empty(self) -> kernels.RowState:
        """Return the arrays of a search, zeroed but for the tiles, of which none is laid."""
        height, width = self.problem.kinds.shape
        sizes = {"height": height, "width": width, "levels": height + 1, "kinds": kernels.KINDS}
        state = zeros(kernels.RowState, **sizes)
        state.tile[:] = -1
        return state

    def letters(self, state: kernels.RowState) -> NDArray[np.uint8]:
        """Return the letters of a whole grid in reading order, `kernels.BLANK` for no letter."""
        return np.asarray(state.symbols.ravel() - 1, np.uint8)

    def admits(self, state: kernels.RowState, partition: int, partitions: int) -> bool:
        """Return whether a state is safe to search: all its indices are within bounds.

        `state` has arrays of the right shapes but comes from an untrusted file.
        """
        height, width = self.problem.kinds.shape
        head = state.head
        here = (partition, partitions, 0)
        phase, level = head[PHASE], head[LEVEL]
        in_row = 0 <= level < height
        at_node = phase == kernels.LAY and in_row and state.laid[level] < width
        spelling = phase == kernels.SPELL and in_row and 0 <= head[COL] < width
        at_grid = phase == kernels.LEAVE and level == height
        if (*head[[PARTITION, PARTITIONS, BASE]],) != here:
            return False
        if not (at_node or spelling or at_grid):
            return False
        if min(head[[NODES, SEEN]]) < 0:
            return False
        symbols = 1 << kernels.BLANK + 1
        limits = {
            "counts": (0, sum(self.subproblem.counts) + self.subproblem.jokers),
            "symbols": (0, kernels.EMPTY),
            "pattern": (0, (1 << kernels.SYMBOL_BITS * height) - 1),
            "domain": (0, symbols - 1),
            "min_blanks": (0, kernels.NEVER),
            "candidates": (0, symbols - 1),
            "row": (0, height - 1),
            "letter": (-1, kernels.BLANK - 1),
            "last": (0, width),
            "branch": (0, height + 1),
            "end": (0, height + 1),
            "laid": (0, width),
            "spelled": (0, kernels.BLANK),
            "node": (0, len(self.problem.nodes) - 1),
            "untried": (0, symbols - 1),
            "holds": (0, 1),
            "max_blanks": (0, height * width),
            "need": (0, height * width),
            "available": (0, symbols - 1),
            "tile": (-1, kernels.JOKER),
        }
        for name, (low, high) in limits.items():
            array = getattr(state, name)
            if array.min() < low or array.max() > high:
                return False
        # Untried symbols must be edges of their node.
        going_on = self.problem.nodes[state.node[:, :width]]
        return not (state.untried[:, :width] & ~going_on).any()


class RowWorkspace:
    """The memo table and buffers of one thread, for trees of one shape.

    Parameters
    ----------
    height, width : int
        Cells of a column and of a row.
    interrupt : ndarray of uint8, shape (1,)
        Nonzero pauses the search; shared by all threads.
    memo_rows : int
        Memoised columns, a power of two.
    """

    pace = 1

    def __init__(
        self,
        dawg: Dawg,
        height: int,
        width: int,
        interrupt: NDArray[np.uint8],
        memo_rows: int = MEMO_ROWS,
    ) -> None:
        self._memo = kernels.Memo(np.zeros((memo_rows, kernels.MASKS + height), np.uint32))
        self._interrupt = interrupt
        self._buffers = zeros(
            kernels.RowBuffers,
            height=height,
            width=width,
            cells=height * width,
            n=len(dawg),
            length=max(height, width),
            kinds=kernels.KINDS,
        )._replace(interrupt=interrupt)

    def column(
        self,
        problem: kernels.RowProblem,
        pattern: int,
        budget: int,
        letters: int = kernels.ALL_LETTERS,
    ) -> NDArray[np.uint32]:
        """Return the filtering result of a column: a row of the kernel's `Memo`."""
        slot = kernels.memoised(
            *(np.uint64(pattern), np.uint32(letters), budget),
            *(problem, self._memo, self._buffers),
        )
        return np.asarray(self._memo.rows[slot])

    def search(self, tree: RowTree, state: kernels.RowState, until: int) -> int:
        """Continue a search up to `until` nodes; see `kernels.search`."""
        rows = len(tree.problem.kinds)
        args = tree.problem, state, self._memo, self._buffers
        return int(kernels.search(*args, rows, until))

    def walk(
        self,
        tree: RowTree,
        rng: np.random.Generator,
        most: int = _LOOKED_AT,
        state: kernels.RowState | None = None,
    ) -> list[float]:
        """Walk down a tree once at random and estimate the nodes of each level (Knuth 1975).

        Parameters
        ----------
        most : int
            Maximum nodes to visit per level. If a level has more, the walk continues among these
            and underestimates.
        state : RowState, optional
            Start of the walk, modified in place; by default the root.

        Returns
        -------
        list of float
            Empty if the walk was interrupted.
        """
        state = state or tree.root(self)
        head = state.head
        nodes, weight = [], 1.0
        uniforms = rng.random(len(tree.problem.kinds))
        for level, uniform in enumerate(uniforms):
            before = int(head[NODES])
            children = self._children(tree, state, level, before + most)
            if self._interrupt[0]:
                return []
            nodes.append(weight * (int(head[NODES]) - before))
            if children == 0:
                break
            until = int(head[NODES]) + most
            self._children(tree, state, level, until, int(uniform * children) + 1)
            if self._interrupt[0]:
                return []
            weight *= children
        return nodes

    def _children(
        self, tree: RowTree, state: kernels.RowState, level: int, until: int, most: int = 1 << 60
    ) -> int:
        """Move the state to child number `most` of a level, or past all; return how many exist."""
        counts, symbols = state.counts.copy(), state.symbols.copy()
        state.head[[LEVEL, PHASE, BASE]] = level, kernels.ENTER, level
        children, answer = kernels.count_children(
            *(tree.problem, state, self._memo, self._buffers), level, until, most
        )
        if answer == PAUSED:  # paused within a row, whose tiles are taken off
            state.counts[:], state.symbols[:] = counts, symbols
        return int(children)


def workspace_sizes(nodes: int, height: int, threads: int, budget: int) -> tuple[int, int]:
    """Return how many of `threads` workspaces fit into `budget` bytes, and their memo rows.

    `nodes` is the size of the word graph, `height` the number of rows of the trees.
    """

    def fitting(memo_rows: int) -> int:
        table = memo_rows * (kernels.MASKS + height) * 4
        buffers = (height + 1) * nodes * (4 + 1 + 1) + nodes * 4  # small arrays are left out
        return budget // (table + buffers)

    memo_rows = MEMO_ROWS
    while memo_rows > _MIN_ROWS and fitting(memo_rows) < threads:
        memo_rows //= 2
    return max(min(threads, fitting(memo_rows)), 1), memo_rows
