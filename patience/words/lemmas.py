"""Why a word is in a lexicon: the lemma that each of its readings is a form of."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple, Self

from patience.words.tags import KINDS, LITERARY, PerWord
from patience.words.wordlist import fold

_ORDER = (*KINDS, LITERARY)


def accents_of(spelling: str) -> str:
    """Return what a spelling has in place of plain letters: ``1â``, separated by spaces."""
    accents, place = [], 0
    for x in spelling:
        letters = fold(x)
        if letters != x.upper():
            accents.append(f"{place}{x}")
        place += len(letters)
    return " ".join(accents)


def with_accents(plain: str, accents: str) -> str:
    """Return the spelling of plain letters with the output of `accents_of`."""
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
        return tuple(map(_ORDER.index, self.kinds))

    @classmethod
    def of(cls, kinds: frozenset[str], lemma: str, word: str) -> Self:
        """Return the origin of a word."""
        plain = fold(lemma)
        pairs = zip(plain, word, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        ordered = tuple(sorted(kinds, key=_ORDER.index))
        return cls(ordered, len(word) - kept, plain[kept:].lower(), accents_of(lemma))

    def lemma(self, word: str) -> str:
        """Return the lemma in its own spelling."""
        return with_accents(word[: len(word) - self.cut].lower() + self.add, self.accents)


class LemmaTable(PerWord[Origin]):
    """The origins of every word of a lexicon."""

    @staticmethod
    def row(analysis: Origin) -> tuple[str | int, ...]:
        """Return the kinds as words separated by spaces."""
        return " ".join(analysis.kinds), *analysis[1:]

    @staticmethod
    def from_row(*row: Any) -> Origin:
        """Return the origin of a row."""
        kinds, *edit = row
        return Origin(tuple(kinds.split()), *edit)
