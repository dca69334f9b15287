"""Executor backends: runs in this process, in processes beside it, or on a Dask cluster.

Each backend gives a standard executor; the scheduler does the rest.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING, Any, TypeVar

from patience.errors import BatchError, MissingExtraError, PatienceError
from patience.version import DISTRIBUTION, program_version

# Dask takes a second to import, and only some have it.
if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")

# `--cluster` with this name starts workers of its own on this machine.
LOCAL = "local"

# Seconds between two looks at whether the user wants to stop.
PULSE = 0.2

# A cluster that answers at all answers sooner; the user hears within ten seconds.
_CONNECT_SECONDS = 5


class Backend(ABC):
    """Somewhere to carry out runs."""

    def __init__(self) -> None:
        self._executor = self._started()

    @abstractmethod
    def _started(self) -> Executor:
        """Make an executor."""

    def executor(self) -> Executor:
        """Return what takes the runs."""
        return self._executor

    def slots(self) -> int:
        """Return how many runs go on at a time."""
        return 1

    def on_each_machine(self, task: Callable[..., T], *arguments: Any) -> list[Future[T]]:
        """Submit a task to one worker of each machine."""
        return [self._executor.submit(task, *arguments)]

    def renew(self) -> None:
        """Make a new executor after the old one broke: a worker killed ends the whole pool."""
        self._executor.shutdown(wait=False)
        self._executor = self._started()

    def close(self, *, at_once: bool) -> None:
        """Release it; `at_once` does not wait for what still runs."""
        self._executor.shutdown(wait=not at_once, cancel_futures=True)


class InProcessBackend(Backend):
    """This process: a run at a time, on a thread of its own."""

    def _started(self) -> Executor:
        return ThreadPoolExecutor(1)


class ProcessBackend(Backend):
    """Processes on this machine, which stay warm from run to run."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        super().__init__()

    def slots(self) -> int:
        """Return the number of processes."""
        return self._jobs

    def close(self, *, at_once: bool) -> None:
        """Release the processes; `at_once` ends those that still work."""
        if at_once:
            self._lifeline.close()
        super().close(at_once=at_once)

    def _started(self) -> Executor:
        # Spawned, not forked: this process has threads, and a fork would inherit the folder's lock.
        context = multiprocessing.get_context("spawn")
        held, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(
            self._jobs, context, initializer=_set_up_worker, initargs=(held,)
        )


class DaskBackend(Backend):
    """A Dask cluster, already running or started here."""

    def __init__(self, client: Client) -> None:
        self._client = client
        super().__init__()

    def slots(self) -> int:
        """Return the number of workers' threads; at least one, should no worker be there yet."""
        if self._client.status != "running":
            raise BatchError(
                "the cluster's scheduler is gone; finished runs are kept, the same command does "
                "the rest"
            )
        threads: int = sum(self._client.nthreads().values())
        return max(threads, 1)

    def on_each_machine(self, task: Callable[..., T], *arguments: Any) -> list[Future[T]]:
        """Submit a task to one worker of each host."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        hosts = {about["host"]: address for address, about in workers.items()}
        return [
            self._client.get_executor(pure=False, workers=[address]).submit(task, *arguments)
            for address in hosts.values()
        ]

    def close(self, *, at_once: bool) -> None:
        """Release the cluster."""
        if at_once:
            self._executor.shutdown(wait=False)

    def _started(self) -> Executor:
        # Not pure: a second try of a run is a run of its own.
        executor: Executor = self._client.get_executor(pure=False)
        return executor


def backend_at(
    address: str | None, jobs: int, say: Callable[[str], None]
) -> AbstractContextManager[Backend]:
    """Return the backend at a cluster's address, or that of this machine for none."""
    return local(jobs) if address is None else cluster(address, jobs, say)


@contextmanager
def local(jobs: int) -> Iterator[Backend]:
    """Carry out runs on this machine, in this process if it is one at a time."""
    backend: Backend = InProcessBackend() if jobs == 1 else ProcessBackend(jobs)
    with _closing(backend):
        yield backend


@contextmanager
def cluster(address: str, jobs: int, say: Callable[[str], None]) -> Iterator[Backend]:
    """Carry out runs on a Dask cluster.

    Parameters
    ----------
    address : str
        Where its scheduler listens, such as ``tcp://10.0.0.1:8786``, or ``local``.
    jobs : int
        Workers to start if it is ``local``.
    say : callable
        Takes sentences for the user.

    Raises
    ------
    PatienceError
        If Dask is not installed, nothing answers there, or a worker has another version of this
        program.
    """
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("--cluster", "cluster") from None
    # This program says in a line what happens to the cluster; Dask's own log would repeat it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == LOCAL:
        with (
            LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # any free port, of this machine alone
                silence_logs=logging.CRITICAL,
            ) as started,
            Client(started) as client,
            _closing(DaskBackend(client)) as backend,
        ):
            yield backend
        return
    try:
        client = Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise PatienceError(
            f"--cluster {address}: no Dask scheduler answers there ({_first_line(error)}); check "
            "the address, such as tcp://10.0.0.1:8786, and that `dask scheduler` runs"
        ) from None
    with client:
        _check_workers(client)
        if not client.nthreads():
            say(f"--cluster {address}: no worker is there yet; waiting for one (`dask worker`)")
        with _closing(DaskBackend(client)) as backend:
            yield backend


@contextmanager
def _closing(backend: Backend) -> Iterator[Backend]:
    try:
        yield backend
    except BaseException:
        backend.close(at_once=True)
        raise
    backend.close(at_once=False)


def _check_workers(client: Client) -> None:
    """Refuse workers that run another version of this program."""
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


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].strip() or type(error).__name__


def _set_up_worker(lifeline: Connection) -> None:
    """Prepare a worker: its parent handles Ctrl-C and messages, and both end together."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The parent says in a line what happens to a run; libraries would say it again, at length.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)
    end_with_parent(lifeline)


def end_with_parent(*lifelines: Connection) -> None:
    """End this process when its parent is gone or lets go of a lifeline.

    A worker that waits for work, or is deep in a search, would notice neither.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait_for([parent.sentinel, *lifelines])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
