"""A sample of partial fills: it tells how much one must be worth, and where to begin.

Cell by cell every partial fill of the sample gets each letter that fits; the best share of these
goes on, or as many of them as the sample holds, drawn at random. The least score that goes on is
the cell's threshold. Those that reach the end of the first line are the prefixes to search below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import FIRST_SHIFT, LETTERS
from patience.engines.fill.kernels import Graph, Plan, Tables

# Partial fills in a sample, fewer where they take more memory than this; and how many there must be
# for a share of them to say something.
_SIZE = 60_000
_BYTES = 100_000_000
_FEW = 2_000

_NO_THRESHOLD = np.iinfo(np.int32).min
_BITS = np.arange(26, dtype=np.uint64)


class Sample(NamedTuple):
    """What a sample has told."""

    prefixes: NDArray[np.uint8]  # (n, cells): letters of the first cells, in random order
    thresholds: NDArray[np.int32]  # (cells of the plan,)


class _Partial(NamedTuple):
    """Partial fills, n of them."""

    across: NDArray[np.uint32]  # (n, cells + lengths), as in `kernels.Descent`
    down: NDArray[np.uint32]
    tiles: NDArray[np.int16]  # (n, 27): tiles left; last, the jokers
    scores: NDArray[np.int32]  # (n,)
    letters: NDArray[np.uint8]  # (n, cells)


class _Children(NamedTuple):
    """Ways to fill one cell, n of them."""

    parents: NDArray[np.int64]  # (n,): place among the partial fills
    letters: NDArray[np.int64]  # (n,)
    across: NDArray[np.uint32]  # (n,): node of the row after the letter
    down: NDArray[np.uint32]  # (n,): of the column
    scores: NDArray[np.int32]  # (n,)


def draw(
    tables: Tables, share: float, rng: np.random.Generator, tick: Callable[[], None]
) -> Sample:
    """Draw a sample.

    Parameters
    ----------
    tables : Tables
    share : float
        Of the partial fills at each cell, above 0: the best of them go on. 1 for all.
    rng : numpy.random.Generator
    tick : callable
        Called at each cell; what it raises ends the drawing.
    """
    graph, plan = tables.graph, tables.plan
    n = len(plan.left)
    # The first line ends before the first cell below another; one cell is left in any case.
    prefix = int(np.argmax([*(plan.above < n)[:-1], True]))
    nodes = np.concatenate([np.zeros(n, np.uint32), graph.roots])[None]
    tiles = tables.tiles[None].astype(np.int16)
    partial = _Partial(nodes, nodes, tiles, np.zeros(1, np.int32), np.zeros((1, n), np.uint8))
    size = min(_SIZE, _BYTES // sum(part.nbytes for part in partial))
    prefixes = np.zeros((0, prefix), np.uint8)
    thresholds = np.full(n, _NO_THRESHOLD, np.int32)
    for cell in range(n):
        tick()
        children = _children(tables, partial, cell)
        values = children.scores + graph.logs[children.across]
        if share < 1 and len(values) >= _FEW:
            place = int((1 - share) * len(values))
            thresholds[cell] = np.partition(values, place)[place]
        chosen = np.flatnonzero(values >= thresholds[cell])
        if len(chosen) > size:
            chosen = np.sort(rng.choice(chosen, size, replace=False))
        if not len(chosen):
            break
        partial = _laid(plan, partial, cell, children, chosen)
        if cell + 1 == prefix:
            prefixes = rng.permutation(partial.letters[:, :prefix])
    return Sample(prefixes, thresholds)


def _children(tables: Tables, partial: _Partial, cell: int) -> _Children:
    """Return every way to fill one cell."""
    graph, plan = tables.graph, tables.plan
    across = partial.across[:, plan.left[cell]]
    above = partial.down[:, plan.above[cell]]
    masks = graph.nodes[across] & graph.nodes[above] & plan.allowed[cell]
    fits = (masks[:, None] >> _BITS & np.uint64(1)).astype(np.bool_)
    if not plan.fixed[cell]:
        fits &= (partial.tiles[:, :26] > 0) | (partial.tiles[:, 26:] > 0)
    parents, letters = np.nonzero(fits)
    below = (np.uint64(1) << letters.astype(np.uint64)) - np.uint64(1)
    down = _step(graph, above[parents], below)
    gained = tables.letter_logs[letters] + graph.logs[down] - graph.logs[above[parents]]
    scores = partial.scores[parents] + gained
    return _Children(parents, letters, _step(graph, across[parents], below), down, scores)


def _step(graph: Graph, nodes: NDArray[np.uint32], below: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the child of each node by the letter whose lower bits are `below`."""
    packed = graph.nodes[nodes]
    nth = np.bitwise_count(packed & below & np.uint64(LETTERS))
    children: NDArray[np.uint32] = graph.child[
        (packed >> np.uint64(FIRST_SHIFT)).astype(np.int64) + nth
    ]
    return children


def _laid(
    plan: Plan, partial: _Partial, cell: int, children: _Children, chosen: NDArray[np.int64]
) -> _Partial:
    """Return the chosen children as partial fills."""
    parents, letters = children.parents[chosen], children.letters[chosen]
    after = _Partial(
        partial.across[parents],
        partial.down[parents],
        partial.tiles[parents],
        children.scores[chosen],
        partial.letters[parents],
    )
    after.across[:, cell] = children.across[chosen]
    after.down[:, cell] = children.down[chosen]
    after.letters[:, cell] = letters
    if not plan.fixed[cell]:
        every = np.arange(len(parents))
        taken = np.where(after.tiles[every, letters] > 0, letters, 26)
        after.tiles[every, taken] -= 1
    return after
