"""Tile sets from a name, a file, letters or letter counts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from patience.arguments import checked_arguments
from patience.errors import TileError
from patience.files.text import named, read_text, read_toml
from patience.game import tiles
from patience.game.tiles import ALPHABET, TILE_SETS, TileSet
from patience.tables import checked


@checked_arguments
def tile_set(text: str, folder: Path = Path()) -> TileSet:
    """Read a tile set from its name, a file, letters or letter counts.

    A file is TOML, letter counts as text, or a Quackle alphabet.

    Parameters
    ----------
    text : str
        A file if it contains ``.`` or ``/`` and is not the name of a set.
    folder : Path
        Base of a relative file name.

    Raises
    ------
    TileError, FileError
        If it is none of these.
    """
    is_file = "." in text or "/" in text or os.sep in text
    if not is_file or text in TILE_SETS:
        return tiles.parse(text)
    path = folder / text
    with named(str(path)):
        if path.suffix.lower() == ".toml":
            return _tiles_of(checked(read_toml(path), _Table, error=TileError), path.stem)
        lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
        return replace(tiles.parse("\n".join(map(_hand, lines))), name=path.stem)


def _hand(line: str) -> str:
    """Return a line of letter counts, converted if it is from a Quackle alphabet."""
    match line.split():
        case [letter, _blank, _score, count, _vowel]:
            return f"{letter} {count}"
        case ["blank", _score, count]:
            return f"? {count}"
    return line


def _tiles_of(table: _Table, name: str) -> TileSet:
    letters = table.get("letters")
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    jokers = table.get("jokers")
    if isinstance(letters, dict):
        checked(letters, _Counts, "[letters]", TileError)
        found = TileSet(name, tuple(letters.get(x, 0) for x in ALPHABET), jokers or 0)
    else:
        found = tiles.parse(letters if isinstance(letters, str) else " ".join(letters))
        if found.jokers and jokers is not None:
            raise TileError("jokers are in the letters and have a line of their own: drop one")
    return TileSet(table.get("name", name), found.counts, found.jokers or jokers or 0)


class _Table(TypedDict, total=False):
    name: str
    letters: str | list[str] | dict[str, int]
    jokers: int


_Counts = TypedDict("_Counts", dict.fromkeys(ALPHABET, int), total=False)  # type: ignore[misc]
