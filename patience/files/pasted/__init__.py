"""Grids as people paste them: text in any usual dress becomes a grid, or one sentence.

The stages: characters made plain (`glyphs.clean`), wrapping taken off the whole text (`unwrapped`),
one part for each grid (`parts`), and for each part every way to undress its lines (`ways`), and to
split these into cells that make a rectangle (`tables`). Ways that lead to one grid are a reading;
ways that lead to several are a question, and refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from patience.errors import GridError
from patience.files.pasted import glyphs
from patience.files.pasted.lines import Lines, header, is_comment, parts, trimmed
from patience.files.pasted.tables import tables
from patience.files.pasted.ways import is_plain, ways
from patience.files.pasted.wrapping import unwrapped
from patience.game.grid import MAX_SIDE, Grid

__all__ = ["Reading", "header", "parts", "read", "unwrapped"]

Fits = Callable[[Grid], bool]

# No dress of a grid has more lines: some rules or empty lines between its rows.
_MOST_LINES = 4 * MAX_SIDE


class Reading(NamedTuple):
    """A grid, and what was taken for what on the way to it."""

    grid: Grid
    notes: tuple[str, ...]


def read(lines: Lines, fits: Fits) -> Reading:
    """Read the one grid of some lines.

    `fits` tells whether a grid has the size that is known from elsewhere. It decides between two
    readings, and overrides none.

    Raises
    ------
    GridError
        If they hold no grid, or two that differ.
    """
    rows = trimmed([line for line in lines if not is_comment(line)])
    if is_plain(lines):
        return Reading(Grid.parse("\n".join(row.text for row in rows)), ())
    if len(rows) > _MOST_LINES:
        raise GridError(f"the grid has {len(rows)} lines; no side may pass {MAX_SIDE} cells")
    readings: list[tuple[int, Reading]] = []
    error = None
    for way, notes in ways(lines):
        try:
            for table in tables(way):
                cells, signs = glyphs.cells(table.rows, table.lines)
                reading = Reading(Grid(cells), (*notes, *table.notes, *signs))
                readings.append((glyphs.count_of_signs(table.rows), reading))
        except GridError as fault:
            error = fault
    if not readings:
        raise error or GridError("the grid is empty: it needs at least one row of cells")
    # A grid has one sign for a blank: a reading that needs more is none beside one that does not.
    fewest = min(count for count, _ in readings)
    found = {x.grid: x.notes for count, x in reversed(readings) if count == fewest}
    if len(found) == 1:
        return Reading(*next(iter(found.items())))
    fitting = [grid for grid in found if fits(grid)]
    if len(fitting) != 1:
        raise GridError(_question(fitting or list(found)))
    grid = fitting[0]
    chosen = f"of {len(found)} ways to read it, {_size(grid)} fits"
    return Reading(grid, (*found[grid], chosen))


def _question(grids: list[Grid]) -> str:
    sizes = [_size(x) for x in sorted(grids, key=lambda grid: grid.width * grid.height)]
    if len(set(sizes)) < len(sizes):
        return f"it can be read as two grids of {sizes[0]}: write '.' for each blank"
    return (
        f"it can be read as {' or '.join(sizes)}: name the size, as by --frame {sizes[0]}, or "
        f"by a line '; size: {sizes[0]}' above the grid"
    )


def _size(grid: Grid) -> str:
    return f"{grid.width}x{grid.height}"
