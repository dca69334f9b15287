"""A model of one subproblem: is there a filling, and which leaves the fewest tiles over?"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from patience.engines.cpsat.constraints import ModelContext, add_constraints
from patience.engines.cpsat.cuts import Cuts
from patience.engines.cpsat.solver import Bound, Solution, Solver
from patience.engines.cpsat.variables import make_variables
from patience.engines.dawg import BLANK
from patience.game.grid import Grid


class SolveStatus(Enum):
    """Outcome of a question."""

    FOUND = auto()  # a filling; the best one if the fewest tiles left were asked for
    REFUTED = auto()  # no filling exists
    STOPPED = auto()  # unknown


@dataclass(frozen=True)
class SolverContext:
    """Limits and callbacks of the solver; callbacks run in the calling thread."""

    threads: int
    seed: int
    on_grid: Callable[[Grid], object]  # receives each grid that obeys all rules
    on_left: Callable[[int], None]  # receives each proven lower bound on the tiles left over
    tick: Callable[[], None]  # called often; an exception ends the search


class SubproblemModel:
    """A model of one fill for repeated questions."""

    def __init__(self, context: ModelContext, solver: SolverContext) -> None:
        self._subproblem = context.subproblem
        self._solver = solver
        self._model = cp_model.CpModel()
        self.encoding = context.encoding
        self._v = make_variables(self._model, context.subproblem, context.letters)
        add_constraints(self._model, self._v, context)
        self._cuts = Cuts(self._model, self._v, context.encoding.left_to_cuts)

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
            self._solver.threads,
            self._solver.seed,
            deadline - time.monotonic(),
        )
        try:
            for event in solver.events():
                if isinstance(event, Bound):
                    self._solver.on_left(math.ceil(event.left - 1e-6))
                elif isinstance(event, Solution):
                    grid = self._subproblem.grid(self._letters(event))
                    if self._cuts.broken(grid):
                        outcome.broken.append(grid)
                        solver.halt()
                    else:
                        outcome.fewest = event.left
                        self._solver.on_grid(grid)
                self._solver.tick()  # last, as an exception must not lose a solution
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
