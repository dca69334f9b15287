"""Grammatical data of a lexicon: what is known of each word, and filters on it."""

from __future__ import annotations

import json
import sys
from abc import ABC
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, Self, TypeVar

from patience.words.wordlist import fold

# Parts of speech, then verb forms; an analysis may have several kinds.
KINDS = (
    *("noun", "adj", "adv", "verb", "pron", "det", "prep", "conj", "interj", "num"),
    *("infinitive", "participle", "conjugated"),
)
# Other names of a part of speech, abbreviated or in French; folded.
_SYNONYMS = {
    "noun": ("NOM", "NOMS", "SUBSTANTIF"),
    "adj": ("ADJECTIF", "ADJECTIVE"),
    "adv": ("ADVERBE", "ADVERB"),
    "verb": ("VERBE",),
    "pron": ("PRONOM", "PRONOUN"),
    "det": ("ARTICLE", "DETERMINANT", "DETERMINER"),
    "prep": ("PREPOSITION",),
    "conj": ("CONJONCTION", "CONJUNCTION"),
    "interj": ("INTERJECTION",),
    "num": ("NOMBRE", "NUMERAL", "NUMBER"),
    "infinitive": ("INFINITIF",),
    "participle": ("PARTICIPE",),
    "conjugated": ("CONJUGUE",),
}
KIND_SYNONYMS = {name: kind for kind, names in _SYNONYMS.items() for name in names}
# Added to "conjugated" if the form is only passé simple or imperfect subjunctive.
LITERARY = "literary"

MAX_FREQUENCY = 9

# Origins that do not count as foreign: the roots of French, languages spoken in France before
# it, and origins that the dictionary leaves in doubt.
HOME_ORIGINS = frozenset({"lat", "grec", "gre", "grec?", "fra", "oil", "vx", "occ", "celt", "?"})


class Analysis(NamedTuple):
    """One reading of a form: PORTE is a noun in one and a conjugated verb in another.

    Attributes
    ----------
    kinds : frozenset of str
        A subset of :data:`KINDS` and :data:`LITERARY`.
    themes : frozenset of str
        Subject codes of the dictionary, such as ``zool``.
    frequency : int
        Decade of the lemma's frequency, 0 (unattested) to 9.
    origins : frozenset of str
        Etymology codes of the dictionary, such as ``angl``.
    """

    kinds: frozenset[str]
    themes: frozenset[str]
    frequency: int
    origins: frozenset[str]


T = TypeVar("T")


class Filter(NamedTuple, Generic[T]):
    """A named condition, on an analysis or on the letters of a word."""

    label: str
    keeps: Callable[[T], object]


@dataclass(frozen=True, eq=False)
class PerWord(ABC, Generic[T]):
    """What is known of every word of a lexicon, without duplicates.

    Attributes
    ----------
    analyses : tuple
        The distinct analyses; a subclass gives their type, and their rows in a file if need be.
    readings : tuple of tuple of int
        The distinct sets of analyses of a word, as indices into `analyses`.
    of_word : array of int
        The index into `readings` of each word, in the lexicon's order.
    """

    analyses: tuple[T, ...]
    readings: tuple[tuple[int, ...], ...]
    of_word: array[int]

    @staticmethod
    def from_row(*row: Any) -> Any:
        """Return the analysis of a row."""
        return row

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Decode a line of JSON with both tables, then 16 bits per word, little-endian.

        ``scripts.data.build_lexicon`` writes them.
        """
        header, _, packed = data.partition(b"\n")
        tables = json.loads(header)
        analyses = tuple(cls.from_row(*row) for row in tables["analyses"])
        of_word = array("H", packed)
        if sys.byteorder == "big":
            of_word.byteswap()
        return cls(analyses, tuple(map(tuple, tables["readings"])), of_word)

    def of(self, place: int) -> Iterator[T]:
        """Yield the analyses of the word at a place of the lexicon."""
        return map(self.analyses.__getitem__, self.readings[self.of_word[place]])


class TagTable(PerWord[Analysis]):
    """The analyses of every word of a lexicon."""

    @staticmethod
    def from_row(*row: Any) -> Analysis:
        """Return the analysis of a row."""
        kinds, themes, frequency, origins = row
        kinds, themes, origins = (frozenset(text.split()) for text in (kinds, themes, origins))
        return Analysis(kinds, themes, frequency, origins)

    def select(self, filters: Sequence[Filter[Analysis]]) -> Iterator[bool]:
        """Tell for each word whether one of its analyses meets all filters."""
        fits = [all(f.keeps(analysis) for f in filters) for analysis in self.analyses]
        keeps = [any(fits[i] for i in reading) for reading in self.readings]
        return map(keeps.__getitem__, self.of_word)

    @cached_property
    def themes(self) -> tuple[str, ...]:
        """The theme codes in use, in dictionary order."""
        return tuple(sorted({theme for a in self.analyses for theme in a.themes}, key=fold))
