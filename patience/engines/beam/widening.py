"""Iterative widening, for frames and boards: one rectangle, ever fewer cells without letter.

A ceiling on the blanks is a strong lever: asked for at most 6, a beam finds sixes that it misses
when asked for at most 9. So each beam asks for one better than the best so far; when it fails, the
width doubles. In between, the neighbourhoods of good grids are searched
(`engines.beam.neighbourhoods`): the more that has improved, the more often.
"""

from __future__ import annotations

import sys
from itertools import product

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.neighbourhoods import ElitePool, OperatorBudget, destroy_and_repair
from patience.engines.beam.race import NARROWER, Race
from patience.engines.beam.search import BeamSearch
from patience.engines.subproblem import Subproblem, blanks_allowed
from patience.game.grid import Grid
from patience.game.puzzle import Frame

FIRST_WIDTH = 1000

# Shares of the cells (frame) or tiles (board) that the first beams may leave blank. The first one
# is twice what a good grid has: a beam asked for too little finds nothing, for too much, poorly.
_OPENINGS = (0.16, 0.3, 0.6, 1.0)

# Beams that fill the elite pool are so many times narrower than those that ask for a better grid.
_NARROWER = 4


class IterativeWidening:
    """Beams of growing width on one rectangle.

    Parameters
    ----------
    search : BeamSearch
    subproblem : Subproblem
        The rectangle as it is searched; `turned` says that the puzzle has it transposed.
    variants : int
        How many score variants there are to choose from: the first of the runner's.
    neighbourhoods : bool
        Whether to search the neighbourhoods of good grids.
    """

    def __init__(
        self,
        search: BeamSearch,
        subproblem: Subproblem,
        *,
        turned: bool,
        variants: int,
        neighbourhoods: bool,
    ) -> None:
        self._search = search
        self._subproblem = subproblem
        self._turned = turned
        self._neighbourhoods = neighbourhoods
        self._pool = ElitePool()
        self._race = Race(variants)
        self._budget = OperatorBudget()
        self._widest = search.max_width or sys.maxsize
        self._width = search.fitting(subproblem, min(FIRST_WIDTH, self._widest))
        # There are so many more cells than tiles, or laid face down already.
        search.incumbent.raise_bound(-blanks_allowed(search.puzzle, subproblem, 0))

    def run(self) -> None:
        """Search until nothing better exists or the widest beam is done.

        What ends it earlier leaves it so that it can go on from there.
        """
        if self._search.incumbent.best is not None or self._find_first():
            self._improve()

    def _find_first(self) -> bool:
        """Find any grid; False if there is none, or none was found."""
        search, whole = self._search, self._highest_cost()
        while True:
            for fraction, variant in product(_OPENINGS, self._race.running):
                search.variant = self._race.leader = variant
                if self._attempt(max(round(whole * fraction), search.incumbent.bound), self._width):
                    return True
                if search.incumbent.reason:
                    return False
            if not self._widen(4):
                return False

    def _improve(self) -> None:
        """Ask for one better, again and again."""
        while self._take_step():
            pass

    def _take_step(self) -> bool:
        """Ask for one better; if that fails, widen. False if nothing is left to do."""
        search = self._search
        if search.incumbent.is_settled:
            return False
        assert search.incumbent.cost is not None
        begun = search.runner.work
        improved = self._attempt_better(search.incumbent.cost)
        self._budget.beam_work += search.runner.work - begun
        if improved or search.incumbent.is_settled:
            return True
        if (
            self._neighbourhoods
            and self._budget.remaining > 0
            and self._search_neighbourhoods(search.incumbent.cost)
        ):
            return True
        return self._run_race(search.incumbent.cost) or self._widen(2)

    def _attempt_better(self, cost: int) -> bool:
        """Ask for less than that cost: what the first beams asked for, if that is far below."""
        usual = self._first_ceiling()
        far = cost - 1 > usual and self._attempt(usual, self._width)
        return far or self._attempt(cost - 1, self._width)

    def _run_race(self, cost: int) -> bool:
        """Let the score variants race for grids of that cost; tell whether the best got better."""
        search, race = self._search, self._race
        width = self._width // NARROWER
        if len(race.running) < 2 or width < FIRST_WIDTH:
            return False
        running = list(race.running)
        good: dict[int, int] = {}
        improved = []

        def take(place: int, beam: BeamResult) -> None:
            good[running[place]] = len(set(beam.classes.tolist()))
            improved.append(search.offer(beam, self._to_grid))

        search.run_race(self._subproblem_for(cost), width, running, take)
        race.record(good)
        search.variant = race.leader
        return any(improved)

    def _search_neighbourhoods(self, cost: int) -> bool:
        """Search around grids of that cost; tell whether the best got better."""
        search, begun = self._search, self._search.runner.work
        width = max(self._width // _NARROWER, 1)
        self._attempt(cost, width)  # fills the elite pool
        pooling = search.runner.work - begun
        improved = self._repair(cost - 1, width, max(self._budget.remaining - pooling, pooling))
        self._budget.record(search.runner.work - begun, improved=improved)
        return improved

    def _repair(self, cost: int, width: int, effort: int) -> bool:
        """Destroy and repair grids of the pool; tell whether the best got better."""
        search = self._search
        search.context.stats.ceiling = cost
        for finished in destroy_and_repair(
            search, self._subproblem_for(cost), self._pool, width, effort
        ):
            if search.offer(finished, self._to_grid):
                self._pool.add(finished)
                return True
        return False

    def _widen(self, factor: int) -> bool:
        """Make the next beams wider; False if the last one was as wide as was asked for."""
        search = self._search
        widest = min(self._widest, search.runner.max_width(self._subproblem))
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

    def _first_ceiling(self) -> int:
        """Return the cost that the first beam asks for."""
        return round(self._highest_cost() * _OPENINGS[0])

    def _subproblem_for(self, cost: int) -> Subproblem:
        blanks = blanks_allowed(self._search.puzzle, self._subproblem, cost)
        return self._subproblem.with_max_blanks(min(blanks, self._subproblem.open_cells))

    def _attempt(self, cost: int, width: int) -> bool:
        """Ask one beam for grids of at most `cost`; tell whether the best got better."""
        search = self._search
        subproblem = self._subproblem_for(cost)
        search.context.stats.ceiling = cost
        attempt = search.attempt(subproblem, width, self._to_grid)
        for finished in attempt.beams:
            self._pool.add(finished)
        if attempt.infeasible:
            search.incumbent.raise_bound(cost + 1)
            if cost >= self._highest_cost():
                search.incumbent.prove_infeasible("no filling of the open cells obeys the rules")
        return attempt.improved

    def _to_grid(self, letters: NDArray[np.uint8]) -> Grid:
        grid = self._subproblem.grid(letters)
        return grid.transposed() if self._turned else grid
