"""Reader of .puz, the format of Across Lite, based on the library puzpy."""

from __future__ import annotations

from typing import Any

from patience.errors import GridError
from patience.extras import load
from patience.files.crossword import (
    BLOCK,
    CIRCLES,
    OPEN,
    Exchanged,
    choose,
    crossword,
    letter_of,
    own_header,
    with_marks,
)
from patience.game.alphabet import Alphabet
from patience.question.header import alphabet_above
from patience.version import DISTRIBUTION

# Author of the files of this program, whose notes contain the header.
AUTHOR = DISTRIBUTION
# A cell without an entry.
EMPTY = "-"

_MAGIC = b"ACROSS&DOWN"
# States of a solution: locked with a key, or absent.
_LOCKED, _NONE = 4, 2
# Extension sections: cells with several letters, and marks in cells.
_SEVERAL, _MARKUP = b"GRBS", b"GEXT"
_CIRCLE = 0x80


def puzpy() -> Any:
    """Import the library, an optional extra."""
    return load("puz", "a .puz file")


def is_puz(data: bytes) -> bool:
    """Tell whether the magic bytes are near the start; some programs write data before them."""
    return _MAGIC in data[:1000]


def read_puz(data: bytes, alphabet: Alphabet | None = None) -> Exchanged:
    """Return the grid of a .puz file, with the header if this program wrote the file.

    Cells are tiles of `alphabet`, by default of the header's. A block is a face-down tile or bare
    table. Circles are ignored.

    Raises
    ------
    GridError
        If the file is damaged or locked, or a cell has several letters or none.
    MissingExtraError
        If the library is not installed.
    """
    library = puzpy()
    try:
        puzzle = library.load(data)
    except (library.PuzzleFormatError, ValueError) as error:
        what = "it is cut short" if "unpack" in str(error) else error
        raise GridError(f"the .puz file is damaged: {what}", "damaged") from None
    if puzzle.solution_state == _LOCKED:
        raise GridError(
            "the .puz file's solution is locked: unlock it in Across Lite and save it", "locked"
        )
    if any(puzzle.extensions.get(_SEVERAL, b"")):
        raise GridError(
            "the .puz file has several letters in a cell (rebus): a cell holds one", "rebus"
        )
    if not 0 < puzzle.width * puzzle.height == len(puzzle.solution) == len(puzzle.fill):
        raise GridError("the .puz file has no cells, or is cut short: save it again", "damaged")
    own = puzzle.author == AUTHOR
    header = own_header(puzzle.notes.splitlines()) if own else {}
    alphabet = alphabet or alphabet_above(header)
    solution, fill = (
        _rows(letters, puzzle.width, alphabet) for letters in (puzzle.solution, puzzle.fill)
    )
    rows, notes = fill, list[str]()
    if puzzle.solution_state != _NONE:
        rows, notes = choose(solution, fill, ("the solution", "what is filled in"), edited=own)
    if any(mark & _CIRCLE for mark in puzzle.extensions.get(_MARKUP, b"")):
        notes.append(CIRCLES)
    return crossword(with_marks(rows, header), header, notes, own=own)


def _rows(letters: str, width: int, alphabet: Alphabet) -> list[str]:
    cells = "".join(_cell(x, n, width, alphabet) for n, x in enumerate(letters))
    return [cells[n : n + width] for n in range(0, len(cells), width)]


def _cell(x: str, number: int, width: int, alphabet: Alphabet) -> str:
    if x in ".:":  # a colon if the solver must find the blocks
        return BLOCK
    if x == EMPTY:
        return OPEN
    letter = letter_of(x, alphabet)
    if letter is None:
        row, col = divmod(number, width)
        where = f"row {row + 1}, cell {col + 1}"
        message = f"{where} of the .puz file is {x!r}, not a letter of {alphabet.described}"
        raise GridError(message, "sign", row=row + 1, col=col + 1, sign=x)
    return letter
