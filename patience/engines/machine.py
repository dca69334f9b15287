"""Resources available to this process: free memory and processors."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

_CGROUPS = Path("/sys/fs/cgroup")

# A container's limit above this means none.
_NO_LIMIT = 1 << 60


def free_memory() -> float:
    """Return the bytes of memory that this process may still allocate.

    Page cache that the system would free counts as free. The limits of the container and of the
    process (``ulimit -v``) are respected.
    """
    import psutil  # noqa: PLC0415

    return float(min([psutil.virtual_memory().available, *_container(), *_process()]))


def processors() -> int:
    """Return the processors available to this process, by affinity and the container's quota."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        count = os.cpu_count() or 1
    for folder in _groups():
        quota, _, period = _read(folder / "cpu.max").partition(" ")
        if not quota:  # control groups v1
            quota = _read(folder / "cpu.cfs_quota_us")
            period = _read(folder / "cpu.cfs_period_us")
        if quota.isdecimal() and period.isdecimal():
            count = min(count, max(int(quota) // int(period), 1))
    return max(count, 1)


def _container() -> Iterator[float]:
    """Yield the memory left by each control group of this process."""
    for folder in _groups():
        limit, used = _read(folder / "memory.max"), _read(folder / "memory.current")
        stat = _read(folder / "memory.stat")
        if not limit:  # control groups v1
            limit = _read(folder / "memory.limit_in_bytes")
            used = _read(folder / "memory.usage_in_bytes")
        if limit.isdecimal() and used.isdecimal() and int(limit) < _NO_LIMIT:
            cached = [
                line.split()[1] for line in stat.splitlines() if line[:14] == "inactive_file "
            ]
            yield int(limit) - int(used) + sum(map(int, cached))


def _process() -> Iterator[float]:
    """Yield the memory left by the limit on the address space."""
    if resource is not None:
        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            import psutil  # noqa: PLC0415

            yield limit - psutil.Process().memory_info().vms


@functools.cache
def _groups() -> tuple[Path, ...]:
    """Return the folders of this process's control groups, the innermost first."""
    found = []
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, _, name = line.split(":", 2)
        for root in (_CGROUPS, _CGROUPS / "memory", _CGROUPS / "cpu"):
            folder = root / name.lstrip("/")
            while folder != root.parent:
                found.append(folder)
                folder = folder.parent
    return tuple(filter(Path.is_dir, dict.fromkeys(found)))


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
