"""The search cell after cell, compiled: letters in reading order, one node of a graph per line.

A *node* lays one symbol in one cell. Each line has a graph of all that it can hold, without dead
ends (see `tree`), so the symbols of a cell are those that its row, its column and the tiles admit.
A cell with a twin shows what the twin shows, which came before it. Between two nodes
the buffers follow from the symbols before the current cell, and `todo` has those left to try. So
these two are what a state needs; all else is laid again when a search is continued.

Kernels, their callees and constants stay in this file or in `patience.engines.bits`: machine code
cached before an edit of another file is reused.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np

from patience.engines.bits import (
    DONE,
    FOUND,
    LEVEL,
    NODES,
    PARTITION,
    PARTITIONS,
    PAUSED,
    RANDOM,
    SEEN,
    hold_together,
    lowest,
    mix,
    ones,
    symbol_of,
)
from patience.engines.compiled import compiled

inlined = partial(compiled, inline=True)  # for functions called once per node

KINDS = 30  # of tiles, as in `patience.engines.dawg`
BLANK = KINDS  # the symbol of a cell without letter
EMPTY = KINDS + 1  # the same in `CellBuffers.board`, where letters begin at 1 and 0 is unknown
JOKER = KINDS  # index of the jokers in the counts
SYMBOLS = np.uint64((1 << (BLANK + 1)) - 1)
BLANK_BIT = np.uint64(1 << BLANK)


class CellProblem(NamedTuple):
    """The constants of a search of n cells in reading order."""

    nodes: Any  # uint64 (m,): symbols that go on in a line, above bit 32 the place of the first
    child: Any  # uint32 (k,): nodes after each symbol
    need: Any  # int64 (m,): fewest blanks in the rest of the line
    roots: Any  # int64 (height + width,): where the rows begin, then the columns
    left: Any  # int64 (n,): cell to the left; from n on, the row that begins
    above: Any  # int64 (n,): cell above; from n on, the column that begins
    below: Any  # int64 (n,): fewest blanks in the rows below
    twin: Any  # int64 (n,): an earlier cell that shows the same, or -1
    takes: Any  # int64 (n,): tiles for a letter here and in the cell whose twin this is
    price: Any  # int64 (n,): 1 if the cell counts as a blank without a letter
    counts: Any  # int64 (KINDS + 1,): tiles, jokers last
    max_blanks: int
    split: int  # cells before the partitions part
    counted: bool  # tiles can run out
    loose: bool  # letters may stand alone, or in several pieces
    connected: bool
    drawn: bool  # try symbols in random order, a blank last


class CellState(NamedTuple):
    """How far a search is."""

    head: Annotated[Any, "int64 8"]  # see `bits.LEVEL` and the indices after it
    symbols: Annotated[Any, "int8 n"]  # what is laid
    todo: Annotated[Any, "uint64 n + 1"]  # symbols not yet tried


class CellBuffers(NamedTuple):
    """What follows from a state, and scratch memory."""

    # Node of the row after each cell; past n, the roots.
    across: Annotated[Any, "uint32 n + height + width"]
    down: Annotated[Any, "uint32 n + height + width"]  # node of the column after each cell
    blanks: Annotated[Any, "int64 n + 1"]  # blanks left before each cell
    columns: Annotated[Any, "int64 n + 1"]  # fewest blanks in the rest of all columns
    counts: Annotated[Any, "int64 kinds + 1"]  # tiles left, jokers last
    letters: Annotated[Any, "uint64 n + 1"]  # symbols that the tiles left admit
    jokers: Annotated[Any, "int64 n"]  # jokers laid for each cell
    board: Annotated[Any, "int8 height, width"]  # what is laid, for `hold_together`
    visited: Annotated[Any, "bool height, width"]  # scratch
    queue: Annotated[Any, "int64 n"]  # scratch


@inlined
def child_of(p, node, bit):
    """Return the node after the symbol of `bit`."""
    packed = p.nodes[node]
    below = packed & (bit - np.uint64(1)) & SYMBOLS
    return p.child[np.int64(packed >> np.uint64(32)) + np.int64(ones(below))]


@compiled
def holds_together(p, s, b, cell):
    """Return whether the letters before a cell can be part of words, and of one crossword."""
    height, width = b.board.shape
    for i in range(height * width):
        symbol = 0
        if i < cell:
            symbol = s.symbols[i] + 1
        b.board[i // width, i % width] = symbol
    return hold_together(b.board, EMPTY, p.connected, b.visited, b.queue)


@inlined
def admitted(p, s, b, cell):
    """Return the symbols that row, column, tiles and twin admit in a cell."""
    found = p.nodes[b.across[p.left[cell]]] & p.nodes[b.down[p.above[cell]]] & SYMBOLS
    if p.counted and p.takes[cell] > 0:
        found &= b.letters[cell]
    if p.twin[cell] >= 0:
        found &= np.uint64(1) << np.uint64(s.symbols[p.twin[cell]])
    return found


@compiled
def letters_left(b):
    """Return the symbols that the tiles left admit."""
    found = SYMBOLS
    if b.counts[JOKER] == 0:
        for k in range(KINDS):
            if b.counts[k] == 0:
                found ^= np.uint64(1) << np.uint64(k)
    return found


@inlined
def lay(p, s, b, cell, bit):
    """Lay a symbol in a cell; return whether tiles and blanks suffice."""
    across = child_of(p, b.across[p.left[cell]], bit)
    down = child_of(p, b.down[p.above[cell]], bit)
    k = symbol_of(bit)
    if p.max_blanks > 0:
        left = b.blanks[cell] - (p.price[cell] if k == BLANK else 0)
        columns = b.columns[cell] - p.need[b.down[p.above[cell]]] + p.need[down]
        if max(columns, p.need[across] + p.below[cell]) > left:
            return False
        b.blanks[cell + 1], b.columns[cell + 1] = left, columns
    if p.counted:
        letters, takes = b.letters[cell], p.takes[cell]
        if k < BLANK and takes > 0:
            jokers = max(takes - b.counts[k], 0)
            if jokers > b.counts[JOKER]:
                return False
            b.jokers[cell] = jokers
            b.counts[k] -= takes - jokers
            b.counts[JOKER] -= jokers
            if b.counts[k] == 0:
                letters = letters_left(b)
        b.letters[cell + 1] = letters
    b.across[cell], b.down[cell], s.symbols[cell] = across, down, k
    return True


@inlined
def take_off(p, s, b, cell):
    """Give back the tiles of a cell."""
    k = np.int64(s.symbols[cell])
    if p.counted and k < BLANK and p.takes[cell] > 0:
        b.counts[k] += p.takes[cell] - b.jokers[cell]
        b.counts[JOKER] += b.jokers[cell]


@compiled
def replay(p, s, b):
    """Lay the symbols of a state anew; return how many, up to one that no search lays there."""
    n = len(p.left)
    for i in range(len(p.roots)):
        b.across[n + i] = b.down[n + i] = p.roots[i]
    for k in range(KINDS + 1):
        b.counts[k] = p.counts[k]
    b.blanks[0], b.columns[0], b.letters[0] = p.max_blanks, 0, letters_left(b)
    for i in range(b.board.shape[0], len(p.roots)):
        b.columns[0] += p.need[p.roots[i]]
    for cell in range(s.head[LEVEL]):
        every = admitted(p, s, b, cell)
        bit = np.uint64(1) << np.uint64(s.symbols[cell])
        if bit & every == 0 or s.todo[cell] & ~(every ^ bit) != 0 or not lay(p, s, b, cell, bit):
            return cell
    cell = s.head[LEVEL]
    every = np.uint64(0) if cell == n else admitted(p, s, b, cell)
    return cell + (s.todo[cell] & ~every == 0)


@compiled
def first(p, s, b):
    """Return the symbols to try in the first cell, after `replay` of an empty state."""
    return admitted(p, s, b, 0)


@compiled
def next_of(todo, head):
    """Return a symbol at random, a blank only if there is no other."""
    letters = todo & (BLANK_BIT - np.uint64(1))
    if letters == 0:
        return todo
    head[RANDOM] += 1
    skipped = np.int64(mix(np.uint64(head[RANDOM])) % ones(letters))
    for _ in range(skipped):
        letters ^= lowest(letters)
    return lowest(letters)


@compiled
def search(p, s, b, until):
    """Continue a search, which was laid anew with `replay`, up to `until` nodes.

    Returns
    -------
    int
        FOUND at a whole grid (a further call continues past it), PAUSED, or DONE.
    """
    head, todo = s.head, s.todo
    n, cell, nodes = len(p.left), head[LEVEL], head[NODES]
    width = b.board.shape[1]
    answer = -1
    while answer < 0:
        rest = todo[cell]
        if rest == 0:
            if cell == 0:
                answer = DONE
            else:
                cell -= 1
                take_off(p, s, b, cell)
            continue
        if nodes >= until:
            answer = PAUSED
            continue
        bit = next_of(rest, head) if p.drawn else lowest(rest)
        todo[cell] = rest ^ bit
        nodes += 1
        if not lay(p, s, b, cell, bit):
            continue
        cell += 1
        todo[cell] = 0
        if cell == p.split:
            head[SEEN] += 1
            if (head[SEEN] - 1) % head[PARTITIONS] != head[PARTITION]:
                continue
        if p.loose and cell % width == 0 and not holds_together(p, s, b, cell):
            continue
        if cell == n:
            answer = FOUND
        else:
            todo[cell] = admitted(p, s, b, cell)
    head[LEVEL], head[NODES] = cell, nodes
    return answer
