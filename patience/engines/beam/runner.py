"""What all beams of one search share: word graph, tables, memory, threads, the clock."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels as kernel
from patience.engines.beam.beam import Beam, Finished
from patience.engines.beam.buffers import Arena, bytes_per_state, graph_of, tile_bytes
from patience.engines.beam.score import GROUPS, LineTables, Market, Score, Weights
from patience.engines.jit import announced
from patience.engines.subproblem import CELL_OPEN, Fill
from patience.errors import EngineError
from patience.result import Limits, Observer, OutOfTime, Stats
from patience.words.wordlist import WordList

# Least seconds between two reports of progress.
_REPORT_EVERY = 0.1

# What setting up one cell costs, in children: an estimate, 0.15 ms against 30 million a second.
_WORK_A_CELL = 5_000


# Share of the machine's free memory that the arrays may take, whatever the limit says.
_FREE_SHARE = 0.7


# From this share of blanks on a fill is searched with the weights for loose grids.
_LOOSE = 0.25


class Workshop:
    """Runs beams on fills of one tile set and lexicon, and keeps count of the work.

    Parameters
    ----------
    words : WordList
        The whole lexicon.
    longest : int
        Longest line of any fill to come.
    counts, jokers : sequence of 26 int, int
        The tile set.
    weights : pair of Weights
        For fills with few blanks, and for those with many.
    limits : Limits
    threads : int
    observer : Observer
    stats : Stats
        Kept up to date.
    """

    def __init__(
        self,
        words: WordList,
        longest: int,
        counts: tuple[int, ...],
        jokers: int,
        weights: tuple[Weights, Weights],
        limits: Limits,
        threads: int,
        observer: Observer,
        stats: Stats,
    ) -> None:
        self.stats = stats
        self._limits = limits
        self._threads = threads
        self._observer = observer
        self._reported = -math.inf
        self._cells = 0
        self._memory = min(limits.memory_gb * 1e9, _FREE_SHARE * _free_memory())
        self._words, self._longest, self._tiles = words, longest, (counts, jokers)
        self._forgotten: set[str] = set()
        usual = word_graph.letter_counts(words, longest)
        self._markets = [Market(counts, usual, each) for each in weights]
        self._arena: Arena | None = None
        self._pool = ThreadPoolExecutor(threads)
        with announced(observer):
            self._learn()
            self._warm_up()
        # Compiling is not searching: the clock starts after it.
        self._start = time.monotonic()

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(cancel_futures=True)

    def forget(self, words: Collection[str]) -> None:
        """Search without `words` from here on; what is not found then is no proof any more."""
        self._forgotten.update(words)
        self._learn()

    def _learn(self) -> None:
        """Make the word graph, and the tables that start from it."""
        if self._forgotten:
            words = (word for word in self._words if word not in self._forgotten)
            self.dawg = word_graph.build(WordList.of_sorted(words), self._longest, *self._tiles)
        else:
            self.dawg = word_graph.kept(self._words, self._longest, *self._tiles)
        self._graph = graph_of(self.dawg)
        self._tight, self._loose = (
            (market, LineTables(self.dawg, market)) for market in self._markets
        )

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
        tiles = tile_bytes(fill, GROUPS)
        each = bytes_per_state(
            fill.cells.shape[1], len(tiles.full), fill.cells.size, self.dawg.child.dtype,
            self._threads,
        )  # fmt: skip
        return max(int(self._memory / each), 1)

    def beam(
        self, fill: Fill, width: int, seed: int, keep: int, *, passing: bool = False
    ) -> Finished:
        """Run one beam.

        Parameters
        ----------
        fill : Fill
        width : int
        seed : int
            Shakes the prices of the letters, so that beams of other seeds find other families.
        keep : int
            Finished grids to hand over at most.
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
        rng = np.random.default_rng(seed)
        loose = fill.spare > _LOOSE * fill.open_cells
        market, lines = self._loose if loose else self._tight
        tiles = tile_bytes(fill, GROUPS)
        score = Score(fill, tiles, market.shaken(rng), lines.fork() if passing else lines)
        arena = self._arena_for(width, columns, len(tiles.full), fill.cells.size)
        self.stats.width, self.stats.rows = width, height
        beam = Beam(fill, self._graph, score, tiles, arena, self._pool)
        finished = beam.run(width, keep, self._watch(columns))
        return replace(finished, complete=finished.complete and not self._forgotten)

    def _warm_up(self) -> None:
        """Have every kernel compiled, on a rectangle of two cells by two."""
        fill = Fill(np.full((2, 2), CELL_OPEN, np.int8), (1,) * 26, 1, 4, True)
        tiles = tile_bytes(fill, GROUPS)
        arena = Arena(4, 2, len(tiles.full), 4, 1, self.dawg.child.dtype)
        market, lines = self._tight
        score = Score(fill, tiles, market, lines.fork())
        Beam(fill, self._graph, score, tiles, arena, self._pool).run(4, 1)

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

    def _arena_for(self, width: int, columns: int, size: int, cells: int) -> Arena:
        """Return the arrays of the last beam if they fit, new ones otherwise."""
        arena = self._arena
        if (
            arena is None
            or (arena.columns, arena.bytes) != (columns, size)
            or not width <= arena.width <= 4 * width
            or arena.cells < cells
        ):
            self._arena = None  # freed before the new one is made
            self._arena = arena = Arena(
                width, columns, size, cells, self._threads, self.dawg.child.dtype
            )
        return arena


def _free_memory() -> float:
    """Return the bytes of memory that no one uses; infinity where the system does not tell."""
    try:
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (ValueError, OSError, AttributeError):
        return math.inf
