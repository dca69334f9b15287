"""Beams side by side: every job is done once, and whatever ends one ends all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from patience import Frame, Puzzle
from patience.engines.base import OutOfTime
from patience.engines.beam.buffers import Workspace
from patience.engines.beam.runner import BeamRunner, BeamTask
from patience.engines.beam.side_by_side import Abandoned, Tick, run_side_by_side
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import weights
from patience.engines.subproblem import subproblem_of
from patience.game.tiles import from_letters
from patience.words.lexicon import Lexicon

LONG = 60.0  # seconds until another thread counts as lost


def spaces(number: int) -> list[Workspace]:
    """Return so many workspaces."""
    return [Workspace(1) for _ in range(number)]


def nothing() -> None:
    """Do what a tick does while there is time."""


@pytest.mark.parametrize("number", [1, 2, 3, 8])
def test_each_job_is_done_once_and_no_workspace_has_two_at_a_time(number: int) -> None:
    done: list[int] = []
    workspaces = spaces(number)
    busy = {each: threading.Lock() for each in workspaces}

    def job(name: int) -> Callable[[Workspace, Tick], None]:
        def run(workspace: Workspace, tick: Tick) -> None:
            assert busy[workspace].acquire(blocking=False)
            mine = threading.current_thread() is threading.main_thread()
            assert (workspace is workspaces[0]) == mine
            tick()
            time.sleep(0.001)
            done.append(name)
            busy[workspace].release()

        return run

    with ThreadPoolExecutor(8) as pool:
        run_side_by_side([job(name) for name in range(20)], workspaces, pool, nothing)
    assert sorted(done) == list(range(20))


def test_the_caller_ticks_while_others_work_and_what_that_raises_ends_them() -> None:
    begun, ended, workspaces = threading.Event(), threading.Event(), spaces(2)

    def job(workspace: Workspace, tick: Tick) -> None:
        if workspace is workspaces[0]:
            assert begun.wait(LONG)
            return
        begun.set()
        while True:
            try:
                tick()
            except Abandoned:
                ended.set()
                raise
            time.sleep(0.001)

    def late() -> None:
        raise TimeoutError

    with ThreadPoolExecutor(1) as pool, pytest.raises(TimeoutError):
        run_side_by_side([job, job], workspaces, pool, late)
    assert ended.is_set()


def test_what_goes_wrong_in_another_thread_is_raised() -> None:
    begun, workspaces = threading.Event(), spaces(2)

    def job(workspace: Workspace, tick: Tick) -> None:
        if workspace is workspaces[0]:
            assert begun.wait(LONG)
            return
        begun.set()
        raise MemoryError

    with ThreadPoolExecutor(1) as pool, pytest.raises(MemoryError):
        run_side_by_side([job, job], workspaces, pool, nothing)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_before_the_search_ended_is_handed_over(threads: int) -> None:
    lexicon = Lexicon.of(["AB", "BA", "ABA", "BAB"], "few")
    puzzle = Puzzle(from_letters("AAAAABBBBB"), Frame(3, 3))
    cells = 0

    def tick() -> None:
        nonlocal cells
        cells += 1
        if cells > 10:
            raise OutOfTime

    variants = [Variant(weights("frame"), weights("loose"))]
    counts, jokers = puzzle.tiles.counts, puzzle.tiles.jokers
    runner = BeamRunner(lexicon.words, 3, counts, jokers, variants, threads=threads, tick=tick)
    task = BeamTask(subproblem_of(puzzle, 3, 3).with_max_blanks(9), 100, 1, 10)
    found: dict[int, int] = {}
    with pytest.raises(OutOfTime):
        runner.run_beams([task] * 50, lambda number, beam: found.update({number: beam.total}))
    runner.close()
    assert 0 < len(found) < 50
    assert all(total > 0 for total in found.values())
