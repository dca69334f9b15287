"""The boxes of the day that ship measured: a week of them takes seconds to measure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import msgspec

from patience.analysis.daily import BOX, DRAW, EVERYDAY, WEEK, DayBox, Measured, drawn
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.referee import verify
from patience.shipped import data_dir
from patience.words.lexicon import load


class _Box(msgspec.Struct, array_like=True, frozen=True):
    number: int  # in the draw of its week
    effort: int
    rows: str  # of the grid that shows what can be reached, between slashes


class Shipped(msgspec.Struct, frozen=True):
    """The file: the draw that it is of, and the boxes of each week, by its Monday."""

    draw: int
    weeks: dict[date, list[_Box]]

    @classmethod
    def of(cls, weeks: Iterable[list[DayBox]]) -> Shipped:
        """Return the file of some measured weeks."""
        return cls(DRAW, {week[0].day: [_box(week[0].day, box) for box in week] for week in weeks})


def path() -> Path:
    """Return the file's place."""
    return data_dir("instances") / "boxes.json"


def shipped_week(monday: date) -> list[DayBox] | None:
    """Return the boxes of a week, each grid refereed; None if it does not ship."""
    boxes = [
        box
        for n, each in enumerate(_weeks().get(monday, ()))
        if (box := _refereed(monday, n, each)) is not None
    ]
    return boxes if len(boxes) == WEEK else None


@cache
def _weeks() -> dict[date, list[_Box]]:
    """Return the weeks of the file, none if they are of another draw or it cannot be read."""
    try:
        shipped = msgspec.json.decode(path().read_bytes(), type=Shipped)
    except (OSError, msgspec.DecodeError):
        return {}
    return shipped.weeks if shipped.draw == DRAW else {}


def _refereed(monday: date, day: int, box: _Box) -> DayBox | None:
    puzzle = Puzzle(drawn(monday, box.number), BOX)
    try:
        grid = Grid(tuple(box.rows.split("/")))
    except PatienceError:
        return None
    report = verify(puzzle, grid, load(EVERYDAY))
    if not report.valid or report.cost is None:
        return None
    measured = Measured(grid, report.cost, box.effort)
    return DayBox(monday + timedelta(days=day), puzzle, measured)


def _box(monday: date, box: DayBox) -> _Box:
    tiles = box.puzzle.tiles
    (number,) = (n for n in range(WEEK) if drawn(monday, n).supply == tiles.supply)
    return _Box(number, box.measured.effort, "/".join(box.measured.grid.rows))
