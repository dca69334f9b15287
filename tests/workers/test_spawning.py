"""Processes that are started: Ctrl-C never reaches them, and they end with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import pytest

from patience.workers.executors import ProcessBackend, _end_of
from patience.workers.spawning import Spawning, ctrl_c_held_back, set_up_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def blocked() -> set[int]:
    return {*signal.pthread_sigmask(signal.SIG_BLOCK, ())}


def tell(connection: Connection) -> None:
    connection.send(blocked())


def wait_for_end(connection: Connection, lifeline: Connection) -> None:
    set_up_process(lifeline)
    connection.send("ready")
    time.sleep(600)


def test_a_process_has_ctrl_c_blocked_and_this_one_has_not() -> None:
    spawning = Spawning()
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=tell, args=(theirs,))
    process.start()
    assert signal.SIGINT in ours.recv()
    process.join()
    assert (process.exitcode, spawning.started) == (0, [process])
    assert signal.SIGINT not in blocked()


def test_a_system_that_cannot_block_ctrl_c_has_workers_ignore_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource_tracker.ensure_running()
    monkeypatch.delattr(signal, "pthread_sigmask")  # as on Windows
    with ProcessBackend(2) as backend:
        handler = backend.executor().submit(signal.getsignal, signal.SIGINT).result()
    assert handler == signal.SIG_IGN


def test_ctrl_c_comes_when_it_is_no_longer_held_back() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        with ctrl_c_held_back():
            signal.raise_signal(signal.SIGINT)
            assert not came
        assert came == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_system_without_shared_memory_goes_on() -> None:
    # In a process of its own: here, locks of earlier tests may be collected meanwhile.
    script = """
import signal, sys
from patience.workers.spawning import ctrl_c_held_back

sys.modules["multiprocessing.resource_tracker"] = None  # as on Termux
with ctrl_c_held_back():
    print(signal.SIGHUP in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
print(signal.SIGHUP in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert (ended.stdout.split(), ended.stderr) == (["True", "False"], "")


def test_a_process_ends_when_its_lifeline_is_closed() -> None:
    spawning = Spawning()
    ours, theirs = spawning.Pipe()
    held, lifeline = spawning.Pipe(duplex=False)
    process = spawning.Process(target=wait_for_end, args=(theirs, held))
    process.start()
    assert ours.recv() == "ready"
    lifeline.close()
    process.join()
    assert process.exitcode == 1


def test_ctrl_c_at_every_moment_of_their_start_leaves_workers_alone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with ProcessBackend(2) as backend:
        futures = [backend.executor().submit(os.getpid) for _ in range(2)]
        while not all(future.done() for future in futures):
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGINT)
            time.sleep(0.002)
        assert all(future.result() != os.getpid() for future in futures)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (signal.SIGKILL, "its worker process was killed, perhaps for lack of memory"),
        (signal.SIGTERM, "its worker process was ended by SIGTERM"),
        (signal.SIGABRT, "its worker process was ended by SIGABRT"),
    ],
)
def test_a_lost_worker_is_told_by_how_it_ended(number: signal.Signals, told: str) -> None:
    with ProcessBackend(2) as backend:
        worker = backend.executor().submit(os.getpid).result()
        lost = [backend.executor().submit(time.sleep, 600) for _ in range(2)]
        os.kill(worker, number)
        errors = [future.exception() for future in lost]
        backend.renew()
        assert all(isinstance(error, BrokenExecutor) for error in errors)
        assert {backend.loss_of(error) for error in errors if error} == {told}
        assert backend.executor().submit(os.getpid).result() != worker


class NotedLate(BaseProcess):
    """A process whose exit code another thread has taken, and notes a little later."""

    def __init__(self) -> None:
        self._codes = iter([None, None, 7])
        self._code: int | None = None

    def join(self, timeout: float | None = None) -> None:
        pass

    @property
    def exitcode(self) -> int | None:
        self._code = next(self._codes, self._code)
        return self._code


def test_an_exit_code_that_is_noted_late_is_waited_for() -> None:
    assert _end_of([NotedLate()]) == "its worker process ended with exit code 7"


def test_a_worker_that_ends_by_itself_is_told_by_its_exit_code() -> None:
    with ProcessBackend(1) as backend:
        error = backend.executor().submit(os._exit, 7).exception()
        backend.renew()
        assert error is not None
        assert backend.loss_of(error) == "its worker process ended with exit code 7"
        assert backend.loss_of(ValueError("what\nelse")) == "ValueError: what"
