"""The beam engine: beams on one puzzle, with a strategy for its goal."""

from __future__ import annotations

from collections.abc import Sequence

from patience.engines.base import SearchContext
from patience.engines.beam.area_reduction import AreaReduction
from patience.engines.beam.pool import BeamPool
from patience.engines.beam.search import BeamSearch
from patience.engines.beam.variants import variants_of
from patience.engines.beam.widening import IterativeWidening
from patience.engines.branching import Pattern, pattern_of_word
from patience.engines.params import BeamParams
from patience.engines.rectangles import Upright
from patience.engines.subproblem import subproblem_of
from patience.game.puzzle import Compact
from patience.result import StopReason


class BeamEngine:
    """A resumable search by beams, none wider than `max_width` if the work is bounded.

    `layouts` are patterns of several required words, which another engine may add to; a single word
    needs none.
    """

    def __init__(
        self,
        context: SearchContext,
        params: BeamParams,
        max_width: int | None,
        layouts: Sequence[Pattern],
    ) -> None:
        self._context = context
        puzzle = context.puzzle
        words = context.lexicon.words
        with context.preparing():
            self._variants = variants_of(puzzle, words, params.weights)
            self._pool = BeamPool(
                words,
                puzzle.longest_line,
                puzzle.tiles.counts,
                puzzle.tiles.jokers,
                self._variants,
                threads=context.threads,
                memory_gb=context.limits.memory_gb,
                stats=context.stats,
                tick=context.tick,
            )
        if len(puzzle.rules.require) == 1:
            layouts = [pattern_of_word(puzzle.rules.require[0], puzzle.tiles.alphabet)]
        self._search = BeamSearch(context, self._pool, max_width, layouts)
        self._strategy = self._strategy_for(params)

    def __enter__(self) -> BeamEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def cost(self) -> int | None:
        """Cost of the best grid that these beams found or began with."""
        return self._search.cost

    def close(self) -> None:
        """Shut the threads down."""
        self._pool.close()

    def run(self) -> StopReason:
        """Search until no better grid exists or the widest beam is done.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        incumbent = self._context.incumbent
        try:
            self._strategy.run()
        finally:
            if incumbent.best is None:
                self._context.failure = self._search.explain_failure()
        return StopReason.COMPLETE if incumbent.is_closed else StopReason.WORK

    def _strategy_for(self, params: BeamParams) -> AreaReduction | IterativeWidening:
        puzzle = self._context.puzzle
        if puzzle.size is None or isinstance(puzzle.goal, Compact):
            return AreaReduction(self._search)
        # With narrow rows the search sees a whole row at once.
        whole = subproblem_of(puzzle, *puzzle.size)
        upright = Upright(puzzle, whole, narrow_rows=params.narrow_rows)
        return IterativeWidening(self._search, upright, variants=len(self._variants))
