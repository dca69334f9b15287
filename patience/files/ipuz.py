"""Reader of ipuz, an exchange format for crosswords, and its keys."""

from __future__ import annotations

from collections.abc import Mapping
from html import unescape
from typing import Any

from patience.errors import GridError, shown
from patience.files import crossword
from patience.game.alphabet import written
from patience.game.grid import FACE_DOWN

VERSION = "http://ipuz.org/v2"
KIND = "http://ipuz.org/crossword#1"

# Key of what the format cannot represent.
OWN_KEY = "diamino-patience:grid"

BLOCK = "#"


def read_ipuz(value: Mapping[str, Any], tiles_of: crossword.TilesOf) -> crossword.Exchanged:
    """Return the grid of an ipuz crossword, with the header if this program wrote the file.

    Cells are tiles of the alphabet that goes with the header. A void cell is closed and circles are
    ignored. In a file from this program, a void cell is bare table and circles are jokers.

    Raises
    ------
    GridError
        If the file is not a plain crossword, is inconsistent, or a cell has several letters.
    """
    kinds = value.get("kind")
    if "ipuz.org/crossword" not in str(kinds):
        raise GridError(
            f"the kind of this ipuz file is {shown(kinds)}: only crosswords can be read",
            "no-crossword",
        )
    file = _File(value, tiles_of)
    rows, notes = file.laid()
    if not file.is_own and any(map(file.circled, file.cells())):
        notes.append(crossword.CIRCLES)
    header = file.header
    if not file.is_own:
        header = crossword.named(header, _text(value.get("title")), _text(value.get("author")))
    return crossword.grid_of(rows, header, notes, own=file.is_own, clues=file.clues())


class _File:
    """The cells of one file; `own` holds the data of this program, if it wrote the file."""

    def __init__(self, value: Mapping[str, Any], tiles_of: crossword.TilesOf) -> None:
        own = value.get(OWN_KEY)
        self._value, self.is_own = value, isinstance(own, dict)
        self.own: Mapping[str, Any] = own if isinstance(own, dict) else {}
        header = self.own.get("header")
        entries = header if isinstance(header, dict) else {}
        self.header = {str(key).lower(): str(x) for key, x in entries.items()}
        self._alphabet = tiles_of(self.header)
        size = value.get("dimensions")
        size = size if isinstance(size, dict) else {}
        self._size = size.get("width"), size.get("height")
        self._puzzle = self._rows("puzzle")
        if not self._puzzle:
            raise GridError("the ipuz file has no puzzle: it needs a list of rows", "empty")
        self._size = len(self._puzzle[0]), len(self._puzzle)
        marked = (
            (self.own.get("closed"), crossword.VOID),
            (self.own.get("kept_face_down"), FACE_DOWN),
        )
        self._marks = {
            str(place): mark
            for places, mark in marked
            if isinstance(places, list)
            for place in places
        }

    def cells(self) -> list[tuple[int, int]]:
        """Return row and column of every cell, from 0."""
        return [(r, c) for r, row in enumerate(self._puzzle) for c in range(len(row))]

    def circled(self, place: tuple[int, int]) -> bool:
        return self._style(place).get("shapebg") == "circle"

    def laid(self) -> tuple[list[str], list[str]]:
        """Return the rows of the grid, and notes."""
        for place in self.cells():
            if any(self._style(place).get(mark) for mark in ("barred", "divided")):
                raise crossword.barred("the ipuz file", *place)
        given = self._cells("puzzle")
        solution, saved = self._cells("solution"), self._cells("saved")
        rows, notes = solution or saved or given, list[str]()
        if solution and saved:
            was = str(self.own.get("rows")).upper()
            edited = self.is_own and str([*map(written, saved)]).upper() != was
            rows, notes = crossword.choose(
                solution, saved, ("'solution'", "'saved'"), edited=edited
            )
        for r, c in self.cells():
            letter, there = given[r][c], rows[r][c]
            if letter.isalpha() and there == crossword.OPEN:
                rows[r] = rows[r][:c] + letter + rows[r][c + 1 :]
            elif letter.isalpha() and there.upper() != letter.upper():
                raise GridError(
                    f"{crossword.at(r, c)} of the ipuz file's puzzle shows {letter}, but its "
                    f"letter is {there}: make them agree",
                    "damaged",
                )
        return rows, notes

    def clues(self) -> list[crossword.Clue]:
        """Return the clues with the cells of their numbers."""
        places = {str(self._shown(place)): place for place in reversed(self.cells())}
        listed = self._value.get("clues")
        found = []
        for name, some in listed.items() if isinstance(listed, dict) else ():
            way = str(name).partition(":")[0].lower()
            for clue in some if isinstance(some, list) else ():
                number, text = _clue(clue)
                if text:
                    cell = places.get(number) if way in {"across", "down"} else None
                    found.append(crossword.Clue(cell, way == "across", text))
        return found

    def _rows(self, key: str) -> list[list[Any]]:
        """Return the rows under a key, empty if it is missing."""
        rows = self._value.get(key) or []
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise GridError(
                f"the ipuz file's {key} is {shown(rows)}: it must be a list of rows", "damaged"
            )
        if rows:
            crossword.check_size(f"the ipuz file's {key}", rows, *self._size)
        return rows

    def _cells(self, key: str) -> list[str]:
        """Return the rows under a key as cells, empty if it is missing."""
        return [
            "".join(self._cell(key, (r, c), cell) for c, cell in enumerate(row))
            for r, row in enumerate(self._rows(key))
        ]

    def _cell(self, key: str, place: tuple[int, int], cell: object) -> str:
        if isinstance(cell, dict):
            cell = cell.get("value")
        elif key == "puzzle":
            cell = None
        blocks = ("#", self._value.get("block", BLOCK))
        empty = cell in (None, 0, "0", "", " ", self._value.get("empty", 0))
        shown_there = self._shown(place)
        if shown_there is None or shown_there in blocks:
            if not empty and cell not in blocks:
                raise GridError(
                    f"{crossword.at(*place)} of the ipuz file's puzzle is a block, but "
                    f"{shown(cell)} in its {key}: make them agree",
                    "damaged",
                )
            void = crossword.VOID if shown_there is None and not self.is_own else crossword.BLOCK
            return self._marks.get(str([*place]), void)
        if empty:
            return crossword.OPEN
        letter = crossword.letter_of(cell, self._alphabet) if isinstance(cell, str) else None
        if letter is None and cell in blocks:  # without a diagram, only the solution has blocks
            return crossword.BLOCK
        if letter is None:
            raise crossword.no_tile(f"the ipuz file's {key}", *place, cell)
        return letter.lower() if self.is_own and self.circled(place) else letter

    def _shown(self, place: tuple[int, int]) -> object:
        """Return the content of a puzzle cell: a number, a block, or None for nothing."""
        cell = self._puzzle[place[0]][place[1]]
        return cell.get("cell", 0) if isinstance(cell, dict) else cell

    def _style(self, place: tuple[int, int]) -> Mapping[str, Any]:
        """Return the style of a cell, resolved if it is the name of one."""
        cell = self._puzzle[place[0]][place[1]]
        style = cell.get("style") if isinstance(cell, dict) else None
        styles = self._value.get("styles")
        if isinstance(style, str) and isinstance(styles, dict):
            style = styles.get(style)
        return style if isinstance(style, dict) else {}


def _clue(clue: object) -> tuple[str, str]:
    """Return the number and the text of a clue: a pair, an object, or a text alone."""
    match clue:
        case [number, text, *_]:
            return _text(number), _text(text)
        case dict():
            return _text(clue.get("number")), _text(clue.get("clue"))
    return "", _text(clue)


def _text(value: object) -> str:
    return unescape(str(value)).strip() if isinstance(value, str | int) else ""
