"""Grids laid out on paper: to look at, and to cut out and play. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from patience.errors import PatienceError
from patience.game.grid import Cell
from patience.game.puzzle import Compact
from patience.game.tiles import ALPHABET
from patience.render.drawing import CELL, Drawing, Item, Shape, Text, line
from patience.render.layout import (
    TABLE_EDGE,
    caption_below,
    description,
    rows_of_tiles,
    table,
    tile_at,
)
from patience.render.letters import PLAIN, STRONG, drawable
from patience.render.scene import Kind, Scene, Tile

# Width and height of a sheet, upright.
PAPERS: Mapping[str, tuple[float, float]] = {
    "a3": (841.89, 1190.55),
    "a4": (595.28, 841.89),
    "a5": (419.53, 595.28),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}

# No printer reaches the very edge.
_EDGE = 40.0
# Captions are set in these sizes, the first that leaves the tiles enough room.
_SCALES = (1.4, 1.2, 1.0, 0.9, 0.8, 0.7, 0.6)
# Tiles get as large as the page allows, or as those of the game: 22 mm.
_LARGEST = 62.4
# Tiles smaller than 6 mm are hard to cut out.
_SMALLEST_CUT = 17.0
_HEAD, _NOTE = 15.0, 10.5


def printed(
    scenes: Sequence[Scene], paper: str, *, caption: bool = True, cut: bool = False
) -> list[Drawing]:
    """Return the pages of a booklet.

    Parameters
    ----------
    scenes : sequence of Scene
    paper : str
        One of `PAPERS`.
    caption : bool
        Tell cost, words and hidden tiles below each grid.
    cut : bool
        For each grid first the empty box, then its tiles to cut out; all solutions at the end.

    Raises
    ------
    PatienceError
        If there is no such paper, or the grid is too wide for it.
    """
    if paper not in PAPERS:
        raise PatienceError(f"paper {paper!r}: take one of {', '.join(PAPERS)}")
    sheet = PAPERS[paper]
    names = [f"Puzzle {n}" if len(scenes) > 1 else "" for n in range(1, len(scenes) + 1)]
    pages: list[Drawing] = []
    if cut:
        for scene, name in zip(scenes, names, strict=True):
            pages += _to_play(scene, sheet, name)
    for scene, name in zip(scenes, names, strict=True):
        heading = f"{name}: solution".removeprefix(": ").capitalize() if cut else name
        pages.append(_solution(scene, sheet, heading, caption))
    return pages


def _solution(scene: Scene, sheet: tuple[float, float], heading: str, caption: bool) -> Drawing:
    """Return a page with the grid as wide as it goes, and the caption below."""
    items, top = _headed(heading)
    room = sheet[0] - 2 * _EDGE
    for scale in _SCALES:
        height = caption_below(scene, _EDGE, 0.0, room, scale)[1] if caption else 0.0
        cell = _cell(scene, room, sheet[1] - top - _EDGE - height)
        if cell >= 0.7 * _cell(scene, room, sheet[1] - top - _EDGE):
            break
    left, top = _EDGE + (room - scene.grid.width * cell) / 2, top + _edge(cell)
    items.append(table(scene.grid, left, top, cell))
    rows = rows_of_tiles(scene.tiles, scene.grid.width, left, top, cell)
    items += (item for row in rows for item in row)
    if caption:
        below = top + scene.grid.height * cell + _edge(cell)
        items += caption_below(scene, _EDGE, below, room, scale)[0]
    return _page(scene, sheet, items)


def _to_play(scene: Scene, sheet: tuple[float, float], name: str) -> Iterator[Drawing]:
    """Yield the empty box, then the tiles to cut out, as large as its cells."""
    room, items, top = sheet[0] - 2 * _EDGE, *_headed(_joined(name, scene.task))
    below = sheet[1] - top - _EDGE
    free = isinstance(scene.puzzle.goal, Compact)
    # A compact grid may take any shape: its table is the whole page.
    cell = min(_LARGEST, room / 8) if free else _cell(scene, room, below)
    if cell < _SMALLEST_CUT:
        raise PatienceError(
            f"{scene.grid.width}x{scene.grid.height} cells are too small to cut out on this "
            "paper: take a larger one, such as a3"
        )
    if free:
        columns, rows = int(room / cell), int(below / cell)
        tiles = [Tile(Cell(row, col), Kind.BARE) for row in range(rows) for col in range(columns)]
    else:
        columns, tiles = scene.grid.width, list(scene.before().tiles)
    left = _EDGE + (room - columns * cell) / 2
    for tile in tiles:
        row, col = tile.cell
        items += tile_at(tile.kind, tile.letter, left + col * cell, top + row * cell, cell)
    yield _page(scene, sheet, items)
    yield from _tiles(scene, sheet, name, cell)


def _tiles(scene: Scene, sheet: tuple[float, float], name: str, cell: float) -> Iterator[Drawing]:
    """Yield the pages of tiles to cut out: letters in alphabetical order, then devils."""
    room, columns = sheet[0] - 2 * _EDGE, int((sheet[0] - 2 * _EDGE) / cell)
    kinds = [(Kind.LETTER, x) for x in ALPHABET for _ in range(scene.puzzle.tiles.count(x))]
    kinds += [(Kind.DEVIL, "")] * scene.puzzle.tiles.jokers
    head = _joined(name, "tiles to cut out")
    note = "Turn a tile over where it lies face down; write a devil's letter in pencil."
    while kinds:
        items, top = _headed(head, note)
        rows = int((sheet[1] - top - _EDGE) / cell)
        now, kinds = kinds[: rows * columns], kinds[rows * columns :]
        left = _EDGE + (room - columns * cell) / 2
        for n, (kind, letter) in enumerate(now):
            items += tile_at(
                kind, letter, left + n % columns * cell, top + n // columns * cell, cell
            )
        items += _cuts(left, top, cell, columns, -(-len(now) // columns))
        yield _page(scene, sheet, items)


def _cuts(left: float, top: float, cell: float, columns: int, rows: int) -> Iterator[Item]:
    """Yield short lines at the ends of each cut between tiles."""
    right, bottom, tick = left + columns * cell, top + rows * cell, 6.0
    for col in range(columns + 1):
        x = left + col * cell
        yield Shape(line((x, top - tick), (x, top - 1)), "soft", 0.6)
        yield Shape(line((x, bottom + 1), (x, bottom + tick)), "soft", 0.6)
    for row in range(rows + 1):
        y = top + row * cell
        yield Shape(line((left - tick, y), (left - 1, y)), "soft", 0.6)
        yield Shape(line((right + 1, y), (right + tick, y)), "soft", 0.6)


def _headed(heading: str, note: str = "") -> tuple[list[Item], float]:
    """Return the lines at the top of a page, and where the rest begins."""
    items: list[Item] = []
    y = _EDGE
    for text, face, size in ((heading, STRONG, _HEAD), (note, PLAIN, _NOTE)):
        if text:
            items.append(Text(_EDGE, y + size, size, face, "text", drawable(text)))
            y += size * 1.7
    return items, y + (_NOTE if note else 0.0)


def _cell(scene: Scene, room: float, height: float) -> float:
    """Return the side of a cell with which a grid and the table's edge fill the room."""
    edge = 2 * TABLE_EDGE / CELL
    return max(
        min(room / (scene.grid.width + edge), height / (scene.grid.height + edge), _LARGEST), 1.0
    )


def _edge(cell: float) -> float:
    return TABLE_EDGE * cell / CELL


def _joined(name: str, text: str) -> str:
    return f"{name}: {text}" if name else text[:1].upper() + text[1:]


def _page(scene: Scene, sheet: tuple[float, float], items: Sequence[Item]) -> Drawing:
    return Drawing(*sheet, tuple(items), scene.title, description(scene))
