"""CP-SAT in a thread of its own, which sends events to the calling thread."""

from __future__ import annotations

import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from ortools.sat.python import cp_model

from patience.engines.cpsat.variables import Variables
from patience.game.grid import Cell

# Maximum number of workers. Two reports of a wrong INFEASIBLE are open: or-tools 5274, and 5295 on
# automata with ten workers or more.
MAX_WORKERS = 8

# Maximum seconds between two events, and so the delay of Ctrl-C and progress.
_POLL = 0.05


class Solution(NamedTuple):
    """A solution: the symbol of each cell and the tiles left over."""

    symbols: dict[Cell, int]
    left: int


class Bound(NamedTuple):
    """A proven lower bound on the tiles left over."""

    left: float


Event = Solution | Bound


class Solver:
    """One run of CP-SAT, `in_order` of the model's decisions or by a search of its own.

    A model without an objective runs in one thread, as a second one gained a tenth and at times did
    not stop.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        v: Variables,
        threads: int,
        seed: int,
        seconds: float,
        *,
        in_order: bool,
    ) -> None:
        self._model = model
        self._deadline = time.monotonic() + seconds
        self._news: SimpleQueue[Event | None] = SimpleQueue()
        self._solver = cp_model.CpSolver()
        self._solver.best_bound_callback = lambda left: self._news.put(Bound(left))
        given = self._solver.parameters
        given.num_workers = min(threads, MAX_WORKERS) if model.has_objective() else 1
        given.random_seed = seed
        given.max_time_in_seconds = max(seconds, 0.0)
        given.catch_sigint_signal = False  # Python raises KeyboardInterrupt in the calling thread
        # Its linear relaxation is useless, and probing takes longer than it gains.
        given.linearization_level = 0
        given.cp_model_probing_level = 0
        if in_order:  # docs/log/2026-11-21-cpsat.md has the effect of each
            given.cp_model_presolve = False  # it cannot tighten the model
            given.inprocessing_dtime_ratio = 0.0
            given.search_branching = cp_model.FIXED_SEARCH
            given.subsolvers.append("fixed")  # further threads do local search
        self._status = cp_model.UNKNOWN
        self._thread = Thread(target=self._work, args=(_Listener(v, self._news),), daemon=True)

    def events(self) -> Iterator[Event | None]:
        """Run the solver and yield its events, and None now and then."""
        self._thread.start()
        while True:
            try:
                event = self._news.get(timeout=_POLL)
                if event is None:
                    return
                yield event
            except Empty:
                if time.monotonic() > self._deadline:
                    self.halt()
                yield None

    def halt(self) -> None:
        """Ask the solver to stop."""
        self._solver.stop_search()

    def close(self) -> None:
        """Stop the solver if it still runs and wait for its thread."""
        # A stop before the solver has started is lost, hence the loop.
        while self._thread.is_alive():
            self.halt()
            self._thread.join(_POLL)

    @property
    def exhausted(self) -> bool:
        """Whether the search is complete: the last filling is the best, or there is none."""
        return self._status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)

    def _work(self, listener: _Listener) -> None:
        try:
            self._status = self._solver.solve(self._model, listener)
        finally:
            self._news.put(None)


class _Listener(cp_model.CpSolverSolutionCallback):
    def __init__(self, v: Variables, news: SimpleQueue[Event | None]) -> None:
        super().__init__()
        self._v = v
        self._news = news

    def on_solution_callback(self) -> None:
        """Send a solution; runs in a solver thread."""
        symbols = {
            cell: symbol
            for cell, literals in self._v.cells.items()
            for symbol, literal in literals.items()
            if self.boolean_value(literal)
        }
        self._news.put(Solution(symbols, self.value(self._v.left)))
