"""The places of a picture's parts: the tiles, and the caption below them."""

from __future__ import annotations

from collections.abc import Sequence

from patience.game.alphabet import written
from patience.game.grid import Grid
from patience.render.caption import caption_lines, description
from patience.render.drawing import CELL, Drawing
from patience.render.flow import height_of, stacked
from patience.render.scene import Scene, Tile
from patience.render.tiles import TABLE_EDGE, tiles_on_table

# Around the whole picture.
MARGIN = 10.0
# The narrowest column that a caption is set in.
_NARROWEST = 8.5 * CELL


def picture(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Drawing:
    """Return the picture of a scene: its tiles, and the caption below them."""
    across, down = scene.grid.width * CELL, scene.grid.height * CELL
    inner = max(across + 2 * TABLE_EDGE, _NARROWEST if caption else 0.0)
    left, top = margin + (inner - across) / 2, margin + TABLE_EDGE
    bottom = top + down + TABLE_EDGE
    lines = caption_lines(scene, inner) if caption else []
    tiles = tiles_on_table(scene.grid, scene.tiles, left, top)
    return Drawing(
        inner + 2 * margin,
        bottom + height_of(lines) + margin,
        (*tiles, *stacked(lines, margin, bottom)),
        scene.title,
        description(scene),
    )


def bare_picture(grid: Grid, tiles: Sequence[Tile], title: str) -> Drawing:
    """Return the picture of tiles without a caption."""
    items = tiles_on_table(grid, tiles, TABLE_EDGE, TABLE_EDGE)
    sides = grid.width * CELL + 2 * TABLE_EDGE, grid.height * CELL + 2 * TABLE_EDGE
    return Drawing(*sides, items, title, f"Rows: {', '.join(map(written, grid.rows))}.")
