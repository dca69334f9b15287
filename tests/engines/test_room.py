"""Boards and tables of any size, and that more room never hurts."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patience
from patience import Board, Compact, Grid, Limits, Puzzle, Status, verify
from patience.engines.rectangles import Upright
from patience.engines.subproblem import CELL_FACE_DOWN, subproblem_of
from patience.errors import EngineError
from patience.game.tiles import from_letters
from patience.words.lexicon import load
from tests.engines.running import BY_WORK, lexicon, optimum_by_work
from tests.strategies import Case, cases

solve = partial(patience.solve, threads=1)
beams = partial(solve, engine="beam")
BASIC = load("fr-basic")
HAND = from_letters("AAEEEILMNORSTU")


def board(rows: int, columns: int, laid: dict[tuple[int, int], str] | None = None) -> Board:
    """A board with open cells only, and some letters or closed cells."""
    cells = [["."] * columns for _ in range(rows)]
    for (row, column), letter in (laid or {}).items():
        cells[row][column] = letter
    return Board(Grid(tuple("".join(row) for row in cells)))


@pytest.mark.parametrize(
    "goal",
    [
        board(21, 21),
        board(40, 40),
        board(33, 40, {(30, 35): "N", (31, 35): "E", (4, 5): "#"}),
        board(5, 60),
        Board(Grid(("#" * 35, *(["#" + "." * 33 + "#"] * 33), "#" * 35))),
    ],
)
def test_all_tiles_are_laid_on_a_board_of_any_size(goal: Board) -> None:
    puzzle = Puzzle(HAND, goal)
    result = solve(puzzle, BASIC, limits=Limits(seconds=None, max_width=500))
    assert result.best is not None
    assert verify(puzzle, result.best, BASIC).valid
    assert (result.cost, result.status) == (0, Status.OPTIMAL)


def test_many_closed_cells_leave_no_search_without_a_grid_worth_having() -> None:
    closed = np.random.default_rng(1).random((21, 21)) < 0.3
    goal = Board(Grid(tuple("".join("#" if x else "." for x in row) for row in closed)))
    double = patience.tile_set("A16B4C6D8E24F4G5H5I13J2K2L7M6N13O15P4Q2R13S10T15U7V3W4X2Y4Z2")
    limits = Limits(seconds=None, max_width=1000, target=60)
    result = solve(Puzzle(double, goal), load("fr"), limits=limits)
    assert result.cost is not None
    assert result.cost <= 60


def test_a_board_too_broad_for_beams_is_refused_in_a_sentence() -> None:
    with pytest.raises(EngineError, match="30 columns on the shorter side"):
        beams(Puzzle(HAND, board(40, 30)), BASIC, limits=BY_WORK)


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_closed_margins_are_left_out(rows: int, columns: int, data: st.DataObject) -> None:
    top, left, bottom, right = (data.draw(st.integers(0, 3)) for _ in range(4))
    inner = ["#" * left + "." * columns + "#" * right] * rows
    width = left + columns + right
    layout = Grid(tuple(["#" * width] * top + inner + ["#" * width] * bottom))
    puzzle = Puzzle(from_letters("AB"), Board(layout))
    upright = Upright(puzzle, subproblem_of(puzzle, layout.width, layout.height))
    assert sorted(upright.subproblem.cells.shape) == sorted((rows, columns))
    empty = np.full(rows * columns, CELL_FACE_DOWN, np.uint8)
    assert upright.grid(empty) == layout


@settings(max_examples=5)
@given(cases("board"), st.tuples(*[st.integers(0, 6)] * 4), st.sets(st.integers(0, 8)))
def test_open_cells_added_never_raise_the_cost(
    some: Case, margins: tuple[int, ...], opened: set[int]
) -> None:
    found = optimum_by_work(some, solve)
    if found is None:
        return
    puzzle, cost, _ = found
    assert isinstance(puzzle.goal, Board)

    def larger(grid: Grid) -> Grid:
        top, bottom, left, right = margins
        text = [x for _, x in grid.cells()]
        text = ["." if x == "#" and i in opened else x for i, x in enumerate(text)]
        rows = ["".join(text[i : i + grid.width]) for i in range(0, len(text), grid.width)]
        width = left + grid.width + right
        inner = ["." * left + row + "." * right for row in rows]
        return Grid(tuple(["." * width] * top + inner + ["." * width] * bottom))

    start = puzzle.start and larger(puzzle.start)
    wide = Puzzle(puzzle.tiles, Board(larger(puzzle.goal.layout)), puzzle.rules, start)
    more = solve(wide, lexicon(some), limits=BY_WORK)
    assert more.cost is not None
    assert more.cost <= cost


@pytest.mark.parametrize("within", [(3, 9), (3, 60), (60, 3), (2, 40), (5, 100), (120, 120)])
def test_a_compact_grid_is_found_within_sides_of_any_size(within: tuple[int, int]) -> None:
    puzzle = Puzzle(HAND, Compact(within))
    result = beams(puzzle, BASIC, limits=Limits(seconds=None, max_width=200))
    assert result.best is not None
    assert verify(puzzle, result.best, BASIC).valid


def test_a_table_that_holds_no_grid_is_proven_so() -> None:
    puzzle = Puzzle(from_letters("SASASASASASASASA"), Compact((2, 30)))
    result = beams(puzzle, patience.Lexicon.of(["SASASASA"]), limits=BY_WORK)
    assert (result.status, result.best) == (Status.INFEASIBLE, None)


def test_a_search_without_grid_says_how_far_it_came() -> None:
    puzzle = Puzzle(from_letters("EEEEAAAISSSTTRRNNLLUOMDPCVGFBHQXYZ"), Compact((6, 6)))
    result = beams(puzzle, BASIC, limits=Limits(seconds=None, max_width=20))
    assert result.best is None
    assert "of the 36 cells of 6x6" in result.reason
