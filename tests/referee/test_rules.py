from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from functools import cache
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.files.grids import read_grid
from patience.game.grid import Cell, Grid, Run
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules
from patience.question.catalogue import named, parse
from patience.referee import verify
from patience.referee.report import Report, Violation
from patience.words import lexicon
from tests import naive
from tests.strategies import GOALS, Case, case, cases, grids

GOLDEN = Path(__file__).parent.parent / "golden"
SHEET_FRAME = Puzzle(named("diamino-63"), Frame(9, 7))
SHEET_COMPACT = Puzzle(named("diamino-63"), Compact())
NOT_IN_A_DICTIONARY = {"DUNKERQUE", "IDA", "RIP"}


def golden(name: str) -> Grid:
    return read_grid(GOLDEN / name).grid


def words_of(grid: Grid) -> frozenset[str]:
    return frozenset(run.text for run in grid.runs())


def rules(report: Report) -> list[str]:
    return [violation.rule for violation in report.violations]


# ---- the rule sheet's own grids ----------------------------------------------------------------


@pytest.fixture(params=["examples", "shipped"])
def judge(request: pytest.FixtureRequest) -> frozenset[str] | lexicon.Lexicon:
    """Two judges: the words of the examples alone, and the shipped French list."""
    if request.param == "shipped":
        return lexicon.load("fr")
    grids = words_of(golden("example1.txt")) | words_of(golden("example2.txt"))
    return grids - NOT_IN_A_DICTIONARY


@pytest.mark.parametrize("name", ["example2.txt", "example2-tabs.txt"])
def test_the_sheets_frame_is_valid(name: str, judge: frozenset[str]) -> None:
    report = verify(SHEET_FRAME, golden(name), judge)
    assert report.valid
    assert report.violations == ()
    assert report.cost == 16
    assert report.jokers == ("I", "N")
    assert len(report.face_down) == 16
    assert "*" not in report.face_down
    assert len(report.words) == 16
    assert report.repeated == ()


@pytest.mark.parametrize("name", ["example1.txt", "example1-tabs.txt"])
def test_the_sheets_compact_grid_has_three_words_at_fault(name: str, judge: frozenset[str]) -> None:
    report = verify(SHEET_COMPACT, golden(name), judge)
    assert rules(report) == ["word"] * 3
    assert {v.message.split()[0] for v in report.violations} == NOT_IN_A_DICTIONARY
    assert report.cost == 108
    assert report.jokers == ("E", "E")
    assert report.face_down == ()
    assert len(report.words) == 19


def test_the_two_layouts_are_one_grid() -> None:
    assert golden("example1.txt") == golden("example1-tabs.txt")
    assert golden("example2.txt") == golden("example2-tabs.txt")


def test_a_message_names_word_and_place() -> None:
    first = verify(SHEET_COMPACT, golden("example1.txt"), frozenset({"NERF"})).violations[0]
    assert first.message == "DYNAMITER (across from row 1, column 1) is not in the lexicon"
    assert first.cells == tuple((0, c) for c in range(9))
    down = next(
        violation
        for violation in verify(SHEET_COMPACT, golden("example1.txt"), frozenset()).violations
        if violation.message.startswith("RIP")
    )
    assert down.message == "RIP (down from row 5, column 6) is not in the lexicon"


# ---- one puzzle a rule -------------------------------------------------------------------------

WORDS = frozenset(["AB", "AC", "BD", "CD", "ABC", "ADF", "CEH", "FGH", "ABE", "BA"])


def judged(
    rows: str, tiles: str, goal: Goal | None = None, start: str = "", **agreed: object
) -> Report:
    grid = Grid.parse(rows)
    puzzle = Puzzle(
        parse(tiles),
        goal or Frame(grid.width, grid.height),
        Rules(**agreed),  # type: ignore[arg-type]
        Grid.parse(start) if start else None,
    )
    report = verify(puzzle, grid, WORDS)
    assert set(rules(report)) == naive.faults(puzzle, grid, WORDS)
    return report


def only(report: Report) -> Violation:
    (violation,) = report.violations
    return violation


def test_a_valid_square() -> None:
    report = judged("ABC\nD.E\nFGH", "ABCDEFGHI")
    assert report.valid
    assert (report.cost, report.face_down, report.jokers) == (1, ("I",), ())
    assert [run.text for run in report.words] == ["ABC", "FGH", "ADF", "CEH"]


def test_word() -> None:
    violation = only(judged("AB\nE.", "ABCDE"))
    assert violation == Violation(
        "word", "AE (down from row 1, column 1) is not in the lexicon", (Cell(0, 0), Cell(1, 0))
    )


def test_lone_letter() -> None:
    report = judged("AB.\n..D", "ABCDEF", connected=False)
    assert only(report) == Violation(
        "lone-letter",
        "the letter D at row 2, column 3 stands alone: it is part of no word",
        (Cell(1, 2),),
    )


def test_connected_names_the_pieces() -> None:
    report = judged("ABC\n...\n.BD", "ABBCDEFGH")
    assert only(report) == Violation(
        "connected",
        "the crossword is in 2 pieces that do not touch: ABC; BD",
        (Cell(2, 1), Cell(2, 2)),
    )
    assert judged("ABC\n...\n.BD", "ABBCDEFGH", connected=False).valid


def test_pieces_that_touch_at_a_corner_are_not_connected() -> None:
    assert rules(judged("AB..\n..CD", "ABCDEFGH")) == ["connected"]


def test_connected_names_lone_letters_and_long_pieces_shortly() -> None:
    report = judged("ABC\nD.E\nFGH\n...\nB..", "ABBCDEFGHIJKLMN")
    assert rules(report) == ["lone-letter", "connected"]
    assert report.violations[1].message.endswith(
        "ABC, FGH, ADF, CEH; the lone B at row 5, column 1"
    )
    report = verify(SHEET_FRAME, Grid((*golden("example2.txt").rows[:-1], "Z.......N")), WORDS)
    connected = next(v for v in report.violations if v.rule == "connected")
    assert "THERMIDOR, ARA, USAGE, LIPPE and 8 more" in connected.message


@pytest.mark.parametrize(
    ("rows", "tiles", "jokers", "face_down", "message", "at"),
    [
        # None is marked: the excess is read as jokers.
        ("AB", "AC?", ("B",), ("C",), "", ()),
        ("AB", "C??", ("A", "B"), ("C",), "", ()),
        (
            "AB",
            "C?",
            ("A", "B"),
            ("C",),
            "run out: 2 jokers are needed (A, B), the set has 1",
            (0, 1),
        ),
        ("AB", "ACD", ("B",), ("C", "D"), "run out: 1 joker is needed (B), the set has none", (1,)),
        # Marked: taken as marked, whatever letters are left.
        ("Ab", "AB?", ("B",), ("B",), "", ()),
        ("Ab", "A??", ("B",), ("*",), "", ()),
        ("ab", "AB?", (), ("*",), "", ()),  # two tiles in lower case cannot be one joker
        ("ab", "AC??", ("A", "B"), ("A", "C"), "", ()),
        ("Ab", "ABC", ("B",), ("B", "C"), "1 joker is laid (B), the set has none", (1,)),
        (
            "Ab",
            "BC??",
            ("B",),
            ("B", "C", "*"),
            "1 A, the set has 0 (only lower case marks jokers)",
            (0,),
        ),
    ],
)
def test_tiles(
    rows: str,
    tiles: str,
    jokers: tuple[str, ...],
    face_down: tuple[str, ...],
    message: str,
    at: tuple[int, ...],
) -> None:
    report = judged(rows, tiles, Frame(2, 1))
    assert (report.jokers, report.face_down) == (jokers, face_down)
    if message:
        assert only(report).rule == "tiles"
        assert only(report).message.endswith(message)
        assert [cell.col for cell in only(report).cells] == list(at)
    else:
        assert report.valid


def test_distinct_words() -> None:
    rows, tiles = "AB.\nB..", "ABBCDE"
    allowed = judged(rows, tiles)
    assert allowed.valid
    assert allowed.repeated == ("AB",)
    violation = only(judged(rows, tiles, distinct_words=True))
    assert violation.rule == "distinct"
    assert violation.cells == ((0, 0), (0, 1), (1, 0))
    assert "AB stands there 2 times" in violation.message
    twice = judged("AB\n..\nCD\n..\nAB", "AABBCDEFGH", distinct_words=True, connected=False)
    assert only(twice).cells == ((0, 0), (0, 1), (4, 0), (4, 1))


def test_as_many_small_letters_as_jokers_are_jokers() -> None:
    assert judged("a.\nb.", "AB??").jokers == ("A", "B")
    assert judged("a.\nb.", "ABC?").jokers == ()


def test_only_the_marked_jokers_are_too_many_where_some_are_marked() -> None:
    report = judged("AB.\n...\nAb.", "AABCDEFGH", connected=False)
    assert only(report).cells == ((2, 1),)


def test_no_word() -> None:
    report = judged("...\n...", "ABCDEF")
    assert rules(report) == ["no-word"]
    assert report.cost is None


def test_a_frame_of_another_size() -> None:
    report = judged("AB\nC.", "ABCDEF", Frame(3, 2))
    assert only(report).message == "the grid is 2x2, the frame 3x2"
    assert report.cost is None


def test_a_frame_may_be_turned_unless_something_lay_there() -> None:
    assert judged("AB\nC.\n..", "ABCDEF", Frame(3, 2)).cost == 3
    assert rules(judged("AB\nC.\n..", "ABCDEF", Frame(3, 2), "A..\n...")) == ["size"]
    assert rules(judged("AB\nC.\n..", "ABC", Board(Grid(("...", "..."))))) == ["size"]
    assert rules(judged("AB\nC.\n..", "ABC", Compact((3, 1)))) == ["within"]
    assert verify(SHEET_FRAME, golden("example2.txt").transposed(), lexicon.load("fr")).valid


def test_closed_cells() -> None:
    board = Board(Grid(("..#", ".#.")))
    assert judged("AB#\nC#.", "ABC", board).valid
    report = judged("AB#\nCDA", "ABCDA", board)
    assert "D lies on the closed cell at row 2, column 2" in {v.message for v in report.violations}
    told: list[tuple[str, Goal, str, Cell]] = [
        ("AB.\nC#.", board, "'.' stands on the closed cell at row 1, column 3", Cell(0, 2)),
        ("AB#\nC##", board, "2, column 3 is marked closed: the board is open there", Cell(1, 2)),
        ("AB#\nC..", Frame(3, 2), "3 is marked closed: a frame has none", Cell(0, 2)),
        ("AB.\nC.#", Board(Grid(("...", "..."))), "closed: a board has none", Cell(1, 2)),
        ("AB#\nC..", Compact(), "closed: a compact has none", Cell(0, 2)),
    ]
    for rows, goal, message, cell in told:
        violation = only(judged(rows, "ABC" if goal != Frame(3, 2) else "ABCDEF", goal))
        assert (violation.rule, violation.cells) == ("closed", (cell,))
        assert violation.message.endswith(message)


def test_a_board_counts_the_tiles_left_over() -> None:
    report = judged("AB#\nC#.", "ABCDE?", Board(Grid(("..#", ".#."))))
    assert (report.cost, report.face_down) == (3, ("D", "E", "*"))


def test_compact_uses_all_tiles() -> None:
    assert judged("AB\nC.", "ABC", Compact()).cost == 4
    assert judged(".....\n..AB.\n..C..", "ABC", Compact()).cost == 4
    assert judged("AB\nC.", "AB?", Compact()).jokers == ("C",)
    violation = only(judged("AB\nC.", "ABCD?", Compact()))
    assert violation.rule == "all-tiles"
    assert violation.message.endswith("not laid: D, a joker")


def test_compact_keeps_within_the_table() -> None:
    assert judged("ABC", "ABC", Compact((3, 1))).valid
    assert only(judged("ABC", "ABC", Compact((2, 9)))).message == (
        "the crossword is 3x1, the table 2x9"
    )


def test_compact_shows_every_tile() -> None:
    violation = only(judged("AB.\nC.*", "ABC", Compact()))
    assert (violation.rule, violation.cells) == ("face-down", (Cell(1, 2),))
    assert violation.message.startswith("a tile lies face down at row 2, column 3:")
    assert judged("AB\nC*", "ABCD").valid


@pytest.mark.parametrize(
    ("rows", "start", "message"),
    [
        ("AB\nC.", "A.\n.*", ""),
        ("AB\nC.", "A.\n*.", "the tile at row 2, column 1 was to stay face down, C lies there"),
        ("AB\nC.", "A.\nB.", "B lay at row 2, column 1, the grid has C there"),
        ("AB\n..", "A.\nB.", "B lay at row 2, column 1, the grid has no letter there"),
        ("AB\nC.", "A.\nc.", ""),  # no joker is marked, so the start tells which it is
        ("Ab\nC.", "A.\nc.", "a joker as C lay at row 2, column 1, the grid has the letter tile C"),
        ("AB\nc.", "A.\nc.", ""),
        ("aB\nC.", "A.\nC.", ""),  # one A for another, or a joker for it
    ],
)
def test_fixed_cells(rows: str, start: str, message: str) -> None:
    report = judged(rows, "ABBCDE?", start=start)
    if message:
        assert only(report).rule == "fixed"
        assert only(report).message.startswith(message)
        [(row, column)] = only(report).cells
        assert f"row {row + 1}, column {column + 1}" in message
    else:
        assert report.valid


def test_a_pinned_joker_counts_in_a_grid_that_marks_none() -> None:
    assert judged("AB\nC.", "ABCD?", start="..\nc.").jokers == ("C",)
    assert rules(judged("AB\nC.", "ACDE?", start="..\nc.")) == ["tiles"]
    assert judged("AB\nB.", "ABBD?", start="..\nc.").jokers == ()


def test_a_compact_start_gives_the_rectangle() -> None:
    assert judged("AB.\nC..", "ABC", Compact(), "A..\n...").cost == 4
    wrong = only(judged("AB\nC.", "ABC", Compact(), "A..\n..."))
    assert wrong.message == "the grid is 2x2, the start 3x2"


def test_required_words() -> None:
    assert judged("AB\nC.", "ABCD", require=("AC",)).valid
    assert only(judged("AB\nC.", "ABCD", require=("BD", "AC"))).message == (
        "the required word BD is not in the grid"
    )


def test_faults_are_told_in_the_rule_sheets_order() -> None:
    report = judged("AC..\n....\n..BB", "ABCDEFGHIJKL", require=("BA",))
    assert rules(report) == ["word", "connected", "tiles", "require"]


# ---- the report --------------------------------------------------------------------------------


def test_crossings() -> None:
    graph = judged("ABC\nD.E\nFGH", "ABCDEFGHI").crossings()
    assert isinstance(graph, nx.Graph)
    across, down = Run("ABC", Cell(0, 0), True), Run("ADF", Cell(0, 0), False)
    assert graph.number_of_nodes() == 4
    assert graph.number_of_edges() == 4
    assert graph.edges[across, down]["cell"] == (0, 0)
    assert nx.is_connected(graph)


def test_crossings_of_the_sheets_frame() -> None:
    graph = verify(SHEET_FRAME, golden("example2.txt"), frozenset()).crossings()
    assert graph.number_of_nodes() == 16
    assert nx.is_connected(graph)
    for one, other, cell in graph.edges(data="cell"):
        assert cell in one.cells
        assert cell in other.cells


def test_reports_are_frozen() -> None:
    report = judged("AB", "AB")
    with pytest.raises(FrozenInstanceError):
        report.cost = 1  # type: ignore[misc]


# ---- the referee and its plain twin ------------------------------------------------------------


def agree(puzzle: Puzzle, grid: Grid, words: frozenset[str]) -> Report:
    report = verify(puzzle, grid, words)
    assert set(rules(report)) == naive.faults(puzzle, grid, words), (puzzle, grid)
    if report.valid:
        assert report.cost == naive.cost(puzzle, grid)
    return report


@cache
def answer(goal: str, seed: int) -> tuple[Case, Grid] | None:
    example = case(seed, goal)
    found = naive.best(example.puzzle, example.words)
    return (example, Grid(found[1])) if found else None


def changed(grid: Grid, cell: Cell, sign: str) -> Grid:
    rows = [list(row) for row in grid.rows]
    rows[cell.row][cell.col] = sign
    return Grid(tuple("".join(row) for row in rows))


@pytest.mark.parametrize("goal", GOALS)
def test_one_cell_changed_gets_the_same_verdict(goal: str) -> None:
    rng = Random(goal)
    verdicts = []
    for seed in range(40):
        found = answer(goal, seed)
        if found is None:
            continue
        example, grid = found
        assert agree(example.puzzle, grid, example.words).valid
        letters = sorted({x for word in example.words for x in word})
        for cell, _ in grid.cells():
            sign = rng.choice([*letters, rng.choice(letters).lower(), *".#*"])
            report = agree(example.puzzle, changed(grid, cell, sign), example.words)
            verdicts.append(report.valid)
    assert 0.02 < sum(verdicts) / len(verdicts) < 0.9


@given(st.data())
def test_one_cell_of_the_sheets_grids_changed(data: st.DataObject) -> None:
    puzzle, name = data.draw(
        st.sampled_from([(SHEET_FRAME, "example2.txt"), (SHEET_COMPACT, "example1.txt")])
    )
    grid = golden(name)
    cell = Cell(
        data.draw(st.integers(0, grid.height - 1)), data.draw(st.integers(0, grid.width - 1))
    )
    sign = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZaeinz.#*"))
    turn = data.draw(st.booleans())
    changed_grid = changed(grid, cell, sign)
    agree(puzzle, changed_grid.transposed() if turn else changed_grid, words_of(grid))


@given(cases(), st.data())
def test_any_grid_on_any_puzzle_gets_the_same_verdict(example: Case, data: st.DataObject) -> None:
    letters = "".join({x for word in example.words for x in word})
    grid = data.draw(grids(letters + letters.lower() + "...#*"))
    size = example.puzzle.size or (grid.width, grid.height)
    if data.draw(st.booleans()) and size <= (grid.width, grid.height):
        grid = Grid(tuple(row[: size[0]] for row in grid.rows[: size[1]]))
    agree(example.puzzle, grid, example.words)


@given(cases())
def test_the_brute_force_passes_the_referee(example: Case) -> None:
    found = naive.best(example.puzzle, example.words)
    if found:
        report = agree(example.puzzle, Grid(found[1]), example.words)
        assert report.valid
        assert report.cost == found[0]


def test_upper_case_says_the_same_as_marks_where_jokers_were_needed() -> None:
    for goal in GOALS:
        for seed in range(60):
            found = answer(goal, seed)
            if found:
                example, grid = found
                plain = Grid(tuple(row.upper() for row in grid.rows))
                marked, read = (verify(example.puzzle, g, example.words) for g in (grid, plain))
                assert replace(read, words=marked.words) == marked


def test_a_grid_may_differ_exactly_as_much_as_asked() -> None:
    for apart in range(4):
        rules = Rules(unlike=(Grid(("AB", "..")),), cells_apart=apart)
        puzzle = Puzzle(parse("ABCDEF"), Frame(2, 2), rules)
        report = verify(puzzle, Grid(("CD", "..")), lexicon.Lexicon.of(["AB", "CD"]))
        assert report.valid is (apart <= 2)


# ---- symmetric grids ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symmetry", "rows", "told"),
    [
        ("half-turn", ("AB", ".."), "2 cells without a letter have one when the grid is turned by"),
        ("half-turn", ("AB", "BA"), ""),
        ("mirror", ("AB", ".."), ""),
        (
            "mirror",
            ("A.", "B."),
            "2 cells without a letter have one when the grid is mirrored left",
        ),
        ("flip", ("AB", ".."), "2 cells without a letter have one when the grid is mirrored above"),
        ("flip", ("A.", "B."), ""),
        ("palindrome-grid", ("AB", "BA"), ""),
        ("palindrome-grid", ("AB", "AB"), "4 cells show something else when the grid is read back"),
        ("transpose", ("AB", "BA"), ""),
        ("transpose", ("AB", "A."), "2 cells show something else when rows and columns are ex"),
        ("none", ("AB", ".."), ""),
    ],
)
def test_how_a_grid_is_not_symmetric_is_told(
    symmetry: str, rows: tuple[str, str], told: str
) -> None:
    puzzle = Puzzle(parse("AABB"), Frame(2, 2), Rules(symmetry=symmetry))
    report = verify(puzzle, Grid(rows), {"AB", "BA", "AA", "BB"})
    found = [each for each in report.violations if each.rule == "symmetry"]
    assert [each.message[: len(told)] for each in found] == [told] * bool(told)
    assert all(len(each.cells) == int(told[0]) for each in found)
