"""A fill as a tree to search: the kernel's arrays, set up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import Dawg
from patience.engines.exhaustive import kernels as kernel
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.errors import EngineError

# Columns remembered by each thread. At 2^16 a proof of 5x5 took a third longer, beyond 2^18 no
# less; on 9x7, where a forgotten column costs most, 2^20 is better.
_MEMO = 1 << 20

# Nodes of one level that a random walk looks at: a second or so. Rows of thirteen with some blanks
# can be filled in more ways than hours would list.
_LOOKED_AT = 1_000_000


class Tree:
    """All ways to fill a rectangle, as a tree whose nodes lay one symbol each.

    Parameters
    ----------
    subproblem : Subproblem
        At most `kernel.MAX_ROWS` rows.
    dawg : Dawg
        Every word that a line of the fill may hold.
    usual : ndarray of float64, shape (26,)
        How often each letter stands in the words.

    Raises
    ------
    EngineError
        If the fill has too many rows.
    """

    def __init__(self, subproblem: Subproblem, dawg: Dawg, usual: NDArray[np.float64]) -> None:
        height, width = subproblem.cells.shape
        if height > kernel.MAX_ROWS:
            raise EngineError(
                f"{width}x{height} cells: an exhaustive search takes {kernel.MAX_ROWS} on the "
                "shorter side at most"
            )
        self.subproblem = subproblem
        empty = bool((subproblem.cells >= CELL_FACE_DOWN).any()) or min(height, width) == 1
        self.question = kernel.Question(
            kinds=np.ascontiguousarray(subproblem.cells),
            nodes=dawg.nodes,
            child=dawg.child,
            usual=np.append(usual, subproblem.max_blanks / max(subproblem.open_cells, 1)),
            unused=subproblem.tiles - subproblem.open_cells + subproblem.max_blanks,
            blanks=subproblem.max_blanks + empty,
            connected=subproblem.connected,
        )

    def root(self, tools: Tools, part: int = 0, parts: int = 1) -> kernel.State:
        """Return the state where nothing is laid; the search then takes one part of the tree."""
        subproblem = self.subproblem
        height, width = subproblem.cells.shape
        state = _blank_state(height, width)
        state.head[[kernel.PART, kernel.PARTS]] = part, parts
        state.counts[:] = *subproblem.counts, subproblem.jokers
        state.spare[0, 0] = subproblem.max_blanks
        state.have[0, 0] = kernel.at_hand(state.counts, subproblem.max_blanks)
        known = np.minimum(subproblem.cells, CELL_FACE_DOWN) + 1
        state.symbols[:] = np.where(subproblem.cells == CELL_OPEN, 0, known)
        budget = min(subproblem.max_blanks, kernel.MANY)
        for c in range(width):
            pattern = sum(
                int(x) << (kernel.SYMBOL_BITS * r) for r, x in enumerate(state.symbols[:, c])
            )
            state.pattern[0, c] = pattern
            tools.narrow(self.question, pattern, budget)
            state.short[0, c] = tools.memo.rows[0, kernel.LEAST]
            state.crossed[0, c] = tools.memo.rows[0, kernel.MASKS :]
        state.need[0, 0] = state.short[0].sum()
        return state


class Tools:
    """What one thread needs to search trees of one height: its memory of columns, and room.

    Parameters
    ----------
    dawg : Dawg
    height, width : int
        Cells of a column and of a row.
    memo : int
        Columns remembered, a power of two.
    """

    def __init__(self, dawg: Dawg, height: int, width: int, memo: int = _MEMO) -> None:
        n, length = len(dawg), max(height, width)
        self.memo = kernel.Memo(np.zeros((memo, kernel.MASKS + height), np.uint32))
        self.scratch = kernel.Scratch(
            lists=np.zeros((height + 1, n), np.int32),
            ahead=np.zeros((height + 1, n), np.uint8),
            back=np.zeros((height + 1, n), np.uint8),
            size=np.zeros(height + 1, np.int64),
            where=np.zeros(n, np.int32),
            allowed=np.zeros(height, np.uint32),
            priced=np.zeros(height, np.int64),
            masks=np.zeros(height, np.uint32),
            here=np.zeros(27),
            cells=np.zeros(27, np.int64),
            with_letter=np.zeros(27),
            piece=np.zeros((height, width), np.bool_),
            queue=np.zeros(height * width, np.int64),
            node=np.zeros(length, np.int64),
            todo=np.zeros(length, np.uint64),
            spare=np.zeros(length, np.int64),
        )

    def narrow(self, question: kernel.Question, pattern: int, budget: int) -> None:
        """Leave in the memory's first row what is known of a column."""
        letters = np.uint32(kernel.ALL_LETTERS)
        kernel.remember(0, np.uint64(pattern), letters, budget, question, self.memo, self.scratch)

    def search(self, tree: Tree, state: kernel.State, until: int) -> int:
        """Go on with a search up to that many nodes; see `kernel.search`."""
        rows = len(tree.question.kinds)
        answer = kernel.search(tree.question, state, self.memo, self.scratch, rows, until)
        return int(answer)

    def probe(self, tree: Tree, rng: np.random.Generator, parts: int) -> float:
        """Estimate the nodes of a tree from one random walk; each part lays all first rows.

        Rows that can be filled in very many ways make the estimate too low, never endless.
        """
        rows = len(tree.question.kinds)
        nodes = np.zeros(rows)
        kernel.probe(
            *(tree.question, tree.root(self), self.memo, self.scratch),
            *(_LOOKED_AT, rng.random(rows), nodes),
        )
        return float(nodes.sum() + (parts - 1) * nodes[0])


def letters_of(state: kernel.State) -> NDArray[np.uint8]:
    """Return the letters of a whole grid, one a cell in reading order, 26 for none."""
    return np.asarray(state.symbols.ravel() - 1, np.uint8)


def _blank_state(height: int, width: int) -> kernel.State:
    levels = height + 1

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    return kernel.State(
        head=whole(8),
        counts=whole(27),
        symbols=np.zeros((height, width), np.int8),
        pattern=np.zeros((levels, width), np.uint64),
        crossed=np.zeros((levels, width, height), np.uint32),
        short=whole(levels, width),
        masks=np.zeros((levels, height, width), np.uint32),
        inherited=np.zeros((levels, height), np.uint32),
        forbidden=np.zeros((levels, height), np.uint32),
        filled=whole(levels),
        row=whole(levels),
        letter=whole(levels),
        last=whole(levels),
        cursor=whole(levels),
        end=whole(levels),
        laid=whole(levels),
        word=whole(levels, width),
        node=whole(levels, width + 1),
        todo=np.zeros((levels, width + 1), np.uint64),
        held=whole(levels, width + 1),
        spare=whole(levels, width + 1),
        need=whole(levels, width + 1),
        have=np.zeros((levels, width + 1), np.uint32),
        tile=whole(levels, width) - 1,
    )
