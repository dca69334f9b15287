"""Grids in Exolve's text format: reading it. The header stands in comments."""

from __future__ import annotations

import re

from patience.errors import GridError
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid

BEGIN, END = "exolve-begin", "exolve-end"
# Comments that this program writes: `# patience KEY: VALUE`.
OWN = "# patience "
DEVILS = "devils"

_CELL = re.compile(r"([A-Za-z.0?])([|_+@*!~]*)")


def is_exolve(text: str) -> bool:
    """Tell whether a text has the line with which Exolve puzzles begin."""
    return any(line.strip() == BEGIN for line in text.splitlines())


def read_exolve(text: str) -> tuple[Grid, dict[str, str]]:
    """Return the grid of an Exolve puzzle, and the header that this program wrote, if it did.

    A block is a tile face down, or bare table; in a file from here a circle is a devil.

    Raises
    ------
    GridError
        If it has no grid, or a cell is not understood.
    """
    lines = [line.strip() for line in text.splitlines()]
    lines = lines[lines.index(BEGIN) + 1 : lines.index(END) if END in lines else None]
    header = _own(lines)
    circles = header.pop("circles", "")
    marks = {key: _places(header.pop(key, "")) for key in ("closed", "kept-face-down")}
    try:
        first = lines.index("exolve-grid:") + 1
    except ValueError:
        raise GridError("the Exolve file has no exolve-grid") from None
    rows: list[str] = []
    for line in lines[first:]:
        if line.startswith("exolve-"):
            break
        cells = line.split("# ")[0].replace(" ", "")
        if cells and cells != "#":
            rows.append(_row(cells, len(rows), devils=circles == DEVILS))
    for key, x in (("closed", CLOSED), ("kept-face-down", FACE_DOWN)):
        for row, col in marks[key]:
            if row < len(rows) and col < len(rows[row]) and rows[row][col] == BLANK:
                rows[row] = rows[row][:col] + x + rows[row][col + 1 :]
    return Grid.parse("\n".join(rows)), header


def _own(lines: list[str]) -> dict[str, str]:
    pairs = (line.removeprefix(OWN).partition(":") for line in lines if line.startswith(OWN))
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _row(cells: str, number: int, *, devils: bool) -> str:
    row, end = "", 0
    for found in _CELL.finditer(cells):
        if found.start() != end:
            break
        letter, marks = found.groups()
        end = found.end()
        if not letter.isalpha():
            row += BLANK
        else:
            row += letter.lower() if devils and "@" in marks else letter.upper()
    if end != len(cells):
        raise GridError(f"row {number + 1} of the Exolve grid: {cells[end]!r} is no cell")
    return row


def _places(text: str) -> list[Cell]:
    """Read places as ``row,column`` from 0, separated by spaces."""
    return [Cell(int(r), int(c)) for r, c in re.findall(r"(\d{1,3}),(\d{1,3})", text)]
