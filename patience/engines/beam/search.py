"""One beam: from the empty rectangle to full ones, cell by cell."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernel
from patience.engines.beam.arrays import Arena, TileBytes, Trail
from patience.engines.beam.score import Score
from patience.engines.fill import Fill


@dataclass(frozen=True)
class Finished:
    """The full rectangles one beam ended with.

    Attributes
    ----------
    letters : ndarray of uint8, shape (n, cells)
        A letter 0-25 a cell in reading order, 26 for none; fewest blanks first, no more than asked.
    blanks : ndarray of int64, shape (n,)
        Open cells without letter.
    families : ndarray of int64, shape (n,)
        Which state five ninths down the rectangle each comes from.
    total : int
        How many there were.
    died_at : int
        Cells filled when the last state died; all of them if any was finished.
    children : int
        States generated.
    left_over : ndarray of float64, shape (26,)
        Tiles of each letter left, on average, in the last states of a beam that died.
    complete : bool
        No state was dropped for want of width: what is not here does not exist.
    """

    letters: NDArray[np.uint8]
    blanks: NDArray[np.int64]
    families: NDArray[np.int64]
    total: int
    died_at: int
    children: int
    left_over: NDArray[np.float64]
    complete: bool


class Beam:
    """A beam search over one fill.

    Parameters
    ----------
    fill : Fill
    graph : kernel.Graph
    score : Score
    arena : Arena
        Its columns, words and dtype must fit the fill.
    pool : ThreadPoolExecutor
        With at least ``arena.threads`` workers.
    """

    def __init__(
        self,
        fill: Fill,
        graph: kernel.Graph,
        score: Score,
        tiles: TileBytes,
        arena: Arena,
        pool: ThreadPoolExecutor,
    ) -> None:
        self._fill = fill
        self._graph = graph
        self._score = score
        self._tiles = tiles
        self._arena = arena
        self._pool = pool
        self._pace = np.ones(arena.threads)  # states a second of each thread in the last layer

    def run(
        self,
        width: int,
        keep: int = 1000,
        on_cell: Callable[[int, int, int], None] = lambda cell, states, children: None,
    ) -> Finished:
        """Search once.

        Parameters
        ----------
        width : int
            States kept a layer; at most ``arena.width``.
        keep : int
            How many finished grids to hand over at most.
        on_cell : callable
            Told after each cell: its number, the states alive, the children generated so far. It
            may raise to stop the search.
        """
        fill, arena = self._fill, self._arena
        cells = fill.cells.size
        packing = self._tiles.packing
        layer, spare_layer = arena.layers
        self._plant(layer)
        alive, children, best = 1, 0, self._score.root_value()
        complete = True
        trail: list[Trail] = []
        for cell in range(cells):
            site = self._score.site(cell, floor=best - kernel.BELOW)
            step, made, listed, top = self._step(layer, spare_layer, alive, site, packing, width)
            children += made
            complete = complete and listed < width  # at the width, more may have been dropped
            trail.append(step)
            if len(step.moves) == 0:
                left = self._tiles.letters_left(layer.tiles[:alive])
                return _none(cells, cell, children, left, complete)
            alive = len(step.moves)
            best = site.floor + top / kernel.FINENESS
            layer, spare_layer = spare_layer, layer
            on_cell(cell, alive, children)
        return self._harvest(layer, alive, trail, keep, children, complete)

    def _plant(self, layer: Any) -> None:
        """Make the first state: nothing laid."""
        layer.nodes[0] = 0
        layer.tiles[0, : len(self._tiles.full)] = self._tiles.full
        layer.labels[0] = 0
        layer.hash[0] = 0
        layer.lines[0] = self._score.root_lines()
        layer.blanks[0] = 0

    def _step(
        self, layer: Any, after: Any, alive: int, site: Any, packing: Any, width: int
    ) -> tuple[Trail, int, int, int]:
        """Fill one cell.

        Returns the trail of the new layer, how many children were made and how many of them were
        worth counting, and the top bucket.
        """
        arena, graph = self._arena, self._graph
        shares = arena.threads if alive >= 64 * arena.threads else 1
        bounds = self._stretches(alive, shares)
        out, hists = arena.candidates, arena.hists[:shares]
        hists[:] = 0

        def expand(t: int) -> tuple[int, int]:
            start = time.perf_counter()
            listed = kernel.expand(
                layer, bounds[t], bounds[t + 1], site, graph, packing, out[t], hists, t, width
            )
            # One state more and a millisecond more: no stretch is empty for ever.
            states = bounds[t + 1] - bounds[t] + 1
            self._pace[t] = states / (time.perf_counter() - start + 1e-3)
            return listed  # type: ignore[no-any-return]

        listed = self._each(expand, shares)
        used = [n for n, _ in listed]
        made = sum(n for _, n in listed)
        hist = hists.sum(axis=0) if shares > 1 else hists[0]
        cut, ties, listed_in_all, top = kernel.choose(hist, width)
        # The first ties in the order of the parents stay, whichever thread lists them.
        quotas, left = [], ties
        for t in range(shares):
            quotas.append(min(left, int(hists[t, cut])))
            left -= quotas[-1]
        used = self._each(lambda t: kernel.trim(out[t], used[t], cut, quotas[t]), shares)

        def unique(t: int) -> None:
            kernel.clear(arena.table, t, shares)
            for s in range(shares):
                kernel.unique(out[s], used[s], t, shares, arena.table)

        self._each(unique, shares)
        # Every thread writes a part of every list: survivors are not spread evenly over them.
        parts = [
            (out[s], used[s] * t // shares, used[s] * (t + 1) // shares)
            for s in range(shares)
            for t in range(shares)
        ]
        kept = self._each(lambda t: [kernel.kept_in(*part) for part in parts[t::shares]], shares)
        counts = [kept[i % shares][i // shares] for i in range(len(parts))]
        total = sum(counts)
        parents, moves = np.empty(total, np.uint32), np.empty(total, np.uint8)

        def advance(t: int) -> None:
            for i in range(t, len(parts), shares):
                kernel.advance(
                    layer, *parts[i], site, graph, packing, after, sum(counts[:i]), parents, moves
                )

        self._each(advance, shares)
        return Trail(parents, moves), made, listed_in_all, top

    def _stretches(self, alive: int, shares: int) -> list[int]:
        """Split the states into stretches that should take the threads as long as each other.

        States early in a layer have more children than late ones, or fewer, and layers resemble
        the one before: so each thread gets as many states as it was fast. The outcome is the same
        however they are split.
        """
        ends = np.cumsum(self._pace[:shares]) / self._pace[:shares].sum()
        return [0, *(int(alive * end) for end in ends[:-1]), alive]

    def _each(self, work: Callable[[int], Any], shares: int) -> list[Any]:
        """Run `work` for every share, all at once."""
        if shares == 1:
            return [work(0)]
        return list(self._pool.map(work, range(shares)))

    def _harvest(
        self,
        layer: Any,
        alive: int,
        trail: Sequence[Trail],
        keep: int,
        children: int,
        complete: bool,
    ) -> Finished:
        """Read the finished, connected grids back from the trail."""
        cells = self._fill.cells.size
        good = (layer.labels[:alive] & kernel.SECOND_PIECE) == 0
        good &= layer.blanks[:alive] < self._fill.open_cells + self._pinned()
        states = np.flatnonzero(good)
        if len(states) == 0:
            left = self._tiles.letters_left(layer.tiles[:alive])
            return _none(cells, cells - 1, children, left, complete)
        blanks = layer.blanks[states].astype(np.int64)
        order = np.argsort(blanks, kind="stable")[:keep]
        states = states[order]
        letters = np.empty((len(states), cells), np.uint8)
        families = np.zeros(len(states), np.int64)
        at: NDArray[np.integer[Any]] = states
        for cell in range(cells - 1, -1, -1):
            letters[:, cell] = trail[cell].moves[at]
            at = trail[cell].parents[at]
            if cell == cells * 5 // 9:
                families = at.astype(np.int64)
        total = int(good.sum())
        return Finished(
            letters, blanks[order], families, total, cells, children, np.zeros(26), complete
        )

    def _pinned(self) -> int:
        cells = self._fill.cells
        return int(np.count_nonzero((cells >= 0) & (cells < kernel.FACE_DOWN)))


def _none(
    cells: int, died_at: int, children: int, left_over: NDArray[np.float64], complete: bool
) -> Finished:
    none = np.empty(0, np.int64)
    letters = np.empty((0, cells), np.uint8)
    return Finished(letters, none, none, 0, died_at, children, left_over, complete)
