"""A sample of partial fills, which sets the thresholds and the prefixes to search below.

At each cell the partial fills of the sample are extended by each letter that fits. The best share
of these continues, or a random part of it if the sample has no room for all; its least score is the
cell's threshold. The prefixes are those of the first cells, at most a line, for which the sample is
complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.classes import CLASSES
from patience.engines.dawg import FIRST_SHIFT, LETTERS
from patience.engines.fill.kernels import (
    JOKER,
    NO_THRESHOLD,
    FillTables,
    Plan,
    SlotGraph,
    SlotPairs,
)

# Partial fills in a sample, its maximum memory, and the minimum number of children for a threshold.
_SIZE = 60_000
_BYTES = 100_000_000
_FEW = 2_000

_BITS = np.arange(JOKER, dtype=np.uint64)


class Sample(NamedTuple):
    """Results of a sample."""

    prefixes: NDArray[np.uint8]  # (n, cells): letters of the first cells, in random order
    thresholds: NDArray[np.int32]  # (cells of the plan,)


class Partial(NamedTuple):
    """Partial fills, n of them."""

    across: NDArray[np.uint32]  # (n, cells + lengths), as in `kernels.Descent`
    down: NDArray[np.uint32]
    tiles: NDArray[np.int16]  # (n, KINDS + 1): tiles left; last, the jokers
    scores: NDArray[np.int32]  # (n,)
    letters: NDArray[np.uint8]  # (n, cells)


class _Children(NamedTuple):
    """Ways to fill one cell, n of them."""

    parents: NDArray[np.int64]  # (n,): index among the partial fills
    letters: NDArray[np.int64]  # (n,)
    tiles: NDArray[np.int64]  # (n,): the letter, or JOKER
    across: NDArray[np.uint32]  # (n,): node of the row after the letter
    down: NDArray[np.uint32]  # (n,): node of the column
    scores: NDArray[np.int32]  # (n,)
    values: NDArray[np.int32]  # (n,): scores with those of the rows


def draw(
    tables: FillTables, share: float, rng: np.random.Generator, tick: Callable[[], None]
) -> Sample:
    """Draw a sample, in which a `share` of the partial fills continues at each cell (1 for all).

    `tick` is called at each cell; an exception from it ends the drawing.
    """
    graph, plan = tables.graph, tables.plan
    n = len(plan.left)
    # The first line ends before the first cell that has one above; at least one cell is left.
    line = int(np.argmax([*(plan.above < n)[:-1], True]))
    prefixes = np.zeros((0, 1), np.uint8)
    thresholds = np.full(n, NO_THRESHOLD, np.int32)
    is_whole = True  # no partial fill was dropped for lack of room
    nodes = np.concatenate([np.zeros(n, np.uint32), graph.roots])[None]
    tiles = tables.tiles[None].astype(np.int16)
    letters = np.zeros((1, n), np.uint8)
    partial = Partial(nodes, nodes, tiles, np.zeros(1, np.int32), letters)
    size = min(_SIZE, _BYTES // sum(part.nbytes for part in partial))
    for cell in range(n):
        children = _children(tables, partial, cell)
        values = children.values
        if share < 1 and len(values) >= _FEW:
            place = int((1 - share) * len(values))
            thresholds[cell] = np.partition(values, place)[place]
        chosen = np.flatnonzero(values >= thresholds[cell])
        if len(chosen) > size:
            chosen, is_whole = np.sort(rng.choice(chosen, size, replace=False)), False
        partial = _laid(plan, partial, cell, children, chosen)
        tick()
        if is_whole and cell < line:
            prefixes = partial.letters[:, : cell + 1]
        if not len(chosen):
            break
    return Sample(rng.permutation(prefixes), thresholds)


def _children(tables: FillTables, partial: Partial, cell: int) -> _Children:
    """Return every way to fill one cell."""
    graph, plan, pairs = tables.graph, tables.plan, tables.pairs
    across = partial.across[:, plan.left[cell]]
    above = partial.down[:, plan.above[cell]]
    masks = graph.nodes[across] & graph.nodes[above] & plan.allowed[cell]
    fits = (masks[:, None] >> _BITS & np.uint64(1)).astype(np.bool_)
    if not plan.fixed[cell]:
        fits &= (partial.tiles[:, :JOKER] > 0) | (partial.tiles[:, JOKER:] > 0)
    parents, letters = np.nonzero(fits)
    below = (np.uint64(1) << letters.astype(np.uint64)) - np.uint64(1)
    above, down = above[parents], _step(graph, above[parents], below)
    has_tile = plan.fixed[cell] | (partial.tiles[parents, letters] > 0)
    scores = partial.scores[parents] + tables.letter_logs[letters]
    scores += graph.logs[down] - graph.logs[above]
    place = pairs.place[cell : cell + 2]
    beside, right = (
        _classes(pairs, partial.down[parents, each[cell]]) for each in (pairs.beside, pairs.right)
    )
    scores -= pairs.columns[(place[1] + _classes(pairs, above)) * CLASSES + right]
    scores += pairs.columns[(place[0] + beside) * CLASSES + _classes(pairs, down)]
    tiles = np.where(has_tile, letters, JOKER)
    ahead = _step(graph, across[parents], below)
    met = pairs.crossing[right * CLASSES + _classes(pairs, ahead)]
    values = scores + graph.logs[ahead] + met
    return _Children(parents, letters, tiles, ahead, down, scores, values)


def _classes(pairs: SlotPairs, nodes: NDArray[np.uint32]) -> NDArray[np.int64]:
    classes: NDArray[np.int64] = pairs.worth[nodes] % CLASSES
    return classes


def _step(
    graph: SlotGraph, nodes: NDArray[np.uint32], below: NDArray[np.uint64]
) -> NDArray[np.uint32]:
    """Return the child of each node for the letter whose lower bits are `below`."""
    packed = graph.nodes[nodes]
    nth = np.bitwise_count(packed & below & np.uint64(LETTERS))
    children: NDArray[np.uint32] = graph.child[
        (packed >> np.uint64(FIRST_SHIFT)).astype(np.int64) + nth
    ]
    return children


def _laid(
    plan: Plan, partial: Partial, cell: int, children: _Children, chosen: NDArray[np.int64]
) -> Partial:
    parents = children.parents[chosen]
    after = Partial(
        partial.across[parents],
        partial.down[parents],
        partial.tiles[parents],
        children.scores[chosen],
        partial.letters[parents],
    )
    after.across[:, cell] = children.across[chosen]
    after.down[:, cell] = children.down[chosen]
    after.letters[:, cell] = children.letters[chosen]
    if not plan.fixed[cell]:
        after.tiles[np.arange(len(parents)), children.tiles[chosen]] -= 1
    return after
