"""What was missed: better grids near a finished one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.analysis.missed import KEPT, _Windows, suggestions
from patience.game.grid import Grid, is_face_up
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.question.catalogue import named, parse
from patience.referee import verify
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import Lexicon, load
from tests.analysis.grids import CROSSWORD
from tests.naive import is_valid, runs_of

FRAME = Puzzle(named("diamino-63"), Frame(9, 7))
# A grid of seven face down, with a word and a letter taken away.
SPOILT = Grid(
    (
        "CHEVALETS",
        "HYPOGAME.",
        "ABOMINE.G",
        "BRUI.CUVe",
        "RIS.PATIO",
        "ODEUR..S.",
        "LARDON.e.",
    )
)


def fill(puzzle: Puzzle, words: Lexicon) -> Grid | None:
    limits = Limits(seconds=None, max_width=30)
    return solve(puzzle, words, engine="beam", limits=limits, threads=1).best


@pytest.mark.slow
def test_a_spoilt_grid_gets_better_ones_that_keep_most_of_it() -> None:
    lexicon = load("fr")
    assert verify(FRAME, SPOILT, lexicon).cost == 9
    found = suggestions(FRAME, SPOILT, lexicon, fill, goes_on=lambda: True)
    two = list(itertools.islice(found, 2))
    assert two[0].cost < 9
    for each in two:
        report = verify(FRAME, each.grid, lexicon)
        assert report.valid
        assert report.cost == each.cost
        up = SPOILT.face_up()
        stay = [cell for cell in up if each.grid[cell].upper() == up[cell].upper()]
        assert len(stay) >= KEPT * len(up)
        assert set(each.changed) == {
            cell
            for cell, x in SPOILT.cells()
            if (is_face_up(x) or is_face_up(each.grid[cell]))
            and x.upper() != each.grid[cell].upper()
        }
    assert two[1].cost < two[0].cost or len(two[1].changed) < len(two[0].changed)


@pytest.mark.slow
def test_a_crossword_gets_smaller_ones_on_the_same_table() -> None:
    lexicon = load("fr")
    puzzle = Puzzle(named("diamino-61"), Compact())
    table = Grid(("." * 12, *(f".{row}." for row in CROSSWORD.rows), "." * 12))

    found = suggestions(puzzle, table, lexicon, fill, goes_on=lambda: True)
    for each in itertools.islice(found, 2):
        report = verify(puzzle, each.grid, lexicon)
        assert report.valid
        assert report.cost == each.cost < 100
        assert each.grid.width == each.grid.height == 12
        up = table.face_up()
        stay = [cell for cell in up if each.grid[cell].upper() == up[cell].upper()]
        assert len(stay) >= KEPT * len(up)


def test_crosswords_end_when_all_openings_are_through() -> None:
    """No fill is found: each start is tried once."""
    puzzle = Puzzle(parse("ANNNEEUUT"), Compact())
    mine = Grid(("ANE.", "N..U", "TUNE"))
    words = Lexicon.of(["AN", "ANE", "ANT", "UE", "TUNE", "UNE", "NE", "EN"])
    tried = []

    def none(opened: Puzzle, _words: Lexicon) -> Grid | None:
        tried.append(opened.fixed_cells)
        return None

    assert not list(suggestions(puzzle, mine, words, none, goes_on=lambda: True))
    assert len(tried) == len(set(tried)) > 0
    assert all(start is not None and start.width + start.height == 6 for start in tried)


WORDS = Lexicon.of(["AN", "ANE", "NE", "UNE", "NU", "EN", "TU", "TUNE", "AU", "TE", "US", "SA"])
SMALL = Puzzle(parse("AANNEEUUTTSS"), Frame(3, 3))
MINE = Grid(("ANE", "N..", "E.."))


@given(st.text("AENUt.*#", min_size=9, max_size=9), st.sets(st.integers(0, 8), max_size=4))
@settings(max_examples=60)
def test_a_fill_of_a_window_has_no_words_but_those_given(start: str, opened: set[int]) -> None:
    cells = ["." if i in opened else x.replace(".", "*") for i, x in enumerate(start)]
    given_words = _Windows(Random(0), WORDS).words(grid_of(cells))
    assert set(given_words) <= set(WORDS)
    for filled in itertools.product(*("AENTU*" if x == "." else x for x in cells)):
        runs = runs_of(list(grid_of(filled).rows))
        assert not all(run in WORDS for run in runs) or {*runs} <= {*given_words}


def grid_of(cells: Sequence[str]) -> Grid:
    return Grid(tuple("".join(cells[i : i + 3]) for i in (0, 3, 6)))


def test_words_for_a_window_fit_its_letters() -> None:
    starts = {
        "TU..": {"TU", "TUNE"},
        "*AN.": {"AN", "ANE"},
        "T..E": {"NE", "TE", "TU", "TUNE"},
        ".#US": {"US"},
    }
    for row, words in starts.items():
        assert set(_Windows(Random(0), WORDS).words(Grid((row,)))) == words


def test_the_search_ends_when_all_windows_are_through() -> None:
    found = list(suggestions(SMALL, MINE, WORDS, fill, goes_on=lambda: True))
    for each in found:
        assert is_valid(SMALL, each.grid, WORDS)
        assert each.cost < SMALL.cost(MINE)


@pytest.mark.parametrize(
    "wrong", [None, MINE, Grid(("ANE", "NXX", "EXX")), Grid(("TUN", "UUU", "NUN"))]
)
def test_what_the_referee_refuses_or_is_no_better_is_not_suggested(wrong: Grid | None) -> None:
    tried = []

    def bad(puzzle: Puzzle, words: Lexicon) -> Grid | None:
        tried.append(words)
        return wrong

    assert list(suggestions(SMALL, MINE, WORDS, bad, goes_on=lambda: True)) == []
    assert tried
    assert list(suggestions(SMALL, MINE, WORDS, bad, goes_on=lambda: False)) == []


def test_a_board_keeps_its_printed_letters() -> None:
    board = Puzzle(parse("AANNEEUUTTSS"), Board(Grid(("A..", ".#.", "..."))))
    mine = Grid(("AN.", ".#.", "..."))
    starts = []

    def look(puzzle: Puzzle, words: Lexicon) -> Grid | None:
        assert puzzle.fixed_cells is not None
        starts.append(puzzle.fixed_cells)
        return fill(puzzle, words)

    for each in suggestions(board, mine, WORDS, look, goes_on=lambda: True):
        assert verify(board, each.grid, WORDS).valid
    assert starts
    assert {start.rows[0][0] + start.rows[1][1] for start in starts} == {"A#"}
