"""What all beams of one search share: word graph, tables, memory, threads, the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.beam import kernel
from patience.engines.beam.arrays import Arena, bytes_per_state, tile_bytes
from patience.engines.beam.score import GROUPS, LineTables, Market, Score, Weights
from patience.engines.beam.search import Beam, Finished
from patience.engines.fill import Fill
from patience.errors import EngineError
from patience.result import Limits, Observer, Stats

# Least seconds between two reports of progress.
_REPORT_EVERY = 0.1

# What setting up one cell costs, in children: measured, 0.15 ms against 30 million a second.
_WORK_A_CELL = 5_000


class OutOfTime(Exception):
    """The time limit has struck."""


class Workshop:
    """Runs beams on fills of one tile set and lexicon, and keeps count of the work.

    Parameters
    ----------
    words : sequence of str
        Sorted; the whole lexicon.
    longest : int
        Longest line of any fill to come.
    counts, jokers : sequence of 26 int, int
        The tile set.
    weights : Weights
    limits : Limits
    threads : int
    observer : Observer
    stats : Stats
        Kept up to date.
    """

    def __init__(
        self,
        words: Sequence[str],
        longest: int,
        counts: Sequence[int],
        jokers: int,
        weights: Weights,
        limits: Limits,
        threads: int,
        observer: Observer,
        stats: Stats,
    ) -> None:
        self.stats = stats
        self._limits = limits
        self._threads = threads
        self._observer = observer
        self._start = time.monotonic()
        self._reported = 0.0
        self._cells = 0
        self.dawg = word_graph.build(words, longest, counts, jokers)
        self._graph = kernel.Graph(self.dawg.nodes, self.dawg.child)
        self._market = Market(counts, _letter_counts(words, longest), weights)
        self._lines = LineTables(self.dawg, self._market)
        self._arena: Arena | None = None
        self._pool = ThreadPoolExecutor(threads)

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(cancel_futures=True)

    @property
    def elapsed(self) -> float:
        """Seconds since the workshop opened."""
        return time.monotonic() - self._start

    @property
    def work(self) -> int:
        """Work done so far, in children; the same on every machine."""
        return self.stats.children + _WORK_A_CELL * self._cells

    def widest(self, fill: Fill) -> int:
        """Return the widest beam on `fill` that the memory limit allows."""
        tiles = tile_bytes(fill, GROUPS, np.random.default_rng(0))
        each = bytes_per_state(
            fill.cells.shape[1], len(tiles.full), fill.cells.size, self.dawg.child.dtype,
            self._threads,
        )  # fmt: skip
        return max(int(self._limits.memory_gb * 1e9 / each), 1)

    def beam(
        self, fill: Fill, width: int, seed: int, noise: float, keep: int, *, passing: bool = False
    ) -> Finished:
        """Run one beam.

        Parameters
        ----------
        passing : bool
            The fill will not come again: do not remember the tables of its lines.

        Raises
        ------
        OutOfTime
            If the time limit strikes first.
        """
        height, columns = fill.cells.shape
        if columns > kernel.MAX_COLUMNS:
            raise EngineError(
                f"{columns} columns on the shorter side: the beam takes {kernel.MAX_COLUMNS} at "
                "most; try --engine cpsat"
            )
        lines = self._lines.fork() if passing else self._lines
        tiles = tile_bytes(fill, GROUPS, np.random.default_rng(seed))
        score = Score(fill, tiles, self._market, lines)
        arena = self._arena_for(width, columns, len(tiles.full))
        self.stats.width, self.stats.rows = width, height
        beam = Beam(fill, self._graph, score, tiles, arena, self._pool)
        return beam.run(width, seed, noise, keep, self._watch(columns))

    def tick(self) -> None:
        """Report progress now and then.

        Raises
        ------
        OutOfTime
            If the time is up.
        """
        now = self.elapsed
        self.stats.elapsed_s = now
        if now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._observer.on_progress(self.stats)
        if self._limits.seconds is not None and now > self._limits.seconds:
            raise OutOfTime

    def _watch(self, columns: int) -> Callable[[int, int, int], None]:
        before = self.stats.children

        def on_cell(cell: int, alive: int, children: int) -> None:
            self._cells += 1
            self.stats.row = cell // columns + 1
            self.stats.children = before + children
            self.tick()

        return on_cell

    def _arena_for(self, width: int, columns: int, size: int) -> Arena:
        """Return the arrays of the last beam if they fit, new ones otherwise."""
        arena = self._arena
        if (
            arena is None
            or (arena.columns, arena.bytes) != (columns, size)
            or not width <= arena.width <= 4 * width
        ):
            self._arena = None  # freed before the new one is made
            self._arena = arena = Arena(width, columns, size, self._threads, self.dawg.child.dtype)
        return arena


def _letter_counts(words: Sequence[str], longest: int) -> NDArray[np.float64]:
    """Count the letters of all words that fit a line."""
    text = "".join(word for word in words if len(word) <= longest).encode("ascii")
    codes = np.frombuffer(text, np.uint8) - np.uint8(ord("A"))
    return np.bincount(codes, minlength=26).astype(np.float64)
