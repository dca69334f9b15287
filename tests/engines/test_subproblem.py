"""Subproblems: what is left to fill, and the grid that a filling makes."""

from __future__ import annotations

import numpy as np

from patience.engines.subproblem import (
    CELL_CLOSED,
    CELL_FACE_DOWN,
    CELL_OPEN,
    Subproblem,
    blanks_allowed,
    subproblem_of,
)
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.game.tiles import from_letters

A, B, C = 0, 1, 2
NOTHING = CELL_FACE_DOWN


def counts(**letters: int) -> tuple[int, ...]:
    return tuple(letters.get(chr(65 + k), 0) for k in range(26))


def small() -> Subproblem:
    """Two rows of three: an A lies there as a joker, one cell is closed, one face down."""
    cells = np.array([[A, CELL_OPEN, CELL_CLOSED], [CELL_OPEN, CELL_FACE_DOWN, CELL_OPEN]], np.int8)
    return Subproblem(cells, counts(A=1, B=1), 1, 1, True, frozenset({(0, 0)}))


def test_cells_and_tiles_are_counted() -> None:
    assert (small().open_cells, small().tiles) == (3, 3)


def test_transposing_takes_cells_and_jokers_along() -> None:
    turned = small().transposed()
    assert turned.cells.tolist() == small().cells.T.tolist()
    assert turned.fixed_jokers == {(0, 0)}
    marked = Subproblem(small().cells, counts(), 0, 0, True, frozenset({(0, 1)}))
    assert marked.transposed().fixed_jokers == {(1, 0)}
    assert turned.transposed().cells.tolist() == small().cells.tolist()
    assert (turned.counts, turned.jokers, turned.max_blanks) == (counts(A=1, B=1), 1, 1)


def test_cropping_moves_cells_and_jokers() -> None:
    cells = np.arange(42, dtype=np.int8).reshape(6, 7)
    whole = Subproblem(cells, counts(A=9), 0, 0, True, frozenset({(2, 3)}))
    part = whole.cropped(1, 2, 2, 3)
    assert part.cells.tolist() == [[9, 10, 11], [16, 17, 18]]
    assert part.fixed_jokers == {(1, 1)}


def test_fixing_cells_takes_their_tiles() -> None:
    laid = np.array([[9, B, 9], [A, 9, NOTHING]], np.uint8)
    held = np.array([[True, True, True], [True, True, False]])
    rest = small().with_fixed(laid, held)
    assert rest is not None
    assert rest.cells.tolist() == [[A, B, CELL_CLOSED], [A, CELL_FACE_DOWN, CELL_OPEN]]
    assert (rest.counts, rest.jokers, rest.max_blanks) == (counts(), 1, 1)
    # A second A takes the joker, a blank one of those allowed.
    laid = np.array([[9, A, 9], [A, 9, NOTHING]], np.uint8)
    rest = small().with_fixed(laid, np.ones((2, 3), np.bool_))
    assert rest is not None
    assert (rest.counts, rest.jokers, rest.max_blanks) == (counts(B=1), 0, 0)
    assert rest.cells[1, 2] == CELL_FACE_DOWN


def test_fixing_more_than_there_is_leaves_nothing() -> None:
    everything = np.ones((2, 3), np.bool_)
    three = np.array([[9, A, 9], [A, 9, A]], np.uint8)
    assert small().with_fixed(three, everything) is None
    blanks = np.array([[9, NOTHING, 9], [NOTHING, 9, B]], np.uint8)
    assert small().with_fixed(blanks, everything) is None


def test_blanks_are_numbered_in_reading_order() -> None:
    rest = small().with_blanks((1,))
    assert rest is not None
    assert rest.cells.tolist() == [
        [A, CELL_FACE_DOWN, CELL_CLOSED],
        [CELL_OPEN, CELL_FACE_DOWN, CELL_OPEN],
    ]
    assert rest.max_blanks == 0
    assert small().with_blanks((1, 3)) is None
    two = small().with_max_blanks(2).with_blanks((1, 3))
    assert two is not None
    assert two.open_cells == 1


def test_a_grid_marks_jokers_where_letters_run_out() -> None:
    letters = np.array([A, A, NOTHING, A, NOTHING, B], np.uint8)
    assert small().grid(letters).rows == ("aA#", "a.B")
    plain = Subproblem(small().cells, counts(A=2, B=0), 1, 1, True)
    assert plain.grid(letters).rows == ("AA#", "A.b")


def test_the_subproblem_of_a_puzzle_takes_what_lies_there_from_its_tiles() -> None:
    tiles = from_letters("AAB", 2)
    puzzle = Puzzle(
        tiles,
        Board(Grid(("A#.", "..."))),
        Rules(connected=False),
        start=Grid(("A#A", ".*b")),
    )
    found = subproblem_of(puzzle, 3, 2)
    assert found.cells.tolist() == [[A, CELL_CLOSED, A], [CELL_OPEN, CELL_FACE_DOWN, B]]
    assert (found.counts, found.jokers, found.max_blanks) == (counts(B=1), 1, 1)
    assert found.fixed_jokers == {(1, 2)}
    assert not found.connected
    overdrawn = Puzzle(tiles, Frame(3, 1), start=Grid(("BB.",)))
    found = subproblem_of(overdrawn, 3, 1)
    assert found.fixed_jokers == {(0, 1)}
    assert (found.counts, found.jokers) == (counts(A=2), 1)
    bare = subproblem_of(Puzzle(tiles, Frame(2, 2)), 2, 2)
    assert (bare.max_blanks, bare.connected, bare.fixed_jokers) == (4, True, frozenset())


def test_blanks_allowed_go_by_the_goal() -> None:
    tiles = from_letters("AABBC", 1)
    frame = Puzzle(tiles, Frame(3, 2), start=Grid(("..*", "...")))
    assert blanks_allowed(frame, subproblem_of(frame, 3, 2), 3) == 2
    assert blanks_allowed(frame, subproblem_of(frame, 3, 2), 0) == -1
    board = Puzzle(tiles, Board(Grid(("...#", "...."))))
    assert blanks_allowed(board, subproblem_of(board, 4, 2), 0) == 1
    assert blanks_allowed(board, subproblem_of(board, 4, 2), 2) == 3
    compact = Puzzle(tiles, Compact())
    for cost in (0, 6, 99):
        assert blanks_allowed(compact, subproblem_of(compact, 4, 2), cost) == 2
