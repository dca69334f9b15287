"""Grids in pasted text: text in any usual form becomes a grid, or an error.

Stages: normalise characters (`glyphs.clean`), remove wrapping from the whole text (`unwrapped`),
split it into one part per grid (`parts`), then try every way to strip the lines of a part
(`ways`) and to split them into a rectangle of cells (`tables`). If all ways give one grid, it is
the reading; if they give several, the text is ambiguous and refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from patience.errors import GridError, Note
from patience.files.pasted import glyphs
from patience.files.pasted.lines import Lines, header, is_comment, parts, trimmed
from patience.files.pasted.separators import separated
from patience.files.pasted.tables import tables
from patience.files.pasted.ways import is_plain, ways
from patience.files.pasted.wrapping import unwrapped
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import MAX_SIDE, Grid

__all__ = ["Reading", "header", "parts", "read", "unwrapped"]

Fits = Callable[[Grid], bool]

# Maximum number of lines, with rules or empty lines between rows.
_MAX_LINES = 4 * MAX_SIDE


class Reading(NamedTuple):
    """A grid, and notes on what was assumed."""

    grid: Grid
    notes: tuple[str, ...]


def read(lines: Lines, fits: Fits, alphabet: Alphabet = LATIN) -> Reading:
    """Read a grid from lines.

    `fits` tells whether a grid has the size known from elsewhere. It decides between two readings
    and overrides none. The cells are tiles of `alphabet`.

    Raises
    ------
    GridError
        If there is no grid, or several readings differ.
    """
    plain = is_plain(lines)
    lines = [x if is_comment(x) else x._replace(text=alphabet.read(x.text)) for x in lines]
    rows = trimmed([line for line in lines if not is_comment(line)])
    if plain:
        grid = Grid.parse("\n".join(row.text for row in rows), alphabet)
        apart = separated(rows)
        if apart is None or (apart.is_written and fits(grid)):
            return Reading(grid, ())
    if len(rows) > _MAX_LINES:
        raise GridError(
            f"the grid has {len(rows)} lines; no side may pass {MAX_SIDE} cells", "large"
        )
    readings: list[tuple[int, _Form, Reading]] = []
    error = None
    for form in _forms([(rows, ())] if plain else ways(lines)):
        try:
            for table in tables(form.lines):
                cells, signs = glyphs.cells(table.rows, table.lines, alphabet)
                reading = Reading(Grid(cells), (*form.notes, *table.notes, *signs))
                readings.append((glyphs.count_of_signs(table.rows), form, reading))
        except GridError as fault:
            error = fault
    if not readings:
        raise error or GridError("the grid is empty: it needs at least one row of cells", "empty")
    # A grid has one sign for a blank, so only the readings with the fewest signs count.
    fewest = min(count for count, _, _ in readings)
    found = {x.grid: (form, x) for count, form, x in reversed(readings) if count == fewest}
    fitting = [grid for grid in found if fits(grid)]
    if len(fitting) == 1 < len(found):
        grid = fitting[0]
        size = _size(grid)
        chosen = Note(f"of {len(found)} ways to read it, {size} fits", "fitting", size=size)
        return Reading(grid, (*found[grid][1].notes, chosen))
    first = [x for x in found.values() if not x[0].second] or [*found.values()]
    if len(first) != 1:
        sizes = sorted(map(_size, fitting or found))
        raise GridError(_question(fitting or list(found)), "ambiguous", sizes=", ".join(sizes))
    form, reading = first[0]
    kept = (form.kept(_size(reading.grid)),) if form.kept else ()
    return Reading(reading.grid, (*reading.notes, *kept))


class _Form(NamedTuple):
    """Lines to read. A `second` form counts only if the size fits, `kept` is for its first one."""

    lines: Lines
    notes: tuple[str, ...]
    second: bool = False
    kept: Callable[[str], Note] | None = None


def _forms(ways: Iterable[tuple[Lines, tuple[str, ...]]]) -> Iterator[_Form]:
    """Yield the lines of each way, and those without signs between their cells."""
    for lines, notes in ways:
        apart = separated(lines)
        if apart is None:
            yield _Form(lines, notes)
        elif apart.certain:
            yield _Form(apart.lines, (*notes, apart.left_out))
            yield _Form(lines, notes, second=True)
        else:
            yield _Form(lines, notes, kept=apart.kept)
            yield _Form(apart.lines, (*notes, apart.left_out), second=True)


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
