"""Tile sets as people hand them over: a name, a TOML file, letters or a counted hand."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from patience.errors import TileError
from patience.files.tables import check_keys
from patience.files.text import named, read_toml
from patience.game import tiles
from patience.game.tiles import ALPHABET, TileSet


def read_tiles(text: str, folder: Path = Path()) -> TileSet:
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
    if not is_file or text in tiles.NAMED:
        return tiles.parse(text)
    path = folder / text
    with named(str(path)):
        return _tiles_of(read_toml(path), path.stem)


def _tiles_of(table: Mapping[str, Any], name: str) -> TileSet:
    """Return the set that a TOML file describes."""
    check_keys(table, {"name": str, "letters": str | dict, "jokers": int})
    letters = table.get("letters")
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    if isinstance(letters, dict):
        check_keys(letters, dict.fromkeys(ALPHABET, int))
        counts = tuple(letters.get(x, 0) for x in ALPHABET)
    else:
        counts = tiles.parse(letters).counts
    return TileSet(table.get("name", name), counts, table.get("jokers", 0))
