"""Tile sets with a surplus: each beam searches with a sample of the tiles.

The score holds what is left against what the cells to come will want, as if every tile had to go;
the more tiles there are to spare, the less of that is true. So each beam gets a *tile sample*: a
little more tiles than cells, of each letter as many as the words would like of a set of that size,
as far as there are so many. Samples are drawn anew for each beam, which makes beams differ; what
lies beyond them costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import Subproblem

# From this ratio of tiles to open cells on a set has a surplus. At 1.12 (15x15 with four sets) the
# weights learnt on samples are already better, at 1.02 (9x7 with three jokers) they are not.
LEAST = 1.1

# Least and greatest size of a sample, as a ratio to the open cells: on 9x7, 1.1 took ten times the
# work of 1.2 to 1 face down, 1.2 and 1.35 as much as each other, 1.5 twenty times as much.
SIZES = (1.2, 1.35)


def has_surplus(subproblem: Subproblem) -> bool:
    """Tell whether the tiles are so many that beams should search with samples of them."""
    return subproblem.tiles > LEAST * subproblem.open_cells


def capped(subproblem: Subproblem) -> Subproblem:
    """Return the same question without the tiles of any letter that exceed the open cells."""
    most = subproblem.open_cells
    counts = tuple(min(count, most) for count in subproblem.counts)
    return replace(subproblem, counts=counts, jokers=min(subproblem.jokers, most))


def draw_sample(
    subproblem: Subproblem, shares: NDArray[np.float64], rng: np.random.Generator
) -> Subproblem:
    """Return the same question with a sample of the tiles, and all jokers; itself if it has fewer.

    Parameters
    ----------
    subproblem : Subproblem
    shares : ndarray of float64, shape (26,)
        How often the words have each letter; all above 0.
    rng : numpy.random.Generator
    """
    size = round(rng.uniform(*SIZES) * subproblem.open_cells)
    if size >= subproblem.tiles:
        return subproblem
    expected = expected_counts(subproblem.counts, subproblem.jokers, shares, size)
    # Systematic sampling: each letter is rounded up as often as its fraction says, the size stays.
    order = rng.permutation(len(expected))
    ends = np.floor(np.cumsum(expected[order]) + rng.uniform())
    counts = np.empty(len(expected), np.int64)
    counts[order] = np.diff(ends, prepend=0)
    counts = np.minimum(counts, subproblem.counts)
    return replace(subproblem, counts=tuple(counts.tolist()))


def expected_counts(
    counts: Sequence[int], jokers: int, shares: NDArray[np.float64], size: float
) -> NDArray[np.float64]:
    """Return how many tiles of each letter a sample of that size has on average.

    As many as `shares` say, where there are so many; all of the others. The size includes the
    jokers.
    """
    have = np.array(counts, np.float64)
    wanted = min(max(size - jokers, 0.0), float(have.sum()))
    scarce = np.zeros(len(have), np.bool_)
    while not scarce.all():
        level = (wanted - have[scarce].sum()) / shares[~scarce].sum()
        short = ~scarce & (have < level * shares)
        if not short.any():
            return np.where(scarce, have, level * shares)
        scarce |= short
    return have
