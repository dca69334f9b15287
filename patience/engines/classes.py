"""Line classes: nodes of a word graph with similar next letters, and pair weights between them.

The completions of a line are counted for each line alone, but lines cross: the next cells of two
neighbouring columns are neighbours in a row, and a row and a column share a cell. The probability
of each next symbol tells how well two lines go together. Tables of all pairs of nodes would be too
large, so similar nodes share a *line class* (vector quantisation by k-means, Lloyd 1982).
"""

from __future__ import annotations

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
_LEAST = 1e-4


class LineClasses:
    """A partition of nodes by their next symbols, to the nearest centre.

    Distances are Hellinger's, between square roots of probabilities. `samples`, shape (n, symbols),
    has the probabilities of the next symbols of some nodes; none of them all 0.
    """

    def __init__(self, samples: NDArray[np.float64]) -> None:
        samples = np.unique(samples, axis=0)
        roots = np.sqrt(samples)
        self._mean = roots.mean(axis=0)
        self._axes = _principal_axes(roots - self._mean)
        self._centres = _k_means((roots - self._mean) @ self._axes, CLASSES - 1)
        sums = np.zeros((CLASSES, samples.shape[1]))
        np.add.at(sums, self.of(samples), samples)
        self._wanted = sums / np.maximum(sums.sum(axis=1, keepdims=True), 1)

    def of(self, wanted: NDArray[np.float64]) -> NDArray[np.uint8]:
        """Return the class of each node by its probabilities (n, symbols); 0 if all are 0."""
        found = np.zeros(len(wanted), np.uint8)
        alive = wanted.any(axis=1)
        roots = np.sqrt(wanted[alive])
        found[alive] = 1 + _nearest((roots - self._mean) @ self._axes, self._centres)
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
        return _logs(self._wanted / np.maximum(usual, _LEAST) @ self._wanted.T)


def probabilities(leaving: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each next symbol from its completions.

    Both have shape (nodes, symbols); nodes that cannot continue have 0 for all symbols.
    """
    total = leaving.sum(axis=1, keepdims=True)
    shares: NDArray[np.float64] = np.zeros_like(leaving)
    np.divide(leaving, total, out=shares, where=total > 0)
    return shares


def _logs(factors: NDArray[np.float64]) -> NDArray[np.float64]:
    logs: NDArray[np.float64] = np.log(np.maximum(factors, _LEAST))
    logs[0], logs[:, 0] = 0, 0
    return logs


def _principal_axes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the axes of the largest variances, shape (symbols, at most `_DIMENSIONS`)."""
    # A decomposition of the points themselves takes 0.2 to 0.5 s, of their covariance some 0.01.
    variances, axes = np.linalg.eigh(points.T @ points)
    largest = slice(None, -_DIMENSIONS - 1, -1)
    kept = variances[largest] > _FLAT * variances[-1]
    return axes[:, largest][:, kept]


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


def _nearest(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.int64]:
    found = np.empty(len(points), np.int64)
    scratch = np.zeros((2, len(centres)))
    nearest(points, np.ascontiguousarray(centres.T), found, *scratch)
    return found


@compiled
def nearest(points, centres, found, halves, far):
    """Write the index of each point's nearest centre to `found` (int64), modified in place.

    `points` is float64 of shape (n, dimensions), `centres` of shape (dimensions, centres); `halves`
    (0) and `far` are scratch memory. Sums run over the dimensions in order, so every machine gets
    the same result.
    """
    dimensions, n = centres.shape
    for d in range(dimensions):
        for c in range(n):
            halves[c] += centres[d, c] * centres[d, c] / 2  # half the squared norm
    for i in range(len(points)):
        for c in range(n):
            far[c] = halves[c]
        for d in range(dimensions):
            x, along = points[i, d], centres[d]
            for c in range(n):
                far[c] -= x * along[c]
        best = 0
        for c in range(1, n):
            if far[c] < far[best]:
                best = c
        found[i] = best
