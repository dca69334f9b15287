"""The lines of a puzzle: where words can lie, before anything is searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, cells_along
from patience.game.puzzle import Compact, Puzzle

# Maximal stretches of cells that are neither closed nor face down for good.
_STRETCH = re.compile(f"[^{re.escape(CLOSED + FACE_DOWN)}]{{2,}}")


@dataclass(frozen=True, eq=False)
class Line:
    """A maximal stretch of two cells or more that can show letters."""

    start: Cell
    length: int
    across: bool

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the line, in reading order."""
        return cells_along(self.start, self.length, across=self.across)


def table_of(puzzle: Puzzle) -> Grid | None:
    """Return the cells of a puzzle with what lies in them; None if their number has no limit."""
    if puzzle.fixed_cells is not None:
        return puzzle.fixed_cells
    size = puzzle.goal.within if isinstance(puzzle.goal, Compact) else puzzle.size
    return None if size is None else Grid.blank(*size)


def lines_of(table: Grid) -> list[Line]:
    """Return the lines of a table, across first, then down."""
    return [Line(start, len(text), across) for text, start, across in table.stretches(_STRETCH)]


def patterns(held: str) -> Iterator[tuple[int, str]]:
    """Yield what words can fill of a line, from one blank or end to another.

    Of each its place in the line, and what the cells there hold.
    """
    blanks = [n for n, x in enumerate(held) if x == BLANK]
    for start, end in product([0, *(n + 1 for n in blanks)], [*blanks, len(held)]):
        if end - start > 1:
            yield start, held[start:end]


def longest_word(puzzle: Puzzle) -> int:
    """Return how many letters a word can have at most; 1 if no two cells touch."""
    table, total = table_of(puzzle), puzzle.tiles.total
    if table is None:
        return total
    if not isinstance(puzzle.goal, Compact):
        return max((line.length for line in lines_of(table)), default=1)
    width, height = puzzle.goal.within or (total, total)
    return min(total, max(min(table.width, width), min(table.height, height)))


def parts(lines: Sequence[Line]) -> list[list[Line]]:
    """Return lines by the part of the table that they are in; no word joins two parts."""
    across = {cell: line for line in lines if line.across for cell in line.cells}
    crossing: dict[Line, set[Line]] = {line: set() for line in lines}
    for line in lines:
        if not line.across:
            crossing[line] = {across[cell] for cell in line.cells if cell in across}
            for other in crossing[line]:
                crossing[other].add(line)
    found, seen = [], set()
    for first in lines:
        part, reached = [], [first]
        while reached:
            line = reached.pop()
            if line not in seen:
                seen.add(line)
                part.append(line)
                reached += crossing[line]
        if part:
            found.append(part)
    return found
