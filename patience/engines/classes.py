"""Line classes: nodes of a word graph that want much the same next, and how well two lines meet.

The ways to finish a line are counted for every line by itself. But lines cross: the next cells of
two neighbouring columns stand side by side in a row, and a row and a column that meet share a cell.
What a node wants next, a probability for each symbol, tells how well two lines go together; there
are too many nodes for tables of all pairs, so nodes that want much the same share a *line class*
(vector quantisation by k-means, Lloyd 1982), and tables have all pairs of classes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.jit import compiled

# A class is a byte. Class 0 has the nodes that want nothing: it goes with every other alike.
CLASSES = 256

# Principal components in which classes are told apart: with 8, 12 and 16 beams on 21x21, 15x15,
# 12x12 and 9x7 end alike.
_DIMENSIONS = 12
_FLAT = 1e-9  # singular value below which a component is chance, not the same on every machine
_ROUNDS = 8  # of k-means

# No two lines are worth less than this factor: a class stands for nodes that are not all the same.
_LEAST = 1e-4


class LineClasses:
    """A partition of nodes by what they want next: those next to the same centre.

    Distances are those of Hellinger, between square roots of probabilities.

    Parameters
    ----------
    samples : ndarray of float64, shape (n, symbols)
        What some nodes want, as probabilities; none of them nothing.
    """

    def __init__(self, samples: NDArray[np.float64]) -> None:
        samples = np.unique(samples, axis=0)
        roots = np.sqrt(samples)
        self._mean = roots.mean(axis=0)
        _, spread, axes = np.linalg.svd(roots - self._mean, full_matrices=False)
        self._axes = axes[:_DIMENSIONS][spread[:_DIMENSIONS] > _FLAT].T
        self._centres = _k_means((roots - self._mean) @ self._axes, CLASSES - 1)
        sums = np.zeros((CLASSES, samples.shape[1]))
        np.add.at(sums, self.of(samples), samples)
        self._wanted = sums / np.maximum(sums.sum(axis=1, keepdims=True), 1)

    def of(self, wanted: NDArray[np.float64]) -> NDArray[np.uint8]:
        """Return the class of each node by what it wants, shape (n, symbols); all 0 for nothing."""
        found = np.zeros(len(wanted), np.uint8)
        alive = wanted.any(axis=1)
        roots = np.sqrt(wanted[alive])
        found[alive] = 1 + _nearest((roots - self._mean) @ self._axes, self._centres)
        return found

    def side_by_side(self, together: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how well two lines go together whose next cells are neighbours, in nats.

        Parameters
        ----------
        together : ndarray of float64, shape (symbols, symbols)
            How often each two symbols are neighbours.

        Returns
        -------
        ndarray of float64, shape (CLASSES, CLASSES)
            Logarithm of how much oftener than by chance what both want are neighbours.
        """
        total = max(together.sum(), np.finfo(np.float64).tiny)
        by_chance = np.outer(together.sum(axis=1), together.sum(axis=0)) / total
        ratio = np.divide(together, by_chance, out=np.ones_like(together), where=by_chance > 0)
        return _logs(self._wanted @ ratio @ self._wanted.T)

    def meeting(self, usual: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how well two lines go together that share their next cell, in nats.

        Parameters
        ----------
        usual : ndarray of float64, shape (symbols,)
            How often each symbol is there in any case.
        """
        return _logs(self._wanted / np.maximum(usual, _LEAST) @ self._wanted.T)


def probabilities(leaving: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return with what probability each node goes on with each symbol, by its ways to do so.

    Both have shape (nodes, symbols); nodes that cannot go on have 0 for all.
    """
    total = leaving.sum(axis=1, keepdims=True)
    shares: NDArray[np.float64] = np.zeros_like(leaving)
    np.divide(leaving, total, out=shares, where=total > 0)
    return shares


def _logs(factors: NDArray[np.float64]) -> NDArray[np.float64]:
    logs: NDArray[np.float64] = np.log(np.maximum(factors, _LEAST))
    logs[0], logs[:, 0] = 0, 0
    return logs


def _k_means(points: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return at most so many centres of points, each the mean of those next to it."""
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
    """Return which centre is next to each point."""
    found = np.empty(len(points), np.int64)
    nearest(points, np.ascontiguousarray(centres.T), found)
    return found


@compiled
def nearest(points, centres, found):
    """Write which centre is next to each point into `found` (int64).

    `points` is float64 of shape (n, dimensions), `centres` of shape (dimensions, centres). Sums go
    over the dimensions in order for all centres at once, so every machine has the same.
    """
    dimensions, n = centres.shape
    halves = np.zeros(n)  # half the square of each centre's distance from nought
    for d in range(dimensions):
        halves += centres[d] * centres[d] / 2
    far = np.empty(n)
    for i in range(len(points)):
        far[:] = halves
        for d in range(dimensions):
            x, along = points[i, d], centres[d]
            for c in range(n):
                far[c] -= x * along[c]
        best = 0
        for c in range(1, n):
            if far[c] < far[best]:
                best = c
        found[i] = best
