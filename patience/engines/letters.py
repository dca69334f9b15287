"""Supply and demand of letters: their shares in words, and what jokers should stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Maximum share of jokers in the tiles that counts as few.
_FEW_JOKERS = 0.125


class SymbolWeights(NamedTuple):
    """Weights of the symbols of a line."""

    shares: tuple[float, ...]  # (letters,): share of each letter in the tile set
    empty: float  # of a blank, see ``weights.toml``
    alone: float  # of a run of one letter, see ``weights.toml``


def usual_shares(natural: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of each letter in the words, above 0; `natural` has occurrences."""
    usual: NDArray[np.float64] = natural / max(natural.sum(), 1) + 1e-4
    usual /= usual.sum()
    return usual


def joker_letters(
    counts: Sequence[float] | NDArray[np.float64], jokers: float, shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how many of each letter the jokers should stand for: the unmet demand of the words.

    All 0 if jokers are few, as their letters are then best left open. `counts` and `jokers` are the
    tile set; `shares`, shape (letters,), has the share of each letter in the words.
    """
    have = np.array(counts, np.float64)
    total = have.sum() + jokers
    if jokers <= _FEW_JOKERS * total:
        return np.zeros(len(have))
    plenty = np.zeros(len(have), np.bool_)  # letters with more tiles than words want
    while True:
        level = (total - have[plenty].sum()) / shares[~plenty].sum()
        more = ~plenty & (have > level * shares)
        if not more.any():
            return np.where(plenty, 0.0, level * shares - have)
        plenty |= more
