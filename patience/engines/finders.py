"""The searches for better grids that share the time: beams, and ruin and recreate.

Beams are far better where grids are dense, ruin and recreate where most cells must stay empty. No
property of a puzzle tells which: stripes fill to 94 % and beams die there, nine-letter words on
14x9 and 500 words on 9x7 both fill to 0.7 and want different engines. So their results decide.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Self

from patience.engines.base import SearchContext, SearchStopped
from patience.engines.beam.engine import BeamEngine
from patience.engines.params import BeamParams
from patience.engines.recreate.engine import RecreateEngine
from patience.errors import EngineError
from patience.game.grid import CLOSED
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.result import StopReason

# Work of ruin and recreate before the beams, some 0.03 s, while their tables are made; and after
# them, where they end before their time and there is no time limit.
_FLOOR, _LAST = 750_000, 50_000_000

# With one thread, seconds of the first turn of the beams, of which the first on 14x9 takes 0.4, and
# their share of a short limit.
_FIRST_TURN, _FIRST_SHARE = 1.0, 0.4

# With more threads ruin and recreate runs beside the beams after so many seconds, if it is wanted
# then. From the start on it made them slower (two threads of one core): to 5 on 9x7 in 0.41 instead
# of 0.36 s, medians of thirty seeds.
_BESIDE_AFTER = 0.3

# Share of the time for ruin and recreate where it leads, and where it has at least _NEAR of the
# letters of the beams: on 9x7 it comes to 0.91 of theirs and they stay ahead for ever, with 500
# words it comes to 0.95 and more, and each leads at times.
_LEADING, _NEAR_SHARE, _NEAR = 0.75, 0.5, 0.94

# Shortest turn in seconds, and the length of a turn as a share of the time so far.
_TURN, _TURN_SHARE = 0.15, 0.5


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
        self._by_beams = self._by_recreate = 0.0  # seconds

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
        self._recreate.offer()
        incumbent, alone = self._context.incumbent, self._context.threads == 1
        while self._goes_on and not incumbent.is_closed:
            self._context.tick()  # whatever the turns do
            spent, share = self._by_beams + self._by_recreate, self._share()
            turn = max(_TURN, _TURN_SHARE * spent) if spent else self._first_turn()
            if share == 1.0 and (self._recreate.is_idle or incumbent.is_decided):
                break
            if incumbent.is_decided:
                share = 0.0  # ruin and recreate looks for no smaller perimeter
            if share == 1.0 or (alone and self._by_recreate < share * spent):
                self._run_recreate(turn)
            elif alone and share:
                self._run_beams(turn)
            else:
                with self._beside() if share else nullcontext():
                    self._run_beams(math.inf)
        if incumbent.is_closed:
            return StopReason.COMPLETE
        endless = math.isinf(self._context.clock.remaining)
        return self._recreate.run(_LAST if endless else None)

    def run_by_work(self) -> None:
        """Run the beams up to their widest, then ruin and recreate, if it leads, as long."""
        self._recreate.offer()
        if self._goes_on:
            self._run_beams(math.inf)
        if self._share() and not self._context.incumbent.is_closed:
            self._recreate.run(max(self._context.stats.children, _FLOOR))

    @property
    def leader(self) -> str:
        """Name of the search with the better grid."""
        found = self._beams is not None and self._beams.cost is not None
        leads = self._share() >= _LEADING if found else self._recreate.most > 0
        return "recreate" if leads else "beam"

    def _share(self) -> float:
        """Return the share of the time for ruin and recreate."""
        puzzle = self._context.puzzle
        if len(puzzle.rules.require) > 1 and not self._recreate.layouts:
            return 1.0  # beams have nothing to begin with
        if self._beams is None or self._beams.cost is None:
            return _NEAR_SHARE  # these may be about to find one
        if isinstance(puzzle.goal, Compact):
            return 0.0
        up, others = self._recreate.most, _letters_up(puzzle, self._beams.cost)
        if up > others:
            return _LEADING
        return _NEAR_SHARE if up >= _NEAR * others else 0.0

    def _beams_of(self, params: BeamParams, max_width: int | None) -> BeamEngine | None:
        try:
            return BeamEngine(self._context, params, max_width, self._recreate.layouts)
        except EngineError as error:
            self._context.failure = str(error)
            return None

    def _beside(self) -> AbstractContextManager[None]:
        """Let ruin and recreate run beside the beams, until these are clearly ahead."""
        return self._recreate.beside(lambda: self._share() > 0, _BESIDE_AFTER)

    def _first_turn(self) -> float:
        """Return the seconds of the first turn of the beams where turns are taken."""
        return min(_FIRST_TURN, _FIRST_SHARE * self._context.clock.remaining)

    def _run_beams(self, seconds: float) -> None:
        """Run the beams for some seconds, which end the beam that is on its way."""
        assert self._beams is not None, "there are beams"
        began = self._context.clock.elapsed
        try:
            self._goes_on = self._context.run_for(seconds, self._beams.run) is None
        except EngineError as error:
            self._context.failure = str(error)
            self._goes_on = False
        finally:
            self._by_beams += self._context.clock.elapsed - began

    def _run_recreate(self, seconds: float) -> None:
        """Run ruin and recreate for some seconds."""
        began = self._context.clock.elapsed
        try:
            self._context.run_for(seconds, self._recreate.run)
        finally:
            self._by_recreate += self._context.clock.elapsed - began


def _letters_up(puzzle: Puzzle, cost: int) -> int:
    """Return the letters up in a grid of a frame or a board."""
    if isinstance(puzzle.goal, Frame):
        return puzzle.goal.cells - cost
    if isinstance(puzzle.goal, Board) and puzzle.tiles.free:
        layout = puzzle.goal.layout
        return layout.width * layout.height - layout.count(CLOSED) - cost
    return puzzle.tiles.total - cost
