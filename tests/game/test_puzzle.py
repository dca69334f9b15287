from __future__ import annotations

import pytest

from patience.errors import PuzzleError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, parse_size
from patience.game.tiles import TileSet
from patience.question.catalogue import named, parse
from tests.strategies import GOALS, case

FULL = named("diamino-63")


@pytest.mark.parametrize("text", ["200x201", "999999999x1"])
def test_sizes_beyond_any_table_are_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="no side may pass 200"):
        parse_size(text)


def test_a_frame_needs_a_tile_for_every_cell() -> None:
    assert Puzzle(FULL, Frame(9, 7)).size == (9, 7)
    with pytest.raises(PuzzleError, match=r"9x8 has 72 cells, .* only 63 tiles"):
        Puzzle(FULL, Frame(9, 8))


def test_a_board_needs_an_open_cell() -> None:
    with pytest.raises(PuzzleError, match="no open cell"):
        Board(Grid(("##", "##")))


@pytest.mark.parametrize(
    ("tiles", "goal", "start", "message"),
    [
        ("ABCDEF", Frame(3, 2), "AB", "the start is 2x1, the frame 3x2"),
        ("ABCDEF", Frame(3, 2), "AB\nCD\nEF", "the start is 2x3, the frame 3x2"),
        ("ABCDEF", Board(Grid(("..#",))), "AB", "the start is 2x1, the board 3x1"),
        ("ABCDEF", Board(Grid(("..#",))), "AB.", "disagrees with the board at row 1 column 3"),
        ("ABCDEF", Board(Grid(("..#",))), "A##", "disagrees with the board at row 1 column 2"),
        ("ABCDEF", Board(Grid(("A..",))), "B..", "disagrees with the board at row 1 column 1"),
        ("ABCDEF", Board(Grid(("A..",))), "*..", "disagrees with the board at row 1 column 1"),
        ("ABCDEF", Frame(3, 2), "AB#\n...", "only a board has those"),
        ("ABCDEF", Compact(), "AB#", "only a board has those"),
        ("ABCDEF", Compact(), "AB*", "no face-down tiles"),
        ("ABCDEF", Frame(3, 2), "AA.\n...", r"needs 1 jokers, the set has 0 \(1 A too many\)"),
        ("ABCDE?", Frame(3, 2), "AAA\n..C", "needs 2 jokers, the set has 1"),
        ("ABCDE?", Frame(3, 2), "AAb\n...", "row 1 column 1, row 1 column 2, row 1 column 3"),
        ("ABCDE?", Frame(3, 2), "GG.\n...", "2 G too many"),
    ],
)
def test_contradictions_are_refused(tiles: str, goal: Goal, start: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(parse(tiles), goal, start=Grid.parse(start))


def test_pins_of_the_board_overdraw_the_set_too() -> None:
    with pytest.raises(PuzzleError, match="1 Z too many"):
        Puzzle(parse("AB"), Board(Grid(("Z..",))))


def test_pins_are_the_board_with_the_start_laid_over_it() -> None:
    board = Board(Grid(("A..#", "....")))
    puzzle = Puzzle(parse("ABCDE"), board, start=Grid((".B.#", "..*.")))
    assert puzzle.fixed_cells == Grid(("AB.#", "..*."))
    assert Puzzle(parse("AB"), board).fixed_cells == board.layout
    assert Puzzle(FULL, Frame(9, 7)).fixed_cells is None


def test_lower_case_only_is_no_marking() -> None:
    assert Puzzle(parse("ABC"), Frame(3, 1), start=Grid(("ab.",))).start == Grid(("AB.",))
    assert Puzzle(parse("AB?"), Frame(3, 1), start=Grid(("a..",))).start == Grid(("a..",))
    assert Puzzle(parse("ABC"), Board(Grid(("ab#",)))).fixed_cells == Grid(("AB#",))


@pytest.mark.parametrize(
    ("tiles", "goal", "text", "cost"),
    [
        ("ABCDEF", Frame(3, 2), "AB.\nC..", 3),
        ("ABCDEF", Frame(3, 2), "AB*\nC..", 3),
        ("ABC", Compact(), "....\n.AB.\n.C..\n....", 4),
        ("ABCDEF?", Board(Grid(("...#", "...."))), "AB.#\nc...", 4),
    ],
)
def test_cost(tiles: str, goal: Goal, text: str, cost: int) -> None:
    assert Puzzle(parse(tiles), goal).cost(Grid.parse(text)) == cost


def test_size_and_name_of_each_goal() -> None:
    layout, tiles = Grid(("..#",)), parse("ABC")
    assert Puzzle(tiles, Board(layout)).size == (3, 1)
    assert Puzzle(tiles, Compact()).size is None
    assert Puzzle(tiles, Compact(), start=Grid(("A..", "..."))).size == (3, 2)
    names = [Puzzle(tiles, goal).goal_name for goal in (Frame(1, 2), Compact(), Board(layout))]
    assert names == ["frame", "compact", "board"]


@pytest.mark.parametrize("side", [0, -1, 201])
def test_absurd_sides_are_refused(side: int) -> None:
    for make in (lambda: Frame(side, 3), lambda: Frame(3, side), lambda: Compact((3, side))):
        with pytest.raises(PuzzleError):
            make()


@pytest.mark.parametrize("goal", GOALS)
def test_transposing_twice_changes_nothing(goal: str) -> None:
    for seed in range(50):
        puzzle = case(seed, goal).puzzle
        turned = puzzle.transposed()
        assert turned.transposed() == puzzle
        if puzzle.size is not None:
            assert turned.size == puzzle.size[::-1]


def test_a_frame_may_leave_tiles_in_the_box() -> None:
    assert isinstance(named("diamino-64"), TileSet)
    assert Puzzle(named("diamino-64"), Frame(9, 7)).cost(Grid(("." * 9,) * 7)) == 63
