"""Processes that this one starts: Ctrl-C never reaches them, and they end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

# What goes to all processes of a terminal or a job; this one tells the others when to end.
_OF_THE_GROUP = {
    getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGUSR1") if hasattr(signal, name)
}


class _Process(SpawnProcess):
    def start(self) -> None:
        with ctrl_c_held_back():
            super().start()


class Spawning(SpawnContext):
    """A context whose processes have Ctrl-C blocked before their first instruction.

    Spawned, not forked: this process has threads, and a fork would inherit its locks. `started`
    has the processes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a new process."""
        process = _Process(*args, **options)
        self.started.append(process)
        return process


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Hold Ctrl-C back; threads and processes started meanwhile, and by these, never get it.

    Nor do they get the hang-up of a closed terminal or a scheduler's warning.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
    try:
        with suppress(ImportError):  # on Termux, where no process is spawned either
            from multiprocessing import resource_tracker  # noqa: PLC0415

            resource_tracker.ensure_running()  # its start lets Ctrl-C through again
        signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def set_up_process(*lifelines: Connection) -> None:
    """Prepare a process that was started: it ignores Ctrl-C, and ends with its parent.

    It also ends when its parent closes a lifeline.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows cannot block it at the start
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        # A process that waits for work, or is deep in a search, would not notice.
        wait_for([parent.sentinel, *lifelines])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def why_no_pool() -> str:
    """Return why this system has no pools of processes, or nothing.

    Their queues need semaphores, which Termux and AWS Lambda lack.
    """
    try:
        with ctrl_c_held_back():
            SpawnContext().Lock()
    except (ImportError, OSError) as error:
        why = str(error).partition(",")[0]
        return f"this system has no semaphores ({why})"
    return ""
