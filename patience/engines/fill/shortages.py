"""Letter groups that run short: a partial fill is abandoned if its slots need more than is left.

For a group of letters, say E, S and A, each node of the word graph has the fewest of them that
complete its slot. The sum over all slots down must not exceed the tiles left of the group, jokers
included. Eight groups are checked at once, one byte each. They are chosen by a sample of partial
fills: each group grows letter by letter until it refutes most of those that pass the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.fill import kernels
from patience.engines.fill.kernels import JOKER, FillTables, Plan, SlotGraph
from patience.engines.fill.sample import layers

_GROUPS = 8  # bytes per word
_MAX_CELLS = 127  # the highest bit of a byte is its sign

# Partial fills of the sample after each cell. With 300, 1,000 and 3,000 the estimated tree of 8x6
# and diamino-63 has 191, 182 and 158 billion nodes, without groups 1,170.
_SIZE = 1_000

# Minimum share of the partial fills that a group must refute.
_MIN_REFUTED = 0.002

# Steepness with which a logistic curve best approximates the normal distribution.
_LOGISTIC = 1.7


class _Examples(NamedTuple):
    """Partial fills after one cell, n of them."""

    nodes: NDArray[np.uint32]  # (n, slots): nodes of the unfinished slots down
    left: NDArray[np.int64]  # (n, KINDS): letters left
    jokers: NDArray[np.int64]  # (n,)

    def lacking(self, members: NDArray[np.uint8], needs: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return how many letters of each group are missing, shape (n, groups); below 1 if none."""
        needed = needs[self.nodes].sum(axis=1, dtype=np.int64)
        lacking: NDArray[np.int64] = needed - self.left @ members - self.jokers[:, None]
        return lacking

    def those(self, kept: NDArray[np.bool_]) -> _Examples:
        return _Examples(self.nodes[kept], self.left[kept], self.jokers[kept])


def with_letter_groups(
    tables: FillTables, share: float, rng: np.random.Generator, tick: Callable[[], None]
) -> FillTables:
    """Return the tables with the letter groups that refute the most partial fills.

    `tables` has no groups yet; `share` and `tick` are as in `sample.draw`.
    """
    if len(tables.plan.left) > _MAX_CELLS:
        return tables
    examples = _examples(tables, share, rng, tick)
    members = np.zeros((JOKER, _GROUPS), np.uint8)
    for k in range(_GROUPS):
        examples = [each for each in examples if len(each.left)]
        if not examples:
            break
        group = _grown(tables.graph, examples, tick)[:, None]
        needs = fewest(tables.graph, group)
        passes = [each.lacking(group, needs)[:, 0] < 1 for each in examples]
        if np.mean(np.concatenate(passes)) > 1 - _MIN_REFUTED:
            break
        members[:, k : k + 1] = group
        examples = [each.those(kept) for each, kept in zip(examples, passes, strict=True)]
    return watching(tables, members)


def _examples(
    tables: FillTables, share: float, rng: np.random.Generator, tick: Callable[[], None]
) -> list[_Examples]:
    plan = tables.plan
    cells = np.arange(len(plan.left))
    examples = []
    for cell, (partial, _, _) in enumerate(layers(tables, share, rng, _SIZE)):
        tick()
        is_laid = (plan.above <= cell) | (plan.above >= len(cells))
        nodes = partial.down[:, plan.above[(cells > cell) & is_laid]]
        left = partial.tiles[:, :JOKER] + _fixed(plan, cells > cell)
        examples.append(_Examples(nodes, left, partial.tiles[:, JOKER].astype(np.int64)))
    return examples


def _grown(
    graph: SlotGraph, examples: list[_Examples], tick: Callable[[], None]
) -> NDArray[np.uint8]:
    """Return a group that refutes many examples, by adding or removing letters while that helps."""
    group, best = np.zeros(JOKER, np.uint8), 0.0
    while True:
        tick()
        members = group[:, None] ^ np.eye(JOKER, dtype=np.uint8)
        needs = fewest(graph, members)
        worth = np.sum([_refuted(each.lacking(members, needs)) for each in examples], axis=0)
        choice = int(np.argmax(worth))
        if worth[choice] <= best:
            return group
        group, best = members[:, choice], float(worth[choice])


def fewest(graph: SlotGraph, members: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the fewest letters of each group in a completion of the slot from each node."""
    needs = np.zeros((len(graph.nodes), members.shape[1]), np.uint8)
    kernels.fewest(graph, np.ascontiguousarray(members), needs)
    return needs


def _refuted(lacking: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of examples that each group refutes; a normal tail counts near misses."""
    deviations = (0.5 - lacking.mean(axis=0)) / np.maximum(lacking.std(axis=0), 0.01)
    tail = 1 / (1 + np.exp(_LOGISTIC * deviations.clip(-20, 20)))
    refuted: NDArray[np.float64] = (lacking > 0).mean(axis=0) + tail
    return refuted


def watching(tables: FillTables, members: NDArray[np.uint8]) -> FillTables:
    """Return the tables with eight letter groups.

    `members`, shape (KINDS, 8), is 1 for the letters of each group.
    """
    graph, plan = tables.graph, tables.plan
    n = len(plan.left)
    needs = fewest(graph, members)
    roots = graph.roots[plan.above[plan.above >= n] - n]
    letters = tables.tiles[:JOKER] + _fixed(plan, np.ones(n, np.bool_))
    # No group needs more letters than there are cells, so no byte overflows.
    supply = np.minimum(letters @ members + tables.tiles[JOKER], n)
    slack = supply - needs[roots].sum(axis=0, dtype=np.int64)
    units = np.vstack([members, np.ones(_GROUPS, np.uint8)])
    return tables._replace(
        graph=graph._replace(needs=_packed(needs)), units=_packed(units), slack=_packed(slack)
    )


def _fixed(plan: Plan, cells: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the number of each letter fixed in some cells."""
    laid = plan.allowed[plan.fixed & cells]
    return np.bincount(np.bitwise_count(laid - np.uint64(1)), minlength=JOKER)


def _packed(counts: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the counts of the groups as one number, one byte each.

    The lowest negative count sets the sign bit of its byte.
    """
    shifted = counts.astype(np.int64) << 8 * np.arange(_GROUPS)
    packed: NDArray[np.uint64] = shifted.sum(axis=-1).astype(np.uint64)
    return packed
