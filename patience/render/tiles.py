"""Tiles and their table, drawn in any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from patience.game.grid import Grid
from patience.render.drawing import CELL, Item, Placed, Shape, Text, rounded
from patience.render.letters import CAPITAL, TILE, width
from patience.render.scene import Kind, Tile

# Between the tiles and the edge of their table, for cells of side `CELL`.
TABLE_EDGE = 7.0

# The letter of a tile, its em in cells; a devil's is smaller, below its horns.
_LETTER = 0.66
_DEVIL_LETTER = 0.54
_DEVIL_DROP = 0.075
# The widest letters on a tile, in cells; several letters are smaller.
_WIDEST = 0.74


def tiles_on_table(
    grid: Grid, tiles: Sequence[Tile], x: float, y: float, cell: float
) -> tuple[Item, ...]:
    """Return the table and all tiles; the first tile has its upper left corner at (x, y)."""
    places = ((each, x + each.cell.col * cell, y + each.cell.row * cell) for each in tiles)
    laid = (tile_at(tile.kind, tile.letter, left, top, cell) for tile, left, top in places)
    edge = TABLE_EDGE * cell / CELL
    sides = grid.width * cell + 2 * edge, grid.height * cell + 2 * edge
    table = Shape(rounded(x - edge, y - edge, *sides, edge), "table")
    return (table, *chain.from_iterable(laid))


def tiles_in_rows(
    tiles: Iterable[tuple[Kind, str]], columns: int, x: float = 0.0, cell: float = CELL
) -> Iterator[Item]:
    """Yield loose tiles side by side in rows; the first has its upper left corner at (x, 0)."""
    for n, (kind, letter) in enumerate(tiles):
        row, col = divmod(n, columns)
        yield from tile_at(kind, letter, x + col * cell, row * cell, cell)


def tile_at(kind: Kind, letter: str, x: float, y: float, cell: float = CELL) -> Iterator[Item]:
    """Yield a tile and the letter on it."""
    yield Placed(kind.value, x, y, cell)
    if letter:
        devil = kind is Kind.DEVIL
        size = cell * (_DEVIL_LETTER if devil else _LETTER)
        size *= min(1.0, _WIDEST * cell / width(TILE, size, letter))
        yield Text(
            x + (cell - width(TILE, size, letter)) / 2,
            y + (cell + CAPITAL * size) / 2 + (_DEVIL_DROP * cell if devil else 0.0),
            size,
            TILE,
            "devil-ink" if devil else "ink",
            letter,
        )
