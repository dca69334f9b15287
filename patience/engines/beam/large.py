"""How large frames and boards are searched: with strips of good grids as neighbourhoods.

Widths grow and ceilings fall as on small ones; between the beams strips of the best grid are filled
anew (`engines.beam.strips`).
"""

from __future__ import annotations

from patience.engines.beam.search import BeamSearch
from patience.engines.beam.strips import StripSearch
from patience.engines.beam.widening import IterativeWidening
from patience.engines.rectangles import Upright

# Work on strips without a better grid, as a ratio to that of the beams before. On 21x21, 18x13 and
# 15x15 0.5 to 2 end alike after half a minute or a minute.
_STRIPS = 1

# From this width on strips are searched.
_WIDE = 16_000


class StripWidening(IterativeWidening):
    """Iterative widening with strips as neighbourhoods.

    Parameters are those of `IterativeWidening`; the runner has the score variant of strips after
    those that beams may use.
    """

    def __init__(
        self, search: BeamSearch, upright: Upright, *, variants: int, is_whole: bool = True
    ) -> None:
        super().__init__(search, upright, variants=variants, neighbourhoods=True, is_whole=is_whole)
        self._strips = StripSearch(search, upright.subproblem, variants, upright.grid)
        self._work_before = 0

    def _search_neighbourhoods(self, cost: int) -> bool:
        """Search strips of the best grid, which has that cost; tell whether it got better."""
        if self._width < _WIDE:
            return False
        best = self._search.incumbent.best
        assert best is not None
        start = self._upright.letters(best)
        if start is None:
            return False
        work = self._budget.beam_work - self._work_before
        self._work_before = self._budget.beam_work
        self._strips.run(start, self._width, _STRIPS * work)
        return self._search.incumbent.cost != cost
