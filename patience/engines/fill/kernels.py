"""The depth-first search, compiled: letters in reading order, a node of the slot graph a line.

Kernels, what they call and their constants stay in this file, as numba looks for changes nowhere
else before it takes machine code from its cache; what counts bits never changes.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from patience.engines import jit
from patience.engines.bits import ones

compiled = partial(jit.compiled, allocates=False)
inlined = partial(compiled, inline=True)  # what is called once a node

_FIRST = np.uint64(32)  # where a packed node tells its first child
_ONE = np.uint64(1)
_CLASS_BITS, _CLASS = 8, 255  # a line class is a byte
JOKER = 26  # place among the tiles
NO_THRESHOLD = -(1 << 31)  # below all scores
SHORT = np.uint64(0x8080808080808080)  # set where a letter group's slack is negative

# What `descend` says: nothing is left, it stopped after so many nodes, every cell has a letter.
DONE, PAUSED, FOUND = 0, 1, 2

# Places in `Descent.at`: the cell to fill, the jokers left, the letters left as bits.
CELL, JOKERS, LEFT = 0, 1, 2


class SlotGraph(NamedTuple):
    """The words of each slot length; see `patience.engines.fill.tables`."""

    nodes: Any  # uint64 (n,): bits 0-25 the letters that go on, 32-63 where its children start
    child: Any  # uint32 (m,): the children of every node, in the order of their letters
    logs: Any  # int32 (n,): log weight of all ways to finish a slot from here
    roots: Any  # uint32 (longest + 1,): node where the slots of each length begin
    needs: Any  # uint64 (n,): a byte a letter group, the fewest of its letters that finish a slot


class Plan(NamedTuple):
    """The cells to fill, n of them in reading order."""

    left: Any  # int64 (n,): cell to the left; from n on, the length of the slot that starts here
    above: Any  # int64 (n,): the same for the cell above
    allowed: Any  # uint64 (n,): letters that the cell may take
    fixed: Any  # bool (n,): its letter lies there already and takes no tile
    mirror: Any  # int64 (n,): the cell whose letter its own must not come before; -1 if none


class SlotPairs(NamedTuple):
    """How well two slots go together whose next cells meet; see `patience.engines.fill.pairs`."""

    worth: Any  # int64 (nodes,): log weight of the ways to finish from a node; last byte, its class
    place: Any  # int64 (n + 1,): first row in `columns` for a cell and the one to its left
    beside: Any  # int64 (n,): place in ``Descent.down`` of the cell to the left
    right: Any  # int64 (n,): the same of the cell above the one to the right
    columns: Any  # int16 (rows * CLASSES,): log weight of the left and the right column, by class
    crossing: Any  # int16 (CLASSES * CLASSES,): of a column and the row that meets it next


class Tables(NamedTuple):
    """What stays the same for all searches of a fill."""

    graph: SlotGraph
    plan: Plan
    pairs: SlotPairs
    tiles: Any  # int64 (27,): how many of each letter; last, the jokers
    letter_logs: Any  # int32 (26,): log weight of each letter
    units: Any  # uint64 (27,): one in the byte of each letter group that a tile counts for
    slack: Any  # uint64: what there is for each letter group beyond what all slots need


class Descent(NamedTuple):
    """One depth-first search: where it stands, so that it can go on."""

    at: Any  # int64 (3,)
    counts: Any  # int64 (26,): tiles left
    across: Any  # uint32 (n + lengths,): node of the row after each cell; above n, roots
    down: Any  # uint32 (n + lengths,): node of the column after each cell; above n, roots
    todo: Any  # uint64 (n,): letters still to be tried in each cell
    joker: Any  # bool (n,): the cell has a joker
    scores: Any  # int32 (n + 1,): score before each cell
    slacks: Any  # uint64 (n + 1,): slack of each letter group before each cell
    bases: Any  # int32 (n,): score before each cell without what its letter settles
    beside: Any  # int64 (n,): row in ``SlotPairs.columns`` of the column to the left of each cell
    right: Any  # int64 (n,): row in ``SlotPairs.crossing`` of the column to the right
    letters: Any  # uint8 (n,)


@inlined
def step(graph, node, below):
    """Return the child of a node by one of its letters; `below` has the bits under that letter."""
    packed = graph.nodes[node]
    return graph.child[np.int64(packed >> _FIRST) + np.int64(ones(packed & below))]


@inlined
def choices(graph, plan, descent, cell):
    """Return the letters that row, column, cell and tiles allow."""
    found = graph.nodes[descent.across[plan.left[cell]]]
    found &= graph.nodes[descent.down[plan.above[cell]]] & plan.allowed[cell]
    if not plan.fixed[cell] and descent.at[JOKERS] == 0:
        found &= np.uint64(descent.at[LEFT])
    if plan.mirror[cell] >= 0:
        found &= ~((_ONE << np.uint64(descent.letters[plan.mirror[cell]])) - _ONE)
    return found


@inlined
def take(plan, descent, cell, letter):
    """Take a tile for a cell, a joker if there is no other."""
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
    """Give back the tile of a cell."""
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
    """Note what the scores of all children of a cell have in common."""
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
    """Return the score after a letter that leads to those nodes, and that with the row's."""
    pairs = tables.pairs
    column, row = pairs.worth[down], pairs.worth[across]
    score = descent.bases[cell] + tables.letter_logs[letter] + (column >> _CLASS_BITS)
    score += pairs.columns[descent.beside[cell] + (column & _CLASS)]
    met = pairs.crossing[descent.right[cell] + (row & _CLASS)]
    return score, score + (row >> _CLASS_BITS) + met


@inlined
def slack_after(tables, descent, cell, letter, down):
    """Return the slack of each letter group once a letter leads to that node of the column."""
    plan, needs = tables.plan, tables.graph.needs
    is_joker = not plan.fixed[cell] and descent.counts[letter] == 0
    unit = tables.units[JOKER if is_joker else letter]
    above = descent.down[plan.above[cell]]
    return descent.slacks[cell] + needs[above] - needs[down] - unit


@inlined
def lay(plan, descent, cell, letter, across, down):
    """Lay a letter that leads to those nodes."""
    descent.letters[cell] = letter
    descent.across[cell], descent.down[cell] = across, down
    take(plan, descent, cell, letter)


@compiled
def descend(tables, thresholds, scored, descent, first, most):
    """Search on below the first cells, for at most so many nodes.

    The score after a cell is the log weight of the letters so far, of all ways to finish the
    columns, each on its own, and of how well neighbours go together; with the same for the row it
    must reach the cell's threshold.

    Parameters
    ----------
    scored : bool
        Whether there is a threshold: scores take a third of the time.
    first : int
        The cell above which the search does not go back: the prefix before it stays.
    most : int

    Returns
    -------
    answer, nodes : int
        ``DONE``, ``PAUSED`` or ``FOUND``; called again after the last two it goes on.
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
        slack = slack_after(tables, descent, cell, letter, down)
        if slack & SHORT:
            continue
        descent.slacks[cell + 1] = slack
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


@jit.compiled
def begin(tables, prefix):
    """Return a search below a prefix: its letters are laid, the choices after it listed."""
    graph, plan = tables.graph, tables.plan
    n, lines = len(plan.left), len(plan.left) + len(graph.roots)
    descent = Descent(
        np.zeros(3, np.int64),
        tables.tiles[:26].copy(),
        np.zeros(lines, np.uint32),
        np.zeros(lines, np.uint32),
        np.zeros(n, np.uint64),
        np.zeros(n, np.bool_),
        np.zeros(n + 1, np.int32),
        np.zeros(n + 1, np.uint64),
        np.zeros(n, np.int32),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.uint8),
    )
    descent.slacks[0] = tables.slack
    descent.across[n:] = graph.roots
    descent.down[n:] = graph.roots
    descent.at[JOKERS] = tables.tiles[26]
    for k in range(26):
        descent.at[LEFT] |= (descent.counts[k] > 0) << k
    for cell in range(len(prefix)):
        letter = np.int64(prefix[cell])
        below = (_ONE << np.uint64(letter)) - _ONE
        enter(tables, descent, cell)
        across, down = reach(graph, plan, descent, cell, below)
        score, _ = value(tables, descent, cell, letter, across, down)
        descent.scores[cell + 1] = score
        descent.slacks[cell + 1] = slack_after(tables, descent, cell, letter, down)
        lay(plan, descent, cell, letter, across, down)
    descent.at[CELL] = len(prefix)
    enter(tables, descent, len(prefix))
    descent.todo[len(prefix)] = choices(graph, plan, descent, len(prefix))
    return descent


@jit.compiled
def fewest(graph, members):
    """Return the fewest letters of each of some groups that finish a slot from each node.

    Parameters
    ----------
    graph : SlotGraph
        Every child has a higher number than its parents; node 0 is a slot of one cell.
    members : ndarray of uint8, shape (26, m)
        1 for the letters of each group.

    Returns
    -------
    needs : ndarray of uint8, shape (n, m)
    """
    letters_of = (_ONE << np.uint64(26)) - _ONE
    needs = np.zeros((len(graph.nodes), members.shape[1]), np.uint8)
    for node in range(len(graph.nodes) - 1, 0, -1):
        packed = graph.nodes[node]
        todo = packed & letters_of
        child = np.int64(packed >> _FIRST)
        is_first = True
        while todo:
            bit = todo & (~todo + _ONE)
            todo ^= bit
            letter = ones(bit - _ONE)
            below = graph.child[child]
            child += 1
            for k in range(members.shape[1]):
                need = needs[below, k] + members[letter, k]
                if is_first or need < needs[node, k]:
                    needs[node, k] = need
            is_first = False
    return needs
