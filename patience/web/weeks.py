"""The boxes of the day, each with a grid of everyday words: as shipped, or measured by the week."""

from __future__ import annotations

import asyncio
from datetime import date

from patience.analysis.daily import DayBox, Measured, boxes_of_week, measure, monday_of
from patience.game.puzzle import Puzzle
from patience.web.boxes import shipped_week
from patience.web.guard import Refusal

# Weeks kept: a calendar looks back at a few.
_KEPT = 60

_YEARS = range(2000, 3000)


class Weeks:
    """The boxes of the weeks asked for."""

    def __init__(self) -> None:
        self._boxes: dict[date, list[DayBox]] = {}
        self._lock = asyncio.Lock()
        self._closed = False

    async def box(self, day: date) -> DayBox:
        """Return the box of a day; the first of a week that does not ship takes some seconds.

        Raises
        ------
        Refusal
            If the day is out of reach.
        """
        if day.year not in _YEARS:
            raise Refusal(422, "message", "there is no box on that day")
        monday = monday_of(day)
        async with self._lock:
            if monday not in self._boxes:
                if len(self._boxes) >= _KEPT:
                    del self._boxes[next(iter(self._boxes))]
                self._boxes[monday] = await asyncio.to_thread(self._week, monday)
            return self._boxes[monday][day.weekday()]

    def close(self) -> None:
        """Measure no further box."""
        self._closed = True

    def _week(self, monday: date) -> list[DayBox]:
        return shipped_week(monday) or boxes_of_week(monday, self._measured)

    def _measured(self, puzzle: Puzzle) -> Measured:
        if self._closed:
            raise Refusal(503, "closed", "the server is ending")
        return measure(puzzle)
