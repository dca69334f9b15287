"""The tables of a fill: slots, words by length, letter weights.

A slot is a maximal line of cells that all get a letter. Its length is known, so each length has a
word graph of its own, whose nodes know the number of completions of the slot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.dawg import (
    FIRST_DEEP,
    FIRST_SHIFT,
    KINDS,
    LETTERS,
    ROOT,
    Dawg,
    letter_edges,
)
from patience.engines.fill.kernels import JOKER, FillTables, Plan, SlotGraph
from patience.engines.fill.pairs import pairs_of
from patience.engines.letters import joker_letters, usual_shares
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.words.wordlist import WordList

# Log weights are integers, in units per doubling, so that every machine ranks alike.
_DOUBLING = 1024
_NEVER = -(1 << 20)  # log weight of what cannot be completed; a sum of a thousand still fits

# Added to supply and demand, so that a letter without tiles has a weight too.
_SMOOTHING = 0.3


def tables_of(subproblem: Subproblem, words: WordList) -> FillTables:
    """Return the tables of a subproblem whose open cells all get a letter."""
    plan = plan_of(subproblem)
    laid = subproblem.cells[(subproblem.cells >= 0) & (subproblem.cells < CELL_FACE_DOWN)]
    counts, jokers = np.array(subproblem.counts), subproblem.jokers
    shares = usual_shares(word_graph.letter_counts(words, max(subproblem.cells.shape)))
    weights = letter_weights(subproblem.counts, jokers, subproblem.open_cells * shares)
    spelt = counts + np.bincount(laid, minlength=len(counts))  # words may contain fixed letters too
    by_length = _by_length(words, plan)
    graph = graph_of(by_length, spelt.tolist(), jokers, weights)
    pairs = pairs_of(by_length, graph, plan, weights, _DOUBLING)
    tiles = np.zeros(JOKER + 1, np.int64)
    tiles[: len(counts)], tiles[JOKER] = counts, jokers
    return FillTables(graph, plan, pairs, tiles, logs_of(weights))


def plan_of(subproblem: Subproblem) -> Plan:
    """Return the cells of a subproblem that get a letter."""
    kinds = subproblem.cells
    lettered = kinds < CELL_FACE_DOWN
    n = int(lettered.sum())
    number = np.cumsum(lettered).reshape(lettered.shape) - 1
    across, down = _slot_lengths(lettered), _slot_lengths(lettered.T).T
    left = np.where(across > 0, n + across, np.roll(number, 1, axis=1))
    above = np.where(down > 0, n + down, np.roll(number, 1, axis=0))
    kind = kinds[lettered].astype(np.int64)
    is_open = kind == CELL_OPEN
    allowed = np.where(is_open, LETTERS, 1 << kind.clip(0)).astype(np.uint64)
    return Plan(left[lettered], above[lettered], allowed, ~is_open)


def _slot_lengths(lettered: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the length of each horizontal slot at its first cell, 0 elsewhere."""
    change = np.diff(np.pad(lettered, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    lengths = np.zeros(lettered.shape, np.int64)
    rows, starts = np.nonzero(change == 1)
    # Both lists are in reading order, so the k-th start belongs to the k-th end.
    lengths[rows, starts] = np.nonzero(change == -1)[1] - starts
    return lengths


def _by_length(words: WordList, plan: Plan) -> dict[int, WordList]:
    """Return the words of each slot length, the shortest length first."""
    n = len(plan.left)
    starts = np.concatenate([plan.left, plan.above])
    found: dict[int, list[str]] = {int(x): [] for x in np.unique(starts[starts > n] - n)}
    for word in words:
        if len(word) in found:
            found[len(word)].append(word)
    return {length: WordList.of_sorted(kept, words.alphabet) for length, kept in found.items()}


def graph_of(
    by_length: Mapping[int, WordList],
    counts: Sequence[int],
    jokers: int,
    weights: NDArray[np.float64],
) -> SlotGraph:
    """Build the word graphs of all slot lengths, consecutively in the same arrays."""
    # A slot of one cell takes any letter.
    nodes, child = [np.array([LETTERS], np.uint64)], [np.zeros(KINDS, np.uint32)]
    logs = [np.zeros(1, np.int32)]
    roots = np.zeros(max(by_length) + 1, np.uint32)
    nodes_before, edges_before = 1, KINDS
    for length, words in by_length.items():
        if length == 1:
            continue
        dawg = word_graph.build(words, length, counts, jokers)
        ways = _ways_to_finish(dawg, length, weights)
        letters, first, edges = _without_dead_ends(dawg, ways)
        roots[length] = nodes_before + ROOT
        nodes.append(letters | (first + np.uint64(edges_before)) << np.uint64(FIRST_SHIFT))
        child.append(edges + np.uint32(nodes_before))
        logs.append(logs_of(ways))
        nodes_before, edges_before = nodes_before + len(letters), edges_before + len(edges)
    return SlotGraph(np.concatenate(nodes), np.concatenate(child), np.concatenate(logs), roots)


def _ways_to_finish(dawg: Dawg, length: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weighted number of completions of a word of this length from each node."""
    parents, letters, children = letter_edges(dawg.nodes, dawg.child)
    nodes = np.arange(len(dawg))
    leaves = (dawg.nodes & np.uint64(LETTERS) == 0) & (nodes >= FIRST_DEEP)
    after: NDArray[np.float64] = leaves.astype(np.float64)
    ways = after.copy()
    # All words have the same length, so each node has one distance from the end.
    for _ in range(length):
        through = weights[letters] * after[children]
        after = np.bincount(parents, through, len(dawg)).astype(np.float64)
        ways += after
    return ways


def _without_dead_ends(
    dawg: Dawg, ways: NDArray[np.float64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
    """Return letters and first child of each node, and all children; the root only begins words."""
    letters = dawg.nodes & np.uint64(LETTERS)
    first = dawg.nodes >> np.uint64(FIRST_SHIFT)
    begins = dawg.child[int(first[ROOT]) :][: int(letters[ROOT]).bit_count()]
    begun = np.flatnonzero(ways[begins] > 0)
    letters[ROOT] = sum(1 << int(letter) for letter in begun)
    first[ROOT] = len(dawg.child)
    return letters, first, np.concatenate([dawg.child, begins[begun]]).astype(np.uint32)


def letter_weights(
    counts: Sequence[int], jokers: int, wanted: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weight of each letter, its supply divided by the demand, at most 1; 0 for others.

    `wanted`, shape (letters,), has the expected number of each letter in words of as many cells.
    """
    given = joker_letters(counts, jokers, wanted / wanted.sum())
    supply = np.array(counts) + (given if given.any() else jokers / len(counts))
    weights = np.zeros(KINDS)
    weights[: len(counts)] = np.minimum((supply + _SMOOTHING) / (wanted + _SMOOTHING), 1.0)
    return weights


def logs_of(weights: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return log weights as integers."""
    with np.errstate(divide="ignore"):
        logs = np.maximum(np.log2(weights) * _DOUBLING, _NEVER)
    whole: NDArray[np.int32] = np.rint(logs).astype(np.int32)
    return whole
