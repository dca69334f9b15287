"""Margins: beams that leave settled columns out find just what they find with them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from patience import Board, Grid, Limits, Puzzle, Rules, records
from patience.engines import dawg as word_graph
from patience.engines.beam.margins import no_margins, settled_margins
from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import weights
from patience.engines.dawg import MUST, ROOT
from patience.engines.subproblem import CELL_FACE_DOWN, Subproblem, letters_of, subproblem_of
from patience.game.tiles import from_letters
from patience.solve import solve
from patience.words.lexicon import load
from patience.words.wordlist import WordList
from tests import naive

WORDS = load("fr")
DAWG = word_graph.build(WordList.of(["AB", "ABA", "BAC", "CAB", "ACA"]), 5)
NODE = {x: 1 + k for k, x in enumerate("ABC")}


@cache
def grids() -> tuple[tuple[Puzzle, Grid], ...]:
    """Grids that are nearly full, half full, and in several pieces."""
    record = records.read("gay-play-frame-9x7")
    few = Puzzle(from_letters("AABDEEEEEFGIILMNNOOPRRSSTTUU"), Board(Grid(("........",) * 6)))
    apart = Puzzle(few.tiles, few.goal, Rules(connected=False))
    found = [(record.puzzle, record.grid)]
    for puzzle in (few, apart):
        grid = solve(puzzle, WORDS, engine="beam", limits=Limits(None, max_width=100)).best
        assert grid is not None
        found.append((puzzle, grid))
    return tuple(found)


@cache
def runner(number: int) -> BeamRunner:
    tiles = grids()[number][0].tiles
    variant = Variant(weights("strips"), weights("loose"))
    return BeamRunner(WORDS.words, 9, tiles.counts, tiles.jokers, [variant], threads=1)


def freed(puzzle: Puzzle, grid: Grid, columns: range, more: int) -> Subproblem:
    """Free some columns of a grid; that many more cells than before may stay blank."""
    letters = letters_of(grid)
    held = np.ones(letters.shape, np.bool_)
    held[:, columns.start : columns.stop] = False
    blanks = int((letters >= CELL_FACE_DOWN).sum()) + more
    whole = subproblem_of(puzzle, grid.width, grid.height).with_max_blanks(blanks)
    found = whole.with_fixed(letters, held)
    assert found is not None
    return found


@settings(max_examples=12)
@given(st.data())
def test_the_same_grids_are_found_without_the_margins(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 2))
    puzzle, grid = grids()[number]
    if data.draw(st.booleans()):
        puzzle, grid = puzzle.transposed(), grid.transposed()
    size = data.draw(st.integers(1, 2))
    first = data.draw(st.integers(0, grid.width - size))
    subproblem = freed(puzzle, grid, range(first, first + size), data.draw(st.integers(0, 2)))
    with_them, without = (
        runner(number).run_beam(BeamTask(subproblem, 10_000, 1, 10_000, True, settled))
        for settled in (False, True)
    )
    assume(with_them.complete and without.complete)
    assert with_them.total == without.total > 0
    one, other = ({x.tobytes() for x in each.letters} for each in (with_them, without))
    assert one == other
    words, whole = set(WORDS.words), subproblem_of(puzzle, grid.width, grid.height)
    for letters in without.letters[:20]:
        assert not naive.faults(puzzle, whole.grid(letters), words)


@pytest.mark.parametrize(
    ("rows", "freed_columns", "columns"),
    [
        ("ABXXBB/ABXXBB", range(2, 4), range(2, 4)),
        ("A.XXBB/ABXX.B", range(2, 4), range(2, 4)),
        ("..XX../..XX..", range(2, 4), range(2, 4)),  # no letter is no component
        ("ABXXBB/..XX../BAXXAA", range(2, 4), range(0, 6)),  # two on either side
        (".AXXBB/A.XXB./ABXXBB", range(2, 4), range(1, 4)),
        ("XXXXBB/XXXXBB", range(4), range(4)),
    ],
)
def test_margins_are_the_widest_that_are_one_component(
    rows: str, freed_columns: range, columns: range
) -> None:
    subproblem = of_rows(rows, freed_columns, connected=True)
    margins = settled_margins(subproblem, DAWG)
    assert margins.columns == columns
    letters = subproblem.cells < CELL_FACE_DOWN
    assert margins.left == letters[:, : columns.start].any()
    assert margins.right == letters[:, columns.stop :].any()
    assert settled_margins(of_rows(rows, freed_columns), DAWG).columns == freed_columns


def test_rows_begin_and_go_on_as_their_letters_say() -> None:
    rows = "AB...B/.A...A/.....A/.B..../.....C/BA...A"
    margins = settled_margins(of_rows(rows, range(2, 5)), DAWG)
    ab, ba = DAWG.after(NODE["A"], 1), DAWG.after(NODE["B"], 0)
    # The single A has a B above it; the single B has nothing, so its row must go on.
    assert margins.starts == (ab, NODE["A"], ROOT, NODE["B"] + MUST, ROOT, ba)
    assert margins.joins == (True, True, True, False, True, True)
    assert not any(margins.leans)
    lone = settled_margins(of_rows("A.....B/A......", range(2, 6)), DAWG)
    assert lone.leans == (True, False)


def test_nothing_is_left_out_where_a_row_begins_as_no_word_does() -> None:
    subproblem = of_rows("CC...", range(2, 5))
    assert settled_margins(subproblem, DAWG) == no_margins(subproblem)


def test_nothing_is_left_out_where_nothing_is_open() -> None:
    subproblem = of_rows("AB", range(0))
    assert settled_margins(subproblem, DAWG) == no_margins(subproblem)


def of_rows(rows: str, freed_columns: range, *, connected: bool = False) -> Subproblem:
    """Return the subproblem with the cells of some rows, parted by slashes; some columns open."""
    cells = letters_of(Grid(tuple(rows.split("/")))).astype(np.int8)
    cells[:, freed_columns.start : freed_columns.stop] = -1
    return Subproblem(cells, (4,) * 26, 0, cells.size, connected)
