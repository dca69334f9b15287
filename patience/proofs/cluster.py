"""A proof's levels on a cluster: slices of partitions go out, their states come back."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from patience.engines.exhaustive.kernels import State
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.proof import Prover
from patience.engines.exhaustive.workers import Checkpoint, Slice, TaskQueue, Tick
from patience.errors import ClusterError, PatienceError
from patience.executors import AHEAD, PULSE, TRIES, Backend, cluster, loss_of
from patience.files.spec import Spec
from patience.game.grid import Grid
from patience.proofs.propositions import Proposition
from patience.result import Observer
from patience.version import program_version
from patience.words.lexicon import load

# Seconds of a slice: what a stop or a lost worker costs each thread at most.
_SLICE = 1.0


@dataclass(frozen=True)
class Job:
    """A proposition as it travels: workers load the words themselves."""

    header: Mapping[str, str]
    at_most: int
    fingerprint: str
    version: str
    memory_gb: float

    @classmethod
    def of(cls, proposition: Proposition, memory_gb: float) -> Job:
        """Return the job of proving a proposition with workers of this version."""
        header, at_most = dict(proposition.header), proposition.at_most
        return cls(header, at_most, proposition.fingerprint, program_version(), memory_gb)

    def proposition(self) -> Proposition:
        """Return the proposition, with the words of this machine.

        Raises
        ------
        PatienceError
            If the program or the words are not those of the machine that sent the job.
        """
        if program_version() != self.version:
            raise PatienceError(
                f"it has patience {program_version()}, this is {self.version}: install the same"
            )
        spec = Spec.from_header(self.header, Grid((".",)), Path())
        lexicon = load(spec.lexicon_name, spec.conventions)
        proposition = Proposition(spec.puzzle(), self.header, lexicon, self.at_most)
        if proposition.fingerprint != self.fingerprint:
            raise PatienceError(
                f"its lexicon {lexicon.name} has other words, or its program searches "
                "differently: make them the same"
            )
        return proposition


class _Bench(threading.local):
    """What a thread of a worker keeps from slice to slice."""

    job: Job | None = None
    proposition: Proposition
    prover: Prover
    number: int
    level: CostLevel

    def prepare(self, job: Job, number: int) -> None:
        """Make ready for a level, by its number."""
        if self.job != job:
            self.proposition = job.proposition()
            self.prover, _ = self.proposition.prover(1, job.memory_gb, Observer())
            self.job, self.number = job, -1
        if self.number != number:
            levels = cost_levels(self.proposition.puzzle, 0, job.at_most)
            self.level, self.number = next(islice(levels, number, None)), number


_bench = _Bench()


def search_slice(job: Job, number: int, partition: int, begun: State | None) -> Slice:
    """Search a partition of a level, by its number, for a while in the calling thread."""
    _bench.prepare(job, number)
    return _bench.prover.search_slice(_bench.level, partition, begun, _SLICE)


@contextmanager
def cluster_search(
    proposition: Proposition, address: str, jobs: int, memory_gb: float, say: Callable[[str], None]
) -> Iterator[ClusterSearch]:
    """Search the levels of a proposition on a Dask cluster; the arguments are those of `cluster`.

    `memory_gb` bounds the search arrays of each thread of a worker.
    """
    with cluster(address, jobs, say) as backend:
        yield ClusterSearch(backend, Job.of(proposition, memory_gb))


class ClusterSearch:
    """Searches levels on a cluster; `threads` is the most that searched at a time."""

    def __init__(self, backend: Backend, job: Job) -> None:
        self._backend = backend
        self._job = job
        self.threads = 0

    def __call__(
        self, number: int, level: CostLevel, checkpoint: Checkpoint, tick: Tick
    ) -> NDArray[np.uint8] | None:
        """Search a level as `WorkerPool.search` does.

        Raises
        ------
        ClusterError
            If the cluster is gone, or its workers cannot search. What came back is kept.
        """
        tasks = TaskQueue(level, checkpoint)
        pending: dict[Future[Slice], int] = {}
        lost: Counter[int] = Counter()
        try:
            while True:
                slots = self._backend.slots()
                self.threads = max(self.threads, slots)
                while len(pending) < AHEAD * slots and (task := tasks.take()) is not None:
                    executor = self._backend.executor()
                    pending[executor.submit(search_slice, self._job, number, *task)] = task[0]
                if not pending:
                    return tasks.found
                for future in wait(pending, PULSE, FIRST_COMPLETED).done:
                    partition = pending.pop(future)
                    part = self._slice(future, partition, lost)
                    if part is None or tasks.keep(partition, part):
                        tasks.give_back(partition)
                tick()
        finally:
            for future in pending:
                future.cancel()

    def _slice(self, future: Future[Slice], partition: int, lost: Counter[int]) -> Slice | None:
        """Return a slice that came back; None if it was lost and is to be searched again."""
        try:
            part = future.result()
        except PatienceError as error:
            raise ClusterError(f"a worker of the cluster: {error}") from None
        except (Exception, CancelledError) as error:
            self._backend.slots()  # raises if the cluster is gone
            lost[partition] += 1
            if lost[partition] == TRIES:
                raise ClusterError(
                    f"partition {partition + 1} was lost {TRIES} times ({loss_of(error)})"
                ) from None
            return None
        del lost[partition]
        return part
