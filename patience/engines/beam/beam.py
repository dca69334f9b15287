"""One beam: fills the rectangle cell by cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam import kernels
from patience.engines.beam.buffers import SMALL, BeamBuffers, TileBytes, table_size
from patience.engines.beam.score import Score
from patience.engines.dawg import END, Dawg
from patience.engines.subproblem import Subproblem

_MIXER = np.uint64(0xBF58476D1CE4E5B9)  # odd, from splitmix64
_ALL = 1 << 62  # exceeds any number of candidates

# The cut is estimated from every _SAMPLE-th state and lowered by _SAFETY standard deviations: then
# one estimate in 1,000 is too high, and lists are 1.15 widths long.
_SAMPLE = 128
_SAFETY = 6

# Minimum states per thread to share out a layer; waking threads takes some 0.5 ms per cell. On 9x7,
# 10x10 and 21x21 two threads are half as fast as one at 4,000 states and as fast at 16,000.
SHARED = 8_000

# Chunks of a layer: one large chunk per thread with this share of the states together, then this
# many small ones per thread, so that threads end at about the same time.
_LARGE = 0.7
_SMALL = 4


@dataclass(frozen=True)
class BeamResult:
    """The filled rectangles of one beam, n of them, those with the fewest blanks first."""

    letters: NDArray[np.uint8]  # (n, cells): letters in reading order, SKIP for none
    died_at: int  # cells filled when the last state died; all if a grid was finished
    children: int  # states generated
    left_over: NDArray[np.float64]  # (KINDS,): mean tiles left in the last states, if all died
    complete: bool  # no state was dropped for lack of width: no other grids exist


class Beam:
    """A beam search over one fill.

    Parameters
    ----------
    buffers : BeamBuffers
        Its columns, words and dtype must fit the fill.
    pool : ThreadPoolExecutor
        With at least ``buffers.threads`` workers.
    """

    def __init__(
        self,
        subproblem: Subproblem,
        dawg: Dawg,
        score: Score,
        tiles: TileBytes,
        buffers: BeamBuffers,
        pool: ThreadPoolExecutor,
    ) -> None:
        self._subproblem = subproblem
        graph = kernels.WordGraph(dawg.nodes, dawg.child_and_twins)
        self._tables = kernels.BeamTables(graph, tiles.packing)
        self._score = score
        self._tiles = tiles
        self._buffers = buffers
        self._pool = pool

    def run(
        self,
        width: int,
        keep: int = 1000,
        on_cell: Callable[[int, int, int], None] = lambda cell, states, children: None,
        begin: int | None = None,
    ) -> BeamResult:
        """Search once.

        Parameters
        ----------
        width : int
            Beam width; at most ``buffers.width``.
        keep : int
            Maximum number of finished grids to return.
        on_cell : callable
            Called after each cell with its number, the states alive and the children so far. It may
            raise to stop the search.
        begin : int, optional
            A seed that selects half of the states after the first row, unless all states fit the
            width.
        """
        buffers, cells = self._buffers, self._subproblem.cells.size
        layer, spare_layer = buffers.layers
        self._plant_root(layer)
        alive, children, best = 1, 0, self._score.root_value()
        complete, first_row = True, self._subproblem.cells.shape[1] - 1
        backpointers: list[kernels.Backpointers] = []
        for cell in range(cells):
            context = self._score.step_context(cell, floor=best - kernels.BELOW * kernels.UNIT)
            reached, made, listed, top = self._fill_cell(
                layer, spare_layer, alive, context, width, buffers.backpointers[cell]
            )
            children += made
            complete = complete and listed < width  # at the width, more may have been dropped
            backpointers.append(reached)
            if len(reached.moves) == 0:
                left = self._tiles.letters_left(layer.tiles[:alive][layer.is_first[:alive]])
                return _no_grids(cells, cell, children, left, complete)
            alive = len(reached.moves)
            best = context.floor + top * kernels.ONE
            layer, spare_layer = spare_layer, layer
            on_cell(cell, alive, children)
            if begin is not None and cell == first_row and not complete:
                layer.is_first[:alive] &= _chosen(backpointers, alive, begin)
        return self._collect_grids(layer, alive, backpointers, keep, children, complete)

    def _plant_root(self, layer: Any) -> None:
        layer.packed_state[0] = 0
        layer.tiles[0, : len(self._tiles.full)] = self._tiles.full
        layer.lines[0] = self._score.root_lines()
        layer.blanks[0] = 0
        layer.is_first[0] = True

    def _fill_cell(
        self,
        layer: kernels.BeamLayer,
        after: kernels.BeamLayer,
        alive: int,
        context: kernels.StepContext,
        width: int,
        backpointers: kernels.Backpointers,
    ) -> tuple[kernels.Backpointers, int, int, int]:
        """Fill one cell.

        Returns the backpointers of the new layer, the children made and counted, and the top
        bucket.
        """
        buffers, tables, out = self._buffers, self._tables, self._buffers.candidates
        shards = buffers.threads if alive >= SHARED * buffers.threads else 1
        chunks, hists = _chunks(alive, shards), buffers.hists[:shards]

        def expand(bucket: int) -> tuple[list[tuple[Any, int, int]], int]:
            """List candidates; return the parts of the lists in the order of the parents."""
            hists[:] = 0
            parts: list[Any] = [None] * len(chunks)
            todo = iter(enumerate(chunks))
            cut = kernels.Cut(bucket, _ALL)

            def work(t: int) -> int:
                end, made = 0, 0
                for i, (lo, hi) in todo:
                    start = end
                    end, children = kernels.expand(
                        layer, lo, hi, 1, context, tables, out[t], start, cut
                    )
                    parts[i] = out[t], start, end
                    made += children
                return made

            return parts, sum(self._each(work, shards))

        estimate = self._estimate_cut(layer, alive, context, width)
        parts, made = expand(estimate)
        if estimate > 0 and hists.sum() < width:  # estimate too high
            parts, made = expand(0)
        bucket, ties, listed, top = kernels.choose(hists.sum(axis=0), width)
        if any(end > len(part.parent) for part, _, end in parts):  # too low; the cut is known now
            cut = kernels.Cut(bucket, ties)
            end, _ = kernels.expand(layer, 0, alive, 1, context, tables, out[0], 0, cut)
            parts = [(out[0], 0, end)]

        buckets = [part.bucket[start:end] for part, start, end in parts]
        quotas = _grant_in_order(ties, [int(np.count_nonzero(each == bucket)) for each in buckets])
        above = [np.count_nonzero(each > bucket) for each in buckets]
        ends = np.cumsum([0, *(a + n for a, n in zip(above, quotas, strict=True))])
        total, todo = int(ends[-1]), iter(range(len(parts)))
        hashes, changes = buffers.hashes, buffers.changes
        targets = [kernels.Target(after, backpointers, hashes, each) for each in changes]

        def advance(t: int) -> None:
            for i in todo:
                cut = kernels.Cut(bucket, quotas[i])
                kernels.advance(layer, *parts[i], cut, context, tables, targets[t], ends[i])

        self._each(advance, shards)
        table = buffers.table[: table_size(total, shards)]

        def mark_duplicates(t: int) -> None:
            kernels.clear(table, t, shards)
            kernels.mark_duplicates(
                buffers.hashes[:total], t, shards, table, after.is_first, buffers.blocks[t]
            )

        self._each(mark_duplicates, shards)
        reached = kernels.Backpointers(backpointers.parents[:total], backpointers.moves[:total])
        return reached, made, listed, top

    def _estimate_cut(
        self, layer: kernels.BeamLayer, alive: int, context: kernels.StepContext, width: int
    ) -> int:
        """Estimate the bucket of the cut from a sample; 0 for no cut. Errors cost only time."""
        if alive < SMALL:
            return 0
        out = self._buffers.candidates[0]
        out.hist[:] = 0
        everything = kernels.Cut(0, _ALL)
        kernels.expand(layer, 0, alive, _SAMPLE, context, self._tables, out, 0, everything)
        expected = width / _SAMPLE
        return int(kernels.choose(out.hist, int(expected + _SAFETY * math.sqrt(expected)))[0])

    def _each(self, work: Callable[[int], Any], shards: int) -> list[Any]:
        """Run `work` for all shards concurrently, the first in this thread."""
        others = [self._pool.submit(work, t) for t in range(1, shards)]
        return [work(0), *(other.result() for other in others)]

    def _collect_grids(
        self,
        layer: Any,
        alive: int,
        backpointers: Sequence[kernels.Backpointers],
        keep: int,
        children: int,
        complete: bool,
    ) -> BeamResult:
        """Reconstruct the finished, connected grids from the backpointers."""
        cells = self._subproblem.cells.size
        states = self.goal_states(layer, alive)
        if len(states) == 0:
            left = self._tiles.letters_left(layer.tiles[:alive][layer.is_first[:alive]])
            return _no_grids(cells, cells - 1, children, left, complete)
        states = states[np.argsort(layer.blanks[states], kind="stable")[:keep]]
        filled = np.empty((len(states), cells), np.uint8)
        at: NDArray[np.integer[Any]] = states
        for cell in range(cells - 1, -1, -1):
            filled[:, cell] = backpointers[cell].moves[at]
            at = backpointers[cell].parents[at]
        return BeamResult(filled, cells, children, np.zeros(kernels.KINDS), complete)

    def goal_states(self, layer: Any, alive: int) -> NDArray[np.int64]:
        """Return the states of the last layer that are valid grids, without duplicates.

        In rows without open cells the score ignores single letters, so columns are checked again.
        """
        good = layer.is_first[:alive].copy()
        columns = layer.nodes[:alive, layer.first : layer.first + self._subproblem.cells.shape[1]]
        good &= (self._tables.graph.nodes[columns] & np.uint64(END) != 0).all(axis=1)
        good &= layer.packed_state[:alive, -1] < kernels.TWO_COMPONENTS
        cells = self._subproblem.cells
        fixed = np.count_nonzero((cells >= 0) & (cells < kernels.FACE_DOWN))
        good &= layer.blanks[:alive] < self._subproblem.open_cells + fixed
        return np.flatnonzero(good)


def _chosen(
    backpointers: Sequence[kernels.Backpointers], alive: int, seed: int
) -> NDArray[np.bool_]:
    """Return whether the seed selects each state by its filled cells: about half of the states."""
    at: NDArray[np.integer[Any]] = np.arange(alive)
    mixed = np.full(alive, seed, np.uint64)
    for step in reversed(backpointers):
        mixed = (mixed ^ step.moves[at]) * _MIXER
        mixed ^= mixed >> np.uint64(29)
        at = step.parents[at]
    chosen: NDArray[np.bool_] = mixed >> np.uint64(63) == 0
    return chosen if chosen.any() else ~chosen


def _chunks(states: int, shards: int) -> list[tuple[int, int]]:
    """Split the states into chunks for the threads; the outcome does not depend on the split."""
    if shards == 1:
        return [(0, states)]
    large = [i * _LARGE / shards for i in range(shards)]
    small = [1 - i * (1 - _LARGE) / (shards * _SMALL) for i in range(shards * _SMALL, -1, -1)]
    return list(pairwise(round(share * states) for share in large + small))


def _grant_in_order(amount: int, wishes: Sequence[int]) -> list[int]:
    granted = []
    for wish in wishes:
        granted.append(min(wish, amount))
        amount -= granted[-1]
    return granted


def _no_grids(
    cells: int, died_at: int, children: int, left_over: NDArray[np.float64], complete: bool
) -> BeamResult:
    letters = np.empty((0, cells), np.uint8)
    return BeamResult(letters, died_at, children, left_over, complete)
