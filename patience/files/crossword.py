"""What the readers of crossword files share: cells become a grid, and what was guessed is noted.

A cell as read is a letter (lower case: a joker), `BLOCK`, `VOID` or `OPEN`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from patience.errors import GridError, shown
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, MAX_SIDE, Grid, is_face_up, unaccented

BLOCK, VOID, OPEN = BLANK, CLOSED, "0"

# Lines that this program writes where a format has room for remarks: `# patience KEY: VALUE`.
OWN = "# patience "
# Cells that a format has no sign for stand in such a line: what they are, by its key.
MARKS = {"closed": VOID, "kept-face-down": FACE_DOWN}

CIRCLES = "circled cells are read as plain letters: a joker would be a letter in lower case"
NO_BARS = "here only blanks and closed cells part words, draw blocks instead"


class Exchanged(NamedTuple):
    """A grid in a format of other programs.

    `notes` say in a line each what was taken in one way and could mean another thing. `layout` is
    the grid on a board, where blocks are closed cells; None if it is the same.
    """

    grid: Grid
    header: dict[str, str]
    notes: tuple[str, ...] = ()
    layout: Grid | None = None


def letter_of(text: str) -> str | None:
    """Return the letter of A-Z that a text is without its accent, in upper case; None if none."""
    plain = unaccented(text)
    return plain.upper() if is_face_up(plain) else None


def own_header(lines: Sequence[str]) -> dict[str, str]:
    """Return the header that this program has written into remarks."""
    pairs = (line.removeprefix(OWN).partition(":") for line in lines if line.startswith(OWN))
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def with_marks(rows: Sequence[str], header: dict[str, str]) -> list[str]:
    """Return rows with the blocks that a header marks as another kind; take these lines from it."""
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
    """Refuse rows of another number or length than a file says; None where it says nothing.

    Raises
    ------
    GridError
        If they differ, or are none, or more than a table has.
    """
    if not rows or not rows[0]:
        raise GridError(f"{what} has no cells: it needs rows of them")
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise GridError(f"{what} has more than {MAX_SIDE} rows or columns")
    wide = len(rows[0]) if width is None else width
    for number, row in enumerate(rows, 1):
        if str(wide).strip() != str(len(row)):
            raise GridError(
                f"row {number} of {what} has {len(row)} cells, not {shown(wide)}: make them agree"
            )
    if height is not None and str(height).strip() != str(len(rows)):
        raise GridError(f"{what} has {len(rows)} rows, not {shown(height)}: make them agree")


def choose(
    solution: list[str], entered: list[str], names: tuple[str, str], *, edited: bool
) -> tuple[list[str], list[str]]:
    """Choose between the rows of an author and those that somebody entered; return rows and notes.

    In a file from this program both are the same: there an entry is an edit.
    """
    pairs = list(zip("".join(solution).upper(), "".join(entered).upper(), strict=True))
    apart = sum(one != other for one, other in pairs)
    if not apart or not any(x.isalpha() for _, x in pairs):
        return solution, []
    if not any(x.isalpha() for x, _ in pairs):
        return entered, []
    first, second = reversed(names) if edited else names
    cells = "1 cell" if apart == 1 else f"{apart} cells"
    note = f"{first} and {second} differ in {cells}: {first} is read"
    return entered if edited else solution, [note]


def crossword(
    rows: Sequence[str], header: Mapping[str, str], notes: Sequence[str], *, own: bool
) -> Exchanged:
    """Return the grid of a crossword.

    Where all open cells have letters a block is a blank. In a pattern that is still to be filled
    blocks are kept: as tiles face down, or as closed cells on a board.
    If this program wrote the file (`own`), its blanks are blanks on a board as well.

    Raises
    ------
    GridError
        If the rows are no grid.
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
        notes = [*notes, pattern]
    return Exchanged(grid, dict(header), tuple(notes), None if layout == grid else layout)


def _translated(rows: Sequence[str], kinds: Mapping[str, str]) -> Grid:
    table = {ord(x): y for x, y in kinds.items()}
    return Grid(tuple(row.translate(table) for row in rows))
