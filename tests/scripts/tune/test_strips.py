"""Strips of grids, which the evolution strategy has filled as well again."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from patience.engines.beam.weights import weights
from patience.engines.subproblem import CELL_OPEN, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.words.lexicon import load
from scripts.bench.ladder import times
from scripts.tune import strips
from scripts.tune.beams import Trial
from scripts.tune.evolution import outcome_of
from scripts.tune.strips import GridStrips, Strips, blanks_in

TOY = Strips(8, 7, 1, beam=200, grids=1)
PUZZLE = Puzzle(times(1), Frame(8, 7))


def obeys(letters: NDArray[np.uint8]) -> bool:
    grid = subproblem_of(PUZZLE, 8, 7).grid(letters.ravel())
    return not verify(PUZZLE, grid, load("fr")).violations


def test_fillings_are_grids_that_differ_in_the_strip_only() -> None:
    (source,) = TOY.sources(1)
    assert isinstance(source, GridStrips)
    assert source.letters.shape == (7, 8)
    shipped, turns = weights("strips"), set()
    for seed in range(20):
        before, question = source.letters, source.ask(Random(seed))
        outcome = outcome_of(Trial(question, (shipped, shipped), 500, seed))
        assert outcome.winner == 0
        if outcome.best is None:
            continue
        source.learn(question, outcome.best)
        assert obeys(source.letters)
        changed = source.letters != before
        assert blanks_in(source.letters) <= blanks_in(before)
        is_open = question.subproblem.cells == CELL_OPEN
        assert not changed[~(is_open.T if question.of_rows else is_open)].any()
        turns.add((question.of_rows, bool(changed.any())))
    assert {(True, True), (False, True)} <= turns


def test_poor_grids_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips, "_POOR", 0.0)
    assert not list(TOY.sources(1))
