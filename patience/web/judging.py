"""The referee's report as the page shows it while a grid is being laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from patience.analysis.candidates import Candidates, Placement, candidates, words_here
from patience.game.grid import BLANK, Cell, Grid, Run
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.game.tiles import ALPHABET
from patience.render.json import violations_json, words_json
from patience.web.vocabularies import Vocabulary

# How a run stands: a word; the beginning of one; a part of one; none that the lexicon has.
WORD, BEGINNING, PART, NONE = "word", "beginning", "part", "none"


def verdict(puzzle: Puzzle, grid: Grid, vocabulary: Vocabulary) -> dict[str, Any]:
    """Have the referee judge a grid, finished or not, and tell how each run stands."""
    report: Report = verify(puzzle, grid, vocabulary.lexicon)
    return {
        "valid": report.valid,
        "cost": report.cost,
        "runs": [
            {**said, "state": _state(run, grid, vocabulary)}
            for said, run in zip(words_json(report.words), report.words, strict=True)
        ],
        "violations": violations_json(report),
        "repeated": list(report.repeated),
    }


def outlook_of_cells(puzzle: Puzzle, grid: Grid, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the letters that each cell can still take, and the cells where nothing fits."""
    found: Candidates = candidates(puzzle, grid, vocabulary.table)
    letters = np.array(list(ALPHABET))
    return {
        "letters": [["".join(letters[flags]) for flags in row] for row in found.letters],
        "dead": [list(cell) for cell in found.dead()],
    }


def other_words(
    puzzle: Puzzle, grid: Grid, vocabulary: Vocabulary, cell: Cell, *, across: bool
) -> list[dict[str, Any]]:
    """Return the words that could stand over a cell, the most hopeful first."""
    found: Sequence[Placement] = words_here(puzzle, grid, vocabulary.table, cell, across=across)
    words = words_json(each.word for each in found)
    return [{**said, "room": round(each.room, 2)} for said, each in zip(words, found, strict=True)]


def _state(run: Run, grid: Grid, vocabulary: Vocabulary) -> str:
    """Tell how a run stands, in favour of the player where it can still grow."""
    if run.text in vocabulary.lexicon:
        return WORD
    step = (0, 1) if run.across else (1, 0)
    first, last = run.cells[0], run.cells[-1]
    grows_after = _is_open(grid, last.row + step[0], last.col + step[1])
    grows_before = _is_open(grid, first.row - step[0], first.col - step[1])
    if grows_after and f"\n{run.text}" in vocabulary.text:
        return BEGINNING
    if (grows_after or grows_before) and run.text in vocabulary.text:
        return PART
    return NONE


def _is_open(grid: Grid, row: int, col: int) -> bool:
    return 0 <= row < grid.height and 0 <= col < grid.width and grid[row, col] == BLANK
