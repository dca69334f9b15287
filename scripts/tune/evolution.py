"""Weights fitted to the grids that beams end with, by an evolution strategy.

Two beams answer the same question, with weights moved in some random direction and in the opposite
one. The one whose grid has fewer blanks wins; the mean of the winners' directions is about the
gradient of how often weights win (Salimans, Ho, Chen, Sidor and Sutskever 2017, with mirrored
samples as of Brockhoff et al. 2010), and a step follows it after each batch. The regression from
layers ranks the ancestors of grids higher, which goes fast but not far: more beams end, and with
fewer blanks, with weights that went on from there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.params import Weights
from scripts.tune.beams import Trial, answers, pool
from scripts.tune.puzzles import Source
from scripts.tune.weight_vectors import size_of, turned

# More blanks than any grid has.
_NO_GRID = 10_000


class Outcome(NamedTuple):
    """What the two beams of a trial found."""

    winner: int  # 1 for the first beam, -1 for the other, 0 for neither
    ended: int  # beams that found a grid
    best: NDArray[np.uint8] | None  # the better grid, a letter a cell; None if both found none


class Batch(NamedTuple):
    """What a climb knows after a batch."""

    number: int
    weights: Weights
    ended: float  # share of the beams that ended with a grid, by weights around those before
    won: float  # share of the trials with a winner


def outcome_of(trial: Trial) -> Outcome:
    """Run both beams of a trial."""
    found = answers(trial, keep=1)
    one, other = (int(each.blanks[0]) if each.total else _NO_GRID for each in found)
    best = found[0 if one <= other else 1]
    return Outcome(
        (one < other) - (one > other),
        sum(each.total > 0 for each in found),
        best.letters[0] if best.total else None,
    )


def climb(
    start: Weights,
    sources: Sequence[Source],
    *,
    pairs: int,
    width: int,
    rate: float,
    seed: int,
    jobs: int,
) -> Iterator[Batch]:
    """Climb from some weights; yield after each batch, without end.

    Parameters
    ----------
    start : Weights
    sources : sequence of Source
        Of the questions; each asks as often as any other.
    pairs : int
        Trials a batch.
    width : int
        Of the beams.
    rate : float
        How far to go, in steps of the weights, where each step wins all trials.
    seed : int
    jobs : int
        Processes; they keep what they know of tile sets from batch to batch.
    """
    rng, chance, x = np.random.default_rng(seed), Random(seed), np.zeros(size_of(start))
    for number in itertools.count(1):
        asked = chance.choices(sources, k=pairs)
        moves = rng.normal(size=(pairs, len(x)))
        trials = [
            Trial(
                source.ask(chance),
                (turned(start, x + move), turned(start, x - move)),
                width,
                chance.getrandbits(32),
            )
            for source, move in zip(asked, moves, strict=True)
        ]
        outcomes = list(pool(jobs).map(outcome_of, trials, chunksize=4))
        for source, trial, outcome in zip(asked, trials, outcomes, strict=True):
            if outcome.best is not None:
                source.learn(trial.question, outcome.best)
        winners = np.array([outcome.winner for outcome in outcomes])
        x = x + rate * winners @ moves / pairs
        yield Batch(
            number,
            turned(start, x),
            sum(outcome.ended for outcome in outcomes) / (2 * pairs),
            float(np.mean(winners != 0)),
        )
