"""The exhaustive engine: it refutes all that is better than the best grid, the cheapest first.

Every cheaper cost is refuted in turn, from the lowest up, and of compact grids of the same area the
smaller perimeters. The first grid found on the way is optimal; if none is found, the best grid was.
"""

from __future__ import annotations

import math

from patience.engines.base import SearchContext
from patience.engines.exhaustive.proof import Progress, Prover
from patience.engines.exhaustive.workers import usable_threads
from patience.result import StopReason


class ExhaustiveEngine:
    """An exhaustive search for what beats the best grid: can be stopped, and goes on.

    Parameters
    ----------
    context : SearchContext

    Raises
    ------
    EngineError
        If the puzzle is too large.
    """

    def __init__(self, context: SearchContext) -> None:
        self._context = context
        self._incumbent = context.incumbent
        self._prover = Prover(
            context.puzzle,
            context.lexicon,
            usable_threads(context.threads, context.observer),
            context.limits.memory_gb,
            context.observer,
        )
        self._progress = Progress()
        self._lowest: int | None = None  # where the proof began: its levels are told apart by it
        with context.preparing():
            self._prover.prepare(self._prover.most)

    def expected_nodes(self, seconds: float) -> float:
        """Estimate the nodes of the whole proof, in about so many seconds."""
        return self._prover.expect(
            self._incumbent.bound, self._incumbent.cost, seconds, self._context.tick
        )

    def run(self) -> StopReason:
        """Refute all that is better than the best grid, or find the best grid on the way.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; `run` then takes it up again.
        """
        incumbent = self._incumbent
        if incumbent.is_closed:
            return StopReason.COMPLETE
        highest, perimeter = self._prover.most, 0
        if incumbent.best is not None:
            cost, perimeter = self._context.puzzle.rank(incumbent.best)
            highest = cost - 1
        if self._lowest is None:
            self._lowest = incumbent.bound
        grid = self._prover.search(self._lowest, highest, self._progress, self._tick, perimeter)
        self._note()
        if grid is not None:
            incumbent.raise_bound(self._context.puzzle.cost(grid))
            incumbent.offer(grid)
            incumbent.close_gap()
        elif incumbent.cost is None:
            incumbent.prove_infeasible("every way to lay the tiles is refuted")
        else:
            incumbent.close_gap()
        return StopReason.COMPLETE

    def _tick(self) -> None:
        self._note()
        self._context.tick()

    def _note(self) -> None:
        """Take over the bound that the proof has reached, and say where it stands."""
        stats, progress = self._context.stats, self._progress
        stats.nodes = progress.nodes
        if progress.level is not None:
            done = math.floor(100 * progress.fraction)
            stats.phase = f"refuting {progress.level.label}, {done} % done"
            self._incumbent.raise_bound(progress.level.cost)  # all that is cheaper came before it
        elif progress.refuted:
            self._incumbent.raise_bound(progress.refuted[-1].cost + 1)
