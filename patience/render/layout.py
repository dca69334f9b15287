"""The places of a picture's parts: the tiles, and the caption below them."""

from __future__ import annotations

from collections.abc import Sequence

from patience.game.alphabet import written
from patience.game.grid import Grid
from patience.render.caption import caption_lines, description
from patience.render.drawing import CELL, Drawing
from patience.render.flow import grid_line, height_of, stacked
from patience.render.scene import Scene, Tile
from patience.render.tiles import TABLE_EDGE

# Around the whole picture.
MARGIN = 10.0
# The narrowest column that a caption is set in.
_NARROWEST = 8.5 * CELL


def picture(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Drawing:
    """Return the picture of a scene: its tiles, and the caption below them."""
    inner = max(scene.grid.width * CELL + 2 * TABLE_EDGE, _NARROWEST if caption else 0.0)
    lines = [grid_line(scene.grid, scene.tiles, CELL, inner)]
    lines += caption_lines(scene, inner) if caption else []
    sides = inner + 2 * margin, height_of(lines) + 2 * margin
    return Drawing(*sides, tuple(stacked(lines, margin, margin)), scene.title, description(scene))


def bare_picture(grid: Grid, tiles: Sequence[Tile], title: str) -> Drawing:
    """Return the picture of tiles without a caption."""
    line = grid_line(grid, tiles, CELL)
    about = title, f"Rows: {', '.join(map(written, grid.rows))}."
    return Drawing(grid.width * CELL + 2 * TABLE_EDGE, line.height, line.items, *about)
