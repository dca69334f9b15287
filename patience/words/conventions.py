"""The conventions that players may agree on: which words of a lexicon they allow."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from patience.errors import LexiconError
from patience.words.tags import HOME_ORIGINS, KINDS, LITERARY, MAX_FREQUENCY, Analysis, Filter
from patience.words.wordlist import MIN_LETTERS, fold, is_word, read


class WordFilter(NamedTuple):
    """A named condition on a word's letters alone."""

    label: str
    keeps: Callable[[str], bool]


@dataclass(frozen=True)
class Conventions:
    """What the vocabulary is limited to; the filters combine.

    A word stays if *one* of its analyses meets all conditions on grammar, subject, frequency
    and origin, and its letters meet the others.

    Parameters
    ----------
    no_conjugated : bool
        No conjugated verb forms; infinitives and participles stay.
    infinitives : bool
        Infinitives only.
    pos : set of str
        Only these parts of speech, of :data:`KINDS`.
    themes : set of str
        Only these subjects; which codes exist depends on the lexicon.
    common : int, optional
        Only words of this frequency decade or a higher one, 0 to 9.
    no_literary : bool
        No forms that are nothing but passé simple or imperfect subjunctive.
    no_foreign : bool
        No words of foreign origin. The dictionary records etymology, not how foreign a word
        feels: WAGON and SKI go too.
    min_length : int
        Least number of letters, 2 or more.
    ban : set of str
        Words left out.
    only : set of str, optional
        Only these words, as far as the lexicon has them.

    Raises
    ------
    LexiconError
        If a value is impossible, or `only` meets a condition on grammar, subject, frequency
        or origin.
    """

    no_conjugated: bool = False
    infinitives: bool = False
    pos: AbstractSet[str] = frozenset()
    themes: AbstractSet[str] = frozenset()
    common: int | None = None
    no_literary: bool = False
    no_foreign: bool = False
    min_length: int = MIN_LETTERS
    ban: AbstractSet[str] = frozenset()
    only: AbstractSet[str] | None = None

    def __post_init__(self) -> None:
        for name in ("pos", "themes"):
            codes = frozenset(code.strip().lower() for code in getattr(self, name))
            object.__setattr__(self, name, codes)
        object.__setattr__(self, "ban", frozenset(map(fold, self.ban)))
        if self.only is not None:
            object.__setattr__(self, "only", frozenset(map(fold, self.only)))
        self._check()

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], folder: Path = Path()) -> Conventions:
        """Read the table ``[lexicon_filter]`` of an instance; its keys are the parameters.

        Parameters
        ----------
        mapping : mapping
            Sets may be lists or text with commas; `ban` and `only` take words and word files.
        folder : Path
            Where relative file names start.

        Raises
        ------
        LexiconError
            If a key is unknown or a value of the wrong kind.
        """
        values: dict[str, Any] = {}
        for key, value in mapping.items():
            if key not in _READERS:
                raise LexiconError(f"[lexicon_filter]: {unknown('key', key, _READERS)}")
            values[key] = _READERS[key](key, value, folder)
        return cls(**values)

    def to_mapping(self) -> dict[str, bool | int | list[str]]:
        """Return what differs from the defaults, ready for TOML or JSON."""
        mapping = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value != each.default:
                mapping[each.name] = sorted(value) if isinstance(value, frozenset) else value
        return mapping

    def filters(self) -> list[Filter]:
        """Return the conditions on an analysis, all of which one analysis has to meet."""
        found = []
        if self.no_conjugated:
            found.append(Filter("no conjugated verbs", lambda a: "conjugated" not in a.kinds))
        if self.infinitives:
            found.append(Filter("infinitives only", lambda a: "infinitive" in a.kinds))
        if self.pos:
            found.append(Filter(f"only {_listed(self.pos)}", lambda a: bool(a.kinds & self.pos)))
        if self.themes:
            found.append(Filter(f"theme {_listed(self.themes)}", _theme_test(self.themes)))
        if self.common is not None:
            least = self.common
            found.append(Filter(f"frequency {least} or more", lambda a: a.frequency >= least))
        if self.no_literary:
            label = "no passé simple, no imperfect subjunctive"
            found.append(Filter(label, lambda a: LITERARY not in a.kinds))
        if self.no_foreign:
            found.append(Filter("no foreign origin", lambda a: a.origins <= HOME_ORIGINS))
        return found

    def word_filters(self) -> list[WordFilter]:
        """Return the conditions on a word's letters."""
        found = []
        if self.min_length > MIN_LETTERS:
            label = f"{self.min_length} letters or more"
            found.append(WordFilter(label, lambda word: len(word) >= self.min_length))
        if self.ban:
            label = f"without {_counted(self.ban)}"
            found.append(WordFilter(label, lambda word: word not in self.ban))
        if self.only is not None:
            found.append(WordFilter(f"only {_counted(self.only)}", self.only.__contains__))
        return found

    def describe(self) -> str:
        """Return the filters in words, empty where there are none."""
        grammar = [each.label for each in self.filters()]
        return ", ".join(grammar + [each.label for each in self.word_filters()])

    def _check(self) -> None:
        for code in sorted(self.pos - set(KINDS)):
            raise LexiconError(unknown("part of speech", code, KINDS, _SAME_KIND.get(fold(code))))
        if self.common is not None and not 0 <= self.common <= MAX_FREQUENCY:
            raise LexiconError(f"common: {self.common} is not between 0 and {MAX_FREQUENCY}")
        if self.min_length < MIN_LETTERS:
            raise LexiconError(f"min_length: {self.min_length} is less than {MIN_LETTERS}")
        if self.only is not None and self.filters():
            labels = ", ".join(f.label for f in self.filters())
            raise LexiconError(f"'only' names the words itself: drop it, or drop {labels!r}")


# What dictionaries call a part of speech, in French or in full; without accents.
_SAME_KIND = {
    "NOM": "noun",
    "SUBSTANTIF": "noun",
    "ADJECTIF": "adj",
    "ADJECTIVE": "adj",
    "ADVERBE": "adv",
    "ADVERB": "adv",
    "VERBE": "verb",
    "PRONOM": "pron",
    "DETERMINANT": "det",
    "ARTICLE": "det",
    "NOMBRE": "num",
    "INFINITIF": "infinitive",
    "PARTICIPE": "participle",
    "CONJUGUE": "conjugated",
}


def unknown(what: str, code: str, known: Iterable[str], meant: str | None = None) -> str:
    """Say that a name does not exist, which one was probably meant and which there are."""
    names = list(known)
    near = [meant] if meant else difflib.get_close_matches(code, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"no {what} is called {code!r}{hint} (there are: {', '.join(names)})"


def _theme_test(themes: AbstractSet[str]) -> Callable[[Analysis], bool]:
    """Match codes without accents: ``med`` is ``méd``."""
    wanted = set(map(fold, themes))
    return lambda analysis: any(fold(theme) in wanted for theme in analysis.themes)


def _listed(codes: AbstractSet[str]) -> str:
    return " or ".join(sorted(codes))


def _counted(words: AbstractSet[str]) -> str:
    return f"{len(words)} given word{'s' * (len(words) != 1)}"


def _flag(key: str, value: object, _folder: Path) -> bool:
    if not isinstance(value, bool):
        raise LexiconError(f"[lexicon_filter] {key}: {value!r} is not true or false")
    return value


def _number(key: str, value: object, _folder: Path) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise LexiconError(f"[lexicon_filter] {key}: {value!r} is not a whole number")
    return value


def _texts(key: str, value: object) -> list[str]:
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple | set | frozenset):
        raise LexiconError(f"[lexicon_filter] {key}: {value!r} is not a list of texts")
    if not all(isinstance(item, str) and item.strip() for item in items):
        raise LexiconError(f"[lexicon_filter] {key}: {value!r} holds what is no text")
    return [item.strip() for item in items]


def _codes(key: str, value: object, _folder: Path) -> frozenset[str]:
    return frozenset(_texts(key, value))


def _words(key: str, value: object, folder: Path) -> frozenset[str]:
    """Take each item that spells a word as that word, any other as a file of words."""
    words: set[str] = set()
    for item in _texts(key, value):
        words.update([fold(item)] if is_word(fold(item)) else read(folder / item)[0])
    return frozenset(words)


_READERS: dict[str, Callable[[str, object, Path], object]] = {
    "no_conjugated": _flag,
    "infinitives": _flag,
    "pos": _codes,
    "themes": _codes,
    "common": _number,
    "no_literary": _flag,
    "no_foreign": _flag,
    "min_length": _number,
    "ban": _words,
    "only": _words,
}
