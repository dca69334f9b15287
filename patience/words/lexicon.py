"""Lexicons: the words allowed in a grid, from a shipped list or a file, limited by conventions."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from itertools import compress
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from patience.errors import LexiconError, NoWordsError, unknown
from patience.game.alphabet import LATIN, Alphabet, languages
from patience.game.tiles import other_language
from patience.words import named
from patience.words.conventions import Conventions
from patience.words.reading import PLAIN, How, Read, read, read_scores
from patience.words.tags import Analysis, Filter, PerWord, TagTable
from patience.words.wordlist import Left, WordList, fold, in_words, parse, unpack

S = TypeVar("S")
T = TypeVar("T", bound=PerWord[Any])


# What applies where players have agreed on nothing.
_NONE = Conventions()


def _by_nothing(_word: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, init=False)
class Lexicon(Collection[str]):
    """A word list with its name and origin; ``Lexicon(words)`` takes words in any spelling.

    Attributes
    ----------
    name : str
        The name or path to load it by.
    words : WordList
        Words of two letters or more, as symbols of their alphabet.
    base : str
        The word list before filtering.
    filters : str
        A description of the filters; empty for the whole list.
    licence, source : str
        Licence and origin, if known.
    notes : tuple of str
        Assumptions made and lines skipped in word files, one sentence each.
    left_out_by : callable
        Tells the labels of the filters that leave out a word of the list, none for other words.
    read_scores : callable
        Returns the scores of words, which are read when they are wanted; none by default.
    """

    name: str
    words: WordList = field(default=WordList(b""), repr=False)
    base: str = ""
    filters: str = ""
    licence: str = ""
    source: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)
    left_out_by: Callable[[str], tuple[str, ...]] = field(
        default=_by_nothing, repr=False, compare=False
    )
    read_scores: Callable[[], Mapping[str, float]] = field(default=dict, repr=False, compare=False)

    def __init__(
        self,
        name: str | Iterable[str],
        words: WordList | None = None,
        **about: Any,
    ) -> None:
        if not isinstance(name, str):
            made = Lexicon.of(name)
            name, words, about = made.name, made.words, {"base": made.base, "notes": made.notes}
        given = {"name": name, **about} | ({} if words is None else {"words": words})
        for each in fields(self):
            object.__setattr__(self, each.name, given.pop(each.name, each.default))
        if given:
            raise TypeError(f"Lexicon: no field is called {', '.join(given)}")

    @classmethod
    def of(
        cls, words: Iterable[str], name: str = "given words", alphabet: Alphabet = LATIN
    ) -> Lexicon:
        """Build a lexicon from words in any spelling, for tiles of an alphabet.

        Raises
        ------
        NoWordsError
            If none of them is a word.
        """
        kept, left = parse(words, alphabet)
        if not kept:
            raise NoWordsError(f"{name}: none is a word; a word has two letters or more")
        return cls(name, kept, base=name, notes=(f"left out {in_words(left)}",) if left else ())

    @property
    def alphabet(self) -> Alphabet:
        """The tiles that spell the words."""
        return self.words.alphabet

    @property
    def sha256(self) -> str:
        """Hash of the words, separated by line ends."""
        return self.words.sha256

    def scores(self) -> Mapping[str, float]:
        """Return the scores of words; those of words that are left out may be among them.

        Raises
        ------
        LexiconError
            If there are none.
        """
        found = self.read_scores()
        if not found:
            raise LexiconError(
                f"lexicon {self.name} has no scores: give a file of words with scores, such as "
                "CHAT;50",
                "no-scores",
            )
        return found

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        """Tell whether a word is there, as people write it; capitals of tiles are symbols."""
        if word in self.words:
            return True
        if not isinstance(word, str) or (word.isupper() and self.alphabet.holds(word)):
            return False
        return self.alphabet.spelled(word) in self.words


class Leaves(NamedTuple):
    """Number of words that one filter, or all together, leave."""

    label: str
    total: int
    by_length: dict[int, int]

    @classmethod
    def of(cls, label: str, words: WordList) -> Leaves:
        """Count the words that are left."""
        return cls(label, len(words), words.by_length())


class Tier(NamedTuple):
    """A named combination of filters on a shipped list."""

    base: str
    conventions: Conventions
    description: str


TIERS = {
    f"fr-{name}": Tier("fr", agreed, f"{about} French: {agreed.describe()}")
    for name, about, agreed in (
        ("common", "everyday", Conventions(common=6, no_literary=True)),
        ("basic", "basic", Conventions(common=7, no_literary=True)),
    )
}


# Cached lexicons; each takes tens of megabytes.
_KEPT = 4

_lock = Lock()


@dataclass(frozen=True)
class _Hearer:
    """Hears how far a dictionary is read; all are equal, so that no cache tells them apart."""

    hear: Callable[[float], None] = field(default=lambda share: None, compare=False)


def load(
    name_or_path: str | Path,
    conventions: Conventions | None = None,
    how: How = PLAIN,
    on_progress: Callable[[float], None] | None = None,
) -> Lexicon:
    """Load a lexicon, limited by conventions.

    The last few lexicons are cached until their files change.

    Parameters
    ----------
    name_or_path : str or Path
        A name from :func:`available`, or a text file with one word per line, in any case, with or
        without accents, plain or gzipped. A Path is always a file.
    conventions : Conventions, optional
        Applied on top of those of a tier.
    how : How
        How to read a file, and the language whose tiles spell its words.
    on_progress : callable, optional
        Receives the share of a Hunspell dictionary that is unfolded, 0 to 1, now and then.

    Raises
    ------
    LexiconError
        If the lexicon does not exist, its file cannot be read, or it lacks the data for a
        convention.
    NoWordsError
        If the conventions leave no word.
    """
    with _lock:  # concurrent callers wait for a load in progress
        hearer = _Hearer() if on_progress is None else _Hearer(on_progress)
        agreed = conventions or _NONE
        state = _state(name_or_path, agreed)
        return _load(name_or_path, agreed, how, state, hearer)


@lru_cache(_KEPT)
def _load(
    name_or_path: str | Path,
    conventions: Conventions,
    how: How,
    _state: object,
    hearer: _Hearer,
) -> Lexicon:
    source = _open(name_or_path, how, hearer.hear)
    conventions.check_spelling(source.whole.alphabet)
    conditions = _conditions(source, conventions, how)
    whole = replace(
        source.whole,
        notes=(*source.whole.notes, *_notes(source, conventions, how.tiles)),
        left_out_by=partial(left_out_by, name_or_path, conventions, how),
    )
    if not any(conditions):
        return whole
    words = _select(source, conditions)
    if not words:
        raise NoWordsError(_diagnosis(source, conditions), "no-words-left")
    return replace(
        whole,
        name=source.name,
        words=words,
        filters=", ".join(
            filter(None, (each.describe() for each in (source.tier, how, conventions)))
        ),
    )


def _state(name_or_path: str | Path, conventions: Conventions = _NONE) -> object:
    """Return the cache key beside the name: files can change while the program runs."""
    name, folder = str(name_or_path), None
    if not isinstance(name_or_path, Path):
        name = TIERS[name].base if name in TIERS else name
        folder = named.folder_of(name)
    try:
        of_file = os.stat(folder / f"{name}.json" if folder else name)
        file = (of_file.st_dev, of_file.st_ino, of_file.st_size, of_file.st_mtime_ns)
    except (OSError, ValueError):  # loading will report it
        file = None
    return file, conventions.notes


def available() -> dict[str, str]:
    """Return the names of the lexicons, shipped and added, with one-line descriptions."""
    tiers = {name: tier.description for name, tier in TIERS.items()}
    return dict(sorted({**named.descriptions(), **tiers}.items()))


def lexicon_alphabet(name: str) -> Alphabet | None:
    """Return the alphabet of a named lexicon; None for a file, which has none of its own."""
    base = TIERS[name].base if name in TIERS else name
    folder = named.folder_of(base)
    return None if folder is None else named.list_alphabet(folder, base)


def everyday_of(name: str | Path) -> str | None:
    """Return the name of the everyday words of a lexicon; None if it has none."""
    common = f"{name}-common"
    return common if common in available() else None


def everyday(lexicon: Lexicon, also: Collection[str] = ()) -> Lexicon | None:
    """Return those words of a lexicon that people use every day; None if its list names none.

    Words of `also` stay if the lexicon has them.
    """
    name = everyday_of(lexicon.base)
    if name is None:
        return None
    words = set(lexicon.words).intersection((*load(name).words, *also))
    return replace(lexicon, words=WordList.of(words, lexicon.alphabet)) if words else None


def survey(
    name_or_path: str | Path, conventions: Conventions = _NONE, how: How = PLAIN
) -> tuple[Leaves, ...]:
    """Return the numbers of words that each filter alone leaves, and all filters together.

    The first row is the whole list, the last one (if there are two filters or more) all filters.
    The filters of a tier are included.
    """
    source = _open(name_or_path, how)
    conditions = _conditions(source, conventions, how)
    rows = [("the whole list", _Conditions([], [], [])), *_alone(conditions)]
    if len(rows) > 2:
        rows.append(("all together", conditions))
    return tuple(Leaves.of(label, _select(source, each)) for label, each in rows)


def left_out_by(
    name_or_path: str | Path, conventions: Conventions, how: How, word: str
) -> tuple[str, ...]:
    """Return the labels of the filters that leave out a word of a list, none for other words."""
    source = _open(name_or_path, how)
    if word not in source.whole:
        anyhow = replace(how, min_score=None)
        is_scored = how.min_score is not None and word in _open(name_or_path, anyhow).whole
        return (how.describe(),) if is_scored else ()
    conditions = _conditions(source, conventions, how)
    if word in _select(source, conditions):
        return ()
    alone = _alone(conditions)
    labels = tuple(label for label, each in alone if word not in _select(source, each))
    # No single analysis of the word meets all conditions, although each meets some.
    return labels or tuple(label for label, each in alone if each.grammar)


def themes(name_or_path: str | Path) -> dict[str, str]:
    """Return the subject codes of a lexicon with their meanings, where known.

    A plain word list has none.
    """
    if lexicon_alphabet(str(name_or_path)) is None:
        return {}
    source = _open(name_or_path)
    text = Path(__file__).with_name("themes.toml").read_text(encoding="utf-8")
    meanings = tomllib.loads(text)
    return {code: meanings.get(code, "") for code in _tags(source).themes} if source.folder else {}


def origins(name_or_path: str | Path, word: str) -> dict[tuple[str, ...], list[str]]:
    """Return why a lexicon has a word: kinds of the word, and the lemmas that it is a form of then.

    There are no lemmas where the word is its own. A word that the lexicon lacks has no origin, nor
    have the words of a plain list.
    """
    from patience.words.lemmas import LemmaTable  # noqa: PLC0415 (no search needs them)

    found: dict[tuple[str, ...], list[str]] = {}
    origins = shipped_data(name_or_path, word, LemmaTable, "lemmas")
    for each in sorted(origins, key=lambda origin: origin.rank):
        lemma = each.lemma(word)
        found.setdefault(each.kinds, []).extend([] if fold(lemma) == word else [lemma])
    return found


def shipped_data(
    name_or_path: str | Path, word: str, kind: type[PerWord[S]], what: str
) -> Iterator[S]:
    """Yield what a table that ships with a lexicon tells of a word; nothing of a plain list's.

    Parameters
    ----------
    name_or_path : str or Path
    word : str
    kind : type
        The table's class.
    what : str
        The table's name, the part of its file's name before ``.gz``.
    """
    words, table = shipped_table(name_or_path, kind, what)
    if table is not None and (place := words.place(word)) is not None:
        yield from table.of(place)


def shipped_table(name_or_path: str | Path, kind: type[T], what: str) -> tuple[WordList, T | None]:
    """Return the words of a whole list, and the table that ships with it; of a plain list none.

    The parameters are those of `shipped_data`.
    """
    if lexicon_alphabet(str(name_or_path)) is None:
        return WordList(b""), None
    folder, whole = (source := _open(name_or_path)).folder, source.whole
    return whole.words, _shipped(folder, whole.base, kind, what) if folder else None


class _Source(NamedTuple):
    """A whole word list, and the limits that its name implies."""

    name: str
    whole: Lexicon
    tier: Conventions
    folder: Path | None  # of its grammatical data; None for a plain word list


class _Conditions(NamedTuple):
    grammar: list[Filter[Analysis]]
    letters: list[Filter[str]]
    added: list[str]


def _open(
    name_or_path: str | Path,
    how: How = PLAIN,
    hear: Callable[[float], None] = _Hearer().hear,
) -> _Source:
    name = str(name_or_path)
    path = Path(name)
    if isinstance(name_or_path, str):
        if name in TIERS:
            base = _open(TIERS[name].base)
            return base._replace(name=name, tier=TIERS[name].conventions)
        folder = named.folder_of(name)
        if folder is not None:
            has_tags = (folder / f"{name}.tags.gz").is_file()
            words, about = named.words_of(folder, name), named.manifest(folder, name)
            known = {"licence": about["licence"], "source": about["source"]}
            whole = Lexicon(name, words, base=name, **known)
            return _Source(name, whole, Conventions(), folder if has_tags else None)
        if not (path.suffix or len(path.parts) > 1 or os.path.exists(name)):
            way = languages().get(name, {}).get("words", {}).get("how")
            if way:
                message = f"no lexicon is called {name!r} yet; to add one: {way}"
                raise LexiconError(message, "no-language", name=name, how=way)
            raise LexiconError(
                f"{unknown('lexicon', name, available())}, or give a word file; "
                "`patience lexicon add` keeps one under a name"
            )
    words, notes = _read(path, how, _state(path), _Hearer(hear))
    whole = Lexicon(
        name,
        words,
        base=name,
        filters=how.describe(),
        source="a file of words",
        notes=tuple(f"lexicon {name}: {note}" for note in notes),
        read_scores=partial(_scores, path, how, _state(path)),
    )
    return _Source(name, whole, Conventions(), None)


@lru_cache(_KEPT)
def _read(path: Path, how: How, _state: object, hearer: _Hearer) -> Read:
    return read(path, how, hearer.hear)


@lru_cache(1)
def _scores(path: Path, how: How, _state: object) -> dict[str, float]:
    return read_scores(path, how)


def _conditions(source: _Source, conventions: Conventions, how: How) -> _Conditions:
    """Collect the filters of tier and players, checked against the available data."""
    parts = (source.tier, conventions)
    grammar = [each for part in parts for each in part.filters()]
    if how.min_score is not None and source.folder is not None:
        raise LexiconError(
            f"lexicon {source.name} has no scores: drop --min-score, or limit it with --common",
            "no-scores",
        )
    if grammar and source.folder is None:
        raise LexiconError(
            f"lexicon {source.name} is a plain word list: it has no grammar, subjects or "
            f"frequencies to answer {grammar[0].label!r}; use a shipped lexicon for that",
            "no-grammar",
        )
    for code in sorted(code for part in parts for code in part.themes):
        known = _tags(source).themes
        if fold(code) not in map(fold, known):
            raise LexiconError(unknown("subject", code, known), "theme", value=code)
    letters = [each for part in parts for each in part.word_filters()]
    return _Conditions(grammar, letters, [word for part in parts for word in part.added()])


def _select(source: _Source, conditions: _Conditions) -> WordList:
    if not any(conditions):
        return source.whole.words
    words: Iterable[str] = source.whole.words
    if conditions.grammar:
        words = compress(words, _tags(source).select(conditions.grammar))
    for condition in conditions.letters:
        words = filter(condition.keeps, words)
    alphabet = source.whole.words.alphabet
    if conditions.added:
        return WordList.of([*words, *conditions.added], alphabet)
    return WordList.of_sorted(words, alphabet)


def _alone(conditions: _Conditions) -> list[tuple[str, _Conditions]]:
    """Return each filter alone, with its label."""
    grammar = [(each.label, _Conditions([each], [], [])) for each in conditions.grammar]
    letters = [(each.label, _Conditions([], [each], [])) for each in conditions.letters]
    added = [("words added", _Conditions([], [], conditions.added))] if conditions.added else []
    return grammar + letters + added


def _diagnosis(source: _Source, conditions: _Conditions) -> str:
    left = [(label, len(_select(source, each))) for label, each in _alone(conditions)]
    none = [label for label, count in left if not count]
    if none:
        return f"lexicon {source.name}: no word is left by {none[0]!r} alone; loosen or drop it"
    counts = ", ".join(f"{label!r} {count:,}" for label, count in left)
    return (
        f"lexicon {source.name}: no word is left by all filters together; drop one "
        f"(alone they leave: {counts})"
    )


def _notes(source: _Source, conventions: Conventions, tiles: Alphabet) -> Iterator[str]:
    """Yield what was skipped in lists of words, and what players may not know of the words.

    That is which words of `only` the lexicon lacks, and that it is of another language.
    """
    whole = source.whole
    if tiles == whole.alphabet and (note := other_language(tiles, source.name, whole.alphabet)):
        yield note
    yield from conventions.notes
    only = frozenset(conventions.only or ())
    missing = sorted(only.difference(whole)) if only else []
    if missing:
        left = {f"not in {whole.base}": Left.of(missing)}
        yield f"lexicon {whole.name}: left out {in_words(left)}"


def _tags(source: _Source) -> TagTable:
    assert source.folder is not None, "only shipped lexicons have grammatical data"
    table: TagTable = _shipped(source.folder, source.whole.base, TagTable, "tags")
    return table


@lru_cache(maxsize=4)
def _shipped(folder: Path, name: str, kind: type[T], what: str) -> T:
    table = kind.decode(unpack(folder / f"{name}.{what}.gz"))
    if len(table.of_word) != len(named.words_of(folder, name)):
        raise named.damaged(folder, name)
    return table
