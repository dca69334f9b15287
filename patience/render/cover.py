"""The first pages of a booklet: its title, the rules, and the list of puzzles."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from patience.render.drawing import Text
from patience.render.flow import TEXT, Flow, Line, height_of, stacked
from patience.render.letters import PLAIN, drawable, width
from patience.render.scene import Kind, Scene
from patience.render.sheets import Block, Sheet, paged
from patience.render.tiles import tiles_in_rows

# The game has the same name in all languages; its fourth tile is a devil here.
_NAME, _DEVIL, _TILE = "PATIENCE", 3, 50.0
_TITLE, _PART = 28.0, 17.0
# Room for the number of a puzzle's page.
_PAGE = 30.0
# Most columns of the list of puzzles, and the gap between them.
_COLUMNS, _COLUMN_GAP = 4, 24.0


def cover(
    title: str,
    scenes: Sequence[Scene],
    starts: Sequence[int],
    sheet: Sheet,
    parts: Collection[str],
) -> list[list[Line]]:
    """Return the pages of a cover.

    `starts` has the page of each puzzle, counted from 0 after the cover; `parts` tells whether the
    booklet ends with tiles to cut out, solutions, or both.
    """
    above = len(_pages(title, scenes, starts, sheet, parts))
    return _pages(title, scenes, [above + start + 1 for start in starts], sheet, parts)


def _pages(
    title: str,
    scenes: Sequence[Scene],
    numbers: Sequence[int],
    sheet: Sheet,
    parts: Collection[str],
) -> list[list[Line]]:
    words, flow = scenes[0].language, Flow(sheet.across, sheet.scale)
    flow.lines.append(_tiles(min(_TILE * sheet.scale, sheet.across / len(_NAME))))
    flow.gap(20.0)
    flow.heading(title, _TITLE)
    flow.gap(20.0)
    flow.heading(words("rules_title"), _PART)
    goals = dict.fromkeys(f"rules_{scene.puzzle.goal_name}" for scene in scenes)
    both, cut = {"tiles", "solutions"} <= {*parts}, "tiles" in parts
    last = words("rules_last" if both else "rules_unsolved" if cut else "rules_solutions")
    for text in [*words.paragraphs("rules_all"), *map(words, goals), last]:
        flow.gap()
        flow.paragraph(text.split(" "))
    return paged([Block(flow.lines), *_contents(scenes, numbers, sheet)], sheet).pages


def _contents(scenes: Sequence[Scene], numbers: Sequence[int], sheet: Sheet) -> Iterator[Block]:
    """Yield the list of puzzles in columns, on as few pages as it needs, all about as long."""
    size, gap = TEXT * sheet.scale, _COLUMN_GAP * sheet.scale
    widest = max(width(PLAIN, size, drawable(scene.name)) for scene in scenes)
    wanted = widest + _PAGE * sheet.scale
    columns = max(min(int((sheet.across + gap) / (wanted + gap)), _COLUMNS, len(scenes)), 1)
    room = (sheet.across + gap) / columns - gap
    head = Flow(sheet.across, sheet.scale)
    head.heading(scenes[0].language("contents"), _PART)
    head.gap()
    entries = [_entry(*each, room, sheet) for each in zip(scenes, numbers, strict=False)]
    down = sheet.down - height_of(head.lines)
    pages = max(math.ceil(sum(map(height_of, entries)) / (columns * down)), 1)
    for page in range(pages):
        first, last = (n * len(entries) // pages for n in (page, page + 1))
        rows = -(-(last - first) // columns)
        starts = range(first, last, max(rows, 1))
        listed = [list(chain(*entries[n : min(n + rows, last)])) for n in starts]
        if columns == 1:
            yield Block([*head.lines, *listed[0]], fresh=page > 0)
            continue
        items = (x for n, lines in enumerate(listed) for x in stacked(lines, n * (room + gap), 0.0))
        yield Block([*head.lines, Line(max(map(height_of, listed)), tuple(items))], fresh=page > 0)


def _entry(scene: Scene, number: int, room: float, sheet: Sheet) -> list[Line]:
    """Return the name of a puzzle with the number of its page at the right edge."""
    flow = Flow(room - _PAGE * sheet.scale, sheet.scale)
    flow.paragraph(scene.name.split(" "))
    last, size = flow.lines[-1], TEXT * sheet.scale
    left = room - width(PLAIN, size, str(number))
    text = Text(left, last.height, size, PLAIN, "text", str(number))
    return [*flow.lines[:-1], Line(last.height, (*last.items, text))]


def _tiles(cell: float) -> Line:
    """Return the name of the game in tiles."""
    tiles = ((Kind.DEVIL if n == _DEVIL else Kind.LETTER, x) for n, x in enumerate(_NAME))
    return Line(cell, tuple(tiles_in_rows(tiles, len(_NAME), cell=cell)))
