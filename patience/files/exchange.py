"""Grids in the formats of other programs, detected by their first characters.

Each reader is loaded when its format is met: most grids are plain text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from patience.encodings import decoded, uncoloured
from patience.errors import GridError, Note, shown
from patience.files import pasted
from patience.files.crossword import Exchanged, TilesOf, check_size, grid_of
from patience.files.kinds import is_exolve, is_ipuz, is_jpz, is_puz, refuse_bytes, refuse_text
from patience.game.alphabet import Alphabet, written
from patience.game.grid import BLANK, Grid
from patience.question.catalogue import TILE_SETS
from patience.question.header import header_of

# Keys of a JSON result that a grid's header has too.
_SAID = ("goal", "size", "cost", "bound", "status", "engine", "seed")
# What else the JSON of this program has.
_OWN = {
    *_SAID,
    *("grid", "header", "tiles", "lexicon", "words", "worth", "face_down", "jokers", "proven"),
    *("threads", "elapsed_s", "history", "stats"),
}

Fits = Callable[[Mapping[str, str], Grid], bool]

# An object wrapped in a function call, as in ipuz files for web pages.
_CALL = re.compile(r"[\w.$]+\s*\(\s*(\{.*)\)\s*;?", re.DOTALL)


def exchanged(
    content: str | bytes, source: str, fits: Fits, tiles_of: TilesOf
) -> tuple[str, list[str], Exchanged | None]:
    """Return the text of a file, notes on its encoding, and its grid if it is of another program.

    Raises
    ------
    GridError
        If the file is invalid, or of a kind without a readable grid.
    """
    notes: list[str] = []
    if isinstance(content, bytes):
        if is_puz(content):
            from patience.files.puz import read_puz  # noqa: PLC0415

            return "", [], read_puz(content, tiles_of)
        if content.startswith(b"PK"):
            from patience.files.jpz import read_jpz, unzipped  # noqa: PLC0415

            if (packed := unzipped(content)) is not None:
                return "", [], read_jpz(packed, tiles_of)
        refuse_bytes(content)
        text, encoding, certain = decoded(content, source)
        notes += [] if certain or text.isascii() else [f"read as {encoding}"]
    else:
        text = uncoloured(content)
    return text, notes, read_exchanged(text, fits, tiles_of)


def read_exchanged(text: str, fits: Fits, tiles_of: TilesOf) -> Exchanged | None:
    """Return the grid of a text in another program's format, or None if it is in none.

    `fits` tells whether a grid has the size known from its header or elsewhere; it decides between
    two readings of rows in JSON. `tiles_of` returns the alphabet of the cells by the header.

    Raises
    ------
    GridError
        If the text is invalid in its format, or of a kind without a readable grid.
    """
    start = text.removeprefix("\ufeff").strip()
    if is_exolve(start):
        from patience.files.exolve import read_exolve  # noqa: PLC0415

        return read_exolve(start, tiles_of)
    if is_jpz(start):
        from patience.files.jpz import read_jpz  # noqa: PLC0415

        return read_jpz(start, tiles_of)
    refuse_text(start)
    call = _CALL.fullmatch(start)
    start = call[1] if call else start
    if start[:1] not in {"{", "["}:
        return None
    try:
        value = json.loads(start)
    except (ValueError, RecursionError) as error:
        if not re.match(
            r'\{|\[\s*["{]|\[\s*\[\s*(?:"|null)', start
        ):  # else a bracket in a line of a chat, or around a joker
            return None
        more = "; keep one of its values" if "Extra data" in str(error) else ""
        message = f"it begins like JSON but is invalid: {error}{more}"
        raise GridError(message, "damaged") from None
    return _read_json(value, fits, tiles_of)


def _read_json(value: Any, fits: Fits, tiles_of: TilesOf) -> Exchanged:
    """Read ipuz, the output of ``solve --format json`` or ``show --format json``, or bare rows.

    Some programs write all cells in one list, with the size as ``rows`` and ``cols``.
    """
    if isinstance(value, list):
        if len(value) > 1 and all(isinstance(each, dict) for each in value):
            message = f"the JSON holds {len(value)} objects: keep the one with the grid"
            raise GridError(message, "several", n=len(value))
        value = {"grid": value}
    if is_ipuz(value):
        from patience.files.ipuz import read_ipuz  # noqa: PLC0415

        return read_ipuz(value, tiles_of)
    entries = _tiles(value.get("tiles")) | _lexicon(value.get("lexicon"))
    entries |= _jokers(value.get("jokers"))
    unknown = {key: x for key, x in value.items() if key not in _OWN}
    unknown |= {
        key: value[key]
        for key in ("tiles", "lexicon")
        if value.get(key) is not None and key not in entries
    }
    header, notes = value.get("header"), list[str]()
    if isinstance(header, dict):
        lines = (f"; {key}: {x}" for key, x in header.items())
        said, remarks = header_of(dict(enumerate(lines, 1)), "entry")
        entries, notes = entries | said, [*remarks]
    else:
        said = {key: str(value[key]) for key in _SAID if value.get(key) is not None}
        entries = said | entries
    alphabet = tiles_of(entries)
    rows, size, stats = value.get("grid"), value.get("size"), value.get("stats")
    others = stats.get("others") if isinstance(stats, dict) else None
    n = 1 + len(others) if isinstance(others, list) else 1
    notes += [Note(f"the first grid of {n} is read", "first", n=n)] if n > 1 else []
    if not isinstance(rows, list) or not rows:
        raise GridError("the JSON has no grid: it needs a list of rows under 'grid'", "empty")
    if not isinstance(size, dict):
        notes += [Note(f"left out of the JSON: {key} {shown(x)}") for key, x in unknown.items()]
        sized = {"size": size} | entries if isinstance(size, str) else entries
        grid, more = _pasted(rows, partial(fits, sized), alphabet)
        return Exchanged(grid, entries, (*notes, *more))
    width = size.get("cols")
    if isinstance(width, int) and width > 0 and all(len(str(x or "")) < 2 for x in rows):
        rows = [rows[n : n + width] for n in range(0, len(rows), width)]

    def is_sized(grid: Grid) -> bool:
        return (grid.width, grid.height) == (width, size.get("rows"))

    grid, more = _pasted(rows, is_sized, alphabet)
    check_size("the JSON's grid", grid.rows, width, size.get("rows"))
    return grid_of(grid.rows, {}, (*notes, *more), own=False)


def _pasted(
    rows: list[Any], fits: Callable[[Grid], bool], alphabet: Alphabet
) -> tuple[Grid, list[str]]:
    """Read rows of text, or lists of cells, like pasted text."""
    texts = [_line(row, alphabet) for row in rows]
    if None in texts:
        number = texts.index(None)
        message = (
            f"row {number + 1} of the JSON's grid is {shown(rows[number])}: "
            "write it as a text with one letter or '.' for each cell"
        )
        raise GridError(message, "row", row=number + 1, sign=shown(rows[number]))
    lines, notes = pasted.unwrapped("\n".join(filter(None, texts)))
    grid, more = pasted.read(lines, fits, alphabet)
    return grid, [*notes, *more]


def _line(row: object, alphabet: Alphabet) -> str | None:
    """Return a row as text, or None if it is not a row of cells."""
    if isinstance(row, list):
        cells = [BLANK if x in (None, "", " ") else alphabet.cell(str(x)) for x in row]
        row = written("".join(cells)) if all(len(x) == 1 for x in cells) else None
    if not isinstance(row, str) or not row.strip() or len(row.splitlines()) > 1 or row[0] == ";":
        return None
    return row


def _tiles(tiles: object) -> dict[str, str]:
    if isinstance(tiles, str):
        return {"tiles": tiles}
    if not isinstance(tiles, dict):
        return {}
    name, letters, jokers = (tiles.get(key) for key in ("name", "letters", "jokers"))
    known = str(name) in TILE_SETS and TILE_SETS[str(name)][0].counted() == letters
    language = {"alphabet": str(tiles["alphabet"])} if tiles.get("alphabet") else {}
    return {"tiles": str(name if known else letters or "?"), "jokers": str(jokers)} | language


def _lexicon(lexicon: object) -> dict[str, str]:
    name = lexicon.get("name") if isinstance(lexicon, dict) else lexicon
    return {"lexicon": name} if isinstance(name, str) else {}


def _jokers(jokers: object) -> dict[str, str]:
    """Return a number of jokers; a list of letters tells only what they stand for."""
    return {"jokers": str(jokers)} if isinstance(jokers, int) else {}
