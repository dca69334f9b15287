"""Windows of boards, and that more room never hurts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patience
from patience import Board, Compact, Frame, Grid, Limits, Puzzle, Status, verify
from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.beam.windows import windows_of
from patience.engines.branching import regions
from patience.engines.rectangles import Upright
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, subproblem_of
from patience.errors import EngineError
from patience.game.alphabet import LATIN
from patience.game.grid import is_face_up
from patience.game.tiles import from_letters
from patience.words.lexicon import load
from tests import naive
from tests.engines.running import lexicon, refused
from tests.strategies import Case, cases

solve = partial(patience.solve, engine="beam", threads=1)
BY_WORK = Limits(seconds=None, max_width=2000)
BASIC = load("fr-basic")
HAND = from_letters("AAEEEILMNORSTU")


def board(rows: int, columns: int, laid: dict[tuple[int, int], str] | None = None) -> Board:
    """A board with open cells only, and some letters or closed cells."""
    cells = [["."] * columns for _ in range(rows)]
    for (row, column), letter in (laid or {}).items():
        cells[row][column] = letter
    return Board(Grid(tuple("".join(row) for row in cells)))


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """A board with closed cells, perhaps with letters of one row of it, and some tiles."""
    rows, columns = draw(st.integers(1, 45)), draw(st.integers(1, 45))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    closed = rng.random((rows, columns)) < draw(st.sampled_from((0, 0, 0.1, 0.5)))
    cells = np.where(closed, "#", ".")
    row, letters = rng.integers(rows), draw(st.integers(0, 3))
    cells[row, rng.integers(columns) :][:letters] = "A"
    cells[rng.integers(rows), rng.integers(columns)] = "."
    tiles = from_letters("A" * draw(st.integers(3, 90)))
    return Puzzle(tiles, Board(Grid(tuple("".join(line) for line in cells))))


@settings(max_examples=40)
@given(boards())
def test_windows_lie_on_the_board_and_have_its_letters(puzzle: Puzzle) -> None:
    assert isinstance(puzzle.goal, Board)
    layout = puzzle.goal.layout
    *windows, last = windows_of(puzzle)
    whole = subproblem_of(puzzle, layout.width, layout.height)
    is_open = next(iter(regions(whole)), whole).cells == CELL_OPEN
    inside = [
        is_open[top : top + height, left : left + width].sum()
        for (width, height), top, left in [*windows, last]
    ]
    for window in windows:
        (width, height), top, left = window
        assert 0 <= top <= layout.height - height
        assert 0 <= left <= layout.width - width
        assert min(width, height) <= MAX_COLUMNS
        assert all(window.covers(cell) for cell in layout.face_up())
    assert inside[-1] == max(inside)
    if min(layout.width, layout.height) <= MAX_COLUMNS:
        outside = [x for cell, x in layout.cells() if not last.covers(cell)]
        assert set(outside) <= {"#"}


@settings(max_examples=40)
@given(boards(), st.data())
def test_a_grid_in_a_window_is_a_grid_on_the_board(puzzle: Puzzle, data: st.DataObject) -> None:
    assert isinstance(puzzle.goal, Board)
    layout = puzzle.goal.layout
    for window in windows_of(puzzle):
        upright = Upright(puzzle, window)
        cells = upright.subproblem.cells
        letters = np.minimum(cells, CELL_FACE_DOWN).astype(np.uint8)
        letters[cells == CELL_OPEN] = data.draw(st.sampled_from((0, CELL_FACE_DOWN)))
        grid = upright.grid(np.where(cells == CELL_OPEN, letters, cells).astype(np.uint8).ravel())
        assert (grid.width, grid.height) == (layout.width, layout.height)
        assert grid.count("#") == layout.count("#")
        laid = {cell: x.upper() for cell, x in grid.cells() if is_face_up(x)}
        assert all(window.covers(cell) for cell in laid)
        assert Counter(laid.values()) == Counter(
            LATIN.symbols[k] for k in letters.ravel() if k < CELL_FACE_DOWN
        )


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
    """Windows that not all tiles fit into are filled at once, whatever the wider ones come to."""
    closed = np.random.default_rng(1).random((21, 21)) < 0.3
    goal = Board(Grid(tuple("".join("#" if x else "." for x in row) for row in closed)))
    double = patience.tile_set("A16B4C6D8E24F4G5H5I13J2K2L7M6N13O15P4Q2R13S10T15U7V3W4X2Y4Z2")
    limits = Limits(seconds=None, max_width=1000, target=60)
    result = solve(Puzzle(double, goal), load("fr"), limits=limits)
    assert result.cost is not None
    assert result.cost <= 60


def test_letters_too_far_apart_are_refused_in_a_sentence() -> None:
    puzzle = Puzzle(HAND, board(40, 40, {(0, 0): "A", (0, 1): "S", (39, 38): "O", (39, 39): "N"}))
    with pytest.raises(EngineError, match="letters"):
        solve(puzzle, BASIC, limits=BY_WORK)


def test_a_frame_and_a_board_with_few_cells_are_searched_as_a_whole() -> None:
    tiles = from_letters("A" * 63)
    for goal in (Frame(9, 7), board(7, 9), board(10, 10)):
        (whole,) = windows_of(Puzzle(tiles, goal))
        assert whole.rectangle.area == Puzzle(tiles, goal).longest_line * min(whole.rectangle)


@settings(max_examples=15)
@given(cases("board"), st.tuples(*[st.integers(0, 6)] * 4), st.sets(st.integers(0, 8)))
def test_open_cells_added_never_raise_the_cost(
    some: Case, margins: tuple[int, ...], opened: set[int]
) -> None:
    # Where no word may appear twice the search drops words for good, so no such promise holds.
    puzzle = replace(some.puzzle, rules=replace(some.puzzle.rules, distinct_words=False))
    assert isinstance(puzzle.goal, Board)
    if refused(puzzle, some.words):
        return
    few = solve(puzzle, lexicon(some), limits=BY_WORK)
    best = naive.best(puzzle, some.words)
    if best is None or few.cost != best[0]:
        return  # this much work does not reach the optimum

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
    assert more.cost <= few.cost


@pytest.mark.parametrize("within", [(3, 9), (3, 60), (60, 3), (2, 40), (5, 100), (120, 120)])
def test_a_compact_grid_is_found_within_sides_of_any_size(within: tuple[int, int]) -> None:
    puzzle = Puzzle(HAND, Compact(within))
    result = solve(puzzle, BASIC, limits=Limits(seconds=None, max_width=200))
    assert result.best is not None
    assert verify(puzzle, result.best, BASIC).valid


def test_a_table_that_holds_no_grid_is_proven_so() -> None:
    puzzle = Puzzle(from_letters("SASASASASASASASA"), Compact((2, 30)))
    result = solve(puzzle, patience.Lexicon.of(["SASASASA"]), limits=BY_WORK)
    assert (result.status, result.best) == (Status.INFEASIBLE, None)


def test_a_search_without_grid_says_how_far_it_came() -> None:
    puzzle = Puzzle(from_letters("EEEEAAAISSSTTRRNNLLUOMDPCVGFBHQXYZ"), Compact((6, 6)))
    result = solve(puzzle, BASIC, limits=Limits(seconds=None, max_width=20))
    assert result.best is None
    assert "of the 36 cells of 6x6" in result.reason
