"""The vocabulary of a table ``[lexicon_filter]``, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from patience.errors import LexiconError
from patience.game.alphabet import alphabet_of
from patience.question.fields import Filters
from patience.question.resolve import vocabulary
from patience.tables import checked
from patience.words.conventions import Conventions
from patience.words.reading import How
from patience.words.wordlist import WordList


@lru_cache(4)
def word_set(words: WordList) -> frozenset[str]:
    """The words as a plain set, as the twin of the rules takes them."""
    return frozenset(words)


def words_file(folder: Path, data: bytes, name: str = "mine.txt") -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def vocabulary_of(table: Mapping[str, Any], folder: Path = Path()) -> tuple[Conventions, How]:
    filters = checked(table, Filters, "[lexicon_filter]", LexiconError)
    return vocabulary(filters, folder, alphabet_of(filters.alphabet))


def conventions_of(table: Mapping[str, Any], folder: Path = Path()) -> Conventions:
    return vocabulary_of(table, folder)[0]
