"""Beams side by side: every job is done once, and whatever ends one ends all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from patience.engines.beam.lanes import Abandoned, run_side_by_side


def nothing() -> None:
    """Do what a tick does while there is time."""


@pytest.mark.parametrize("lanes", [1, 2, 3, 8])
def test_each_job_is_done_once_by_one_lane_at_a_time(lanes: int) -> None:
    done: list[int] = []
    busy = [threading.Lock() for _ in range(lanes)]

    def job(number: int) -> Callable[[int, Callable[[], None]], None]:
        def run(lane: int, tick: Callable[[], None]) -> None:
            assert busy[lane].acquire(blocking=False)
            assert (lane == 0) == (threading.current_thread() is threading.main_thread())
            tick()
            time.sleep(0.001)
            done.append(number)
            busy[lane].release()

        return run

    with ThreadPoolExecutor(8) as pool:
        run_side_by_side([job(n) for n in range(20)], lanes, pool, nothing)
    assert sorted(done) == list(range(20))


def test_the_clock_is_looked_at_while_other_lanes_work_and_ends_them() -> None:
    ended = threading.Event()

    def brief(lane: int, tick: Callable[[], None]) -> None:
        while lane:  # only the other lane goes on
            try:
                tick()
            except Abandoned:
                ended.set()
                raise
            time.sleep(0.001)
        if not lane:
            time.sleep(0.05)  # so that it takes one of the two

    begun = time.monotonic()

    def look() -> None:
        if time.monotonic() - begun > 0.3:
            raise TimeoutError

    with ThreadPoolExecutor(2) as pool, pytest.raises(TimeoutError):
        run_side_by_side([brief, brief], 2, pool, look)
    assert ended.is_set()


def test_what_goes_wrong_in_a_lane_is_told() -> None:
    def fails(lane: int, tick: Callable[[], None]) -> None:
        if lane:
            raise MemoryError
        time.sleep(0.05)

    with ThreadPoolExecutor(2) as pool, pytest.raises(MemoryError):
        run_side_by_side([fails, fails], 2, pool, nothing)
