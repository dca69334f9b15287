"""A model of one subproblem: is there a filling, and which leaves the fewest tiles over?"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from patience.engines.base import SearchContext
from patience.engines.cpsat.automata import Automata
from patience.engines.cpsat.constraints import add_constraints
from patience.engines.cpsat.cuts import Cuts
from patience.engines.cpsat.placed import PlacedWords
from patience.engines.cpsat.solver import Bound, Solution, Solver
from patience.engines.cpsat.variables import make_variables
from patience.engines.dawg import BLANK
from patience.engines.subproblem import Subproblem
from patience.game.grid import Grid
from patience.game.puzzle import Compact


class SolveStatus(Enum):
    """Outcome of a question."""

    FOUND = auto()  # a filling; the best one if the fewest tiles left were asked for
    REFUTED = auto()  # no filling exists
    STOPPED = auto()  # unknown


class SubproblemModel:
    """A model of one fill for repeated questions; `letters` are those in words.

    `on_grid` receives each grid that obeys all rules, `on_left` each proven lower bound on the
    tiles left over, in the calling thread; an exception from them ends the search.
    """

    def __init__(
        self,
        search: SearchContext,
        subproblem: Subproblem,
        letters: Collection[int],
        encoding: Automata | PlacedWords,
        on_grid: Callable[[Grid], object],
        on_left: Callable[[int], None],
    ) -> None:
        self._search, self._subproblem, self.encoding = search, subproblem, encoding
        self._on_grid, self._on_left = on_grid, on_left
        self._model = model = cp_model.CpModel()
        self._v = make_variables(model, subproblem, letters)
        tight = isinstance(search.puzzle.goal, Compact)
        add_constraints(model, self._v, subproblem, search.puzzle.rules, encoding, tight=tight)
        self._cuts = Cuts(model, self._v, encoding.left_to_cuts)

    def exactly(self, left: int, seconds: float) -> SolveStatus:
        """Search for a filling that leaves exactly `left` tiles over."""
        # It determines how many of each letter must be placed, which helps more than an objective.
        self._bound_left(left, left)
        self._model.clear_objective()  # type: ignore[no-untyped-call]
        deadline = time.monotonic() + seconds
        while True:
            one = self._solve_once(deadline)
            if one.fewest is not None:
                return SolveStatus.FOUND
            if not one.broken:
                return SolveStatus.REFUTED if one.exhausted else SolveStatus.STOPPED

    def fewest(self, low: int, high: int, seconds: float) -> SolveStatus:
        """Search for the filling that leaves the fewest tiles over, from `low` to `high`."""
        deadline = time.monotonic() + seconds
        found = False
        while low <= high:
            self._bound_left(low, high)
            self._model.minimize(self._v.left)
            one = self._solve_once(deadline)
            if one.fewest is not None:
                found, high = True, one.fewest - 1
            if not one.broken and not one.exhausted:
                return SolveStatus.STOPPED
            if not one.broken:
                break
        return SolveStatus.FOUND if found else SolveStatus.REFUTED

    def hint(self, grid: Grid) -> None:
        """Give the solver a good filling as a hint."""
        self._model.clear_hints()  # type: ignore[no-untyped-call]
        for cell, symbols in self._v.cells.items():
            x = grid[cell].upper()
            held = self._subproblem.alphabet.index.get(x, BLANK)
            for symbol, literal in symbols.items():
                self._model.add_hint(literal, symbol == held)
        for literal, value in self.encoding.hints(grid):
            self._model.add_hint(literal, value)

    def _solve_once(self, deadline: float) -> _SolverRun:
        """Solve the model until a grid breaks a rule that it does not contain; then add cuts."""
        outcome = _SolverRun()
        solver = Solver(
            self._model,
            self._v,
            self.encoding.configure,
            self._search.threads,
            self._search.seed,
            deadline - time.monotonic(),
        )
        try:
            for event in solver.events():
                if isinstance(event, Bound):
                    self._on_left(math.ceil(event.left - 1e-6))
                elif isinstance(event, Solution):
                    grid = self._subproblem.grid(self._letters(event))
                    if self._cuts.broken(grid):
                        outcome.broken.append(grid)
                        solver.halt()
                    else:
                        outcome.fewest = event.left
                        self._on_grid(grid)
                self._search.report()  # last, as an exception must not lose a solution
        finally:
            solver.close()
        for grid in outcome.broken:
            self._cuts.add(grid)
        outcome.exhausted = solver.exhausted
        return outcome

    def _bound_left(self, low: int, high: int) -> None:
        domain = self._model.proto.variables[self._v.left.index].domain
        domain.clear()
        domain.extend([low, high])

    def _letters(self, solution: Solution) -> NDArray[np.uint8]:
        letters = np.full(self._subproblem.cells.shape, BLANK, np.uint8)
        for cell, symbol in solution.symbols.items():
            letters[cell] = symbol
        return letters.reshape(-1)


@dataclass
class _SolverRun:
    """Results of one run of the solver."""

    fewest: int | None = None  # tiles left over in the best valid grid
    broken: list[Grid] = field(default_factory=list)  # grids that need cuts
    exhausted: bool = False  # the solver completed its search
