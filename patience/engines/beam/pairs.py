"""How well two lines go together whose next cells meet, by the symbols that they want there.

The log weights of lines take every line for itself. But the next cells of two neighbouring columns
stand side by side in a row: a column that wants Q next is worth little to the left of one that
wants X. In rows filled at random, by the letters' shares, two symbols stand side by side
``R[a, b]`` times as often as by chance; the forward and backward weights of the word graph tell. So
two columns that want symbols with probabilities p and q have ``p @ R @ q`` times the ways to go on
that their own weights tell. A row and the column that it meets next must want the same symbol: they
have ``sum(p * q / usual)`` times the ways.

There are too many nodes for tables of all pairs. Nodes that want much the same share a *line class*
(vector quantisation by k-means, Lloyd 1982), and tables have all pairs of classes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernels
from patience.engines.beam.buffers import graph_of
from patience.engines.dawg import FIRST_DEEP, MUST, ROOT, Dawg
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN

# Neighbours are looked at in the middle of an open line of so many cells, and classes tell lines of
# up to so many apart: what a longer one goes on with is much the same.
_LINE = 12

# Nodes that classes are made of: so many drawn of those before each of these numbers of open cells.
_CELLS = (1, 2, 3, 4, 5, 6, 8, 10)
_DRAWN = 500
_ROUNDS = 8  # of k-means

# Principal components in which classes are told apart: with 8, 12 and 16 beams on 21x21, 15x15,
# 12x12 and 9x7 end alike.
_DIMENSIONS = 12

# No pair is worth less than this factor: a class stands for nodes that are not all the same.
_LEAST = 1e-4


class Classes(NamedTuple):
    """Line classes of the nodes, with certain cells to come."""

    nodes: NDArray[np.uint8]  # of each node
    edges: NDArray[np.uint8]  # of the node at the end of each edge, as ``Graph.child``


class PairWeights(NamedTuple):
    """Log weights of two lines, in nats, by their classes; those of class 0 are nought."""

    columns: NDArray[np.float64]  # (CLASSES, CLASSES): of the left and the right column
    crossing: NDArray[np.float64]  # (CLASSES, CLASSES): of a column and the row that meets it next


class _Codebook(NamedTuple):
    """Which nodes share a class: those next to the same centre, in principal components."""

    mean: NDArray[np.float64]  # (SYMBOLS,)
    axes: NDArray[np.float64]  # (SYMBOLS, dimensions)
    centres: NDArray[np.float64]  # (classes, dimensions)


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
    no_classes : Classes
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
        self._ends = graph_of(dawg).child
        self._weights = shares, empty, alone
        self._completions = completions
        self._classes: dict[int, Classes] = {}
        self.no_classes = Classes(
            np.zeros(len(dawg), np.uint8), np.zeros(len(self._ends), np.uint8)
        )

    def classes_before(self, kinds: NDArray[np.int8]) -> Classes:
        """Return the line classes when the cells `kinds` are still to come.

        A line whose next cell is settled has class 0. Letters that lie further on are passed over.
        """
        if not len(kinds) or kinds[0] != CELL_OPEN:
            return self.no_classes
        forced = np.flatnonzero(kinds >= CELL_FACE_DOWN)
        cells = min(int(forced[0]) if len(forced) else len(kinds), _LINE)
        if cells not in self._classes:
            nodes = self._classes_of(self._next_symbols(cells))
            # What a pair counts must stay the same when a single letter must go on below.
            nodes[1 + MUST : FIRST_DEEP] = nodes[1 : 1 + MUST]
            self._classes[cells] = Classes(nodes, nodes[self._ends])
        return self._classes[cells]

    @cached_property
    def weights(self) -> PairWeights:
        """Log weights of two lines, by the mean of what the nodes of their classes want."""
        wanted = np.zeros((kernels.CLASSES, kernels.SYMBOLS))
        np.add.at(wanted, self._classes_of(self._samples), self._samples)
        wanted /= np.maximum(wanted.sum(axis=1, keepdims=True), 1)
        ratio, usual = self._neighbours
        factors = wanted @ ratio @ wanted.T, (wanted / usual) @ wanted.T
        columns, crossing = (np.log(np.maximum(each, _LEAST)) for each in factors)
        columns[0], columns[:, 0], crossing[0], crossing[:, 0] = 0, 0, 0, 0
        return PairWeights(columns, crossing)

    def _classes_of(self, wanted: NDArray[np.float64]) -> NDArray[np.uint8]:
        """Return the classes of nodes by what they go on with; 0 for those that cannot."""
        mean, axes, centres = self._codebook
        found = np.zeros(len(wanted), np.uint8)
        alive = wanted.any(axis=1)
        found[alive] = 1 + _nearest((np.sqrt(wanted[alive]) - mean) @ axes, centres)
        return found

    @cached_property
    def _codebook(self) -> _Codebook:
        told = np.sqrt(self._samples)
        mean = told.mean(axis=0)
        axes = np.linalg.svd(told - mean, full_matrices=False)[2][:_DIMENSIONS].T
        return _Codebook(mean, axes, _k_means((told - mean) @ axes, kernels.CLASSES - 1))

    @cached_property
    def _neighbours(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how much oftener than by chance two symbols are neighbours, and each one's share.

        By the forward-backward algorithm (Rabiner 1989), in the middle of an open line.
        """
        nodes, child = self._dawg.nodes, self._dawg.child
        shares, empty, alone = self._weights
        forward = np.zeros(len(nodes))
        forward[ROOT] = 1.0
        arriving = np.empty((len(nodes), kernels.SYMBOLS))
        for _ in range(_LINE // 2):
            kernels.arrivals(nodes, child, shares, empty, alone, forward, arriving)
            forward = arriving.sum(axis=1)
        leaving = np.empty_like(arriving)
        after = self._completions(_LINE - _LINE // 2 - 1)
        kernels.next_symbols(nodes, child, shares, empty, alone, after, leaving)
        pairs = arriving.T @ leaving
        pairs /= pairs.sum()
        left, right = pairs.sum(axis=1), pairs.sum(axis=0)
        by_chance = np.outer(left, right)
        ratio = np.divide(pairs, by_chance, out=np.ones_like(pairs), where=by_chance > 0)
        return ratio, np.maximum(right, _LEAST)

    def _next_symbols(self, cells: int) -> NDArray[np.float64]:
        """Return with what probability each node goes on with each symbol; all 0 if it cannot."""
        shares, empty, alone = self._weights
        wanted = np.empty((len(self._dawg), kernels.SYMBOLS))
        after = self._completions(cells - 1)
        nodes, child = self._dawg.nodes, self._dawg.child
        kernels.next_symbols(nodes, child, shares, empty, alone, after, wanted)
        total = wanted.sum(axis=1, keepdims=True)
        np.divide(wanted, total, out=wanted, where=total > 0)
        return wanted

    @cached_property
    def _samples(self) -> NDArray[np.float64]:
        """Return what some nodes go on with: all single letters, and others by chance."""
        chance = np.random.default_rng(0)
        parts = []
        for cells in _CELLS:
            wanted, weight = self._next_symbols(cells), np.sqrt(self._completions(cells))
            parts.append(wanted[: 1 + MUST][weight[: 1 + MUST] > 0])
            if weight.any():
                drawn = chance.choice(len(weight), _DRAWN, p=weight / weight.sum())
                parts.append(wanted[drawn])
        return np.unique(np.concatenate(parts), axis=0)


def _k_means(points: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return at most so many centres of points, each the mean of those next to it."""
    if len(points) <= most:
        return points
    chance = np.random.default_rng(0)
    centres = points[chance.choice(len(points), most, replace=False)]
    for _ in range(_ROUNDS):
        members = _nearest(points, centres)
        sizes = np.bincount(members, minlength=most)
        sums = np.zeros_like(centres)
        np.add.at(sums, members, points)
        centres = np.where(sizes[:, None], sums / np.maximum(sizes, 1)[:, None], centres)
    return centres


def _nearest(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return which centre is next to each point."""
    found = np.empty(len(points), np.int64)
    kernels.nearest(points, np.ascontiguousarray(centres.T), found)
    return found
