"""Reader of Exolve's text format. The header is in comments."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from patience.errors import GridError
from patience.files import crossword
from patience.files.kinds import BEGIN
from patience.game.alphabet import Alphabet
from patience.game.grid import MAX_SIDE, Grid

END = "exolve-end"

_GRID = "exolve-grid:"
# Maximum length of a row: letters, marks and some spaces.
_MAX_LINE = 20 * MAX_SIDE
_CELL = re.compile(r"([^\W\d_]|[.0?])([|_+@*!~]*)")
_LETTERS = re.compile(r"^[^\W\d_]+(?:\u00b7[^\W\d_]+)?")
_BARS = "|_+"
# A clue: its number, its text, and the letters of its word.
_CLUE = re.compile(r"(\d{1,4})(?!\d|\s*[,&])\s*(.*?)(?:\s*\([\d,' -]+\))?")


def read_exolve(text: str, tiles_of: crossword.TilesOf) -> crossword.Exchanged:
    """Return the grid of an Exolve puzzle, with the header if this program wrote the file.

    Cells are tiles of the alphabet that goes with the header. A block is a face-down tile or bare
    table; in a file from this program, a circle is a joker.

    Raises
    ------
    GridError
        If the file has no grid, is inconsistent, or a cell has several letters.
    """
    # NFC joins accents that some systems write as separate characters to their letters.
    lines = [line.strip() for line in unicodedata.normalize("NFC", text).splitlines()]
    if lines.count(BEGIN) > 1:
        n = lines.count(BEGIN)
        raise GridError(f"the Exolve file holds {n} puzzles: keep one of them", "several", n=n)
    lines = lines[lines.index(BEGIN) + 1 : lines.index(END) if END in lines else None]
    pairs = (line.partition(":") for line in lines if line.startswith("exolve-"))
    sections = {key.strip(): value.strip() for key, _, value in pairs}
    grids = sum(line.startswith(_GRID) for line in lines)
    if grids != 1:
        message = f"the Exolve file has {grids} sections {_GRID!r}: it needs exactly one"
        raise GridError(message, "several" if grids else "empty", n=grids)
    if "exolve-3d" in sections:
        raise GridError("the Exolve puzzle has layers (exolve-3d): only flat puzzles can be read")
    header = crossword.own_header(lines)
    own = header.pop("circles", "") == crossword.DEVILS
    rebus = any("rebus-cells" in line for line in lines if line.startswith("exolve-option"))
    texts = _grid(lines)
    alphabet = tiles_of(header)
    rows = [_row(row, n, alphabet, own=own, rebus=rebus) for n, row in enumerate(texts, 1)]
    crossword.check_size(
        "the Exolve grid", rows, sections.get("exolve-width"), sections.get("exolve-height")
    )
    rows = crossword.with_marks(rows, header)
    notes: list[str] = [crossword.CIRCLES] if not own and "@" in "".join(texts) else []
    if "exolve-alternatives" in sections:
        notes.append("its alternative letters (exolve-alternatives) are ignored")
    if not own:
        title, setter = (sections.get(f"exolve-{key}", "") for key in ("title", "setter"))
        header = crossword.named(header, unescape(title), unescape(setter))
    return crossword.grid_of(rows, header, notes, own=own, clues=_clues(lines, rows))


def _clues(lines: list[str], rows: list[str]) -> list[crossword.Clue]:
    """Return the clues with the cells of their numbers, which count the words in reading order."""
    lettered = Grid(tuple(row.replace(crossword.OPEN, "A") for row in rows))
    starts = dict(enumerate(sorted({run.start for run in lettered.runs()}), 1))
    found, way = list[crossword.Clue](), ""
    for line in lines:
        if line.startswith("exolve-"):
            way = line.removeprefix("exolve-").partition(":")[0]
        elif way in {"across", "down"} and line:
            numbered = _CLUE.fullmatch(line)
            text = unescape(numbered[2] if numbered else line).strip("\u200b")
            cell = starts.get(int(numbered[1])) if numbered else None
            if text:
                found.append(crossword.Clue(cell, way == "across", text))
    return found


def _grid(lines: list[str]) -> list[str]:
    rows = []
    first = next(n for n, line in enumerate(lines) if line.startswith(_GRID))
    for line in lines[first + 1 :]:
        if line.startswith("exolve-"):
            break
        cells = line.split("# ")[0].strip()
        if cells and cells != "#":
            rows.append(cells)
    if len(rows) > MAX_SIDE or any(len(row) > _MAX_LINE for row in rows):
        raise GridError(f"the Exolve grid has more than {MAX_SIDE} rows or columns", "large")
    return rows


def _row(text: str, number: int, alphabet: Alphabet, *, own: bool, rebus: bool) -> str:
    """Parse the cells of a row; with `rebus`, spaces separate them."""
    row = ""
    for part in text.split() if rebus else [text.replace(" ", "")]:
        joined = _LETTERS.sub(lambda face: alphabet.cell(face[0]), part) if rebus else part
        cells = _CELL.findall(joined)
        if other := _CELL.sub("", joined):
            message = f"row {number} of the Exolve grid: {other!r} is not a cell"
            raise GridError(message, "row", row=number, sign=other)
        if rebus and len(cells) > 1:
            letters = "".join(sign for sign, _ in cells)
            raise GridError(
                f"row {number} of the Exolve grid: a cell holds one tile, not {letters!r}",
                "rebus",
            )
        row += "".join(_cell(sign, marks, number, alphabet, own=own) for sign, marks in cells)
    return row


def _cell(sign: str, marks: str, number: int, alphabet: Alphabet, *, own: bool) -> str:
    if set(marks) & set(_BARS):
        raise GridError(
            f"row {number} of the Exolve grid has a bar at {sign + marks!r}: {crossword.NO_BARS}",
            "bars",
        )
    if sign in ".0?":
        return crossword.BLOCK if sign == "." else crossword.OPEN
    letter = crossword.letter_of(sign, alphabet)
    if letter is None:
        message = (
            f"row {number} of the Exolve grid: {sign!r} is not a letter of {alphabet.described}"
        )
        raise GridError(message, "row", row=number, sign=sign)
    return letter.lower() if own and "@" in marks else letter
