"""Conventions: what players agree on about the words of a lexicon."""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from typing import Any

from patience.errors import LexiconError, unknown
from patience.game.alphabet import Alphabet
from patience.words import tags
from patience.words.given import GivenWords
from patience.words.wordlist import MIN_LETTERS, fold

# The conventions that are lists of words.
WORD_LISTS = ("ban", "only", "also")


@dataclass(frozen=True)
class Conventions:
    """Limits on the vocabulary, all of which apply, and words beyond it.

    A word is kept if *one* of its analyses meets all conditions on grammar, subject, frequency
    and origin, and its letters meet the others.

    Parameters
    ----------
    no_conjugated : bool
        No conjugated verb forms; infinitives and participles stay.
    infinitives : bool
        Infinitives only.
    pos : set of str
        Only these parts of speech, from :data:`KINDS`.
    themes : set of str
        Only these subjects; the codes depend on the lexicon.
    common : int, optional
        Only words of this frequency decade or higher, 0 to 9.
    no_literary : bool
        No forms that are only passé simple or imperfect subjunctive.
    no_foreign : bool
        No words of foreign origin. The dictionary records etymology, not how foreign a word
        feels: WAGON and SKI are excluded too.
    min_length : int
        Least number of letters, at least 2.
    ban : GivenWords, or words in any spelling
        Words to exclude.
    only : GivenWords, or words in any spelling, optional
        Keep only these words, as far as the lexicon has them.
    also : GivenWords, or words in any spelling
        Words to add whatever the other limits say; `ban` alone goes before it.

    Raises
    ------
    LexiconError
        If a value is invalid, or `only` is combined with a condition on grammar, subject,
        frequency or origin.
    """

    no_conjugated: bool = False
    infinitives: bool = False
    pos: AbstractSet[str] = frozenset()
    themes: AbstractSet[str] = frozenset()
    common: int | None = None
    no_literary: bool = False
    no_foreign: bool = False
    min_length: int = MIN_LETTERS
    ban: Collection[str] = GivenWords()
    only: Collection[str] | None = None
    also: Collection[str] = GivenWords()

    def __post_init__(self) -> None:
        for name in ("pos", "themes"):
            given = getattr(self, name)
            texts = [given] if isinstance(given, str) else given
            codes = map(str.lower, map(str.strip, texts))
            object.__setattr__(self, name, frozenset(codes))
        for name in WORD_LISTS:
            words = getattr(self, name)
            if words is not None and not isinstance(words, GivenWords):
                texts = [words] if isinstance(words, str) else words
                object.__setattr__(self, name, GivenWords.of(texts))
        self._check()

    @property
    def notes(self) -> tuple[str, ...]:
        """Assumptions made and lines skipped in the word files of `WORD_LISTS`."""
        given = (getattr(self, name) for name in WORD_LISTS)
        return tuple(note for each in given if isinstance(each, GivenWords) for note in each.notes)

    def to_mapping(self) -> dict[str, bool | int | list[str]]:
        """Return the values that differ from the defaults, ready for TOML or JSON."""
        mapping: dict[str, bool | int | list[str]] = {}
        for name, value in self._said().items():
            match value:
                case GivenWords():
                    mapping[name] = value.written()
                case frozenset():
                    mapping[name] = sorted(value)
                case bool() | int():
                    mapping[name] = value
        return mapping

    def check_spelling(self, alphabet: Alphabet) -> None:
        """Raise if words given here are spelled with other tiles than those of a lexicon.

        Raises
        ------
        LexiconError
            It names both.
        """
        for words in (self.ban, self.only, self.also):
            if isinstance(words, GivenWords) and words and words.words.alphabet != alphabet:
                raise LexiconError(
                    "the words of 'ban', 'only' and 'also' are spelled with "
                    f"{words.words.alphabet.described}, the tiles or the lexicon with "
                    f"{alphabet.described}: give them the alphabet {alphabet.name or 'en'}"
                )

    def over(self, base: Conventions) -> Conventions:
        """Return `base`, overridden by the values here that differ from the defaults."""
        return replace(base, **self._said())

    def without_own_words(self) -> Conventions:
        """Return the conventions without the words that players add and bar."""
        return replace(self, ban=(), also=())

    def filters(self) -> list[tags.Filter[tags.Analysis]]:
        """Return the conditions on analyses; a word needs one analysis that meets all."""
        pos, themes = self.pos, {*map(fold, self.themes)}  # méd is med
        least = self.common or 0
        literary = "no passé simple, no imperfect subjunctive"
        tests: list[tuple[object, str, Callable[[tags.Analysis], object]]] = [
            (self.no_conjugated, "no conjugated verbs", lambda a: "conjugated" not in a.kinds),
            (self.infinitives, "infinitives only", lambda a: "infinitive" in a.kinds),
            (pos, f"only {_listed(pos)}", lambda a: a.kinds & pos),
            (themes, f"subject {_listed(self.themes)}", lambda a: themes & {*map(fold, a.themes)}),
            (self.common is not None, f"frequency {least} or more", lambda a: a.frequency >= least),
            (self.no_literary, literary, lambda a: tags.LITERARY not in a.kinds),
            (self.no_foreign, "no foreign origin", lambda a: a.origins <= tags.HOME_ORIGINS),
        ]
        return [tags.Filter(label, keeps) for wanted, label, keeps in tests if wanted]

    def word_filters(self) -> list[tags.Filter[str]]:
        """Return the conditions on the letters of words."""
        least, banned, only = self.min_length, frozenset(self.ban), frozenset(self.only or ())
        tests: list[tuple[object, str, Callable[[str], bool]]] = [
            (least > MIN_LETTERS, f"{least} letters or more", lambda word: len(word) >= least),
            (banned, f"without {_counted(banned)}", lambda word: word not in banned),
            (self.only is not None, f"only {_counted(only)}", only.__contains__),
        ]
        return [tags.Filter(label, keeps) for wanted, label, keeps in tests if wanted]

    def added(self) -> list[str]:
        """Return the words of `also` that `ban` does not exclude."""
        banned = frozenset(self.ban)
        return [word for word in self.also if word not in banned]

    def describe(self) -> str:
        """Return a description of the filters, empty if there are none."""
        labels = [each.label for each in self.filters()]
        labels += [each.label for each in self.word_filters()]
        labels += [f"with {_counted(self.also)}"] if self.also else []
        return ", ".join(labels)

    def _said(self) -> dict[str, Any]:
        """Return the values that differ from the defaults."""
        return {
            each.name: value
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }

    def _check(self) -> None:
        for code in sorted(self.pos - set(tags.KINDS)):
            meant = tags.KIND_SYNONYMS.get(fold(code))
            text = unknown("part of speech", code, tags.KINDS, meant)
            raise LexiconError(text, "value", key="pos", value=code)
        if self.common is not None and not 0 <= self.common <= tags.MAX_FREQUENCY:
            message = f"common: {self.common} is not between 0 and {tags.MAX_FREQUENCY}"
            raise LexiconError(message, "value", key="common", value=self.common)
        if self.min_length < MIN_LETTERS:
            message = f"min_length: {self.min_length} is less than {MIN_LETTERS}"
            raise LexiconError(message, "value", key="min-length", value=self.min_length)
        if self.only is not None and self.filters():
            labels = ", ".join(f.label for f in self.filters())
            raise LexiconError(
                f"'only' already lists the words: drop it, or drop {labels!r}", "only"
            )


def _listed(codes: AbstractSet[str]) -> str:
    return " or ".join(sorted(codes))


def _counted(words: Collection[str]) -> str:
    return f"{len(words):,} given word{'s' * (len(words) != 1)}"
