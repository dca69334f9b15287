"""How a batch shares this machine among its runs: runs at a time, threads and memory of each."""

from __future__ import annotations

from typing import NamedTuple

from patience.batch.executors import LOCAL
from patience.engines import machine
from patience.result import DEFAULT_MEMORY_GB

# Share of the free memory that the searches of a batch may take together.
_MEMORY_SHARE = 0.7
# The least memory that a search can be given, in GB.
_LEAST_MEMORY = 0.05


class Resources(NamedTuple):
    """Runs at a time, threads and memory (GB) of each, and a sentence if less than was asked."""

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
    """Return what each run gets of what was asked for.

    On this machine the runs never need more processors together than there are. A cluster that is
    there already runs as many as it has workers; nothing is known of their memory.

    Parameters
    ----------
    jobs, threads : int, optional
        Runs at a time and threads of each.
    memory_gb : float, optional
        Memory of each run; by default an equal share of what is free on this machine.
    address : str, optional
        Of a cluster; `LOCAL` is this machine.
    processors : int, optional
        By default those that this process may use.
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
            f"{jobs or 'as many'} jobs of {threads or 1} threads asked, {processors} processors "
            f"here: {chosen} at a time, {share} threads each"
        )
    memory_gb = memory_gb or _memory_share(chosen)
    return Resources(chosen, share if threads else processors // chosen, memory_gb, notice)


def _memory_share(jobs: int) -> float:
    """Return the memory of a run, in GB, where `jobs` of them share this machine."""
    free = machine.free_memory() / 1e9
    return max(min(DEFAULT_MEMORY_GB, _MEMORY_SHARE * free / jobs), _LEAST_MEMORY)
