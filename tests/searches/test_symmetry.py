"""Symmetric grids: the rule, and the search for grids that obey it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience import (
    Board,
    Compact,
    Frame,
    Grid,
    Lexicon,
    Limits,
    Puzzle,
    Rules,
    Status,
    solve,
    verify,
)
from patience.errors import PuzzleError
from patience.game.grid import OF_LETTERS, Cell, image
from patience.game.puzzle import SYMMETRIES
from patience.game.tiles import from_letters
from patience.question.catalogue import parse
from patience.question.hash import puzzle_sha256
from patience.words.lexicon import load
from tests import naive
from tests.cli.running import run
from tests.strategies import TINY, case

BLOCKS = ["half-turn", "mirror", "flip"]
CHOSEN = [*BLOCKS, "palindrome-grid", "transpose"]
LIMITS = Limits(seconds=60)
TILES = from_letters("AB" * 20, 25)


@st.composite
def drawn(draw: st.DrawFn) -> Grid:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.text("ABab..", min_size=width, max_size=width)
    return Grid(tuple(draw(st.lists(row, min_size=height, max_size=height))))


@given(grid=drawn(), symmetry=st.sampled_from([*SYMMETRIES]))
def test_the_referee_agrees_with_the_plain_rule(grid: Grid, symmetry: str) -> None:
    is_square = grid.width == grid.height
    side = min(grid.width, grid.height)
    sides = (side, side) if symmetry == "transpose" else (grid.width, grid.height)
    puzzle = Puzzle(TILES, Frame(*sides), Rules(symmetry=symmetry))
    report = verify(puzzle, grid, frozenset({"AB"}))
    assert {x.rule for x in report.violations} == naive.faults(puzzle, grid, {"AB"})
    broken = [x for x in report.violations if x.rule == "symmetry"]
    assert puzzle.rules.allow(grid) is not bool(broken)
    turned = verify(puzzle.transposed(), grid.transposed(), frozenset({"AB"}))
    assert {x.rule for x in turned.violations} == {x.rule for x in report.violations}
    if symmetry not in OF_LETTERS and is_square:
        assert all(grid[cell] == "." for each in broken for cell in each.cells)


@given(st.sampled_from([*SYMMETRIES]), st.integers(0, 4), st.integers(0, 3))
def test_an_image_of_an_image_is_the_cell(symmetry: str, column: int, row: int) -> None:
    there = image(Cell(row, column), 5, 4, symmetry)
    assert image(there, 5, 4, symmetry) == (row, column)


@pytest.mark.parametrize("engine", ["auto", "cpsat", "prove"])
@pytest.mark.parametrize("symmetry", CHOSEN)
@pytest.mark.parametrize("number", [1])
def test_engines_agree_with_brute_force(engine: str, symmetry: str, number: int) -> None:
    some = case(number, "frame", TINY)
    rules = Rules(some.puzzle.rules.connected, symmetry=symmetry)
    goal = Frame(3, 3) if symmetry == "transpose" else some.puzzle.goal
    missing = 9 - sum(some.puzzle.tiles.counts)
    tiles = replace(some.puzzle.tiles, jokers=max(some.puzzle.tiles.jokers, missing))
    some = replace(some, puzzle=Puzzle(tiles, goal, rules))
    best = naive.best(some.puzzle, some.words)
    lexicon = Lexicon.of(some.words)
    result = solve(some.puzzle, lexicon, engine=engine, limits=LIMITS, threads=2)
    assert result.cost == (best and best[0])
    if result.best is not None:
        assert result.status is Status.OPTIMAL
        assert result.history[-1].seconds <= round(result.stats.elapsed_s, 3)
        assert naive.is_valid(some.puzzle, result.best, some.words)


FR = load("fr")


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", BLOCKS)
def test_large_frames_are_filled_symmetrically(symmetry: str) -> None:
    puzzle = Puzzle(parse("any"), Frame(7, 6), Rules(symmetry=symmetry))
    result = solve(puzzle, FR, limits=Limits(seconds=None, max_width=20), threads=2)
    assert result.best is not None
    assert verify(puzzle, result.best, FR).valid
    assert result.report == verify(puzzle, result.best, FR)
    assert result.request is not None
    assert result.request.puzzle == puzzle
    assert [cost for _, cost in result.history][-1] == result.cost


@pytest.mark.slow
def test_blocks_that_leave_no_room_for_a_required_word_are_given_up() -> None:
    rules = Rules(symmetry="half-turn", require=("CORNEMUSE",))
    puzzle, limits = Puzzle(parse("any"), Frame(13, 3), rules), Limits(seconds=None, max_width=2)
    result = solve(puzzle, FR, limits=limits, threads=1)
    assert result.best is not None
    assert verify(puzzle, result.best, FR).valid


def backwards(grid: Grid) -> str:
    return "".join(grid.rows)[::-1].upper()


@pytest.mark.parametrize("tiles", ["any", "diamino-63"])
def test_a_palindrome_grid_is_its_own_reversal(tiles: str) -> None:
    puzzle = Puzzle(parse(tiles), Frame(6, 5), Rules(symmetry="palindrome-grid"))
    result = solve(puzzle, FR, limits=Limits(seconds=20, target=10), threads=2)
    assert result.best is not None
    assert verify(puzzle, result.best, FR).valid
    assert backwards(result.best) == "".join(result.best.rows).upper()
    assert all(run.text[::-1] in FR for run in result.best.runs())
    assert result.request is not None
    assert (result.request.lexicon_sha256, result.request.lexicon_words) == (FR.sha256, len(FR))


def test_what_has_no_symmetric_grid_is_named() -> None:
    rules = Rules(symmetry="palindrome-grid", require=("CHAT",))
    found = solve(Puzzle(parse("any"), Frame(5, 5), rules), FR)
    assert found.status is Status.INFEASIBLE
    assert "CHAT has it backwards too, and TAHC is no word" in found.reason
    alone = Puzzle(parse("any"), Frame(5, 5), Rules(symmetry="palindrome-grid"))
    assert solve(alone, ["CHAT"], limits=LIMITS).status is Status.INFEASIBLE
    rules = Rules(symmetry="transpose", distinct_words=True)
    found = solve(Puzzle(parse("any"), Frame(5, 5), rules), FR)
    assert "stands in a column too, and no word may appear twice" in found.reason


@pytest.mark.parametrize("symmetry", [*OF_LETTERS])
def test_limited_work_gives_the_same_grid(symmetry: str) -> None:
    puzzle = Puzzle(parse("diamino-63"), Frame(6, 6), Rules(symmetry=symmetry))
    limits = Limits(seconds=None, max_width=10, target=8)
    one, other = (solve(puzzle, FR, limits=limits, threads=n).best for n in (1, 2))
    assert one is not None
    assert one == other


@pytest.mark.slow
def test_what_lies_stays_and_closed_cells_have_images() -> None:
    start = Grid(("CHAT....", "........", "........", "........", "*......."))
    rules = Rules(symmetry="half-turn")
    puzzle = Puzzle(parse("any"), Frame(8, 5), rules, start)
    result = solve(puzzle, FR, limits=Limits(seconds=20, target=20), threads=2)
    assert result.best is not None
    assert verify(puzzle, result.best, FR).valid
    assert result.best[0, 7] == "."
    layout = Grid(("#.......", *["........"] * 4))
    board = Puzzle(parse("any"), Board(layout), rules)
    found = solve(board, FR, limits=Limits(seconds=20, target=20), threads=2)
    assert found.best is not None
    assert verify(board, found.best, FR).valid
    assert found.best[4, 7] == "."


def test_a_table_and_other_symmetries_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no blocks to lie symmetrically"):
        Puzzle(from_letters("AABB"), Compact(), Rules(symmetry="mirror"))
    with pytest.raises(PuzzleError, match="5x4: a grid that equals its transpose has as many"):
        Puzzle(TILES, Frame(5, 4), Rules(symmetry="transpose"))
    with pytest.raises(PuzzleError, match="symmetry 'round': there are none, half-turn"):
        Rules(symmetry="round")


def test_a_question_is_another_with_each_symmetry() -> None:
    puzzles = [Puzzle(TILES, Frame(4, 4), Rules(symmetry=x)) for x in SYMMETRIES]
    assert len(set(map(puzzle_sha256, puzzles))) == len(SYMMETRIES)


def test_the_command_keeps_the_rule_above_the_grid() -> None:
    flags = ["--frame", "5x5", "--tiles", "any", "--symmetry", "half-turn", "--max-width", "100"]
    done = run("solve", *flags)
    assert done.exit_code == 0
    assert "; symmetry: half-turn\n" in done.stdout
    assert run("verify", "-", stdin=done.stdout).exit_code == 0
    above = done.stdout.splitlines()[:-5]
    other = "\n".join([*above, "AB...", ".....", ".....", ".....", "....."])
    assert "symmetry: " in run("verify", "-", stdin=other).stdout
