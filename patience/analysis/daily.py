"""The box of the day: a set of letters drawn by the date, the same for everyone.

Seven boxes are drawn for each week and measured; Monday has the easiest, Sunday the hardest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from patience.analysis.difficulty import WIDTHS, plain_beam
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.question.catalogue import named
from patience.words.lexicon import load

# To be incremented whenever the draw of a day changes.
DRAW = 2

WEEK = 7
_TILES = 61
_DEVILS = 2
BOX = Frame(9, 7)

EVERYDAY = "fr-common"

# The costs of both beams add up to the difficulty of a box, and the wider one finds what is
# guaranteed: 8 to 14 face down, in about a second.
_NARROW, _WIDE = WIDTHS


class Measured(NamedTuple):
    """A grid of a box, its cost, and how hard the box is: more is harder."""

    grid: Grid
    cost: int
    effort: int


@dataclass(frozen=True)
class DayBox:
    """The box of a day, and the grid that shows what can be reached."""

    day: date
    puzzle: Puzzle
    measured: Measured


def monday_of(day: date) -> date:
    """Return the first day of a day's week."""
    return day - timedelta(days=day.weekday())


def drawn(monday: date, number: int) -> TileSet:
    """Draw one of a week's boxes: 61 of the letters of two boxes, and two jokers.

    Letters are sorted by a hash of the week, the number and the tile, so the draw does not depend
    on the version of a random generator.
    """
    double = named("diamino-double")
    letters = [(letter, copy) for letter, count in double.supply.items() for copy in range(count)]

    def place(tile: tuple[str, int]) -> bytes:
        text = f"{DRAW} {monday.isoformat()} {number} {tile[0]}{tile[1]}"
        return hashlib.sha256(text.encode()).digest()

    letters.sort(key=place)
    return from_letters((letter for letter, _ in letters[:_TILES]), _DEVILS, "box of the day")


def measure(puzzle: Puzzle) -> Measured:
    """Find how far plain beams get with everyday words; the same on every machine.

    Where a beam finds no grid, all cells of the box count.
    """
    lexicon, effort, width = load(EVERYDAY), 0, _NARROW
    while True:
        result = plain_beam(puzzle, lexicon, width)
        effort += BOX.cells if result.cost is None else result.cost
        if width >= _WIDE and result.best is not None and result.cost is not None:
            return Measured(result.best, result.cost, effort)
        width = max(_WIDE, 2 * width)


def boxes_of_week(monday: date, measure: Callable[[Puzzle], Measured]) -> list[DayBox]:
    """Return the boxes of a week, the easiest on Monday."""
    puzzles = [Puzzle(drawn(monday, number), BOX) for number in range(WEEK)]
    found = [(puzzle, measure(puzzle)) for puzzle in puzzles]
    found.sort(key=lambda each: each[1].effort)  # stable: equal ones stay in the order of the draw
    return [
        DayBox(monday + timedelta(days=n), puzzle, measured)
        for n, (puzzle, measured) in enumerate(found)
    ]
