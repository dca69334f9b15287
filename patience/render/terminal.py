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

_GAP = "   "
_MORE = "..."


def picture(grid: Grid, *, bare: bool = False, width: int = 80, height: int = 10_000) -> Text:
    """Draw a grid in no more than `width` columns and `height` lines.

    A cell takes two columns, which look like a square, or one if there is no room for two and no
    tile shows several letters. A grid that is too high is cut into parts, from left to right. Rows
    without room are left out, and the last line counts them.

    Parameters
    ----------
    grid : Grid
    bare : bool
        Blanks are bare table, as in a compact grid, not tiles face down.
    width, height : int
        Columns and lines of the terminal, 1 or more.
    """
    rows = range(grid.height)
    least = max(len(faces(x)) for _, x in grid.cells())
    for cell in sorted({max(2, least), least}, reverse=True):
        most = max(1, (width + len(_GAP)) // (cell * grid.width + len(_GAP)))
        fits = cell * grid.width <= width
        for parts in range(1, most + 1):
            each = -(-grid.height // parts)
            if fits and each <= height:
                return _joined(grid, [rows[i : i + each] for i in rows[::each]], cell, bare)
    shown = max(0, height - 1)
    drawn = _joined(grid, [rows[:shown]], least, bare)
    return drawn.append(f"{_MORE} {grid.height - shown} more rows\n" if height > 0 else "")


def _joined(grid: Grid, parts: list[range], cell: int, bare: bool) -> Text:
    """Draw parts of a grid beside each other."""
    drawn = Text(no_wrap=True, overflow="crop")
    for line in range(max(map(len, parts), default=0)):
        for number, part in enumerate(parts):
            if line < len(part):
                drawn.append(_GAP if number else "")
                for text, style in _squares(grid, part[line], cell, bare):
                    drawn.append(text, style)
        drawn.append("\n")
    return drawn


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
