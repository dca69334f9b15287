"""The search for a fill without blanks, which beams rarely find.

Each round takes a threshold for each cell from a sample and searches depth first all partial fills
that reach it; the next round has lower thresholds. Thus rounds are beams without a width limit
after the first line, and take little memory. The last round has no thresholds: when it ends, a grid
without blanks is found or proven impossible.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from patience.engines.base import SearchContext
from patience.engines.bits import DONE, FOUND
from patience.engines.fill import kernels
from patience.engines.fill.base import Fill, has_lone_cell
from patience.engines.fill.kernels import FillTables
from patience.engines.fill.sample import draw
from patience.engines.fill.tables import tables_of
from patience.engines.subproblem import CELL_FACE_DOWN, subproblem_of

# Share of the partial fills that continue at each cell, per round: small shares find a fill sooner
# where there are many. Starting at 0.3, 0.35 and 0.4 four seeds of 9x7 with twelve sets took 12, 10
# and 17 s, with 110 natural tiles 24, 19 and 13. On 8x6 0.8 takes two thirds of the nodes of 1.0,
# 0.6 a fifteenth.
_SHARES = (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 1.0)

# Concurrent searches, whatever the number of threads, so that the outcome does not depend on it;
# and the nodes of each between two checks of the clock: 0.05 s for all on two cores.
_LANES = 64
_NODES = 1 << 16


class FillEngine(Fill):
    """A fill cell by cell."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        puzzle = context.puzzle
        assert puzzle.size is not None, "only frames and boards have fills"
        width, height = puzzle.size
        self._turned = height > width  # long lines first: there are fewer words for them
        whole = subproblem_of(puzzle, width, height).with_max_blanks(0)
        self._subproblem = whole.transposed() if self._turned else whole
        self._round = len(_SHARES) if has_lone_cell(whole) else 0
        self._lanes: list[_Lane] = []
        with context.preparing():
            self._tables = tables_of(self._subproblem, context.lexicon.words)
            self._warm_up()

    @property
    def is_done(self) -> bool:
        """Whether all rounds are over."""
        return self._round == len(_SHARES) and not self._lanes

    def _step(self) -> None:
        if not self._lanes:
            self._lanes = self._begin_round(_SHARES[self._round])
            self._round += 1
        self._search()

    def _begin_round(self, share: float) -> list[_Lane]:
        rng = np.random.default_rng((self._context.seed, self._round))
        sample = draw(self._tables, share, rng, self._context.tick)
        parts = (sample.prefixes[k::_LANES] for k in range(_LANES))
        return [_Lane(self._tables, sample.thresholds, part) for part in parts]

    def _warm_up(self) -> None:
        prefix = np.zeros((1, 0), np.uint8)
        lowest = np.full(len(self._tables.plan.left), 1 << 30, np.int32)
        _Lane(self._tables, lowest, prefix).search()

    def _search(self) -> None:
        lanes = self._lanes
        before = sum(lane.nodes for lane in lanes)
        with ThreadPoolExecutor(self._context.threads) as pool:
            found = list(pool.map(_Lane.search, lanes))
        self._context.stats.nodes += sum(lane.nodes for lane in lanes) - before
        self._lanes = [lane for lane in lanes if not lane.is_done]
        for letters in found:
            if letters is not None:
                self._offer(letters)

    def _offer(self, letters: NDArray[np.uint8]) -> None:
        incumbent = self._context.incumbent
        cells = np.full(self._subproblem.cells.shape, CELL_FACE_DOWN, np.uint8)
        cells[self._subproblem.cells < CELL_FACE_DOWN] = letters
        grid = self._subproblem.grid(cells.ravel())
        grid = grid.transposed() if self._turned else grid
        if incumbent.improves(grid) and self._context.puzzle.rules.allow(grid):
            incumbent.offer(grid)


class _Lane:
    """A depth-first search below some prefixes, one after another."""

    def __init__(
        self, tables: FillTables, thresholds: NDArray[np.int32], prefixes: NDArray[np.uint8]
    ) -> None:
        self.nodes = 0
        self.is_done = False
        self._tables, self._thresholds = tables, thresholds
        self._scored = bool((thresholds > kernels.NO_THRESHOLD).any())
        self._prefixes = iter(prefixes)
        self._depth = prefixes.shape[1]
        self._descent: kernels.Descent | None = None

    def search(self) -> NDArray[np.uint8] | None:
        """Search `_NODES` nodes or up to a fill; return its letters."""
        end = self.nodes + _NODES
        while self.nodes < end:
            if self._descent is None:
                prefix = next(self._prefixes, None)
                if prefix is None:
                    self.is_done = True
                    return None
                self._descent = kernels.new_descent(self._tables)
                kernels.begin(self._tables, prefix, self._descent)
            answer, nodes = kernels.descend(
                self._tables, self._thresholds, self._scored,
                self._descent, self._depth, end - self.nodes,
            )  # fmt: skip
            self.nodes += nodes
            if answer == FOUND:
                letters: NDArray[np.uint8] = self._descent.letters.copy()
                return letters
            if answer == DONE:
                self._descent = None
        return None
