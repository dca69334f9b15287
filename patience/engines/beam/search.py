"""One beam: from the empty rectangle to full ones, cell by cell."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernel
from patience.engines.beam.arrays import SMALL, Arena, TileBytes, Trail, table_size
from patience.engines.beam.score import Score
from patience.engines.fill import Fill

_ALL = 1 << 62  # more candidates than there are

# To guess a cut every so many states are expanded beforehand, and it is set so many standard
# deviations lower than that sample says.
_SAMPLE = 64
_SAFETY = 6


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
            site = self._score.site(cell, floor=best - kernel.BELOW * kernel.UNIT)
            step, made, listed, top = self._step(layer, spare_layer, alive, site, packing, width)
            children += made
            complete = complete and listed < width  # at the width, more may have been dropped
            trail.append(step)
            if len(step.moves) == 0:
                left = self._tiles.letters_left(layer.tiles[:alive][layer.fresh[:alive]])
                return _none(cells, cell, children, left, complete)
            alive = len(step.moves)
            best = site.floor + top * kernel.ONE
            layer, spare_layer = spare_layer, layer
            on_cell(cell, alive, children)
        return self._harvest(layer, alive, trail, keep, children, complete)

    def _plant(self, layer: Any) -> None:
        """Make the first state: nothing laid."""
        layer.nodes[0] = 0
        layer.tiles[0, : len(self._tiles.full)] = self._tiles.full
        layer.labels[0] = 0
        layer.lines[0] = self._score.root_lines()
        layer.blanks[0] = 0
        layer.fresh[0] = True

    def _step(
        self, layer: Any, after: Any, alive: int, site: Any, packing: Any, width: int
    ) -> tuple[Trail, int, int, int]:
        """Fill one cell.

        Returns the trail of the new layer, how many children were made and how many of them were
        worth counting, and the top bucket.
        """
        arena, graph, out = self._arena, self._graph, self._arena.candidates
        shares = arena.threads if alive >= 64 * arena.threads else 1
        bounds = self._stretches(alive, shares)
        hists = arena.hists[:shares]
        room = len(out[0].parent)

        def expand(t: int, cut: int, ties: int) -> tuple[int, int]:
            start = time.perf_counter()
            lo, hi = bounds[t], bounds[t + 1]
            found = kernel.expand(
                layer, lo, hi, 1, site, graph, packing, out[t], hists[t], cut, ties
            )
            # One state more and a millisecond more: no stretch is empty for ever.
            self._pace[t] = (hi - lo + 1) / (time.perf_counter() - start + 1e-3)
            return found  # type: ignore[no-any-return]

        cut = self._guess(layer, alive, site, packing, width)
        hists[:] = 0
        found = self._each(lambda t: expand(t, cut, _ALL), shares)
        if cut > 0 and sum(n for n, _ in found) < width:  # guessed too high
            cut, hists[:] = 0, 0
            found = self._each(lambda t: expand(t, 0, _ALL), shares)
        made = sum(n for _, n in found)
        hist = hists.sum(axis=0) if shares > 1 else hists[0]
        cut, ties, listed, top = kernel.choose(hist, width)
        if max(n for n, _ in found) > room:  # guessed too low: once more with the cut known
            # The first ties in the order of the parents stay, whichever thread lists them.
            quotas = _in_turn(ties, [int(h[cut]) for h in hists])
            found = self._each(lambda t: expand(t, cut, quotas[t]), shares)

        # Every thread writes a part of every list: survivors are not spread evenly over them.
        parts = [
            (out[s], found[s][0] * t // shares, found[s][0] * (t + 1) // shares)
            for s in range(shares)
            for t in range(shares)
        ]
        counts = [kernel.count(*part, cut) for part in parts]
        quotas = _in_turn(ties, [n for _, n in counts])
        ends = np.cumsum([0, *(above + n for (above, _), n in zip(counts, quotas, strict=True))])
        total = int(ends[-1])
        step = kernel.Step(
            np.empty(total, np.uint32), np.empty(total, np.uint8), arena.hashes[:total]
        )

        def advance(t: int) -> None:
            for i in range(t, len(parts), shares):
                kernel.advance(
                    layer, *parts[i], cut, quotas[i], site, graph, packing, after, ends[i], step
                )

        self._each(advance, shares)
        table = arena.table[: table_size(total, shares)]

        def unique(t: int) -> None:
            kernel.clear(table, t, shares)
            kernel.unique(step.hashes, t, shares, table, after.fresh)

        self._each(unique, shares)
        return Trail(step.parents, step.moves), made, listed, top

    def _guess(self, layer: Any, alive: int, site: Any, packing: Any, width: int) -> int:
        """Guess from a sample of the states where the width will cut off; 0 if nowhere.

        A bad guess costs time and nothing else.
        """
        if alive < SMALL:
            return 0
        hist = self._arena.hists[0]
        hist[:] = 0
        kernel.expand(
            layer,
            0,
            alive,
            _SAMPLE,
            site,
            self._graph,
            packing,
            self._arena.candidates[0],
            hist,
            0,
            _ALL,
        )
        expected = width / _SAMPLE
        return int(kernel.choose(hist, int(expected + _SAFETY * math.sqrt(expected)))[0])

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
        good = layer.fresh[:alive].copy()
        good &= (layer.labels[:alive] & kernel.SECOND_PIECE) == 0
        good &= layer.blanks[:alive] < self._fill.open_cells + self._pinned()
        states = np.flatnonzero(good)
        if len(states) == 0:
            left = self._tiles.letters_left(layer.tiles[:alive][layer.fresh[:alive]])
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


def _in_turn(amount: int, wishes: Sequence[int]) -> list[int]:
    """Grant each in turn what it wishes for, until the amount is spent."""
    granted = []
    for wish in wishes:
        granted.append(min(wish, amount))
        amount -= granted[-1]
    return granted


def _none(
    cells: int, died_at: int, children: int, left_over: NDArray[np.float64], complete: bool
) -> Finished:
    none = np.empty(0, np.int64)
    letters = np.empty((0, cells), np.uint8)
    return Finished(letters, none, none, 0, died_at, children, left_over, complete)
