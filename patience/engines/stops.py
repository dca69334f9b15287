"""How a search ends before it is done: noted in its result, and heeded by who asked for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from patience.result import OutOfTime, Result, Stats, TargetReached


@contextmanager
def until_stopped(stats: Stats) -> Iterator[None]:
    """Search until the time is up, the target is reached or the user ends it, and note which."""
    try:
        yield
    except (OutOfTime, TargetReached, KeyboardInterrupt) as stop:
        stats.notes["stopped"] = type(stop).__name__


def heed(result: Result) -> None:
    """Stop as another engine stopped that searched on behalf of this one.

    Raises
    ------
    KeyboardInterrupt, TargetReached
    """
    for stop in (KeyboardInterrupt, TargetReached):
        if result.stats.notes.get("stopped") == stop.__name__:
            raise stop
