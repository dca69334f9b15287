"""Tile sets with a surplus: each beam searches with a sample of the tiles.

The score compares the tiles left with the demand of the cells to come, as if every tile had to be
laid, which is wrong with many spare tiles. So each beam draws a *tile sample*: somewhat more tiles
than cells, with the letters that words want in a set of that size, as far as there are tiles. Fresh
samples also make beams differ; tiles outside the sample cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import Subproblem

# Minimum ratio of tiles to open cells of a surplus. At 1.12 (15x15 with four sets) the weights
# learnt on samples are already better, at 1.02 (9x7 with three jokers) they are not.
MIN_RATIO = 1.1

# Minimum and maximum size of a sample, as a ratio to the open cells. On 9x7, 1.1 took ten times the
# work of 1.2 to 1 face down, 1.2 and 1.35 were equal, 1.5 took twenty times as much.
SIZES = (1.2, 1.35)


def has_surplus(subproblem: Subproblem) -> bool:
    """Return whether there are enough tiles for beams to use samples."""
    return subproblem.tiles > MIN_RATIO * subproblem.open_cells


def capped(subproblem: Subproblem) -> Subproblem:
    """Return the subproblem without the tiles of any letter beyond the number of open cells."""
    most = subproblem.open_cells
    counts = tuple(min(count, most) for count in subproblem.counts)
    return replace(subproblem, counts=counts, jokers=min(subproblem.jokers, most))


def draw_sample(
    subproblem: Subproblem, shares: NDArray[np.float64], rng: np.random.Generator
) -> Subproblem:
    """Return the subproblem with a sample of the tiles and all jokers; itself if it has fewer.

    `shares`, shape (letters,), has the share of each letter in the words, all above 0.
    """
    size = round(rng.uniform(*SIZES) * subproblem.open_cells)
    if size >= subproblem.tiles:
        return subproblem
    expected = expected_counts(subproblem.counts, subproblem.jokers, shares, size)
    # Systematic sampling: each letter is rounded up with the probability of its fraction, and the
    # size stays the same.
    order = rng.permutation(len(expected))
    ends = np.floor(np.cumsum(expected[order]) + rng.uniform())
    counts = np.empty(len(expected), np.int64)
    counts[order] = np.diff(ends, prepend=0)
    counts = np.minimum(counts, subproblem.counts)
    return replace(subproblem, counts=tuple(counts.tolist()))


def expected_counts(
    counts: Sequence[int], jokers: int, shares: NDArray[np.float64], size: float
) -> NDArray[np.float64]:
    """Return the mean number of tiles of each letter in a sample of `size`, jokers included.

    Letters follow `shares`, except that scarce ones have all their tiles.
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
