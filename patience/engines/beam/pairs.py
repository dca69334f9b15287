"""Log weights of two lines whose next cells meet, for the beam's score.

In rows filled at random, by the letters' shares, two symbols (letters, or none) stand side by side
more or less often than by chance; the forward and backward weights of the word graph tell how
often. By this and by what their nodes want next, two neighbouring columns, and a row and the column
that it meets next, have more or fewer ways to go on than their own log weights say
(`patience.engines.classes`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.classes import LineClasses, probabilities
from patience.engines.dawg import BLANK, FIRST_DEEP, MUST, ROOT, SYMBOLS, Dawg
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN

# Neighbours are looked at in the middle of an open line of so many cells, and classes tell lines of
# up to so many apart: what a longer one goes on with is much the same.
_LINE = 12

# Nodes that classes are made of: so many drawn of those before each of these numbers of open cells.
_CELLS = (1, 2, 3, 4, 5, 6, 8, 10)
_DRAWN = 500


class NodeClasses(NamedTuple):
    """Line classes of the nodes, with certain cells to come."""

    nodes: NDArray[np.uint8]  # of each node
    edges: NDArray[np.uint8]  # of the node at the end of each edge, as `Dawg.child_and_twins`


class PairWeights(NamedTuple):
    """Log weights of two lines by their classes, in nats; arrays of shape (CLASSES, CLASSES)."""

    columns: NDArray[np.float64]  # of the left and the right column
    crossing: NDArray[np.float64]  # of a column and the row that meets it next


class PairModel:
    """Line classes of one word graph with letter shares, and how well they go together.

    All is made when it is first asked for.

    Parameters
    ----------
    dawg : Dawg
    shares : ndarray of float64, shape (26,)
        Share of each letter in the tile set.
    empty, alone : float
        Weights of a blank and of a run of one letter, see ``weights.toml``.
    completions : callable
        Returns the weighted number of completions of each node, given how many open cells are to
        come.

    Attributes
    ----------
    no_classes : NodeClasses
        Class 0 for all, which goes with every other alike.
    """

    def __init__(
        self,
        dawg: Dawg,
        shares: NDArray[np.float64],
        empty: float,
        alone: float,
        completions: Callable[[int], NDArray[np.float64]],
    ) -> None:
        self._dawg = dawg
        self._ends = dawg.child_and_twins
        self._of_symbols, self._alone = np.append(shares, empty), alone
        sources, symbols, _ = dawg.line_edges
        self._ends_single = np.flatnonzero((symbols == BLANK) & (sources > 0) & (sources <= MUST))
        self._completions = completions
        self._known: dict[int, NodeClasses] = {}
        none = np.zeros(max(len(dawg), len(self._ends)), np.uint8)
        self.no_classes = NodeClasses(none[: len(dawg)], none[: len(self._ends)])

    def classes_before(self, kinds: NDArray[np.int8]) -> NodeClasses:
        """Return the line classes when the cells `kinds` are still to come.

        A line whose next cell is fixed has class 0. Letters that lie further on are passed over.
        """
        if not len(kinds) or kinds[0] != CELL_OPEN:
            return self.no_classes
        forced = np.flatnonzero(kinds >= CELL_FACE_DOWN)
        cells = min(int(forced[0]) if len(forced) else len(kinds), _LINE)
        if cells not in self._known:
            nodes = self._classes.of(self._wanted(cells))
            # What a pair counts must stay the same when a single letter must go on below.
            nodes[1 + MUST : FIRST_DEEP] = nodes[1 : 1 + MUST]
            self._known[cells] = NodeClasses(nodes, nodes[self._ends])
        return self._known[cells]

    @cached_property
    def weights(self) -> PairWeights:
        """Log weights of two lines by their classes."""
        together = self._neighbours()
        usual = together.sum(axis=0) / together.sum()
        return PairWeights(self._classes.side_by_side(together), self._classes.meeting(usual))

    @cached_property
    def _classes(self) -> LineClasses:
        """Classes made of all single letters, and of other nodes drawn by chance."""
        chance = np.random.default_rng(0)
        parts = []
        for cells in _CELLS:
            wanted, weight = self._wanted(cells), np.sqrt(self._completions(cells))
            parts.append(wanted[: 1 + MUST][weight[: 1 + MUST] > 0])
            if weight.any():
                drawn = chance.choice(len(weight), _DRAWN, p=weight / weight.sum())
                parts.append(wanted[drawn])
        return LineClasses(np.concatenate(parts))

    def _neighbours(self) -> NDArray[np.float64]:
        """Return how often each two symbols are neighbours, in the middle of an open line.

        By the forward-backward algorithm (Rabiner 1989).
        """
        forward = np.zeros(len(self._dawg))
        forward[ROOT] = 1.0
        for _ in range(_LINE // 2):
            arriving = self._arriving(forward)
            forward = arriving.sum(axis=1)
        together: NDArray[np.float64] = arriving.T @ self._leaving(_LINE - _LINE // 2)
        return together

    def _wanted(self, cells: int) -> NDArray[np.float64]:
        """Return with what probability each node goes on with each symbol; all 0 if it cannot."""
        return probabilities(self._leaving(cells))

    def _leaving(self, cells: int) -> NDArray[np.float64]:
        """Return the completion weights of each node by the next symbol, shape (nodes, SYMBOLS)."""
        sources, symbols, targets = self._dawg.line_edges
        leaving = np.zeros((len(self._dawg), SYMBOLS))
        leaving[sources, symbols] = self._weighted(self._completions(cells - 1)[targets])
        return leaving

    def _arriving(self, forward: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight of the ways into each node by the last symbol, shape (nodes, SYMBOLS).

        `forward` has the weight of the ways to each node a cell before.
        """
        sources, symbols, targets = self._dawg.line_edges
        ways = self._weighted(forward[sources])
        places = targets * SYMBOLS + symbols
        arriving = np.bincount(places, ways, len(self._dawg) * SYMBOLS).astype(np.float64)
        return arriving.reshape(-1, SYMBOLS)

    def _weighted(self, ways: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ways over each edge, times the weight of its symbol."""
        ways = ways * self._of_symbols[self._dawg.line_edges.symbols]
        ways[self._ends_single] *= self._alone
        return ways
