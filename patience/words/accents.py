"""How people write the words of a lexicon, which knows them without accents."""

from __future__ import annotations

from pathlib import Path

from patience.words.lemmas import with_accents
from patience.words.lexicon import shipped_data
from patience.words.tags import PerWord


class AccentTable(PerWord[tuple[str, ...]]):
    """The spellings of every word of a lexicon as `accents_of` gives them, the commonest first."""

    @staticmethod
    def row(analysis: tuple[str, ...]) -> tuple[str, ...]:
        """Return the spellings."""
        return analysis

    @staticmethod
    def from_row(*row: str) -> tuple[str, ...]:
        """Return the spellings of a row."""
        return row


def spelled_forms(word: str, name_or_path: str | Path = "fr") -> tuple[str, ...]:
    """Return how people write a word, the commonest first: COTE is côté, côte, coté, cote.

    There is none for a word that the lexicon lacks, or of a lexicon without this data: only `fr`
    and its tiers have it.
    """
    found = shipped_data(name_or_path, word, AccentTable, "accents")
    return tuple(with_accents(word.lower(), accents) for each in found for accents in each)
