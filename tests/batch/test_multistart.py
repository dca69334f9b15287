"""One puzzle searched with several seeds at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from patience.batch import multistart as multistart_module
from patience.batch.inputs import read_inputs
from patience.batch.multistart import multistart
from patience.batch.plan import BatchRun, Setting
from patience.errors import PatienceError
from patience.executors import InProcessBackend
from patience.game.grid import Grid
from patience.result import Limits, Observer, Stats, Status
from patience.result import Result as Answer


class Three(InProcessBackend):
    """A backend for three at a time, one after the other."""

    def slots(self) -> int:
        return 3


class Impatient(Observer):
    """Ends a search as soon as it hears of it."""

    def __init__(self) -> None:
        self.heard = threading.Event()

    def on_progress(self, stats: Stats) -> None:
        self.heard.set()
        raise KeyboardInterrupt


def search_with_three_seeds(tiny: Path, observer: Observer, **limits: Any) -> Answer:
    instances = read_inputs([str(tiny / "c.toml")]).instances
    run = BatchRun(instances[0], Setting("auto", Limits(**limits)), 7)
    backend = Three()
    try:
        return multistart(run, backend, threads=1, observer=observer)
    finally:
        backend.close(at_once=True)


def test_the_best_of_several_seeds_counts(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    grids = {n: Grid(("." * n + "ABC"[n:], "DED", "FGH")) for n in (1, 2, 3)}

    def solve_run(run: BatchRun, threads: int, version: str) -> Answer:
        asked.append(run.seed)
        cost = {7: 3, 8: 1, 9: 2}[run.seed]
        stats = Stats(history=[(0.5, cost + 1), (float(run.seed), cost)])
        return Answer(grids[cost], cost, 10 - run.seed, Status.FEASIBLE, stats)

    monkeypatch.setattr(multistart_module, "solve_run", solve_run)
    result = search_with_three_seeds(tiny, Observer(), seconds=1)
    assert asked == [7, 8, 9]
    assert (result.cost, result.bound, result.status) == (1, 3, Status.OPTIMAL)
    assert result.stats.history == [(0.5, 2), (8.0, 1)]


def test_a_stop_before_any_search_has_ended_is_told(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = Impatient()
    monkeypatch.setattr(multistart_module, "solve_run", lambda *_: impatient.heard.wait(60))
    result = search_with_three_seeds(tiny, impatient, seconds=1)
    assert (result.best, result.status) == (None, Status.UNKNOWN)
    assert "stopped before" in result.reason


def test_searches_that_are_all_lost_are_an_error(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> Answer:
        raise MemoryError("too much")

    monkeypatch.setattr(multistart_module, "solve_run", lost)
    with pytest.raises(PatienceError, match="every search was lost: MemoryError: too much"):
        search_with_three_seeds(tiny, Observer(), seconds=1)
