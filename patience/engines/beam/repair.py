"""Mending: free some rows of a good grid, hold the rest, refill with fewer cells left blank.

Different grids matter more than many of one family (grids that share their upper rows), so the
pool keeps them by family and mends the family least tried.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.hunt import Hunt
from patience.engines.beam.search import Finished
from patience.engines.fill import CELL_FACE_DOWN, Fill

# Width of the beams that refill: those of the last ask over four, within these.
_MEND_WIDTHS = (4_000, 40_000)

# Windows tried in one go, whatever work is left: where most have too many blanks to be bettered,
# drawing them takes the time.
_MENDINGS = 1000

# Grids kept of one family: more only differ in a corner.
_PER_FAMILY = 40

# Share of the rows to free. Of nine, 5 or 6 paid and 3 or 4 never did.
_FREED = (0.55, 0.67)


@dataclass
class _Family:
    grids: list[NDArray[np.uint8]] = field(default_factory=list)
    tries: int = 0


class Pool:
    """Finished grids of one rectangle that are worth mending, by family."""

    def __init__(self) -> None:
        self._families: dict[tuple[int, int], _Family] = {}
        self._blanks = sys.maxsize
        self._beams = 0

    def __len__(self) -> int:
        return len(self._families)

    def add(self, finished: Finished) -> None:
        """Take the grids with the fewest blanks seen so far; better ones drive out the others."""
        self._beams += 1
        if len(finished.letters) == 0:
            return
        blanks = np.count_nonzero(finished.letters >= CELL_FACE_DOWN, axis=1)
        fewest = int(blanks.min())
        if fewest < self._blanks:
            self._families.clear()
            self._blanks = fewest
        for i in np.flatnonzero(blanks == self._blanks):
            family = self._families.setdefault((self._beams, int(finished.families[i])), _Family())
            if len(family.grids) < _PER_FAMILY:
                family.grids.append(finished.letters[i])

    def draw(self, rng: random.Random) -> NDArray[np.uint8]:
        """Return a grid of a family tried least."""
        least = min(family.tries for family in self._families.values())
        family = rng.choice([f for f in self._families.values() if f.tries == least])
        family.tries += 1
        return rng.choice(family.grids)


def mendings(hunt: Hunt, fill: Fill, pool: Pool, width: int, effort: int) -> Iterator[Finished]:
    """Free rows of the pool's grids and refill them, with no more blanks than `fill` may have.

    Yields the beams that finished any grid, until `effort` is spent.

    Parameters
    ----------
    hunt : Hunt
    fill : Fill
    pool : Pool
    width : int
        Of the beams that had no success before.
    effort : int
        Work to do, as the workshop counts it.
    """
    narrow, wide = _MEND_WIDTHS
    widest = hunt.limits.max_width or wide
    width = min(max(width // 4, narrow), wide, widest, hunt.shop.widest(fill))
    end = hunt.shop.work + effort
    for _ in range(_MENDINGS):
        if not pool or hunt.shop.work >= end:
            return
        rows = window(fill.cells.shape[0], hunt.rng)
        freed = opened(fill, pool.draw(hunt.rng), rows)
        if freed is None:
            continue
        finished = hunt.beam(freed, width, passing=True)
        if finished.total:
            yield finished


def opened(fill: Fill, letters: NDArray[np.uint8], rows: range) -> Fill | None:
    """Return the fill in which everything but `rows` lies as in `letters`, if it may."""
    held = np.ones(fill.cells.shape, np.bool_)
    held[rows.start : rows.stop] = False
    return fill.holding(letters.reshape(fill.cells.shape), held)


def window(height: int, rng: random.Random) -> range:
    """Return the rows to free, drawn at random."""
    size = min(max(round(height * rng.uniform(*_FREED)), 1), height)
    top = rng.randint(0, height - size)
    return range(top, top + size)
