"""A proof on a cluster: partitions go to the workers for a while, and their states come back."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from patience.engines.base import announce_compiling
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.search import ExhaustiveSearch
from patience.engines.exhaustive.trees import State
from patience.engines.exhaustive.workers import Checkpoint, Slice, TaskQueue, Tick
from patience.errors import ClusterError, PatienceError
from patience.game.grid import Grid
from patience.proofs.propositions import Proposition
from patience.question.header import from_header
from patience.result import Observer, Stats
from patience.version import program_version
from patience.words.lexicon import load
from patience.workers.executors import AHEAD, PULSE, TRIES, Backend, cluster

# Seconds of a task: what a stop or a lost worker costs each thread at most. A task takes some 8 ms
# of this machine's processor: half of it with 250 threads.
_SECONDS = 4.0


@dataclass(frozen=True)
class Job:
    """A proposition as it travels; the workers load the words themselves."""

    header: Mapping[str, str]
    at_most: int
    fingerprint: str
    version: str
    memory_gb: float
    seconds: float  # of each task

    @classmethod
    def of(cls, proposition: Proposition, memory_gb: float) -> Job:
        """Return the job of proving a proposition with workers of this version."""
        header, at_most = dict(proposition.header), proposition.at_most
        fingerprint, version = proposition.fingerprint, program_version()
        return cls(header, at_most, fingerprint, version, memory_gb, _SECONDS)

    def proposition(self) -> Proposition:
        """Return the proposition, with the words of this machine.

        Raises
        ------
        PatienceError
            If the program or the words are not those of the machine that sent the job.
        """
        if program_version() != self.version:
            raise PatienceError(
                f"it has patience {program_version()}, the proof {self.version}: install the same"
            )
        spec = from_header(self.header, Grid((".",)), Path())
        lexicon = load(*spec.vocabulary)
        proposition = Proposition(spec.puzzle(), self.header, lexicon, self.at_most)
        if proposition.fingerprint != self.fingerprint:
            raise PatienceError(
                f"its lexicon {lexicon.name} has other words, or its program searches "
                "differently: make them the same"
            )
        return proposition


class _Bench(threading.local):
    """What a thread of a worker keeps from task to task."""

    job: Job | None = None
    proposition: Proposition
    exhaustive: ExhaustiveSearch
    number: int
    level: CostLevel


_bench = _Bench()


def get_ready(job: Job) -> None:
    """Load the words and the kernels of a job."""
    if _bench.job != job:
        _bench.job = None  # until all is that of the new one
        _bench.proposition = job.proposition()
        _bench.exhaustive = _bench.proposition.exhaustive(1, job.memory_gb, Observer())
        _bench.job, _bench.number = job, -1


def search_slices(job: Job, number: int, begun: Mapping[int, State | None]) -> dict[int, Slice]:
    """Search partitions of a level, by its number, in turn for a while in the calling thread.

    Returns those that were reached.
    """
    get_ready(job)
    if _bench.number != number:
        levels = cost_levels(_bench.proposition.puzzle, 0, job.at_most)
        _bench.level, _bench.number = next(islice(levels, number, None)), number
    end = time.monotonic() + job.seconds
    slices: dict[int, Slice] = {}
    for partition, state in begun.items():
        left = end - time.monotonic()
        if slices and left <= 0:
            break
        slices[partition] = _bench.exhaustive.search_slice(_bench.level, partition, state, left)
    return slices


@contextmanager
def cluster_search(
    proposition: Proposition, address: str, jobs: int, memory_gb: float, observer: Observer
) -> Iterator[ClusterSearch]:
    """Search the levels of a proposition on a Dask cluster.

    Parameters
    ----------
    address, jobs
        Arguments of `cluster`.
    memory_gb : float
        Bound on the memory of the search arrays of each thread of a worker.
    observer : Observer
        Receives notices; may raise KeyboardInterrupt to stop.

    Raises
    ------
    PatienceError
        If the cluster cannot be reached, or has another program or other words.
    """
    with cluster(address, jobs, observer.on_notice) as backend:
        search = ClusterSearch(backend, Job.of(proposition, memory_gb))
        search.prepare(observer)
        yield search


class ClusterSearch:
    """Searches levels on a cluster; `threads` is the most that searched at a time."""

    def __init__(self, backend: Backend, job: Job) -> None:
        self._backend = backend
        self._job = job
        self.threads = 0

    def prepare(self, observer: Observer) -> None:
        """Have each worker get ready, so that the time for it does not count."""
        stats = Stats(phase="getting the search kernels ready")
        pending = set(self._backend.on_each_worker(get_ready, self._job))
        with announce_compiling(observer.on_notice):
            while pending:
                done, pending = wait(pending, PULSE)
                self._backend.slots()  # raises if the cluster is gone
                observer.on_progress(stats)
                for future in done:  # what else may have happened recurs in the search
                    if not future.cancelled() and isinstance(future.exception(), PatienceError):
                        raise _refusal(future.exception())

    def __call__(
        self, number: int, level: CostLevel, checkpoint: Checkpoint, tick: Tick
    ) -> NDArray[np.uint8] | None:
        """Search a level as `WorkerPool.search` does.

        Raises
        ------
        ClusterError
            If the cluster is gone or its workers cannot search; the checkpoint has what came back.
        """
        tasks = TaskQueue(level, checkpoint)
        pending: dict[Future[dict[int, Slice]], dict[int, State | None]] = {}
        lost: Counter[int] = Counter()
        try:
            while True:
                slots = self._backend.slots()
                self.threads = max(self.threads, slots)
                # Small levels have small partitions: many go together, and fewer towards the end.
                few = -(-len(tasks) // (AHEAD * slots))
                while len(pending) < AHEAD * slots and (begun := tasks.take(few)):
                    executor = self._backend.executor()
                    pending[executor.submit(search_slices, self._job, number, begun)] = begun
                if not pending:
                    return tasks.found
                for future in wait(pending, PULSE, FIRST_COMPLETED).done:
                    begun = pending.pop(future)
                    slices = self._came_back(future, begun, lost)
                    for partition in begun:
                        if partition not in slices or tasks.keep(partition, slices[partition]):
                            tasks.give_back(partition)
                tick()
        finally:
            for future in pending:
                future.cancel()

    def _came_back(
        self,
        future: Future[dict[int, Slice]],
        begun: Mapping[int, State | None],
        lost: Counter[int],
    ) -> dict[int, Slice]:
        """Return the slices of a task; none if it was lost, and its work is to be done again."""
        try:
            slices = future.result()
        except PatienceError as error:
            raise _refusal(error) from None
        except (Exception, CancelledError) as error:
            self._backend.slots()  # raises if the cluster is gone
            lost.update(begun.keys())
            if max(lost.values()) == TRIES:
                why = self._backend.loss_of(error)
                raise ClusterError(f"a task was lost {TRIES} times ({why})") from None
            return {}
        for partition in slices:
            del lost[partition]
        return slices


def _refusal(error: BaseException | None) -> ClusterError:
    return ClusterError(f"a worker of the cluster: {error}")
