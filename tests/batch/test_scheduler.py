"""The scheduler: lost workers, retries, failures, and the share of the machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

import patience
from patience.batch import journal
from patience.batch import scheduler as loop
from patience.batch.inputs import read_inputs
from patience.batch.plan import BatchRun, Setting, plan
from patience.batch.run_records import RunRecord
from patience.batch.scheduler import BatchObserver, Scheduler
from patience.batch.worker import execute_run
from patience.cli.batch_progress import Lines
from patience.cli.signals import Stop
from patience.errors import BatchError, PatienceError
from patience.result import Limits
from patience.workers.executors import TRIES, Backend, ProcessBackend
from tests.batch.helpers import (
    essence,
    lines_of,
    records,
)


class Moody(Executor):
    """Loses its worker on some runs: as often as `moods` says, for ever if that is below 0."""

    def __init__(self, moods: dict[str, int], error: type[Exception]) -> None:
        self.moods = moods
        self.error = error
        self.asked: list[str] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        run = args[0]
        self.asked.append(run.instance.name)
        future: Future[Any] = Future()
        if self.moods.get(run.instance.name, 0):
            self.moods[run.instance.name] -= 1
            future.set_exception(self.error("gone\nand more"))
        else:
            future.set_result(fn(*args))
        return future


class MoodyBackend(Backend):
    """A backend whose executor is moody."""

    def __init__(self, moods: dict[str, int], error: type[Exception] = BrokenProcessPool) -> None:
        super().__init__()
        self.close(at_once=False)
        self.moody = Moody(moods, error)
        self.renewed = 0

    def executor(self) -> Executor:
        return self.moody

    def renew(self) -> None:
        self.renewed += 1


def scheduled(
    tiny: Path, backend: Backend, observer: BatchObserver | None = None, seeds: int = 1
) -> Path:
    """Carry the three puzzles out in a backend."""
    inputs = read_inputs([str(tiny)])
    runs = plan(inputs.instances, [Setting("auto", Limits(None, max_width=20))], range(seeds))
    out = tiny.parent / "out"
    with journal.opened(out) as (open_journal, _):
        Scheduler(backend, open_journal, 1, observer or BatchObserver()).run(runs)
    return out


def test_a_run_whose_worker_was_lost_is_tried_again(tiny: Path) -> None:
    backend = MoodyBackend({"b": TRIES - 1})
    out = scheduled(tiny, backend)
    assert len(essence(out)) == 3
    assert backend.moody.asked.count("b") == TRIES
    assert backend.renewed == TRIES - 1


def test_a_run_that_always_loses_its_worker_fails_in_the_end(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    observer = Lines(Stop())
    observer.on_begin(0, 3)
    out = scheduled(tiny, MoodyBackend({"b": -1}), observer)
    (failed,) = [record for record in records(out).values() if not record.done]
    assert (failed.puzzle, failed.reason) == (
        "b",
        f"BrokenProcessPool: gone; tried {TRIES} times",
    )
    assert (observer.ended, observer.failed) == (3, 1)
    said = "b/auto-w20/seed-0: BrokenProcessPool: gone; trying again"
    assert said in capsys.readouterr().err


def test_a_run_that_is_lost_while_the_batch_stops_is_not_said_to_be_tried_again(
    tiny: Path,
) -> None:
    class Stopping(BatchObserver):
        def __init__(self) -> None:
            self.told: list[str] = []

        def stopping(self) -> bool:
            return bool(backend.moody.asked)

        def on_notice(self, text: str) -> None:
            self.told.append(text)

    backend, observer = MoodyBackend({"a": -1, "b": -1, "c": -1}), Stopping()
    assert records(scheduled(tiny, backend, observer)) == {}
    assert len(backend.moody.asked) == 1
    assert observer.told == []


def test_a_batch_whose_runs_all_lose_their_workers_ends_early(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "GIVE_UP_AFTER", 2)
    backend = MoodyBackend({"a": -1, "b": -1, "c": -1})
    with pytest.raises(BatchError, match="2 runs in a row failed here"):
        scheduled(tiny, backend)
    assert [record.done for record in records(tiny.parent / "out").values()] == [False, False]


def test_runs_that_are_done_between_lost_ones_keep_a_batch_going(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "GIVE_UP_AFTER", 1)
    with pytest.raises(BatchError):
        scheduled(tiny, MoodyBackend({"b": -1}))
    kept = records(tiny.parent / "out")
    assert [kept[f"{name}/auto-w20/seed-0"].done for name in "acb"] == [True, True, False]


def test_an_error_of_another_kind_is_retried_and_told(tiny: Path) -> None:
    out = scheduled(tiny, MoodyBackend({"a": -1}, MemoryError))
    (failed,) = [record for record in records(out).values() if not record.done]
    assert failed.reason == f"MemoryError: gone; tried {TRIES} times"


def test_a_worker_of_another_version_or_lexicon_refuses(tiny: Path) -> None:
    (run,) = plan(read_inputs([str(tiny / "a.toml")]).instances, [Setting("auto", Limits(1))], (0,))
    with pytest.raises(PatienceError, match="a worker has patience"):
        execute_run(run, 1, "8.8")
    other = replace(run, instance=replace(run.instance, lexicon_sha256="0"))
    with pytest.raises(PatienceError, match="has changed since the batch began"):
        execute_run(other, 1, patience.__version__)


def test_a_killed_worker_process_costs_no_result(tiny: Path) -> None:
    class Killer(BatchObserver):
        killed = 0

        def on_end(self, run: BatchRun, record: RunRecord) -> None:
            if not self.killed and active_children():
                os.kill(active_children()[0].pid or 0, signal.SIGKILL)
                self.killed += 1

    killer, backend = Killer(), ProcessBackend(1)
    out = scheduled(tiny, backend, killer, seeds=2)
    backend.close(at_once=False)
    assert killer.killed == 1
    assert len(essence(out)) == len(lines_of(out)) == 6
