"""The grid: an immutable rectangle of cells, its text form and its runs. Knows no lexicon."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from patience.errors import GridError
from patience.game.alphabet import LATIN, SYMBOLS, Alphabet, faces, written
from patience.game.displayed import Displayed

BLANK = "."
CLOSED = "#"
FACE_DOWN = "*"  # only in a partial grid: a tile that must stay face down

_CELLS = SYMBOLS | {BLANK, CLOSED, FACE_DOWN}
_NO_LETTERS = BLANK + CLOSED + FACE_DOWN

# Longest text shown in a `repr`.
_MAX_SHOWN = 300

# A larger grid is a wrong file.
MAX_SIDE = 200

# Characters for a blank in a grid's text.
BLANKS = {BLANK, "_", "-", " ", "\N{NO-BREAK SPACE}", "\N{MIDDLE DOT}"}


class Cell(NamedTuple):
    """A cell's row from the top and column from the left, from 0."""

    row: int
    col: int


@dataclass(frozen=True)
class Run:
    """A maximal line of face-up tiles, across or down."""

    text: str  # symbols, upper case
    start: Cell
    across: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the run, in reading order."""
        return cells_along(self.start, len(self.text), across=self.across)

    @property
    def spelling(self) -> str:
        """The text as people write it: tiles of several letters as their letters."""
        return faces(self.text)

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """The cells before and after the run, possibly outside the grid."""
        (row, col), length = self.start, len(self.text)
        if self.across:
            return Cell(row, col - 1), Cell(row, col + length)
        return Cell(row - 1, col), Cell(row + length, col)


@dataclass(frozen=True, init=False)
class Grid(Displayed):
    """A rectangle of cells, one character each.

    ``A``-``Z`` is a letter tile, ``a``-``z`` a joker for that letter, ``.`` a blank, ``#`` a
    closed cell, ``*`` (partial grids only) a tile that must stay face down. A tile of another
    alphabet is its symbol (see `Alphabet`), a joker its lower case.

    Parameters
    ----------
    rows : tuple of str
        The rows from the top, all of one length; or a text, as `Grid.parse` takes it.

    Raises
    ------
    GridError
        If the grid is empty, ragged or too large, or contains another character.
    """

    rows: tuple[str, ...]

    def __init__(self, rows: Iterable[str]) -> None:
        given = Grid.parse(rows).rows if isinstance(rows, str) else tuple(rows)
        object.__setattr__(self, "rows", given)
        if not self.rows or not self.rows[0]:
            raise GridError("the grid is empty: it needs at least one row of cells", "empty")
        if max(self.height, self.width) > MAX_SIDE:
            raise GridError(
                f"the grid is {self.width}x{self.height}; no side may pass {MAX_SIDE} cells",
                "large",
            )
        for number, row in enumerate(self.rows, 1):
            if len(row) != self.width:
                message = (
                    f"row {number} of the grid has {len(row)} cells, row 1 has {self.width}: "
                    "give every row the same number"
                )
                raise GridError(message, "ragged", row=number, n=len(row), usual=self.width)
            if strange := _CELLS.union(row) - _CELLS:
                col = next(col for col, x in enumerate(row, 1) if x in strange)
                raise _no_cell(row[col - 1], number, col)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def __getitem__(self, cell: tuple[int, int]) -> str:
        return self.rows[cell[0]][cell[1]]

    def __str__(self) -> str:
        return "\n".join(map(written, self.rows))

    def __repr__(self) -> str:
        rows = "/".join(map(written, self.rows))
        shown = rows if len(rows) <= _MAX_SHOWN else f"{rows[:_MAX_SHOWN]}..."
        return f"Grid({self.width}x{self.height} {shown})"

    def cells(self) -> Iterator[tuple[Cell, str]]:
        """Yield every cell with its character, in reading order."""
        for r, row in enumerate(self.rows):
            for c, x in enumerate(row):
                yield Cell(r, c), x

    def mapped(self, made_of: Callable[[Cell, str], str]) -> Grid:
        """Return the grid with each cell replaced by ``made_of(cell, character)``."""
        return Grid(
            tuple(
                "".join(made_of(Cell(r, c), x) for c, x in enumerate(row))
                for r, row in enumerate(self.rows)
            )
        )

    def without(self, cells: Container[Cell]) -> Grid:
        """Return the grid with some cells blank."""
        return self.mapped(lambda cell, x: BLANK if cell in cells else x)

    def is_open(self, cell: Cell) -> bool:
        """Tell whether a cell is inside the grid and can take a tile."""
        inside = 0 <= cell.row < self.height and 0 <= cell.col < self.width
        return inside and self[cell] == BLANK

    def face_up(self) -> dict[Cell, str]:
        """Return the cells that show a letter, with their characters (jokers in lower case)."""
        return {
            Cell(r, c): x
            for r, row in enumerate(self.rows)
            for c, x in enumerate(row)
            if x in SYMBOLS
        }

    def strangers(self, alphabet: Alphabet) -> Iterator[tuple[Cell, str]]:
        """Yield the cells whose letter no tile of an alphabet shows, with their characters."""
        known = set(alphabet.symbols)
        if known.issuperset(set("".join(self.rows).upper()).difference(_NO_LETTERS)):
            return
        for cell, x in self.face_up().items():
            if x.upper() not in known:
                yield cell, x

    def count(self, kind: str) -> int:
        """Return the number of cells with the character `kind`."""
        return sum(row.count(kind) for row in self.rows)

    @property
    def blanks(self) -> int:
        """Number of open cells without a letter."""
        return self.count(BLANK) + self.count(FACE_DOWN)

    def runs(self, shortest: int = 2) -> tuple[Run, ...]:
        """Return the maximal runs of at least `shortest` tiles: across first, then down."""
        letters = re.compile(rf"[^{_NO_LETTERS}]{{{shortest},}}")
        return tuple(Run(x.upper(), start, across) for x, start, across in self.stretches(letters))

    def stretches(self, cells: re.Pattern[str]) -> Iterator[tuple[str, Cell, bool]]:
        """Yield what matches in rows, then columns: its text, its first cell, whether across."""
        for across, lines in ((True, self.rows), (False, self.transposed().rows)):
            for number, line in enumerate(lines):
                for found in cells.finditer(line):
                    at = found.start()
                    yield found[0], Cell(number, at) if across else Cell(at, number), across

    def transposed(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid(tuple("".join(column) for column in zip(*self.rows, strict=True)))

    def cropped(self) -> Grid:
        """Return the bounding rectangle of the face-up tiles; without any, the grid itself."""
        up = self.face_up()
        if not up:
            return self
        top, bottom = min(c.row for c in up), max(c.row for c in up)
        left, right = min(c.col for c in up), max(c.col for c in up)
        return Grid(tuple(row[left : right + 1] for row in self.rows[top : bottom + 1]))

    def recased(self, jokers: int) -> Grid:
        """Read small letters as letters if there are more of them than jokers.

        So they are written at a keyboard that puts a capital first in a row, if in any place.
        """
        small = sum(map(str.islower, "".join(self.rows)))
        after_first = "".join("".join(filter(str.isalpha, row))[1:] for row in self.rows)
        if small > jokers and after_first.islower():
            return Grid(tuple(row.upper() for row in self.rows))
        return self

    @classmethod
    def blank(cls, width: int, height: int) -> Grid:
        """Return a grid of blanks."""
        return cls((BLANK * width,) * height)

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet = LATIN) -> Grid:
        """Parse a grid from plain text: one line per row, one character per cell.

        Lines starting with ``;`` are comments. Besides the output of ``str``, it accepts ``_``,
        ``-`` and a space for a blank, accented letters, tiles of several letters in brackets,
        CRLF and a byte order mark. For other layouts, use `patience.parse_grid`.

        Raises
        ------
        GridError
            If the text is not such a grid.
        """
        # NFC joins accents that some systems write as separate characters to their letters.
        lines = unicodedata.normalize("NFC", text.removeprefix("\ufeff")).splitlines()
        lines = [line for line in lines if not line.startswith(";")]
        while lines and not lines[0].strip(" "):
            del lines[0]
        while lines and not lines[-1].strip(" "):
            del lines[-1]
        rows = map(alphabet.read, lines)
        grid = cls(tuple("".join(BLANK if x in BLANKS else x for x in row) for row in rows))
        for cell, x in grid.strangers(alphabet):
            raise _no_cell(x, cell.row + 1, cell.col + 1)
        return grid


def cells_along(start: tuple[int, int], length: int, *, across: bool) -> tuple[Cell, ...]:
    """Return so many cells from one on, in reading order."""
    row, col = start
    return tuple(Cell(row, col + i) if across else Cell(row + i, col) for i in range(length))


def is_face_up(x: str) -> bool:
    """Tell whether a cell's character shows a letter (a tile or a joker)."""
    return x in SYMBOLS


def bare(grid: Grid) -> Grid:
    """Return a grid without tiles; closed cells stay."""
    return grid.mapped(lambda _, x: x if x == CLOSED else BLANK)


def cells_apart(grid: Grid, other: Grid) -> int:
    """Return in how many cells two grids differ, plain or mirrored on the diagonal, the smaller.

    Grids of different sizes differ in all cells of the larger one.
    """
    apart = [
        sum(x.upper() != other[cell].upper() for cell, x in one.cells())
        for one in (grid, grid.transposed())
        if (one.width, one.height) == (other.width, other.height)
    ]
    return min(apart, default=max(grid.width * grid.height, other.width * other.height))


#: Symmetries of the letters too.
OF_LETTERS = ("palindrome-grid", "transpose")


def image(cell: Cell, width: int, height: int, symmetry: str) -> Cell:
    """Return where a symmetry of a rectangle takes a cell: see `Rules`."""
    row, column = cell
    if symmetry == "transpose":
        return Cell(column, row)
    turned = symmetry in {"half-turn", "palindrome-grid"}
    return Cell(
        height - 1 - row if turned or symmetry == "flip" else row,
        width - 1 - column if turned or symmetry == "mirror" else column,
    )


def asymmetric(grid: Grid, symmetry: str) -> tuple[Cell, ...]:
    """Return the cells without a letter whose images under a symmetry have one.

    If the letters are symmetric too, also those of a letter whose images have another, or lie
    outside.
    """
    up = {cell: x.upper() for cell, x in grid.face_up().items()}
    found = []
    for cell, _ in grid.cells():
        there = image(cell, grid.width, grid.height, symmetry)
        here, other = up.get(cell), up.get(there)
        is_outside = there.row >= grid.height or there.col >= grid.width
        differs = here is None or (symmetry in OF_LETTERS and here != other)
        if here if is_outside else other and differs:
            found.append(cell)
    return tuple(found)


def places(cells: Iterable[tuple[int, int]]) -> str:
    """Describe cells for a player, rows and columns from 1."""
    return ", ".join(f"row {r + 1} column {c + 1}" for r, c in cells)


def bounding_sides(grid: Grid) -> tuple[int, int]:
    """Return width and height of the bounding rectangle of the face-up tiles, or (0, 0)."""
    if not grid.face_up():
        return 0, 0
    box = grid.cropped()
    return box.width, box.height


def _no_cell(x: str, row: int, col: int) -> GridError:
    message = (
        f"row {row}, cell {col} of the grid is {written(x)!r}: "
        "a cell is a letter, '.' (blank) or '#' (closed)"
    )
    return GridError(message, "sign", row=row, col=col, sign=x)
