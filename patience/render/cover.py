"""The first pages of a booklet: its title, the rules, and the list of puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from patience.render.drawing import Text
from patience.render.flow import TEXT, Flow, Line
from patience.render.letters import PLAIN, width
from patience.render.scene import Kind, Scene
from patience.render.sheets import Block, Sheet, paged
from patience.render.tiles import tiles_in_rows

# The game has the same name in all languages; its fourth tile is a devil here.
_NAME, _DEVIL, _TILE = "PATIENCE", 3, 50.0
_TITLE, _PART = 28.0, 17.0
# Room for the number of a puzzle's page.
_PAGE = 40.0


def cover(
    title: str, scenes: Sequence[Scene], starts: Sequence[int], sheet: Sheet, *, solved: bool
) -> list[list[Line]]:
    """Return the pages of a cover.

    `starts` has the page of each puzzle, counted from 0 after the cover; `solved` tells whether the
    booklet has the solutions.
    """
    above = len(_pages(title, scenes, starts, sheet, solved))
    return _pages(title, scenes, [above + start + 1 for start in starts], sheet, solved)


def _pages(
    title: str, scenes: Sequence[Scene], numbers: Sequence[int], sheet: Sheet, solved: bool
) -> list[list[Line]]:
    words, flow = scenes[0].language, Flow(sheet.across, sheet.scale)
    flow.lines.append(_tiles(min(_TILE * sheet.scale, sheet.across / len(_NAME))))
    flow.gap(20.0)
    flow.heading(title, _TITLE)
    flow.gap(20.0)
    flow.heading(words("rules_title"), _PART)
    goals = dict.fromkeys(f"rules_{scene.puzzle.goal_name}" for scene in scenes)
    last = words("rules_last") if solved else words("rules_unsolved")
    for text in [*words.paragraphs("rules_all"), *map(words, goals), last]:
        flow.gap()
        flow.paragraph(text.split(" "))
    contents = Flow(sheet.across - _PAGE * sheet.scale, sheet.scale)
    contents.heading(words("contents"), _PART)
    contents.gap()
    for scene, number in zip(scenes, numbers, strict=False):
        contents.paragraph(scene.name.split(" "))
        contents.lines.append(_numbered(contents.lines.pop(), str(number), sheet))
    return paged([Block(flow.lines), Block(contents.lines)], sheet).pages


def _tiles(cell: float) -> Line:
    """Return the name of the game in tiles."""
    tiles = ((Kind.DEVIL if n == _DEVIL else Kind.LETTER, x) for n, x in enumerate(_NAME))
    return Line(cell, tuple(tiles_in_rows(tiles, len(_NAME), cell=cell)))


def _numbered(line: Line, number: str, sheet: Sheet) -> Line:
    """Return a line with a number at the right edge."""
    size = TEXT * sheet.scale
    left = sheet.across - width(PLAIN, size, number)
    return Line(line.height, (*line.items, Text(left, line.height, size, PLAIN, "text", number)))
