"""Lanes: the memory of one beam after the other; several run side by side.

To share out a narrow beam takes longer than it saves: of strips with 12,000 states two threads do
4.3 a second one after the other, 3.7 if each beam has both, and 7.6 side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from threading import Event
from typing import Any

from patience.engines.beam.buffers import BeamBuffers

# Seconds between two looks at the clock while other lanes finish.
_LOOK_EVERY = 0.02


class Abandoned(Exception):
    """Ends a beam in a lane of its own as the search has ended."""


class Lane:
    """Memory for one beam after the other.

    Parameters
    ----------
    threads : int
        That share out each beam.

    Attributes
    ----------
    children, cells : int
        Generated and filled by its beams, the one under way included.
    row : int
        That the beam is in, from 1.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.children = self.cells = self.row = 0
        self._buffers: BeamBuffers | None = None

    def free(self) -> None:
        """Give the memory back."""
        self._buffers = None

    def buffers_for(
        self, width: int, columns: int, size: int, cells: int, kind: Any
    ) -> BeamBuffers:
        """Return the arrays of the last beam if they fit, new ones otherwise."""
        buffers = self._buffers
        if (
            buffers is None
            or (buffers.columns, buffers.bytes, buffers.kind) != (columns, size, kind)
            or not width <= buffers.width <= 4 * width
            or buffers.cells < cells
        ):
            self._buffers = None  # freed before the new one is made
            self._buffers = buffers = BeamBuffers(width, columns, size, cells, self.threads, kind)
        return buffers

    def counter(self, columns: int, tick: Callable[[], None]) -> Callable[[int, int, int], None]:
        """Return what a beam is to call after each cell: it counts, then calls `tick`."""
        before = self.children

        def count(cell: int, alive: int, children: int) -> None:
            self.children, self.row = before + children, cell // columns + 1
            self.cells += 1
            tick()

        return count


def run_side_by_side(
    jobs: Sequence[Callable[[int, Callable[[], None]], None]],
    lanes: int,
    pool: Executor,
    tick: Callable[[], None],
) -> None:
    """Do all jobs, in so many lanes; the first lane is this thread.

    Parameters
    ----------
    jobs : sequence of callable
        Each is told its lane and what to call now and then: that raises to stop it.
    lanes : int
    pool : Executor
        With at least ``lanes - 1`` workers.
    tick : callable
        Called in this thread now and then; what it raises ends all jobs.
    """
    ended, todo = Event(), iter(jobs)

    def check() -> None:
        if ended.is_set():
            raise Abandoned

    def work(lane: int) -> None:
        for job in todo:
            job(lane, check if lane else tick)

    others = [pool.submit(work, lane) for lane in range(1, min(lanes, len(jobs)))]
    try:
        work(0)
        while wait(others, timeout=_LOOK_EVERY).not_done:
            tick()
        for other in others:
            other.result()
    finally:
        ended.set()
        wait(others)
