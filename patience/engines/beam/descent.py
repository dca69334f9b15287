"""Frames and boards: one rectangle, fewer and fewer cells without letter.

A ceiling on the blanks is a strong lever: asked for at most 6, a beam finds sixes that it misses
when asked for at most 9. So each beam asks for one better than the best so far; when it fails,
good grids are mended (`patience.engines.beam.repair`) for as much work as the beams took, and the
width doubles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.hunt import Hunt
from patience.engines.beam.repair import Pool, mendings
from patience.engines.fill import Fill, blanks_allowed
from patience.grid import Grid
from patience.puzzle import Frame

FIRST_WIDTH = 1000

# Shares of the cells (frame) or tiles (board) that the first beams may leave blank. The first one
# is twice what a good grid has: a beam asked for too little finds nothing, for too much, poorly.
_OPENINGS = (0.16, 0.3, 0.6, 1.0)


def descend(hunt: Hunt, fill: Fill, *, turned: bool, mend: bool) -> None:
    """Search until nothing better exists or the widest beam is done; exceptions end it earlier.

    Parameters
    ----------
    hunt : Hunt
        Updated in place.
    fill : Fill
        The rectangle as it is searched; `turned` says that the puzzle has it transposed.
    mend : bool
        Whether good grids are mended.
    """
    search = _Descent(hunt, fill, turned, mend)
    if search.open():
        search.improve()


class _Descent:
    def __init__(self, hunt: Hunt, fill: Fill, turned: bool, mend: bool) -> None:
        self._hunt = hunt
        self._fill = fill
        self._turned = turned
        self._mending = mend
        self._pool = Pool()
        widest = hunt.shop.widest(fill)
        self._widest = min(widest, hunt.limits.max_width or widest)
        self._width = min(FIRST_WIDTH, self._widest)
        # There are so many more cells than tiles, or laid face down already.
        hunt.bound = max(-blanks_allowed(hunt.puzzle, fill, 0), 0)

    def open(self) -> bool:
        """Find any grid; False if there is none, or none was found."""
        hunt, whole = self._hunt, self._most()
        while True:
            for share in _OPENINGS:
                if self._ask(max(round(whole * share), hunt.bound)):
                    return True
                if hunt.reason:
                    return False
            if not self._widen(4):
                return False

    def improve(self) -> None:
        """Ask for one better, again and again."""
        hunt = self._hunt
        while not hunt.settled:
            assert hunt.cost is not None
            before = hunt.shop.work
            if self._ask(hunt.cost - 1) or hunt.settled:
                continue
            if self._mending:
                self._ask(hunt.cost)  # other grids as good as the best, to mend from
                if self._mend(hunt.cost - 1, hunt.shop.work - before):
                    continue
            if not self._widen(2):
                return

    def _mend(self, cost: int, effort: int) -> bool:
        """Mend grids of the pool for `effort` children; tell whether the best got better."""
        hunt = self._hunt
        hunt.shop.stats.ceiling = cost
        for finished in mendings(hunt, self._spared(cost), self._pool, self._width, effort):
            if hunt.offer(finished, self._grid):
                self._pool.add(finished)
                return True
        return False

    def _widen(self, factor: int) -> bool:
        """Make the next beams wider; False if the last one was as wide as was asked for."""
        limit = self._hunt.limits.max_width
        if limit is not None and self._width >= self._widest:
            return False
        self._width = min(self._width * factor, self._widest)
        return True

    def _most(self) -> int:
        goal = self._hunt.puzzle.goal
        if isinstance(goal, Frame):
            return goal.cells
        return self._hunt.puzzle.tiles.total

    def _spared(self, cost: int) -> Fill:
        blanks = blanks_allowed(self._hunt.puzzle, self._fill, cost)
        return self._fill.sparing(min(blanks, self._fill.open_cells))

    def _ask(self, cost: int) -> bool:
        """Ask one beam for grids of at most `cost`; tell whether the best got better."""
        hunt = self._hunt
        fill = self._spared(cost)
        hunt.shop.stats.ceiling = cost
        answer = hunt.ask(fill, self._width, self._grid)
        for finished in answer.beams:
            self._pool.add(finished)
        if answer.none:
            hunt.raise_bound(cost + 1)
            if cost >= self._most():
                hunt.reason = "no filling of the open cells obeys the rules"
        return answer.better

    def _grid(self, letters: NDArray[np.uint8]) -> Grid:
        grid = self._fill.grid(letters)
        return grid.transposed() if self._turned else grid
