"""A booklet of puzzles to write in: everything of a puzzle is on its page, solutions are last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patience.errors import PatienceError
from patience.render.cover import cover
from patience.render.drawing import Drawing, Item, Shape, Text, line
from patience.render.flow import TEXT, Flow, Line, height_of, stacked
from patience.render.letters import PLAIN, width
from patience.render.puzzles import cell_for, empty, grid_line, heading, letters, set_task, titled
from patience.render.scene import Scene
from patience.render.sheets import Block, Sheet, drawings, paged
from patience.render.solutions import solutions

# Columns and rows of a page, by the number of its puzzles.
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
# Scale of the text in large print: 17 points on A4.
LARGE = 1.5

# Between puzzles, and between the parts of one.
_BETWEEN, _GAP = 30.0, 10.0
_HEAD = 15.0
# Text scale where several share a page.
_SMALLER = {1: 1.0, 2: 0.9, 4: 0.8}
# Cells to write in have 5 to 16 mm, 10 are enough; the tiles of the letters 4 to 8 mm.
_MIN_CELL, _ROOMY, _MAX_CELL = 14.0, 28.0, 45.0
_LETTER, _MIN_LETTER = 22.0, 12.0
# Of the width, what the box has where the letters lie beside it.
_BESIDE = 0.56
# Distance of the lines to write words on.
_RULED = 20.0


def booklet(
    scenes: Sequence[Scene],
    paper: str,
    on_a_page: int = 1,
    *,
    caption: bool = True,
    title: str = "",
    large: bool = False,
) -> list[Drawing]:
    """Return the pages of a booklet, in the language of the first puzzle.

    Parameters
    ----------
    scenes : sequence of Scene
        The solutions.
    paper : str
        One of `PAPERS`.
    on_a_page : int
        One of `LAYOUTS`.
    caption : bool
        Tell what the solutions cost.
    title : str
        Title of the booklet.
    large : bool
        Large print.

    Raises
    ------
    PatienceError
        If there is no such paper, or it is too small.
    """
    sheet, words = Sheet.of(paper, LARGE if large else 1.0), scenes[0].language
    scenes = titled(scenes, title if len(scenes) == 1 else "")
    across, down = LAYOUTS[on_a_page]
    room = (sheet.across + _BETWEEN) / across - _BETWEEN, (sheet.down + _BETWEEN) / down - _BETWEEN
    slots = [_slot(scene, *room, sheet.scale * _SMALLER[on_a_page]) for scene in scenes]
    puzzles = [
        Block(list(_tiled(slots[n : n + on_a_page], across, *room)), fresh=True)
        for n in range(0, len(slots), on_a_page)
    ]
    pages, starts = paged([*puzzles, *solutions(scenes, sheet, caption=caption)], sheet)
    title = title or (words("booklet") if len(scenes) > 1 else heading(scenes[0]))
    if len(scenes) > 1:
        first = [starts[n // on_a_page] for n in range(len(scenes))]
        pages = [*cover(title, scenes, first, sheet, {"solutions"}), *pages]
    return drawings(pages, sheet, words, title, "; ".join(map(heading, scenes)))


def _tiled(
    slots: Sequence[Sequence[Line]], columns: int, across: float, down: float
) -> Iterator[Line]:
    """Yield the puzzles of a page, each row of them as one line."""
    for n in range(0, len(slots), columns):
        items: list[Item] = []
        for m, lines in enumerate(slots[n : n + columns]):
            items += stacked(lines, m * (across + _BETWEEN), 0.0)
        if n:
            yield Line(_BETWEEN)
        yield Line(down, tuple(items))


def _slot(scene: Scene, across: float, down: float, scale: float) -> list[Line]:
    """Return all that belongs to a puzzle, no higher than its part of the page."""
    flow = Flow(across, scale)
    flow.heading(heading(scene), _HEAD)
    _set_difficulty(flow, scene, scale)
    flow.gap()
    set_task(flow, scene)
    flow.gap(_GAP)
    box = empty(scene)
    left = down - height_of(flow.lines)
    ways = (_beside, _below) if across > left else (_below, _beside)
    first, second = (lay(scene, box, across, left, scale) for lay in ways)
    cell, lines = first if first[0] >= min(second[0], _ROOMY) else second
    if cell < _MIN_CELL:
        raise PatienceError(
            f"{box.grid.width}x{box.grid.height} cells are too small to write in: take fewer "
            "puzzles a page, or a larger paper, such as a3",
            "paper",
        )
    return [*flow.lines, *lines]


def _set_difficulty(flow: Flow, scene: Scene, scale: float) -> None:
    """Set the difficulty at the right of a name, or below it if there is no room."""
    level = scene.header.get("difficulty", "")
    if not level.isdecimal():
        return
    text, size = scene.language("difficulty", n=int(level)), TEXT * scale
    last = flow.lines[-1]
    left = flow.room - width(PLAIN, size, text)
    ends = [x.x + width(x.face, x.size, x.text) for x in last.items if isinstance(x, Text)]
    if max(ends, default=0.0) + 2 * size > left:
        flow.paragraph(text.split(" "), colour="soft")
    else:
        label = Text(left, last.height, size, PLAIN, "soft", text)
        flow.lines[-1] = Line(last.height, (*last.items, label))


def _below(
    scene: Scene, box: Scene, across: float, down: float, scale: float
) -> tuple[float, list[Line]]:
    """Return the letters above the box, lines to write on below, and the side of a cell."""
    tiles = letters(scene, across, max(_LETTER * scale, _MIN_LETTER))
    room = down - tiles.height - 2 * _GAP
    cell = min(cell_for(box.grid, across, room), _MAX_CELL)
    grid = grid_line(box, cell, across)
    lines = [tiles, Line(2 * _GAP), grid, *_ruled(across, room - grid.height)]
    return cell, lines


def _beside(
    scene: Scene, box: Scene, across: float, down: float, scale: float
) -> tuple[float, list[Line]]:
    """Return the letters and lines to write on beside the box, and the side of a cell."""
    cell = min(cell_for(box.grid, across * _BESIDE, down), _MAX_CELL)
    grid = grid_line(box, cell)
    left = across * _BESIDE + 2 * _GAP
    tiles = letters(scene, across - left, max(_LETTER * scale, _MIN_LETTER))
    if tiles.height > down:
        return 0.0, []
    column = [tiles, *_ruled(across - left, max(grid.height, down) - tiles.height)]
    items = (*grid.items, *stacked(column, left, 0.0))
    return cell, [Line(max(grid.height, height_of(column)), items)]


def _ruled(across: float, down: float) -> Iterator[Line]:
    """Yield lines to write words on, in the room that is left."""
    rule = Shape(line((0.0, _RULED - 1), (across, _RULED - 1)), "groove", 0.8)
    for _ in range(int((down - _GAP) / _RULED)):
        yield Line(_RULED, (rule,))
