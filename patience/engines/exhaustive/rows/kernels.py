"""The exhaustive search, compiled: a depth-first search that fills whole rows in any order.

A *node* lays one symbol in one cell. At each level `choose` branches on the row with the fewest
fillings, or on a letter that must still be placed: then each row in turn is the first that holds
it. `propagate` and `lay` filter the columns: `forward_backward` computes the symbols that each open
cell of a column can still take, and `Memo` memoises the result.

The search is a state machine of six phases with all its state in the arrays of `RowState`, so it
can be paused before a node or between two stretches of spelling, copied, saved and resumed. Level i
has i rows filled, in the order of filling; *levels* below is height + 1. Between two phases the
tiles laid and `counts` are those of the puzzle, and all that a level has follows from the rows
filled before it.

Kernels, their callees and constants stay in this file or in `patience.engines.bits`: machine code
cached before an edit of another file is reused.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np

from patience.engines.bits import (
    BASE,
    COL,
    DONE,
    FOUND,
    LEVEL,
    NODES,
    PARTITION,
    PARTITIONS,
    PAUSED,
    PHASE,
    SEEN,
    STOPPED,
    hold_together,
    lowest,
    mix,
    ones,
    symbol_of,
)
from patience.engines.compiled import compiled

inlined = partial(compiled, inline=True)  # for functions called once per node

KINDS = 30  # of tiles, as in `patience.engines.dawg`

# Symbols of a pattern, five bits per cell: 0 unknown, letters from 1, EMPTY no letter.
EMPTY = KINDS + 1
SYMBOL_BITS = 5
MAX_ROWS = 12  # symbols of one pattern; the four bits above hold the blanks allowed

# Bit of a mask for "no letter"; the lower bits are the letters.
BLANK = KINDS
ALL_LETTERS = (1 << KINDS) - 1
EMPTY_BIT = np.uint64(1 << BLANK)

# Kind of an open cell, as in `patience.engines.subproblem`.
OPEN = -1

JOKER = KINDS  # index of the jokers in the counts
NEVER = 255  # more blanks than any line takes
MANY = 14  # patterns distinguish the blanks allowed up to this number

# Limits for counting a row's fillings, in fillings and in symbols tried: enough to find the best
# row to branch on wherever it matters.
FEW = 24
FEW_STEPS = 200

# Symbols that `spell` tries per stretch, half a millisecond. A row can have hundreds of millions of
# them and no filling, and the interrupt is checked only between stretches.
STRETCH = 100_000

# Indices in a row of `Memo`: the fewest blanks of a column, the masks of its cells.
MIN_BLANKS, MASKS = 3, 4

# Phases of the search.
ENTER, CHOOSE, BRANCH, SPELL, LAY, LEAVE = 0, 1, 2, 3, 4, 5
# Values of `next_branch` other than a row.
NO_MORE, ANEW = -1, -2


class RowProblem(NamedTuple):
    """The constants of a search."""

    kinds: Any  # int8 (height, width): OPEN, a letter, face down or closed (KINDS and up)
    nodes: Any  # uint64 (n,): the word graph, see `patience.engines.dawg`
    child: Any  # uint16 or uint32 (m,): node numbers
    frequency: Any  # float64 (KINDS + 1,): share of cells with each letter; last, without letter
    letters: int  # kinds of tiles in the alphabet
    max_unused: int  # maximum number of tiles left over
    loose_below: int  # `hold_together` can only fail with fewer blanks left than this
    connected: bool


class RowState(NamedTuple):
    """The state of a search. Masks have one bit per symbol, `BLANK` for none."""

    head: Annotated[Any, "int64 8"]  # see `bits.LEVEL` and the indices after it
    counts: Annotated[Any, "int64 kinds + 1"]  # tiles left, jokers last
    symbols: Annotated[Any, "int8 height, width"]  # symbols as in patterns
    pattern: Annotated[Any, "uint64 levels, width"]  # symbols laid in each column
    domain: Annotated[Any, "uint32 levels, width, height"]  # masks of its cells, from the pattern
    # Fewest further blanks in it, from the pattern.
    min_blanks: Annotated[Any, "int64 levels, width"]
    # Masks of all cells, from the letters left too.
    candidates: Annotated[Any, "uint32 levels, height, width"]
    # Letters excluded from a row at the level's start.
    exclusions: Annotated[Any, "uint32 levels, height"]
    excluded: Annotated[Any, "uint32 levels, height"]  # letters excluded now
    filled: Annotated[Any, "int64 levels"]  # bit r is set if row r is filled
    row: Annotated[Any, "int64 levels"]  # the row being filled
    letter: Annotated[Any, "int64 levels"]  # the letter it must hold, or -1 for any
    last: Annotated[Any, "int64 levels"]  # the last column that can take that letter
    branch: Annotated[Any, "int64 levels"]  # next branch: a row, or past the last row no row
    end: Annotated[Any, "int64 levels"]  # end of the branches
    laid: Annotated[Any, "int64 levels"]  # number of cells of the row laid
    spelled: Annotated[Any, "int64 levels, width"]  # symbols of the row, up to BLANK
    node: Annotated[Any, "int64 levels, width + 1"]  # word-graph node before each cell of the row
    untried: Annotated[Any, "uint64 levels, width + 1"]  # mask of symbols not yet tried
    holds: Annotated[Any, "int64 levels, width + 1"]  # 1 if the required letter stands before
    max_blanks: Annotated[Any, "int64 levels, width + 1"]  # blanks left before each cell
    need: Annotated[Any, "int64 levels, width + 1"]  # sum of `min_blanks` over all columns
    # Symbols that tiles and blanks left allow.
    available: Annotated[Any, "uint32 levels, width + 1"]
    tile: Annotated[Any, "int64 levels, width"]  # tile laid, a letter, JOKER, or -1 for none


class Memo(NamedTuple):
    """Filtering results of columns: a table in which a new entry replaces the old one in its slot.

    Each row fits a cache line.
    """

    rows: Any  # uint32 (size, MASKS + height): pattern and blanks (two), letters, MIN_BLANKS, MASKS


class RowBuffers(NamedTuple):
    """Scratch memory of the kernels; length = max(height, width)."""

    reached: Annotated[Any, "int32 height + 1, n"]  # nodes reached before each cell
    # Fewest blanks before each of them, parallel to `reached`.
    before: Annotated[Any, "uint8 height + 1, n"]
    after: Annotated[Any, "uint8 height + 1, n"]  # fewest blanks after each of them
    size: Annotated[Any, "int64 height + 1"]  # number of nodes reached
    place: Annotated[Any, "int32 n"]  # index in `reached` plus one; 0 between calls
    allowed: Annotated[Any, "uint32 height"]  # mask of symbols a cell may hold
    priced: Annotated[Any, "int64 height"]  # 1 where a blank counts
    masks: Annotated[Any, "uint32 height"]  # mask of symbols in at least one line
    # Share of a row's fillings with a letter, over its frequency.
    share: Annotated[Any, "float64 kinds + 1"]
    cells: Annotated[Any, "int64 kinds + 1"]  # cells that can take a letter
    with_letter: Annotated[Any, "float64 kinds + 1"]  # fillings of all rows with each letter
    visited: Annotated[Any, "bool height, width"]  # cells visited
    queue: Annotated[Any, "int64 cells"]  # cells whose neighbours are still to visit
    node: Annotated[Any, "int64 length"]  # for `count_fillings`, as in `RowState`
    untried: Annotated[Any, "uint64 length"]
    max_blanks: Annotated[Any, "int64 length"]
    interrupt: Annotated[Any, "uint8 1"]  # nonzero pauses the search; set from any thread


# ---- bits ---------------------------------------------------------------------------------------


@compiled
def child_of(packed, bit, child):
    """Return the child of a packed node for the letter of `bit`."""
    rank = ones(packed & (bit - np.uint64(1)))
    return np.int64(child[np.int64((packed >> np.uint64(32)) + rank)])


# ---- columns ------------------------------------------------------------------------------------


@compiled
def forward_backward(length, budget, p, buffers):
    """Follow all lines with symbols of ``buffers.allowed`` and at most `budget` blanks.

    Writes the symbols of each cell in these lines to ``buffers.masks`` and returns the fewest
    blanks of a line, or NEVER if there is none (Pesant 2004).
    """
    nodes, masks = p.nodes, buffers.masks
    reached, before, after, size = buffers.reached, buffers.before, buffers.after, buffers.size
    place, allowed, priced, child = buffers.place, buffers.allowed, buffers.priced, p.child
    reached[0, 0], before[0, 0], size[0] = 0, 0, 1
    for i in range(length):
        n = 0
        for a in range(size[i]):
            packed, blanks = nodes[reached[i, a]], np.int64(before[i, a])
            rest = packed & np.uint64(allowed[i])
            while rest:
                low = lowest(rest)
                rest ^= low
                target, most = np.int64(0), blanks
                if low < EMPTY_BIT:
                    target = child_of(packed, low, child)
                else:
                    most += priced[i]
                if most > budget:
                    continue
                b = place[target] - 1
                if b < 0:
                    reached[i + 1, n], before[i + 1, n] = target, most
                    n += 1
                    place[target] = n
                elif most < before[i + 1, b]:
                    before[i + 1, b] = most
        for b in range(n):
            place[reached[i + 1, b]] = 0
        size[i + 1] = n
    for a in range(size[length]):
        after[length, a] = 0 if nodes[reached[length, a]] & EMPTY_BIT else NEVER
    for i in range(length - 1, -1, -1):
        mask = np.uint64(0)
        for b in range(size[i + 1]):
            place[reached[i + 1, b]] = b + 1
        for a in range(size[i]):
            packed, blanks, fewest = nodes[reached[i, a]], np.int64(before[i, a]), NEVER
            rest = packed & np.uint64(allowed[i])
            while rest:
                low = lowest(rest)
                rest ^= low
                target, cost = np.int64(0), np.int64(0)
                if low < EMPTY_BIT:
                    target = child_of(packed, low, child)
                else:
                    cost = priced[i]
                b = place[target] - 1
                if b < 0 or after[i + 1, b] == NEVER:
                    continue
                cost += np.int64(after[i + 1, b])
                fewest = min(fewest, cost)
                if blanks + cost <= budget:
                    mask |= low
            after[i, a] = fewest
        for b in range(size[i + 1]):
            place[reached[i + 1, b]] = 0
        masks[i] = mask
    return np.int64(after[0, 0])


@compiled
def pattern_key(pattern, budget):
    """Return the key of a pattern and the blanks allowed, never 0."""
    return (pattern | (np.uint64(budget) << np.uint64(60))) + np.uint64(1)


@compiled
def memoise(slot, pattern, letters, budget, p, memo, buffers):
    """Write the result of `forward_backward` for a column to row `slot` of the table."""
    rows, allowed, priced = memo.rows, buffers.allowed, buffers.priced
    height = p.kinds.shape[0]
    for i in range(height):
        symbol = np.uint32((pattern >> np.uint64(SYMBOL_BITS * i)) & np.uint64(31))
        priced[i] = symbol == 0
        allowed[i] = letters | np.uint32(1 << BLANK)
        if symbol != 0:
            allowed[i] = np.uint32(1) << (symbol - np.uint32(1))
    most = NEVER - 1 if budget == MANY else budget
    rows[slot, MIN_BLANKS] = forward_backward(height, most, p, buffers)
    key = pattern_key(pattern, budget)
    rows[slot, 0], rows[slot, 1] = key & np.uint64(0xFFFFFFFF), key >> np.uint64(32)
    rows[slot, 2] = letters
    for i in range(height):
        rows[slot, MASKS + i] = buffers.masks[i]


@inlined
def memoised(pattern, letters, budget, p, memo, buffers):
    """Return the table row of a column; compute it if it is not there."""
    rows = memo.rows
    key = pattern_key(pattern, budget)
    hashed = mix(key ^ (np.uint64(letters) << np.uint64(33)))
    slot = np.int64(hashed & np.uint64(len(rows) - 1))
    known = np.uint64(rows[slot, 0]) | (np.uint64(rows[slot, 1]) << np.uint64(32))
    if known != key or rows[slot, 2] != letters:
        memoise(slot, pattern, letters, budget, p, memo, buffers)
    return slot


@compiled
def propagate(p, s, memo, buffers, level):
    """Compute the candidates of a level from all columns and the letters left.

    Returns False if a column has no line left.
    """
    domain, candidates, rows = s.domain, s.candidates, memo.rows
    height, width = p.kinds.shape
    available, max_blanks, need = s.available[level, 0], s.max_blanks[level, 0], s.need[level, 0]
    if need > max_blanks:  # only at the root; a pattern's key holds no negative number of blanks
        return False
    for c in range(width):
        some = np.uint32(0)
        for r in range(height):
            candidates[level, r, c] = domain[level, c, r]
            if not (s.filled[level] >> r) & 1:
                some |= domain[level, c, r]
        some &= np.uint32(ALL_LETTERS)
        letters = some & available
        if letters == some:
            continue
        own = s.min_blanks[level, c]
        budget = min(max_blanks - need + own, MANY)
        slot = memoised(s.pattern[level, c], letters, budget, p, memo, buffers)
        least = np.int64(rows[slot, MIN_BLANKS])
        if least > budget:
            return False
        need += least - own
        for r in range(height):
            candidates[level, r, c] = rows[slot, MASKS + r]
    return True


# ---- what to branch on --------------------------------------------------------------------------


@compiled
def restrict(p, s, cells, level, r):
    """Restrict a row's candidates to available letters that are not excluded; count their cells."""
    kinds, candidates = p.kinds, s.candidates
    letters = s.available[level, 0] & ~s.excluded[level, r]
    for c in range(kinds.shape[1]):
        if kinds[r, c] == OPEN:
            candidates[level, r, c] &= letters
            rest = np.uint64(candidates[level, r, c])
            while rest:
                low = lowest(rest)
                rest ^= low
                cells[symbol_of(low)] += 1


@compiled
def count_fillings(p, s, buffers, level, r):
    """Count a row's fillings, up to FEW of them or FEW_STEPS symbols."""
    candidates, nodes, kinds = s.candidates, p.nodes, p.kinds
    node, untried, max_blanks = buffers.node, buffers.untried, buffers.max_blanks
    width = kinds.shape[1]
    found, c = 0, 0
    node[0], max_blanks[0] = 0, s.max_blanks[level, 0]
    untried[0] = nodes[0] & np.uint64(candidates[level, r, 0])
    for _ in range(FEW_STEPS):
        while untried[c] == 0:
            c -= 1
            if c < 0:
                return found
        low = lowest(untried[c])
        untried[c] ^= low
        target, left = np.int64(0), max_blanks[c]
        if low < EMPTY_BIT:
            target = child_of(nodes[node[c]], low, p.child)
        elif kinds[r, c] == OPEN:
            left -= 1
        if left < 0:
            continue
        if c + 1 < width:
            c += 1
            node[c], max_blanks[c] = target, left
            untried[c] = nodes[target] & np.uint64(candidates[level, r, c])
        elif nodes[target] & EMPTY_BIT:
            found += 1
            if found == FEW:
                return found
    return FEW


@compiled
def estimate_fillings(p, s, share, level, r):
    """Estimate a row's fillings as if its cells held letters independently, as often as words do.

    Writes to `share` the ratio of each letter's share in the fillings to its frequency.
    """
    kinds, candidates, frequency = p.kinds, s.candidates, p.frequency
    ways = 1.0
    share[:] = 0.0
    for c in range(kinds.shape[1]):
        if kinds[r, c] != OPEN:
            continue
        weight = 0.0
        rest = np.uint64(candidates[level, r, c])
        while rest:
            low = lowest(rest)
            rest ^= low
            weight += frequency[symbol_of(low)]
        rest = np.uint64(candidates[level, r, c])
        while rest:
            low = lowest(rest)
            rest ^= low
            share[symbol_of(low)] += 1.0 / weight
        ways *= weight
    return ways


@compiled
def choose_by_estimate(p, s, buffers, level, missing):
    """Branch on the row or letter with the fewest fillings by estimate.

    Only the order of the estimates matters.
    """
    counts, cells, with_letter = s.counts, buffers.cells, buffers.with_letter
    height = p.kinds.shape[0]
    with_letter[:] = 0.0
    best = np.inf
    for r in range(height):
        if (s.filled[level] >> r) & 1:
            continue
        ways = estimate_fillings(p, s, buffers.share, level, r)
        for k in range(p.letters):
            with_letter[k] += ways * buffers.share[k] * p.frequency[k]
        if ways < best:
            best = ways
            s.branch[level], s.end[level] = r, r + 1
    for k in range(p.letters):
        if counts[k] > 0 and cells[k] > 0 and with_letter[k] < best:
            best = with_letter[k]
            left_over = missing - max(counts[k] - cells[k], 0) + counts[k]
            s.letter[level], s.branch[level] = k, 0
            s.end[level] = height + (left_over <= p.max_unused)


@compiled
def choose(p, s, buffers, level):
    """Choose what to branch on: the row with the fewest fillings, or a letter with fewer.

    Counts the fillings, and estimates them if every row has many. Returns False if a row has none,
    or if tiles that must be laid have too few cells.
    """
    counts, cells = s.counts, buffers.cells
    cells[:] = 0
    fewest, row = FEW, -1
    for r in range(p.kinds.shape[0]):
        if (s.filled[level] >> r) & 1:
            continue
        restrict(p, s, cells, level, r)
        few = count_fillings(p, s, buffers, level, r)
        if few == 0:
            return False
        if few < fewest:
            fewest, row = few, r
    missing = 0
    for k in range(p.letters):
        missing += max(counts[k] - cells[k], 0)
    if missing > p.max_unused:
        return False
    s.letter[level], s.branch[level], s.end[level] = -1, row, row + 1
    if fewest == FEW:
        choose_by_estimate(p, s, buffers, level, missing)
    return True


@compiled
def next_branch(p, s, level):
    """Start the next branch of a level; return a row to fill, ANEW to choose again, or NO_MORE."""
    candidates, kinds, excluded = s.candidates, p.kinds, s.excluded
    height, width = kinds.shape
    k = s.letter[level]
    bit = np.uint32(1) << np.uint32(max(k, 0))
    while s.branch[level] < s.end[level]:
        r = s.branch[level]
        s.branch[level] += 1
        if r == height:  # the letter is in no row
            for i in range(height):
                excluded[level, i] |= bit
            return ANEW
        last = width
        if k >= 0:
            last = -1
            if (s.filled[level] >> r) & 1 or excluded[level, r] & bit:
                continue
            for c in range(width):
                if kinds[r, c] == OPEN and candidates[level, r, c] & bit:
                    last = c
            if last < 0:
                continue
        for i in range(height):
            s.exclusions[level + 1, i] = excluded[level, i]
            if k >= 0 and i < r:  # row r is the first with the letter
                s.exclusions[level + 1, i] |= bit
        s.row[level], s.last[level] = r, last
        return r
    return NO_MORE


# ---- pruning ------------------------------------------------------------------------------------


@compiled
def available_symbols(counts, max_blanks):
    """Return the mask of symbols that the tiles and blanks left allow."""
    symbols = np.uint32(ALL_LETTERS)
    if counts[JOKER] == 0:
        for k in range(KINDS):
            if counts[k] == 0:
                symbols ^= np.uint32(1) << np.uint32(k)
    if max_blanks > 0:
        symbols |= np.uint32(1) << np.uint32(BLANK)
    return symbols


@compiled
def in_partition(head):
    """Return whether the next filling of the first row belongs to this partition."""
    head[SEEN] += 1
    return (head[SEEN] - 1) % head[PARTITIONS] == head[PARTITION]


# ---- phases: each function returns the next phase -----------------------------------------------


@compiled
def enter(p, s, buffers, level):
    """Begin a level, or leave it if it cannot lead to a grid or belongs to another partition."""
    for r in range(p.kinds.shape[0]):
        s.excluded[level, r] = s.exclusions[level, r]
    loose = s.max_blanks[level, 0] < p.loose_below
    if loose and not hold_together(s.symbols, EMPTY, p.connected, buffers.visited, buffers.queue):
        return LEAVE
    if level == 1 and not in_partition(s.head):
        return LEAVE
    return CHOOSE


@compiled
def branch(p, s, level):
    """Take the next branch of a level."""
    r = next_branch(p, s, level)
    if r == ANEW:
        return CHOOSE
    if r == NO_MORE:
        return LEAVE
    s.head[COL] = 0
    s.node[level, 0], s.holds[level, 0], s.laid[level] = 0, 0, 0
    s.untried[level, 0] = p.nodes[0] & np.uint64(s.candidates[level, r, 0])
    return SPELL


@inlined
def take_off(p, s, level, first):
    """Remove the tiles of the current row from column `first` on."""
    r, laid = s.row[level], s.laid
    while laid[level] > first:
        laid[level] -= 1
        c = laid[level]
        if s.tile[level, c] >= 0:
            s.counts[s.tile[level, c]] += 1
        if p.kinds[r, c] == OPEN:
            s.symbols[r, c] = 0


@inlined
def spell(p, s, level):
    """Spell the row up to its next filling, or for one stretch; columns are not checked."""
    kinds, nodes, untried = p.kinds, p.nodes, s.untried
    r, letter, col = s.row[level], s.letter[level], s.head[COL]
    width = kinds.shape[1]
    for _ in range(STRETCH):
        while col >= 0 and untried[level, col] == 0:
            col -= 1
        take_off(p, s, level, max(col, 0))  # tiles of the previous filling
        if col < 0:
            return BRANCH
        low = lowest(untried[level, col])
        untried[level, col] ^= low
        k, target, max_blanks = symbol_of(low), np.int64(0), s.max_blanks[level, col]
        holds = s.holds[level, col]
        if k < BLANK:
            target = child_of(nodes[s.node[level, col]], low, p.child)
            if k == letter and kinds[r, col] == OPEN:
                holds = 1
        elif kinds[r, col] == OPEN:
            max_blanks -= 1
        if max_blanks < 0 or (holds == 0 and letter >= 0 and col >= s.last[level]):
            continue
        s.spelled[level, col] = k
        s.node[level, col + 1], s.max_blanks[level, col + 1] = target, max_blanks
        s.holds[level, col + 1] = holds
        if col + 1 < width:
            col += 1
            untried[level, col] = nodes[target] & np.uint64(s.candidates[level, r, col])
        elif nodes[target] & EMPTY_BIT:
            return LAY
    s.head[COL] = col
    return SPELL


@inlined
def filter_column(p, s, memo, buffers, level, col, pattern, budget, available):
    """Write the domain of a column with a new pattern; return the blanks it needs.

    A value above `budget` means that the column has no line or one of its cells no symbol.
    """
    rows, kinds = memo.rows, p.kinds
    slot = memoised(pattern, np.uint32(ALL_LETTERS), budget, p, memo, buffers)
    least = np.int64(rows[slot, MIN_BLANKS])
    if least > budget:
        return least
    unfilled = ~(s.filled[level] | (1 << s.row[level]))
    dead = False
    for r in range(kinds.shape[0]):
        mask = rows[slot, MASKS + r]
        s.domain[level + 1, col, r] = mask
        if (unfilled >> r) & 1 and mask & available == 0 and kinds[r, col] == OPEN:
            dead = True
    return NEVER if dead else least


@inlined
def lay(p, s, memo, buffers, level):
    """Lay the next cell of the spelled row and filter its column: one node."""
    kinds, counts = p.kinds, s.counts
    r, col = s.row[level], s.laid[level]
    s.head[COL] = col
    s.head[NODES] += 1
    k, max_blanks = s.spelled[level, col], s.max_blanks[level, col + 1]
    is_open, tile, available = kinds[r, col] == OPEN, -1, s.available[level, col]
    if is_open and k < BLANK:
        tile = k if counts[k] > 0 else JOKER
        if counts[tile] == 0:
            return SPELL
        if counts[tile] == 1 and (tile == JOKER or counts[JOKER] == 0):  # the last tile for it
            counts[tile] = 0
            available = available_symbols(counts, max_blanks)
            counts[tile] = 1
    elif max_blanks == 0:
        available &= np.uint32(ALL_LETTERS)
    column, pattern = s.min_blanks[level, col], s.pattern[level, col]
    others = s.need[level, col] - column
    if others > max_blanks:
        return SPELL
    if is_open:
        pattern |= np.uint64(k + 1) << np.uint64(SYMBOL_BITS * r)
        budget = min(max_blanks - others, MANY)
        column = filter_column(p, s, memo, buffers, level, col, pattern, budget, available)
        if column > budget:
            return SPELL
        s.symbols[r, col] = k + 1
    else:
        for i in range(kinds.shape[0]):
            s.domain[level + 1, col, i] = s.domain[level, col, i]
    if tile >= 0:
        counts[tile] -= 1
    s.tile[level, col] = tile
    s.pattern[level + 1, col], s.min_blanks[level + 1, col] = pattern, column
    s.need[level, col + 1], s.available[level, col + 1] = others + column, available
    s.laid[level] = col + 1
    if col + 1 < kinds.shape[1]:
        return LAY
    s.filled[level + 1] = s.filled[level] | (1 << r)
    s.max_blanks[level + 1, 0], s.need[level + 1, 0] = max_blanks, others + column
    s.available[level + 1, 0] = available
    s.head[LEVEL] = level + 1
    return ENTER


@compiled
def search(p, s, memo, buffers, stop, until):
    """Continue a search; `s`, `memo` and `buffers` are modified in place.

    Parameters
    ----------
    stop : int
        Level at which to stop: the number of rows for whole grids, fewer to split the tree.
    until : int
        Number of nodes at which to pause.

    Returns
    -------
    int
        FOUND or STOPPED at level `stop` (a further call continues past it), PAUSED, or DONE.
    """
    head = s.head
    height, width = p.kinds.shape
    phase, answer = head[PHASE], -1
    while answer < 0:
        level = head[LEVEL]
        if phase == SPELL:
            if buffers.interrupt[0] != 0:
                answer = PAUSED
            else:
                phase = spell(p, s, level)
        elif phase == LAY:
            if head[NODES] >= until or buffers.interrupt[0] != 0:
                answer = PAUSED
            else:
                phase = lay(p, s, memo, buffers, level)
        elif phase == ENTER:
            phase = enter(p, s, buffers, level)
            if phase == CHOOSE and level == stop:
                phase, answer = LEAVE, FOUND if level == height else STOPPED
            elif phase == CHOOSE and not propagate(p, s, memo, buffers, level):
                phase = LEAVE
        elif phase == CHOOSE:
            phase = BRANCH if choose(p, s, buffers, level) else LEAVE
        elif phase == BRANCH:
            phase = branch(p, s, level)
        elif level - 1 < head[BASE]:
            head[LEVEL] = level - 1
            answer = DONE
        else:
            head[LEVEL], head[COL], phase = level - 1, width - 1, SPELL
    head[PHASE] = phase
    return answer


@compiled
def count_children(p, s, memo, buffers, level, until, most):
    """Count nodes of the tree's next level, which are fillings of one more row, up to `most`.

    Returns the count (int), and DONE, PAUSED at `until` nodes, or STOPPED at `most`.
    """
    children = 0
    while children < most:
        answer = search(p, s, memo, buffers, level + 1, until)
        if answer in (DONE, PAUSED):
            return children, answer
        children += 1
    return children, STOPPED
