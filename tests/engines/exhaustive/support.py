"""How the tests ask the exhaustive engine."""

from __future__ import annotations

import pytest

from patience.engines.exhaustive import kernels
from patience.engines.exhaustive.engine import Params, run
from patience.engines.exhaustive.proof import Progress, Prover
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.game.grid import Grid
from patience.result import Result
from tests.engines.running import context_of, lexicon, unjudged
from tests.strategies import Case

KERNELS = [name for name, value in vars(kernels).items() if hasattr(value, "py_func")]

# The kernel decides which cells stay empty, or each choice of them is a tree of its own.
CHOICES = pytest.mark.parametrize("listed", [0, 2500], ids=["by cell", "listed"])


def ask(some: Case, threads: int = 1) -> Result:
    """Prove without a beam and without the referee, so that wrong grids come back too."""
    context = context_of(some.puzzle, lexicon(some), threads=threads)
    return unjudged(run, Params(beam_seconds=0), context)


def never() -> None:
    """A tick that stops nothing."""


def whole(some: Case, threads: int = 1) -> tuple[Grid | None, list[RefutedLevel]]:
    """Return the grid found and what was refuted on the way."""
    progress = Progress()
    prover = Prover(some.puzzle, lexicon(some), threads)
    return prover.search(0, prover.most, progress, never), progress.refuted
