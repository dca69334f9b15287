"""Mending: free some rows of a good grid, hold the rest, refill with fewer cells left blank.

Different grids matter more than many of one family (grids that share their upper rows), so the
pool keeps them by family and mends the family least tried.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from patience.engines.fill import Fill

# Grids kept of one family: more only differ in a corner.
_PER_FAMILY = 40

# Share of the rows to free. Of nine, 5 or 6 paid and 3 or 4 never did.
_FREED = (0.55, 0.67)


@dataclass
class _Family:
    grids: list[NDArray[np.uint8]] = field(default_factory=list)
    tries: int = 0


class Pool:
    """Finished grids worth mending, by family."""

    def __init__(self) -> None:
        self._families: dict[tuple[int, int], _Family] = {}
        self._blanks: int | None = None
        self._beams = 0

    def __len__(self) -> int:
        return len(self._families)

    def add(
        self, letters: NDArray[np.uint8], blanks: NDArray[np.int64], families: NDArray[np.int64]
    ) -> None:
        """Take the grids with the fewest blanks seen so far; better ones drive out the others.

        The arrays are those of `patience.engines.beam.search.Finished`.
        """
        self._beams += 1
        if len(blanks) == 0:
            return
        fewest = int(blanks.min())
        if self._blanks is None or fewest < self._blanks:
            self._families.clear()
            self._blanks = fewest
        for i in np.flatnonzero(blanks == self._blanks):
            family = self._families.setdefault((self._beams, int(families[i])), _Family())
            if len(family.grids) < _PER_FAMILY:
                family.grids.append(letters[i])

    def draw(self, rng: random.Random) -> NDArray[np.uint8]:
        """Return a grid of a family tried least."""
        least = min(family.tries for family in self._families.values())
        family = rng.choice([f for f in self._families.values() if f.tries == least])
        family.tries += 1
        return rng.choice(family.grids)


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
