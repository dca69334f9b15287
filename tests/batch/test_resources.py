"""How a batch shares a machine among its runs."""

from __future__ import annotations

from multiprocessing.context import SpawnContext

import pytest

from patience.batch.resources import share_out
from patience.result import DEFAULT_MEMORY_GB
from patience.workers.executors import LOCAL


@pytest.mark.parametrize(
    ("jobs", "threads", "processors", "given"),
    [
        (None, None, 8, (8, 1)),
        (2, None, 8, (2, 4)),
        (None, 4, 8, (2, 4)),
        (3, None, 8, (3, 2)),
        (1, None, 8, (1, 8)),
        (16, 32, 8, (1, 8)),
        (4, 4, 8, (2, 4)),
    ],
)
def test_threads_and_jobs_never_need_more_processors_than_there_are(
    jobs: int | None, threads: int | None, processors: int, given: tuple[int, int]
) -> None:
    shared = share_out(jobs, threads, 1.0, processors=processors)
    assert (shared.jobs, shared.threads) == given


def test_less_than_asked_is_said() -> None:
    asked = share_out(4, 4, 1.0, processors=8).notice
    assert "4 jobs of 4 threads are more than 8 processors: 2 at a time, 4 threads each" in asked
    assert share_out(None, 4, 1.0, processors=8).notice == ""


@pytest.mark.parametrize("error", [ImportError("no SemLock"), OSError(38, "not implemented")])
def test_without_semaphores_the_runs_go_one_after_another(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(_self: object) -> None:
        raise error

    monkeypatch.setattr(SpawnContext, "Lock", lock)
    shared = share_out(4, None, 1.0, processors=8)
    assert (shared.jobs, shared.threads) == (1, 8)
    told = f"this system has no semaphores ({error}), so the runs go one after another"
    assert shared.notice == told
    assert share_out(1, None, 1.0, processors=8).notice == ""


def test_a_cluster_runs_as_many_as_it_has_workers() -> None:
    shared = share_out(None, None, None, "tcp://x:1", processors=2)
    assert shared == (1, 1, DEFAULT_MEMORY_GB, "")
    assert share_out(None, None, 1.0, LOCAL, processors=2).jobs == 2


def test_runs_share_the_memory_unless_it_is_given() -> None:
    assert share_out(2, None, 3.0, processors=2).memory_gb == 3.0
    few, many = (share_out(n, 1, None, processors=4096).memory_gb for n in (1, 4096))
    assert 0.05 <= many < few <= DEFAULT_MEMORY_GB
