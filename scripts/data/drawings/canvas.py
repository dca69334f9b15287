"""A sheet to draw on: texts, lines, arrows and axes, in the colours of the program's pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from patience.render import letters
from patience.render.drawing import CELL, Drawing, Item, Path, Placed, Shape, Step, Text, rounded
from patience.render.drawing import line as polyline
from patience.render.letters import PLAIN, STRONG, TILE

# A sheet this wide fits a phone with letters of 11 pixels and more.
WIDTH = 460.0
SIZE = 14.5
SMALL = 13.5

_ARC = 0.5523  # control points of a quarter of a circle
_TILE_LETTER = 0.62  # height of a tile's letter in cells


class Canvas:
    """Items from back to front."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float = SIZE,
        colour: str = "text",
        *,
        strong: bool = False,
        anchor: float = 0.0,
    ) -> None:
        """Write a line; `anchor` is the share of its width to the left of the place."""
        face = STRONG if strong else PLAIN
        x = at[0] - anchor * letters.width(face, size, text)
        self.items.append(Text(x, at[1], size, face, colour, text))

    def paragraph(self, at: tuple[float, float], text: str, width: float) -> float:
        """Write soft text in lines of at most a width; return the base line after the last."""
        x, y = at
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and letters.width(PLAIN, SIZE, longer) > width:
                self.text((x, y), line, SIZE, "soft")
                line, y = word, y + SIZE * 1.35
            else:
                line = longer
        self.text((x, y), line, SIZE, "soft")
        return y + SIZE * 1.35

    def line(self, *points: tuple[float, float], colour: str = "soft", width: float = 1.5) -> None:
        """Draw a line through points."""
        self.items.append(Shape(polyline(*points), colour, width))

    def box(
        self, x: float, y: float, width: float, height: float, colour: str, line: float = 0.0
    ) -> None:
        """Draw a rectangle with round corners, filled or as a line."""
        self.items.append(Shape(rounded(x, y, width, height, 3.0), colour, line))

    def circle(self, x: float, y: float, radius: float, colour: str, line: float = 0.0) -> None:
        """Draw a circle, filled or as a line."""
        self.items.append(Shape(_circle(x, y, radius), colour, line))

    def arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        """Draw an arrow."""
        (x0, y0), (x1, y1) = start, end
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        back = x1 - 7 * dx, y1 - 7 * dy
        self.line(start, back, colour=colour)
        side = 3.5 * dy, -3.5 * dx
        head = (
            Step("M", (x1, y1)),
            Step("L", (back[0] + side[0], back[1] + side[1])),
            Step("L", (back[0] - side[0], back[1] - side[1])),
            Step("Z"),
        )
        self.items.append(Shape(head, colour))

    def tile(self, x: float, y: float, sign: str, side: float = CELL) -> None:
        """Draw a cell as a picture shows it: a letter, a joker in lower case, ``.`` face down."""
        stamp = "down" if sign == "." else "devil" if sign.islower() else "letter"
        self.items.append(Placed(stamp, x, y, side))
        if sign == ".":
            return
        size, ink = side * _TILE_LETTER, "devil-ink" if sign.islower() else "ink"
        sign = sign.upper()
        left = x + (side - letters.width(TILE, size, sign)) / 2
        base = y + (side + size * letters.CAPITAL) / 2
        self.items.append(Text(left, base, size, TILE, ink, sign))

    def drawing(self, height: float, title: str, description: str) -> Drawing:
        """Return the sheet as a picture."""
        return Drawing(WIDTH, height, tuple(self.items), title, description)


class Axis(NamedTuple):
    """Values along a side of a chart: the ends, the ticks, and whether it is logarithmic."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    log: bool = False

    def share(self, value: float) -> float:
        """Return how far along the axis a value lies, from 0 to 1."""
        scale: Callable[[float], float] = math.log if self.log else float
        return (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low))


class Chart:
    """A frame with axes on a canvas, for lines and areas."""

    def __init__(
        self, canvas: Canvas, top: float, height: float, across: Axis, up: Axis, title: str
    ) -> None:
        self.canvas, self.across, self.up = canvas, across, up
        self.left, self.right, self.top, self.bottom = 64.0, WIDTH - 14.0, top, top + height
        canvas.text((14, top - 12), title, strong=True)
        for value, label in up.ticks:
            y = self.y(value)
            canvas.line((self.left, y), (self.right, y), colour="groove", width=1.0)
            canvas.text((self.left - 7, y + 4.5), label, SMALL, "soft", anchor=1.0)
        for value, label in across.ticks:
            x = self.x(value)
            canvas.line((x, self.bottom), (x, self.bottom + 5), colour="groove", width=1.0)
            canvas.text((x, self.bottom + 19), label, SMALL, "soft", anchor=0.5)

    def x(self, value: float) -> float:
        """Return the place of a value across."""
        return self.left + self.across.share(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the place of a value up."""
        return self.bottom - self.up.share(value) * (self.bottom - self.top)

    def curve(self, points: Sequence[tuple[float, float]], colour: str, width: float = 2.2) -> None:
        """Draw a line through points."""
        places = [(self.x(x), self.y(y)) for x, y in points]
        self.canvas.line(*places, colour=colour, width=width)

    def band(
        self,
        low: Sequence[tuple[float, float]],
        high: Sequence[tuple[float, float]],
        colour: str,
    ) -> None:
        """Fill the area between two curves."""
        places = [(self.x(x), self.y(y)) for x, y in [*low, *reversed(high)]]
        self.canvas.items.append(Shape((*polyline(*places), Step("Z")), colour))


def _circle(x: float, y: float, r: float) -> Path:
    k = r * _ARC
    return (
        Step("M", (x + r, y)),
        Step("C", (x + r, y + k, x + k, y + r, x, y + r)),
        Step("C", (x - k, y + r, x - r, y + k, x - r, y)),
        Step("C", (x - r, y - k, x - k, y - r, x, y - r)),
        Step("C", (x + k, y - r, x + r, y - k, x + r, y)),
        Step("Z"),
    )
