"""A puzzle on paper: its name, what is asked, its letters as tiles, its empty box."""

from __future__ import annotations

import math
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from patience.game.grid import Grid
from patience.game.puzzle import Compact
from patience.game.tiles import TileSet
from patience.question.header import says_yes
from patience.render.drawing import Item, Text, moved
from patience.render.flow import Flow, Line
from patience.render.letters import PLAIN
from patience.render.scene import Scene, kinds_of, tiles_of
from patience.render.text import cost_phrase
from patience.render.tiles import tiles_in_rows
from patience.render.wording import extra_rules, task, vocabulary

# Levels, and the share of a puzzle's cells (of the tiles of a compact grid) that two plain beams
# leave together from which the harder ones begin: quarters of 250 draws of 12 to 63 tiles.
LEVELS = ("easy", "medium", "hard", "expert")
_FROM, _FROM_COMPACT = (0.22, 0.29, 0.36), (0.6, 1.2, 1.8)

# Below a row of letters, room for their numbers, and the size of these, in tiles.
_BELOW, _NUMBER = 0.5, 0.4


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
    """Return what is asked, with which words, and what to reach, each with its label."""
    words = scene.language
    rules = [
        *vocabulary(scene.header, words, printed=True),
        *extra_rules(scene.puzzle.rules, words),
    ]
    told = [("", task(scene.puzzle, words))]
    told += [(words("words"), "; ".join(rules))] * bool(rules)
    if says_yes(scene.header, "unique"):
        told.append(("", words("one_solution")))
    if scene.cost is not None:
        told.append((words("aim"), _aim(scene, scene.cost)))
    return told


def _aim(scene: Scene, best: int) -> str:
    """Return what a player may well reach, by the difficulty if it is known, and the best known."""
    words, par = scene.language, cost_phrase(scene.puzzle, best, scene.language)
    difficulty = scene.header.get("difficulty", "")
    if not difficulty.isdecimal():
        return f"{par} ({words('proven')})" if scene.proven else words("aim_best", par=par)
    known = words("aim_proven" if scene.proven else "aim_known", n=best)
    # What one of two plain beams leaves, which know everyday words as people do.
    least = scene.puzzle.tiles.total if isinstance(scene.puzzle.goal, Compact) else 0
    good = max(least + -(-int(difficulty) // 2), best + 1)
    return words("aim_most", par=cost_phrase(scene.puzzle, good, words), known=known)


def share(scene: Scene) -> float | None:
    """Return the difficulty of a puzzle for its size, or None if it is not known."""
    difficulty, size = scene.header.get("difficulty", ""), scene.puzzle.size
    if not difficulty.isdecimal():
        return None
    if size is None or isinstance(scene.puzzle.goal, Compact):
        return int(difficulty) / scene.puzzle.tiles.total
    return int(difficulty) / (size[0] * size[1])


def level(scene: Scene) -> str:
    """Return the level of a puzzle, one of `LEVELS`; empty if its difficulty is not known."""
    found = share(scene)
    if found is None:
        return ""
    compact = isinstance(scene.puzzle.goal, Compact)
    return LEVELS[bisect(_FROM_COMPACT if compact else _FROM, found)]


def set_task(flow: Flow, scene: Scene) -> None:
    """Set what is asked of a puzzle."""
    for label, text in asked(scene):
        flow.paragraph(text.split(" "), label=label)


def tile_rows(tiles: TileSet, room: float, cell: float) -> Line:
    """Return tiles in the order of the alphabet, in rows of equal length; below, how many of each.

    The number stands below the first of them.
    """
    kinds = kinds_of(tiles)
    if not kinds:
        return Line(0.0)
    rows = -(-len(kinds) // max(int(room / cell), 1))
    columns, high = -(-len(kinds) // rows), cell * (1 + _BELOW)
    items: list[Item] = []
    for n in range(rows):
        some = kinds[n * columns : (n + 1) * columns]
        items += (moved(x, 0.0, n * high) for x in tiles_in_rows(some, columns, cell=cell))
    for kind, count in Counter(kinds).items():
        row, col = divmod(kinds.index(kind), columns)
        left, size = (col + 0.35) * cell, _NUMBER * cell
        items.append(Text(left, row * high + 1.38 * cell, size, PLAIN, "soft", str(count)))
    return Line(rows * high, tuple(items))


def empty(scene: Scene) -> Scene:
    """Return the start of a puzzle, in a box as large as the puzzle allows.

    A compact puzzle without a size gets two cells per tile, and room for its solution.
    """
    goal = scene.puzzle.goal
    if not isinstance(goal, Compact) or scene.puzzle.start is not None:
        return scene.before()
    side = math.ceil(math.sqrt(2 * scene.puzzle.tiles.total))
    shortest, longest = sorted((scene.grid.width, scene.grid.height))
    grid = Grid.blank(*(goal.within or (max(side, shortest), max(side, longest))))
    return replace(scene, grid=grid, tiles=tiles_of(grid, frame=False))
