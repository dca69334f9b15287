"""Why a word is in a lexicon: the lemma that each of its readings is a form of."""

from __future__ import annotations

from typing import Any, NamedTuple

from patience.words.tags import KINDS, LITERARY, PerWord
from patience.words.wordlist import fold

ORDER = (*KINDS, LITERARY)


def with_accents(plain: str, accents: str) -> str:
    """Return the spelling of plain letters with accents such as ``1â``, separated by spaces."""
    for accent in reversed(accents.split()):
        place, x = int(accent[:-1]), accent[-1]
        plain = plain[:place] + x + plain[place + len(fold(x)) :]
    return plain


class Origin(NamedTuple):
    """How a lemma gives a word, as an edit of the word, so that many words share one.

    Attributes
    ----------
    kinds : tuple of str
        What the word is then, in the order of `KINDS`.
    cut : int
        Letters to cut off the end of the word.
    add : str
        Letters to add to the rest.
    accents : str
        What replaces the letters at some places, such as ``1â``, separated by spaces.
    """

    kinds: tuple[str, ...]
    cut: int
    add: str
    accents: str

    @property
    def rank(self) -> tuple[int, ...]:
        """The place among the origins of a word: nouns come first."""
        return tuple(map(ORDER.index, self.kinds))

    def lemma(self, word: str) -> str:
        """Return the lemma in its own spelling."""
        return with_accents(word[: len(word) - self.cut].lower() + self.add, self.accents)


class LemmaTable(PerWord[Origin]):
    """The origins of every word of a lexicon."""

    @staticmethod
    def from_row(*row: Any) -> Origin:
        """Return the origin of a row."""
        kinds, *edit = row
        return Origin(tuple(kinds.split()), *edit)
