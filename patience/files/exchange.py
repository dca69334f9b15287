"""Grids in the formats of other programs, told by how they begin: JSON results, ipuz, Exolve."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from patience.errors import GridError
from patience.files.exolve import is_exolve, read_exolve
from patience.files.ipuz import is_ipuz, read_ipuz
from patience.game.grid import Grid
from patience.game.tiles import TILE_SETS

# What a result's JSON has as a grid's header does.
_SAID = ("goal", "size", "cost", "bound", "status", "engine", "seed")


def read_exchanged(text: str) -> tuple[Grid, dict[str, str]] | None:
    """Return the grid and the header of a text in a format of other programs; None if it is none.

    Raises
    ------
    GridError
        If it is one of these, and at fault.
    """
    start = text.removeprefix("\ufeff").lstrip()
    if start[:1] == "{" or start.startswith("ipuz("):
        value = _json(start.strip())
        return read_ipuz(value) if is_ipuz(value) else _read_result(value)
    if is_exolve(start):
        return read_exolve(start)
    return None


def _json(text: str) -> Mapping[str, Any]:
    """Read an object, also from within a call, as ipuz files for web pages have it."""
    if text.startswith("ipuz(") and text.endswith(")"):
        text = text[len("ipuz(") : -1]
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridError(f"it begins as JSON, and is none: {error}") from None
    return value if isinstance(value, dict) else {}


def _read_result(value: Mapping[str, Any]) -> tuple[Grid, dict[str, str]]:
    """Read what ``solve --format json`` and ``show --format json`` print."""
    rows = value.get("grid")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise GridError("the JSON has no grid: it needs a list of rows under 'grid'")
    header = value.get("header")
    if isinstance(header, dict):
        said = {str(key).lower(): str(x) for key, x in header.items()}
    else:
        said = {key: str(value[key]) for key in _SAID if value.get(key) is not None}
        said |= _tiles(value.get("tiles")) | _lexicon(value.get("lexicon"))
    return Grid.parse("\n".join(rows)), said


def _tiles(tiles: object) -> dict[str, str]:
    if not isinstance(tiles, dict):
        return {}
    name, letters, jokers = (tiles.get(key) for key in ("name", "letters", "jokers"))
    known = str(name) in TILE_SETS and TILE_SETS[str(name)][0].counted() == letters
    return {"tiles": str(name if known else letters or "?"), "jokers": str(jokers)}


def _lexicon(lexicon: object) -> dict[str, str]:
    name = lexicon.get("name") if isinstance(lexicon, dict) else None
    return {"lexicon": name} if isinstance(name, str) else {}
