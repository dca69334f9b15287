"""Grids on paper to look at, each as wide as its page with its words below it."""

from __future__ import annotations

from collections.abc import Sequence

from patience.question.hash import puzzle_sha256
from patience.render.caption import caption_lines, description
from patience.render.drawing import Drawing
from patience.render.flow import Flow, Line, cell_for, grid_line, height_of
from patience.render.puzzles import titled
from patience.render.scene import Scene
from patience.render.sheets import Block, Sheet, drawings, paged
from patience.render.wording import VOCABULARY

# Captions are set in these sizes, the first that leaves the tiles enough room.
_SCALES = (1.2, 1.0, 0.9, 0.8)
_ENOUGH = 0.7
_GAP = 8.0
_HEAD, _PART = 17.0, 22.0


def printed(
    scenes: Sequence[Scene], sheet: Sheet, *, caption: bool = True, title: str = ""
) -> list[Drawing]:
    """Return the pages of one or more grids, in the language of the first.

    Parameters
    ----------
    scenes : sequence of Scene
    sheet : Sheet
    caption : bool
        Show cost, words and hidden tiles below each grid.
    title : str
        Title of the pages.
    """
    several = len(scenes) > 1
    scenes = titled(scenes, title)
    above = [title if several else "", *[""] * len(scenes)]
    heads = (_head(sheet, *each) for each in zip(above, (x.name for x in scenes), strict=False))
    whole = (_whole(*each, sheet, caption) for each in zip(scenes, heads, strict=True))
    pages, _ = paged(whole, sheet)
    return drawings(pages, sheet, title or scenes[0].title, description(scenes[0]))


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
    """Return the lines above a grid: the title of the pages, if it is the first, and a name."""
    flow = Flow(sheet.across, sheet.scale)
    for text, size in zip(texts, (_PART, _HEAD), strict=True):
        if text:
            flow.heading(text, size)
            flow.gap(_GAP)
    return flow.lines


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
    cell = max(cell, _ENOUGH * largest)
    grid = grid_line(scene.grid, scene.tiles, cell, sheet.across)
    return Block([*head, grid, *lines], fresh=True)
