"""Multistart: search one puzzle with several seeds at once and keep the best grid."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import replace

from patience.batch.plan import BatchRun
from patience.batch.worker import solve_run
from patience.errors import PatienceError
from patience.executors import PULSE, Backend
from patience.result import Observer, Result, Stats, Status, StopReason
from patience.version import program_version


def multistart(run: BatchRun, backend: Backend, *, threads: int, observer: Observer) -> Result:
    """Search with consecutive seeds, one per slot, and return the best result.

    The first seed is that of `run`. The search ends early when a result is proven optimal or
    reaches the target. Seeds whose workers are lost are dropped, since the others answer the same
    question.

    Raises
    ------
    PatienceError
        If no search finished.
    """
    stats = Stats()
    pending: set[Future[Result]] = set()
    interrupted = False
    results: list[Result] = []
    faults: list[BaseException] = []

    try:
        began = time.monotonic()
        stats.phase = f"{backend.slots()} seeds at once"
        for n in range(backend.slots()):
            each = replace(run, seed=run.seed + n)
            pending.add(backend.executor().submit(solve_run, each, threads, program_version()))
        while pending and not _is_enough(results, run):
            done, pending = wait(pending, timeout=PULSE, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    results.append(future.result())
                except (Exception, CancelledError) as error:
                    faults.append(error)
            stats.elapsed_s = time.monotonic() - began
            observer.on_progress(stats)
    except KeyboardInterrupt:
        interrupted = True
    for future in pending:
        future.cancel()
    if not results and not faults:
        reason = "stopped before any search had ended"
        stopped = StopReason.INTERRUPT
        return Result(None, None, 0, Status.UNKNOWN, stats, reason, stopped=stopped)
    if not results:
        if isinstance(faults[0], PatienceError):
            raise faults[0]
        raise PatienceError(f"every search was lost: {type(faults[0]).__name__}: {faults[0]}")
    merged = _merged(results, run, stats, observer)
    return replace(merged, stopped=StopReason.INTERRUPT) if interrupted else merged


def _is_enough(results: Sequence[Result], run: BatchRun) -> bool:
    target = run.setting.limits.target
    return any(
        result.status in {Status.OPTIMAL, Status.INFEASIBLE}
        or (result.cost is not None and target is not None and result.cost <= target)
        for result in results
    )


def _merged(results: Sequence[Result], run: BatchRun, stats: Stats, observer: Observer) -> Result:
    """Return the best result, with the best bound and the merged history."""
    puzzle = run.instance.spec.puzzle()
    found = [result for result in results if result.best is not None]
    best = min(found, key=lambda each: puzzle.rank(each.best), default=results[0])  # type: ignore[arg-type]
    bound = max(result.bound for result in results)
    stats.history = _improvements(result.stats.history for result in results)
    stats.children = sum(result.stats.children for result in results)
    stats.engine, stats.seeds = best.stats.engine, len(results)
    stats.nodes = sum(result.stats.nodes for result in results)
    status = Status.OPTIMAL if best.cost is not None and best.cost <= bound else best.status
    if best.best is not None and best.cost is not None:
        observer.on_best(best.best, best.cost)
    return replace(best, bound=bound, status=status, stats=stats)


def _improvements(histories: Iterable[Sequence[tuple[float, int]]]) -> list[tuple[float, int]]:
    """Return when the best cost over all searches fell, as pairs of seconds and cost."""
    kept: list[tuple[float, int]] = []
    for seconds, cost in sorted(each for history in histories for each in history):
        if not kept or cost < kept[-1][1]:
            kept.append((seconds, cost))
    return kept
