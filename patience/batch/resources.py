"""Share this machine among the runs of a batch: concurrent runs, threads and memory of each."""

from __future__ import annotations

from typing import NamedTuple

from patience.engines import machine
from patience.result import DEFAULT_MEMORY_GB
from patience.workers.executors import LOCAL
from patience.workers.spawning import why_no_pool

# Share of the free memory that the searches of a batch may use in total.
_MEMORY_SHARE = 0.7
# The least memory of a search, in GB.
_MIN_MEMORY = 0.05


class Resources(NamedTuple):
    """Concurrent runs, threads and memory (GB) of each; a notice if less than requested."""

    jobs: int
    threads: int
    memory_gb: float
    notice: str = ""


def share_out(
    jobs: int | None,
    threads: int | None,
    memory_gb: float | None,
    address: str | None = None,
    *,
    processors: int | None = None,
) -> Resources:
    """Return the resources of each run.

    On this machine the runs never use more processors in total than there are; without
    semaphores they go one after another. A running cluster takes one run per worker thread, and
    its memory is unknown.

    Parameters
    ----------
    jobs, threads : int, optional
        Concurrent runs and threads of each.
    memory_gb : float, optional
        Memory of each run. Default: an equal share of this machine's free memory.
    address : str, optional
        Address of a cluster; `LOCAL` is this machine.
    processors : int, optional
        Default: those that this process may use.
    """
    if address is not None and address != LOCAL:
        return Resources(jobs or 1, threads or 1, memory_gb or DEFAULT_MEMORY_GB)
    processors = processors or machine.processors()
    share = min(threads or 1, processors)
    most = processors // share
    chosen = min(jobs or most, most)
    notice = ""
    if (jobs or 1) > most or (threads or 1) > processors:
        notice = (
            f"{jobs or 'as many'} jobs of {threads or 1} threads are more than {processors} "
            f"processors: {chosen} at a time, {share} threads each"
        )
    if chosen > 1 and address is None and (why := why_no_pool()):
        chosen, notice = 1, f"{why}, so the runs go one after another"
    free_gb = _MEMORY_SHARE * machine.free_memory() / 1e9 / chosen
    memory_gb = memory_gb or max(min(DEFAULT_MEMORY_GB, free_gb), _MIN_MEMORY)
    return Resources(chosen, share if threads else processors // chosen, memory_gb, notice)
