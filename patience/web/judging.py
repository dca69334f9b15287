"""What cells can still take, records and words, in the page's form."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from patience import records
from patience.analysis.candidates import Candidates, candidates
from patience.analysis.wordtable import WordTable
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.question.spec import Spec
from patience.words.accents import spelled_forms
from patience.words.lexicon import Lexicon, load, origins
from patience.words.wordlist import WordList


# Word tables take some 100 MB each; the players of one server share one or two lexicons.
@lru_cache(3)
def _table(words: WordList) -> WordTable:
    return WordTable(words, words.alphabet)


def outlook_of_cells(puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Return the letters that each cell can still take, and the cells that can take none."""
    found: Candidates = candidates(puzzle, grid, _table(lexicon.words))
    letters = np.array(list(found.symbols))
    return {
        "letters": [["".join(letters[flags]) for flags in row] for row in found.letters],
        "dead": [list(cell) for cell in found.dead()],
    }


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
    """Return whether a word is in the list and may be laid, how people write it, and its origins.

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
        "forms": spelled_forms(text, name),
        "origins": [{"kinds": kinds, "lemmas": lemmas} for kinds, lemmas in found.items()],
    }
