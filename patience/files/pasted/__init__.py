"""Grids in pasted text, by one grammar: what is not in it is refused.

A grid is rows of tiles; or cells parted by spaces, tabs or one sign that parts every row alike,
each cell one tile. It can stand in a fence, a mail, a box, a table of Markdown, HTML or CSV, and
have labels of rows and columns and remarks on lines of their own (`wrapping`); spaces or nothing
can be blanks, and all rows stand in one line (`cells`).

Nothing that was written is left out or taken for something else unless a note quotes it. If a text
can be read as two grids, the size decides, else it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from patience.errors import GridError, Note
from patience.files.pasted.lines import Line, Lines, is_plain, numbered, parts
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import Grid

__all__ = ["Found", "Line", "Lines", "parts", "plain_lines", "read", "unwrapped"]

_BOLD = re.compile(r"(\*\*|__).*[^\W_].*\1")
Found = tuple[Grid, list[Note]]


def plain_lines(text: str) -> Lines | None:
    """Return the lines of a text, if all grids in it are plain."""
    lines = numbered(text)
    return lines if all(map(is_plain, parts(lines))) else None


def unwrapped(text: str) -> tuple[Lines, list[Note]]:
    """Return the lines without what wraps them, and notes.

    Raises
    ------
    GridError
        If the text is too large or garbled.
    """
    if (plain := plain_lines(text)) is not None:
        return plain, []
    from patience.files.pasted.wrapping import unwrap  # noqa: PLC0415 (most grids are plain)

    return unwrap(numbered(text))


def read(lines: Lines, fits: Callable[[Grid], bool], alphabet: Alphabet = LATIN) -> Found:
    """Read a grid from lines; return it, and notes on what was assumed.

    `fits` tells whether a grid has the size known from elsewhere. It decides between two readings
    and overrides none. The cells are tiles of `alphabet`.

    Raises
    ------
    GridError
        If there is no grid, or several readings differ.
    """
    texts = [line.text for line in lines if line.is_row]
    if texts and all(map(_BOLD.fullmatch, texts)):
        said = (
            f"{texts[0][:2]!r} around each row is bold type, or cells: leave it out, or write '.'"
        )
        raise GridError(said, "sign", row=1, col=1, sign=texts[0][:2])
    # A sign in the first or second place of each row may part cells.
    firsts = [{text[at : at + 1] for text in texts} for at in (0, 1)]
    if is_plain(lines) and all(len(x) > 1 or "".join(x).isupper() for x in firsts):
        return Grid.parse("\n".join(texts), alphabet), []
    from patience.files.pasted.cells import chosen  # noqa: PLC0415 (most grids are plain)

    return chosen(lines, fits, alphabet)
