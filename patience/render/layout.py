"""The places of a picture's parts: the tiles, and the caption below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patience.game.alphabet import written
from patience.game.grid import Grid
from patience.render.caption import caption_lines, description
from patience.render.drawing import CELL, Drawing, Item
from patience.render.flow import height_of, stacked
from patience.render.scene import Scene, Tile
from patience.render.tiles import TABLE_EDGE, rows_of_tiles, table, tiles_on_table

# Around the whole picture.
MARGIN = 10.0
# The narrowest column that a caption is set in.
_NARROWEST = 8.5 * CELL


@dataclass(frozen=True)
class Parts:
    """A picture in its parts, from back to front: the table, each row of tiles, the caption."""

    width: float
    height: float
    table: Item
    rows: tuple[tuple[Item, ...], ...]
    caption: tuple[Item, ...]


def picture(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Drawing:
    """Return the picture of a scene: its tiles, and the caption below them."""
    parts = arrange(scene, caption=caption, margin=margin)
    items = (parts.table, *(item for row in parts.rows for item in row), *parts.caption)
    return Drawing(parts.width, parts.height, items, scene.title, description(scene))


def arrange(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Parts:
    """Return the picture of a scene in its parts."""
    across, down = scene.grid.width * CELL, scene.grid.height * CELL
    inner = max(across + 2 * TABLE_EDGE, _NARROWEST if caption else 0.0)
    left, top = margin + (inner - across) / 2, margin + TABLE_EDGE
    bottom = top + down + TABLE_EDGE
    lines = caption_lines(scene, inner) if caption else []
    return Parts(
        inner + 2 * margin,
        bottom + height_of(lines) + margin,
        table(scene.grid, left, top),
        tuple(rows_of_tiles(scene.tiles, scene.grid.width, left, top)),
        tuple(stacked(lines, margin, bottom)),
    )


def bare_picture(grid: Grid, tiles: Sequence[Tile], title: str) -> Drawing:
    """Return the picture of tiles without a caption."""
    items = tiles_on_table(grid, tiles, TABLE_EDGE, TABLE_EDGE)
    sides = grid.width * CELL + 2 * TABLE_EDGE, grid.height * CELL + 2 * TABLE_EDGE
    return Drawing(*sides, items, title, f"Rows: {', '.join(map(written, grid.rows))}.")
