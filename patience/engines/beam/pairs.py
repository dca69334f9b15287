"""Log weights of two lines whose next cells meet, for the beam's score.

In rows filled at random by the letter shares, two symbols (letters or blank) are neighbours more or
less often than by chance; the forward and backward weights of the word graph give the ratio. With
it and the next symbols of two nodes, `patience.engines.classes` estimates how well two neighbouring
columns, or a row and the column it meets next, can go on together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.classes import LineClasses, Ways
from patience.engines.dawg import BLANK, FIRST_DEEP, MUST, ROOT, Dawg
from patience.engines.letters import SymbolWeights
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN

# Neighbours are counted in the middle of an open line of this many cells, and classes distinguish
# lines up to this length; longer ones continue in much the same way.
_LINE = 12

# Classes are made of _DRAWN nodes before each of these numbers of open cells.
_CELLS = (1, 2, 3, 4, 5, 6, 8, 10)
_DRAWN = 500


class NodeClasses(NamedTuple):
    """Line classes of the nodes before certain cells."""

    nodes: NDArray[np.uint8]  # of each node
    edges: NDArray[np.uint8]  # of the target of each edge, parallel to `Dawg.child_and_twins`


class PairWeights(NamedTuple):
    """Log weights of two lines by class, in nats; shape (CLASSES, CLASSES)."""

    columns: NDArray[np.float64]  # of a column and its right neighbour
    crossing: NDArray[np.float64]  # of a column and the row that meets it next


class PairModel:
    """Line classes of one word graph with letter shares, and their pair weights; computed lazily.

    Parameters
    ----------
    weights : SymbolWeights
        Weights of the symbols of a line.
    completions : callable
        Returns the weighted number of completions of each node for a number of open cells.
    """

    def __init__(
        self,
        dawg: Dawg,
        weights: SymbolWeights,
        completions: Callable[[int], NDArray[np.float64]],
    ) -> None:
        self._dawg = dawg
        self._ends = dawg.child_and_twins
        self._of_symbols = np.array([*weights.shares, weights.empty])
        self._alone = weights.alone
        sources, symbols, _ = dawg.line_edges
        # The letters of the alphabet, then none.
        self._symbols = np.where(symbols == BLANK, len(weights.shares), symbols)
        self._ends_single = np.flatnonzero((symbols == BLANK) & (sources > 0) & (sources <= MUST))
        self._completions = completions
        self._known: dict[int, NodeClasses] = {}
        # Class 0, which is neutral, for all nodes.
        none = np.zeros(max(len(dawg), len(self._ends)), np.uint8)
        self.no_classes = NodeClasses(none[: len(dawg)], none[: len(self._ends)])

    def classes_before(self, kinds: NDArray[np.int8]) -> NodeClasses:
        """Return the line classes before the cells `kinds`.

        A line whose next cell is fixed has class 0. Later fixed letters are ignored.
        """
        if not len(kinds) or kinds[0] != CELL_OPEN:
            return self.no_classes
        forced = np.flatnonzero(kinds >= CELL_FACE_DOWN)
        cells = min(int(forced[0]) if len(forced) else len(kinds), _LINE)
        if cells not in self._known:
            nodes = self._classes.of(self._ways(cells))
            # A single letter and its twin must have the same pair weights.
            nodes[1 + MUST : FIRST_DEEP] = nodes[1 : 1 + MUST]
            self._known[cells] = NodeClasses(nodes, nodes[self._ends])
        return self._known[cells]

    @cached_property
    def weights(self) -> PairWeights:
        """Log weights of two lines by class."""
        together = self._neighbours()
        usual = together.sum(axis=0) / together.sum()
        return PairWeights(self._classes.side_by_side(together), self._classes.meeting(usual))

    @cached_property
    def _classes(self) -> LineClasses:
        """Classes made of all single letters and a sample of other nodes."""
        chance = np.random.default_rng(0)
        parts = []
        for cells in _CELLS:
            weight = np.sqrt(self._completions(cells))
            chosen = np.zeros(len(weight), np.bool_)
            chosen[: 1 + MUST] = weight[: 1 + MUST] > 0
            if weight.any():
                chosen[chance.choice(len(weight), _DRAWN, p=weight / weight.sum())] = True
            parts.append(self._ways(cells).probabilities(chosen, len(self._of_symbols)))
        return LineClasses(np.concatenate(parts))

    def _neighbours(self) -> NDArray[np.float64]:
        """Return how often two symbols are neighbours (forward-backward, Rabiner 1989)."""
        sources, _, targets = self._dawg.line_edges
        nodes, kinds = len(self._dawg), len(self._of_symbols)
        ways = np.zeros(nodes)
        ways[ROOT] = 1.0
        for _ in range(_LINE // 2):
            arriving = self._weighted(ways[sources])
            ways = np.bincount(targets, arriving, nodes).astype(np.float64)
        before, after = np.zeros((2, nodes, kinds))
        np.add.at(before, (targets, self._symbols), arriving)
        after[sources, self._symbols] = self._ways(_LINE - _LINE // 2).weights
        together: NDArray[np.float64] = before.T @ after
        return together

    def _ways(self, cells: int) -> Ways:
        """Return the ways on from each node before so many open cells."""
        sources, _, targets = self._dawg.line_edges
        weights = self._weighted(self._completions(cells - 1)[targets])
        return Ways(sources, self._symbols, weights, len(self._dawg))

    def _weighted(self, ways: NDArray[np.float64]) -> NDArray[np.float64]:
        ways = ways * self._of_symbols[self._symbols]
        ways[self._ends_single] *= self._alone
        return ways
