"""Fit weights to the final grids of beams, by an evolution strategy.

Two beams answer the same question, with the weights moved in a random direction and in its
opposite. The beam whose grid has fewer blanks wins. The mean of the winners' directions estimates
the gradient of the win rate (Salimans, Ho, Chen, Sidor and Sutskever 2017, with mirrored samples
as in Brockhoff et al. 2010); each batch ends with a step along it. The regression on layers is fast
but gains less: continued from its weights, more beams end, and with fewer blanks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from patience.engines.params import Weights
from scripts.tune.beams import Trial, answers, pool
from scripts.tune.puzzles import Whole
from scripts.tune.weight_vectors import size_of, turned

# More blanks than any grid has.
_NO_GRID = 10_000


class Outcome(NamedTuple):
    """The result of a trial's two beams."""

    winner: int  # 1 for the first beam, -1 for the other, 0 for neither
    ended: int  # beams with a grid


class Batch(NamedTuple):
    """The result of a batch."""

    number: int
    weights: Weights
    ended: float  # share of the beams that ended with a grid, at weights around the previous ones
    won: float  # share of the trials with a winner


def outcome_of(trial: Trial) -> Outcome:
    """Run both beams of a trial."""
    found = answers(trial, keep=1)
    one, other = (int(each.blanks[0]) if each.total else _NO_GRID for each in found)
    return Outcome((one < other) - (one > other), sum(each.total > 0 for each in found))


def climb(
    start: Weights,
    shapes: Sequence[Whole],
    *,
    pairs: int,
    width: int,
    rate: float,
    seed: int,
    jobs: int,
) -> Iterator[Batch]:
    """Climb from some weights; yield after each batch, without end.

    Each of the `shapes` asks as often as any other, `pairs` trials per batch in all. `rate` is the
    step length in units of `STEPS` if each direction won all its trials.
    """
    rng, chance, x = np.random.default_rng(seed), Random(seed), np.zeros(size_of(start))
    for number in itertools.count(1):
        asked = chance.choices([shape.drawn_with(seed) for shape in shapes], k=pairs)
        moves = rng.normal(size=(pairs, len(x)))
        trials = [
            Trial(
                shape.ask(chance),
                (turned(start, x + move), turned(start, x - move)),
                width,
                chance.getrandbits(32),
            )
            for shape, move in zip(asked, moves, strict=True)
        ]
        outcomes = list(pool(jobs).map(outcome_of, trials, chunksize=4))
        winners = np.array([outcome.winner for outcome in outcomes])
        x = x + rate * winners @ moves / pairs
        yield Batch(
            number,
            turned(start, x),
            sum(outcome.ended for outcome in outcomes) / (2 * pairs),
            float(np.mean(winners != 0)),
        )
