"""Fit the weights of the beam's score to the grids that beams end with, by an evolution strategy.

    python -m scripts.tune.evolve_score large-surplus --output new.toml
    python -m scripts.tune.evolve_score strips --width 12000 --output new.toml

Two beams answer the same question, with weights moved in some random direction and in the opposite
one. The one whose grid has fewer blanks wins; the mean of the winners' directions is about the
gradient of how often weights win (Salimans, Ho, Chen, Sidor and Sutskever 2017, with mirrored
samples as of Brockhoff et al. 2010), and a step follows it after each batch. `learn_score` says
what ranks the ancestors of grids higher, which goes fast but not far: more beams end, and with
fewer blanks, with weights that went on from there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import Weights, weights
from patience.files.text import write_text
from patience.game.tiles import TileSet
from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON
from scripts.common import execute, tell
from scripts.tune.fit_score import pool
from scripts.tune.questions import QUESTIONS, Asked, Source
from scripts.tune.weight_vectors import Knob, knobs_of, read_weights, text_of, turned

# Steps of the knobs, where those that CMA-ES begins with are too short: what a beam ends with
# changes so little with them that the gradient is lost in the noise. Prices want a nat.
_STEPS = {
    "alpha": 0.2,
    "tile_penalty": 1.0,
    "rho": 0.2,
    "pairs": 0.25,
    "joker": 1.0,
    "set_share": 0.08,
    "price": 1.0,
}

# Tile sets whose tables a process keeps, some 80 MB each: more than any kind of weights has.
_RUNNERS = 64

# More blanks than any grid has.
_NO_GRID = 10_000


class Pair(NamedTuple):
    """A question, for two beams that differ in their weights."""

    asked: Asked
    rivals: tuple[Weights, Weights]
    width: int
    seed: int


class Answer(NamedTuple):
    """What the beams of a pair found."""

    winner: int  # 1 for the first beam, -1 for the other, 0 for neither
    ended: int  # beams that found a grid
    best: NDArray[np.uint8] | None  # the better grid, a letter a cell; None if both found none


def answered(pair: Pair) -> Answer:
    """Run both beams of a pair."""
    asked = pair.asked
    runner = _runner(asked.tiles, max(asked.subproblem.cells.shape))
    runner.use([Variant(each, each, asked.sample) for each in pair.rivals])
    task = BeamTask(
        asked.subproblem, pair.width, pair.seed, keep=1, transient=True, settled=asked.settled
    )
    found = [runner.run_beam(task._replace(variant=variant)) for variant in range(2)]
    one, other = (int(each.blanks[0]) if each.total else _NO_GRID for each in found)
    best = found[0 if one <= other else 1]
    return Answer(
        (one < other) - (one > other),
        sum(each.total > 0 for each in found),
        best.letters[0] if best.total else None,
    )


@lru_cache(maxsize=_RUNNERS)
def _runner(tiles: TileSet, longest: int) -> BeamRunner:
    """Return what runs beams with a tile set, kept as its tables take seconds to make."""
    usual = Variant(weights("frame"), weights("loose"))
    return BeamRunner(load(LEXICON).words, longest, tiles.counts, tiles.jokers, [usual], threads=1)


class Batch(NamedTuple):
    """What a fit knows after a batch."""

    number: int
    weights: Weights
    ended: float  # share of the beams that ended with a grid, by weights around those before
    won: float  # share of the pairs with a winner


class Fit:
    """A climb from some weights.

    Parameters
    ----------
    start : Weights
    sources : sequence of Source
        Of the questions; each is asked as often as any other.
    width : int
        Of the beams.
    rate : float
        How far to go, in steps of the knobs, where each step wins all pairs.
    seed : int
    jobs : int
    """

    def __init__(
        self,
        start: Weights,
        sources: Sequence[Source],
        *,
        width: int,
        rate: float,
        seed: int,
        jobs: int,
    ) -> None:
        self._start, self._sources = start, sources
        self._width, self._rate = width, rate
        self._pool = pool(jobs)  # for all batches: its processes keep what they know of tile sets
        self._rng, self._chance = np.random.default_rng(seed), Random(seed)
        self._knobs = tuned_knobs(start)

    def batches(self, pairs: int) -> Iterator[Batch]:
        """Yield after each batch of so many pairs, without end."""
        x = np.zeros(len(self._knobs))
        for number in range(1, sys.maxsize):
            sources = self._chance.choices(self._sources, k=pairs)
            moves = self._rng.normal(size=(pairs, len(x)))
            asked = [
                self._pair(source, x, move) for source, move in zip(sources, moves, strict=True)
            ]
            answers = list(self._pool.map(answered, asked, chunksize=4))
            for source, pair, answer in zip(sources, asked, answers, strict=True):
                if answer.best is not None:
                    source.learn(pair.asked, answer.best)
            winners = np.array([answer.winner for answer in answers])
            x = x + self._rate * winners @ moves / pairs
            yield Batch(
                number,
                turned(self._start, self._knobs, x.tolist()),
                sum(answer.ended for answer in answers) / (2 * pairs),
                float(np.mean(winners != 0)),
            )

    def _pair(self, source: Source, x: NDArray[np.float64], move: NDArray[np.float64]) -> Pair:
        """Return a question, and weights moved to both sides."""
        one, other = (turned(self._start, self._knobs, y.tolist()) for y in (x + move, x - move))
        return Pair(
            source.ask(self._chance), (one, other), self._width, self._chance.getrandbits(32)
        )


def tuned_knobs(start: Weights) -> list[Knob]:
    """Return the knobs that a fit turns: not those of lines, whose tables are slow to make anew."""
    return [
        knob._replace(step=_STEPS.get(knob.name.partition(".")[0], knob.step))
        for knob in knobs_of(start)
        if not knob.log
    ]


@click.command(help=__doc__)
@click.argument("kind", type=click.Choice(sorted(QUESTIONS)))
@click.option("--output", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option("--start", type=click.Path(path_type=Path), help="Begin with the weights of a file.")
@click.option("--batches", type=click.IntRange(1), default=20, show_default=True)
@click.option("--pairs", type=click.IntRange(1), default=400, show_default=True, help="A batch.")
@click.option(
    "--rate", type=click.FloatRange(0), default=4.0, show_default=True,
    help="How far to go, in steps of the weights, where each step wins all pairs.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(1), default=8000, show_default=True)
@click.option("--seed", type=click.IntRange(1), default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
def main(
    kind: str,
    *,
    output: Path,
    start: Path | None,
    batches: int,
    pairs: int,
    rate: float,
    width: int,
    seed: int,
    jobs: int,
) -> None:
    """Fit the weights of a kind; FILE has them after each batch."""
    begin = weights(kind) if start is None else read_weights(start, [kind])[kind]
    lessons = QUESTIONS[kind]
    sources = [source for lesson in lessons for source in lesson.sources(seed)]
    if not sources:
        raise click.ClickException("no search found a good grid to begin with: try another --seed")
    fit = Fit(begin, sources, width=width, rate=rate, seed=seed, jobs=jobs)
    for batch in fit.batches(pairs):
        how = [
            f"Fitted by an evolution strategy: {batch.number} batches of {pairs} pairs, "
            f"{width:,} states,",
            f"rate {rate:g}, seed {seed}:",
            *(f"  {lesson}" for lesson in lessons),
        ]
        write_text(output, text_of(kind, batch.weights, how))
        tell(
            f"batch {batch.number}: {100 * batch.ended:.1f} % of the beams ended, "
            f"{100 * batch.won:.1f} % of the pairs have a winner"
        )
        if batch.number >= batches:
            return


if __name__ == "__main__":
    sys.exit(execute(main))
