"""Tile sets as people hand them over: a name, a TOML file, letters or a counted hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypedDict

from patience.arguments import checked_arguments
from patience.errors import TileError
from patience.files.text import named, read_toml
from patience.game import tiles
from patience.game.tiles import ALPHABET, TILE_SETS, TileSet
from patience.tables import checked


@checked_arguments
def tile_set(text: str, folder: Path = Path()) -> TileSet:
    """Read a tile set from its name, a TOML file, letters or a counted hand.

    Parameters
    ----------
    text : str
        What names no set and ends in ``.toml`` or contains a ``/`` is a file.
    folder : Path
        Where a relative file name starts.

    Raises
    ------
    TileError, FileError
        If it is none of these.
    """
    is_file = text.lower().endswith(".toml") or "/" in text or os.sep in text
    if not is_file or text in TILE_SETS:
        return tiles.parse(text)
    path = folder / text
    with named(str(path)):
        return _tiles_of(checked(read_toml(path), _Table, error=TileError), path.stem)


def _tiles_of(table: _Table, name: str) -> TileSet:
    """Return the set that a TOML file describes."""
    letters = table.get("letters")
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    if isinstance(letters, str):
        counts = tiles.parse(letters).counts
    else:
        checked(letters, _Counts, "[letters]", TileError)
        counts = tuple(letters.get(x, 0) for x in ALPHABET)
    return TileSet(table.get("name", name), counts, table.get("jokers", 0))


class _Table(TypedDict, total=False):
    """A tile set's file."""

    name: str
    letters: str | dict[str, int]
    jokers: int


_Counts = TypedDict("_Counts", dict.fromkeys(ALPHABET, int), total=False)  # type: ignore[misc]
