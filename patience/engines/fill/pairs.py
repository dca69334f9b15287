"""Log weights of two slots whose next cells meet, for the scores of fills.

The slots of a row have known lengths, so neighbouring letters are counted for each position in its
words; the rest is as for beams (`patience.engines.classes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from patience.engines.classes import CLASSES, LineClasses, Ways
from patience.engines.dawg import KINDS, letter_edges
from patience.engines.fill.kernels import Plan, SlotGraph, SlotPairs
from patience.words.wordlist import WordList

# Sample size for the classes; nodes are drawn by the square root of their completions.
_DRAWN = 6_000

_ORD_A = ord("A")


def pairs_of(
    by_length: Mapping[int, WordList],
    graph: SlotGraph,
    plan: Plan,
    weights: NDArray[np.float64],
    doubling: int,
) -> SlotPairs:
    """Return the classes of the nodes of a word graph and their pair weights.

    `by_length` has the words of each slot length, `weights`, shape (KINDS,), the letter weights;
    `doubling` is the increase of a log weight when the weight doubles.
    """
    ways = np.exp2(graph.logs / doubling)
    leaving = _leaving(graph, ways, weights)
    classes = LineClasses(_samples(leaving, ways))
    place, beside, right, before = _places(plan)
    tables = [np.zeros((CLASSES, CLASSES))]
    tables += [classes.side_by_side(each) for each in _neighbours(by_length, before, weights)]
    scale = doubling / np.log(2)
    columns, crossing = (
        np.rint(scale * logs).astype(np.int16).ravel()
        for logs in (np.array(tables), classes.meeting(weights))
    )
    worth = graph.logs.astype(np.int64) * CLASSES + classes.of(leaving)
    return SlotPairs(worth, place * CLASSES, beside, right, columns, crossing)


def _leaving(graph: SlotGraph, ways: NDArray[np.float64], weights: NDArray[np.float64]) -> Ways:
    """Return the ways on from each node; none at the end of a slot."""
    nodes, letters, children = letter_edges(graph.nodes, graph.child)
    # A slot of one cell takes any letter.
    leaving = np.where(nodes > 0, weights[letters] * ways[children], 0.0)
    return Ways(nodes, letters, leaving, len(ways))


def _samples(leaving: Ways, ways: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of a sample of nodes that can continue."""
    likely = np.where(leaving.totals > 0, np.sqrt(ways), 0.0)
    if not likely.any():
        return np.full((1, KINDS), 1 / KINDS)
    chosen = np.zeros(len(ways), np.bool_)
    chosen[np.random.default_rng(0).choice(len(ways), _DRAWN, p=likely / likely.sum())] = True
    return leaving.probabilities(chosen, KINDS)


def _places(
    plan: Plan,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], list[tuple[int, int]]]:
    """Return for each cell its table of `_neighbours` and the indices of the nodes beside it.

    Returns
    -------
    place : ndarray of int64, shape (n + 1,)
        Number of the table for the cell and the one to its left; 0 at the start of a slot.
    beside, right : ndarray of int64, shape (n,)
        Index in ``Descent.down`` of the column to the left, and of the cell above the one to the
        right; if there is none, of a slot of no cells.
    before : list of (int, int)
        For tables 1 and up: the length of the slot, and the letters before the second cell.
    """
    n = len(plan.left)
    place, beside, right = np.zeros(n + 1, np.int64), np.full(n, n), np.full(n, n)
    before: dict[tuple[int, int], int] = {}
    length = begun = 0
    for cell in range(n):
        if plan.left[cell] >= n:
            length, begun = int(plan.left[cell]) - n, cell
            continue
        place[cell] = before.setdefault((length, cell - begun), len(before) + 1)
        beside[cell], right[cell - 1] = cell - 1, plan.above[cell]
    return place, beside, right, list(before)


def _neighbours(
    by_length: Mapping[int, WordList],
    before: Sequence[tuple[int, int]],
    weights: NDArray[np.float64],
) -> list[NDArray[np.float64]]:
    """Return how often each two letters are neighbours at these positions of words."""
    found: list[NDArray[np.float64]] = []
    for length, letters in before:
        text = np.frombuffer(by_length[length].text, np.uint8).astype(np.int64)
        spelt = text.reshape(-1, length + 1)[:, :length] - _ORD_A
        pairs = spelt[:, letters - 1] * KINDS + spelt[:, letters]
        weight = weights[spelt].prod(axis=1)
        together = np.bincount(pairs, weight, KINDS**2).astype(np.float64)
        found.append(together.reshape(KINDS, KINDS))
    return found
