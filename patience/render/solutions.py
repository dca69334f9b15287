"""Solutions, several on a page: a name, a small grid, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from patience.render.drawing import CELL
from patience.render.flow import Flow, Line, height_of, stacked
from patience.render.scene import Scene
from patience.render.sheets import BETWEEN, Block, Sheet
from patience.render.text import cost_phrase
from patience.render.tiles import TABLE_EDGE, tiles_on_table

# The largest and the smallest good side of a cell, most columns, and the gap between them.
_MAX_CELL, _MIN_CELL, _COLUMNS, _GAP = 18.0, 11.0, 4, 20.0
_NAME, _TITLE = 12.0, 22.0
_SCALE = 0.85
_ROUNDED = 1e-6


def solutions(scenes: Sequence[Scene], sheet: Sheet, *, caption: bool) -> Iterator[Block]:
    """Yield rows of solutions, spread evenly over as few pages as they need."""
    edge = 2 * TABLE_EDGE / CELL
    widest = max(scene.grid.width for scene in scenes) + edge
    fitting = (sheet.across + _GAP) / (_MIN_CELL * sheet.scale * widest + _GAP)
    columns = max(min(int(fitting), _COLUMNS, len(scenes)), 1)
    room = (sheet.across + _GAP) / columns - _GAP
    title = Flow(sheet.across, sheet.scale)
    title.heading(scenes[0].language("solutions"), _TITLE)
    title.gap(8.0)
    down = sheet.down - height_of(title.lines)
    cells = [_solution(scene, room, down, sheet.scale, caption) for scene in scenes]
    rows = [_row(some, room) for some in _in_rows(cells, columns)]
    starts = _starts([row.height for row in rows], down)
    for n, row in enumerate(rows):
        yield Block([*([] if n else title.lines), row], fresh=n in starts)


def _in_rows(cells: Sequence[list[Line]], columns: int) -> Iterator[Sequence[list[Line]]]:
    """Yield rows of solutions; the last one is not alone in its row if there are several."""
    ends = [*range(columns, len(cells), columns), len(cells)]
    if len(ends) > 1 and columns > 1 and ends[-1] - ends[-2] == 1:
        ends[-2] -= 1
    for first, last in pairwise([0, *ends]):
        yield cells[first:last]


def _starts(heights: Sequence[float], down: float) -> list[int]:
    """Return the rows that begin a page: of as few pages as there can be, about as full."""
    found = _filled(heights, down)
    whole, pages = sum(heights), len(found)
    # Equal heights may add up to a page less a rounding error.
    above = accumulate(heights, initial=0.0)
    page_of = [int(height * pages / whole + _ROUNDED) for height in above]
    even = [page_of.index(page) for page in range(pages) if page in page_of[:-1]]
    parts = (heights[first:last] for first, last in pairwise([*even, len(heights)]))
    fits = all(sum(part) + BETWEEN * (len(part) - 1) <= down for part in parts)
    return even if fits else found


def _filled(heights: Sequence[float], down: float) -> list[int]:
    """Return the rows that begin a page if each page is filled as far as it goes."""
    starts, left = [0], down
    for n, height in enumerate(heights):
        if n and height > left:
            starts.append(n)
            left = down
        left -= height + BETWEEN
    return starts


def _solution(scene: Scene, room: float, down: float, scale: float, caption: bool) -> list[Line]:
    flow = Flow(room, scale * _SCALE)
    flow.heading(scene.name, _NAME)
    flow.gap()
    below = Flow(room, scale * _SCALE)
    if caption and scene.cost is not None:
        below.paragraph(cost_phrase(scene.puzzle, scene.cost, scene.language).split(" "))
    edge = 2 * TABLE_EDGE / CELL
    width, height = scene.grid.width + edge, scene.grid.height + edge
    left = down - height_of(flow.lines) - height_of(below.lines)
    cell = max(min(room / width, left / height, _MAX_CELL * scale), 1.0)
    corner = TABLE_EDGE * cell / CELL
    grid = tiles_on_table(scene.grid, scene.tiles, corner, corner, cell)
    return [*flow.lines, Line(height * cell, grid), *below.lines]


def _row(cells: Sequence[Sequence[Line]], room: float) -> Line:
    """Return solutions side by side as one line."""
    items = (x for n, lines in enumerate(cells) for x in stacked(lines, n * (room + _GAP), 0.0))
    return Line(max(map(height_of, cells)), tuple(items))
