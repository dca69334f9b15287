"""A grid as a picture: SVG that stands by itself."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid

# Units of the picture: a cell, the gap that is left around a tile, the rounding of its corners.
_CELL = 32
_GAP = 1.5
_ROUND = 4

_TABLE = "#2f5d50"
_TILE = "#f7ecd2"
_JOKER = "#f5c7b8"
_BACK = "#a9764a"
_CLOSED = "#16302a"
_INK = "#2b2118"
_JOKER_INK = "#a3231c"


def grid_svg(grid: Grid, *, title: str = "", bare: bool = False) -> str:
    """Draw a grid.

    Parameters
    ----------
    grid : Grid
    title : str
        What a screen reader says; by default the rows.
    bare : bool
        Blanks are bare table, as in a compact grid, not tiles face down.
    """
    width, height = grid.width * _CELL, grid.height * _CELL
    cells = list(grid.cells())
    letters = [cell for cell, x in cells if x.isupper()]
    jokers = [cell for cell, x in cells if x.islower()]
    backs = [cell for cell, x in cells if x == FACE_DOWN or (x == BLANK and not bare)]
    closed = [cell for cell, x in cells if x == CLOSED]
    label = escape(title or " / ".join(grid.rows), {'"': "&quot;"})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{label}">',
        f'<rect width="{width}" height="{height}" rx="{_ROUND}" fill="{_TABLE}"/>',
        _tiles(letters, _TILE),
        _tiles(jokers, _JOKER),
        _tiles(backs, _BACK),
        _tiles(closed, _CLOSED),
        '<g text-anchor="middle" font-family="Georgia, serif" font-weight="bold" '
        f'font-size="{_CELL * 0.62:g}">',
        _letters(grid, letters, _INK),
        _letters(grid, jokers, _JOKER_INK),
        "</g></svg>",
    ]
    return "".join(parts) + "\n"


def _tiles(cells: Iterable[Cell], fill: str) -> str:
    """Draw tiles of one colour as a single path of rounded squares."""
    side = _CELL - 2 * _GAP - 2 * _ROUND
    r = _ROUND
    square = (
        f"h{side:g}q{r} 0 {r} {r}v{side:g}q0 {r}-{r} {r}"
        f"h-{side:g}q-{r} 0-{r}-{r}v-{side:g}q0-{r} {r}-{r}z"
    )
    path = "".join(
        f"M{cell.col * _CELL + _GAP + r:g} {cell.row * _CELL + _GAP:g}{square}" for cell in cells
    )
    return f'<path fill="{fill}" d="{path}"/>' if path else ""


def _letters(grid: Grid, cells: Iterable[Cell], fill: str) -> str:
    texts = "".join(
        f'<text x="{(cell.col + 0.5) * _CELL:g}" y="{(cell.row + 0.72) * _CELL:g}">'
        f"{grid[cell].upper()}</text>"
        for cell in cells
    )
    return f'<g fill="{fill}">{texts}</g>' if texts else ""
