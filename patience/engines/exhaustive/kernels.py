"""The exhaustive search: line by line, where it hurts first.

A *node* lays one symbol in one cell. Rows are filled whole, in any order: at each level `choose`
picks the row with the fewest ways to fill it, or a letter that must still find its place, and
then each row in turn as the first that holds it. The columns crossing them are narrowed after
every cell: `narrow` tells which symbols each open cell of a column can still take, from all that
lies in it, and what it tells is kept in a table of patterns.

All state stands in the arrays of `State`, so that a search can be stopped between any two nodes,
copied, saved and taken up again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from patience.engines.bits import mix, ones
from patience.engines.jit import compiled

# Symbols of a pattern, five bits a cell: 0 nothing known, 1-26 letters, EMPTY no letter.
EMPTY = 27
SYMBOL_BITS = 5
MAX_ROWS = 12  # symbols of one pattern; the four bits above tell the blanks allowed

# Bit of a mask for "no letter"; bits 0-25 are the letters.
BLANK = 26
ALL_LETTERS = (1 << 26) - 1
EMPTY_BIT = np.uint64(1 << BLANK)

# Kinds of cells, as in `patience.engines.subproblem`.
OPEN = -1
FACE_DOWN = 26

JOKER = 26  # place of the jokers among the counts
NEVER = 255  # more blanks than any line takes
# Ways to fill a row are counted up to here.
FEW = 24
FEW_STEPS = 200
MANY = 14  # blanks allowed in a pattern are told apart up to here

# Places in a row of `Memo`: the fewest blanks of a column, the masks of its cells.
LEAST, MASKS = 3, 4

# Where a search stands.
ENTER, CHOOSE, BRANCH, SPELL, LAY, LEAVE = 0, 1, 2, 3, 4, 5
# What `branch` says beside a row.
NO_MORE, ANEW = -1, -2
# Why `search` returned.
DONE, PAUSED, STOPPED, FOUND = 0, 1, 2, 3

# Places in `State.head`: where the search stands, nodes so far, the root's level; which PART of
# PARTS it is: ways to fill the first row, of which SEEN were met, are dealt out to them in turn.
LEVEL, COL, PHASE, NODES, BASE, PART, PARTS, SEEN = 0, 1, 2, 3, 4, 5, 6, 7


class Question(NamedTuple):
    """What never changes."""

    kinds: Any  # int8 (height, width): OPEN, a letter 0-25, FACE_DOWN or closed (26 and up)
    nodes: Any  # uint64 (n,): the word graph, see `patience.engines.dawg`
    child: Any  # uint16 or uint32 (m,)
    usual: Any  # float64 (27,): how often each letter stands in a cell; last, no letter
    unused: int  # tiles that may be left over in the end
    blanks: int  # spare at the start; above it where there are cells without letter from the start
    connected: bool


class State(NamedTuple):
    """Where a search stands; a level a row filled."""

    head: Any  # int64 (8,): see above
    counts: Any  # int64 (27,): tiles left, jokers last
    symbols: Any  # int8 (height, width): as in patterns
    pattern: Any  # uint64 (levels, width): what lies in each column
    crossed: Any  # uint32 (levels, width, height): what its cells can take for that reason
    short: Any  # int64 (levels, width): fewest blanks still to come in it for that reason
    masks: Any  # uint32 (levels, height, width): what all cells can take, with the letters left
    inherited: Any  # uint32 (levels, height): letters a row may not take, when the level begins
    forbidden: Any  # uint32 (levels, height): and now
    filled: Any  # int64 (levels,): bit r set: row r is
    row: Any  # int64 (levels,): the row being filled
    letter: Any  # int64 (levels,): the letter it must hold, -1 for none in particular
    last: Any  # int64 (levels,): the last column where that letter can lie
    cursor: Any  # int64 (levels,): next branch: a row, or past the last row none
    end: Any  # int64 (levels,): past the last branch
    laid: Any  # int64 (levels,): cells of the row laid
    word: Any  # int64 (levels, width): symbols of the row as spelled
    node: Any  # int64 (levels, width + 1): node of the row before each cell
    todo: Any  # uint64 (levels, width + 1): symbols still to try
    held: Any  # int64 (levels, width + 1): whether the letter wanted stands before
    spare: Any  # int64 (levels, width + 1): blanks still allowed before each cell
    need: Any  # int64 (levels, width + 1): sum of `short`
    have: Any  # uint32 (levels, width + 1): symbols that tiles and blanks left allow
    tile: Any  # int64 (levels, width): tile laid, JOKER, or -1 for none


class Memo(NamedTuple):
    """What is known of columns: a table that forgets. Each row fits a line of the cache."""

    rows: Any  # uint32 (size, MASKS + height): pattern and blanks (two), letters, LEAST, MASKS


class Scratch(NamedTuple):
    """Room for the functions below, to spare them allocating it."""

    lists: Any  # int32 (length + 1, n): nodes reached before each cell
    ahead: Any  # uint8 (length + 1, n): fewest blanks on the way there, in the order of `lists`
    back: Any  # uint8 (length + 1, n): and on the way from there to the end
    size: Any  # int64 (length + 1,): nodes in each list
    where: Any  # int32 (n,): place in a list plus one, 0 between calls
    allowed: Any  # uint32 (length,): symbols a cell may hold
    priced: Any  # int64 (length,): 1 where a blank counts
    masks: Any  # uint32 (length,): symbols it does hold in some line
    here: Any  # float64 (27,): share of the ways to fill a row that have a letter
    cells: Any  # int64 (27,): cells that can take a letter
    with_letter: Any  # float64 (27,): ways to fill a row with it
    piece: Any  # bool (height, width): cells looked at
    queue: Any  # int64 (height * width,): and still to look around
    # and of `few_ways`
    node: Any  # int64 (length,)
    todo: Any  # uint64 (length,)
    spare: Any  # int64 (length,)


@compiled
def weave(length, budget, q, scratch):  # type: ignore[no-untyped-def]
    """Follow all lines with the symbols of ``scratch.allowed`` and at most `budget` blanks.

    Leaves in ``scratch.lists`` the nodes before each cell, in ``scratch.ahead`` and
    ``scratch.back`` the fewest blanks before and after them, in ``scratch.masks`` the symbols that
    cells hold in such lines. Returns the fewest blanks of a line, NEVER if there is none.
    """
    lists, ahead, back, size = scratch.lists, scratch.ahead, scratch.back, scratch.size
    where, allowed, priced, masks = scratch.where, scratch.allowed, scratch.priced, scratch.masks
    nodes, child = q.nodes, q.child
    lists[0, 0], ahead[0, 0], size[0] = 0, 0, 1
    for i in range(length):
        n = 0
        for a in range(size[i]):
            packed, blanks = nodes[lists[i, a]], np.int64(ahead[i, a])
            rest = packed & np.uint64(allowed[i])
            while rest:
                low = rest & (~rest + np.uint64(1))
                rest ^= low
                below = packed & (low - np.uint64(1))
                after, most = np.int64(0), blanks
                if low < EMPTY_BIT:
                    after = np.int64(child[np.int64((packed >> np.uint64(32)) + ones(below))])
                else:
                    most += priced[i]
                if most > budget:
                    continue
                b = where[after] - 1
                if b < 0:
                    lists[i + 1, n], ahead[i + 1, n] = after, most
                    n += 1
                    where[after] = n
                elif most < ahead[i + 1, b]:
                    ahead[i + 1, b] = most
        for b in range(n):
            where[lists[i + 1, b]] = 0
        size[i + 1] = n
    for a in range(size[length]):
        back[length, a] = 0 if nodes[lists[length, a]] & EMPTY_BIT else NEVER
    for i in range(length - 1, -1, -1):
        mask = np.uint64(0)
        for b in range(size[i + 1]):
            where[lists[i + 1, b]] = b + 1
        for a in range(size[i]):
            packed, blanks, fewest = nodes[lists[i, a]], np.int64(ahead[i, a]), NEVER
            rest = packed & np.uint64(allowed[i])
            while rest:
                low = rest & (~rest + np.uint64(1))
                rest ^= low
                below = packed & (low - np.uint64(1))
                after, cost = np.int64(0), np.int64(0)
                if low < EMPTY_BIT:
                    after = np.int64(child[np.int64((packed >> np.uint64(32)) + ones(below))])
                else:
                    cost = priced[i]
                b = where[after] - 1
                if b < 0 or back[i + 1, b] == NEVER:
                    continue
                cost += np.int64(back[i + 1, b])
                fewest = min(fewest, cost)
                if blanks + cost <= budget:
                    mask |= low
            back[i, a] = fewest
        for b in range(size[i + 1]):
            where[lists[i + 1, b]] = 0
        masks[i] = mask
    return np.int64(back[0, 0])


@compiled
def remember(place, pattern, letters, budget, q, memo, scratch):  # type: ignore[no-untyped-def]
    """Put what `weave` tells of a column into a place of the table."""
    rows, allowed, priced = memo.rows, scratch.allowed, scratch.priced
    height = q.kinds.shape[0]
    for i in range(height):
        symbol = np.uint32((pattern >> np.uint64(SYMBOL_BITS * i)) & np.uint64(31))
        priced[i] = symbol == 0
        allowed[i] = letters | np.uint32(1 << BLANK)
        if symbol != 0:
            allowed[i] = np.uint32(1) << (symbol - np.uint32(1))
    rows[place, LEAST] = weave(height, NEVER - 1 if budget == MANY else budget, q, scratch)
    key = pattern_key(pattern, budget)
    rows[place, 0], rows[place, 1] = key & np.uint64(0xFFFFFFFF), key >> np.uint64(32)
    rows[place, 2] = letters
    for i in range(height):
        rows[place, MASKS + i] = scratch.masks[i]


@compiled
def pattern_key(pattern, budget):  # type: ignore[no-untyped-def]
    """Return a pattern with the blanks allowed in one number, never 0."""
    return (pattern | (np.uint64(budget) << np.uint64(60))) + np.uint64(1)


@compiled
def place_of(key, letters, size):  # type: ignore[no-untyped-def]
    """Return where in the table a pattern stands if it does."""
    return np.int64(mix(key ^ (np.uint64(letters) << np.uint64(33))) & np.uint64(size - 1))


@compiled
def narrow_columns(q, s, memo, scratch, level):  # type: ignore[no-untyped-def]
    """Fill the masks of a level from all columns and the letters left; False if one has none."""
    crossed, masks, patterns, short = s.crossed, s.masks, s.pattern, s.short
    rows = memo.rows
    height, width = q.kinds.shape
    have, spare, total = s.have[level, 0], s.spare[level, 0], s.need[level, 0]
    if total > spare:  # at the root; a pattern's key has no room for less than no blanks
        return False
    for c in range(width):
        some = np.uint32(0)
        for r in range(height):
            masks[level, r, c] = crossed[level, c, r]
            if not (s.filled[level] >> r) & 1:
                some |= crossed[level, c, r]
        some &= np.uint32(ALL_LETTERS)
        letters = some & have
        if letters == some:
            continue
        pattern, budget = patterns[level, c], min(spare - total + short[level, c], MANY)
        key = pattern_key(pattern, budget)
        place = place_of(key, letters, len(rows))
        known = np.uint64(rows[place, 0]) | (np.uint64(rows[place, 1]) << np.uint64(32))
        if known != key or rows[place, 2] != letters:
            remember(place, pattern, letters, budget, q, memo, scratch)
        least = np.int64(rows[place, LEAST])
        if least > budget:
            return False
        total += least - short[level, c]
        for r in range(height):
            masks[level, r, c] = rows[place, MASKS + r]
    return True


@compiled
def few_ways(q, s, scratch, level, r):  # type: ignore[no-untyped-def]
    """Count the ways to spell a row, up to FEW of them or FEW_STEPS symbols."""
    masks, nodes, child, kinds = s.masks, q.nodes, q.child, q.kinds
    node, todo, spare = scratch.node, scratch.todo, scratch.spare
    width = kinds.shape[1]
    found, c = 0, 0
    node[0], spare[0] = 0, s.spare[level, 0]
    todo[0] = nodes[0] & np.uint64(masks[level, r, 0])
    for _ in range(FEW_STEPS):
        while todo[c] == 0:
            c -= 1
            if c < 0:
                return found
        low = todo[c] & (~todo[c] + np.uint64(1))
        todo[c] ^= low
        after, left = np.int64(0), spare[c]
        if low < EMPTY_BIT:
            packed = nodes[node[c]]
            below = packed & (low - np.uint64(1))
            after = np.int64(child[np.int64((packed >> np.uint64(32)) + ones(below))])
        elif kinds[r, c] == OPEN:
            left -= 1
        if left < 0:
            continue
        if c + 1 < width:
            c += 1
            node[c], spare[c] = after, left
            todo[c] = nodes[after] & np.uint64(masks[level, r, c])
        elif nodes[after] & EMPTY_BIT:
            found += 1
            if found == FEW:
                return found
    return FEW


@compiled
def choose(q, s, scratch, level):  # type: ignore[no-untyped-def]
    """Pick the row with the fewest ways, or a letter with fewer; False if there is no answer.

    Few ways are counted. Where every row has many, they are guessed from what the cells can
    take, letters as usual: only the order of the guesses matters.
    """
    counts, masks, kinds = s.counts, s.masks, q.kinds
    cells, here, with_letter, usual = scratch.cells, scratch.here, scratch.with_letter, q.usual
    height, width = kinds.shape
    cells[:] = 0
    fewest, row = FEW, -1
    for r in range(height):
        if (s.filled[level] >> r) & 1:
            continue
        for c in range(width):
            if kinds[r, c] == OPEN:
                masks[level, r, c] &= s.have[level, 0] & ~s.forbidden[level, r]
                rest = np.uint64(masks[level, r, c])
                while rest:
                    low = rest & (~rest + np.uint64(1))
                    rest ^= low
                    cells[ones(low - np.uint64(1))] += 1
        few = few_ways(q, s, scratch, level, r)
        if few == 0:
            return False
        if few < fewest:
            fewest, row = few, r
    missing = 0
    for k in range(26):
        missing += max(counts[k] - cells[k], 0)
    if missing > q.unused:
        return False
    s.letter[level], s.cursor[level], s.end[level] = -1, row, row + 1
    if fewest < FEW:
        return True
    with_letter[:] = 0.0
    best = np.inf
    for r in range(height):
        if (s.filled[level] >> r) & 1:
            continue
        ways = 1.0
        here[:] = 0.0
        for c in range(width):
            if kinds[r, c] != OPEN:
                continue
            weight = 0.0
            for turn in range(2):
                rest = np.uint64(masks[level, r, c])
                while rest:
                    low = rest & (~rest + np.uint64(1))
                    rest ^= low
                    k = ones(low - np.uint64(1))
                    if turn == 0:
                        weight += usual[k]
                    else:
                        here[k] += 1.0 / weight
            ways *= weight
        for k in range(26):
            with_letter[k] += ways * here[k] * usual[k]
        if ways < best:
            best = ways
            s.cursor[level], s.end[level] = r, r + 1
    for k in range(26):
        if counts[k] > 0 and cells[k] > 0 and with_letter[k] < best:
            best = with_letter[k]
            left_over = missing - max(counts[k] - cells[k], 0) + counts[k]
            s.letter[level], s.cursor[level] = k, 0
            s.end[level] = height + (left_over <= q.unused)
    return True


@compiled
def branch(q, s, level):  # type: ignore[no-untyped-def]
    """Set out on the next branch of a level: a row to fill, ANEW to choose again, or NO_MORE."""
    masks, kinds, inherited, forbidden = s.masks, q.kinds, s.inherited, s.forbidden
    height, width = kinds.shape
    k = s.letter[level]
    bit = np.uint32(1) << np.uint32(max(k, 0))
    while s.cursor[level] < s.end[level]:
        r = s.cursor[level]
        s.cursor[level] += 1
        if r == height:  # the letter lies in no row
            forbidden[level] |= bit
            return ANEW
        last = width
        if k >= 0:
            last = -1
            if (s.filled[level] >> r) & 1 or forbidden[level, r] & bit:
                continue
            for c in range(width):
                if kinds[r, c] == OPEN and masks[level, r, c] & bit:
                    last = c
            if last < 0:
                continue
        inherited[level + 1] = forbidden[level]
        if k >= 0:
            inherited[level + 1, :r] |= bit  # the first row that holds it is this one
        s.row[level], s.last[level] = r, last
        return r
    return NO_MORE


@compiled
def sound(q, s, scratch):  # type: ignore[no-untyped-def]
    """Tell whether letters can still touch another each, and all hang together if they must.

    Cells not filled yet count as letters.
    """
    kinds, symbols = q.kinds, s.symbols
    height, width = kinds.shape
    piece, queue = scratch.piece, scratch.queue
    piece[:] = False
    pieces = 0
    for start in range(height * width):
        r, c = start // width, start % width
        if symbols[r, c] == EMPTY or piece[r, c]:
            continue
        queue[0], size, at = start, 1, 0
        piece[r, c] = True
        letters = 0
        while at < size:
            r, c = queue[at] // width, queue[at] % width
            at += 1
            letters += symbols[r, c] > 0
            for turn in range(4):
                i = r + (turn == 0) - (turn == 1)
                j = c + (turn == 2) - (turn == 3)
                if i < 0 or i == height or j < 0 or j == width:
                    continue
                if symbols[i, j] != EMPTY and not piece[i, j]:
                    piece[i, j] = True
                    queue[size] = i * width + j
                    size += 1
        if letters > 0:
            pieces += 1
            if size == 1 or (q.connected and pieces > 1):
                return False
    return True


@compiled
def at_hand(counts, spare):  # type: ignore[no-untyped-def]
    """Return the symbols that the tiles left and the blanks still allowed can give."""
    symbols = np.uint32(ALL_LETTERS)
    if counts[JOKER] == 0:
        for k in range(26):
            if counts[k] == 0:
                symbols ^= np.uint32(1) << np.uint32(k)
    if spare > 0:
        symbols |= np.uint32(1) << np.uint32(BLANK)
    return symbols


@compiled
def its_turn(head):  # type: ignore[no-untyped-def]
    """Tell whether the next way to fill the first row belongs to this part."""
    head[SEEN] += 1
    return (head[SEEN] - 1) % head[PARTS] == head[PART]


@compiled
def search(q, s, memo, scratch, stop, until):  # type: ignore[no-untyped-def]
    """Go on with a search.

    Parameters
    ----------
    stop : int
        Level at which to stop: the number of rows for whole grids, fewer to split the tree.
    until : int
        Number of nodes at which to pause.

    Returns
    -------
    int
        FOUND or STOPPED at level `stop` (going on leads past it), PAUSED, or DONE.
    """
    kinds, nodes, child, rows = q.kinds, q.nodes, q.child, memo.rows
    head, counts, symbols, all_patterns = s.head, s.counts, s.symbols, s.pattern
    crossed, short, inherited, filled, all_rows = s.crossed, s.short, s.inherited, s.filled, s.row
    letters, last, laid, word, node = s.letter, s.last, s.laid, s.word, s.node
    masks, all_todo, held, all_spare, need = s.masks, s.todo, s.held, s.spare, s.need
    have, tiles = s.have, s.tile
    height, width = kinds.shape
    level, col, phase, total = head[LEVEL], head[COL], head[PHASE], head[NODES]
    answer = -1
    while answer < 0:
        if phase == SPELL:  # go on spelling the row from `col`, whatever the columns say
            r = all_rows[level]
            while col >= 0 and all_todo[level, col] == 0:
                col -= 1
            while laid[level] > max(col, 0):  # what was laid of another word comes off
                laid[level] -= 1
                i = laid[level]
                if tiles[level, i] >= 0:
                    counts[tiles[level, i]] += 1
                if kinds[r, i] == OPEN:
                    symbols[r, i] = 0
            if col < 0:
                phase = BRANCH
                continue
            todo = all_todo[level, col]
            low = todo & (~todo + np.uint64(1))
            all_todo[level, col] = todo ^ low
            k, after, spare = np.int64(ones(low - np.uint64(1))), np.int64(0), all_spare[level, col]
            found = held[level, col]
            if k < BLANK:
                packed = nodes[node[level, col]]
                below = packed & (low - np.uint64(1))
                after = np.int64(child[np.int64((packed >> np.uint64(32)) + ones(below))])
                if k == letters[level] and kinds[r, col] == OPEN:
                    found = 1
            elif kinds[r, col] == OPEN:
                spare -= 1
            if spare < 0 or (found == 0 and letters[level] >= 0 and col >= last[level]):
                continue
            word[level, col] = k
            col += 1
            node[level, col], all_spare[level, col], held[level, col] = after, spare, found
            if col < width:
                all_todo[level, col] = nodes[after] & np.uint64(masks[level, r, col])
            else:
                col -= 1
                if nodes[after] & EMPTY_BIT:
                    phase = LAY
        elif phase == LAY:  # lay the next cell of the word and narrow its column
            col = laid[level]
            if total >= until:
                answer = PAUSED
                continue
            total += 1
            phase = SPELL  # where this cell fails, another word may do
            r, k, spare = all_rows[level], word[level, col], all_spare[level, col + 1]
            is_open, tile, present = kinds[r, col] == OPEN, -1, have[level, col]
            if is_open and k < BLANK:
                tile = k if counts[k] > 0 else JOKER
                if counts[tile] == 0:
                    continue
                if counts[tile] == 1 and (tile == JOKER or counts[JOKER] == 0):
                    counts[tile] = 0
                    present = at_hand(counts, spare)
                    counts[tile] = 1
            elif spare == 0:
                present &= np.uint32(ALL_LETTERS)
            column, pattern = short[level, col], all_patterns[level, col]
            others = need[level, col] - column
            if others > spare:
                continue
            if is_open:
                pattern |= np.uint64(min(k + 1, EMPTY)) << np.uint64(SYMBOL_BITS * r)
                budget = min(spare - others, MANY)
                key = pattern_key(pattern, budget)
                place = place_of(key, ALL_LETTERS, len(rows))
                known = np.uint64(rows[place, 0]) | (np.uint64(rows[place, 1]) << np.uint64(32))
                if known != key or rows[place, 2] != ALL_LETTERS:
                    remember(place, pattern, np.uint32(ALL_LETTERS), budget, q, memo, scratch)
                column = np.int64(rows[place, LEAST])
                if column > budget:
                    continue
                unfilled = ~(filled[level] | (1 << r))
                dead = False
                for j in range(height):
                    mask = rows[place, MASKS + j]
                    crossed[level + 1, col, j] = mask
                    if (unfilled >> j) & 1 and mask & present == 0 and kinds[j, col] == OPEN:
                        dead = True
                if dead:
                    continue
                symbols[r, col] = min(k + 1, EMPTY)
            else:
                for j in range(height):
                    crossed[level + 1, col, j] = crossed[level, col, j]
            # The cell holds: on to the next.
            if tile >= 0:
                counts[tile] -= 1
            tiles[level, col] = tile
            all_patterns[level + 1, col], short[level + 1, col] = pattern, column
            need[level, col + 1], have[level, col + 1] = others + column, present
            laid[level] = col + 1
            phase = LAY
            if col + 1 == width:
                filled[level + 1] = filled[level] | (1 << r)
                all_spare[level + 1, 0], need[level + 1, 0] = spare, others + column
                have[level + 1, 0] = present
                level += 1
                phase = ENTER
        elif phase == ENTER:
            s.forbidden[level] = inherited[level]
            phase = CHOOSE
            loose = all_spare[level, 0] < q.blanks
            if (loose and not sound(q, s, scratch)) or (level == 1 and not its_turn(head)):
                phase = LEAVE
            elif level == stop:
                phase = LEAVE
                answer = FOUND if level == height else STOPPED
            elif not narrow_columns(q, s, memo, scratch, level):
                phase = LEAVE
        elif phase == CHOOSE:
            phase = BRANCH if choose(q, s, scratch, level) else LEAVE
        elif phase == BRANCH:
            r = branch(q, s, level)
            if r == ANEW:
                phase = CHOOSE
            elif r == NO_MORE:
                phase = LEAVE
            else:
                col, phase = 0, SPELL
                node[level, 0], held[level, 0], laid[level] = 0, 0, 0
                all_todo[level, 0] = nodes[0] & np.uint64(masks[level, r, 0])
        elif phase == LEAVE:
            level -= 1
            if level < head[BASE]:
                answer = DONE
            else:
                col, phase = width - 1, SPELL
    head[LEVEL], head[COL], head[PHASE], head[NODES] = level, col, phase, total
    return answer


@compiled
def probe(q, s, memo, scratch, most, dice, nodes):  # type: ignore[no-untyped-def]
    """Walk down once at random and estimate the size of the tree (Knuth 1975).

    Parameters
    ----------
    most : int
        Nodes looked at for one level. If it has more the walk goes on among those, so what it
        estimates is too little.
    dice : ndarray of float64, shape (height,)
        Numbers below 1, one a level.
    nodes : ndarray of float64, shape (height,)
        Estimated nodes of each level are added to it.
    """
    head = s.head
    weight = 1.0
    for level in range(head[LEVEL], len(nodes)):
        children, chosen = 0, -1
        counts, symbols = s.counts.copy(), s.symbols.copy()
        for turn in range(2):  # once to count, once to stop where the dice say
            head[LEVEL], head[PHASE], head[BASE], before = level, ENTER, level, head[NODES]
            while chosen != 0:
                answer = search(q, s, memo, scratch, level + 1, before + most)
                if answer == PAUSED:  # in the middle of a row, which comes off again
                    s.counts[:], s.symbols[:] = counts, symbols
                if answer in (DONE, PAUSED):
                    break
                children += turn == 0
                chosen -= 1
            if turn == 0:
                nodes[level] += weight * (head[NODES] - before)
                if children == 0:
                    return
                chosen = np.int64(dice[level] * children) + 1
        weight *= children
