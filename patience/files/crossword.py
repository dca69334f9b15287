"""Common parts of the crossword readers: cells to grid, with notes on what was assumed.

A cell as read is a letter (lower case for a joker), `BLOCK`, `VOID` or `OPEN`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from patience.errors import GridError, Note, shown
from patience.game.alphabet import Alphabet
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, MAX_SIDE, Grid

# Returns the alphabet of a grid's cells once the header of its file is read.
TilesOf = Callable[[Mapping[str, str]], Alphabet]

BLOCK, VOID, OPEN = BLANK, CLOSED, "0"

# Prefix of the header lines that this program writes as remarks: `# patience KEY: VALUE`.
OWN = "# patience "
# The value of its line "circles" if they are devils.
DEVILS = "devils"
# Keys of such lines for cells that a format cannot represent.
MARKS = {"closed": VOID, "kept-face-down": FACE_DOWN}

CIRCLES = Note(
    "circled cells are read as plain letters; write the letter of a joker in lower case", "circles"
)
NO_BARS = "only blocks can separate words, so draw a block instead"


class Clue(NamedTuple):
    """A clue of a file: the first cell of its word, whether that lies across, and the text.

    A clue whose word the file does not place has no cell.
    """

    cell: tuple[int, int] | None
    across: bool
    text: str


class Exchanged(NamedTuple):
    """A grid from a format of another program.

    `notes` state ambiguities and how they were resolved, one per line. `layout` is the grid for a
    board, where blocks are closed cells; None if it is the same. `clues` are by word.
    """

    grid: Grid
    header: dict[str, str]
    notes: tuple[str, ...] = ()
    layout: Grid | None = None
    clues: Mapping[str, str] = {}


def letter_of(text: str, alphabet: Alphabet) -> str | None:
    """Return the symbol of the tile that a cell shows, in upper case, or None.

    A letter that no tile of the alphabet shows loses its accent.
    """
    cell = alphabet.cell(text).upper()
    return cell if cell in alphabet.index else None


def at(row: int, col: int) -> str:
    """Name a cell in a message."""
    return f"row {row + 1}, cell {col + 1}"


def no_tile(where: str, row: int, col: int, text: object) -> GridError:
    """Return the error for a cell whose content is not a single tile."""
    message = f"{at(row, col)} of {where} is {shown(text)}, not a single tile"
    return GridError(message, "sign", row=row + 1, col=col + 1, sign=shown(text))


def barred(where: str, row: int, col: int) -> GridError:
    """Return the error for a cell with a bar."""
    return GridError(f"{at(row, col)} of {where} has a bar: {NO_BARS}", "bars")


def own_header(lines: Sequence[str]) -> dict[str, str]:
    """Return the header that this program wrote as remarks."""
    pairs = (line.removeprefix(OWN).partition(":") for line in lines if line.startswith(OWN))
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def with_marks(rows: Sequence[str], header: dict[str, str]) -> list[str]:
    """Apply the marks of blocks in a header to the rows, and remove them from the header."""
    cells = [list(row) for row in rows]
    for key, x in MARKS.items():
        for place in re.findall(r"(\d{1,3}),(\d{1,3})", header.pop(key, "")):
            r, c = map(int, place)
            if r < len(cells) and c < len(cells[r]) and cells[r][c] == BLOCK:
                cells[r][c] = x
    return ["".join(row) for row in cells]


def check_size(
    what: str, rows: Sequence[Sequence[object]], width: object = None, height: object = None
) -> None:
    """Check the size of rows against that declared in a file (None: not declared).

    Raises
    ------
    GridError
        If they differ, or the rows are empty or too many.
    """
    if not rows or not rows[0]:
        raise GridError(f"{what} has no cells: give it rows of cells", "empty")
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise GridError(f"{what} has more than {MAX_SIDE} rows or columns", "large")
    wide = len(rows[0]) if width is None else width
    for number, row in enumerate(rows, 1):
        if str(wide).strip() != str(len(row)):
            message = (
                f"row {number} of {what} has {len(row)} cells instead of {shown(wide)}: correct it"
            )
            raise GridError(message, "ragged", row=number, n=len(row), usual=str(wide))
    if height is not None and str(height).strip() != str(len(rows)):
        raise GridError(
            f"{what} has {len(rows)} rows instead of {shown(height)}: correct it", "damaged"
        )


def choose(
    solution: list[str], entered: list[str], names: tuple[str, str], *, edited: bool
) -> tuple[list[str], list[str]]:
    """Choose between the author's rows and those filled in; return rows and notes.

    In a file from this program both are written equal, so a difference is an edit.
    """
    pairs = list(zip("".join(solution).upper(), "".join(entered).upper(), strict=True))
    apart = sum(one != other for one, other in pairs)
    if not apart or not any(x.isalpha() for _, x in pairs):
        return solution, []
    if not any(x.isalpha() for x, _ in pairs):
        return entered, []
    first, second = reversed(names) if edited else names
    cells = "1 cell" if apart == 1 else f"{apart} cells"
    note = Note(f"{first} and {second} differ in {cells}: {first} is read", "differ", n=apart)
    return entered if edited else solution, [note]


def named(header: Mapping[str, str], title: str, author: str) -> dict[str, str]:
    """Return a header with the title and the author that a file of another program names."""
    said = {"title": " ".join(title.split()), "author": " ".join(author.split())}
    return {key: text for key, text in said.items() if text} | dict(header)


def grid_of(
    rows: Sequence[str],
    header: Mapping[str, str],
    notes: Sequence[str],
    *,
    own: bool,
    clues: Sequence[Clue] = (),
) -> Exchanged:
    """Return the grid of a crossword.

    If every open cell has a letter, a block is a blank. In a pattern still to be filled, blocks are
    kept: as face-down tiles, or as closed cells on a board. If this program wrote the file (`own`),
    its blanks are blanks on a board too. A clue stays with its word; of a pattern, none has one.

    Raises
    ------
    GridError
        If the rows are not a grid.
    """
    text = "".join(rows)
    free = text.count(OPEN)
    keeps = bool(free) and BLOCK in text and header.get("goal", "frame").startswith("frame")
    grid = _translated(rows, {BLOCK: FACE_DOWN if keeps else BLANK, OPEN: BLANK})
    layout = _translated(rows, {BLOCK: BLANK if own and not keeps else CLOSED, OPEN: BLANK})
    if free:
        pattern = f"a pattern to fill: open cells {free}, letters {sum(map(str.isalpha, text))}"
        if keeps:
            pattern += f", blocks {text.count(BLOCK)} (face down in a frame, closed on a board)"
        notes = [*notes, Note(pattern, "pattern", n=free)]
    kept, lost = _by_word(grid, clues, is_pattern=bool(free))
    if lost:
        text = f"left out {lost} of {len(clues)} clues, which have no word here or share one"
        notes = [*notes, Note(text, "clues", n=lost)]
    return Exchanged(grid, dict(header), tuple(notes), None if layout == grid else layout, kept)


def _by_word(grid: Grid, clues: Sequence[Clue], *, is_pattern: bool) -> tuple[dict[str, str], int]:
    """Return the clues by word, and the number of those without one or with another's."""
    runs = () if is_pattern else grid.runs()
    words = {(*run.start, run.across): run.spelling for run in runs}
    kept, lost = dict[str, str](), 0
    for cell, across, text in clues:
        word = words.get((*cell, across)) if cell else None
        if word is None or kept.setdefault(word, text) != text:
            lost += 1
    return kept, lost


def _translated(rows: Sequence[str], kinds: Mapping[str, str]) -> Grid:
    table = {ord(x): y for x, y in kinds.items()}
    return Grid(tuple(row.translate(table) for row in rows))
