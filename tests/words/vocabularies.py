"""The vocabulary of a table ``[lexicon_filter]``, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from patience.game.alphabet import alphabet_of
from patience.question.resolve import filters_of, vocabulary
from patience.words.conventions import Conventions
from patience.words.reading import How


def words_file(folder: Path, data: bytes, name: str = "mine.txt") -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def vocabulary_of(table: Mapping[str, Any], folder: Path = Path()) -> tuple[Conventions, How]:
    filters = filters_of(table)
    return vocabulary(filters, folder, alphabet_of(filters.alphabet))


def conventions_of(table: Mapping[str, Any], folder: Path = Path()) -> Conventions:
    return vocabulary_of(table, folder)[0]
