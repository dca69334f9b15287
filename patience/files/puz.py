"""Reader of .puz, the format of Across Lite, based on the library puzpy."""

from __future__ import annotations

from typing import Any

from patience.errors import GridError
from patience.extras import load
from patience.files import crossword
from patience.game.alphabet import Alphabet
from patience.version import DISTRIBUTION

# Author of the files of this program, unless a grid has one.
AUTHOR = DISTRIBUTION
# A cell without an entry.
EMPTY = "-"

# States of a solution: locked with a key, or absent.
_LOCKED, _NONE = 4, 2
# Extension sections: cells with several letters, and marks in cells.
_SEVERAL, MARKUP = b"GRBS", b"GEXT"
CIRCLE = 0x80


def puzpy() -> Any:
    """Import the library, an optional extra."""
    return load("puz", "a .puz file")


def read_puz(data: bytes, tiles_of: crossword.TilesOf) -> crossword.Exchanged:
    """Return the grid of a .puz file, with the header if this program wrote the file.

    Cells are tiles of the alphabet that goes with the header. A block is a face-down tile or bare
    table; in a file from this program, a circle is a joker.

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
    header = crossword.own_header(puzzle.notes.splitlines())
    own = puzzle.author == AUTHOR or bool(header)
    devils = header.pop("circles", "") == crossword.DEVILS
    alphabet = tiles_of(header)
    solution, fill = (
        _rows(letters, puzzle.width, alphabet) for letters in (puzzle.solution, puzzle.fill)
    )
    rows, notes = fill, list[str]()
    if puzzle.solution_state != _NONE:
        rows, notes = crossword.choose(
            solution, fill, ("the solution", "what is filled in"), edited=own
        )
    marks = puzzle.extensions.get(MARKUP, b"")
    if devils:
        rows = _with_devils(rows, marks)
    elif any(mark & CIRCLE for mark in marks):
        notes.append(crossword.CIRCLES)
    rows = crossword.with_marks(rows, header)
    if not own:
        header = crossword.named(header, puzzle.title, puzzle.author)
    return crossword.grid_of(rows, header, notes, own=own, clues=_clues(puzzle))


def _clues(puzzle: Any) -> list[crossword.Clue]:
    told = len(puzzle.clues)
    puzzle.clues += [""] * (2 * len(puzzle.solution))  # a file may have fewer than words
    numbered = puzzle.clue_numbering()
    found = [
        crossword.Clue(divmod(each["cell"], puzzle.width), ways is numbered.across, each["clue"])
        for ways in (numbered.across, numbered.down)
        for each in ways
    ]
    found += [crossword.Clue(None, True, text) for text in puzzle.clues[len(found) : told]]
    return [each for each in found if each.text.strip()]


def _rows(letters: str, width: int, alphabet: Alphabet) -> list[str]:
    cells = "".join(_cell(x, n, width, alphabet) for n, x in enumerate(letters))
    return [cells[n : n + width] for n in range(0, len(cells), width)]


def _with_devils(rows: list[str], marks: bytes) -> list[str]:
    """Return rows with the circled letters as those of jokers."""
    cells = zip("".join(rows), marks.ljust(len(rows) * len(rows[0]), b"\0"), strict=False)
    letters = "".join(x.lower() if mark & CIRCLE else x for x, mark in cells)
    return [letters[n : n + len(rows[0])] for n in range(0, len(letters), len(rows[0]))]


def _cell(x: str, number: int, width: int, alphabet: Alphabet) -> str:
    if x in ".:":  # a colon if the solver must find the blocks
        return crossword.BLOCK
    if x == EMPTY:
        return crossword.OPEN
    letter = crossword.letter_of(x, alphabet)
    if letter is None:
        raise crossword.no_tile("the .puz file", *divmod(number, width), x)
    return letter
