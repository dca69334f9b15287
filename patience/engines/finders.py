"""The searches for better grids that share the time: beams, and ruin and recreate.

Beams are far better where grids are dense, ruin and recreate where most cells must stay empty. No
property of a puzzle tells which: stripes fill to 94 % and beams die there, nine-letter words on
14x9 and 500 words on 9x7 both fill to 0.7 and want different engines. So their results decide.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from patience.engines.base import SearchContext, SearchStopped
from patience.engines.beam.engine import BeamEngine
from patience.engines.params import BeamParams
from patience.engines.recreate.engine import RecreateEngine
from patience.errors import EngineError
from patience.result import StopReason

# Work of ruin and recreate before the beams, some 0.03 s, while their tables are made; and after
# them, where they end before their time and there is no time limit.
_FLOOR, _LAST = 750_000, 50_000_000

# Seconds after which ruin and recreate runs beside the beams, once there is a grid. From the start
# on it made them slower: to 5 on 9x7 in 0.19 instead of 0.17 s, medians of fifteen seeds.
_BESIDE_AFTER = 0.3

# Least share of the time of either search; the one that found the best grid so far has the rest.
_LEAST = 0.1

# Seconds between two looks whether the required words lie anywhere, from where the beams begin.
_TURN = 0.15


class Finders:
    """A resumable search by both; it ends when neither has anything left to do.

    A puzzle that beams cannot take is left to ruin and recreate.
    """

    def __init__(
        self, context: SearchContext, params: BeamParams, max_width: int | None = None
    ) -> None:
        self._context = context
        self._recreate = RecreateEngine(context)
        with ThreadPoolExecutor(1) as pool:
            floor = pool.submit(self._recreate.search, _FLOOR)
            try:
                self._beams = self._beams_of(params, max_width)
            except (SearchStopped, KeyboardInterrupt):
                floor.result()
                self._recreate.offer()
                raise
            floor.result()
        self._goes_on = self._beams is not None  # they have more to do

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._beams is not None:
            self._beams.close()

    def run(self) -> StopReason:
        """Search until no better grid exists or nothing is left to do.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        context, incumbent, recreate = self._context, self._context.incumbent, self._recreate
        recreate.offer()
        while self._goes_on and self._waits and not (recreate.is_idle or incumbent.is_decided):
            context.run_for(_TURN, recreate.run)
        if self._goes_on and not (self._waits or incumbent.is_closed):
            after = 0.0 if incumbent.best is None else _BESIDE_AFTER
            with recreate.beside(self._share, after):
                self._run_beams()
        if incumbent.is_closed:
            return StopReason.COMPLETE
        return recreate.run(_LAST if math.isinf(context.clock.remaining) else None)

    def run_by_work(self) -> None:
        """Run the beams up to their widest, then ruin and recreate for its share of their work."""
        self._recreate.offer()
        if self._goes_on:
            self._run_beams()
        incumbent, share = self._context.incumbent, self._share()
        if not incumbent.is_closed:
            work = round(share / (1 - share) * self._context.stats.children)
            self._recreate.run(work if incumbent.best else max(work, _FLOOR))

    @property
    def leader(self) -> str:
        """Name of the search with the better grid."""
        found = self._beams is not None and self._beams.cost is not None
        leads = self._recreate.leads if found else self._recreate.most > 0
        return "recreate" if leads else "beam"

    @property
    def _waits(self) -> bool:
        """Whether the beams have nothing to begin with: no layout of the required words."""
        return len(self._context.puzzle.rules.require) > 1 and not self._recreate.layouts

    def _share(self) -> float:
        """Return the share of the time for ruin and recreate."""
        if self._beams is None or self._beams.cost is None:
            return 0.5  # these may be about to find one
        return 1 - _LEAST if self._recreate.leads else _LEAST

    def _beams_of(self, params: BeamParams, max_width: int | None) -> BeamEngine | None:
        try:
            return BeamEngine(self._context, params, max_width, self._recreate.layouts)
        except EngineError as error:
            self._context.failure = str(error)
            return None

    def _run_beams(self) -> None:
        """Run the beams until they have nothing left to do."""
        assert self._beams is not None, "there are beams"
        try:
            self._beams.run()
        except EngineError as error:
            self._context.failure = str(error)
        self._goes_on = False
