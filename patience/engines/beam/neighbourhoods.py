"""Mending: hold a part of a good grid and fill the rest anew, with fewer cells left blank.

Held are either all rows but some, or no letters at all but the blanks, less one: with its blanks
settled a beam knows how long each word will be, and finds other families than free beams do.

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

from patience.engines.beam.beam import Finished
from patience.engines.beam.hunt import Hunt
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Fill

# Work on mending, as a share of that of the beams: to begin with, at least, at most. With three
# times that of the beams 5 face down on 9x7 took twice and 12 on 14x9 three times the work that it
# takes without mending; on other sets it made no difference (docs/search.md).
_SHARE, _LEAST_SHARE, _MOST_SHARE = 0.25, 0.06, 1.0

# How often blanks are held instead of rows: as many other families came of either (docs/search.md).
_BLANKS_HELD = 0.5

# Least and greatest width of the beams that refill.
_MEND_WIDTHS = (4_000, 40_000)

# Parts drawn in one go, whatever work is left: where most have too many blanks to be bettered,
# drawing them takes the time.
_MENDINGS = 1000

# Grids kept of one family: more only differ in a corner.
_PER_FAMILY = 40

# Share of the rows to free. Of nine, 5 or 6 paid and 3 or 4 never did.
_FREED = (0.55, 0.67)


@dataclass
class Share:
    """How much of the work mending gets: the more, the better it has paid.

    Attributes
    ----------
    beams, mendings : int
        Work on either so far.
    of_beams : float
        What mending may take for each unit of the beams: doubles when it has paid, halves when not.
    """

    beams: int = 0
    mendings: int = 0
    of_beams: float = _SHARE

    @property
    def due(self) -> int:
        """Work that mending may do now."""
        return int(self.of_beams * self.beams) - self.mendings

    def spent(self, work: int, *, paid: bool) -> None:
        """Note that mending has done so much, and whether a better grid came of it."""
        self.mendings += work
        changed = self.of_beams * (2 if paid else 0.5)
        self.of_beams = min(max(changed, _LEAST_SHARE), _MOST_SHARE)


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
    """Free parts of the pool's grids and refill them, with no more blanks than `fill` may have.

    Yields the beams that finished any grid, until `effort` is spent.

    Parameters
    ----------
    hunt : Hunt
    fill : Fill
    pool : Pool
    width : int
        Of the beams that refill, if they do well with so much.
    effort : int
        Work to do, as the workshop counts it.
    """
    narrow, wide = _MEND_WIDTHS
    widest = hunt.limits.max_width or wide
    width = min(max(width, narrow), wide, widest, hunt.shop.widest(fill))
    end = hunt.shop.work + effort
    for _ in range(_MENDINGS):
        if not pool or hunt.shop.work >= end:
            return
        letters = pool.draw(hunt.rng)
        if hunt.rng.random() < _BLANKS_HELD:
            freed = emptied(fill, letters, hunt.rng)
        else:
            freed = opened(fill, letters, window(fill.cells.shape[0], hunt.rng))
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


def emptied(fill: Fill, letters: NDArray[np.uint8], rng: random.Random) -> Fill | None:
    """Return the fill in which only blanks lie, as many as it may have, at random of `letters`.

    None if `letters` has no more of them: nothing would be gained.
    """
    blanks = np.flatnonzero((letters >= CELL_FACE_DOWN) & (fill.cells.ravel() == CELL_OPEN))
    if len(blanks) <= fill.spare:
        return None
    return fill.leaving(rng.sample(blanks.tolist(), fill.spare))


def window(height: int, rng: random.Random) -> range:
    """Return the rows to free, drawn at random."""
    size = min(max(round(height * rng.uniform(*_FREED)), 1), height)
    top = rng.randint(0, height - size)
    return range(top, top + size)
