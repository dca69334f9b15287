"""Grids on paper: to look at, or to cut out and play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from patience.errors import PatienceError
from patience.game.puzzle import Frame
from patience.question.hash import puzzle_sha256
from patience.render.caption import caption_lines, description
from patience.render.cover import cover
from patience.render.drawing import Drawing, Item, Shape, line
from patience.render.flow import Flow, Line, height_of
from patience.render.puzzles import cell_for, empty, grid_line, heading, set_task, titled
from patience.render.scene import Kind, Scene, kinds_of
from patience.render.sheets import Block, Sheet, drawings, paged
from patience.render.solutions import solutions
from patience.render.tiles import tiles_in_rows
from patience.render.wording import VOCABULARY

# What a puzzle to play is printed as: empty boxes, tiles to cut out, solutions.
PARTS = ("boxes", "tiles", "solutions")

# Captions are set in these sizes, the first that leaves the tiles enough room.
_SCALES = (1.2, 1.0, 0.9, 0.8)
_ENOUGH = 0.7
# Puzzles share a page if their tiles still have 16 mm.
_SHARED = 45.0
# Tiles smaller than 6 mm are hard to cut out.
_MIN_CUT = 17.0
_GAP = 8.0
# Length of the lines at the ends of cuts.
_TICK = 6.0
_HEAD, _PART = 17.0, 22.0


def printed(
    scenes: Sequence[Scene], paper: str, *, caption: bool = True, cut: bool = False, title: str = ""
) -> list[Drawing]:
    """Return the pages of one or more grids, in the language of the first.

    Parameters
    ----------
    scenes : sequence of Scene
    paper : str
        One of `PAPERS`.
    caption : bool
        Show cost, words and hidden tiles below each grid.
    cut : bool
        Print the empty boxes, then the tiles to cut out, then the solutions. Several grids make a
        booklet, with a cover.
    title : str
        Title of the booklet.

    Raises
    ------
    PatienceError
        If there is no such paper, or the grid is too wide for it.
    """
    if cut:
        return to_play(scenes, paper, PARTS, caption=caption, title=title)
    sheet, words, several = Sheet.of(paper), scenes[0].language, len(scenes) > 1
    scenes = titled(scenes, title)
    above = [title if several else "", *[""] * len(scenes)]
    heads = (_head(sheet, *each) for each in zip(above, (x.name for x in scenes), strict=False))
    whole = (_whole(*each, sheet, caption) for each in zip(scenes, heads, strict=True))
    pages, _ = paged(whole, sheet)
    return drawings(pages, sheet, words, title or scenes[0].title, description(scenes[0]))


def to_play(
    scenes: Sequence[Scene],
    paper: str,
    parts: Collection[str],
    *,
    caption: bool = True,
    title: str = "",
) -> list[Drawing]:
    """Return the pages to play one or more puzzles with, in the language of the first.

    Parameters
    ----------
    scenes, paper, caption, title
        As for `printed`.
    parts : collection of str
        Some of `PARTS`. Several puzzles with their boxes get a cover.

    Raises
    ------
    PatienceError
        As for `printed`.
    """
    sheet, words, several = Sheet.of(paper), scenes[0].language, len(scenes) > 1
    scenes = titled(scenes, title)
    boxes = [_box(scene, sheet, share=several) for scene in scenes]
    blocks: dict[str, Iterable[Block]] = {
        "boxes": (box for box, _ in boxes),
        "tiles": _tiles(scenes, [cell for _, cell in boxes], sheet),
        "solutions": _solutions(scenes, sheet, caption),
    }
    pages, starts = paged(
        [block for part in PARTS if part in parts for block in blocks[part]], sheet
    )
    title = title or (words("booklet") if several else heading(scenes[0]))
    if several and "boxes" in parts:
        pages = [*cover(title, scenes, starts, sheet, parts), *pages]
    return drawings(pages, sheet, words, title, "; ".join(map(heading, scenes)))


def best_of_each(scenes: Sequence[Scene]) -> list[Scene]:
    """Return the cheapest grid of each puzzle, in the order in which the puzzles come."""
    best: dict[tuple[str | None, ...], Scene] = {}
    for scene in scenes:
        asked = puzzle_sha256(scene.puzzle), *map(scene.header.get, VOCABULARY)
        known = best.setdefault(asked, scene)
        if scene.cost is not None and (known.cost is None or scene.cost < known.cost):
            best[asked] = scene
    return list(best.values())


def _head(sheet: Sheet, *texts: str) -> list[Line]:
    """Return the lines above a grid: the title of a part, if it begins here, and a name."""
    flow = Flow(sheet.across, sheet.scale)
    for text, size in zip(texts, (_PART, _HEAD), strict=True):
        if text:
            flow.heading(text, size)
            flow.gap(_GAP)
    return flow.lines


# ---- grids to look at ---------------------------------------------------------------------------


def _whole(scene: Scene, head: Sequence[Line], sheet: Sheet, caption: bool) -> Block:
    """Return a page with the grid as wide as it can be, and the caption below."""
    room = sheet.down - height_of(head)
    largest = cell_for(scene.grid, sheet.across, room)
    lines, cell = [], largest
    for scale in _SCALES if caption else ():
        lines = caption_lines(scene, sheet.across, scale * sheet.scale)
        cell = cell_for(scene.grid, sheet.across, room - height_of(lines))
        if cell >= _ENOUGH * largest:
            break
    # A longer caption continues on the next page.
    grid = grid_line(scene, max(cell, _ENOUGH * largest), sheet.across)
    return Block([*head, grid, *lines], fresh=True)


def _solutions(scenes: Sequence[Scene], sheet: Sheet, caption: bool) -> Iterator[Block]:
    """Yield the solution of a single puzzle as a page, those of a booklet as small grids."""
    if len(scenes) == 1:
        head = _head(sheet, "", scenes[0].language("solution"))
        yield _whole(scenes[0], head, sheet, caption)
    else:
        yield from solutions(scenes, sheet, caption=caption)


# ---- grids to play ------------------------------------------------------------------------------


def _box(scene: Scene, sheet: Sheet, *, share: bool) -> tuple[Block, float]:
    """Return a puzzle's task above its empty box, and the side of a cell."""
    words, flow = scene.language, Flow(sheet.across, sheet.scale)
    flow.heading(heading(scene), _HEAD)
    flow.gap()
    set_task(flow, scene)
    turned = isinstance(scene.puzzle.goal, Frame)
    notes = [words("to_turn")] * turned + [words("to_write")] * (scene.puzzle.tiles.jokers > 0)
    if notes:
        flow.paragraph(" ".join(notes).split(" "), colour="soft")
    flow.gap(_GAP)
    box, head = empty(scene), height_of(flow.lines)
    full, below, half = (
        cell_for(box.grid, sheet.across, room)
        for room in (sheet.down, sheet.down - head, sheet.half - head)
    )
    if full < _MIN_CUT:
        raise PatienceError(
            f"{box.grid.width}x{box.grid.height} cells are too small to cut out on this paper: "
            "take a larger one, such as a3",
            "paper",
        )
    # Below a very long text the box would be too small, so it moves to the next page.
    cell = half if share and half >= _SHARED else below
    cell = full if cell < _MIN_CUT else cell
    return Block([*flow.lines, grid_line(box, cell, sheet.across)]), cell


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
