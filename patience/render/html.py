"""Grids as a web page that needs nothing else: the picture, over it text to select and copy.

The visible letters are the picture's outlines. A transparent table of the same letters covers
them: a selection of it, copied, is a grid that `parse_grid` reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from patience.game.alphabet import faces
from patience.render.drawing import CELL, Drawing
from patience.render.language import Language
from patience.render.layout import picture
from patience.render.letters import one_line
from patience.render.pages import markup, page, style_sheet
from patience.render.scene import Kind, Scene, Tile
from patience.render.svg import body, definitions
from patience.render.theme import AUTO
from patience.render.tiles import TABLE_EDGE, tile_at

# The catalogue's keys for cells without a letter.
_LABELS = {Kind.DOWN: "hidden_frame", Kind.BARE: "bare", Kind.CLOSED: "closed"}
# The em of a letter, in widths of a cell.
_LETTER = 0.66


def html(scenes: Sequence[Scene], *, theme: str, scale: float, caption: bool) -> str:
    """Return a page with one picture per scene.

    Parameters
    ----------
    scenes : sequence of Scene
        At least one.
    theme : str
        A name in `THEMES`, or ``auto``: as the viewer prefers.
    scale : float
        Pixels to a unit of the pictures; a narrow page makes them smaller.
    caption : bool
        Show the cost, the hidden tiles and the words beside each.
    """
    drawings = [picture(scene, caption=False, margin=0.0) for scene in scenes]
    icons = {
        kind: Drawing(CELL, CELL, tuple(tile_at(kind, "", 0.0, 0.0)), "", "")
        for kind in (Kind.DOWN, Kind.DEVIL)
    }
    shown = [item for drawing in [*drawings, *icons.values()] for item in drawing.items]
    return page(
        "picture.html",
        title=one_line(scenes[0].title),
        words=scenes[0].language,
        colours=markup(style_sheet(theme)),
        shapes=markup(definitions(shown, AUTO)),
        caption=caption,
        icons={kind: inline(icon) for kind, icon in icons.items()},
        parts=[
            {
                "scene": scene,
                "width": round(drawing.width * scale),
                "picture": inline(drawing),
                "place": _place(scene, drawing),
                "rows": [
                    [(faces(scene.grid[tile.cell]), _label(tile, scene.language)) for tile in row]
                    for row in scene.rows
                ],
            }
            for scene, drawing in zip(scenes, drawings, strict=True)
        ],
    )


def inline(drawing: Drawing, label: str = "") -> Any:
    """Return a picture as a part of a page that has its stamps and letters defined.

    Without a label screen readers skip it, and read the text beside or over it.
    """
    role = f'role="img" aria-label="{escape(one_line(label))}"' if label else 'aria-hidden="true"'
    sides = f'width="{drawing.width:g}" height="{drawing.height:g}"'
    box = f"0 0 {drawing.width:g} {drawing.height:g}"
    return markup(f'<svg viewBox="{box}" {sides} {role}>{body(drawing.items, AUTO)}</svg>')


def _place(scene: Scene, drawing: Drawing) -> str:
    """Return the style that lays the table of letters over the tiles of a picture."""
    left = 100 * TABLE_EDGE / drawing.width
    top = 100 * TABLE_EDGE / drawing.height
    cell = 100 * CELL / drawing.width
    return (
        f"left:{left:.3f}%;top:{top:.3f}%;width:{100 - 2 * left:.3f}%;height:{100 - 2 * top:.3f}%;"
        f"font-size:{_LETTER * cell:.3f}cqw"
    )


def _label(tile: Tile, words: Language) -> str:
    """Return a label for screen readers where the text of a cell is not enough."""
    if tile.kind is Kind.DEVIL:
        return words("devil", letter=tile.letter)
    return words(_LABELS[tile.kind]) if tile.kind in _LABELS else ""
