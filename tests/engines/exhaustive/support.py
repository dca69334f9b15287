"""How the tests ask the exhaustive engine."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Collection
from functools import partial
from types import ModuleType

import pytest

from patience.engines.bits import hold_together
from patience.engines.exhaustive import levels, search, workers
from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.rows import kernels, tree
from patience.engines.exhaustive.search import ExhaustiveSearch, Progress
from patience.game.alphabet import LATIN
from patience.game.grid import Grid
from tests.engines import running
from tests.engines.running import lexicon
from tests.strategies import Case

# The kernel decides which cells stay empty, or each choice of them is a tree of its own, searched
# by rows or by slots: `_LISTED` and `_MIN_FOR_SLOTS`.
SEARCHES = {"by cell": (0, 0), "listed": (2500, 1000), "slots": (2500, 0)}
ask = partial(running.ask, ExhaustiveEngine)
CHOICES = pytest.mark.parametrize("search", SEARCHES)


def little_work(patch: pytest.MonkeyPatch) -> None:
    """Small puzzles: few partitions, no estimate, and tables so small that they forget."""
    patch.setattr(workers, "_TICK", 0.001)
    patch.setattr(workers, "_PARTITIONS", 3)
    patch.setattr(tree, "MEMO_ROWS", 64)
    patch.setattr(search, "_ESTIMATE_SECONDS", 0.0)


def use(search: str, patch: pytest.MonkeyPatch) -> None:
    """Search all levels in one of these ways."""
    for name, value in zip(("_LISTED", "_MIN_FOR_SLOTS"), SEARCHES[search], strict=True):
        patch.setattr(levels, name, value)


def compiled_in(module: ModuleType) -> list[str]:
    """Return the names of a module's kernels."""
    return [name for name, value in vars(module).items() if hasattr(value, "py_func")]


def plain_kernels(*mutations: tuple[str, str], of: ModuleType = kernels) -> ModuleType:
    """Return kernels as plain Python, with some of their text replaced."""
    text = inspect.getsource(of) + inspect.getsource(hold_together.py_func)
    for old, new in mutations:
        assert text.count(old) == 1, f"not once in the kernel: {old}"
        text = text.replace(old, new)
    module = ModuleType("plain")
    exec(compile(text, "plain", "exec"), vars(module))
    for name in compiled_in(of):
        setattr(module, name, getattr(module, name).py_func)
    return module


def never() -> None:
    """A tick that stops nothing."""


def whole(some: Case, threads: int = 1) -> tuple[Grid | None, list[RefutedLevel]]:
    """Return the grid found and what was refuted on the way."""
    progress = Progress()
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), threads)
    return exhaustive.search(0, exhaustive.most, progress, never), progress.refuted


def held(laid: str, letters: str, budget: int, words: Collection[str]) -> tuple[int, list[int]]:
    """Return the fewest blanks of a column's lines, and masks of what its cells hold in them.

    In what is laid ``.`` is open and ``*`` stays empty.
    """
    choices = [letters + "." if x == "." else x.replace("*", ".") for x in laid]
    lines = {
        line: sum(x == "." == y for x, y in zip(line, laid, strict=True))
        for line in map("".join, itertools.product(*choices))
        if all(len(run) < 2 or run in words for run in line.split("."))
    }
    lines = {line: blanks for line, blanks in lines.items() if blanks <= budget}
    cells = [{line[r] for line in lines} for r in range(len(laid))]
    bits = {**LATIN.index, ".": kernels.BLANK}
    masks = [sum(1 << bits[x] for x in some) for some in cells]
    return min(lines.values(), default=kernels.NEVER), masks
