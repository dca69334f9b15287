"""Several answers that differ, from the search to the file and back."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from patience import Frame, Grid, Lexicon, Limits, Observer, Puzzle, Rules, verify
from patience.cli import main
from patience.errors import EngineError
from patience.files.grids import read_grids
from patience.game.grid import cells_apart
from patience.game.puzzle import Compact
from patience.game.tiles import from_letters
from patience.library import solve, solve_many
from patience.question.catalogue import TILE_SETS
from patience.result import Proven, Result, Stats, Status, StopReason
from patience.searches.search import Task
from patience.searches.several import several
from patience.words.lexicon import load
from tests import naive

PUZZLE = Puzzle(TILE_SETS["diamino-63"][0], Frame(9, 7))
LIMITS = Limits(seconds=None, max_width=100)


def test_grids_differ_as_asked_and_those_are_told_that_beat_all_before() -> None:
    heard: list[int] = []

    class Listener(Observer):
        def on_best(self, grid: Grid, cost: int) -> None:
            heard.append(cost)

    asked: dict[str, Any] = {"cells_apart": 20, "observer": Listener()}
    result = solve_many(PUZZLE, load("fr"), 3, limits=LIMITS, **asked)
    assert result.best is not None
    grids = [result.best, *result.others]
    assert len(grids) == 3
    assert heard == sorted(set(heard), reverse=True)
    assert heard[-1] == result.cost == result.history[-1].cost
    assert [PUZZLE.cost(g) for g in grids] == sorted(PUZZLE.cost(g) for g in grids)
    for one, other in combinations(grids, 2):
        assert cells_apart(one, other) >= 20
    assert all(naive.is_valid(PUZZLE, grid, load("fr")) for grid in grids)


def test_a_later_grid_below_the_bound_is_an_internal_error_and_kept() -> None:
    words = Lexicon.of(("AB", "BA"), "few")
    puzzle = Puzzle(from_letters("AB"), Frame(2, 1))
    task = Task(puzzle, words, LIMITS, 0, Observer())
    dear = solve(puzzle, words, limits=LIMITS)

    def search(asked: Task) -> Result:
        if asked.puzzle.rules.unlike:
            return solve(asked.puzzle, words, limits=LIMITS)
        return replace(dear, bound=1)  # a false proof

    found = several(search, task, 2, 1)
    assert found.stopped is StopReason.ERROR
    assert "internal error" in found.reason
    assert found.best is not None
    assert found.cost == found.bound == 0
    assert not found.proven


def test_a_share_without_a_grid_is_followed_by_the_rest_of_the_time() -> None:
    puzzle, words, shares = Puzzle(from_letters("AB"), Frame(2, 1)), Lexicon.of(("AB",)), []

    def search(asked: Task) -> Result:
        seconds = asked.limits.seconds
        shares.append(seconds)
        if len(shares) > 1:
            return solve(asked.puzzle, words, limits=1)
        stats, stopped = Stats(elapsed_s=seconds or 0.0), StopReason.TIME
        return Result(None, None, 0, Status.UNKNOWN, stats, stopped=stopped)

    found = several(search, Task(puzzle, words, Limits(seconds=8), 0, Observer()), 4, 1)
    assert (found.cost, shares[:2]) == (0, [2, 6])
    assert found.stats.elapsed_s >= found.history[-1].seconds >= 2


def test_fewer_when_there_are_no_more() -> None:
    puzzle, words = Puzzle(from_letters("ABC"), Frame(2, 1)), Lexicon.of(("AB", "AC"), "few")
    for apart, others in ((1, 1), (2, 0)):
        result = solve_many(puzzle, words, 5, cells_apart=apart, engine="prove")
        assert str(result.best) in words
        assert len(result.others) == others


@pytest.mark.slow
def test_hands_with_few_grids_give_all_of_them_once() -> None:
    class Listener(Observer):
        def on_notice(self, text: str) -> None:
            raise AssertionError(text)

    for number in range(12):
        rng = Random(number)
        tiles = from_letters(rng.choices("AB", k=rng.randint(1, 3)), rng.randint(0, 2))
        words = {"".join(rng.choices("AB", k=n)) for n in (2, 3, 3, 4)}
        puzzle, limits = Puzzle(tiles, Compact(), Rules(rng.random() < 0.8)), Limits(seconds=60)
        solve_many(puzzle, words, 4, engine="prove", limits=limits, observer=Listener(), threads=1)


def test_distances() -> None:
    one, other = Grid.parse("AB\nC."), Grid.parse("AC\nB.")
    assert cells_apart(one, other) == 0  # mirrored on the diagonal
    assert cells_apart(one, Grid.parse("aB\nCA")) == 1
    assert cells_apart(one, Grid.parse("AB")) == 4


def test_the_referee_and_its_twin_refuse_likeness() -> None:
    words = {"AB", "AC"}
    grid = Grid.parse("AB\nC.")
    for other, fine in (("AB\nC.", False), ("AC\nB.", False), ("BB\nC.", True)):
        rules = Rules(unlike=(Grid.parse(other),))
        puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2), rules)
        assert verify(puzzle, grid, words).valid is fine
        assert naive.is_valid(puzzle, grid, words) is fine


def test_solve_writes_several_grids_that_verify_reads(tmp_path: Path) -> None:
    file = tmp_path / "grids.txt"
    asked = ["solve", "--frame", "5x4", "--max-width", "300", "--count", "2", "--quiet"]
    result = CliRunner().invoke(main, [*asked, "--output", str(file)])
    assert result.exit_code == 0, result.output
    grids = read_grids(file)
    assert len(grids) == 2
    assert cells_apart(grids[0].grid, grids[1].grid) >= 10
    judged = CliRunner().invoke(main, ["verify", str(file)])
    assert judged.exit_code == 0, judged.output
    assert judged.output.count("valid") == 2


def test_the_last_seed_is_followed_by_the_first() -> None:
    result = solve_many(
        PUZZLE, load("fr"), 2, limits=Limits(seconds=None, max_width=20), seed=2**31 - 1
    )
    assert len(result.others) == 1


def test_of_a_cheaper_grid_than_the_first_nothing_is_said_that_was_proven_of_the_first() -> None:
    found = [
        Result(Grid(rows), cost, 1, Status.FEASIBLE, Stats(), proven=frozenset({Proven.WORST}))
        for rows, cost in ((("AB", ".."), 2), (("AB", "C."), 1))
    ]
    puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2))
    task = Task(puzzle, Lexicon.of(["AB", "AC"]), Limits(seconds=None), 0, Observer())
    result = several(lambda _: found.pop(0), task, 2, 1)
    assert (result.cost, result.status, result.proven) == (
        1,
        Status.OPTIMAL,
        frozenset({Proven.COST}),
    )


def test_what_a_later_search_cannot_do_does_not_lose_the_first_grid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []

    def only_the_first(puzzle: Puzzle, *_: object) -> None:
        if puzzle.rules.unlike:
            raise EngineError("no engine for this")

    class Listener(Observer):
        def on_notice(self, text: str) -> None:
            heard.append(text)

    puzzle = Puzzle(from_letters("ABCCEFILMNOQSUUV"), Frame(4, 4))
    monkeypatch.setattr(sys.modules["patience.solve"], "validate", only_the_first)
    limits = Limits(seconds=60, target=8)
    result = solve_many(puzzle, load("fr-basic"), 2, limits=limits, observer=Listener())
    assert result.best is not None
    assert any("no engine for this" in text for text in heard)
