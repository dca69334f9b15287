"""How large frames and boards are searched: with strips of good grids as neighbourhoods.

With tiles to spare, widths grow and ceilings fall as on small ones; between the beams strips of the
best grid are filled anew (`engines.beam.strips`). Without, beams with generous ceilings find new
grids, whose strips are searched. That is from when a ceiling just below the best cost led nowhere;
with today's weights the other way is as good after a minute, but worse in the first ten seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.search import BeamSearch
from patience.engines.beam.strips import StripSearch
from patience.engines.beam.widening import IterativeWidening
from patience.engines.subproblem import Subproblem, letters_of

# Work on strips without a better grid, as a ratio to that of the beams before: while widths grow,
# and between new grids. There 6, with narrower beams, was better than 2 on 15x15 and 18x13 and no
# worse on 21x21; on 12x12, where widths grow, it was worse.
_STRIPS, _STRIPS_OF_NEW = 2, 6

# Ceilings of the beams, as a ratio to the best cost, drawn evenly: on 15x15, 18x13 and 21x21 all
# above 1.05 led to grids as good, and those of higher ones failed less often.
_CEILINGS = (1.05, 1.5)

# From this width on strips are searched while widths grow.
_WIDE = 16_000

# Width of the first beams that find new grids, and grids a width: on 15x15 and 18x13 a beam of
# 100,000 states ends no better than one of 20,000.
_NEW, _GRIDS = 8_000, 4

# Width of the beams asked for one better each time at which that ends: in the first ten seconds
# they are ahead.
_ENOUGH = 64_000


class StripWidening(IterativeWidening):
    """Iterative widening with strips as neighbourhoods.

    Parameters are those of `IterativeWidening`; the runner has the score variant of strips after
    those that beams may use.
    """

    def __init__(
        self, search: BeamSearch, subproblem: Subproblem, *, turned: bool, variants: int
    ) -> None:
        super().__init__(search, subproblem, turned=turned, variants=variants, neighbourhoods=True)
        self._strips = StripSearch(search, subproblem, variants, self._to_grid)
        self._work_before = 0

    def _search_neighbourhoods(self, cost: int) -> bool:
        """Search strips of the best grid, which has that cost; tell whether it got better."""
        return self._width >= _WIDE and self._search_strips(cost, _STRIPS)

    def _search_strips(self, cost: int, share: int) -> bool:
        """Search them whatever the width, with that ratio of work to the beams'."""
        best = self._search.incumbent.best
        assert best is not None
        work = self._budget.beam_work - self._work_before
        self._work_before = self._budget.beam_work
        start = letters_of(best.transposed() if self._turned else best)
        self._strips.run(start, self._width, share * work)
        return self._search.incumbent.cost != cost


class StripRestarts(StripWidening):
    """Iterative widening at first, then ever new grids, and strips of the best.

    Parameters are those of `StripWidening`.
    """

    def _search_neighbourhoods(self, cost: int) -> bool:
        """While widths grow there are none: they are worth more once new grids are found."""
        return False

    def _improve(self) -> None:
        """Widen, then find new grids and search strips, again and again."""
        enough = min(_ENOUGH, self._search.runner.max_width(self._subproblem))
        while self._width < enough:
            if not self._take_step():
                return
        self._width = min(self._width, _NEW)
        while True:
            for number in range(_GRIDS):
                if self._search.incumbent.is_settled:
                    return
                self._find_new_grid(self._race.running if number == 0 else [self._race.leader])
                assert self._search.incumbent.cost is not None
                self._search_strips(self._search.incumbent.cost, _STRIPS_OF_NEW)
            if not self._widen(2):
                return

    def _find_new_grid(self, variants: Sequence[int]) -> None:
        """Run a beam with each of some score variants; the one that finds the best leads."""
        begun = self._search.runner.work
        beams = [(each, beam) for each in variants for beam in self._generous_beams(each)]
        self._budget.beam_work += self._search.runner.work - begun
        if beams:
            self._race.leader, best = min(beams, key=lambda each: int(each[1].blanks[0]))
            if best.complete and not self._search.incumbent.is_settled:
                assert self._search.incumbent.cost is not None
                self._attempt(self._search.incumbent.cost - 1, self._width)  # a proof, maybe

    def _generous_beams(self, variant: int) -> list[BeamResult]:
        """Run a beam with a score variant, on each root branch; return those that end in grids."""
        search, cost = self._search, self._search.incumbent.cost
        assert cost is not None
        usual = min(cost, self._first_ceiling())
        ceiling = round(usual * search.rng.uniform(*_CEILINGS))
        search.variant, search.context.stats.ceiling = variant, ceiling
        attempt = search.attempt(self._subproblem_for(ceiling), self._width, self._to_grid)
        return [beam for beam in attempt.beams if beam.total]
