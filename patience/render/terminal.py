"""A grid on a terminal: coloured squares, whose copied text still reads as the grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rich.color import blend_rgb, parse_rgb_hex
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text

from patience.game.alphabet import faces
from patience.game.grid import Grid
from patience.render.scene import Kind, kind_of
from patience.render.theme import THEMES

# Ink and ground of each kind of cell; bare table has no ground.
_COLOURS = {
    Kind.LETTER: ("ink", "tile"),
    Kind.DEVIL: ("devil-ink", "devil-tile"),
    Kind.DOWN: ("back-line", "back"),
    Kind.BARE: ("soft", ""),
    Kind.CLOSED: ("closed-line", "closed"),
}

# Every second square is darker by this share, so that neighbours stay apart.
_SHADE = 0.06

_MORE = "..."


def picture(grid: Grid, *, bare: bool = False, width: int = 80, height: int = 10_000) -> Text:
    """Draw a grid in no more than `width` columns and `height` lines.

    A cell takes two columns, which look like a square, or one if there is no room for two and no
    tile shows several letters. Rows without room are left out, and the last line counts them.

    Parameters
    ----------
    grid : Grid
    bare : bool
        Blanks are bare table, as in a compact grid, not tiles face down.
    width, height : int
        Columns and lines of the terminal, 1 or more.
    """
    least = max(len(faces(x)) for _, x in grid.cells())
    cell = max(2, least) if max(2, least) * grid.width <= width else least
    shown = grid.height if grid.height <= height else max(0, height - 1)
    drawn = Text(no_wrap=True, overflow="crop")
    for row in range(shown):
        for text, style in _squares(grid, row, cell, bare):
            drawn.append(text, style)
        drawn.append("\n")
    left = grid.height - shown
    return drawn.append(f"{_MORE} {left} more rows\n" if left and height > 0 else "")


def _squares(grid: Grid, row: int, cell: int, bare: bool) -> Iterator[tuple[str, Style]]:
    for col, x in enumerate(grid.rows[row]):
        ink, ground = _COLOURS[kind_of(x, frame=not bare)]
        yield faces(x).ljust(cell), _style(ink, ground, dark=(row + col) % 2 == 1)


@cache
def _style(ink: str, ground: str, *, dark: bool) -> Style:
    colours = THEMES["light"]
    if not ground:
        return Style(color=colours[ink])
    shade = _SHADE if dark else 0.0
    colour = blend_rgb(parse_rgb_hex(colours[ground][1:]), ColorTriplet(0, 0, 0), shade)
    return Style(color=colours[ink], bgcolor=colour.hex)
