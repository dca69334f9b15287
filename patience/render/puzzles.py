"""A puzzle on paper: its name, what is asked, its letters as tiles, its empty box."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from patience.game.grid import BLANK, Grid
from patience.game.puzzle import Compact
from patience.render.drawing import CELL
from patience.render.flow import Flow, Line
from patience.render.scene import Scene, kinds_of, tiles_of
from patience.render.text import cost_phrase
from patience.render.tiles import TABLE_EDGE, tiles_in_rows, tiles_on_table
from patience.render.wording import extra_rules, task, vocabulary

# Tiles get as large as the page allows, or as those of the game: 22 mm.
_MAX_CELL = 62.4


def titled(scenes: Sequence[Scene], title: str) -> list[Scene]:
    """Return grids with their names for print: the title, or a number and a name."""
    if len(scenes) == 1:
        return [replace(scenes[0], name=title or scenes[0].name)]
    counts = Counter(scene.name for scene in scenes)
    return [
        replace(scene, name=f"{n}. {scene.name}" if alone else scene.language("puzzle", n=n))
        for n, scene in enumerate(scenes, 1)
        for alone in [scene.name and counts[scene.name] == 1]
    ]


def heading(scene: Scene) -> str:
    """Return the name of a puzzle, else its goal and size."""
    width, height = scene.puzzle.size or (0, 0)
    goal = scene.puzzle.goal_name if scene.puzzle.size else "compact_free"
    return scene.name or scene.language(goal, width=width, height=height)


def asked(scene: Scene) -> list[tuple[str, str]]:
    """Return what is asked, with which words, and the cost to beat, each with its label."""
    words = scene.language
    rules = [
        *vocabulary(scene.header, words, printed=True),
        *extra_rules(scene.puzzle.rules, words),
    ]
    told = [("", task(scene.puzzle, words))]
    told += [(words("words"), "; ".join(rules))] * bool(rules)
    if scene.cost is not None:
        par = cost_phrase(scene.puzzle, scene.cost, words)
        text = f"{par} ({words('proven')})" if scene.proven else par
        told.append((words("to_reach" if scene.proven else "to_beat"), text))
    return told


def set_task(flow: Flow, scene: Scene) -> None:
    """Set what is asked of a puzzle."""
    for label, text in asked(scene):
        flow.paragraph(text.split(" "), label=label)


def letters(scene: Scene, room: float, cell: float) -> Line:
    """Return the tiles of a puzzle in the order of the alphabet, in rows of equal length."""
    kinds = kinds_of(scene.puzzle.tiles)
    if not kinds:
        return Line(0.0)
    rows = -(-len(kinds) // max(int(room / cell), 1))
    columns = -(-len(kinds) // rows)
    return Line(rows * cell, tuple(tiles_in_rows(kinds, columns, cell=cell)))


def empty(scene: Scene) -> Scene:
    """Return the start of a puzzle, in a box as large as the puzzle allows.

    A compact puzzle without a size gets two cells per tile, and room for its solution.
    """
    goal = scene.puzzle.goal
    if not isinstance(goal, Compact) or scene.puzzle.start is not None:
        return scene.before()
    side = math.ceil(math.sqrt(2 * scene.puzzle.tiles.total))
    shortest, longest = sorted((scene.grid.width, scene.grid.height))
    width, height = goal.within or (max(side, shortest), max(side, longest))
    grid = Grid((BLANK * width,) * height)
    return replace(scene, grid=grid, tiles=tiles_of(grid, frame=False))


def grid_line(scene: Scene, cell: float, room: float = 0.0) -> Line:
    """Return the tiles of a scene on their table, centred if there is room."""
    edge = TABLE_EDGE * cell / CELL
    left = max((room - scene.grid.width * cell) / 2, edge)
    items = tiles_on_table(scene.grid, scene.tiles, left, edge, cell)
    return Line(scene.grid.height * cell + 2 * edge, items)


def cell_for(grid: Grid, across: float, down: float) -> float:
    """Return the side of a cell for which a grid and the table's edge fill the room."""
    edge = 2 * TABLE_EDGE / CELL
    fitting = min(across / (grid.width + edge), down / (grid.height + edge), _MAX_CELL)
    return max(fitting, 1.0)
