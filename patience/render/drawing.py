"""The parts of a picture: stamps, shapes and lines of text at their places.

Every picture format draws a `Drawing`, so they agree. Lengths are in units; a cell has `CELL`. x
runs to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

CELL = 40.0

# Distance of a curve's control points for a quarter of a circle.
_ARC = 0.5523


class Step(NamedTuple):
    """A step of a path: ``M``, ``L``, ``C`` or ``Z``, with absolute coordinates of its points."""

    op: str
    at: tuple[float, ...] = ()


Path = tuple[Step, ...]


@dataclass(frozen=True)
class Shape:
    """A path in a theme's colour: filled, or drawn as a line of width `line`."""

    path: Path
    colour: str
    line: float = 0.0


@dataclass(frozen=True)
class Placed:
    """A stamp (`STAMPS`) with its upper left corner at a place, scaled to a side."""

    stamp: str
    x: float
    y: float
    side: float = CELL


@dataclass(frozen=True)
class Text:
    """A line of text; `x` is its left end, `y` its base line, `size` that of the em."""

    x: float
    y: float
    size: float
    face: str
    colour: str
    text: str


Item = Shape | Placed | Text


@dataclass(frozen=True)
class Drawing:
    """A picture: its sides, its items from back to front, its title and a description.

    `trim` is what is to be cut off at each side.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    title: str
    description: str
    trim: float = 0.0


def moved(item: Item, x: float, y: float) -> Item:
    """Return an item moved by `x` and `y`."""
    if isinstance(item, Shape):
        path = tuple(
            Step(step.op, tuple(z + (y if n % 2 else x) for n, z in enumerate(step.at)))
            for step in item.path
        )
        return replace(item, path=path)
    return replace(item, x=item.x + x, y=item.y + y)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """Return a rectangle with round corners."""
    right, bottom, gap = x + width, y + height, radius * (1 - _ARC)
    return (
        Step("M", (x + radius, y)),
        Step("L", (right - radius, y)),
        Step("C", (right - gap, y, right, y + gap, right, y + radius)),
        Step("L", (right, bottom - radius)),
        Step("C", (right, bottom - gap, right - gap, bottom, right - radius, bottom)),
        Step("L", (x + radius, bottom)),
        Step("C", (x + gap, bottom, x, bottom - gap, x, bottom - radius)),
        Step("L", (x, y + radius)),
        Step("C", (x, y + gap, x + gap, y, x + radius, y)),
        Step("Z"),
    )


def line(*points: tuple[float, float]) -> Path:
    """Return a line through points."""
    return tuple(Step("L" if n else "M", point) for n, point in enumerate(points))


def _square(inset: float, radius: float) -> Path:
    side = CELL - 2 * inset
    return rounded(inset, inset, side, side, radius)


def _lattice(inset: float, pieces: int) -> Path:
    """Return diagonals that divide a square into diamonds, `pieces` to a side."""
    low, high = inset, CELL - inset
    step = (high - low) / pieces
    path: Path = ()
    for n in range(1, 2 * pieces):
        a = max(n - pieces, 0) * step
        b = min(n, pieces) * step
        path += line((low + a, low + b), (low + b, low + a))
        path += line((high - a, low + b), (high - b, low + a))
    return path


def _horn(mirror: bool) -> Path:
    """Return a horn of the devil, in a corner above the letter."""

    def at(*numbers: float) -> tuple[float, ...]:
        return tuple(CELL - z if mirror and n % 2 == 0 else z for n, z in enumerate(numbers))

    return (
        Step("M", at(6.0, 4.6)),
        Step("C", at(5.2, 9.2, 7.4, 12.6, 12.4, 13.2)),
        Step("L", at(14.6, 9.4)),
        Step("C", at(10.6, 9.6, 7.6, 8.0, 6.0, 4.6)),
        Step("Z"),
    )


_CROSS = line((13, 13), (27, 27)) + line((27, 13), (13, 27))

STAMPS: dict[str, tuple[Shape, ...]] = {
    "letter": (Shape(_square(1.0, 5.5), "rim"), Shape(_square(2.8, 4.0), "tile")),
    "devil": (
        Shape(_square(1.0, 5.5), "devil-rim"),
        Shape(_square(2.8, 4.0), "devil-tile"),
        Shape(_horn(False), "devil-rim"),
        Shape(_horn(True), "devil-rim"),
    ),
    "down": (
        Shape(_square(1.0, 5.5), "back-rim"),
        Shape(_square(2.8, 4.0), "back"),
        Shape(_lattice(6.0, 3), "back-line", 1.5),
        Shape(_square(6.0, 0.0), "back-line", 1.5),
    ),
    "bare": (Shape(_square(3.5, 4.0), "groove", 1.0),),
    "closed": (Shape(_square(0.0, 0.0), "closed"), Shape(_CROSS, "closed-line", 1.6)),
}
