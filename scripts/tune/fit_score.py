"""Fit the weights of the beam's score, and judge weights on what no fit has seen.

    python -m scripts.tune.fit_score fit frame --output new.toml
    python -m scripts.tune.fit_score fit compact --generations 100 --minutes 60 --output new.toml
    python -m scripts.tune.fit_score judge new.toml

What counts is the number of *diversity classes* of finished, connected grids: distinct states five
ninths down the rectangle that they come from. Finished grids alone can be raised a hundredfold by
finding more of one class, which is worth nothing (docs/search.md). CMA-ES (the package cma) climbs
the mean of log(0.3 + classes) over the tile set of the game and others with some letters drawn
anew: fresh ones each generation, the same for all weights of a generation. `judge` takes sets,
shapes and lexicons that the fit never saw, and compares with the weights that ship.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import numpy as np

from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import Weights, weights
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.files.text import write_text
from patience.game.tiles import ALPHABET, TileSet, from_letters, named
from patience.words.lexicon import load
from scripts.common import document, execute, machine_line, ranges, tell
from scripts.tune.weight_vectors import knobs_of, read_weights, text_of, turned

# Added to the diversity classes before the logarithm: none at all is bad, not infinitely so.
NONE = 0.3

# A grid with a blank less than asked for is worth so many of the others.
WORTH = 8

# Letters drawn anew of 61, in the sets beside that of the game.
REDRAWN = 8


class Ask(NamedTuple):
    """A rectangle to fill, with at most `blanks` cells (of frames), or exactly (compact)."""

    kind: str
    rows: int
    columns: int
    blanks: int
    jokers: int = 0
    lexicon: str = "fr"

    @property
    def tiles(self) -> int:
        """Tiles that there are to lay; in a frame one a cell."""
        return self.rows * self.columns - (self.blanks if self.kind == "compact" else 0)

    def subproblem(self, tiles: TileSet) -> Subproblem:
        """Return the rectangle to fill, with these tiles."""
        cells = np.full((self.rows, self.columns), CELL_OPEN, np.int8)
        return Subproblem(cells, tiles.counts, tiles.jokers, self.blanks, connected=True)

    def __str__(self) -> str:
        compact = self.kind == "compact"
        few = f"{self.tiles} tiles" if compact else f"at most {self.blanks} blank"
        jokers = f", {self.jokers} jokers" if self.jokers else ""
        return f"{self.columns}x{self.rows}, {few}{jokers}, {self.lexicon}"


# What a fit climbs on, and what `judge` looks at: at the width below each has some classes.
FITS = {
    "frame": [Ask("frame", 9, 7, 6, jokers=2)],
    "large": [Ask("large", 14, 9, 13, jokers=4)],
    "compact": [Ask("compact", 23, 3, 9), Ask("compact", 18, 4, 11), Ask("compact", 14, 5, 10)],
}
HELD_OUT = {
    "frame": [
        Ask("frame", 9, 7, 6, jokers=2),
        Ask("frame", 8, 8, 6, jokers=2),
        Ask("frame", 10, 6, 5, jokers=2),
        Ask("frame", 9, 7, 8, jokers=2, lexicon="fr-common"),
    ],
    "large": [
        Ask("large", 14, 9, 13, jokers=4),
        Ask("large", 11, 9, 10, jokers=3),
        Ask("large", 12, 10, 12, jokers=4),
    ],
    "compact": [
        Ask("compact", 23, 3, 9),
        Ask("compact", 17, 4, 9),
        Ask("compact", 14, 5, 10),
        Ask("compact", 12, 6, 11),
        Ask("compact", 18, 4, 9, jokers=2),
    ],
}


# ---- measuring ----------------------------------------------------------------------------------


def redrawn(ask: Ask, number: object, purpose: str) -> TileSet:
    """Return a set of the tiles that `ask` wants: the game's, or one with letters drawn anew.

    Parameters
    ----------
    number : object
        Which one: anything that can be written; None is the game's set, cut or filled up to size
        where it must be.
    """
    chance = Random(f"{purpose} {number} {ask.rows}x{ask.columns}")
    usual = each_letter(named("diamino-61"))
    letters = drawn_anew(usual, 0 if number is None else REDRAWN, chance)
    wanted = ask.tiles - ask.jokers
    chance.shuffle(letters)
    letters = letters[:wanted] + chance.choices(usual, k=max(wanted - len(letters), 0))
    return from_letters(letters, ask.jokers, f"{purpose} {number}")


def each_letter(tiles: TileSet) -> list[str]:
    """Return the letters of a set, each as often as it has it; no joker."""
    return [x for x, n in zip(ALPHABET, tiles.counts, strict=True) for _ in range(n)]


def drawn_anew(usual: Sequence[str], number: int, chance: Random) -> list[str]:
    """Return the letters with so many of them drawn anew, as frequent as they are in all."""
    letters = list(usual)
    for at in chance.sample(range(len(letters)), number):
        letters[at] = chance.choice(usual)
    return letters


class Task(NamedTuple):
    """One beam to run."""

    ask: Ask
    tiles: TileSet
    weights: Weights
    width: int
    seed: int


def diversity_classes(task: Task) -> float:
    """Run one beam and count diversity classes, those of better grids `WORTH` times each blank."""
    ask, tiles = task.ask, task.tiles
    runner = BeamRunner(
        load(ask.lexicon).words,
        max(ask.rows, ask.columns),
        tiles.counts,
        tiles.jokers,
        [Variant(task.weights, task.weights)],
        threads=1,
    )
    try:
        found = runner.run_beam(BeamTask(ask.subproblem(tiles), task.width, task.seed, sys.maxsize))
    finally:
        runner.close()
    saved = ask.blanks - found.blanks
    best = {each: int(saved[found.classes == each].max()) for each in set(found.classes)}
    return float(sum(WORTH**less for less in best.values()))


def score(counts: Sequence[float]) -> float:
    """Return what a fit climbs: the mean of the logarithms."""
    return sum(math.log(NONE + n) for n in counts) / len(counts)


@cache
def pool(jobs: int) -> ProcessPoolExecutor:
    """Return processes of one thread each, started afresh so that none inherits threads."""
    return ProcessPoolExecutor(jobs, get_context("spawn"))


def measure(tasks: Sequence[Task], jobs: int) -> list[float]:
    """Run beams, so many at a time; returns their diversity classes in the order of the tasks."""
    # Neighbours share a set, and with it the word graph that a process keeps.
    size = max(len(tasks) // (8 * jobs), 1)
    return list(pool(jobs).map(diversity_classes, tasks, chunksize=size))


# ---- fitting ------------------------------------------------------------------------------------


class Generation(NamedTuple):
    """What a fit knows after a generation."""

    number: int
    weights: Weights
    start: float  # score of the weights that it began with, on this generation's sets
    best: float  # of the best of the generation
    middle: float


def fit(
    kind: str, *, width: int, sets: int, population: int, seed: int, jobs: int
) -> Iterator[Generation]:
    """Climb, from the weights that ship; yields after each generation, without end."""
    import cma  # noqa: PLC0415

    start = weights(kind)
    knobs = knobs_of(start)
    options = {"popsize": population, "seed": seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy([0.0] * len(knobs), 1.0, options)
    for number in range(1, sys.maxsize):
        asked = strategy.ask()
        candidates = [start, *(turned(start, knobs, x) for x in asked)]
        names = [None, *(f"{seed} {number} {i}" for i in range(1, sets))]
        tasks = [
            Task(ask, redrawn(ask, name, "fit"), each, width, number)
            for ask in FITS[kind]
            for name in names
            for each in candidates
        ]
        counts = np.reshape(measure(tasks, jobs), (-1, len(candidates)))
        scores = [score(column) for column in counts.T.tolist()]
        strategy.tell(asked, [-x for x in scores[1:]])
        now = turned(start, knobs, strategy.mean)
        yield Generation(number, now, scores[0], max(scores[1:]), sorted(scores)[len(scores) // 2])


# ---- judging ------------------------------------------------------------------------------------


def judged(kind: str, rivals: Sequence[Weights], width: int, sets: int, jobs: int) -> str:
    """Compare weights on held-out sets, shapes and lexicons; returns a Markdown table."""
    head = ["asked", *(f"classes {'of these' if i else 'as shipped'}" for i in range(len(rivals)))]
    head += ["score, against the shipped"]
    rows = []
    for ask in HELD_OUT[kind]:
        tasks = [
            Task(ask, redrawn(ask, number, "held out"), each, width, number)
            for each in rivals
            for number in range(1, sets + 1)
        ]
        counts = np.reshape(measure(tasks, jobs), (len(rivals), sets)).tolist()
        told = [", ".join(f"{n:.0f}" for n in row) for row in counts]
        gains = [f"{score(row) - score(counts[0]):+.2f}" for row in counts[1:]]
        rows.append([str(ask), *told, ", ".join(gains)])
        tell(" | ".join(rows[-1]))
    notes = [
        f"A figure a tile set, sets {ranges(list(range(1, sets + 1)))} with {REDRAWN} letters of "
        f"61 drawn anew, {width:,} states. A class with a blank less than asked for counts as "
        f"{WORTH}. Score: mean of log({NONE} + classes).",
        machine_line(),
    ]
    return document(head, rows, notes)


# ---- commands -----------------------------------------------------------------------------------


@click.group(help=__doc__)
def main() -> None:
    """Choose what to do."""


_KINDS = click.Choice(sorted(FITS))
_WIDTH = click.option("--width", type=click.IntRange(1), default=30_000, show_default=True)
_JOBS = click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)


@main.command("fit")
@click.argument("kind", type=_KINDS)
@click.option("--output", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option("--generations", type=click.IntRange(1), default=130, show_default=True)
@click.option("--minutes", type=click.FloatRange(0), default=math.inf)
@click.option("--sets", type=click.IntRange(1), default=3, show_default=True)
@click.option("--population", type=click.IntRange(4), default=14, show_default=True)
@click.option("--seed", type=click.IntRange(1), default=1, show_default=True)
@_WIDTH
@_JOBS
def fit_command(
    kind: str,
    *,
    output: Path,
    generations: int,
    minutes: float,
    sets: int,
    population: int,
    seed: int,
    width: int,
    jobs: int,
) -> None:
    """Fit the weights of a kind; FILE has the best so far after each generation."""
    began = time.monotonic()
    steps = fit(kind, width=width, sets=sets, population=population, seed=seed, jobs=jobs)
    for step in steps:
        passed = (time.monotonic() - began) / 60
        how = [
            f"Fitted by CMA-ES from the weights before: {step.number} generations of {population},",
            f"{width:,} states, {sets} sets each (one of them the game's), seed {seed}:",
            *(f"  {ask}" for ask in FITS[kind]),
        ]
        write_text(output, text_of(kind, step.weights, how))
        tell(
            f"generation {step.number}, {passed:.0f} min: start {step.start:.2f}, "
            f"middle {step.middle:.2f}, best {step.best:.2f}"
        )
        if step.number >= generations or passed >= minutes:
            return


@main.command("judge")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--sets", type=click.IntRange(1), default=5, show_default=True)
@_WIDTH
@_JOBS
def judge_command(file: Path, *, sets: int, width: int, jobs: int) -> None:
    """Compare the weights of FILE with those that ship, on what no fit has seen."""
    for kind, fitted in read_weights(file, FITS).items():
        click.echo(judged(kind, [weights(kind), fitted], width, sets, jobs))


if __name__ == "__main__":
    sys.exit(execute(main))
