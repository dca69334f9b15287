"""The referee's report as the page shows it while a grid is being laid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from patience.analysis.candidates import Candidates, Placement, candidates, words_here
from patience.analysis.wordtable import WordTable
from patience.game.grid import Cell, Grid, Run
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.game.tiles import ALPHABET
from patience.render.json import violations_json, words_json
from patience.words.lexicon import Lexicon

# How a run stands: a word; the beginning of one; a part of one; none that the lexicon has.
WORD, BEGINNING, PART, NONE = "word", "beginning", "part", "none"

# The words as arrays: some 100 MB each. A table of friends agrees on one or two lexicons.
_table = lru_cache(3)(WordTable)


def verdict(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Have the referee judge a grid, finished or not, and tell how each run stands."""
    report: Report = verify(puzzle, grid, lexicon)
    return {
        "valid": report.valid,
        "cost": report.cost,
        "runs": [
            {**said, "state": _state(run, grid, lexicon)}
            for said, run in zip(words_json(report.words), report.words, strict=True)
        ],
        "violations": violations_json(report),
        "repeated": list(report.repeated),
    }


def outlook_of_cells(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Return the letters that each cell can still take, and the cells where nothing fits."""
    found: Candidates = candidates(puzzle, grid, _table(lexicon.words))
    letters = np.array(list(ALPHABET))
    return {
        "letters": [["".join(letters[flags]) for flags in row] for row in found.letters],
        "dead": [list(cell) for cell in found.dead()],
    }


def other_words(
    puzzle: Puzzle, grid: Grid, lexicon: Lexicon, cell: Cell, *, across: bool
) -> list[dict[str, Any]]:
    """Return the words that could stand over a cell, the most hopeful first."""
    found: Sequence[Placement] = words_here(
        puzzle, grid, _table(lexicon.words), cell, across=across
    )
    words = words_json(each.word for each in found)
    return [{**said, "room": round(each.room, 2)} for said, each in zip(words, found, strict=True)]


def _state(run: Run, grid: Grid, lexicon: Lexicon) -> str:
    """Tell how a run stands, in favour of the player where it can still grow."""
    if run.text in lexicon:
        return WORD
    grows_before, grows_after = map(grid.is_open, run.ends)
    letters, text = run.text.encode(), lexicon.words.text  # each word before a line end
    if grows_after and (b"\n" + letters in text or text.startswith(letters)):
        return BEGINNING
    if (grows_after or grows_before) and letters in text:
        return PART
    return NONE
