"""One beam: from the empty rectangle to full ones, cell by cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernels as kernel
from patience.engines.beam.buffers import SMALL, Arena, TileBytes, table_size
from patience.engines.beam.score import Score
from patience.engines.subproblem import Fill

_ALL = 1 << 62  # more candidates than there are

# To guess a cut one in so many states is expanded beforehand, and it is set so many standard
# deviations lower than that sample says: one guess in 1,000 was bad, lists are 1.15 widths long.
_SAMPLE = 128
_SAFETY = 6

# A layer is shared out from so many states a thread on: to wake one takes as long as some 500.
SHARED = 1000

# The stretches that threads take: first one each, this share of the states together, then so many
# smaller ones for each thread, to end at about the same time.
_LARGE = 0.7
_SMALL = 4


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
        trail: list[kernel.Step] = []
        for cell in range(cells):
            site = self._score.site(cell, floor=best - kernel.BELOW * kernel.UNIT)
            step, made, listed, top = self._step(
                layer, spare_layer, alive, site, packing, width, arena.trail[cell]
            )
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
        layer.words[0] = 0
        layer.tiles[0, : len(self._tiles.full)] = self._tiles.full
        layer.lines[0] = self._score.root_lines()
        layer.blanks[0] = 0
        layer.fresh[0] = True

    def _step(
        self, layer: Any, after: Any, alive: int, site: Any, packing: Any, width: int, step: Any
    ) -> tuple[kernel.Step, int, int, int]:
        """Fill one cell.

        Returns the trail of the new layer, how many children were made and how many of them were
        worth counting, and the top bucket.
        """
        arena, graph, out = self._arena, self._graph, self._arena.candidates
        shares = arena.threads if alive >= SHARED * arena.threads else 1
        stretches, hists = _stretches(alive, shares), arena.hists[:shares]

        def expand(cut: int) -> tuple[list[tuple[Any, int, int]], int]:
            """List candidates; returns the parts of the lists in the order of the parents."""
            hists[:] = 0
            parts: list[Any] = [None] * len(stretches)
            todo = iter(enumerate(stretches))

            def work(t: int) -> int:
                end, made = 0, 0
                for i, (lo, hi) in todo:
                    start = end
                    end, children = kernel.expand(
                        layer, lo, hi, 1, site, graph, packing, out[t], start, hists[t], cut, _ALL
                    )
                    parts[i] = out[t], start, end
                    made += children
                return made

            return parts, sum(self._each(work, shares))

        cut = self._guess(layer, alive, site, packing, width)
        parts, made = expand(cut)
        if cut > 0 and hists.sum() < width:  # guessed too high
            parts, made = expand(0)
        cut, ties, listed, top = kernel.choose(hists.sum(axis=0), width)
        if any(end > len(part.parent) for part, _, end in parts):  # too low; now the cut is known
            end, _ = kernel.expand(
                layer, 0, alive, 1, site, graph, packing, out[0], 0, hists[0], cut, ties
            )
            parts = [(out[0], 0, end)]

        buckets = [part.bucket[start:end] for part, start, end in parts]
        quotas = _in_turn(ties, [int(np.count_nonzero(each == cut)) for each in buckets])
        above = [np.count_nonzero(each > cut) for each in buckets]
        ends = np.cumsum([0, *(a + n for a, n in zip(above, quotas, strict=True))])
        total, todo = int(ends[-1]), iter(range(len(parts)))

        def advance(t: int) -> None:
            for i in todo:
                kernel.advance(
                    layer, *parts[i], cut, quotas[i], site, graph, packing, after, ends[i], step,
                    arena.hashes,
                )  # fmt: skip

        self._each(advance, shares)
        table = arena.table[: table_size(total, shares)]

        def unique(t: int) -> None:
            kernel.clear(table, t, shares)
            kernel.unique(arena.hashes[:total], t, shares, table, after.fresh)

        self._each(unique, shares)
        return kernel.Step(step.parents[:total], step.moves[:total]), made, listed, top

    def _guess(self, layer: Any, alive: int, site: Any, packing: Any, width: int) -> int:
        """Guess from a sample of the states where the width will cut off; 0 if nowhere.

        A bad guess costs time and nothing else.
        """
        if alive < SMALL:
            return 0
        out, hist = self._arena.candidates[0], self._arena.hists[0]
        hist[:] = 0
        kernel.expand(layer, 0, alive, _SAMPLE, site, self._graph, packing, out, 0, hist, 0, _ALL)
        expected = width / _SAMPLE
        return int(kernel.choose(hist, int(expected + _SAFETY * math.sqrt(expected)))[0])

    def _each(self, work: Callable[[int], Any], shares: int) -> list[Any]:
        """Run `work` for every share, all at once, the first in this thread."""
        others = [self._pool.submit(work, t) for t in range(1, shares)]
        return [work(0), *(other.result() for other in others)]

    def _harvest(
        self,
        layer: Any,
        alive: int,
        trail: Sequence[kernel.Step],
        keep: int,
        children: int,
        complete: bool,
    ) -> Finished:
        """Read the finished, connected grids back from the trail."""
        cells = self._fill.cells.size
        states = self._ended_well(layer, alive)
        if len(states) == 0:
            left = self._tiles.letters_left(layer.tiles[:alive][layer.fresh[:alive]])
            return _none(cells, cells - 1, children, left, complete)
        blanks = layer.blanks[states].astype(np.int64)
        order = np.argsort(blanks, kind="stable")[:keep]
        total, states = len(states), states[order]
        letters = np.empty((len(states), cells), np.uint8)
        families = np.zeros(len(states), np.int64)
        at: NDArray[np.integer[Any]] = states
        for cell in range(cells - 1, -1, -1):
            letters[:, cell] = trail[cell].moves[at]
            at = trail[cell].parents[at]
            if cell == cells * 5 // 9:
                families = at.astype(np.int64)
        return Finished(
            letters, blanks[order], families, total, cells, children, np.zeros(26), complete
        )

    def _ended_well(self, layer: Any, alive: int) -> NDArray[np.int64]:
        """Return the states of the last layer that are grids: in one piece, none twice."""
        good = layer.fresh[:alive].copy()
        good &= (layer.words[:alive, -1] & kernel.SECOND_PIECE) == 0
        good &= layer.blanks[:alive] < self._fill.open_cells + self._pinned()
        return np.flatnonzero(good)

    def _pinned(self) -> int:
        cells = self._fill.cells
        return int(np.count_nonzero((cells >= 0) & (cells < kernel.FACE_DOWN)))


def _stretches(states: int, shares: int) -> list[tuple[int, int]]:
    """Split the states into stretches for the threads to take, one after the other.

    The outcome is the same however they are split, and whoever takes them.
    """
    if shares == 1:
        return [(0, states)]
    large = [i * _LARGE / shares for i in range(shares)]
    small = [1 - i * (1 - _LARGE) / (shares * _SMALL) for i in range(shares * _SMALL, -1, -1)]
    return list(pairwise(round(share * states) for share in large + small))


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
