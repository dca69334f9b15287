"""Executor backends: this process, worker processes, or a Dask cluster.

Each backend provides a standard executor to the scheduler.
"""

from __future__ import annotations

import logging
import math
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Self, TypeVar

from patience.errors import ClusterError, PatienceError
from patience.extras import load
from patience.version import DISTRIBUTION, program_version
from patience.workers.spawning import Spawning, ctrl_c_held_back, set_up_process, why_no_pool

# Dask takes a second to import and is optional.
if TYPE_CHECKING:
    from distributed import Client, LocalCluster

T = TypeVar("T")

# The value of `--cluster` that starts workers on this machine.
LOCAL = "local"

# Seconds between two checks for a stop request.
PULSE = 0.2

# Tasks submitted per slot, so that no worker waits for its next one.
AHEAD = 2

# Seconds in which the processes of a broken pool end.
_ENDED_WITHIN = 5.0

# Seconds between two queries for a cluster's number of workers.
_COUNT_EVERY = 5.0

# Attempts at a task whose worker is lost.
TRIES = 3

# Dask raises this after it has retried a task itself and lost several workers.
GIVEN_UP = "KilledWorker"

# A live cluster answers within this time; the user gets an error within ten seconds.
_CONNECT_SECONDS = 5

# Dask watches its event loops 50 times a second, profiles its workers 100 times, and asks for the
# memory of each 10 times. A parent with two idle workers took 10 % of a processor, so 1.2 %.
_CONFIG = {
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.worker.profile.enabled": False,
}


class Backend:
    """Where runs are executed: this process, one at a time on a thread, unless a subclass says."""

    def __init__(self) -> None:
        self._executor = self._started()

    def _started(self) -> Executor:
        return ThreadPoolExecutor(1)

    def executor(self) -> Executor:
        """Return the executor."""
        return self._executor

    def slots(self) -> int:
        """Return the number of concurrent runs."""
        return 1

    def on_each_worker(self, task: Callable[..., T], *arguments: Any) -> list[Future[T]]:
        """Submit a task to each worker; if one dies, another takes its task."""
        return [self._executor.submit(task, *arguments)]

    def renew(self) -> None:
        """Replace a broken executor: one killed worker breaks the whole pool."""
        self._executor.shutdown(wait=False)
        self._executor = self._started()

    def loss_of(self, error: BaseException) -> str:
        """Describe in a few words why a task was lost; a broken executor has been renewed."""
        if type(error).__name__ == GIVEN_UP:
            return "the cluster lost every worker that took it"
        text = str(error).partition("\n")[0].strip()
        return f"{type(error).__name__}: {text}" if text else type(error).__name__

    def close(self, *, at_once: bool) -> None:
        """Shut down; with `at_once`, do not wait for running tasks."""
        self._executor.shutdown(wait=not at_once, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self.close(at_once=error is not None)


class ProcessBackend(Backend):
    """Worker processes on this machine, reused from run to run."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._end = _end_of(())  # how a process of the last broken pool ended
        super().__init__()

    def slots(self) -> int:
        """Return the number of processes."""
        return self._jobs

    def renew(self) -> None:
        """Replace a broken pool, and keep how it broke."""
        broken = self._spawning
        super().renew()
        self._end = _end_of(broken.started)

    def loss_of(self, error: BaseException) -> str:
        """Describe in a few words why a task was lost; a broken pool has been renewed."""
        return self._end if isinstance(error, BrokenExecutor) else super().loss_of(error)

    def close(self, *, at_once: bool) -> None:
        """Shut down; with `at_once`, end the workers that are still busy."""
        if at_once:
            self._lifeline.close()
        super().close(at_once=at_once)

    def _started(self) -> Executor:
        self._spawning = Spawning()
        held, self._lifeline = self._spawning.Pipe(duplex=False)
        return ProcessPoolExecutor(
            self._jobs, self._spawning, initializer=_set_up_worker, initargs=(held,)
        )


class DaskBackend(Backend):
    """A Dask cluster, already running or started here."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._threads = 0
        self._counted = -math.inf
        super().__init__()

    def slots(self) -> int:
        """Return the number of worker threads, or 1 while there is no worker.

        Raises
        ------
        ClusterError
            If the scheduler is gone.
        """
        if self._client.status != "running":
            raise ClusterError("the cluster's scheduler is gone")
        if time.monotonic() - self._counted >= _COUNT_EVERY:
            self._threads = sum(about["nthreads"] for about in self._workers().values())
            self._counted = time.monotonic()
        return max(self._threads, 1)

    def on_each_worker(self, task: Callable[..., T], *arguments: Any) -> list[Future[T]]:
        """Submit a task to each worker; if one dies, another takes its task."""
        return [
            self._client.get_executor(
                pure=False, workers=[address], allow_other_workers=True
            ).submit(task, *arguments)
            for address in self._workers()
        ]

    def _workers(self) -> dict[str, dict[str, Any]]:
        """Return what the scheduler knows of each worker, or knew before it died, by address."""
        workers: dict[str, dict[str, Any]] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def close(self, *, at_once: bool) -> None:
        """Release the cluster."""
        if at_once:
            self._executor.shutdown(wait=False)

    def _started(self) -> Executor:
        # Not pure: a retry is a task of its own, not a cached result.
        executor: Executor = self._client.get_executor(pure=False)
        return executor


def backend_at(
    address: str | None, jobs: int, say: Callable[[str], None]
) -> AbstractContextManager[Backend]:
    """Return the backend of a cluster; without one, this process, or `jobs` worker processes."""
    if address is not None:
        return cluster(address, jobs, say)
    return Backend() if jobs == 1 else ProcessBackend(jobs)


@contextmanager
def cluster(address: str, jobs: int, say: Callable[[str], None]) -> Iterator[Backend]:
    """Run on a Dask cluster.

    Parameters
    ----------
    address : str
        Address of the scheduler, such as ``tcp://10.0.0.1:8786``, or ``local``.
    jobs : int
        Workers to start for ``local``.
    say : callable
        Takes messages for the user.

    Raises
    ------
    PatienceError
        If Dask is not installed, no scheduler answers, or a worker has another version of this
        program.
    """
    dask, distributed = (load(name, "--cluster", "cluster") for name in ("dask", "distributed"))
    # This program reports what happens to the cluster in one line; Dask's log would repeat it.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == LOCAL:
        with (
            dask.config.set(_CONFIG),
            _started(distributed.LocalCluster, jobs) as started,
            distributed.Client(started) as client,
            DaskBackend(client) as backend,
        ):
            yield backend
        return
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise PatienceError(
            f"--cluster {address}: no Dask scheduler answers there ({_first_line(error)}); check "
            "the address, such as tcp://10.0.0.1:8786, and that `dask scheduler` runs"
        ) from None
    with client:
        if not _checked_workers(client):
            say(f"--cluster {address}: no worker is there yet; waiting for one (`dask worker`)")
        with DaskBackend(client) as backend:
            yield backend


def _started(local_cluster: type[LocalCluster], workers: int) -> LocalCluster:
    """Return a cluster started on this machine, which leaves Ctrl-C to this process."""
    try:
        with ctrl_c_held_back():
            return local_cluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # any free port, on the loopback interface
                silence_logs=logging.CRITICAL,
            )
    except RuntimeError as error:  # a worker was ended at once, by whatever
        if why := why_no_pool():
            raise PatienceError(f"--cluster {LOCAL}: {why}; leave it out") from None
        raise PatienceError(
            f"--cluster {LOCAL}: its workers do not start ({_first_line(error)}): try again"
        ) from None


def _checked_workers(client: Client) -> int:
    """Return the number of workers; refuse those with another version of this program."""
    try:
        versions = client.run(program_version)
    except Exception as error:  # whatever a worker without this program raises
        raise PatienceError(
            f"a worker of the cluster cannot run patience ({_first_line(error)}): install "
            f"{DISTRIBUTION} {program_version()} there"
        ) from None
    for worker, version in versions.items():
        if version != program_version():
            raise PatienceError(
                f"worker {worker} has patience {version}, this is {program_version()}: install "
                "the same on both"
            )
    return len(versions)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].strip() or type(error).__name__


def _set_up_worker(lifeline: Connection) -> None:
    """Prepare a worker: its parent handles Ctrl-C and messages, and both end together."""
    # The parent reports each run in one line; the libraries' own messages would repeat it.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)
    set_up_process(lifeline)


def _exit_code(process: BaseProcess) -> int:
    """Return a process's exit code, or 0 if it does not end.

    The pool's own thread may take it from the system first; it notes it a moment later.
    """
    until = time.monotonic() + _ENDED_WITHIN
    process.join(_ENDED_WITHIN)
    while process.exitcode is None and time.monotonic() < until:
        time.sleep(0.001)
    return process.exitcode or 0


def _end_of(processes: Iterable[BaseProcess]) -> str:
    """Describe how a process of a broken pool ended; the pool ends the others by SIGTERM."""
    codes = {_exit_code(process) for process in processes}
    code = min(codes - {0, -signal.SIGTERM}, default=min(codes, default=0))
    if code == 0:
        return "its worker process was lost"
    if code > 0:
        return f"its worker process ended with exit code {code}"
    name = signal.Signals(-code).name
    if name == "SIGKILL":
        return "its worker process was killed, perhaps for lack of memory"
    return f"its worker process was ended by {name}"
