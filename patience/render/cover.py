"""The first pages of a booklet: its cover, the rules with an example, and where things are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from patience.game.grid import BLANK, Grid
from patience.question.catalogue import parse
from patience.render.drawing import Item, Shape, Text, rounded
from patience.render.flow import Flow, Line, cell_for, grid_line, height_of, stacked
from patience.render.language import Language
from patience.render.letters import PLAIN, width
from patience.render.puzzles import level, tile_rows
from patience.render.scene import Scene, tiles_of
from patience.render.sheets import EDGE, Block, Sheet, paged

_NUMBER, _HEAD, _PART = 15.0, 17.0, 13.0
# Sizes of a title, the first that leaves room for what stands below.
_TITLES = (34.0, 24.0, 17.0, 11.0)
# Of the text of the puzzles, the sizes of the rules; the first that takes fewest pages.
_SIZES = (1.3, 1.15, 1.0, 0.92, 0.85)
# Of the page's height, the field with the picture.
_FIELD = 0.58
# Side of a cell of the example, of its letters, and the gap beside it.
_EXAMPLE, _LETTER, _GAP = 26.0, 18.0, 20.0
# A letter in a cell, as one writes it, and the cell's frame or the circle of a devil.
_WRITTEN, _CIRCLE = 0.55, 0.84


def cover(
    title: str, scenes: Sequence[Scene], sheet: Sheet, author: str, imprint: str
) -> list[Line]:
    """Return the page outside: a grid as picture, title, author, puzzles, and the imprint."""
    words = scenes[0].language
    grid = Grid(tuple(words.paragraphs("cover_grid")))
    field, out = sheet.height * _FIELD, EDGE + sheet.bleed
    cell = cell_for(grid, sheet.across, field - 2 * EDGE)
    picture = grid_line(grid, tiles_of(grid, frame=True), cell, sheet.across)
    items: list[Item] = [
        Shape(rounded(-out, -out, sheet.width + 2 * sheet.bleed, field + sheet.bleed, 0.0), "field")
    ]
    items += stacked([picture], 0.0, (field - picture.height) / 2 - EDGE)
    number = words("puzzles", n=len(scenes))
    if levels := list(dict.fromkeys(map(level, scenes))) if all(map(level, scenes)) else []:
        key = "of_levels" if len(levels) > 1 else "of_level"
        number = words(key, number=number, level=words(levels[0]), last=words(levels[-1]))
    below = Flow(sheet.across / 2, sheet.scale)
    if imprint:
        below.paragraph(imprint.split(" "), colour="soft")
    top, foot = field - EDGE + _GAP, sheet.down - height_of(below.lines)
    for size in _TITLES:
        flow = Flow(sheet.across, sheet.scale)
        flow.heading(title, size)
        flow.gap()
        flow.heading(number, _NUMBER, plain=True)
        flow.gap(_GAP * bool(author))
        flow.heading(author, _NUMBER)
        if top + height_of(flow.lines) <= foot:
            break
    items += stacked(flow.lines, 0.0, top)
    items += stacked(below.lines, 0.0, foot)
    return [Line(sheet.down, tuple(items))]


def rules(
    scenes: Sequence[Scene], sheet: Sheet, starts: Sequence[int], last: int
) -> list[list[Line]]:
    """Return the pages with the rules, an example, and where the puzzles and solutions begin.

    `starts` has the number of the page of each puzzle, and `last` that of the solutions. The text
    is as large as one page allows; if there is no such size, it is that of the puzzles.
    """
    sizes = ([*_rules(scenes, sheet, starts, last, sheet.scale * size)] for size in _SIZES)
    return min((paged(blocks, sheet).pages for blocks in sizes), key=len)


def _rules(
    scenes: Sequence[Scene], sheet: Sheet, starts: Sequence[int], last: int, scale: float
) -> Iterator[Block]:
    words, flow = scenes[0].language, Flow(sheet.across, scale)
    flow.heading(words("rules_title"), _HEAD)
    goals = dict.fromkeys(f"rules_{scene.puzzle.goal_name}" for scene in scenes)
    for text in [*words.paragraphs("rules_all"), *map(words, goals)]:
        flow.gap()
        flow.paragraph(text.split(" "))
    yield Block(flow.lines)
    flow = Flow(sheet.across, scale)
    flow.heading(words("example"), _PART)
    flow.gap()
    yield Block([*flow.lines, *_example(words, sheet.across, scale)])
    flow = Flow(sheet.across, scale)
    flow.heading(words("contents"), _PART)
    flow.gap()
    for label, page in _parts(scenes, starts, last):
        flow.entry(label, page)
    yield Block(flow.lines)


def _parts(scenes: Sequence[Scene], starts: Sequence[int], last: int) -> Iterator[tuple[str, int]]:
    """Yield the parts of a booklet with their pages: the puzzles of each level, the solutions."""
    words, sorted_ = scenes[0].language, all(map(level, scenes))
    for found, some in groupby(range(len(scenes)), lambda n: level(scenes[n]) if sorted_ else ""):
        first, *more = some
        label = words("puzzle", n=first + 1)
        if more:
            label = words("puzzles_to", n=len(more), first=first + 1, last=more[-1] + 1)
        yield f"{label}, {words(found)}" if found else label, starts[first]
    yield words("solutions"), last


def _example(words: Language, across: float, scale: float) -> Iterator[Line]:
    """Yield the letters of a small puzzle, its grid as one writes it, and what it counts."""
    grid = Grid(tuple(words.paragraphs("example_grid")))
    tiles = parse(words("example_tiles"))
    yield tile_rows(tiles, across, _LETTER * scale)
    yield Line(_GAP / 2 * scale)
    cell = _EXAMPLE * scale
    left = grid.width * cell + _GAP * scale
    beside = Flow(across - left, scale)
    for text in words.paragraphs("example_told"):
        beside.paragraph(text.split(" "))
        beside.gap()
    items = (*_written(grid, cell), *stacked(beside.lines, left, -_PART / 3 * scale))
    yield Line(max(grid.height * cell, height_of(beside.lines)), items)


def _written(grid: Grid, cell: float) -> Iterator[Item]:
    """Yield a grid in pencil: blanks are filled in, the letters of devils have a circle."""
    size = _WRITTEN * cell
    for place, x in grid.cells():
        left, top = place.col * cell, place.row * cell
        side = _CIRCLE * cell
        at = left + (cell - side) / 2, top + (cell - side) / 2
        yield Shape(rounded(*at, side, side, cell / 10), "groove", 0.7)
        if x == BLANK:
            yield Shape(rounded(*at, side, side, cell / 10), "back")
            continue
        if x.islower():
            yield Shape(rounded(*at, side, side, side / 2), "ink", 1.0)
        middle = left + (cell - width(PLAIN, size, x.upper())) / 2
        yield Text(middle, top + cell / 2 + 0.36 * size, size, PLAIN, "ink", x.upper())
