"""How people write the words of a lexicon, which knows them without accents."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from pathlib import Path

from patience.game.alphabet import faces
from patience.words.lemmas import with_accents
from patience.words.lexicon import shipped_data, shipped_table
from patience.words.tags import PerWord
from patience.words.wordlist import WordList


class AccentTable(PerWord[tuple[str, ...]]):
    """The spellings of every word of a lexicon for `with_accents`, the commonest first."""


def spelled_forms(word: str, name_or_path: str | Path = "fr") -> tuple[str, ...]:
    """Return how people write a word, the commonest first: COTE is côté, côte, coté, cote.

    There is none for a word that the lexicon lacks, or of a lexicon without this data: only `fr`
    and its tiers have it.
    """
    found = shipped_data(name_or_path, word, AccentTable, "accents")
    return tuple(with_accents(word.lower(), accents) for each in found for accents in each)


def shown(word: str, name_or_path: str | Path) -> str:
    """Return a word of tiles as texts show it: ``COTE (côté, côte, coté, cote)``, but ``CHAT``."""
    forms = spelled_forms(word, name_or_path)
    return faces(word) + (f" ({', '.join(forms)})" if forms not in {(), (word.lower(),)} else "")


def accents_of_words(words: WordList, name_or_path: str | Path) -> str:
    """Return the accents of some words of a lexicon for the page: a line for each, forms after "/".

    The text is empty if the lexicon has no such data.
    """
    whole, table = shipped_table(name_or_path, AccentTable, "accents")
    if table is None:
        return ""
    lines = ["/".join(table.analyses[n]) for (n,) in table.readings]
    places: Iterable[int] = table.of_word
    if words != whole:
        places = compress(places, map(frozenset(words).__contains__, whole))
    return "\n".join(map(lines.__getitem__, places))
