"""Large neighbourhood search: destroy a part of a good grid and repair it by a narrow beam.

There are two neighbourhoods (Shaw 1998). One frees some rows and fixes the others. The other frees
all letters and fixes the blanks but one: once its blanks are fixed a beam knows how long each word
is, and it reaches diversity classes that free beams do not.

Different grids matter more than many alike. Grids of one beam that share their upper rows form a
diversity class; the elite pool keeps grids by class and draws from the class least tried.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.search import BeamSearch
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem

# Work on neighbourhoods, as a ratio to that of the beams: at first, at least, at most. With three
# times that of the beams 5 face down on 9x7 took twice and 12 on 14x9 three times the work that it
# takes without neighbourhoods; on other sets it made no difference (docs/en/search.md).
_SHARE, _LEAST_SHARE, _MOST_SHARE = 0.25, 0.06, 1.0

# How often blanks stay fixed instead of rows: both found as many new classes (docs/en/search.md).
_KEEP_BLANKS = 0.5

# Least and greatest width of the beams that repair.
_REPAIR_WIDTHS = (4_000, 40_000)

# Parts drawn in one go, whatever work is left: where most have too many blanks to be bettered,
# drawing them takes the time.
_MAX_DRAWS = 1000

# Grids kept of one class: more only differ in a corner.
_PER_CLASS = 40

# Share of the rows to free. Of nine, 5 or 6 paid and 3 or 4 never did.
_FREED_ROWS = (0.55, 0.67)


@dataclass
class OperatorBudget:
    """Adaptive operator budget: the more neighbourhoods have improved, the more work they get.

    Attributes
    ----------
    beam_work, neighbourhood_work : int
        Work on either so far.
    ratio : float
        Neighbourhood work allowed for each unit of beam work: doubles after an improvement, halves
        without one.
    """

    beam_work: int = 0
    neighbourhood_work: int = 0
    ratio: float = _SHARE

    @property
    def remaining(self) -> int:
        """Work that neighbourhoods may do now."""
        return int(self.ratio * self.beam_work) - self.neighbourhood_work

    def record(self, work: int, *, improved: bool) -> None:
        """Note work done in neighbourhoods, and whether it improved the best grid."""
        self.neighbourhood_work += work
        changed = self.ratio * (2 if improved else 0.5)
        self.ratio = min(max(changed, _LEAST_SHARE), _MOST_SHARE)


@dataclass
class _DiversityClass:
    grids: list[NDArray[np.uint8]] = field(default_factory=list)
    tries: int = 0


class ElitePool:
    """The elite pool: the grids of one rectangle with the fewest blanks, by diversity class."""

    def __init__(self) -> None:
        self._classes: dict[tuple[int, int], _DiversityClass] = {}
        self._blanks = sys.maxsize
        self._beams = 0

    def __len__(self) -> int:
        return len(self._classes)

    def add(self, finished: BeamResult) -> None:
        """Take the grids with the fewest blanks seen so far; better ones drive out the others."""
        self._beams += 1
        if len(finished.letters) == 0:
            return
        blanks = np.count_nonzero(finished.letters >= CELL_FACE_DOWN, axis=1)
        fewest = int(blanks.min())
        if fewest < self._blanks:
            self._classes.clear()
            self._blanks = fewest
        for i in np.flatnonzero(blanks == self._blanks):
            diversity_class = self._classes.setdefault(
                (self._beams, int(finished.diversity_classes[i])), _DiversityClass()
            )
            if len(diversity_class.grids) < _PER_CLASS:
                diversity_class.grids.append(finished.letters[i])

    def draw(self, rng: random.Random) -> NDArray[np.uint8]:
        """Return a grid of a class tried least."""
        least = min(diversity_class.tries for diversity_class in self._classes.values())
        diversity_class = rng.choice([f for f in self._classes.values() if f.tries == least])
        diversity_class.tries += 1
        return rng.choice(diversity_class.grids)


def destroy_and_repair(
    search: BeamSearch, subproblem: Subproblem, pool: ElitePool, width: int, effort: int
) -> Iterator[BeamResult]:
    """Destroy parts of the pool's grids and repair them with the blanks that `subproblem` allows.

    Yields the beams that finished any grid, until `effort` is spent.

    Parameters
    ----------
    search : BeamSearch
    subproblem : Subproblem
    pool : ElitePool
    width : int
        Wanted for the beams that repair.
    effort : int
        Work to do, as `BeamRunner.work` counts it.
    """
    narrow, wide = _REPAIR_WIDTHS
    max_width = search.max_width or wide
    width = min(max(width, narrow), wide, max_width, search.runner.max_width(subproblem))
    end = search.runner.work + effort
    for _ in range(_MAX_DRAWS):
        if not pool or search.runner.work >= end:
            return
        letters = pool.draw(search.rng)
        if search.rng.random() < _KEEP_BLANKS:
            freed = keep_blanks(subproblem, letters, search.rng)
        else:
            freed = free_rows(subproblem, letters, draw_rows(subproblem.cells.shape[0], search.rng))
        if freed is None:
            continue
        search.context.stats.neighbourhoods += 1
        finished = search.run_beam(freed, width, transient=True)
        if finished.total:
            yield finished


def free_rows(subproblem: Subproblem, letters: NDArray[np.uint8], rows: range) -> Subproblem | None:
    """Destroy `rows`: return the subproblem that fixes all other rows of `letters`, if it may."""
    held = np.ones(subproblem.cells.shape, np.bool_)
    held[rows.start : rows.stop] = False
    return subproblem.with_fixed(letters.reshape(subproblem.cells.shape), held)


def keep_blanks(
    subproblem: Subproblem, letters: NDArray[np.uint8], rng: random.Random
) -> Subproblem | None:
    """Destroy all letters: fix as many blanks of `letters` as are allowed, drawn at random.

    None if `letters` has no more of them: nothing would be gained.
    """
    blanks = np.flatnonzero((letters >= CELL_FACE_DOWN) & (subproblem.cells.ravel() == CELL_OPEN))
    if len(blanks) <= subproblem.max_blanks:
        return None
    return subproblem.with_blanks(rng.sample(blanks.tolist(), subproblem.max_blanks))


def draw_rows(height: int, rng: random.Random) -> range:
    """Return the rows to free, drawn at random."""
    size = min(max(round(height * rng.uniform(*_FREED_ROWS)), 1), height)
    top = rng.randint(0, height - size)
    return range(top, top + size)
