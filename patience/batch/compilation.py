"""Compile the search kernels of a batch once per machine, before the first run starts its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Future, wait

from patience.batch.plan import BatchRun
from patience.engines import notices
from patience.engines.base import announce_compiling
from patience.warmup import compile_kernels
from patience.workers.executors import PULSE, Backend


def await_kernels(
    runs: Sequence[BatchRun],
    backend: Backend,
    *,
    say: Callable[[str], None],
    stopping: Callable[[], bool],
) -> None:
    """Compile the kernels of all runs, with a notice if that takes long.

    Otherwise each worker would compile the same kernels in its first run. Errors are ignored here:
    they recur in the runs, which report them.
    """
    engines = tuple(sorted({run.setting.engine for run in runs}))
    try:
        pending = set(backend.on_each_machine(_compile, engines))
    except BrokenExecutor:
        backend.renew()
        return
    told: dict[str, None] = {}
    with announce_compiling(say):
        while pending and not stopping():
            done, pending = wait(pending, timeout=PULSE)
            if any(isinstance(_error(future), BrokenExecutor) for future in done):
                backend.renew()
            for future in done:
                told |= dict.fromkeys(_notices(future))
    for text in told:
        say(text)


def _compile(engines: Iterable[str]) -> tuple[str, ...]:
    """Compile kernels in a worker; return what is wrong with those kept on its machine."""
    compile_kernels(engines)
    return notices.given()


def _notices(future: Future[tuple[str, ...]]) -> tuple[str, ...]:
    return () if future.cancelled() or future.exception() else future.result()


def _error(future: Future[tuple[str, ...]]) -> BaseException | None:
    return None if future.cancelled() else future.exception()
