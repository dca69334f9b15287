"""Search kernels of a batch: compiled once on each machine, before the first run's clock starts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Future, wait

from patience.batch.executors import Backend
from patience.batch.plan import BatchRun
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import parse
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import Lexicon

# The engines that have an engine's kernels compiled: CP-SAT starts with a beam and has none; the
# portfolio runs all others, but proves the toy by its search for fills.
_KERNELS_OF = {
    "auto": ("auto", "prove"),
    "beam": ("beam",),
    "cpsat": ("beam",),
    "prove": ("prove",),
}

# Loading kernels that were compiled before takes half as long on an idle machine.
_COMPILING_AFTER = 2.5

# Seconds between two looks at whether the user wants to stop.
_PULSE = 0.2

# Its best grid, AB over C, leaves a blank, and no beam so narrow can tell that there is no better.
_TOY = Puzzle(parse("ABCC"), Frame(2, 2))
_TOY_WORDS = ("AB", "AC")


def compile_kernels(engines: Iterable[str]) -> None:
    """Compile the kernels of engines in this process, or load them, by solving a toy puzzle."""
    words = Lexicon.of(_TOY_WORDS)
    for engine in engines:
        solve(_TOY, words, engine=engine, limits=Limits(None, max_width=1), threads=1)


def await_kernels(
    runs: Sequence[BatchRun],
    backend: Backend,
    *,
    say: Callable[[str], None],
    stopping: Callable[[], bool],
) -> None:
    """Have the kernels of all runs compiled, and tell the user if that takes long.

    Otherwise each worker would compile the same kernels at its first run. What goes wrong here is
    not reported: it goes wrong again in the runs, which report it.
    """
    wanted = {run.setting.engine for run in runs}
    engines = {each for engine in wanted & _KERNELS_OF.keys() for each in _KERNELS_OF[engine]}
    try:
        pending: set[Future[None]] = set(
            backend.on_each_machine(compile_kernels, tuple(sorted(engines)))
        )
    except BrokenExecutor:
        backend.renew()
        return
    began, told = time.monotonic(), False
    while pending and not stopping():
        done, pending = wait(pending, timeout=_PULSE)
        if any(isinstance(_error(future), BrokenExecutor) for future in done):
            backend.renew()
        if pending and not told and time.monotonic() - began > _COMPILING_AFTER:
            say("compiling the search kernels, once on each machine: about half a minute")
            told = True


def _error(future: Future[None]) -> BaseException | None:
    return None if future.cancelled() else future.exception()
