"""A question is resolved: its alphabet is found, and its texts become tiles, words and a goal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from patience.errors import LexiconError, PuzzleError, shown
from patience.game.alphabet import LATIN, Alphabet, alphabet_of, faces, narrow
from patience.game.grid import Grid
from patience.game.puzzle import GOALS, Board, Compact, Frame, Goal, parse_size
from patience.game.tiles import ANY, TileSet
from patience.question.catalogue import TILE_SETS, tile_set
from patience.question.fields import PREFERENCES, Filters, Question
from patience.question.spec import Spec
from patience.words.conventions import WORD_LISTS, Conventions
from patience.words.given import GivenWords
from patience.words.lexicon import lexicon_alphabet, load
from patience.words.reading import How
from patience.words.wordlist import fold, is_word


def alphabet_named(language: str | None, tiles: str | None, lexicon: str | None) -> Alphabet:
    """Return the alphabet of letters and words, as far as texts tell.

    It is that of a named language, set, or lexicon with tiles of its own; else A to Z.
    """
    if language is not None:
        return alphabet_of(language)
    if tiles is not None and tiles.strip().lower() in TILE_SETS:
        return TILE_SETS[tiles.strip().lower()][0].alphabet
    found = None if lexicon is None else lexicon_alphabet(lexicon)
    return LATIN if found is None or found.is_latin else found


def resolve(
    question: Question,
    folder: Path = Path(),
    board: Callable[[str, Alphabet], Grid] = Grid.parse,
    tiles_of: Callable[[str, Path, Alphabet], TileSet] = tile_set,
    spelled: Alphabet = LATIN,
) -> Spec:
    """Return what one source says of a puzzle.

    Parameters
    ----------
    question : Question
        A start in a file is left out.
    folder : Path
        Base of the names of sets and of word files.
    board : callable
        Returns the board for its text or file.
    tiles_of : callable
        Returns the tile set for its text or file; by default both.
    spelled : Alphabet
        That of words and cells if the question names neither tiles nor a language.

    Raises
    ------
    PatienceError
        If a value is invalid.
    """
    if question.place_all is not None:
        question = _placing(question, question.place_all, folder)
    alphabet = alphabet_named(question.lexicon_filter.alphabet, question.tiles, question.lexicon)
    if question.tiles is None and not alphabet.name:
        alphabet = spelled
    tiles = None if question.tiles is None else tiles_of(question.tiles, folder, alphabet)
    if tiles is not None and (tiles.alphabet.name or tiles.alphabet != alphabet):
        if question.lexicon_filter.alphabet is not None and tiles.alphabet != alphabet:
            raise PuzzleError(
                f"set {tiles.name} shows {tiles.alphabet.described}, not the alphabet "
                f"{question.lexicon_filter.alphabet}: leave out --alphabet, or take a set of that "
                "language, or letters",
                "value",
                key="alphabet",
                value=question.lexicon_filter.alphabet,
            )
        alphabet = tiles.alphabet  # that of a set, or that a file names
    if question.prefer not in (None, *PREFERENCES):
        text = f"prefer {question.prefer!r}: give {', '.join(PREFERENCES)}"
        raise PuzzleError(text, "value", key="prefer", value=question.prefer)
    rows = question.start.rows
    rules = question.rules
    if rules.require is not None:
        rules = replace(rules, require=_words(rules.require, alphabet))
    goal = _goal(question, alphabet, board)
    within = None if question.within is None else parse_size(question.within)
    conventions, how = vocabulary(question.lexicon_filter, folder, alphabet)
    return Spec(
        goal=goal,
        within=within,
        tiles=tiles,
        jokers=question.jokers,
        lexicon=question.lexicon,
        conventions=conventions,
        how=how,
        rules=rules,
        start=None if rows is None else Grid.parse("\n".join(rows), alphabet),
        prefer=question.prefer,
        title=None if question.title is None else " ".join(question.title.split()) or None,
        difficulty=question.difficulty,
        unique=question.unique,
    )


def vocabulary(
    filters: Filters, folder: Path = Path(), alphabet: Alphabet = LATIN
) -> tuple[Conventions, How]:
    """Return the conventions that filters state, and how they say word lists are read.

    Parameters
    ----------
    filters : Filters
    folder : Path
        Base of relative file names.
    alphabet : Alphabet
        The tiles that spell the words.

    Raises
    ------
    LexiconError
        If a value is invalid, or a file of words cannot be read.
    """
    how = How(filters.min_score, filters.encoding, filters.column, alphabet.name or None)
    named = ((each.name, getattr(filters, each.name)) for each in fields(Conventions))
    said: dict[str, Any] = {name: value for name, value in named if value is not None}
    for name in said.keys() & {"pos", "themes"}:
        said[name] = frozenset(_texts(name, said[name]))
    for name in said.keys() & set(WORD_LISTS):
        texts = [said[name]] if _is_file(said[name], folder) else _texts(name, said[name])
        said[name] = GivenWords.read(texts, folder, how)
    return Conventions(**said), how


def _goal(
    question: Question, alphabet: Alphabet, board: Callable[[str, Alphabet], Grid]
) -> Goal | None:
    """Return the goal; a frame's size or a board implies it, and only one is allowed."""
    implied = {"frame": question.frame, "board": question.board}
    named = {question.goal, *(name for name, value in implied.items() if value is not None)} - {
        None
    }
    if len(named) > 1:
        both = " and ".join(sorted(filter(None, named)))
        raise PuzzleError(f"{both}: a puzzle has one goal, keep one")
    match [*named]:
        case ["frame"]:
            if question.frame is None:
                raise PuzzleError("a frame needs its size, such as 9x7")
            return Frame(*parse_size(question.frame))
        case ["compact"]:
            return Compact()
        case ["board"]:
            if question.board is None:
                raise PuzzleError("a board needs its file: rows of '.' (open) and '#' (closed)")
            return Board(board(question.board, alphabet))
        case [str(name)]:
            there = ", ".join(GOALS)
            raise PuzzleError(f"goal {name!r}: there are {there}", "value", key="goal", value=name)
    return None


def _placing(question: Question, name: str, folder: Path) -> Question:
    """Return a question that asks for all words of a list, in the keys that say so one by one."""
    said = [x for x in ("frame", "goal", "board", "tiles", "lexicon") if getattr(question, x)]
    if said:
        raise PuzzleError(
            f"place_all already says goal, tiles and words: drop {' and '.join(said)}",
            "value",
            key="place-all",
            value=name,
        )
    path = str(folder / name)
    _, how = vocabulary(
        question.lexicon_filter, folder, alphabet_of(question.lexicon_filter.alphabet)
    )
    words = [faces(word) for word in load(path, how=how)]
    rules = replace(question.rules, require=words, distinct_words=True)
    return replace(
        question, place_all=None, goal="compact", tiles=ANY, lexicon=path, jokers=None, rules=rules
    )


def _words(texts: Iterable[str], alphabet: Alphabet) -> list[str]:
    """Fold texts into words, as symbols of an alphabet, or raise if one is not a word."""
    given = tuple(texts)
    folded = [fold(narrow(text), alphabet) for text in given]
    for text, word in zip(given, folded, strict=True):
        if not is_word(word, alphabet):
            raise PuzzleError(
                f"required word {text!r}: a word is two letters or more, {alphabet.described}",
                "no-word",
                word=text,
            )
    return folded


def _is_file(value: str | list[str], folder: Path) -> bool:
    """Tell whether a text with commas is the name of one file."""
    return isinstance(value, str) and "," in value and os.path.isfile(folder / value)


def _texts(key: str, value: str | list[str]) -> list[str]:
    texts = value.split(",") if isinstance(value, str) else value
    if not all(map(str.strip, texts)):
        raise LexiconError(f"[lexicon_filter] {key}: {shown(value)} has an empty text: remove it")
    return [text.strip() for text in texts]
