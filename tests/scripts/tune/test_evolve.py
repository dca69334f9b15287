"""The evolution strategy, at the size of a toy."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.words.lexicon import load
from scripts.bench.drawn import times
from scripts.tune import commands, evolution
from scripts.tune.beams import Trial, answers
from scripts.tune.evolution import Batch, Outcome, climb, outcome_of
from scripts.tune.puzzles import Whole
from scripts.tune.weight_vectors import STEPS, text_of
from tests.scripts.tune.conftest import tune

pytestmark = pytest.mark.slow

WIDTH = 500
WHOLE = Whole(7, 6, (2, 6))
TOYS = {"large": [WHOLE]}


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "EVOLVED", TOYS)


def trial(*rivals: Weights, seed: int, width: int = WIDTH) -> Trial:
    return Trial(WHOLE.drawn_with(1).ask(Random(seed)), rivals, width, seed)


def first_batches(number: int, *, seed: int, pairs: int) -> list[Batch]:
    steps = climb(weights("large"), [WHOLE], pairs=pairs, width=WIDTH, rate=1.0, seed=seed, jobs=1)
    return [next(steps) for _ in range(number)]


def test_the_beam_whose_grid_has_fewer_blanks_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([4, 5, 5, 4, 4, 4, 4, None, None, 4, None, None])

    def run_beam(runner: BeamRunner, task: BeamTask) -> BeamResult:
        blanks = next(found)
        n = int(blanks is not None)
        letters, classes = np.full((n, 1), task.variant, np.uint8), np.zeros(n, np.int64)
        few = np.full(n, blanks or 0)
        return BeamResult(letters, few, classes, n, 1, 1, np.zeros(26), complete=False)

    monkeypatch.setattr(BeamRunner, "run_beam", run_beam)
    shipped = weights("large")
    outcomes = [outcome_of(trial(shipped, shipped, seed=1)) for _ in range(6)]
    assert [each.winner for each in outcomes] == [1, -1, 0, 1, -1, 0]
    assert [each.ended for each in outcomes] == [2, 2, 2, 1, 1, 0]


def test_grids_obey_the_rules_with_letters_drawn_anew() -> None:
    shipped, found = weights("large"), 0
    for number, seed in product(range(1, 4), range(2)):
        question = replace(WHOLE, blanks=(6, 6)).question(number)
        assert question.tiles.counts != times(1).counts
        (beam,) = answers(Trial(question, (shipped,), WIDTH, seed), keep=1)
        if beam.total:
            puzzle = Puzzle(question.tiles, Frame(6, 7))
            grid = question.subproblem.grid(beam.letters[0])
            assert not verify(puzzle, grid, load("fr")).violations
            found += 1
    assert found > 1


def test_weights_that_keep_all_tiles_lose() -> None:
    shipped = weights("large")
    # They leave cells blank as long as they may.
    upside_down = replace(shipped, tile_penalty=tuple(-x for x in shipped.tile_penalty))
    trials = [trial(shipped, upside_down, seed=seed, width=200) for seed in range(20)]
    winners = [outcome_of(each).winner for each in trials]
    assert winners.count(1) > 2 * winners.count(-1)


def test_a_climb_leads_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the beam wins that has more of one weight, that grows, and no other does much."""

    def outcome(asked: Trial) -> Outcome:
        one, other = (each.tile_penalty[0] for each in asked.rivals)
        return Outcome((one > other) - (one < other), 0)

    monkeypatch.setattr(evolution, "outcome_of", outcome)
    start, last = weights("large"), first_batches(3, seed=1, pairs=400)[-1].weights
    grown = (last.tile_penalty[0] - start.tile_penalty[0]) / STEPS["tile_penalty"]
    assert grown == pytest.approx(3 * math.sqrt(2 / math.pi), rel=0.2)  # 3 mean absolute moves
    for a, b in zip(last.price, start.price, strict=True):
        assert abs(a - b) < 0.5 * grown * STEPS["price"]


def test_a_climb_is_the_same_for_a_seed() -> None:
    first, second, third = (first_batches(1, seed=seed, pairs=4) for seed in (1, 1, 2))
    assert first == second
    assert first[0].weights != third[0].weights


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_a_file_that_the_program_can_read(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "new.toml"
    options = ["--batches", 2, "--pairs", 4, "--width", WIDTH]
    result = tune("evolve", kind, "--output", out, *options)
    assert result.exit_code == 0, result.output
    assert result.output.count("% of the beams ended") == 2
    fitted = Weights.from_mapping(tomllib.loads(out.read_text())[kind])
    assert fitted != weights(kind)
    command = f"evolve {kind} --output {out} --batches 2 --pairs 4 --rate 4 --width 500 --seed 1"
    head = f"# Fitted by an evolution strategy, batch 2, of\n#   {TOYS[kind][0]}\n"
    assert out.read_text().startswith(f"{head}# with\n#   {command} --jobs 2\n")


def test_it_goes_on_from_a_file(tmp_path: Path) -> None:
    start, out = tmp_path / "start.toml", tmp_path / "new.toml"
    given = replace(weights("large"), joker=5.5)
    start.write_text(text_of("large", given, []))
    options = ["--batches", 1, "--pairs", 1, "--width", 50, "--rate", 0]
    result = tune("evolve", "large", "--start", start, "--output", out, *options)
    assert result.exit_code == 0, result.output
    assert Weights.from_mapping(tomllib.loads(out.read_text())["large"]) == given
