"""All grids of a puzzle: as many as brute force finds, each once."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience import Compact, Frame, Grid, Lexicon, Limits, Puzzle, Rules, solve_all
from patience.errors import PatienceError, PuzzleError
from patience.files.grids import read_grids
from patience.game.puzzle import SYMMETRIES
from patience.game.tiles import from_letters
from patience.question.catalogue import parse
from patience.result import StopReason
from patience.words.lexicon import load
from tests import naive
from tests.cli.running import run
from tests.strategies import GOALS, TINY, Case, random_case

LIMITS = Limits(seconds=None)


def letters(grid: Grid, puzzle: Puzzle) -> tuple[str, ...]:
    is_free = isinstance(puzzle.goal, Compact) and puzzle.start is None
    rows = (grid.cropped() if is_free else grid).rows
    return tuple(re.sub(r"[^A-Z]", ".", row.upper()) for row in rows)


def drawn(rng: Random) -> Case:
    """Return a puzzle of any goal, with any rule, jokers and letters given."""
    goal = rng.choice(GOALS)
    some = random_case(rng, goal, TINY)
    if goal == "compact" or rng.random() < 0.5:
        return some
    try:
        rules = replace(some.puzzle.rules, symmetry=rng.choice([*SYMMETRIES]))
        return replace(some, puzzle=replace(some.puzzle, rules=rules))
    except PuzzleError:  # no square
        return some


def agrees(some: Case, more: int) -> bool:
    """Tell whether all grids are those of brute force, each once."""
    puzzle, at_most = some.puzzle, None
    if more:
        best = naive.best(puzzle, some.words)
        at_most = (0 if best is None else best[0]) + more
    try:
        grids = solve_all(puzzle, some.words, at_most=at_most, threads=1, limits=LIMITS)
    except PuzzleError:  # what is given already breaks a rule
        return naive.best(puzzle, some.words) is None
    found = [letters(grid, puzzle) for grid in grids]
    assert grids.is_complete
    assert grids.count == len(found)
    return sorted(found) == sorted(naive.every(puzzle, some.words, more))


@pytest.mark.slow
@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 0, 1, 2]))
def test_all_grids_are_those_of_brute_force(rng: Random, more: int) -> None:
    assert agrees(drawn(rng), more)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_grids_of_any_letters_are_those_of_brute_force(symmetry: str) -> None:
    words = frozenset(["AB", "BA", "ABB", "BAB", "AA"])
    puzzle = Puzzle(parse("any"), Frame(3, 3), Rules(symmetry=symmetry))
    assert agrees(Case(puzzle, words), 2)


def test_an_iterator_that_is_closed_ends_its_search() -> None:
    puzzle = Puzzle(parse("any"), Frame(6, 4))
    with solve_all(puzzle, load("fr-basic"), limits=LIMITS) as grids:
        some = [*islice(grids, 5)]
    assert len(set(some)) == grids.count == 5
    assert not grids.is_complete
    assert next(grids, None) is None
    stop = Event()
    with solve_all(puzzle, load("fr-basic"), limits=LIMITS, stop=stop) as grids:
        assert isinstance(next(grids), Grid)
        stop.set()
        assert len([*grids]) < 10**6
    assert grids.stopped is StopReason.INTERRUPT


def test_what_cannot_be_answered_is_named() -> None:
    grids = solve_all(Puzzle(from_letters("QQ"), Frame(2, 1)), Lexicon.of(["AB"]))
    assert [*grids] == []
    assert grids.is_complete
    assert "can spell no word" in grids.reason
    with pytest.raises(PatienceError, match="threads 0"):
        solve_all(Puzzle(from_letters("AB"), Frame(2, 1)), ["AB"], threads=0)


FLAGS = ["--frame", "3x2", "--tiles", "AAABBB", "--lexicon", "words.txt"]


@pytest.fixture
def folder(own_folder: Path) -> None:
    (own_folder / "words.txt").write_text("AB\nBA\nABB\nBAB\n")


@pytest.mark.usefixtures("folder")
def test_the_command_prints_each_grid_and_says_whether_these_are_all() -> None:
    done = run("solve", *FLAGS, "--all")
    assert done.exit_code == 0
    assert done.stdout.endswith("; all 10 grids\n")
    assert done.stderr.endswith("all 10 grids\n")
    Path("all.txt").write_text(done.stdout)
    grids = read_grids("all.txt")
    assert len({each.grid for each in grids}) == 10
    assert {each.header["cost"] for each in grids} == {"1"}
    assert run("verify", "all.txt").exit_code == 0
    more = run("solve", *FLAGS, "--all", "--at-most", "2", "--json")
    value = json.loads(more.stdout)
    assert {each["cost"] for each in value["stats"]["others"]} == {1, 2}
    words = "--compact", "--tiles", "AABB", "--lexicon", "words.txt", "--disconnected"
    assert run("solve", *words, "--all", "--at-most", "6", "--output", "c.txt").exit_code == 0
    for each in read_grids("c.txt"):
        assert each.header["size"] == f"{each.grid.width}x{each.grid.height}"
    none = run("solve", *FLAGS, "--all", "--at-most", "0")
    assert (none.exit_code, none.stdout) == (1, "; all 0 grids\n")
    assert "no grid costs 0 or less" in none.stderr
    none = run("solve", *FLAGS, "--all", "--at-most", "0", "--json")
    told = json.loads(none.stdout)
    assert (none.exit_code, told["grid"], told["bound"], told["status"]) == (1, None, 1, "unknown")
    none = run("solve", "--frame", "9x7", "--all", "--json", "--time-limit", "0.1")
    assert json.loads(none.stdout)["bound"] == 2
    assert "no grid so far; at least 2 must stay face down" in none.stderr
    flags = ["--frame", "6x6", "--tiles", "any", "--lexicon", "fr-basic", "--time-limit", "0.3"]
    cut = run("solve", *flags, "--all", "--quiet")
    assert cut.stdout.endswith(" so far\n")
    told = json.loads(run("solve", *flags, "--all", "--quiet", "--json").stdout)
    assert (told["status"], told["proven"]) == ("optimal", ["cost"])
    assert (told["stats"]["stopped"], told["history"][-1][1]) == ("time", told["cost"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--all", "--count", "3"], "--all and --count do not go together"),
        (["--all", "--engine", "beam"], "--all and --engine beam"),
        (["--all", "--target", "3"], "--all and --target"),
        (["--all", "--at-most", "-1"], "-1 is not in the range"),
        (["--all", "--format", "puz"], "--all and --format puz"),
        (["--at-most", "1"], "--at-most is a limit on --all"),
    ],
)
def test_what_does_not_go_with_all_grids_is_named(flags: list[str], said: str) -> None:
    done = run("solve", *FLAGS, *flags)
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.usefixtures("folder")
def test_whether_a_grid_is_the_only_one_is_proven() -> None:
    Path("start.txt").write_text("A.A\nB..\n")
    for flags, code, grids, said in (
        ([], 1, 2, "there are two grids or more"),
        (["--start", "start.txt"], 0, 1, "the only grid"),
        (["--at-most", "0"], 1, 0, "there is no grid"),
    ):
        done = run("prove", *FLAGS, "--unique", *flags)
        assert (done.exit_code, done.stderr.splitlines()[-1]) == (code, said)
        value = json.loads(run("prove", *FLAGS, "--unique", *flags, "--json").stdout)
        assert (value["unique"], len(value["grids"])) == (code == 0, grids)
    done = run("prove", *FLAGS, "--unique", "--state", "x")
    assert "--unique and --state do not go together" in done.stderr
