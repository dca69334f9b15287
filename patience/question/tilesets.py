"""Tile sets from a name, a file, letters or letter counts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, cast

from patience.encodings import naming, read_text, read_toml
from patience.errors import TileError
from patience.game.alphabet import LATIN, Alphabet, alphabet_of
from patience.game.tiles import TileSet
from patience.question.catalogue import TILE_SETS, parse
from patience.question.fields import SetKeys
from patience.tables import checked


def tile_set(text: str | Path, folder: Path = Path(), alphabet: Alphabet = LATIN) -> TileSet:
    """Read a tile set from its name, a file, letters or letter counts.

    A file is TOML, letter counts as text, or a Quackle alphabet.

    Parameters
    ----------
    text : str or Path
        A file if it is a path, or contains ``.`` or ``/`` and is not the name of a set.
    folder : Path
        Base of a relative file name.
    alphabet : Alphabet
        Of letters and letter counts, if they do not name a set.

    Raises
    ------
    TileError, FileError
        If it is none of these.
    """
    if isinstance(text, str):
        is_file = "." in text or "/" in text or os.sep in text
        if not is_file or text in TILE_SETS:
            return parse(text, alphabet=alphabet)
    path = folder / text
    with naming(str(path)):
        if path.suffix.lower() == ".toml":
            table = checked(read_toml(path), SetKeys, error=TileError)
            return _tiles_of(table, path.stem, alphabet)
        lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
        return replace(parse("\n".join(map(_hand, lines)), alphabet=alphabet), name=path.stem)


def _hand(line: str) -> str:
    """Return a line of letter counts, converted if it is from a Quackle alphabet."""
    match line.split():
        case [letter, _blank, _score, count, _vowel]:
            return f"{letter} {count}"
        case ["blank", _score, count]:
            return f"? {count}"
    return line


def _tiles_of(table: SetKeys, name: str, alphabet: Alphabet) -> TileSet:
    if table.alphabet is not None:
        alphabet = alphabet_of(table.alphabet)
    letters, jokers = table.letters, table.jokers
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    if isinstance(letters, dict):
        checked(letters, _counts(alphabet), "[letters]", TileError)
        found = TileSet(
            name, tuple(letters.get(x, 0) for x in alphabet.faces), jokers or 0, alphabet
        )
    else:
        text = letters if isinstance(letters, str) else " ".join(letters)
        found = parse(text, alphabet=alphabet)
        if found.jokers and jokers is not None:
            raise TileError("jokers are in the letters and have a line of their own: drop one")
    return replace(found, name=table.name or name, jokers=found.jokers or jokers or 0)


def _counts(alphabet: Alphabet) -> type[dict[str, int]]:
    """Return the type of a table with a count for each letter."""
    counts = dict.fromkeys(alphabet.faces, int)
    kind = TypedDict("_Counts", counts, total=False)  # type: ignore[misc]
    return cast("type[dict[str, int]]", kind)
