"""A model of one subproblem: is there a filling, and which leaves the fewest tiles over?"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from patience.engines.base import SearchContext
from patience.engines.cpsat.automata import at_most_once
from patience.engines.cpsat.constraints import add_constraints
from patience.engines.cpsat.lines import LineReader
from patience.engines.cpsat.placements import Placement
from patience.engines.cpsat.solver import Bound, Solution, Solver
from patience.engines.cpsat.variables import Variables, make_variables
from patience.engines.dawg import BLANK, spelled
from patience.engines.subproblem import Subproblem
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Rules


class SolveStatus(Enum):
    """Answer to whether there is a filling."""

    FOUND = auto()
    REFUTED = auto()
    STOPPED = auto()  # unknown


class SubproblemModel:
    """A model of one fill for repeated questions; `letters` are those in words.

    Where `few_words` fit, CP-SAT searches as it will, and distinct words are in the model; else it
    fills cell by cell, and a word is held apart from itself once a grid repeats it: all places of
    all words are too many literals. `on_grid` receives each grid that obeys all rules, `on_left`
    each proven lower bound on the tiles left over, in the calling thread; an exception from them
    ends the search.
    """

    def __init__(
        self,
        search: SearchContext,
        subproblem: Subproblem,
        letters: Collection[int],
        words: LineReader | Collection[Placement],
        on_grid: Callable[[Grid], object],
        on_left: Callable[[int], None],
        *,
        few_words: bool,
    ) -> None:
        self._search, self._subproblem, self._few_words = search, subproblem, few_words
        self._on_grid, self._on_left = on_grid, on_left
        self._rules, tiles = search.puzzle.rules, search.puzzle.tiles
        self._model = model = cp_model.CpModel()
        self._v = v = make_variables(model, subproblem, letters)
        tight = isinstance(search.puzzle.goal, Compact)
        add_constraints(model, v, subproblem, self._rules, words, tight=tight)
        if not few_words:
            try_cells_in_reading_order(model, v)
        elif self._rules.distinct_words and isinstance(words, LineReader):
            longest = max(subproblem.cells.shape)
            spellable = spelled(search.lexicon.words, longest, tiles.counts, tiles.jokers)
            at_most_once(model, v, spellable)

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
            if not one.repeated:
                return SolveStatus.REFUTED if one.exhausted else SolveStatus.STOPPED

    def fewest(self, low: int, high: int, seconds: float) -> bool:
        """Search for the filling that leaves the fewest tiles over, from `low` to `high`.

        Returns
        -------
        bool
            Whether the search is complete: the last grid leaves the fewest, or there is none.
        """
        deadline = time.monotonic() + seconds
        while low <= high:
            self._bound_left(low, high)
            self._model.minimize(self._v.left)
            one = self._solve_once(deadline)
            if one.fewest is not None:
                high = one.fewest - 1
            if not one.repeated:
                return one.exhausted
        return True

    def _solve_once(self, deadline: float) -> _SolverRun:
        """Solve the model until a grid repeats a word that must not; then add that to it."""
        outcome = _SolverRun()
        solver = Solver(
            self._model,
            self._v,
            self._search.threads,
            self._search.seed,
            deadline - time.monotonic(),
            in_order=not self._few_words,
        )
        try:
            for event in solver.events():
                if isinstance(event, Bound):
                    self._on_left(math.ceil(event.left - 1e-6))
                elif isinstance(event, Solution):
                    grid = self._subproblem.grid(self._letters(event))
                    if repeated := repeated_words(grid, self._rules):
                        outcome.repeated |= repeated
                        solver.halt()
                    else:
                        outcome.fewest = event.left
                        self._on_grid(grid)
                self._search.report()  # last, as an exception must not lose a solution
        finally:
            solver.close()
        at_most_once(self._model, self._v, sorted(outcome.repeated))
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


def try_cells_in_reading_order(model: cp_model.CpModel, v: Variables) -> None:
    """Make the solver fill cell by cell, letters before blanks."""
    for symbols in v.cells.values():
        model.add_decision_strategy(
            list(symbols.values()), cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
        )


def repeated_words(grid: Grid, rules: Rules) -> set[str]:
    """Return the words that occur more often than allowed."""
    times = Counter(run.text for run in grid.runs() if rules.distinct_words)
    return {word for word, n in times.items() if n > 1}


@dataclass
class _SolverRun:
    """Results of one run of the solver."""

    fewest: int | None = None  # tiles left over in the best valid grid
    repeated: set[str] = field(default_factory=set)  # words that grids show twice and must not
    exhausted: bool = False  # the solver completed its search
