"""Reader of crosswords of cwpuzzle, a package of LaTeX."""

from __future__ import annotations

import re
import unicodedata

from patience.errors import GridError, shown
from patience.files.crossword import (
    BLOCK,
    NO_BARS,
    OPEN,
    VOID,
    Exchanged,
    check_size,
    crossword,
    letter_of,
)
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import MAX_SIDE

_BEGIN = "\\begin{Puzzle}"
_PUZZLE = re.compile(r"\\begin\{Puzzle\}\s*\{(\d+)\}\s*\{(\d+)\}(.*?)\\end\{Puzzle\}", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%.*")
_ROW_END = re.compile(r"\|\s*\.")
# A number and a style, each optional, and what the cell holds.
_CELL = re.compile(r"(?:\[[^\]]*\]\s*)?(?:\[([^\]]*)\]\s*)?(.*)", re.DOTALL)
# A style of edges alone: those drawn thick.
_EDGES = re.compile("[lrtb]+", re.IGNORECASE)

# Most characters of a puzzle, with a number and a style in each cell.
_MAX_TEXT = 40 * MAX_SIDE**2


def is_cwpuzzle(text: str) -> bool:
    """Tell whether a text has a crossword of cwpuzzle, alone or in a document."""
    return _BEGIN in text


def read_cwpuzzle(text: str, alphabet: Alphabet | None = None) -> Exchanged:
    """Return the grid of a crossword of cwpuzzle.

    Cells are tiles of `alphabet`. A block is a face-down tile or bare table.

    Raises
    ------
    GridError
        If the text has no whole grid or several, or a cell is neither a letter nor a block.
    """
    text = _COMMENT.sub("", unicodedata.normalize("NFC", text))
    puzzles = text.count(_BEGIN)
    if puzzles > 1:
        raise GridError(
            f"the LaTeX holds {puzzles} puzzles: keep one of them", "several", n=puzzles
        )
    found = _PUZZLE.search(text)
    if found is None:
        raise GridError(
            "the LaTeX has no whole grid: it needs \\begin{Puzzle}{width}{height}, rows that end "
            "in '|.', and \\end{Puzzle}",
            "damaged",
        )
    width, height, body = found.groups()
    if len(body) > _MAX_TEXT:
        raise GridError(f"the LaTeX grid has more than {MAX_SIDE} rows or columns", "large")
    texts = [row.strip() for row in _ROW_END.split(body)]
    rows = [_row(row, n, alphabet or LATIN) for n, row in enumerate(texts, 1) if row]
    check_size("the LaTeX grid", rows, width, height)
    return crossword(rows, {}, (), own=False)


def _row(text: str, number: int, alphabet: Alphabet) -> str:
    first, *cells = text.split("|")
    if first:
        message = f"row {number} of the LaTeX grid begins with {shown(first)}, not with '|'"
        raise GridError(message, "row", row=number, sign=first)
    return "".join(_cell(cell.strip(), number, alphabet) for cell in cells)


def _cell(text: str, number: int, alphabet: Alphabet) -> str:
    found = _CELL.fullmatch(text)
    style, sign = found.groups() if found else (None, text)
    if style and _EDGES.fullmatch(style):
        raise GridError(f"row {number} of the LaTeX grid has a bar: {NO_BARS}", "bars")
    if sign == "*":
        return BLOCK
    inside = sign[1:-1].strip() if sign[:1] == "{" and sign[-1:] == "}" else sign
    if not inside:
        return VOID if sign else OPEN
    letter = letter_of(inside, alphabet)
    if letter is None:
        message = (
            f"row {number} of the LaTeX grid: {shown(inside)} is not a letter of "
            f"{alphabet.described}"
        )
        raise GridError(message, "row", row=number, sign=inside)
    return letter
