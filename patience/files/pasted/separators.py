"""Signs between the cells of pasted text, as in ``T-H-E``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from patience.errors import Note
from patience.files.pasted import glyphs
from patience.files.pasted.lines import Line, Lines, rows_of
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, is_face_up

# Most signs and spaces between two cells.
_MAX_STEP = 5

# Fewest cells in a row that show the signs between them not to be blanks.
_MIN_COLUMNS = 3

# A gap between signs that holds cells of its own.
_WIDE = re.compile(r"\S\s{3,}\S")

# Brackets mark jokers, and digits count blanks.
_NEVER = set("()[]{}123456789")


class Separated(NamedTuple):
    """Lines without the signs between their cells.

    The same lines can be a grid with blanks in every second place. `certain` tells whether the
    signs part the cells unless the size of the grid is known to be that other one.
    """

    lines: Lines
    sign: str
    certain: bool

    @property
    def is_written(self) -> bool:
        """Whether a grid as this program writes it can have the sign in these places."""
        return set(self.sign) <= {BLANK, CLOSED, FACE_DOWN}

    @property
    def left_out(self) -> Note:
        """What to say if the signs part the cells."""
        sign = self.sign
        return Note(f"{sign!r} between the cells is left out", "separator", sign=sign)

    def kept(self, size: str) -> Note:
        """Return what to say if they are cells of a grid of a size."""
        sign = self.sign
        text = (
            f"{sign!r} between letters is taken for cells of their own: leave it out if it parts "
            f"them, or write '; size: {size}' above the grid"
        )
        return Note(text, "no-separator", sign=sign, size=size)


def separated(lines: Lines) -> Separated | None:
    """Return the lines without the signs that can part their cells, or None if none can.

    The letters on both sides of such signs would have no connection if the signs were blanks.
    """
    full = rows_of(lines)
    texts = [line.text for line in full]
    for rows, sign in (found for form in _forms(texts) for found in _splits(form)):
        if _is_plausible(rows, sign):
            changed = {
                line.number: row.replace(" ", BLANK) for line, row in zip(full, rows, strict=True)
            }
            left = [Line(n, changed.get(n, text)) for n, text in lines]
            return Separated(left, sign, _is_certain(rows, sign))
    return None


def _forms(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines as they are, without spaces around or at all, and as cells between tabs."""
    spaced = [text.replace("\t", " ") for text in texts]
    yield _padded(spaced, " ")  # a column of spaces at either side can be one of cells
    spaced = [text.rstrip() for text in spaced]
    indent = min((len(text) - len(text.lstrip()) for text in spaced), default=0)
    yield _padded([text[indent:] for text in spaced], " ")
    if not any(_WIDE.search(text) for text in texts):
        yield ["".join(text.split()) for text in texts]
    cells = [[x.strip() for x in text.split("\t")] for text in texts]
    if all(len(x) <= 1 for row in cells for x in row):
        yield _padded(["".join(x or BLANK for x in row) for row in cells], BLANK)


def _padded(texts: Sequence[str], by: str) -> list[str]:
    wide = max(map(len, texts), default=0)
    return [text.ljust(wide, by) for text in texts]


def _splits(texts: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield rows of cells, and the signs between them, equal everywhere."""
    longest = max(map(len, texts), default=0)
    for step in range(2, _MAX_STEP + 2):
        for first in range(step):
            places = [r for r in range(first + 1, first + step) if r < longest]
            between = [{x for text in texts for x in text[r % step :: step]} for r in places]
            rows = [text[first::step] for text in texts]
            if all(len(x) == 1 for x in between) and len(set(map(len, rows))) == 1:
                yield rows, "".join(x for found in between for x in found if x != " ")


def _is_plausible(rows: Sequence[str], sign: str) -> bool:
    width, cells = len(rows[0]), set("".join(rows))
    places = len(rows) * (width - 1)
    if not sign or width < 2 or places < 2 or not all(_can_part(x, cells, places) for x in sign):
        return False
    if len(rows) == 1 and "/" in sign:  # it separates rows
        return False
    if cells & set(sign):  # it is a blank too, and a few letters are no finished grid
        letters = sum(_is_letter(x) and x not in sign for row in rows for x in row)
        return len(sign) == 1 and 2 * letters > len(rows) * width
    lettered = sum(any(map(_is_letter, column)) for column in zip(*rows, strict=True))
    blank = any(glyphs.is_sign(x) and not _is_closed(x) for x in cells)
    blank |= lettered > 0 and " " in cells
    return lettered > 1 or (blank and not any(map(_is_closed, sign)))


def _can_part(x: str, cells: Set[str], places: int) -> bool:
    """Tell whether a character can stand at places between cells; a small letter, if no joker."""
    if _is_letter(x):
        return x.islower() and places > glyphs.MAX_JOKERS and any(map(str.isupper, cells))
    return x not in _NEVER


def _is_closed(x: str) -> bool:
    return x in {CLOSED, FACE_DOWN} or glyphs.is_dark(x)


def _is_letter(x: str) -> bool:
    return x.isalpha() or is_face_up(x)


def _is_certain(rows: Sequence[str], sign: str) -> bool:
    if len(rows[0]) < _MIN_COLUMNS:
        return False
    cells = set("".join(rows))
    # A grid is written with '.' for a blank, so there it parts cells only beside another mark.
    return set(sign) != {BLANK} or not (BLANK in cells or all(map(_is_letter, cells)))
