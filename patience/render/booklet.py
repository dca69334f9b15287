"""Puzzles on paper, to write in or to lay tiles on: all of a puzzle is on its page, solutions last.

A booklet has a cover, the rules with an example, the puzzles from the easiest to the hardest, and
their solutions; between them, if they are wanted, tiles to cut out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from patience.errors import PatienceError
from patience.game.puzzle import Frame
from patience.render.cover import cover, rules
from patience.render.drawing import Drawing, Item, Shape, Text, line, rounded
from patience.render.flow import TEXT, Flow, Line, cell_for, grid_line, height_of, stacked
from patience.render.letters import PLAIN, width
from patience.render.puzzles import (
    LEVELS,
    empty,
    heading,
    level,
    set_task,
    share,
    tile_rows,
    titled,
)
from patience.render.scene import Kind, Scene, kinds_of
from patience.render.sheets import Block, Sheet, drawings, paged
from patience.render.solutions import solution, solutions
from patience.render.tiles import tiles_in_rows

# Columns and rows of a page, by the number of its puzzles.
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
# Scale of the text in large print: 17 points on A4.
LARGE = 1.5
# What is printed; several puzzles get a cover and the rules.
WRITTEN, CUT = ("puzzles", "solutions"), ("puzzles", "tiles", "solutions")

# Between puzzles, and between the parts of one.
_BETWEEN, _GAP = 30.0, 10.0
_HEAD, _PART = 15.0, 22.0
# Text scale where several share a page.
_SMALLER = {1: 1.0, 2: 0.9, 4: 0.8}
# Cells to write in have 5 to 18 mm, 10 are enough; the tiles of the letters 4 to 8 mm. Tiles
# smaller than 6 mm are hard to cut out.
_MIN_CELL, _ROOMY, _MAX_CELL, _MIN_CUT = 14.0, 28.0, 50.0, 17.0
_LETTER, _MIN_LETTER = 20.0, 12.0
# Of the width, what the box has where the letters lie beside it.
_BESIDE = 0.62
# Distance of the lines to write words on, and length of those at the ends of cuts.
_RULED, _TICK = 20.0, 6.0
# Diameter of the dots of a level, and their distance.
_DOT, _DOTS = 5.0, 7.0
# Text of a puzzle that is 90 mm wide.
_NARROW = 0.8


def booklet(
    scenes: Sequence[Scene],
    sheet: Sheet,
    on_a_page: int = 1,
    *,
    parts: Collection[str] = WRITTEN,
    to_cut: bool = False,
    caption: bool = True,
    title: str = "",
    author: str = "",
    imprint: str = "",
) -> list[Drawing]:
    """Return the pages of a booklet, in the language of the first puzzle.

    Parameters
    ----------
    scenes : sequence of Scene
        The solutions.
    sheet : Sheet
    on_a_page : int
        One of `LAYOUTS`.
    parts : collection of str
        Some of `CUT`.
    to_cut : bool
        Boxes to lay tiles on, without the letters and room to write.
    caption : bool
        Tell what the solutions cost, and their rare words.
    title, author, imprint : str
        Told on the cover.

    Raises
    ------
    PatienceError
        If the paper is too small.
    """
    words = scenes[0].language
    if all(map(level, scenes)):
        scenes = sorted(scenes, key=lambda scene: share(scene) or 0.0)
    scenes = titled(scenes, title if len(scenes) == 1 else "")
    across, down = LAYOUTS[on_a_page]
    room = (sheet.across + _BETWEEN) / across - _BETWEEN, (sheet.down + _BETWEEN) / down - _BETWEEN
    scale = sheet.scale * _SMALLER[on_a_page]
    slots = [_slot(scene, *room, scale, to_cut=to_cut) for scene in scenes]
    blocks = []
    if "puzzles" in parts:
        for n in range(0, len(slots), on_a_page):
            some = [lines for _, lines in slots[n : n + on_a_page]]
            blocks.append(Block(list(_tiled(some, across, *room)), fresh=True))
    if "tiles" in parts:
        blocks += _tiles(scenes, [cell for cell, _ in slots], sheet)
    last = len(blocks)
    if "solutions" in parts:
        blocks += solutions(scenes, sheet, caption=caption)
    pages, starts = paged(blocks, sheet)
    title, covers = title or (words("booklet") if len(scenes) > 1 else heading(scenes[0])), 0
    if len(scenes) > 1 and "puzzles" in parts:
        covers, front = 1, len(rules(scenes, sheet, [0] * len(scenes), 0)) + 1
        first = [front + 1 + starts[n // on_a_page] for n in range(len(scenes))]
        begun = front + 1 + starts[last] if last < len(blocks) else 0
        told = rules(scenes, sheet, first, begun)
        pages = [cover(title, scenes, sheet, author, imprint), *told, *pages]
    return drawings(pages, sheet, title, "; ".join(map(heading, scenes)), covers=covers)


def single(scene: Scene, across: float, *, solved: bool, caption: bool) -> Drawing:
    """Return a puzzle, or its solution, as a block for a page of others, `across` points wide."""
    if solved:
        lines = solution(scene, across, across * 4, _NARROW, caption)
    else:
        flow = _told(scene, across, _NARROW, to_cut=False)
        box = empty(scene)
        lines = [
            *flow.lines,
            tile_rows(scene.puzzle.tiles, across, _LETTER * _NARROW),
            Line(_GAP),
            grid_line(box.grid, box.tiles, cell_for(box.grid, across, across * 4), across),
        ]
    height = height_of(lines) + _GAP / 2  # what hangs below the last line of text
    return Drawing(across, height, tuple(stacked(lines, 0.0, 0.0)), heading(scene), "")


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


def _told(scene: Scene, across: float, scale: float, *, to_cut: bool) -> Flow:
    """Return the name of a puzzle, its level, and what is asked."""
    flow = Flow(across, scale)
    flow.heading(heading(scene), _HEAD)
    if found := level(scene):
        _set_level(flow, scene.language(found), LEVELS.index(found), scale)
    flow.gap()
    set_task(flow, scene)
    if to_cut:
        turned = [scene.language("to_turn")] * isinstance(scene.puzzle.goal, Frame)
        notes = [*turned, *[scene.language("to_write")] * (scene.puzzle.tiles.jokers > 0)]
        flow.paragraph(" ".join(notes).split(" "), colour="soft")
    flow.gap(_GAP)
    return flow


def _set_level(flow: Flow, text: str, dots: int, scale: float) -> None:
    """Set a level at the right of a name, with its dots, or below it if there is no room."""
    size = TEXT * scale
    wide = width(PLAIN, size, text) + (len(LEVELS) + 1) * _DOTS * scale
    last = flow.lines[-1]
    ends = [x.x + width(x.face, x.size, x.text) for x in last.items if isinstance(x, Text)]
    if max(ends, default=0.0) + 2 * size > flow.room - wide:
        last = Line(size * 1.5)
        flow.lines.append(last)
    side, left, middle = _DOT * scale, flow.room - wide, last.height - 0.36 * size
    items: list[Item] = []
    for n in range(len(LEVELS)):
        at = left + n * _DOTS * scale, middle - side / 2
        items.append(Shape(rounded(*at, side, side, side / 2), "soft", 0.6 * (n > dots)))
    left = flow.room - width(PLAIN, size, text)
    items.append(Text(left, last.height, size, PLAIN, "soft", text))
    flow.lines[-1] = Line(last.height, (*last.items, *items))


def _slot(
    scene: Scene, across: float, down: float, scale: float, *, to_cut: bool
) -> tuple[float, list[Line]]:
    """Return the side of a puzzle's cells, and all that belongs to it in its part of the page."""
    flow, box = _told(scene, across, scale, to_cut=to_cut), empty(scene)
    left = down - height_of(flow.lines)
    if to_cut:
        cell = cell_for(box.grid, across, left)
        lines = [grid_line(box.grid, box.tiles, cell, across)]
    else:
        ways, most = (_beside, _below) if across > left else (_below, _beside), _MAX_CELL * scale
        for side in (max(_LETTER * scale, _MIN_LETTER), _MIN_LETTER):
            first, second = (lay(scene, box, across, left, most, side) for lay in ways)
            cell, lines = first if first[0] >= min(second[0], _ROOMY) else second
            if cell >= _MIN_CELL:
                break
    if cell < (_MIN_CUT if to_cut else _MIN_CELL):
        what = "cut out" if to_cut else "write in"
        raise PatienceError(
            f"{box.grid.width}x{box.grid.height} cells are too small to {what}: take fewer "
            "puzzles a page, or a larger paper, such as a3",
            "paper",
        )
    return cell, [*flow.lines, *lines]


def _below(
    scene: Scene, box: Scene, across: float, down: float, most: float, side: float
) -> tuple[float, list[Line]]:
    """Return the letters above the box, lines to write on below, and the side of a cell."""
    tiles = tile_rows(scene.puzzle.tiles, across, side)
    room = down - tiles.height - 2 * _GAP
    cell = min(cell_for(box.grid, across, room), most)
    grid = grid_line(box.grid, box.tiles, cell, across)
    return cell, [tiles, Line(_GAP), grid, Line(_GAP), *_ruled(across, room - grid.height)]


def _beside(
    scene: Scene, box: Scene, across: float, down: float, most: float, side: float
) -> tuple[float, list[Line]]:
    """Return the letters and lines to write on beside the box, and the side of a cell."""
    cell = min(cell_for(box.grid, across * _BESIDE, down), most)
    grid = grid_line(box.grid, box.tiles, cell)
    left = across * _BESIDE + 2 * _GAP
    tiles = tile_rows(scene.puzzle.tiles, across - left, side)
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


def _tiles(scenes: Sequence[Scene], cells: Sequence[float], sheet: Sheet) -> Iterator[Block]:
    """Yield the tiles to cut out; puzzles with equal tiles of one size share them."""
    owners: defaultdict[tuple[tuple[tuple[Kind, str], ...], float], list[str]] = defaultdict(list)
    for scene, cell in zip(scenes, cells, strict=True):
        owners[tuple(kinds_of(scene.puzzle.tiles)), round(cell, 1)].append(heading(scene))
    words, fresh = scenes[0].language, True
    for (kinds, cell), who in owners.items():
        if not kinds:
            continue
        columns = int(sheet.across / cell)
        head = Flow(sheet.across, sheet.scale)
        head.heading(words("labelled", label=words("to_cut_out"), text=", ".join(who)))
        head.gap(_GAP + _TICK)
        rows = max(int((sheet.down - height_of(head.lines) - _TICK) / cell), 1)
        for start in range(0, len(kinds), rows * columns):
            some = kinds[start : start + rows * columns]
            yield Block([*head.lines, _cut_out(some, columns, cell, sheet)], fresh)
            fresh = False


def _cut_out(kinds: Sequence[tuple[Kind, str]], columns: int, cell: float, sheet: Sheet) -> Line:
    """Return tiles in rows, with short lines at both ends of each cut."""
    rows = -(-len(kinds) // columns)
    columns = -(-len(kinds) // rows)
    left = (sheet.across - columns * cell) / 2
    items: list[Item] = list(tiles_in_rows(kinds, columns, left, cell))
    right, bottom = left + columns * cell, rows * cell
    ends = [(left + col * cell, y) for col in range(columns + 1) for y in (-_TICK, bottom + 1)]
    ticks = [line((x, y), (x, y + _TICK - 1)) for x, y in ends]
    ends = [(x, row * cell) for row in range(rows + 1) for x in (left - _TICK, right + 1)]
    ticks += [line((x, y), (x + _TICK - 1, y)) for x, y in ends]
    items += (Shape(tick, "soft", 0.6) for tick in ticks)
    return Line(bottom + _TICK, tuple(items))
