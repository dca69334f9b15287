"""What a cell can still take, against lines and grids tried out one by one."""

from __future__ import annotations

from itertools import product

import pytest

from patience.analysis.candidates import candidates, possible_words
from patience.analysis.wordtable import WordTable
from patience.game.grid import Cell, Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import from_letters
from patience.question.catalogue import parse
from tests.naive import is_valid, runs_of
from tests.strategies import case

WORDS = ("AN", "ANE", "NE", "NU", "UNE", "ANNEE", "EN", "TU", "TUNE", "AU")


def completions(grid: Grid, letters: str) -> list[Grid]:
    """Return every grid that the letters, each as often as one likes, can make of a grid."""
    choices = [[*letters, "*"] if x == "." else [x] for _, x in grid.cells()]
    width = grid.width
    return [
        Grid(tuple("".join(cells[i : i + width]) for i in range(0, len(cells), width)))
        for cells in product(*choices)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A.", {1: "NU"}),
        ("A..", {1: "N", 2: "E"}),
        (".N.", {0: "AEU", 2: "EU"}),
        ("T...", {1: "U", 2: "N", 3: "E"}),
    ],
)
def test_a_single_line_is_exact(line: str, expected: dict[int, str]) -> None:
    """One row: a letter must be part of a word in it, and what stays open may be empty."""
    puzzle = Puzzle(parse("AAANNNEEEUUUTTT"), Frame(len(line), 1))
    grid = Grid((line,))
    found = candidates(puzzle, grid, WordTable(WORDS))
    tried = [
        g for g in completions(grid, "AENUT") if all(r in WORDS for r in runs_of(list(g.rows)))
    ]
    tried = [g for g in tried if is_valid(puzzle, g, WORDS)]
    for cell, x in grid.cells():
        if x == ".":
            letters = {g[cell] for g in tried if g[cell] != "*"}
            assert set(found.at(cell)) == letters, cell
            assert found.empty[cell] == any(g[cell] == "*" for g in tried)
            assert set(expected.get(cell.col, "")) <= letters


@pytest.mark.parametrize("seed", range(4))
def test_what_is_excluded_is_impossible(seed: int) -> None:
    """No grid that the rules allow shows a letter that was excluded."""
    puzzle = Puzzle(parse("AANNEUT?"), Frame(3, 2))
    words = sorted(case(seed, "frame").words | set(WORDS))
    words = [word for word in words if set(word) <= set("ANEUT")]
    start, letters = (
        (Grid(("A..", "...")), "AENUT"),
        (Grid(("...", ".N.")), "AENUT"),
        (Grid(("..T", "*..")), "AENUT"),
        (Grid(("...", "...")), "ANE"),
    )[seed % 4]
    found = candidates(puzzle, start, WordTable(words))
    possible = possible_words(puzzle, start, WordTable(words))
    assert possible <= set(words)
    for grid in completions(start, letters):
        if is_valid(puzzle, Grid(tuple(row.replace("*", ".") for row in grid.rows)), words):
            assert set(runs_of(list(grid.rows))) <= possible
            for cell, x in grid.cells():
                if x == "*":
                    assert found.empty[cell] or start[cell] == "*"
                else:
                    assert x in found.at(cell), (grid, cell)


def test_tiles_that_have_run_out_are_excluded_unless_a_devil_is_left() -> None:
    grid, words = Grid(("A.",)), WordTable(["AN", "AU"])
    tiles = from_letters("AN")
    assert candidates(Puzzle(tiles, Frame(2, 1)), grid, words).at((0, 1)) == "N"
    tiles = from_letters("AN", 1)
    assert candidates(Puzzle(tiles, Frame(2, 1)), grid, words).at((0, 1)) == "NU"


def test_a_letter_that_no_word_can_hold_is_dead() -> None:
    puzzle = Puzzle(parse("AANNEUTX"), Frame(3, 2))
    found = candidates(puzzle, Grid(("XT.", "...")), WordTable(WORDS))
    assert found.dead() == [Cell(0, 0), Cell(0, 1)]
    assert found.at((1, 2)) != ""  # the rest is looked at all the same
