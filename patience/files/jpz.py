"""Reader of JPZ, the XML of Crossword Compiler's applet."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

from patience.errors import GridError, shown
from patience.files import crossword
from patience.files.kinds import is_jpz
from patience.game.alphabet import Alphabet
from patience.game.grid import MAX_SIDE

APPLET = "http://crossword.info/xml/crossword-compiler-applet"
PUZZLE = "http://crossword.info/xml/rectangular-puzzle"

# Begins the comment with the lines of a question, written as JSON.
_OWN = "patience "
# Bytes of a packed file; the largest grid has fewer.
_MAX_BYTES = 8_000_000
_BARS = ("top-bar", "bottom-bar", "left-bar", "right-bar")


def unzipped(data: bytes) -> str | None:
    """Return the text of a JPZ that is packed, as its program saves it; None for other files."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            (name,) = packed.namelist()
            with packed.open(name) as file:
                text = file.read(_MAX_BYTES).decode("utf-8-sig")
    except (ValueError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError):
        return None  # several files, damaged, locked, or no text
    return text if is_jpz(text) else None


def remark(lines: dict[str, str]) -> str:
    """Return the comment that holds the lines of a question."""
    return f" {_OWN}{json.dumps(lines)} ".replace("--", "-\\u002d")


def read_jpz(text: str, tiles_of: crossword.TilesOf) -> crossword.Exchanged:
    """Return the grid of a JPZ puzzle, with the header if this program wrote the file.

    Cells are tiles of the alphabet that goes with the header. A void cell is closed and circles are
    ignored. In a file from this program, a void cell is bare table and circles are jokers.

    Raises
    ------
    GridError
        If the file is no well-formed crossword, is inconsistent, or a cell has several letters.
    """
    if "<!DOCTYPE" in text:  # it may define entities that expand without end
        raise GridError("the JPZ file has a document type, which none needs: remove it", "damaged")
    try:
        root = ET.fromstring(text, ET.XMLParser(target=ET.TreeBuilder(insert_comments=True)))
    except (ET.ParseError, ValueError) as error:
        raise GridError(f"the JPZ file is damaged: {error}", "damaged") from None
    grids = [each for each in root.iter() if _name(each) == "grid"]
    if len(grids) != 1:
        kind = "several" if grids else "empty"
        message = f"the JPZ file has {len(grids)} grids of a crossword: it needs exactly one"
        raise GridError(message, kind, n=len(grids))
    header = next(_headers(root), None)
    own, header = header is not None, header or {}
    alphabet = tiles_of(header)
    width, height = (_whole(grids[0], side) for side in ("width", "height"))
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        message = (
            f"the JPZ grid has {width} columns and {height} rows: 1 to {MAX_SIDE} are possible"
        )
        raise GridError(message, "large")
    rows = {
        key: [[crossword.BLOCK] * width for _ in range(height)]
        for key in ("solution", "solve-state")
    }
    circled = False
    for cell in grids[0]:
        if _name(cell) == "cell":
            row, col = _whole(cell, "y") - 1, _whole(cell, "x") - 1
            if not (0 <= row < height and 0 <= col < width):
                raise GridError(
                    f"{crossword.at(row, col)} of the JPZ file is outside its grid", "damaged"
                )
            for key in rows:
                rows[key][row][col] = _cell(cell, key, (row, col), alphabet, own=own)
            circled |= cell.get("background-shape") == "circle"
    solution, entered = (["".join(row) for row in rows[key]] for key in rows)
    crossword.check_size("the JPZ grid", solution)
    names = ("'solution'", "'solve-state'")
    found, notes = crossword.choose(solution, entered, names, edited=own)
    if circled and not own:
        notes.append(crossword.CIRCLES)
    rows_found = crossword.with_marks(found, header)
    if not own:
        header = crossword.named(header, _text_of(root, "title"), _text_of(root, "creator"))
    return crossword.grid_of(rows_found, header, notes, own=own, clues=[*_clues(root)])


def _clues(root: ET.Element) -> Iterator[crossword.Clue]:
    """Yield the clues with the first cells of their words."""
    words = {each.get("id"): _cells_of(each) for each in root.iter() if _name(each) == "word"}
    for each in root.iter():
        text = "".join(each.itertext()).strip() if _name(each) == "clue" else ""
        if text:
            cells = words.get(each.get("word"), [])
            across = len(cells) > 1 and cells[0][0] == cells[1][0]
            yield crossword.Clue(cells[0] if cells else None, across, text)


def _cells_of(word: ET.Element) -> list[tuple[int, int]]:
    """Return the first cells of a word, which are written one by one or as a range."""
    found = []
    for each in word.iter():
        cols, rows = (re.findall(r"\d{1,4}", each.get(side, "")) for side in ("x", "y"))
        if cols and rows:
            found.append((int(rows[0]) - 1, int(cols[0]) - 1))
            found.append((int(rows[-1]) - 1, int(cols[-1]) - 1))
    return list(dict.fromkeys(found))


def _text_of(root: ET.Element, name: str) -> str:
    """Return what the metadata say under a name."""
    above = (each for each in root.iter() if _name(each) == "metadata")
    texts = (each for data in above for each in data if _name(each) == name)
    return next(("".join(each.itertext()) for each in texts), "")


def _headers(root: ET.Element) -> Iterator[dict[str, str]]:
    """Yield the lines of a question from the comments of this program."""
    for each in root:
        text = (each.text or "").strip()
        if _name(each) is None and text.startswith(_OWN):
            try:
                lines = json.loads(text.removeprefix(_OWN))
            except (ValueError, RecursionError):
                continue
            if isinstance(lines, dict):
                yield {str(key).lower(): str(x) for key, x in lines.items()}


def _cell(
    cell: ET.Element, key: str, place: tuple[int, int], alphabet: Alphabet, *, own: bool
) -> str:
    if any(cell.get(bar) == "true" for bar in _BARS):
        raise crossword.barred("the JPZ file", *place)
    if cell.get("type") in {"block", "clue", "void"}:
        return crossword.VOID if cell.get("type") == "void" and not own else crossword.BLOCK
    text = cell.get(key, "").strip()
    if not text:
        return crossword.OPEN
    letter = crossword.letter_of(text, alphabet)
    if letter is None:
        raise crossword.no_tile("the JPZ file", *place, text)
    return letter.lower() if own and cell.get("background-shape") == "circle" else letter


def _whole(element: ET.Element, key: str) -> int:
    text = element.get(key, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise GridError(
            f"the JPZ file has {shown(text)} for {key} of a {_name(element)}: write a number",
            "damaged",
        )
    return int(text)


def _name(element: ET.Element) -> str | None:
    """Return the name of an element without its namespace; a comment has none."""
    tag: Any = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else None
