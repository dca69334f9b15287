"""Run beams with rival weights on one question, in processes that cache the tables of tile sets."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from multiprocessing import get_context
from typing import NamedTuple

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from patience.game.tiles import TileSet
from patience.words.lexicon import load
from scripts.tune.puzzles import Question

# Cached tile sets per process, some 80 MB each: more than any kind of weights has.
_RUNNERS = 64


class Trial(NamedTuple):
    """A question, and the rival weights that answer it."""

    question: Question
    rivals: tuple[Weights, ...]
    width: int
    seed: int


@cache
def pool(jobs: int) -> ProcessPoolExecutor:
    """Return single-threaded processes, spawned so that none inherits threads."""
    return ProcessPoolExecutor(jobs, get_context("spawn"))


def answers(trial: Trial, keep: int) -> list[BeamResult]:
    """Run a beam for each of the rivals; each returns at most `keep` grids."""
    question = trial.question
    runner = _runner(question.tiles, max(question.subproblem.cells.shape), question.lexicon)
    runner.use([Variant(each, each, question.sample) for each in trial.rivals])
    task = BeamTask(question.subproblem, trial.width, trial.seed, keep, transient=True)
    return [runner.run_beam(task._replace(variant=number)) for number in range(len(trial.rivals))]


@lru_cache(maxsize=_RUNNERS)
def _runner(tiles: TileSet, longest: int, lexicon: str) -> BeamRunner:
    """Return the cached runner of a tile set, whose tables take seconds to make."""
    usual = Variant(weights("frame"), weights("loose"))
    return BeamRunner(load(lexicon).words, longest, tiles.counts, tiles.jokers, [usual], threads=1)
