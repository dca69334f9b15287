"""Several beams side by side, a thread each.

To share out a narrow beam takes longer than it saves: of strips with 12,000 states two threads do
3.7 a second if each beam has both, one does 4.5, and two side by side do 7.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from threading import Event

from patience.engines.beam.buffers import Workspace

Tick = Callable[[], None]

# Seconds between two ticks while only other threads work.
_TICK = 0.02


class Abandoned(Exception):
    """Ends a beam in another thread because the search has ended."""


def run_side_by_side(
    jobs: Sequence[Callable[[Workspace, Tick], None]],
    workspaces: Sequence[Workspace],
    pool: Executor,
    tick: Tick,
) -> None:
    """Do all jobs, in a thread a workspace; the first is the calling thread.

    Parameters
    ----------
    jobs : sequence of callable
        Each is told its workspace, and what to call often: that raises to end it.
    workspaces : sequence of Workspace
    pool : Executor
        With a thread for every workspace but the first.
    tick : callable
        Called often, from the calling thread; what it raises ends all jobs.
    """
    ended, todo = Event(), iter(jobs)

    def end() -> None:
        if ended.is_set():
            raise Abandoned

    def work(workspace: Workspace, tick: Tick) -> None:
        for job in todo:
            job(workspace, tick)

    others = [pool.submit(work, each, end) for each in workspaces[1 : len(jobs)]]
    try:
        work(workspaces[0], tick)
        while wait(others, _TICK).not_done:
            tick()
        for other in others:
            other.result()
    finally:
        ended.set()
        wait(others)
