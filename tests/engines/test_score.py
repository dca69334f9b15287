"""The tables of the score: those that are spared change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from patience import Grid, Lexicon, Limits, Rules, records, solve
from patience.engines.beam import variants
from patience.engines.beam.lines import LineWeights
from patience.engines.beam.pool import BeamPool, BeamTask
from patience.engines.beam.score import Score
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import weights
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.game.grid import is_face_up
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load

RECORD = records.read("gay-play-frame-9x7")
TILES = RECORD.puzzle.tiles
OPEN = np.full((9, 7), CELL_OPEN, np.int8)


def held(rows: range) -> Subproblem:
    """Return the best 9x7 grid with only some of its rows to fill, as it is searched: turned."""
    grid = RECORD.grid.transposed()
    letters = np.full(OPEN.shape, CELL_FACE_DOWN, np.uint8)
    for cell, x in grid.cells():
        if is_face_up(x):
            letters[cell] = LATIN.symbols.index(x.upper())
    held = np.ones(OPEN.shape, np.bool_)
    held[rows.start : rows.stop] = False
    blanks = int(np.count_nonzero(letters == CELL_FACE_DOWN))
    whole = Subproblem(OPEN, TILES.counts, TILES.jokers, blanks, connected=True)
    subproblem = whole.with_fixed(letters, held)
    assert subproblem is not None
    return subproblem


def refills(subproblem: Subproblem) -> set[bytes]:
    """Return all fillings there are."""
    pool = BeamPool(
        load("fr").words,
        max(subproblem.cells.shape),
        TILES.counts,
        TILES.jokers,
        [Variant(weights("frame"), weights("loose"))],
        threads=1,
    )
    try:
        found = pool.run_beam(BeamTask(subproblem, 50_000, 1, 100_000))
    finally:
        pool.close()
    assert found.complete
    return {letters.tobytes() for letters in found.letters}


@pytest.mark.parametrize(
    ("rows", "turned"), [(range(2), False), (range(4, 6), True), (range(7, 9), False)]
)
def test_lines_without_choice_need_no_tables(
    rows: range, *, turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = held(rows).transposed() if turned else held(rows)
    spared = refills(freed)

    def row(score: Any, row: int, col: int) -> LineWeights:
        line: LineWeights = score._lines.after(score._subproblem.cells[row, col:])
        return line

    def column(score: Any, row: int, col: int) -> LineWeights:
        line: LineWeights = score._lines.after(score._subproblem.cells[row:, col])
        return line

    monkeypatch.setattr(Score, "_row", row)
    monkeypatch.setattr(Score, "_column", column)
    assert spared == refills(freed)
    assert spared


def test_large_frames_have_weights_of_their_own() -> None:
    tiles = TileSet("many", (9,) * 26, 0)
    kinds = {
        size: variants.kind_of(Puzzle(tiles, Frame(*size)))
        for size in ((9, 7), (9, 9), (11, 9), (14, 9), (18, 13))
    }
    assert list(kinds.values()) == ["frame", "frame", "large", "large", "huge"]
    assert variants.kind_of(Puzzle(tiles, Compact())) == "compact"
    assert len({weights(kind) for kind in kinds.values()}) == 3


def test_rows_wholly_fixed_must_end_in_words() -> None:
    words = Lexicon.of(["NM", "NN", "NNN", "NUU"])
    start = Grid(("N.", "N.", "N."))
    puzzle = Puzzle(from_letters("NNNNNUUUU"), Frame(2, 3), Rules(require=("NUU",)), start)
    result = solve(puzzle, words, engine="beam", limits=Limits(seconds=300, max_width=100))
    assert result.best is None  # NUU can only lie beside NNN, and NU is no word


def test_rows_wholly_fixed_must_be_words_before_a_cell_without_letter() -> None:
    words = Lexicon.of(["NM", "NN", "NNN", "NUU", "NUM"])  # NU begins a word
    start = Grid(("N.*", "N.*", "N.*"))
    puzzle = Puzzle(from_letters("NNNNUUUUU"), Frame(3, 3), Rules(require=("NUU",)), start)
    result = solve(puzzle, words, engine="beam", limits=Limits(seconds=300, max_width=100))
    assert result.best is None
