"""All grids of a puzzle, each once: the exhaustive search, which goes on past each grid.

A thread searches the cost levels, the cheapest first, and puts each grid into a queue, from which
the iterator takes it to the referee.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from queue import Empty, Full, Queue
from threading import Event, Thread

from patience.engines.base import Clock, announce_compiling
from patience.engines.judge import judge
from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.validation import validate
from patience.proofs.certificates import known_bound
from patience.result import Limits, Observer, Stats, StopReason
from patience.words.lexicon import Lexicon

# Grids that wait to be taken before the search waits, and seconds between two looks at its end.
_WAITING, _LOOK = 1000, 0.1


class _Ended(Exception):
    """The search is to end."""


class Grids(Iterator[Grid], AbstractContextManager["Grids"]):
    """Every grid of the least cost, or of cost at most so much, each once, as they are found.

    A grid is its letters: which of them a joker shows makes no other grid, but its mirror on the
    diagonal is another. The order depends on the threads. The search ends with the iterator, when
    all are found, the time is over, or the iterator is closed.

    Attributes
    ----------
    count : int
        Grids taken so far.
    stopped : StopReason
        Why the search ended: ``COMPLETE`` if these are all.
    reason : str
        Why there is none, if that is evident.
    bound : int
        Proven: no grid costs less.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        lexicon: Lexicon,
        at_most: int | None,
        limits: Limits,
        threads: int,
        observer: Observer,
    ) -> None:
        validate(puzzle, lexicon, lexicon.left_out_by)
        self.count, self.bound, self.stopped = 0, 0, StopReason.INTERRUPT
        self.reason = diagnose(puzzle, lexicon)
        self._puzzle, self._lexicon, self._at_most = puzzle, lexicon, at_most
        self._limits, self._threads, self._observer = limits, threads, observer
        self._found: Queue[Grid | BaseException | None] = Queue(_WAITING)
        self._closed = Event()
        self._least: int | None = None
        self._thread = Thread(target=self._search, daemon=True)
        if self.reason:
            self.stopped = StopReason.COMPLETE
        else:
            self._thread.start()

    @property
    def is_complete(self) -> bool:
        """Whether these are all."""
        return self.stopped is StopReason.COMPLETE

    def __next__(self) -> Grid:
        """Return the next grid, refereed.

        Raises
        ------
        EngineError
            If the puzzle is too large.
        """
        while not self._closed.is_set() and (self._thread.is_alive() or not self._found.empty()):
            try:
                found = self._found.get(timeout=_LOOK)  # by turns with Ctrl-C
            except Empty:
                continue
            if isinstance(found, BaseException):
                raise found
            if found is None:
                break
            judge(self._puzzle, self._lexicon, "prove", found, self._at_most)
            self.count += 1
            return found
        raise StopIteration

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _search(self) -> None:
        error: BaseException | None = None
        try:
            self._search_levels()
            self.stopped = StopReason.COMPLETE
        except (_Ended, KeyboardInterrupt):  # by which an observer ends it
            pass
        except BaseException as raised:  # the one who takes the grids is told
            error = raised
        with suppress(_Ended):
            self._give(error)

    def _search_levels(self) -> None:
        observer, limits = self._observer, self._limits
        with announce_compiling(observer.on_notice):
            from patience.engines.exhaustive.levels import every_level  # noqa: PLC0415
            from patience.engines.exhaustive.search import ExhaustiveSearch  # noqa: PLC0415

            search = ExhaustiveSearch(
                self._puzzle, self._lexicon, self._threads, limits.memory_gb, observer
            )
        clock, stats = Clock(limits.seconds), Stats(engine="prove")

        def tick() -> None:
            stats.elapsed_s = clock.elapsed
            stats.phase = f"{self._found.qsize() + self.count} grids"
            observer.on_progress(stats)
            if clock.remaining <= 0:
                self.stopped = StopReason.TIME
                raise _Ended
            if self._closed.is_set():
                raise _Ended

        def give(grid: Grid) -> None:
            self._least = self._puzzle.cost(grid)
            self._give(grid)

        lowest = known_bound(self._puzzle, self._lexicon)
        highest = math.inf if self._at_most is None else self._at_most
        for level in every_level(self._puzzle, lowest, highest):
            if self._at_most is None and self._least is not None and level.cost > self._least:
                return
            self.bound = level.cost if self._least is None else self.bound
            search.each(level, give, tick)
            tick()

    def _give(self, found: Grid | BaseException | None) -> None:
        while True:
            if self._closed.is_set():
                raise _Ended
            with suppress(Full):
                self._found.put(found, timeout=_LOOK)
                return
