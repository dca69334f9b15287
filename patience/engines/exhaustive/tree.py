"""A subproblem as a tree to search: the kernel's arrays, set up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import Dawg
from patience.engines.exhaustive import kernels
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.errors import EngineError

# Columns memoised by each thread. At 2^16 a proof of 5x5 took a third longer, beyond 2^18 no
# less; on 9x7, where a forgotten column costs most, 2^20 is better.
MEMO_ROWS = 1 << 20
_FEWEST = 1 << 14

# Nodes of one level that a random walk looks at: a second or so. Rows of thirteen with some blanks
# can be filled in more ways than hours would list.
_LOOKED_AT = 1_000_000


class Tree:
    """All ways to fill a rectangle, as a tree whose nodes lay one symbol each.

    Parameters
    ----------
    subproblem : Subproblem
        At most `kernels.MAX_ROWS` rows.
    dawg : Dawg
        Every word that a line of the subproblem may hold.
    frequency : ndarray of float64, shape (26,)
        Share of each letter in the words.

    Raises
    ------
    EngineError
        If the subproblem has too many rows.
    """

    def __init__(self, subproblem: Subproblem, dawg: Dawg, frequency: NDArray[np.float64]) -> None:
        height, width = subproblem.cells.shape
        if height > kernels.MAX_ROWS:
            raise EngineError(
                f"{width}x{height} cells: an exhaustive search takes {kernels.MAX_ROWS} on the "
                "shorter side at most"
            )
        self.subproblem = subproblem
        blanks, open_cells = subproblem.max_blanks, subproblem.open_cells
        empty = bool((subproblem.cells >= CELL_FACE_DOWN).any()) or min(height, width) == 1
        self.problem = kernels.Problem(
            kinds=np.ascontiguousarray(subproblem.cells),
            nodes=dawg.nodes,
            child=dawg.child,
            frequency=np.append(frequency, blanks / max(open_cells, 1)),
            max_unused=subproblem.tiles - open_cells + blanks,
            loose_below=blanks + empty,
            connected=subproblem.connected,
        )

    def root(self, workspace: Workspace, partition: int = 0, partitions: int = 1) -> kernels.State:
        """Return the state where nothing is laid; the search then takes one partition."""
        subproblem = self.subproblem
        height, width = subproblem.cells.shape
        blanks = subproblem.max_blanks
        state = empty_state(height, width)
        state.head[[kernels.PARTITION, kernels.PARTITIONS]] = partition, partitions
        state.counts[:] = *subproblem.counts, subproblem.jokers
        state.max_blanks[0, 0] = blanks
        state.available[0, 0] = kernels.available_symbols(state.counts, blanks)
        known = np.minimum(subproblem.cells, CELL_FACE_DOWN) + 1
        state.symbols[:] = np.where(subproblem.cells == CELL_OPEN, 0, known)
        budget = min(blanks, kernels.MANY)
        for c in range(width):
            pattern = sum(
                int(x) << (kernels.SYMBOL_BITS * r) for r, x in enumerate(state.symbols[:, c])
            )
            state.pattern[0, c] = pattern
            column = workspace.column(self.problem, pattern, budget)
            state.min_blanks[0, c] = column[kernels.LEAST]
            state.domain[0, c] = column[kernels.MASKS :]
        state.need[0, 0] = state.min_blanks[0].sum()
        return state

    def admits(self, state: kernels.State, partition: int, partitions: int) -> bool:
        """Tell whether a state can be searched: every index that it holds is within its array.

        Parameters
        ----------
        state : State
            Arrays of the right shapes, from a file that anybody may have written.
        partition, partitions : int
            What it should be the state of.
        """
        height, width = self.problem.kinds.shape
        head = state.head
        here = (partition, partitions, 0)
        phase, level = head[kernels.PHASE], head[kernels.LEVEL]
        in_row = 0 <= level < height
        at_node = phase == kernels.LAY and in_row and state.laid[level] < width
        spelling = phase == kernels.SPELL and in_row and 0 <= head[kernels.COL] < width
        at_grid = phase == kernels.LEAVE and level == height
        if (*head[[kernels.PARTITION, kernels.PARTITIONS, kernels.BASE]],) != here:
            return False
        if not (at_node or spelling or at_grid):
            return False
        if min(head[[kernels.NODES, kernels.SEEN]]) < 0:
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
        # What is still to try leads on from the node where it is tried.
        going_on = self.problem.nodes[state.node[:, :width]]
        return not (state.untried[:, :width] & ~going_on).any()


class Workspace:
    """What one thread needs to search trees of one shape: its table of columns, and buffers.

    Parameters
    ----------
    dawg : Dawg
    height, width : int
        Cells of a column and of a row.
    interrupt : ndarray of uint8, shape (1,)
        Anything but 0 pauses the search; threads share it.
    memo_rows : int
        Columns memoised, a power of two.
    """

    def __init__(
        self,
        dawg: Dawg,
        height: int,
        width: int,
        interrupt: NDArray[np.uint8],
        memo_rows: int = MEMO_ROWS,
    ) -> None:
        n, length = len(dawg), max(height, width)
        self._memo = kernels.Memo(np.zeros((memo_rows, kernels.MASKS + height), np.uint32))
        self._interrupt = interrupt
        self._buffers = kernels.Buffers(
            reached=np.zeros((height + 1, n), np.int32),
            before=np.zeros((height + 1, n), np.uint8),
            after=np.zeros((height + 1, n), np.uint8),
            size=np.zeros(height + 1, np.int64),
            place=np.zeros(n, np.int32),
            allowed=np.zeros(height, np.uint32),
            priced=np.zeros(height, np.int64),
            masks=np.zeros(height, np.uint32),
            share=np.zeros(27),
            cells=np.zeros(27, np.int64),
            with_letter=np.zeros(27),
            visited=np.zeros((height, width), np.bool_),
            queue=np.zeros(height * width, np.int64),
            node=np.zeros(length, np.int64),
            untried=np.zeros(length, np.uint64),
            max_blanks=np.zeros(length, np.int64),
            interrupt=interrupt,
        )

    def column(
        self,
        problem: kernels.Problem,
        pattern: int,
        budget: int,
        letters: int = kernels.ALL_LETTERS,
    ) -> NDArray[np.uint32]:
        """Return what is known of a column: a row of the kernel's `Memo`."""
        slot = kernels.memoised(
            *(np.uint64(pattern), np.uint32(letters), budget),
            *(problem, self._memo, self._buffers),
        )
        return np.asarray(self._memo.rows[slot])

    def search(self, tree: Tree, state: kernels.State, until: int) -> int:
        """Go on with a search up to that many nodes; see `kernels.search`."""
        rows = len(tree.problem.kinds)
        args = tree.problem, state, self._memo, self._buffers
        return int(kernels.search(*args, rows, until))

    def walk(
        self,
        tree: Tree,
        rng: np.random.Generator,
        most: int = _LOOKED_AT,
        state: kernels.State | None = None,
    ) -> list[float]:
        """Walk down a tree once at random and estimate the nodes of each level (Knuth 1975).

        Parameters
        ----------
        most : int
            Nodes looked at for one level. If it has more the walk goes on among those, so what
            it estimates is too little.
        state : State, optional
            Where to start, left where the walk ends; by default the root.

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
            before = int(head[kernels.NODES])
            children = self._children(tree, state, level, before + most)
            if self._interrupt[0]:
                return []
            nodes.append(weight * (int(head[kernels.NODES]) - before))
            if children == 0:
                break
            until = int(head[kernels.NODES]) + most
            self._children(tree, state, level, until, int(uniform * children) + 1)
            if self._interrupt[0]:
                return []
            weight *= children
        return nodes

    def _children(
        self, tree: Tree, state: kernels.State, level: int, until: int, most: int = 1 << 60
    ) -> int:
        """Go to the child of that number below a level, or past all; return how many it meets."""
        counts, symbols = state.counts.copy(), state.symbols.copy()
        state.head[[kernels.LEVEL, kernels.PHASE, kernels.BASE]] = level, kernels.ENTER, level
        children, answer = kernels.count_children(
            *(tree.problem, state, self._memo, self._buffers), level, until, most
        )
        if answer == kernels.PAUSED:  # in the middle of a row, which comes off again
            state.counts[:], state.symbols[:] = counts, symbols
        return int(children)


def workspace_sizes(nodes: int, height: int, threads: int, budget: int) -> tuple[int, int]:
    """Return how many workspaces fit into some memory, and the rows of their tables.

    Parameters
    ----------
    nodes : int
        Nodes of the word graph.
    height : int
        Rows of the trees.
    threads : int
        How many workspaces are wanted.
    budget : int
        Bytes for all of them.
    """

    def fitting(memo_rows: int) -> int:
        table = memo_rows * (kernels.MASKS + height) * 4
        buffers = (height + 1) * nodes * (4 + 1 + 1) + nodes * 4  # what is small is left out
        return budget // (table + buffers)

    memo_rows = MEMO_ROWS
    while memo_rows > _FEWEST and fitting(memo_rows) < threads:
        memo_rows //= 2
    return max(min(threads, fitting(memo_rows)), 1), memo_rows


def letters_of(state: kernels.State) -> NDArray[np.uint8]:
    """Return the letters of a whole grid, one a cell in reading order, 26 for none."""
    return np.asarray(state.symbols.ravel() - 1, np.uint8)


def empty_state(height: int, width: int) -> kernels.State:
    """Return the arrays of a search, all 0; shapes and dtypes depend on nothing else."""
    levels = height + 1

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    return kernels.State(
        head=whole(8),
        counts=whole(27),
        symbols=np.zeros((height, width), np.int8),
        pattern=np.zeros((levels, width), np.uint64),
        domain=np.zeros((levels, width, height), np.uint32),
        min_blanks=whole(levels, width),
        candidates=np.zeros((levels, height, width), np.uint32),
        exclusions=np.zeros((levels, height), np.uint32),
        excluded=np.zeros((levels, height), np.uint32),
        filled=whole(levels),
        row=whole(levels),
        letter=whole(levels),
        last=whole(levels),
        branch=whole(levels),
        end=whole(levels),
        laid=whole(levels),
        spelled=whole(levels, width),
        node=whole(levels, width + 1),
        untried=np.zeros((levels, width + 1), np.uint64),
        holds=whole(levels, width + 1),
        max_blanks=whole(levels, width + 1),
        need=whole(levels, width + 1),
        available=np.zeros((levels, width + 1), np.uint32),
        tile=whole(levels, width) - 1,
    )
