"""The search for a grid whose letters are symmetric: cell after cell, symbols in random order.

Beams meet such a grid by chance alone. Several lanes search the whole tree, each in an order of its
own. Each grid found leaves fewer cells to stay empty in all of them, and after some nodes a lane
begins anew. Between two rounds each lane stands where this number of empty cells admits it, and one
that comes to its end has searched everything.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.base import SearchContext
from patience.engines.bits import DONE, FOUND, LEVEL, NODES, RANDOM
from patience.engines.exhaustive.cells.kernels import CellState
from patience.engines.exhaustive.cells.tree import CellTree, CellWorkspace
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.search import words_of
from patience.engines.subproblem import blanks_allowed
from patience.result import StopReason

# Searches side by side, whatever the number of threads, so that the outcome does not depend on it.
_LANES = 8

# Nodes of a lane between two looks at the others, some 5 ms, and before it begins anew: the first
# time, and how that number grows. On 8x7 palindromes five of six seeds had a grid after 16 million
# nodes, without new starts three.
_NODES = 200_000
_PATIENCE, _GROWTH = 400_000.0, 1.3


class DrawnEngine:
    """A resumable search; its puzzle has a size and letters that are symmetric."""

    def __init__(self, context: SearchContext) -> None:
        self._context = context
        puzzle = context.puzzle
        self._level: CostLevel
        *_, self._level = cost_levels(puzzle, 0, puzzle.tiles.total)  # of any cost
        with context.preparing():
            words, tiles = words_of(puzzle, context.lexicon), puzzle.tiles
            longest = max(self._level.whole.cells.shape)
            dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
            (subproblem,) = self._level.subproblems
            self._tree = CellTree(subproblem, dawg, self._level.symmetry, drawn=True)
            self._lanes = [_Lane(self._tree, context.seed, k) for k in range(_LANES)]
            for lane in self._lanes:
                lane.search(1)

    def run(self, most: float = math.inf) -> StopReason:
        """Search until no better grid exists, or for `most` nodes.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        context, incumbent = self._context, self._context.incumbent
        context.stats.phase = "laying letters at random"
        end = context.stats.nodes + most
        with ThreadPoolExecutor(context.threads) as pool:
            while not incumbent.is_closed:
                if context.stats.nodes >= end:
                    return StopReason.WORK
                context.tick()
                self._bound_blanks()
                before = sum(lane.nodes for lane in self._lanes)
                ended = list(pool.map(_Lane.search, self._lanes))
                context.stats.nodes += sum(lane.nodes for lane in self._lanes) - before
                for lane in self._lanes:
                    self._offer(lane)
                if any(ended):
                    incumbent.close("every way to lay the tiles is refuted")
        return StopReason.COMPLETE

    def _bound_blanks(self) -> None:
        """Let fewer cells stay empty than in the best grid."""
        puzzle, incumbent = self._context.puzzle, self._context.incumbent
        if incumbent.cost is not None:
            blanks = blanks_allowed(puzzle, self._level.whole, incumbent.cost - 1)
            if blanks < 0:
                incumbent.close_gap()
            elif blanks < self._tree.problem.max_blanks:
                self._tree.problem = self._tree.problem._replace(max_blanks=blanks)
                for lane in self._lanes:
                    lane.lay()

    def _offer(self, lane: _Lane) -> None:
        if lane.found is None:
            return
        grid = self._level.grid(lane.found)
        incumbent, rules = self._context.incumbent, self._context.puzzle.rules
        if grid.runs() and incumbent.improves(grid) and rules.allow(grid):
            incumbent.offer(grid)


class _Lane:
    """A search that begins anew after some nodes."""

    def __init__(self, tree: CellTree, seed: int, number: int) -> None:
        self.nodes = 0
        self.found: NDArray[np.uint8] | None = None  # a grid by the latest search
        self._tree = tree
        self._rng = np.random.default_rng((seed, number))
        height, width = tree.subproblem.cells.shape
        self._workspace = CellWorkspace(height, width, np.zeros(1, np.uint8))
        self._patience = _PATIENCE
        self._state = self._anew()

    def search(self, most: int = _NODES) -> bool:
        """Search some nodes, or up to a grid; return whether nothing is left."""
        head, tree, self.found = self._state.head, self._tree, None
        if head[NODES] > self._patience:
            self._patience *= _GROWTH
            self._state = self._anew()
            head = self._state.head
        before = int(head[NODES])
        answer = self._workspace.search(tree, self._state, before + most)
        if answer == FOUND:
            self.found = tree.letters(self._state)
        self.nodes += int(head[NODES]) - before
        return answer == DONE

    def lay(self) -> None:
        """Go back to where fewer cells may stay empty."""
        laid = self._workspace.lay(self._tree, self._state)
        self._state.head[LEVEL] = min(laid, self._state.head[LEVEL])

    def _anew(self) -> CellState:
        state = self._tree.root(self._workspace)
        state.head[RANDOM] = self._rng.integers(1 << 62)
        return state
