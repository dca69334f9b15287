"""Iterative widening for frames and boards: one rectangle, fewer and fewer cells without letter.

A limit on the blanks guides a beam well: with at most 6 blanks it finds sixes that it misses with
at most 9. So each beam must improve on the best of them by one; when it fails, the width doubles.
"""

from __future__ import annotations

import sys
from itertools import product

from patience.engines.beam.search import BeamSearch
from patience.engines.rectangles import Upright
from patience.engines.subproblem import blanks_allowed
from patience.game.puzzle import Frame

FIRST_WIDTH = 1000

# Shares of the cells (frame) or tiles (board) that the first beams may leave blank. The first share
# is twice that of a good grid: a tighter limit finds no grid, a looser one poor grids.
_OPENINGS = (0.16, 0.3, 0.6, 1.0)


class IterativeWidening:
    """Beams of increasing width on one rectangle.

    Parameters
    ----------
    upright : Upright
        The rectangle as it is searched, with all cells that a grid may fill.
    variants : int
        Number of score variants to try in turn for the first grid.
    """

    def __init__(
        self,
        search: BeamSearch,
        upright: Upright,
        *,
        variants: int,
    ) -> None:
        self._search = search
        self._upright = upright
        self._subproblem = subproblem = upright.subproblem
        self._bound = 0  # lower bound on the cost in this rectangle
        self._openings = list(product(_OPENINGS, range(variants)))
        self._opening = 0  # index of the next opening
        self._variant = 0  # the score variant that found the first grid
        self._widest = search.max_width or sys.maxsize
        self._width = search.fitting(subproblem, min(FIRST_WIDTH, self._widest))
        # The cells beyond the number of tiles, and those already face down, stay without letter.
        self._raise_bound(-blanks_allowed(search.puzzle, subproblem, 0))

    def run(self) -> None:
        """Search until no better grid exists or the widest beam is done.

        After an exception a further call resumes the search.
        """
        while self._step():
            pass

    def _step(self) -> bool:
        """Take one step of the search; return False if nothing is left to do."""
        self._search.variant = self._variant
        if self._search.incumbent.is_decided:
            return False
        return self._find_first() if self._search.best is None else self._take_step()

    def _find_first(self) -> bool:
        """Search for any grid within the next opening's limit; False if nothing is left to do."""
        search, whole = self._search, self._highest_cost()
        if self._opening == len(self._openings):
            self._opening = 0
            return self._widen(4)
        fraction, self._variant = self._openings[self._opening]
        search.variant = self._variant
        found = self._attempt(max(round(whole * fraction), self._bound), self._width)
        self._opening += 1
        return found or self._bound <= whole

    def _take_step(self) -> bool:
        """Search for a better grid; if that fails, widen. False if nothing is left to do."""
        search = self._search
        assert search.cost is not None
        if search.cost <= max(self._bound, search.incumbent.bound):
            return False
        improved = self._attempt(search.cost - 1, self._width)
        return improved or search.incumbent.is_decided or self._widen(2)

    def _widen(self, factor: int) -> bool:
        """Widen the next beams; return False if the last beam had the maximum width."""
        search = self._search
        widest = min(self._widest, search.pool.max_width(self._subproblem))
        if search.max_width is not None and self._width >= widest:
            return False
        wanted = min(self._width * factor, self._widest)
        self._width = search.fitting(self._subproblem, wanted)
        return True

    def _highest_cost(self) -> int:
        goal = self._search.puzzle.goal
        if isinstance(goal, Frame):
            return goal.cells
        return self._search.puzzle.tiles.total

    def _attempt(self, cost: int, width: int) -> bool:
        """Run beams for grids of at most `cost`; return whether one is better."""
        blanks = blanks_allowed(self._search.puzzle, self._subproblem, cost)
        subproblem = self._subproblem.with_max_blanks(min(blanks, self._subproblem.open_cells))
        attempt = self._search.attempt(subproblem, width, self._upright.grid)
        if attempt.infeasible:
            self._raise_bound(cost + 1)
        return attempt.improved

    def _raise_bound(self, bound: int) -> None:
        incumbent = self._search.incumbent
        self._bound = max(self._bound, bound)
        incumbent.raise_bound(bound)
        if bound > self._highest_cost():
            incumbent.prove_infeasible("no filling of the open cells obeys the rules")
