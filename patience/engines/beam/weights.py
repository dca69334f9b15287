"""The weights of the score from ``weights.toml``, and the letter weights of a tile set."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from copy import copy
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from patience.engines.letters import SymbolWeights, joker_letters, usual_shares
from patience.engines.params import Weights
from patience.game.alphabet import LATIN


def between(
    values: Sequence[float] | NDArray[np.float64], done: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the value of a weight when the share `done` of the cells is filled."""
    return np.interp(done, np.linspace(0, 1, len(values)), values)


@cache
def weights(kind: str) -> Weights:
    """Return the table `kind` of ``weights.toml``."""
    text = Path(__file__).with_name("weights.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)[kind]
    return Weights(**{**table, "price": [table["price"][x] for x in LATIN.symbols]})


class LetterWeights:
    """Letter weights from supply (the tile set) and demand (the words).

    `natural`, shape (letters,), has the occurrences of each letter in the words, `nearest` the
    letter of A-Z whose price each letter has: `weights` are learnt for those.
    """

    def __init__(
        self,
        counts: Sequence[float] | NDArray[np.float64],
        jokers: float,
        natural: NDArray[np.float64],
        weights: Weights,
        nearest: Sequence[int] = LATIN.nearest,
    ) -> None:
        usual = usual_shares(natural)
        self.from_jokers = joker_letters(counts, jokers, usual)
        # A joker may stand for a letter that has no tile.
        supply = np.array(counts, np.float64) + self.from_jokers + 0.1
        self.weights = weights
        self.share = supply / supply.sum()
        self.demand = (1 - weights.set_share) * usual + weights.set_share * self.share
        self.scarcity = -np.log(self.share / usual)
        self.price = np.array(weights.price)[list(nearest)] + weights.scarce * self.scarcity

    @property
    def of_symbols(self) -> SymbolWeights:
        """Weights of the symbols of a line."""
        return SymbolWeights(tuple(self.share.tolist()), self.weights.empty, self.weights.alone)

    def perturbed(self, rng: np.random.Generator) -> LetterWeights:
        """Return a copy with perturbed prices, so that beams find other grids."""
        other = copy(self)
        other.price = self.price + self.weights.perturbation * rng.normal(size=len(self.price))
        return other
