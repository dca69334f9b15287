"""The word graph: a minimal acyclic automaton (DAWG) as flat arrays.

Node numbers carry meaning, so the state of a line is one node:

- ``ROOT`` (0): nothing read since the last blank;
- ``1 .. KINDS``: exactly one letter read, in the order of the alphabet. These nodes are never
  shared, and those of the alphabet always exist, as a lone letter may stand in one direction;
- ``KINDS + 1 .. 2 KINDS`` (``single + MUST``): the same, but the run must continue, as the letter
  already stands alone in the other direction;
- from ``FIRST_DEEP``: two letters or more, equal suffixes shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.compiled import compiled
from patience.words.wordlist import WordList

# Kinds of tiles that a node has room for; an alphabet may have fewer.
KINDS = 30

ROOT = 0
MUST = KINDS
FIRST_DEEP = 1 + 2 * KINDS

# A packed node: bits 0-29 its letters, bit 30 END, bits 32-63 the index of its first child.
END = 1 << KINDS
LETTERS = END - 1
FIRST_SHIFT = 32

# Symbols of a line: a letter's place in the alphabet, BLANK a cell without one.
BLANK = KINDS
SYMBOLS = BLANK + 1


class Edges(NamedTuple):
    """Edges of a word graph, sorted by source, then symbol; int64 of shape (edges,)."""

    sources: NDArray[np.int64]
    symbols: NDArray[np.int64]
    targets: NDArray[np.int64]


class Path(NamedTuple):
    """The nodes along the last word while a word graph is built."""

    masks: Any  # uint64 (max_length + 1,): letters that follow
    children: Any  # uint32 (max_length + 1, KINDS)
    letters: Any  # int64 (max_length + 1,)


@dataclass(frozen=True)
class Dawg:
    """A word graph."""

    nodes: NDArray[np.uint64]  # (n,): packed nodes: letters, END where a run may end, first child
    child: NDArray[Any]  # uint16 or uint32, (m,): children of each node in the order of letters
    words: int  # number of accepted words

    def __len__(self) -> int:
        return len(self.nodes)

    def after(self, node: int, letter: int) -> int | None:
        """Return the node that a letter, by its place in the alphabet, leads to, or None."""
        packed, bit = int(self.nodes[node]), 1 << letter
        if not packed & bit:
            return None
        return int(self.child[(packed >> FIRST_SHIFT) + (packed & (bit - 1)).bit_count()])

    @cached_property
    def child_and_twins(self) -> NDArray[Any]:
        """Children of each node, then the twins (``single + MUST``) of the letters."""
        return np.append(self.child, np.arange(1 + MUST, FIRST_DEEP)).astype(self.child.dtype)

    @cached_property
    def line_edges(self) -> Edges:
        """Edges of lines: the letters, and from each end of a run a blank to the root."""
        letters = letter_edges(self.nodes, self.child)
        ends = np.flatnonzero(self.nodes & np.uint64(END))
        blanks = Edges(ends, np.full(len(ends), BLANK), np.full(len(ends), ROOT))
        sources, symbols, targets = map(np.concatenate, zip(letters, blanks, strict=True))
        order = np.lexsort((symbols, sources))
        return Edges(sources[order], symbols[order], targets[order])


def letter_edges(nodes: NDArray[np.uint64], child: NDArray[Any]) -> Edges:
    """Return the edges of packed nodes."""
    follows = (nodes[:, None] & np.uint64(1) << np.arange(KINDS, dtype=np.uint64)) != 0
    sources, letters = np.nonzero(follows)
    first = (nodes >> np.uint64(FIRST_SHIFT)).astype(np.int64)
    many = follows.sum(axis=1)
    # Index of each edge among those of its source.
    nth = np.arange(len(sources)) - (np.cumsum(many) - many)[sources]
    return Edges(sources, letters, child[first[sources] + nth].astype(np.int64))


def build(
    words: WordList,
    max_length: int,
    counts: Sequence[int] | None = None,
    jokers: int = 0,
) -> Dawg:
    """Build the minimal word graph of the words that the tiles can spell.

    Parameters
    ----------
    max_length : int
        Longer words are left out.
    counts : sequence of int, optional
        Letters available; a word that needs more of them than these and `jokers` is left out.

    Notes
    -----
    Incremental construction from sorted words (Daciuk, Mihov, Watson and Watson 2000).
    """
    if counts is None:
        counts, jokers = [max_length] * len(words.alphabet), 0
    text, starts, lengths = _spelled(words, max_length, counts, jokers)
    # A trie has at most one node per letter, so the sum bounds both arrays.
    room = FIRST_DEEP + int(lengths.sum()) + 1
    nodes = np.zeros(room, np.uint64)
    child = np.zeros(room + KINDS, np.uint32)
    path = Path(
        np.zeros(max_length + 1, np.uint64),
        np.zeros((max_length + 1, KINDS), np.uint32),
        np.zeros(max_length + 1, np.int64),
    )
    registry = np.zeros(1 << (4 * room - 1).bit_length(), np.uint32)
    kinds = len(words.alphabet)
    n, m = _minimal(text, starts, lengths, kinds, nodes, child, registry, path)
    nodes, child = _renumbered(nodes[:n], child[:m])
    kind = np.uint16 if n <= 1 << 16 else np.uint32
    return Dawg(nodes, child.astype(kind), len(starts))


def spelled(words: WordList, max_length: int, counts: Sequence[int], jokers: int) -> list[str]:
    """Return the words of at most `max_length` that the tiles can spell."""
    text, starts, lengths = _spelled(words, max_length, counts, jokers)
    ends = starts + lengths
    return [
        words.alphabet.decoded(text[start:end].tobytes())
        for start, end in zip(starts, ends, strict=True)
    ]


# Batches and tests solve many puzzles of few kinds in a row.
@lru_cache(maxsize=8)
def kept(words: WordList, max_length: int, counts: tuple[int, ...], jokers: int) -> Dawg:
    """Return `build` of the arguments, cached."""
    return build(words, max_length, counts, jokers)


@lru_cache(maxsize=8)
def letter_counts(words: WordList, max_length: int) -> NDArray[np.float64]:
    """Count the letters of all words of at most `max_length`; shape (letters,)."""
    text, _, lengths = _places(words)
    short = text[np.repeat(lengths <= max_length, lengths + 1)]
    last = ord("A") + len(words.alphabet)
    return np.bincount(short, minlength=128)[ord("A") : last].astype(np.float64)


def _spelled(
    words: WordList, max_length: int, counts: Sequence[int], jokers: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Return the text of all words, and the offset and length of each that tiles can spell."""
    text, starts, lengths = _places(words)
    fit, used = np.zeros(len(starts), np.bool_), np.zeros(len(counts), np.int64)
    _spellable(text, starts, lengths, max_length, np.asarray(counts, np.int64), jokers, fit, used)
    return text, starts[fit], lengths[fit]


@lru_cache(maxsize=2)
def _places(words: WordList) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Return the text of all words, the offset of each word in it, and its length."""
    text = np.frombuffer(words.text, np.uint8)
    ends = np.flatnonzero(text == ord("\n"))
    starts = np.append(0, ends + 1)[:-1]
    return text, starts, ends - starts


@compiled
def _spellable(text, starts, lengths, max_length, counts, jokers, fit, used):
    """Write to `fit` (bool, False) which words the tiles can spell; `used` is scratch memory."""
    for i in range(len(starts)):
        if lengths[i] > max_length:
            continue
        used[:] = 0
        missing = 0
        for j in range(starts[i], starts[i] + lengths[i]):
            k = text[j] - 65
            used[k] += 1
            missing += used[k] > counts[k]
        fit[i] = missing <= jokers


@compiled
def _minimal(text, starts, lengths, kinds, nodes, child, registry, last):
    """Fill `nodes` and `child`, modified in place; return the used length of each.

    `kinds` is the number of letters of the alphabet, `registry` a hash table with open addressing,
    in which 0 is free (the root is never in it), `last` a `Path`.
    """
    end = np.uint64(END)
    open_mask, open_child, path = last.masks, last.children, last.letters
    n, m = np.int64(FIRST_DEEP), np.int64(0)
    depth = 0
    for i in range(len(starts) + 1):
        length = lengths[i] if i < len(starts) else 0
        same = 0
        while same < min(depth, length) and path[same] == text[starts[i] + same] - 65:
            same += 1
        while depth > same:  # freeze what the next word does not share, deepest first
            mask = open_mask[depth]
            letter = path[depth - 1]
            if depth == 1:
                node = 1 + letter
                nodes[node] = (np.uint64(m) << np.uint64(FIRST_SHIFT)) | mask | end
                nodes[node + MUST] = (np.uint64(m) << np.uint64(FIRST_SHIFT)) | mask
                m = _store(open_child[depth], mask, child, m)
            else:
                slot = _find(open_child[depth], mask, nodes, child, registry)
                if registry[slot] == 0:
                    registry[slot] = n
                    nodes[n] = (np.uint64(m) << np.uint64(FIRST_SHIFT)) | mask
                    m = _store(open_child[depth], mask, child, m)
                    n += 1
                node = np.int64(registry[slot])
            depth -= 1
            open_child[depth, letter] = node
            open_mask[depth] |= np.uint64(1) << np.uint64(letter)
        for j in range(same, length):
            path[j] = text[starts[i] + j] - 65
            open_mask[j + 1] = 0
        depth = length
        if i < len(starts):
            open_mask[length] |= end
    # Every letter may stand alone in one direction, so the root has them all.
    for k in range(kinds):
        open_child[0, k] = 1 + k
        if nodes[1 + k] == 0:
            nodes[1 + k] = end
    every = (np.uint64(1) << np.uint64(kinds)) - np.uint64(1)
    nodes[ROOT] = (np.uint64(m) << np.uint64(FIRST_SHIFT)) | every | end
    m = _store(open_child[0], every, child, m)
    return n, m


def _renumbered(
    nodes: NDArray[np.uint64], child: NDArray[np.uint32]
) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return both arrays with the deep nodes numbered breadth first.

    A search visits nodes of few depths at a time; this numbering puts them close in the cache.
    """
    order, place = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
    # The twin of a single letter writes its children once more before they are dropped.
    new_nodes, new_child = np.zeros_like(nodes), np.zeros(len(child) + KINDS, child.dtype)
    m = _by_depth(nodes, child, order, place, new_nodes, new_child)
    return new_nodes, new_child[:m]


@compiled
def _by_depth(nodes, child, order, place, new_nodes, new_child):
    """Write both arrays with the deep nodes numbered breadth first; return the edges' number.

    `order` gets the node at each new index, `place` (0) the new index of each node.
    """
    for n in range(FIRST_DEEP):
        order[n] = n
        place[n] = n
    reached, m = FIRST_DEEP, 0
    for at in range(len(nodes)):
        node = nodes[order[at]]
        start = m
        for k in range(KINDS):
            if (node >> np.uint64(k)) & np.uint64(1):
                old = child[np.int64(node >> np.uint64(FIRST_SHIFT)) + m - start]
                if place[old] == 0:
                    place[old] = reached
                    order[reached] = old
                    reached += 1
                new_child[m] = place[old]
                m += 1
        if MUST < at < FIRST_DEEP:  # a twin shares the children of its single letter
            m = start
            start = np.int64(new_nodes[at - MUST] >> np.uint64(FIRST_SHIFT))
        letters = node & np.uint64((1 << FIRST_SHIFT) - 1)
        new_nodes[at] = (np.uint64(start) << np.uint64(FIRST_SHIFT)) | letters
    return m


@compiled
def _store(children, mask, child, m):
    """Append the children named in `mask` to `child[m:]`, modified in place; return the new end."""
    for k in range(KINDS):
        if (mask >> np.uint64(k)) & np.uint64(1):
            child[m] = children[k]
            m += 1
    return m


@compiled
def _find(children, mask, nodes, child, registry):
    """Return the registry slot of an equal node, or the free slot for it."""
    h = mask
    for k in range(KINDS):
        if (mask >> np.uint64(k)) & np.uint64(1):
            h = (h ^ np.uint64(children[k])) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(29)
    slot = np.int64(h & np.uint64(len(registry) - 1))
    low = np.uint64(0xFFFFFFFF)
    while registry[slot] != 0:
        node = nodes[registry[slot]]
        if (node & low) == mask:
            at = np.int64(node >> np.uint64(FIRST_SHIFT))
            equal = True
            for k in range(KINDS):
                if (mask >> np.uint64(k)) & np.uint64(1):
                    if child[at] != children[k]:
                        equal = False
                        break
                    at += 1
            if equal:
                return slot
        slot = (slot + 1) & np.int64(len(registry) - 1)
    return slot
