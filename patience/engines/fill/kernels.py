"""The depth-first search, compiled: letters in reading order, one slot-graph node per line.

Kernels, their callees and constants stay in this file or in `patience.engines.bits`: machine code
cached before an edit of another file is reused.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from patience.engines.bits import DONE, FOUND, PAUSED, ones
from patience.engines.compiled import compiled

inlined = partial(compiled, inline=True)  # for functions called once per node

_FIRST = np.uint64(32)  # shift of the first child in a packed node
_ONE = np.uint64(1)
_CLASS_BITS, _CLASS = 8, 255  # a line class is a byte
KINDS = 30  # of tiles, as in `patience.engines.dawg`
JOKER = KINDS  # index among the tiles
NO_THRESHOLD = -(1 << 31)  # below all scores

# Indices in `Descent.at`: the cell to fill, the jokers left, the letters left as bits.
CELL, JOKERS, LEFT = 0, 1, 2


class SlotGraph(NamedTuple):
    """The words of each slot length; see `patience.engines.fill.tables`."""

    nodes: Any  # uint64 (n,): bits 0-29 the letters, 32-63 the index of the first child
    child: Any  # uint32 (m,): children of each node in the order of their letters
    logs: Any  # int32 (n,): log weight of all completions of a slot from a node
    roots: Any  # uint32 (longest + 1,): first node of the slots of each length


class Plan(NamedTuple):
    """The cells to fill, n of them in reading order."""

    left: Any  # int64 (n,): cell to the left; from n on, the length of the slot that starts here
    above: Any  # int64 (n,): the same for the cell above
    allowed: Any  # uint64 (n,): letters that the cell may take
    fixed: Any  # bool (n,): the letter is fixed and takes no tile


class SlotPairs(NamedTuple):
    """Pair weights of slots whose next cells meet; see `patience.engines.fill.pairs`."""

    worth: Any  # int64 (nodes,): log weight of the completions; the last byte is the node's class
    place: Any  # int64 (n + 1,): first row in `columns` for a cell and the one to its left
    beside: Any  # int64 (n,): index in ``Descent.down`` of the cell to the left
    right: Any  # int64 (n,): index in ``Descent.down`` of the cell above the one to the right
    columns: Any  # int16 (rows * CLASSES,): log weight of the left and the right column, by class
    crossing: (
        Any  # int16 (CLASSES * CLASSES,): log weight of a column and the row that meets it next
    )


class FillTables(NamedTuple):
    """What is constant for all searches of a fill."""

    graph: SlotGraph
    plan: Plan
    pairs: SlotPairs
    tiles: Any  # int64 (KINDS + 1,): number of each letter; last, the jokers
    letter_logs: Any  # int32 (KINDS,): log weight of each letter


class Descent(NamedTuple):
    """The state of a resumable depth-first search."""

    at: Any  # int64 (3,): see CELL, JOKERS, LEFT
    counts: Any  # int64 (KINDS,): tiles left
    across: Any  # uint32 (n + lengths,): row's node after each cell; from n on, roots
    down: Any  # uint32 (n + lengths,): column's node after each cell; from n on, roots
    todo: Any  # uint64 (n,): letters not yet tried in each cell
    joker: Any  # bool (n,): the cell has a joker
    scores: Any  # int32 (n + 1,): score before each cell
    bases: Any  # int32 (n,): score before each cell without the terms that its letter changes
    beside: Any  # int64 (n,): start in ``SlotPairs.columns`` of the row of the left column
    right: Any  # int64 (n,): start in ``SlotPairs.crossing`` of the row of the right column
    letters: Any  # uint8 (n,)


@inlined
def step(graph, node, below):
    """Return the child of a node for a letter; `below` has the bits under that letter."""
    packed = graph.nodes[node]
    return graph.child[np.int64(packed >> _FIRST) + np.int64(ones(packed & below))]


@inlined
def choices(graph, plan, descent, cell):
    """Return the letters that row, column, cell and tiles allow."""
    found = graph.nodes[descent.across[plan.left[cell]]]
    found &= graph.nodes[descent.down[plan.above[cell]]] & plan.allowed[cell]
    if not plan.fixed[cell] and descent.at[JOKERS] == 0:
        found &= np.uint64(descent.at[LEFT])
    return found


@inlined
def take(plan, descent, cell, letter):
    """Take a tile for a cell, or a joker if there is none."""
    if plan.fixed[cell]:
        return
    descent.joker[cell] = descent.counts[letter] == 0
    if descent.joker[cell]:
        descent.at[JOKERS] -= 1
    else:
        descent.counts[letter] -= 1
        if descent.counts[letter] == 0:
            descent.at[LEFT] &= ~(1 << letter)


@inlined
def give_back(plan, descent, cell):
    """Return the tile of a cell to the supply."""
    if plan.fixed[cell]:
        return
    if descent.joker[cell]:
        descent.at[JOKERS] += 1
    else:
        letter = np.int64(descent.letters[cell])
        descent.counts[letter] += 1
        descent.at[LEFT] |= 1 << letter


@inlined
def enter(tables, descent, cell):
    """Store what the scores of all children of a cell have in common."""
    pairs = tables.pairs
    above = pairs.worth[descent.down[tables.plan.above[cell]]]
    beside = pairs.worth[descent.down[pairs.beside[cell]]] & _CLASS
    right = pairs.worth[descent.down[pairs.right[cell]]] & _CLASS
    settled = ((pairs.place[cell + 1] + (above & _CLASS)) << _CLASS_BITS) + right
    descent.bases[cell] = descent.scores[cell] - (above >> _CLASS_BITS) - pairs.columns[settled]
    descent.beside[cell] = (pairs.place[cell] + beside) << _CLASS_BITS
    descent.right[cell] = right << _CLASS_BITS


@inlined
def reach(graph, plan, descent, cell, below):
    """Return the nodes of row and column after a letter."""
    across = step(graph, descent.across[plan.left[cell]], below)
    return across, step(graph, descent.down[plan.above[cell]], below)


@inlined
def value(tables, descent, cell, letter, across, down):
    """Return the score after a letter with these nodes, and the score with the row's weight."""
    pairs = tables.pairs
    column, row = pairs.worth[down], pairs.worth[across]
    score = descent.bases[cell] + tables.letter_logs[letter] + (column >> _CLASS_BITS)
    score += pairs.columns[descent.beside[cell] + (column & _CLASS)]
    met = pairs.crossing[descent.right[cell] + (row & _CLASS)]
    return score, score + (row >> _CLASS_BITS) + met


@inlined
def lay(plan, descent, cell, letter, across, down):
    """Lay a letter with these nodes."""
    descent.letters[cell] = letter
    descent.across[cell], descent.down[cell] = across, down
    take(plan, descent, cell, letter)


@compiled
def descend(tables, thresholds, scored, descent, first, most):
    """Search below the first cells for at most `most` nodes; `descent` is modified in place.

    The score after a cell is the log weight of the letters so far, of all completions of the
    columns, each on its own, and of the pairs of neighbours. With the same for the row it must
    reach the cell's threshold.

    Parameters
    ----------
    scored : bool
        Whether there is a threshold: scores take a third of the time.
    first : int
        Length of the fixed prefix.
    most : int

    Returns
    -------
    answer, nodes : int
        ``DONE``, ``PAUSED`` or ``FOUND``; after the last two a further call continues.
    """
    graph, plan = tables.graph, tables.plan
    cell, last = descent.at[CELL], len(plan.left) - 1
    nodes = 0
    while nodes < most:
        todo = descent.todo[cell]
        if todo == 0:
            if cell == first:
                descent.at[CELL] = cell
                return DONE, nodes
            cell -= 1
            give_back(plan, descent, cell)
            continue
        bit = todo & (~todo + _ONE)
        below = bit - _ONE
        descent.todo[cell] = todo ^ bit
        nodes += 1
        letter = np.int64(ones(below))
        across, down = reach(graph, plan, descent, cell, below)
        if scored:
            score, in_all = value(tables, descent, cell, letter, across, down)
            if in_all < thresholds[cell]:
                continue
            descent.scores[cell + 1] = score
        if cell == last:
            descent.letters[cell] = letter
            descent.at[CELL] = cell
            return FOUND, nodes
        lay(plan, descent, cell, letter, across, down)
        cell += 1
        if scored:
            enter(tables, descent, cell)
        descent.todo[cell] = choices(graph, plan, descent, cell)
    descent.at[CELL] = cell
    return PAUSED, nodes


def new_descent(tables: FillTables) -> Descent:
    """Return the memory of a search."""
    n, lines = len(tables.plan.left), len(tables.plan.left) + len(tables.graph.roots)
    return Descent(
        np.zeros(3, np.int64),
        tables.tiles[:KINDS].copy(),
        np.zeros(lines, np.uint32),
        np.zeros(lines, np.uint32),
        np.zeros(n, np.uint64),
        np.zeros(n, np.bool_),
        np.zeros(n + 1, np.int32),
        np.zeros(n, np.int32),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.uint8),
    )


@compiled
def begin(tables, prefix, descent):
    """Begin a search below a prefix of letters in fresh memory, modified in place."""
    graph, plan = tables.graph, tables.plan
    n = len(plan.left)
    for i in range(len(graph.roots)):
        descent.across[n + i] = descent.down[n + i] = graph.roots[i]
    descent.at[JOKERS] = tables.tiles[JOKER]
    for k in range(KINDS):
        descent.at[LEFT] |= (descent.counts[k] > 0) << k
    for cell in range(len(prefix)):
        letter = np.int64(prefix[cell])
        below = (_ONE << np.uint64(letter)) - _ONE
        enter(tables, descent, cell)
        across, down = reach(graph, plan, descent, cell, below)
        score, _ = value(tables, descent, cell, letter, across, down)
        descent.scores[cell + 1] = score
        lay(plan, descent, cell, letter, across, down)
    descent.at[CELL] = len(prefix)
    enter(tables, descent, len(prefix))
    descent.todo[len(prefix)] = choices(graph, plan, descent, len(prefix))
