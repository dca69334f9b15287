"""The fit of the score's weights by an evolution strategy, at the size of a toy."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.weights import Weights, weights
from patience.engines.subproblem import CELL_OPEN, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.words.lexicon import load
from scripts.bench.ladder import times
from scripts.tune import evolve_score, questions
from scripts.tune.evolve_score import Answer, Fit, Pair, answered
from scripts.tune.questions import GridStrips, Lesson, Source, Strips, Whole, blanks_in
from scripts.tune.weight_vectors import text_of

WIDTH = 500
WHOLE = Whole(7, 6, 1, (2, 6))
STRIPS = Strips(8, 7, 1, beam=200, grids=1)
TOYS: dict[str, Sequence[Lesson]] = {"large": [WHOLE], "strips": [STRIPS]}
PUZZLE = Puzzle(times(1), Frame(8, 7))


class InThisProcess:
    """Runs what a pool of processes is asked for."""

    def map(self, run: Any, *arguments: Any, chunksize: int) -> Any:
        return map(run, *arguments)


@pytest.fixture(autouse=True)
def _toys_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolve_score, "QUESTIONS", TOYS)
    monkeypatch.setattr(evolve_score, "pool", lambda jobs: InThisProcess())


@pytest.fixture(scope="module")
def letters() -> NDArray[np.uint8]:
    (source,) = STRIPS.sources(1)
    assert isinstance(source, GridStrips)
    assert source.letters.shape == (7, 8)
    return source.letters


def obeys(letters: NDArray[np.uint8]) -> bool:
    grid = subproblem_of(PUZZLE, 8, 7).grid(letters.ravel())
    return not verify(PUZZLE, grid, load("fr")).violations


def pair(source: Source, *rivals: Weights, seed: int) -> Pair:
    one, other = rivals
    return Pair(source.ask(Random(seed)), (one, other), WIDTH, seed)


def test_fillings_are_grids_that_differ_in_the_strip_only(letters: NDArray[np.uint8]) -> None:
    source, shipped = GridStrips(PUZZLE, letters), weights("strips")
    turns = set()
    for seed in range(20):
        before = source.letters
        asked = pair(source, shipped, shipped, seed=seed)
        answer = answered(asked)
        assert answer.winner == 0
        if answer.best is None:
            continue
        source.learn(asked.asked, answer.best)
        assert obeys(source.letters)
        changed = source.letters != before
        assert blanks_in(source.letters) <= blanks_in(before)
        subproblem = asked.asked.subproblem
        is_open = subproblem.cells == CELL_OPEN
        assert not changed[~(is_open.T if asked.asked.of_rows else is_open)].any()
        turns.add((asked.asked.of_rows, bool(changed.any())))
    assert {(True, True), (False, True)} <= turns


def test_the_beam_whose_grid_has_fewer_blanks_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([4, 5, 5, 4, 4, 4, 4, None, None, 4, None, None])

    def run_beam(runner: BeamRunner, task: BeamTask) -> BeamResult:
        blanks = next(found)
        n = int(blanks is not None)
        letters, classes = np.full((n, 1), task.variant, np.uint8), np.zeros(n, np.int64)
        few = np.full(n, blanks or 0)
        return BeamResult(letters, few, classes, n, 1, 1, np.zeros(26), complete=False)

    monkeypatch.setattr(BeamRunner, "run_beam", run_beam)
    (source,) = WHOLE.sources(1)
    shipped = weights("large")
    answers = [answered(pair(source, shipped, shipped, seed=1)) for _ in range(6)]
    assert [each.winner for each in answers] == [1, -1, 0, 1, -1, 0]
    assert [each.ended for each in answers] == [2, 2, 2, 1, 1, 0]
    better = [None if each.best is None else int(each.best[0]) for each in answers]
    assert better == [0, 1, 0, 0, 1, None]


def test_grids_obey_the_rules_with_letters_drawn_anew() -> None:
    (source,) = replace(WHOLE, blanks=(6, 6), redrawn=1.0, draws=10).sources(1)
    shipped = weights("large")
    for seed in range(10):
        asked = pair(source, shipped, shipped, seed=seed)
        tiles = asked.asked.tiles
        assert (tiles.total, tiles.jokers) == (times(1).total, times(1).jokers)
        assert tiles.counts != times(1).counts
        best = answered(asked).best
        if best is not None:
            puzzle = Puzzle(tiles, Frame(7, 6))
            assert not verify(puzzle, asked.asked.subproblem.grid(best), load("fr")).violations
    assert len({source.ask(Random(seed)).tiles.counts for seed in range(100)}) == 10


def test_weights_that_keep_all_tiles_lose() -> None:
    (source,) = WHOLE.sources(1)
    shipped = weights("large")
    # They leave cells blank as long as they may.
    upside_down = replace(shipped, tile_penalty=tuple(-x for x in shipped.tile_penalty))
    pairs = [
        pair(source, shipped, upside_down, seed=seed)._replace(width=200) for seed in range(20)
    ]
    winners = [answered(each).winner for each in pairs]
    assert winners.count(1) > 2 * winners.count(-1)


def test_a_climb_leads_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the beam wins that has more of one weight, that grows, and no other does much."""

    def answer(asked: Pair) -> Answer:
        one, other = (each.tile_penalty[0] for each in asked.rivals)
        return Answer((one > other) - (one < other), 0, None)

    monkeypatch.setattr(evolve_score, "answered", answer)
    start = weights("large")
    fit = Fit(start, list(WHOLE.sources(1)), width=WIDTH, rate=1.0, seed=1, jobs=1)
    steps = fit.batches(400)
    last = [next(steps) for _ in range(3)][-1].weights
    knobs = {knob.name: knob for knob in evolve_score.tuned_knobs(start)}
    grown = (last.tile_penalty[0] - start.tile_penalty[0]) / knobs["tile_penalty.0"].step
    assert grown == pytest.approx(3 * math.sqrt(2 / math.pi), rel=0.2)  # 3 mean absolute moves
    for a, b in zip(last.price, start.price, strict=True):
        assert abs(a - b) < 0.5 * grown * knobs["price.A"].step
    assert not {"empty", "alone"} & set(knobs)


def test_a_fit_is_the_same_for_a_seed() -> None:
    fits = [
        Fit(weights("large"), list(WHOLE.sources(1)), width=WIDTH, rate=1.0, seed=seed, jobs=1)
        for seed in (1, 1, 2)
    ]
    first, second, third = (next(fit.batches(10)).weights for fit in fits)
    assert first == second != third


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_a_file_that_the_program_can_read(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "new.toml"
    options = ["--batches", "2", "--pairs", "10", "--width", str(WIDTH)]
    command = [kind, "--output", str(out), *options]
    result = CliRunner().invoke(evolve_score.main, command, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.output.count("% of the beams ended") == 2
    fitted = Weights.from_mapping(tomllib.loads(out.read_text())[kind])
    assert fitted != weights(kind)
    assert "2 batches of 10 pairs, " in out.read_text()
    assert f"seed 1:\n#   {TOYS[kind][0]}\n" in out.read_text()


def test_it_goes_on_from_a_file(tmp_path: Path) -> None:
    start, out = tmp_path / "start.toml", tmp_path / "new.toml"
    given = replace(weights("large"), joker=5.5)
    start.write_text(text_of("large", given, []))
    options = ["--batches", "1", "--pairs", "1", "--width", "50", "--rate", "0"]
    command = ["large", "--start", str(start), "--output", str(out), *options]
    result = CliRunner().invoke(evolve_score.main, command)
    assert result.exit_code == 0, result.output
    assert Weights.from_mapping(tomllib.loads(out.read_text())["large"]) == given


def test_without_a_good_grid_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "_POOR", 0.0)
    out = tmp_path / "new.toml"
    result = CliRunner().invoke(evolve_score.main, ["strips", "--output", str(out)])
    assert result.exit_code == 1
    assert "try another --seed" in result.output
    assert not out.exists()


def test_what_ships_can_be_fitted_to_something() -> None:
    assert set(questions.QUESTIONS) <= {
        "frame",
        "large",
        "huge",
        "compact",
        "surplus",
        "large-surplus",
        "strips",
    }
    for lessons in questions.QUESTIONS.values():
        for lesson in lessons:
            if isinstance(lesson, Whole):
                (source,) = lesson.sources(1)
                asked = source.ask(Random(1))
                assert lesson.blanks[0] <= asked.subproblem.max_blanks <= lesson.blanks[1]
                assert asked.subproblem.cells.shape[1] <= asked.subproblem.cells.shape[0]
                surplus = asked.subproblem.tiles > 1.1 * asked.subproblem.open_cells
                assert (asked.sample is not None) == surplus
