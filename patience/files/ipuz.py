"""Grids in ipuz, the crossword programs' format: the names it has for things, and reading it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from patience.errors import GridError
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, MAX_SIDE, Grid

VERSION = "http://ipuz.org/v2"
KIND = "http://ipuz.org/crossword#1"

# What the format itself has no place for stands below this key.
OWN_KEY = "diamino-patience:grid"

BLOCK = "#"


def is_ipuz(value: Mapping[str, Any]) -> bool:
    """Tell whether a JSON object says that it is ipuz."""
    return str(value.get("version", "")).startswith("http://ipuz.org/")


def read_ipuz(value: Mapping[str, Any]) -> tuple[Grid, dict[str, str]]:
    """Return the grid of an ipuz crossword, and the header that this program wrote, if it did.

    A block is a tile face down, or bare table. In a file from elsewhere a void cell is closed, and
    circles mean nothing; in one from here circles are devils.

    Raises
    ------
    GridError
        If it is no crossword, or a cell holds more than a letter.
    """
    kinds = value.get("kind")
    if not isinstance(kinds, list) or not any(
        str(kind).startswith("http://ipuz.org/crossword") for kind in kinds
    ):
        raise GridError("the ipuz file is no crossword: its kind has to be that")
    cells = _rows(value, "puzzle")
    letters = _rows(value, "solution" if value.get("solution") else "saved")
    own = value.get(OWN_KEY)
    own = own if isinstance(own, dict) else None
    block = value.get("block", BLOCK)
    closed, kept = _cells(own, "closed"), _cells(own, "kept_face_down")
    rows = []
    for r, row in enumerate(cells):
        text = ""
        for c, cell in enumerate(row):
            shown, circle = _shown(cell)
            letter = _letter(letters, r, c)
            if shown is None:
                text += CLOSED if own is None or (r, c) in closed else BLANK
            elif letter is None or block in (shown, letter):
                text += FACE_DOWN if (r, c) in kept else BLANK
            else:
                text += letter.lower() if circle and own is not None else letter.upper()
        rows.append(text)
    header = {} if own is None else own.get("header")
    said = header if isinstance(header, dict) else {}
    return Grid.parse("\n".join(rows)), {str(key).lower(): str(x) for key, x in said.items()}


def _rows(value: Mapping[str, Any], key: str) -> list[list[Any]]:
    rows = value.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise GridError(f"the ipuz file has no {key}: it needs a list of rows")
    if max(len(rows), *map(len, rows)) > MAX_SIDE:
        raise GridError(f"the ipuz file has more than {MAX_SIDE} rows or columns")
    return rows


def _shown(cell: object) -> tuple[object, bool]:
    """Return what a cell of the puzzle shows, and whether it has a circle."""
    if not isinstance(cell, dict):
        return cell, False
    style = cell.get("style")
    return cell.get("cell", 0), isinstance(style, dict) and style.get("shapebg") == "circle"


def _letter(rows: list[list[Any]], r: int, c: int) -> str | None:
    """Return what a cell's solution holds; None for nothing."""
    cell = rows[r][c] if r < len(rows) and c < len(rows[r]) else None
    if isinstance(cell, dict):
        cell = cell.get("value")
    if cell is None or cell in (0, "0", ""):
        return None
    if not isinstance(cell, str) or len(cell) != 1:
        raise GridError(f"row {r + 1}, cell {c + 1} of the ipuz file is {cell!r}: not one letter")
    return cell


def _cells(own: Mapping[str, Any] | None, key: str) -> set[tuple[int, int]]:
    """Return places listed below the own key, rows and columns from 0."""
    listed = (own or {}).get(key)
    pairs = listed if isinstance(listed, list) else []
    return {
        (pair[0], pair[1])
        for pair in pairs
        if isinstance(pair, list) and [type(x) for x in pair] == [int, int]
    }
