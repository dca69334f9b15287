"""The lines of a puzzle: where words can lie, before anything is searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid
from patience.game.puzzle import Compact, Puzzle

# Maximal stretches of cells that are neither closed nor face down for good.
_STRETCH = re.compile(f"[^{re.escape(CLOSED + FACE_DOWN)}]{{2,}}")


class Line(NamedTuple):
    """A maximal stretch of two cells or more that can show letters, with what lies in them."""

    text: str
    start: Cell
    across: bool

    def cell(self, place: int) -> Cell:
        """Return the cell at a place of the line, from 0."""
        row, col = self.start
        return Cell(row, col + place) if self.across else Cell(row + place, col)

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells of the line, in reading order."""
        return map(self.cell, range(len(self.text)))


def table_of(puzzle: Puzzle) -> Grid | None:
    """Return the cells of a puzzle with what lies in them; None if their number has no limit."""
    if puzzle.fixed_cells is not None:
        return puzzle.fixed_cells
    size = puzzle.goal.within if isinstance(puzzle.goal, Compact) else puzzle.size
    return None if size is None else Grid((BLANK * size[0],) * size[1])


def lines_of(table: Grid) -> list[Line]:
    """Return the lines of a table, across first, then down."""
    across = [
        Line(found[0], Cell(r, found.start()), True)
        for r, row in enumerate(table.rows)
        for found in _STRETCH.finditer(row)
    ]
    down = [
        Line(found[0], Cell(found.start(), c), False)
        for c, column in enumerate(table.transposed().rows)
        for found in _STRETCH.finditer(column)
    ]
    return across + down


def longest_line(puzzle: Puzzle) -> int:
    """Return the greatest number of cells in which one word can lie; 1 if no two cells touch."""
    table, total = table_of(puzzle), puzzle.tiles.total
    if table is None:
        return total
    if not isinstance(puzzle.goal, Compact):
        return max((len(line.text) for line in lines_of(table)), default=1)
    width, height = puzzle.goal.within or (total, total)
    return min(total, max(min(table.width, width), min(table.height, height)))


def parts(lines: Sequence[Line]) -> list[list[Line]]:
    """Return lines by the part of the table that they are in; no word joins two parts."""
    crossing: dict[Cell, list[int]] = {}
    for number, line in enumerate(lines):
        for cell in line.cells:
            crossing.setdefault(cell, []).append(number)
    found, unseen = [], set(range(len(lines)))
    while unseen:
        part, reached = set(), [min(unseen)]
        while reached:
            number = reached.pop()
            if number in unseen:
                unseen.remove(number)
                part.add(number)
                for cell in lines[number].cells:
                    reached += crossing[cell]
        found.append([lines[number] for number in sorted(part)])
    return found
