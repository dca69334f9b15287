"""The referee's report and the candidates of a grid, in the page's form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from patience import records
from patience.analysis.badges import badges
from patience.analysis.candidates import Candidates, Placement, candidates, words_here
from patience.analysis.wordtable import WordTable
from patience.game.grid import Cell, Grid, Run
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.question.spec import Spec
from patience.render.json import violations_json, words_json
from patience.words.lexicon import TIERS, Lexicon, load, origins
from patience.words.wordlist import WordList

# States of a run: a word, the beginning of a word, part of a word, or none of these.
WORD, BEGINNING, PART, NONE = "word", "beginning", "part", "none"


# Word tables take some 100 MB each; the players of one server share one or two lexicons.
@lru_cache(3)
def _table(words: WordList) -> WordTable:
    return WordTable(words, words.alphabet)


def verdict(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Return the referee's report on a grid, finished or not, and the state of each run."""
    report: Report = verify(puzzle, grid, lexicon)
    return {
        "valid": report.valid,
        "cost": report.cost,
        "runs": [
            {**word, "text": run.text, "state": _state(run, grid, lexicon)}
            for word, run in zip(words_json(report.words), report.words, strict=True)
        ],
        "violations": violations_json(report),
        "repeated": list(report.repeated),
        "badges": _badges(puzzle, grid, lexicon) if report.valid else [],
    }


def _badges(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> list[str]:
    if not isinstance(puzzle.goal, Frame):
        return []
    everyday = f"{lexicon.base}-common"
    return badges(grid, load(everyday) if everyday in TIERS else None)


def outlook_of_cells(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Return the letters that each cell can still take, and the cells that can take none."""
    found: Candidates = candidates(puzzle, grid, _table(lexicon.words))
    letters = np.array(list(found.symbols))
    return {
        "letters": [["".join(letters[flags]) for flags in row] for row in found.letters],
        "dead": [list(cell) for cell in found.dead()],
    }


def other_words(
    puzzle: Puzzle, grid: Grid, lexicon: Lexicon, cell: Cell, *, across: bool
) -> list[dict[str, Any]]:
    """Return the words that could be laid through a cell, the most promising first."""
    found: Sequence[Placement] = words_here(
        puzzle, grid, _table(lexicon.words), cell, across=across
    )
    words = words_json(each.word for each in found)
    return [
        {**word, "text": each.word.text, "room": round(each.room, 2)}
        for word, each in zip(words, found, strict=True)
    ]


def best_known(asked: Spec) -> tuple[str | None, int | None]:
    """Return the name of a puzzle that ships, and its least cost in the records; else None.

    A record stands with words that the players add, and with words barred that it does not use.
    """
    found = records.of(replace(asked, conventions=asked.conventions.without_own_words()))
    if found is None:
        return None, None
    uses = {run.text for run in found.report.words}
    stands = found.valid and not uses.intersection(asked.conventions.ban)
    return found.name, found.cost if stands else None


def word(asked: Spec, lexicon: Lexicon, text: str) -> dict[str, Any]:
    """Return whether a word is in the list and may be laid, and what it is a form of.

    The list is that without the players' own words.
    """
    text = lexicon.alphabet.spelled(text)
    name, conventions, how = asked.vocabulary
    listed = load(name, conventions.without_own_words(), how)
    found = origins(name, text)
    return {
        "word": text,
        "listed": text in listed,
        "allowed": text in lexicon,
        "origins": [{"kinds": kinds, "lemmas": lemmas} for kinds, lemmas in found.items()],
    }


def _state(run: Run, grid: Grid, lexicon: Lexicon) -> str:
    """Return the state of a run; a run that can still grow gets the benefit of the doubt."""
    if run.text in lexicon:
        return WORD
    grows_before, grows_after = map(grid.is_open, run.ends)
    letters = lexicon.alphabet.encoded(run.text)
    text = lexicon.words.text  # each word precedes a line end
    if grows_after and (b"\n" + letters in text or text.startswith(letters)):
        return BEGINNING
    if (grows_after or grows_before) and letters in text:
        return PART
    return NONE
