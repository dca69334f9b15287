"""The beam's kernels: expand, choose, advance, mark_duplicates, and the tables of lines.

A *state* is a partial fill in reading order: a word-graph node per column and for the current row
(kept as one more column), the tiles left, the components along the frontier, the blanks used. A
*layer* holds all states that have filled the same cells. A *candidate* is a state not yet written
out: parent, move, bucket of its score.

For each cell, `expand` scores the children of all states and lists those above a cut, `choose`
counts buckets to find which of them fit the width, `advance` writes these as the next layer, and
`mark_duplicates` finds equal states. All run without the GIL, each thread on its own part; the
outcome does not depend on the number of threads.

Scores are integers, so that sums do not depend on their order and a table takes two bytes per
entry. Log weights of lines are in 1/FINENESS nat; times a weight in 1/ONE they are scores, in
1/(FINENESS * ONE) nat.

Kernels, their callees and constants stay in this file or in `patience.engines.bits`: machine code
cached before an edit of another file is reused.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from patience.engines.bits import mix, ones
from patience.engines.compiled import compiled

inlined = partial(compiled, inline=True)  # for functions called once per state

KINDS = 30  # of tiles, as in `patience.engines.dawg`

# Moves: below SKIP they lay that letter, SKIP lays none.
SKIP = KINDS

# Cells of this kind and above hold no letter; lower kinds are fixed letters.
FACE_DOWN = KINDS

FINENESS = 64  # units of line log weights per nat: two bytes then reach 512 nats
IMPOSSIBLE = -(1 << 15)  # log weight of a line that cannot be completed
_ONE_BITS = 10
ONE = 1 << _ONE_BITS  # the weight 1
UNIT = FINENESS * ONE  # units of scores per nat

# Scores are counted in BUCKETS of 1/FINENESS nat. A layer spans some 20 nats and the best score
# moves by less than 40 between layers: the window covers both with room to spare.
BUCKETS = 1 << 13
BELOW = 80  # nats kept below the best score of the previous layer

GROUPS = 3  # sets of letters scored together

# Components of the frontier do not cross, so two bits per column distinguish them: whether a column
# to the left belongs to the same component, and whether one to the right does. The top bits count
# the components.
MAX_COLUMNS = 29
_ON = np.uint64(MAX_COLUMNS)  # offset of the second bits
_COUNT = np.uint64(2 * MAX_COLUMNS)
ONE_COMPONENT = np.uint64(1) << _COUNT
TWO_COMPONENTS = np.uint64(2) << _COUNT  # the smallest value with two or more components

LETTERS = (1 << KINDS) - 1
_END = np.uint64(1 << SKIP)  # in a packed node: a run may end, so a cell without letter may follow
_JOKER = KINDS  # index of the jokers in `Packing`
_JOKERS = np.uint64(1 << _JOKER)
_MUST = KINDS
BLOCK = 1024  # hashes per block
_BYTE = np.uint64(8)  # bits per byte
_BESIDE = np.uint64(1)  # offset of the neighbouring column
_FIRST = np.uint64(32)  # shift of the first child in a packed node
GROUP_FIRST, GROUP_BITS = KINDS + 1, 11  # counts of the groups in ``Packing.left``
_ANY = -(1 << 62)  # less than any score


class BeamLayer(NamedTuple):
    """n states as flat arrays."""

    packed_state: Any  # uint64 (n, ...): identity of a state: tiles, nodes and, last, components
    tiles: Any  # uint8, a view of the same memory: tiles left as in `Packing`
    nodes: Any  # uint16 or uint32, a view: from `first` node of each column, then of the row
    first: Any  # uint64: for signed indices numba checks for negative values at each use
    lines: Any  # int32 (n,): log weights of all columns and of each two neighbours
    blanks: Any  # uint16 (n,): open cells without letter
    is_first: Any  # bool (n,): False if an earlier state of the layer is equal


class Candidates(NamedTuple):
    """Candidates of one thread in the order of their parents, as many as fit."""

    parent: Any  # uint32
    move: Any  # uint8
    bucket: Any  # uint16
    hist: Any  # int32 (BUCKETS,): candidates per bucket, those that do not fit included
    one_less: Any  # int64 (1 << GROUPS, or more): scratch memory of `value_with`


class Backpointers(NamedTuple):
    """Origin of the states of a layer."""

    parents: Any  # uint32 (n,): index in the previous layer
    moves: Any  # uint8 (n,)


class WordGraph(NamedTuple):
    """The word graph, see `patience.engines.dawg`."""

    nodes: Any  # uint64 (n,)
    child: Any  # uint16 or uint32 (m + KINDS,): `Dawg.child_and_twins`


class Packing(NamedTuple):
    """How a state's bytes store the counts of the letters and, last, the jokers."""

    byte: Any  # uint64 (KINDS + 1,): index of the byte
    unit: Any  # uint64 (KINDS + 1,): one tile in that byte
    field: Any  # uint64 (KINDS + 1,): bits of the count; 0 for a tile that the set lacks
    left: Any  # uint64 (bytes, 256): bit k: tile k is left (KINDS: a joker); above, tiles per group
    member: Any  # uint8 (KINDS,): bit g is set if the letter is in group g


class BeamTables(NamedTuple):
    """What is constant for all cells of a beam."""

    graph: WordGraph
    packing: Packing


class Cut(NamedTuple):
    """Which candidates are kept: those above a bucket, and the first few in it.

    Bucket 0 includes all lower scores, so a cut at 0 loses no state that can be completed.
    """

    bucket: int
    ties: int


class Target(NamedTuple):
    """Where one thread writes the next layer."""

    layer: BeamLayer
    backpointers: Backpointers
    hashes: Any  # uint64 (n,)
    change: Any  # uint64, per word of a state: scratch of `advance`, zero between calls


class LinePairs(NamedTuple):
    """Log weights of two lines by class, see `patience.engines.classes`."""

    columns: Any  # int16 (classes, classes): for a column and its right neighbour
    crossing: Any  # int16 (classes, classes): for a column and the next row to cross it


class StepContext(NamedTuple):
    """The cell to fill and the tables for the score after it."""

    col: Any  # uint64
    width: Any  # uint64
    open: bool  # the cell is not fixed
    moves: int  # bit k is set if the cell may take letter k, or (SKIP) none
    closes: bool  # the row's run must end at this cell
    started: bool  # an earlier cell has a fixed letter
    letters_after: bool  # a later cell has a fixed letter
    open_before: int  # open cells before and after this one
    open_after: int
    max_blanks: int  # maximum number of open cells without letter
    connected: bool
    row_edges: Any  # int16, parallel to ``WordGraph.child``: log weight of the row after this cell
    col_edges: (
        Any  # int16, parallel to ``WordGraph.child``: log weight of this column after this cell
    )
    row_blank: int  # the same without a letter in this cell
    col_blank: int
    col_old: Any  # int16 (nodes,): log weight of this column before this cell
    left_old: Any  # int16 (nodes,): log weight of the column to the left after this row
    pairs: LinePairs
    class_old: Any  # uint8 (nodes,): class of this column before this cell
    class_edges: Any  # uint8, parallel to ``WordGraph.child``: class of this column after it
    class_blank: int  # the same without a letter in this cell
    class_row_edges: Any  # uint8, parallel to ``WordGraph.child``: class of the row after this cell
    class_row_blank: int  # the same without a letter in this cell
    class_left: Any  # uint8 (nodes,): class of the column to the left after this row
    class_right: Any  # uint8 (nodes,): class of the column to the right before its cell of this row
    alpha: int  # weight of the columns
    rho: int  # weight of the row
    component_penalty: int  # price of each component not yet joined
    tiles: Any  # int32 (spare + 2, bytes, 256): value of the tiles left, per byte
    groups: Any  # int32 (spare + 2, GROUPS, most + 1): value of the tiles left, per group
    floor: int  # score at the start of bucket 0


@compiled
def is_single(node):
    """Return whether the run has exactly one letter, which may stand alone."""
    return 0 < node <= _MUST


@compiled
def extra_components(components):
    """Return the number of components along the frontier still to be joined."""
    return max(np.int64(components >> _COUNT) - 1, 0)


@compiled
def with_letter(components, col, above, beside):
    """Return the components after a letter in `col`; `above`, `beside`: letters there."""
    here = np.uint64(1) << np.uint64(col)
    left = here >> np.uint64(1)
    on = left << _ON
    if not beside:
        return components if above else components + ONE_COMPONENT
    if not above:  # joins the component to its left, before the rest of it
        return components | on | here | (components & on) << np.uint64(1)
    if components & on and components & here:  # already one component, as components do not cross
        return components
    joined = (components | on | here) - ONE_COMPONENT
    if components & on:  # one component lies between two columns of the other
        joined |= outermost(components, here, True) << _ON
    elif components & here:
        joined |= outermost(components, left, False)
    return joined


@compiled
def without_letter(components, col, above):
    """Return the components after no letter in `col`; `above`: a letter there."""
    if not above:
        return components
    here = np.uint64(1) << np.uint64(col)
    before, after = components & here, components & (here << _ON)
    rest = components & ~(here | (here << _ON))
    if before and not after:
        rest &= ~(neighbour(components, here, False) << _ON)
    elif after and not before:
        rest &= ~neighbour(components, here, True)
    elif not before:
        rest -= ONE_COMPONENT
    return rest


@compiled
def ends_component(components, col, above):
    """Return whether a component is complete when `col` holds no letter."""
    here = np.uint64(1) << np.uint64(col)
    return above and not components & (here | (here << _ON))


@compiled
def neighbour(components, here, rightwards):
    """Return the next column of the same component as a bit; there must be one."""
    depth = 0  # open components in between
    while True:
        here = here << np.uint64(1) if rightwards else here >> np.uint64(1)
        before, after = components & here != 0, components & (here << _ON) != 0
        if not rightwards:
            before, after = after, before
        if before and depth == 0:
            return here
        depth += np.int64(after) - np.int64(before)


@compiled
def outermost(components, here, rightwards):
    """Return the last column of the same component in a direction, as a bit."""
    while components & (here << _ON if rightwards else here):
        here = neighbour(components, here, rightwards)
    return here


@compiled
def in_group(left, group):
    """Return the tiles left of a group; `left` is a sum of ``Packing.left``."""
    shift = np.uint64(GROUP_FIRST + GROUP_BITS * group)
    return (left >> shift) & np.uint64((1 << GROUP_BITS) - 1)


@inlined
def components_of(layer, p):
    """Return the components of a state."""
    return layer.packed_state[p, np.uint64(layer.packed_state.shape[1] - 1)]


@inlined
def components_after(layer, p, letter, context):
    """Return the components of a state after a letter in the cell, or after none."""
    components, above = components_of(layer, p), layer.nodes[p, layer.first + context.col] != 0
    if not letter:
        return without_letter(components, context.col, above)
    beside = layer.nodes[p, layer.first + context.width] != 0
    return with_letter(components, context.col, above, beside)


@inlined
def left_must_go_on(layer, p, context):
    """Return whether the letter to the left is single in both directions if none follows here."""
    at_col, at_row = layer.first + context.col, layer.first + context.width
    if context.col == 0 or not is_single(layer.nodes[p, at_row]):
        return False
    return is_single(layer.nodes[p, at_col - _BESIDE])


@inlined
def first_edge_down(layer, p, down, context, twins):
    """Return the first edge of the column's node `down`; `twins` is the first edge of the twins."""
    row_node = layer.nodes[p, layer.first + context.width]
    col_node = layer.nodes[p, layer.first + context.col]
    # A letter alone in its row must continue in its column.
    return twins if context.closes and row_node == 0 and col_node == 0 else down >> _FIRST


@inlined
def tiles_left(layer, p, context, packing):
    """Return the value of the tiles left, the same after a blank, and a sum of ``Packing.left``."""
    now = np.uint64(layer.blanks[p])
    then = now + np.uint64(context.open)
    value, value_blank, left = np.int64(0), np.int64(0), np.uint64(0)
    for j in range(np.uint64(len(packing.left))):
        counts = layer.tiles[p, j]
        value += context.tiles[now, j, counts]
        value_blank += context.tiles[then, j, counts]
        left += packing.left[j, counts]
    return value, value_blank, left


@inlined
def possible_moves(moves, layer, p, left, context):
    """Restrict `moves`, one bit each, to those that cell, tiles and blanks allow."""
    blanks = np.int64(layer.blanks[p])
    moves &= np.uint64(context.moves)
    if context.open and not left & _JOKERS:
        moves &= left | _END
    if context.open and blanks >= context.max_blanks:
        moves &= ~_END
    begun = context.started or blanks < context.open_before
    if context.connected and begun and components_of(layer, p) == 0:
        moves &= _END  # the only component is complete, so no letter may follow
    return moves


@inlined
def neighbours(layer, p, context):
    """Return the classes of the columns to the left and to the right."""
    at_col = layer.first + context.col
    left = np.uint64(context.class_left[layer.nodes[p, at_col - _BESIDE]] if context.col > 0 else 0)
    return left, np.uint64(context.class_right[layer.nodes[p, at_col + _BESIDE]])


@inlined
def other_lines(layer, p, beside, context):
    """Return the log weights of all columns but this one; `beside` is from `neighbours`."""
    node = layer.nodes[p, layer.first + context.col]
    lines = np.int64(layer.lines[p]) - context.col_old[node]
    return lines - context.pairs.columns[context.class_old[node], beside[1]]


@inlined
def lines_without(layer, p, beside, context):
    """Return what no letter here adds to `other_lines`."""
    lines = np.int64(context.col_blank)
    lines += context.pairs.columns[beside[0], np.uint64(context.class_blank)]
    if left_must_go_on(layer, p, context):
        node = np.int64(layer.nodes[p, layer.first + context.col - _BESIDE])
        lines += np.int64(context.left_old[node + _MUST]) - context.left_old[node]
    return lines


@inlined
def blank_allowed(layer, p, context):
    """Return whether the column to the left and the components allow a cell without letter."""
    at_col = layer.first + context.col
    if left_must_go_on(layer, p, context):
        node = np.int64(layer.nodes[p, at_col - _BESIDE])
        if context.left_old[node + _MUST] == IMPOSSIBLE:
            return False
    above = layer.nodes[p, at_col] != 0
    if not context.connected or not ends_component(components_of(layer, p), context.col, above):
        return True
    only = components_after(layer, p, False, context) == 0 and not context.letters_after
    blanks = np.int64(layer.blanks[p]) + context.open
    return only and blanks + context.open_after <= context.max_blanks


@inlined
def value_without(layer, p, left, beside, context):
    """Return what no letter here adds to the value of the tiles and the other columns."""
    lines = lines_without(layer, p, beside, context)
    lines += context.pairs.crossing[beside[1], np.uint64(context.class_row_blank)]
    value = context.alpha * lines + context.rho * context.row_blank
    blanks = np.uint64(layer.blanks[p]) + np.uint64(context.open)
    for g in range(GROUPS):
        value += context.groups[blanks, g, in_group(left, g)]
    if context.connected:
        after = components_after(layer, p, False, context)
        value -= context.component_penalty * extra_components(after)
    return value


@inlined
def value_with(layer, p, left, context, one_less):
    """Return what any letter here adds to the value: groups of tiles, components.

    Writes to `one_less` the change of the value when a tile of certain groups (bits) is laid.
    """
    blanks, value = np.uint64(layer.blanks[p]), np.int64(0)
    for g in range(GROUPS):
        inside = in_group(left, g)
        here = np.int64(context.groups[blanks, g, inside])
        value += here
        change = np.int64(context.groups[blanks, g, inside - np.uint64(inside > 0)]) - here
        for bits in range(1 << g):
            one_less[bits | (1 << g)] = one_less[bits] + change
    if context.connected and context.component_penalty:
        after = components_after(layer, p, True, context)
        value -= context.component_penalty * extra_components(after)
    return value


@compiled
def expand(layer, lo, hi, stride, context, tables, out, start, cut):
    """List the candidates of every `stride`-th of the states ``lo:hi`` that pass `cut`.

    Parameters
    ----------
    layer : BeamLayer
        The states; duplicates are skipped.
    lo, hi, stride : int
    context : StepContext
    tables : BeamTables
    out : Candidates
        Modified in place; candidates that do not fit are added to `hist` only.
    start : int
        Where in `out` the list begins.
    cut : Cut

    Returns
    -------
    end, made : int
        Where the list ends, or would end if all fitted, and the number of children.
    """
    graph_nodes, packing, one_less = tables.graph.nodes, tables.packing, out.one_less
    nodes, columns, crossing = layer.nodes, context.pairs.columns, context.pairs.crossing
    at_col, at_row = layer.first + context.col, layer.first + context.width
    twins = np.uint64(len(context.col_edges) - KINDS)
    lowest = cut.bucket << _ONE_BITS if cut.bucket > 0 else _ANY
    end, made, ties, one_less[0] = start, 0, cut.ties, 0
    for p in range(np.uint64(lo), np.uint64(hi), np.uint64(stride)):
        if not layer.is_first[p]:
            continue
        row, down = graph_nodes[nodes[p, at_row]], graph_nodes[nodes[p, at_col]]
        value, value_blank, left = tiles_left(layer, p, context, packing)
        moves = possible_moves(row & down, layer, p, left, context)
        if not moves:
            continue
        made += np.int64(ones(moves))

        beside = neighbours(layer, p, context)
        others = context.alpha * other_lines(layer, p, beside, context) - context.floor
        value_blank += others
        if moves & _END:
            value_blank += value_without(layer, p, left, beside, context)
            if not blank_allowed(layer, p, context):
                moves ^= _END
        value += others + value_with(layer, p, left, context, one_less)

        row_first, col_first = row >> _FIRST, first_edge_down(layer, p, down, context, twins)
        values = context.tiles[np.uint64(layer.blanks[p])]
        while moves:
            low = moves & (~moves + np.uint64(1))
            moves ^= low
            below = low - np.uint64(1)
            k = ones(below)
            row_weight, col_weight = np.int64(0), np.int64(0)
            score = value_blank
            if low != _END:
                row_edge, col_edge = row_first + ones(row & below), col_first + ones(down & below)
                row_weight = np.int64(context.row_edges[row_edge])
                col_weight = np.int64(context.col_edges[col_edge])
                pair = np.int64(columns[beside[0], context.class_edges[col_edge]])
                pair += crossing[beside[1], context.class_row_edges[row_edge]]
                score = value + context.alpha * (col_weight + pair) + context.rho * row_weight
                if context.open:
                    tile = k
                    if left & low:
                        score += one_less[packing.member[k]]
                    else:
                        tile = np.uint64(_JOKER)
                    j = packing.byte[tile]
                    counts = np.uint64(layer.tiles[p, j])
                    score += np.int64(values[j, counts - packing.unit[tile]])
                    score -= np.int64(values[j, counts])
            if score < lowest or min(row_weight, col_weight) == IMPOSSIBLE:
                continue
            bucket = min(max(score >> _ONE_BITS, 0), BUCKETS - 1)
            if bucket == cut.bucket:
                if ties == 0:
                    continue
                ties -= 1
            out.hist[bucket] += 1
            if end < len(out.parent):
                out.parent[end], out.move[end], out.bucket[end] = p, k, bucket
            end += 1
    return end, made


@compiled
def choose(hist, width):
    """Choose what a layer keeps.

    Parameters
    ----------
    hist : ndarray of int, shape (BUCKETS,)
        Candidates per bucket.
    width : int
        Maximum number to keep.

    Returns
    -------
    cut, ties, total, top : int
        All candidates above bucket `cut` stay and the first `ties` in it; the number of candidates;
        the highest nonempty bucket.
    """
    total, top = 0, -1
    cut, above = -1, 0
    for bucket in range(len(hist) - 1, -1, -1):
        n = hist[bucket]
        if n and top < 0:
            top = bucket
        if cut < 0 and total + n > width:
            cut, above = bucket, total
        total += n
    if cut < 0:
        return 0, hist[0], total, max(top, 0)
    return cut, width - above, total, top


@inlined
def lane(layer, col):
    """Return the word of a state that holds a column's node, and the bit offset in it."""
    lanes = np.uint64(layer.nodes.shape[1] // layer.packed_state.shape[1])
    at = layer.first + col
    return at // lanes, at % lanes * (np.uint64(64) // lanes)


@compiled
def advance(layer, out, lo, hi, cut, context, tables, target, at):
    """Write the states of the kept candidates into the next layer.

    Parameters
    ----------
    layer : BeamLayer
        The parents.
    out : Candidates
    lo, hi : int
        Range of candidates.
    cut : Cut
    context : StepContext
    tables : BeamTables
    target : Target
        Modified in place from `at` on.
    at : int
    """
    graph, packing, nodes = tables.graph, tables.packing, layer.nodes
    after, back, change = target.layer, target.backpointers, target.change
    at_col, at_row = layer.first + context.col, layer.first + context.width
    (col_word, col_bit), (row_word, row_bit) = lane(layer, context.col), lane(layer, context.width)
    left_word, left_bit = lane(layer, context.col - _BESIDE)
    twins, words = np.uint64(len(graph.child) - KINDS), layer.packed_state.shape[1] - 1
    ties = cut.ties
    for i in range(lo, hi):
        if out.bucket[i] <= cut.bucket:
            if out.bucket[i] < cut.bucket or ties == 0:
                continue
            ties -= 1
        p, k = out.parent[i], out.move[i]
        beside = neighbours(layer, p, context)
        lines = other_lines(layer, p, beside, context)
        row_next, col_next = np.uint64(0), np.uint64(0)

        # ---- no letter: the runs end ----
        if k == SKIP:
            lines += lines_without(layer, p, beside, context)
            if left_must_go_on(layer, p, context):
                change[left_word] += np.uint64(_MUST) << left_bit
        # ---- a letter: lay a tile, continue the runs ----
        else:
            if context.open:
                tile = k if layer.tiles[p, packing.byte[k]] & packing.field[k] else _JOKER
                j = packing.byte[tile]
                change[j >> np.uint64(3)] -= packing.unit[tile] << (j % _BYTE * _BYTE)
            below = (np.uint64(1) << np.uint64(k)) - np.uint64(1)
            row, down = graph.nodes[nodes[p, at_row]], graph.nodes[nodes[p, at_col]]
            edge = first_edge_down(layer, p, down, context, twins) + ones(down & below)
            col_next = np.uint64(graph.child[edge])
            lines += np.int64(context.col_edges[edge])
            lines += context.pairs.columns[beside[0], context.class_edges[edge]]
            if not context.closes:
                row_next = np.uint64(graph.child[(row >> _FIRST) + ones(row & below)])

        # ---- the new state, word by word (mixed store sizes would stall), and its hash ----
        change[col_word] += (col_next - np.uint64(nodes[p, at_col])) << col_bit
        change[row_word] += (row_next - np.uint64(nodes[p, at_row])) << row_bit
        components = components_of(layer, p)
        if context.connected:
            components = components_after(layer, p, k != SKIP, context)
        after.packed_state[at, words] = components
        h = mix(components)
        for j in range(words):
            x = layer.packed_state[p, j] + change[j]
            change[j] = 0
            after.packed_state[at, j] = x
            h = mix(h ^ x)
        after.lines[at] = lines
        after.blanks[at] = layer.blanks[p] + np.uint16(context.open and k == SKIP)
        back.parents[at], back.moves[at], target.hashes[at] = p, k, h
        at += 1


@compiled
def clear(table, shard, shards):
    """Zero one shard of the hash table."""
    size = len(table) // shards
    table[shard * size : (shard + 1) * size] = 0


@compiled
def mark_duplicates(hashes, shard, shards, table, is_first, mine):
    """Mark in `is_first` the first state of each hash in one shard.

    A shard is a range of hash values, so that threads never share a part of the table.

    Parameters
    ----------
    hashes : ndarray of uint64, shape (n,)
    shard, shards : int
    table : ndarray of uint64
        Hashes met so far; `shards` parts of a power of two each. Modified in place.
    is_first : ndarray of bool, shape (n,)
        Modified in place.
    mine : ndarray of int64, shape (BLOCK,)
        Scratch memory.
    """
    size = np.uint64(len(table) // shards)
    start = size * np.uint64(shard)
    for first in range(0, len(hashes), BLOCK):
        # Collect the hashes of this shard first, without an unpredictable branch.
        n = 0
        for i in range(first, min(first + BLOCK, len(hashes))):
            mine[n] = i
            n += (
                np.int64((hashes[i] >> np.uint64(32)) * np.uint64(shards) >> np.uint64(32)) == shard
            )
        for i in mine[:n]:
            h = max(hashes[i], np.uint64(1))  # 0 marks a free slot
            place = h & (size - np.uint64(1))
            found = table[start + place]
            while found != 0 and found != h:
                place = (place + np.uint64(1)) & (size - np.uint64(1))
                found = table[start + place]
            table[start + place] = h
            is_first[i] = found == 0


@compiled
def step_back(nodes, child, letter_shares, allowed, empty, alone, after, before):
    """Compute the completions over one cell and then `after`, per node, into `before` (float64).

    `letter_shares` (float64, letters) and `empty` are the weights of the cell's symbols, `allowed`
    (uint64) has a bit set for each letter of nonzero weight, `alone` is the weight of a run of one
    letter.
    """
    one = np.uint64(1)
    for n in range(len(nodes)):
        node = nodes[n]
        total = 0.0
        if node & _END:
            total = empty * after[0] * (alone if 0 < n <= _MUST else 1.0)
        first = node >> _FIRST
        moves = node & allowed
        while moves:
            below = (moves & (~moves + one)) - one
            moves &= moves - one
            total += letter_shares[ones(below)] * after[child[first + ones(node & below)]]
        before[n] = total


@compiled
def log_weights(completions, ends, nodes, edges):
    """Write the logarithms of `completions` (float64), in 1/FINENESS nat, to `nodes` (int16).

    Also writes those of the nodes at the edges' `ends` to `edges` (int16).
    """
    most = -IMPOSSIBLE - 1  # very small weights are still not impossible
    for n in range(len(completions)):
        value = IMPOSSIBLE
        if completions[n] > 0:
            value = min(max(round(math.log(completions[n]) * FINENESS), -most), most)
        nodes[n] = value
    for e in range(len(ends)):
        edges[e] = nodes[ends[e]]
