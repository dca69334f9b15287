"""Line classes: nodes of a word graph with similar next letters, and pair weights between them.

The completions of a line are counted for each line alone, but lines cross: the next cells of two
neighbouring columns are neighbours in a row, and a row and a column share a cell. The probability
of each next symbol tells how well two lines go together. Tables of all pairs of nodes would be too
large, so similar nodes share a *line class* (vector quantisation by k-means, Lloyd 1982).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.compiled import compiled

# A class is a byte. Class 0 has the nodes without next symbols and is neutral to every other.
CLASSES = 256

# Principal components used for the classes: with 8, 12 and 16, beams on 21x21, 15x15, 12x12 and 9x7
# end alike.
_DIMENSIONS = 12
# Components with a smaller share of the largest variance are noise, which differs between machines.
_FLAT = 1e-13
_ROUNDS = 8  # of k-means

# Minimum factor for a pair, as the nodes of a class are not all the same.
_MIN_FACTOR = 1e-4


class Ways(NamedTuple):
    """Weighted ways on from the nodes of a word graph: its edges, sorted by source."""

    sources: NDArray[np.int64]  # (edges,)
    symbols: NDArray[np.int64]  # (edges,)
    weights: NDArray[np.float64]  # (edges,): completions by this edge
    nodes: int

    def probabilities(self, chosen: NDArray[np.bool_], symbols: int) -> NDArray[np.float64]:
        """Return the probability of each next symbol, shape (chosen nodes, symbols).

        Chosen nodes that cannot continue are left out.
        """
        alive = chosen & (self.totals > 0)
        row, edges = np.cumsum(alive) - 1, alive[self.sources]
        found = np.zeros((np.count_nonzero(alive), symbols))
        found[row[self.sources[edges]], self.symbols[edges]] = self.weights[edges]
        found /= found.sum(axis=1, keepdims=True)
        return found

    @property
    def totals(self) -> NDArray[np.float64]:
        """Completions of each node, shape (nodes,)."""
        return np.bincount(self.sources, self.weights, self.nodes).astype(np.float64)


class LineClasses:
    """A partition of nodes by their next symbols, to the nearest centre.

    Distances are Hellinger's, between square roots of probabilities. `samples`, shape (n, symbols),
    has the probabilities of the next symbols of some nodes; none of them all 0.
    """

    def __init__(self, samples: NDArray[np.float64]) -> None:
        samples = np.unique(samples, axis=0)
        roots = np.sqrt(samples)
        mean = roots.mean(axis=0)
        axes = _principal_axes(roots - mean)
        points = (roots - mean) @ axes
        self._axes, self._origin = axes, mean @ axes
        self._centres = _k_means(points, CLASSES - 1)
        sums = np.zeros((CLASSES, samples.shape[1]))
        np.add.at(sums, 1 + _nearest(points, self._centres), samples)
        self._wanted = sums / np.maximum(sums.sum(axis=1, keepdims=True), 1)

    def of(self, ways: Ways) -> NDArray[np.uint8]:
        """Return the class of each node; 0 for those that cannot continue."""
        found = np.zeros(ways.nodes, np.uint8)
        known = np.full(len(self._axes), -1, np.int64)
        classify(
            *map(np.ascontiguousarray, ways[:3]),
            self._axes,
            self._origin,
            Centres.of(self._centres),
            known,
            found,
        )
        return found

    def side_by_side(self, together: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pair weights of lines whose next cells are neighbours, in nats.

        These are logarithms of the ratio to chance with which their next symbols are neighbours, of
        shape (CLASSES, CLASSES); `together`, shape (symbols, symbols), has how often each two
        symbols are.
        """
        total = max(together.sum(), np.finfo(np.float64).tiny)
        by_chance = np.outer(together.sum(axis=1), together.sum(axis=0)) / total
        ratio = np.divide(together, by_chance, out=np.ones_like(together), where=by_chance > 0)
        return _logs(self._wanted @ ratio @ self._wanted.T)

    def meeting(self, usual: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pair weights of lines that share their next cell, in nats.

        `usual`, shape (symbols,), has how often each symbol occurs.
        """
        return _logs(self._wanted / np.maximum(usual, _MIN_FACTOR) @ self._wanted.T)


def _logs(factors: NDArray[np.float64]) -> NDArray[np.float64]:
    logs: NDArray[np.float64] = np.log(np.maximum(factors, _MIN_FACTOR))
    logs[0], logs[:, 0] = 0, 0
    return logs


def _principal_axes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the axes of the largest variances, shape (symbols, _DIMENSIONS); 0 where none are."""
    # A decomposition of the points themselves takes 0.2 to 0.5 s, of their covariance some 0.01.
    variances, axes = np.linalg.eigh(points.T @ points)
    largest = slice(None, -_DIMENSIONS - 1, -1)
    kept = variances[largest] > _FLAT * variances[-1]
    found = np.zeros((len(axes), _DIMENSIONS))
    found[:, : np.count_nonzero(kept)] = axes[:, largest][:, kept]
    return found


def _k_means(points: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return at most `most` centres of points, each the mean of the points nearest to it."""
    if len(points) <= most:
        return points
    centres = points[np.random.default_rng(0).choice(len(points), most, replace=False)]
    for _ in range(_ROUNDS):
        members = _nearest(points, centres)
        sizes = np.bincount(members, minlength=most)[:, None]
        sums = np.zeros_like(centres)
        np.add.at(sums, members, points)
        centres = np.where(sizes, sums / np.maximum(sizes, 1), centres)
    return centres


class Centres(NamedTuple):
    """Centres, and scratch for a search for the nearest one."""

    places: NDArray[np.float64]  # (_DIMENSIONS, CLASSES)
    halves: NDArray[np.float64]  # (CLASSES,): half the squared norm, infinite where there is none
    point: NDArray[np.float64]  # (_DIMENSIONS,): scratch, the point to look at
    far: NDArray[np.float64]  # (CLASSES,): scratch

    @classmethod
    def of(cls, centres: NDArray[np.float64]) -> Centres:
        """Return centres of shape (n, _DIMENSIONS)."""
        places, halves = np.zeros((_DIMENSIONS, CLASSES)), np.full(CLASSES, np.inf)
        places[:, : len(centres)] = centres.T
        halves[: len(centres)] = (centres.T * centres.T / 2).sum(axis=0)
        return cls(places, halves, np.empty(_DIMENSIONS), np.empty(CLASSES))


def _nearest(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.int64]:
    found = np.empty(len(points), np.int64)
    nearest(points, Centres.of(centres), found)
    return found


# Sums run over the dimensions in order, so every machine gets the same result.


@compiled
def nearest(points, centres, found):
    """Write the index of each point's nearest centre to `found` (int64), modified in place."""
    for i in range(len(points)):
        for d in range(_DIMENSIONS):
            centres.point[d] = points[i, d]
        found[i] = _nearest_to_point(centres)


@compiled
def classify(sources, symbols, weights, axes, origin, centres, known, found):
    """Write the class of each node to `found` (uint8), modified in place; 0 stays without edges.

    `known` (int64) has the class of the nodes with one next symbol, or -1 while it is unknown.
    """
    point = centres.point
    edge = 0
    while edge < len(sources):
        begin, node, total, most = edge, sources[edge], 0.0, 0.0
        symbol = symbols[edge]
        while edge < len(sources) and sources[edge] == node:
            total += weights[edge]
            if weights[edge] > most:
                most, symbol = weights[edge], symbols[edge]
            edge += 1
        if total <= 0.0:
            continue
        is_alone = most == total
        if is_alone and known[symbol] >= 0:
            found[node] = known[symbol]
            continue
        for d in range(_DIMENSIONS):
            point[d] = -origin[d]
        for k in range(begin, edge):
            root = math.sqrt(weights[k] / total)
            for d in range(_DIMENSIONS):
                point[d] += root * axes[symbols[k], d]
        found[node] = 1 + _nearest_to_point(centres)
        if is_alone:
            known[symbol] = found[node]


@compiled
def _nearest_to_point(centres):
    """Return the index of the centre nearest to ``centres.point``."""
    places, halves, point, far = centres.places, centres.halves, centres.point, centres.far
    for c in range(CLASSES):
        distance = halves[c]
        for d in range(_DIMENSIONS):
            distance -= point[d] * places[d, c]
        far[c] = distance
    best = 0
    for c in range(1, CLASSES):
        if far[c] < far[best]:
            best = c
    return best
