"""The words of a question: conventions, and how word lists are read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from patience.errors import LexiconError, shown
from patience.game.alphabet import LATIN, Alphabet
from patience.question.fields import Filters
from patience.tables import checked
from patience.words.conventions import WORD_LISTS, Conventions
from patience.words.given import GivenWords
from patience.words.reading import How


def filters_of(table: Mapping[str, Any]) -> Filters:
    """Read a table ``[lexicon_filter]``.

    Raises
    ------
    LexiconError
        If a key is unknown or a value has the wrong type.
    """
    return checked(table, Filters, "[lexicon_filter]", LexiconError)


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
    how = How(filters.encoding, filters.column, filters.min_score, alphabet)
    named = ((each.name, getattr(filters, each.name)) for each in fields(Conventions))
    said: dict[str, Any] = {name: value for name, value in named if value is not None}
    for name in said.keys() & {"pos", "themes"}:
        said[name] = frozenset(_texts(name, said[name]))
    for name in said.keys() & set(WORD_LISTS):
        texts = [said[name]] if _is_file(said[name], folder) else _texts(name, said[name])
        said[name] = GivenWords.read(texts, folder, how)
    return Conventions(**said), how


def _is_file(value: str | list[str], folder: Path) -> bool:
    """Tell whether a text with commas is the name of one file."""
    return isinstance(value, str) and "," in value and os.path.isfile(folder / value)


def _texts(key: str, value: str | list[str]) -> list[str]:
    texts = value.split(",") if isinstance(value, str) else value
    if not all(map(str.strip, texts)):
        raise LexiconError(f"[lexicon_filter] {key}: {shown(value)} has an empty text: remove it")
    return [text.strip() for text in texts]
