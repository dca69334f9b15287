"""What is asked, as plain data: a `Puzzle` becomes letters, numbers and rows of text at the door.

Only fields are read, by their names; nothing of patience is imported or called.
"""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import cache
from typing import Any, NamedTuple

Rows = list[str]

# The characters that stand for tiles of several letters in grids and words.
SEVERAL = {"CH": "Ｃ", "IJ": "Ｉ", "LL": "Ｌ", "L·L": "Ａ", "NY": "Ｎ", "QU": "Ｑ", "RR": "Ｒ"}  # noqa: RUF001


class Asked(NamedTuple):
    """A puzzle. `sides` are those of a frame, or the most that a compact grid may have."""

    goal: str  # frame, compact or board
    sides: tuple[int, int] | None
    board: tuple[str, ...]
    start: tuple[str, ...]
    letters: str  # one character for each kind of tile
    counts: tuple[int, ...]
    jokers: int
    free: bool
    rules: Any  # by their names; the grids of `unlike` as rows


@cache
def _named(*names: str) -> Any:
    """Return what has some fields; equal values are equal."""
    return make_dataclass("Rules", names, frozen=True)


def asked(puzzle: Any) -> Asked:
    """Return the fields of a puzzle."""
    goal, tiles = puzzle.goal, puzzle.tiles
    rules = vars(puzzle.rules) | {"unlike": tuple(x.rows for x in puzzle.rules.unlike)}
    sides, board = None, ()
    if hasattr(goal, "layout"):
        kind, board = "board", tuple(goal.layout.rows)
    elif hasattr(goal, "within"):
        kind, sides = "compact", goal.within
    else:
        kind, sides = "frame", (goal.width, goal.height)
    return Asked(
        kind,
        sides,
        board,
        () if puzzle.start is None else tuple(puzzle.start.rows),
        "".join(SEVERAL.get(face, face) for face in tiles.alphabet.faces),
        tuple(tiles.counts),
        tiles.jokers,
        tiles.free,
        _named(*rules)(**rules),
    )


def rows_of(grid: Any) -> Rows:
    """Return the rows of a grid, which may be rows already."""
    return list(getattr(grid, "rows", grid))
