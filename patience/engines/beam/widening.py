"""Frames and boards: one rectangle, fewer and fewer cells without letter.

A ceiling on the blanks is a strong lever: asked for at most 6, a beam finds sixes that it misses
when asked for at most 9. So each beam asks for one better than the best so far; when it fails, the
width doubles. Now and then good grids are mended (`engines.beam.neighbourhoods`), the more the
better that has paid in this search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.hunt import Hunt
from patience.engines.beam.neighbourhoods import Pool, Share, mendings
from patience.engines.subproblem import Fill, blanks_allowed
from patience.game.grid import Grid
from patience.game.puzzle import Frame

FIRST_WIDTH = 1000

# Shares of the cells (frame) or tiles (board) that the first beams may leave blank. The first one
# is twice what a good grid has: a beam asked for too little finds nothing, for too much, poorly.
_OPENINGS = (0.16, 0.3, 0.6, 1.0)

# Beams for mending are so many times narrower than those that ask for a better grid.
_NARROWER = 4


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
        self._share = Share()
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
                if self._ask(max(round(whole * share), hunt.bound), self._width):
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
            begun = hunt.shop.work
            better = self._ask(hunt.cost - 1, self._width)
            self._share.beams += hunt.shop.work - begun
            if better or hunt.settled:
                continue
            if self._mending and self._share.due > 0 and self._mend(hunt.cost):
                continue
            if not self._widen(2):
                return

    def _mend(self, cost: int) -> bool:
        """Mend grids that cost so much; tell whether the best got better."""
        hunt, begun = self._hunt, self._hunt.shop.work
        width = max(self._width // _NARROWER, 1)
        self._ask(cost, width)  # others as good as the best, to mend from
        pooling = hunt.shop.work - begun
        better = self._refill(cost - 1, width, max(self._share.due - pooling, pooling))
        self._share.spent(hunt.shop.work - begun, paid=better)
        return better

    def _refill(self, cost: int, width: int, effort: int) -> bool:
        """Free parts of grids of the pool and fill them again; tell whether the best got better."""
        hunt = self._hunt
        hunt.shop.stats.ceiling = cost
        for finished in mendings(hunt, self._spared(cost), self._pool, width, effort):
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

    def _ask(self, cost: int, width: int) -> bool:
        """Ask one beam for grids of at most `cost`; tell whether the best got better."""
        hunt = self._hunt
        fill = self._spared(cost)
        hunt.shop.stats.ceiling = cost
        answer = hunt.ask(fill, width, self._grid)
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
