"""Word lists by name: those that ship with the program, and those that a user has added."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from patience.errors import LexiconError
from patience.game import alphabet
from patience.shipped import data_dir
from patience.words.wordlist import WordList, unpack

# What a list may be called; file names have limits.
NAME = re.compile(r"(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*")

# What is always recorded of a list, beside the hash of its words.
_TEXTS = ("description", "licence", "source")

# Bytes of a list that are read at once.
_READ = 1 << 20


def added_folder() -> Path:
    """Return the folder of the lists that the user has added; it need not exist."""
    return user_data_path("patience", appauthor=False) / "lexicons"


def folder_of(name: str) -> Path | None:
    """Return the folder of a named list, or None if there is no such list."""
    for folder in (data_dir("lexicons"), added_folder()):
        if NAME.fullmatch(name) and (folder / f"{name}.json").is_file():
            return folder
    return None


def descriptions() -> dict[str, str]:
    """Return all names with one-line descriptions; a shipped list hides an added one.

    Raises
    ------
    LexiconError
        If the description of a list cannot be read.
    """
    return {
        path.stem: manifest(folder, path.stem)["description"]
        for folder in (added_folder(), data_dir("lexicons"))
        for path in sorted(folder.glob("*.json"))
    }


def manifest(folder: Path, name: str) -> dict[str, Any]:
    """Return what is recorded about a list: its description, licence, source and hash.

    Raises
    ------
    LexiconError
        If it cannot be read.
    """
    try:
        recorded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
        texts = recorded["words"]["sha256"], *(recorded[key] for key in _TEXTS)
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
    except (OSError, ValueError, LookupError, TypeError):
        raise damaged(folder, name) from None
    return recorded


def language_of(name: str) -> str | None:
    """Return the language of a list by its name: ``es``, or ``es-club``; None for other names."""
    known = [each for each in alphabet.languages() if f"{name}-".startswith(f"{each}-")]
    return max(known, key=len, default=None)


def list_alphabet(folder: Path, name: str) -> alphabet.Alphabet:
    """Return the alphabet of a list: that of its language, else A to Z."""
    recorded = manifest(folder, name).get("alphabet")
    if recorded is not None:
        return alphabet.alphabet_of(recorded)
    named = alphabet.alphabet_of(language_of(name))  # the words are spelled with A to Z
    return named if named.is_latin else alphabet.LATIN


def words_of(folder: Path, name: str) -> WordList:
    """Return the words of a list.

    Raises
    ------
    LexiconError
        If they are not those that were stored.
    """
    return _words(folder, name, manifest(folder, name)["words"]["sha256"])


@lru_cache(maxsize=4)
def _words(folder: Path, name: str, sha256: str) -> WordList:
    data, tiles = unpack(folder / f"{name}.txt.gz"), list_alphabet(folder, name)
    try:
        text = data if tiles.is_latin else b"".join(_encoded(data, tiles))
    except UnicodeError:
        raise damaged(folder, name) from None
    words = WordList(text + b"\n", tiles)
    if words.sha256 != sha256:
        raise damaged(folder, name)
    return words


def _encoded(data: bytes, tiles: alphabet.Alphabet) -> Iterator[bytes]:
    """Yield words as `WordList` keeps them, some at a time; they are stored as people write them.

    Raises
    ------
    UnicodeError
        If they are not what was stored.
    """
    lines = BytesIO(data)
    while some := lines.readlines(_READ):
        yield tiles.encoded(tiles.spelled(b"".join(some).decode("utf-8")))


def damaged(folder: Path, name: str) -> LexiconError:
    """Return the error for a list whose files do not fit together."""
    if folder == added_folder():
        return LexiconError(f"lexicon {name} in {folder} is damaged; remove it and add it again")
    return LexiconError(f"shipped lexicon {name} is damaged; install patience again")
