"""The search of a tree whose empty cells are chosen, compiled: word after word, each in a slot.

A *slot* is a maximal line of cells that all get a letter. Each slot has the list of its words. At
each level `choose` branches on a slot, or on a letter that must be laid: then each slot across in
turn is the first that holds it. A *node* tests one word of a branch against all lists at once:
`passes` refutes most of them. `descend` lays a word that passes, and filters the lists.

The lists of a level are sets of bits while its branch is open: one for each place and letter of the
branch's slot (the idea of Compact-Table, Demeulenaere et al. 2016). So a node costs some ANDs.

A search is resumed from its `Path` alone: its words are laid again. All numbers that a test depends
on are those of the path and of the branch, and each list is sorted, so the outcome is the same.

Kernels, their callees and constants stay in this file, as those of `exhaustive.rows`.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from patience.engines import jit
from patience.engines.bits import lowest, ones, symbol_of

compiled = partial(jit.compiled, allocates=False)

KINDS = 30  # of tiles, as in `patience.engines.dawg`
JOKER = KINDS  # index of the jokers in the counts

# Indices in `Path.head`, as in the other kernels.
LEVEL, PHASE, NODES, PARTITION, PARTITIONS, SEEN = 0, 2, 3, 5, 6, 7
# Phases of the search.
CHOOSE, BRANCH, TEST, CHILD, LEAVE = 0, 1, 2, 3, 4
# Return values of `search`, as in the other kernels.
DONE, PAUSED, FOUND = 0, 1, 3

# Words tested between two looks at the interrupt: about a millisecond.
STRETCH = 64

# Steps of the prices in one test at most. With 5, 8, 12 and 20 a quarter of the trees of a 5x5 with
# one blank have 306, 301, 298 and 296 thousand nodes and take 3.3, 2.8, 3.1 and 3.5 s.
STEPS = 8
UNIT = 100  # price of each letter when a branch is opened

# Branches are chosen by the logarithm of their words over a power of their cells. With 1, slots of
# many cells and words come first, with 0.5 and less those of one or two cells: both take up to
# several times longer on 9x7.
SHARE = 0.75

# No prices where the crossing slots have more words: with 16,000 the tree of 9x7 and no blank has a
# tenth less nodes and takes a tenth longer.
MOST_PRICED = 4000


class Problem(NamedTuple):
    """The constants of a search."""

    words: Any  # uint8 (words, length): letters of each word
    once: Any  # uint32 (words,): mask of the letters of each word
    twice: Any  # uint32 (words,): mask of those that it has twice or more
    thrice: Any  # uint32 (words,)
    length: Any  # int64 (slots,)
    cells: Any  # int64 (slots, length): the cells of each slot
    cross: Any  # int64 (slots, length): the slot that crosses there
    at: Any  # int64 (slots, length): the place of the crossing in that slot
    across: int  # slots across come first, then those down
    letters: int  # kinds of tiles in the alphabet
    max_unused: int  # maximum number of tiles left over


class Path(NamedTuple):
    """How far a search has come."""

    head: Any  # int64 (8,): see LEVEL and the indices after it
    turn: Any  # int64 (levels,): branches of the level taken
    tested: Any  # int64 (levels,): words of the last branch tested
    child: Any  # int64 (levels,): children of it taken
    letters: Any  # uint8 (cells,): the letters of a whole grid, when there is one


class Lists(NamedTuple):
    """The words of each slot at each level of a path. Masks have one bit per letter."""

    words: Any  # int32 (levels, capacity): lists of all slots, each sorted
    begin: Any  # int64 (levels, slots): where the list of a slot begins
    size: Any  # int64 (levels, slots)
    candidates: Any  # uint32 (levels, cells): masks of all cells
    laid: Any  # uint8 (levels, cells): 1 where no tile is to be laid any more, 0 elsewhere
    counts: Any  # int64 (levels, KINDS + 1): tiles left, jokers last
    letter: Any  # int64 (levels,): the letter to branch on, or -1 for any
    first: Any  # int64 (levels,): the first slot to branch on
    branches: Any  # int64 (levels,): number of branches; the last may be no slot
    tests: Any  # int64 (levels,): words of the branch to test
    branch: Any  # int32 (levels, most): these words; first those that passed
    children: Any  # int64 (levels,): how many passed
    sorted: Any  # int32 (levels, capacity): lists of crossing slots by the letter at the crossing
    offset: Any  # int32 (levels, slots, KINDS + 1): where the words with a letter begin
    masks: Any  # uint32 (levels, slots, KINDS, length): masks of their cells


class Buffers(NamedTuple):
    """Scratch memory of the kernels."""

    bits: Any  # uint64 (slots, length, KINDS, most / 64): see `set_bits`
    has_bits: Any  # bool (slots, length, KINDS): which of them are set up
    with_letter: Any  # uint64 (slots, length, KINDS, most / 64): the words by letter and cell
    is_listed: Any  # bool (slots,): for which slots these are set up
    meets: Any  # int64 (slots, length): where a parallel slot meets that of a place; -1 nowhere
    refuter: Any  # int64 (1,): the parallel slot that had no word left in the last test
    both: Any  # uint64 (slots, most / 64): words of parallel slots left in a test
    allowed: Any  # uint32 (length,): masks of a slot's cells
    cells: Any  # int64 (KINDS,): cells that can take a letter
    ways: Any  # int64 (KINDS,): words with a letter
    dirty: Any  # bool (slots,): slots to filter
    mask: Any  # uint32 (length,)
    candidates: Any  # uint32 (cells,): masks in a test
    left: Any  # int64 (KINDS + 1,): tiles left in a test
    kept: Any  # int32 (slots, most): words of crossing slots in a test
    number: Any  # int64 (slots,): how many
    places: Any  # int64 (length,): places of a slot
    prices: Any  # int64 (KINDS,)
    lacking: Any  # int64 (KINDS,): tiles that the cheapest words lack
    interrupt: Any  # uint8 (1,): nonzero pauses the search; set from any thread


# ---- small things -------------------------------------------------------------------------------


@compiled
def bit_of(letter):
    """Return the mask of a letter."""
    return np.uint32(1) << np.uint32(letter)


@compiled
def copy(source, target):
    """Copy an array of one dimension, which numba would not do without a temporary one."""
    for i in range(len(source)):
        target[i] = source[i]


@compiled
def parallel(p, slot):
    """Return the first slot parallel to a slot, and the end of these slots."""
    return (0, p.across) if slot < p.across else (p.across, len(p.length))


@compiled
def unlaid(p, table, level, slot):
    """Return the number of cells of a slot whose tile is not laid."""
    cells = 0
    for i in range(p.length[slot]):
        cells += not table.laid[level, p.cells[slot, i]]
    return cells


@compiled
def missing_tiles(p, laid, candidates, left, buffers):
    """Return how many tiles have no cell; writes the cells of each letter to the buffers."""
    cells = buffers.cells
    cells[:] = 0
    for x in range(len(candidates)):
        if laid[x]:
            continue
        rest = np.uint64(candidates[x])
        while rest:
            low = lowest(rest)
            rest ^= low
            cells[symbol_of(low)] += 1
    missing = 0
    for k in range(p.letters):
        missing += max(left[k] - cells[k], 0)
    return missing


# ---- lists --------------------------------------------------------------------------------------


@compiled
def admit(p, allowed, length, word):
    """Return whether masks admit a word."""
    for i in range(length):
        if not (allowed[i] >> p.words[word, i]) & 1:
            return False
    return True


@compiled
def scarce(p, table, level, most):
    """Return the mask of the letters of which at most so many tiles are left."""
    mask = np.uint64(0)
    for k in range(p.letters):
        if table.counts[level, k] <= most:
            mask |= np.uint64(1) << np.uint64(k)
    return mask


@compiled
def sieve(p, table, buffers, level, slot, source, low, high):
    """Write the words of a list that the masks and the tiles admit to a slot's list.

    Returns False if there is none. Marks the slots that cross where a mask has become smaller.
    """
    candidates, mask, jokers = table.candidates, buffers.mask, table.counts[level, JOKER]
    length, to = p.length[slot], table.begin[level, slot]
    fresh = unlaid(p, table, level, slot) == length
    none, one = scarce(p, table, level, 0), scarce(p, table, level, 1)
    two = scarce(p, table, level, 2)
    mask[:] = 0
    allowed = buffers.allowed
    for i in range(length):
        allowed[i] = candidates[level, p.cells[slot, i]]
    for x in range(low, high):
        word = source[x]
        if not admit(p, allowed, length, word):
            continue
        if fresh:  # too few tiles: a lower bound, exact if no letter comes four times
            lack = ones(np.uint64(p.once[word]) & none) + ones(np.uint64(p.twice[word]) & one)
            if np.int64(lack + ones(np.uint64(p.thrice[word]) & two)) > jokers:
                continue
        table.words[level, to] = word
        to += 1
        for i in range(length):
            mask[i] |= bit_of(p.words[word, i])
    table.size[level, slot] = to - table.begin[level, slot]
    for i in range(length):
        if mask[i] != candidates[level, p.cells[slot, i]]:
            candidates[level, p.cells[slot, i]] = mask[i]
            buffers.dirty[p.cross[slot, i]] = True
    return table.size[level, slot] > 0


@compiled
def settle(p, table, buffers, level):
    """Filter the marked slots until no mask changes; return False if a slot has no word."""
    again = True
    while again:
        again = False
        for slot in range(len(p.length)):
            if not buffers.dirty[slot]:
                continue
            buffers.dirty[slot] = False
            again = True
            low = table.begin[level, slot]
            high = low + table.size[level, slot]
            if not sieve(p, table, buffers, level, slot, table.words[level], low, high):
                return False
    return True


@compiled
def sort_crossing(p, table, level, t, j, letters):
    """Sort the list of a slot by its letter at one place; words with other letters are left out."""
    low = table.begin[level, t]
    offset, masks = table.offset[level, t], table.masks[level, t]
    offset[:] = 0
    for x in range(low, low + table.size[level, t]):
        offset[p.words[table.words[level, x], j] + 1] += 1
    for k in range(KINDS):
        if not (letters >> k) & 1:
            offset[k + 1] = 0
        offset[k + 1] += offset[k]
    for k in range(p.letters):
        if (letters >> k) & 1:
            masks[k] = 0
    for x in range(low, low + table.size[level, t]):
        word = table.words[level, x]
        k = p.words[word, j]
        if (letters >> k) & 1:
            table.sorted[level, low + offset[k]] = word
            offset[k] += 1
            for z in range(p.length[t]):
                masks[k, z] |= bit_of(p.words[word, z])
    for k in range(KINDS, 0, -1):
        offset[k] = offset[k - 1]
    offset[0] = 0


# ---- what to branch on --------------------------------------------------------------------------


@compiled
def choose(p, table, buffers, level):
    """Choose what to branch on: the slot or letter with the least growth of the tree per cell.

    Returns False if all tiles are laid.
    """
    ways = buffers.ways
    ways[:] = 0
    best, across, cells = np.inf, 0, 0
    table.letter[level] = -1
    for slot in range(len(p.length)):
        free = unlaid(p, table, level, slot)
        if free == 0:
            continue
        growth = np.log(table.size[level, slot]) / free**SHARE
        if growth < best:
            best = growth
            table.first[level], table.branches[level] = slot, 1
        if slot < p.across:
            across, cells = across + 1, cells + free
            low = table.begin[level, slot]
            for x in range(low, low + table.size[level, slot]):
                rest = np.uint64(p.once[table.words[level, x]])
                while rest:
                    bit = lowest(rest)
                    rest ^= bit
                    ways[symbol_of(bit)] += 1
    if across == 0:
        return False
    left = table.counts[level]
    missing = missing_tiles(p, table.laid[level], table.candidates[level], left, buffers)
    for k in range(p.letters):
        if left[k] > 0 and buffers.cells[k] > 0:
            growth = np.log(ways[k]) / (cells / across) ** SHARE
            if growth < best:
                best = growth
                table.letter[level], table.first[level] = k, 0
                left_over = missing - max(left[k] - buffers.cells[k], 0) + left[k]
                table.branches[level] = p.across + (left_over <= p.max_unused)
    return True


@compiled
def holds(p, table, level, slot, word, letter):
    """Return whether a word has a letter in a cell whose tile is not laid."""
    if not (p.once[word] >> letter) & 1:
        return False
    for i in range(p.length[slot]):
        if p.words[word, i] == letter and not table.laid[level, p.cells[slot, i]]:
            return True
    return False


@compiled
def open_branch(p, table, buffers, level, slot):
    """List the words of a branch, and begin its tests."""
    letter, low = table.letter[level], table.begin[level, slot]
    tests = 0
    for x in range(low, low + table.size[level, slot]):
        word = table.words[level, x]
        if letter < 0 or holds(p, table, level, slot, word, letter):
            table.branch[level, tests] = word
            tests += 1
    table.tests[level], table.children[level] = tests, 0
    buffers.prices[:] = UNIT
    if tests == 0:
        return
    for i in range(p.length[slot]):
        letters = np.uint32(0)
        for x in range(tests):
            letters |= bit_of(p.words[table.branch[level, x], i])
        sort_crossing(p, table, level, p.cross[slot, i], p.at[slot, i], letters)
    first, end = parallel(p, slot)
    for other in range(first, end):
        buffers.is_listed[other] = False
    buffers.refuter[0] = first


@compiled
def list_parallel(p, table, buffers, level, slot, other):
    """Set up the words of one slot parallel to the branch's, by letter and cell."""
    buffers.is_listed[other] = True
    buffers.has_bits[other] = False
    for i in range(p.length[slot]):
        buffers.meets[other, i] = -1
    low, size = table.begin[level, other], table.size[level, other]
    length = (size + 63) >> 6
    for z in range(p.length[other]):
        i = -1
        for y in range(p.length[slot]):
            if p.cross[slot, y] == p.cross[other, z]:
                i = y
        if i < 0:
            continue
        buffers.meets[other, i] = z
        with_letter = buffers.with_letter[other, z]
        for k in range(p.letters):
            with_letter[k, :length] = 0
        for x in range(size):
            k = p.words[table.words[level, low + x], z]
            with_letter[k, x >> 6] |= np.uint64(1) << np.uint64(x & 63)


@compiled
def set_bits(p, table, buffers, level, slot, other, i, k):
    """Set up the words of a parallel slot that are left if a letter stands at a place."""
    buffers.has_bits[other, i, k] = True
    z, t = buffers.meets[other, i], p.cross[slot, i]
    bits, length = buffers.bits[other, i, k], (table.size[level, other] + 63) >> 6
    bits[:length] = 0
    rest = np.uint64(table.masks[level, t, k, p.at[other, z]])
    while rest:
        bit = lowest(rest)
        rest ^= bit
        source = buffers.with_letter[other, z, symbol_of(bit)]
        for q in range(length):
            bits[q] |= source[q]


# ---- the test of a word -------------------------------------------------------------------------


@compiled
def takes_tiles(p, table, left, level, slot, word):
    """Take the tiles of a word from those left; return False if there are too few."""
    for i in range(p.length[slot]):
        if table.laid[level, p.cells[slot, i]]:
            continue
        k = p.words[word, i]
        if left[k] == 0:
            k = JOKER
        left[k] -= 1
        if left[k] < 0:
            return False
    return True


@compiled
def leaves_word(p, table, buffers, level, slot, other, word):
    """Write the words left of a slot parallel to the branch's; return whether there are any."""
    if not buffers.is_listed[other]:
        list_parallel(p, table, buffers, level, slot, other)
    both, length = buffers.both[other], (table.size[level, other] + 63) >> 6
    for q in range(length):
        both[q] = ~np.uint64(0)
    if table.size[level, other] & 63:
        both[length - 1] = (np.uint64(1) << np.uint64(table.size[level, other] & 63)) - np.uint64(1)
    for i in range(p.length[slot]):
        if buffers.meets[other, i] < 0:
            continue
        k = p.words[word, i]
        if not buffers.has_bits[other, i, k]:
            set_bits(p, table, buffers, level, slot, other, i, k)
        bits = buffers.bits[other, i, k]
        some = np.uint64(0)
        for q in range(length):
            both[q] &= bits[q]
            some |= both[q]
        if some == 0:
            return False
    return True


@compiled
def leave_words(p, table, buffers, level, slot, word):
    """Return whether all slots parallel to the branch's have a word left."""
    first, end = parallel(p, slot)
    refuter = buffers.refuter[0]  # it goes first, as words of a branch are alike
    if refuter != slot and not leaves_word(p, table, buffers, level, slot, refuter, word):
        return False
    for other in range(first, end):
        if other in (slot, refuter):
            continue
        if not leaves_word(p, table, buffers, level, slot, other, word):
            buffers.refuter[0] = other
            return False
    return True


@compiled
def narrow_parallel(p, table, buffers, level, other):
    """Narrow the masks of a slot parallel to the branch's to its words left."""
    low, both, mask = table.begin[level, other], buffers.both[other], buffers.mask
    mask[:] = 0
    for q in range((table.size[level, other] + 63) >> 6):
        rest = both[q]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            left = table.words[level, low + (q << 6) + symbol_of(bit)]
            for z in range(p.length[other]):
                mask[z] |= bit_of(p.words[left, z])
    for z in range(p.length[other]):
        buffers.candidates[p.cells[other, z]] = mask[z]


@compiled
def narrow_crossing(p, table, buffers, level, slot, t, word):
    """Keep the words of a slot that the masks admit, and narrow them; return their number."""
    low, high = table.begin[level, t], table.begin[level, t] + table.size[level, t]
    source = table.words[level]
    for z in range(p.length[t]):
        if p.cross[t, z] == slot:
            k = p.words[word, p.at[t, z]]
            source = table.sorted[level]
            high = low + table.offset[level, t, k + 1]
            low = low + table.offset[level, t, k]
            break
    candidates, allowed, mask = buffers.candidates, buffers.allowed, buffers.mask
    length, number = p.length[t], 0
    mask[:] = 0
    for z in range(length):
        allowed[z] = candidates[p.cells[t, z]]
    for x in range(low, high):
        left = source[x]
        if admit(p, allowed, length, left):
            buffers.kept[t, number] = left
            number += 1
            for z in range(length):
                mask[z] |= bit_of(p.words[left, z])
    buffers.number[t] = number
    for z in range(p.length[t]):
        candidates[p.cells[t, z]] = mask[z]
    return number


@compiled
def cheapest(p, laid, buffers, t):
    """Return the least price of a crossing slot's words; counts that word's tiles as lacking."""
    prices, places, free = buffers.prices, buffers.places, 0
    for z in range(p.length[t]):
        if not laid[p.cells[t, z]]:
            places[free] = z
            free += 1
    best, choice = np.int64(1 << 60), 0
    for x in range(buffers.number[t]):
        word = buffers.kept[t, x]
        price = np.int64(0)
        for i in range(free):
            price += prices[p.words[word, places[i]]]
        if price < best:
            best, choice = price, word
    for i in range(free):
        buffers.lacking[p.words[choice, places[i]]] += 1
    return best


@compiled
def too_dear(p, laid, buffers, first, end):
    """Return whether prices of the letters show that the crossing slots want too many tiles.

    For any prices, each slot costs at least its cheapest word, and all tiles left cost so much (a
    joker the highest price). A step along the subgradient changes the prices (Held and Karp 1971).
    """
    prices, left, lacking = buffers.prices, buffers.left, buffers.lacking
    for _ in range(STEPS):
        for k in range(p.letters):
            lacking[k] = -left[k]
        slack = np.int64(0)
        for t in range(first, end):
            slack -= cheapest(p, laid, buffers, t)
        top = 0
        for k in range(p.letters):
            slack += prices[k] * left[k]
            if prices[k] > prices[top]:
                top = k
        slack += prices[top] * left[JOKER]
        if slack < 0:
            return True
        lacking[top] -= left[JOKER]
        norm = np.int64(0)
        for k in range(p.letters):
            if lacking[k] > 0 or prices[k] > 0:
                norm += lacking[k] * lacking[k]
        if norm == 0:
            return False
        step = (slack + UNIT) / norm
        for k in range(p.letters):
            prices[k] = max(prices[k] + np.int64(step * lacking[k]), 0)
    return False


@compiled
def passes(p, table, buffers, level, slot, word):
    """Return whether a word of a branch may lead to a grid: a node."""
    candidates, left, laid = buffers.candidates, buffers.left, table.laid[level]
    copy(table.counts[level], left)
    copy(table.candidates[level], candidates)
    if not takes_tiles(p, table, left, level, slot, word):
        return False
    if not leave_words(p, table, buffers, level, slot, word):
        return False
    first, end = parallel(p, slot)
    for other in range(first, end):
        if other != slot:
            narrow_parallel(p, table, buffers, level, other)
    for i in range(p.length[slot]):
        laid[p.cells[slot, i]] |= 2
        candidates[p.cells[slot, i]] = bit_of(p.words[word, i])
    first, end = parallel(p, p.cross[slot, 0])
    passed = missing_tiles(p, laid, candidates, left, buffers) <= p.max_unused
    number = 0
    for t in range(first, end):
        if passed:
            words = narrow_crossing(p, table, buffers, level, slot, t, word)
            number += words
            passed = words > 0
    passed = passed and missing_tiles(p, laid, candidates, left, buffers) <= p.max_unused
    if passed and number <= MOST_PRICED:
        passed = not too_dear(p, laid, buffers, first, end)
    for i in range(p.length[slot]):
        laid[p.cells[slot, i]] &= 1
    return passed


# ---- one level down -----------------------------------------------------------------------------


@compiled
def exclude(p, table, level, letter, end):
    """Exclude a letter from the cells of the first slots whose tiles are not laid."""
    for slot in range(end):
        for i in range(p.length[slot]):
            x = p.cells[slot, i]
            if not table.laid[level, x]:
                table.candidates[level, x] &= ~bit_of(letter)


@compiled
def descend(p, table, buffers, level, slot, word):
    """Lay a word of a branch and filter all lists, or exclude the letter if there is no slot.

    Returns False if no grid is left.
    """
    below, letter, slots = level + 1, table.letter[level], len(p.length)
    copy(table.candidates[level], table.candidates[below])
    copy(table.laid[level], table.laid[below])
    copy(table.counts[level], table.counts[below])
    if letter >= 0:
        exclude(p, table, below, letter, slot)
    lays = slot < p.across or letter < 0
    if lays:  # there are enough tiles, as the word has passed
        takes_tiles(p, table, table.counts[below], level, slot, word)
        for i in range(p.length[slot]):
            table.laid[below, p.cells[slot, i]] = 1
    if table.counts[below, JOKER] == 0:
        available = ~np.uint32(scarce(p, table, below, 0))
        for x in range(len(table.laid[below])):
            if not table.laid[below, x]:
                table.candidates[below, x] &= available
    to = 0
    for other in range(slots):
        table.begin[below, other], table.size[below, other] = to, -1
        to += table.size[level, other]
    buffers.dirty[:] = False
    if lays:  # slots that cross come first, as they have few words now
        for i in range(p.length[slot]):
            other, k = p.cross[slot, i], p.words[word, i]
            offset = table.offset[level, other]
            low = table.begin[level, other] + offset[k]
            high = table.begin[level, other] + offset[k + 1]
            if not sieve(p, table, buffers, below, other, table.sorted[level], low, high):
                return False
    for other in range(slots):
        low, high = table.begin[level, other], table.begin[level, other] + table.size[level, other]
        if table.size[below, other] < 0:
            buffers.dirty[other] = False
            if not sieve(p, table, buffers, below, other, table.words[level], low, high):
                return False
    if not settle(p, table, buffers, below):
        return False
    left = table.counts[below]
    missing = missing_tiles(p, table.laid[below], table.candidates[below], left, buffers)
    return missing <= p.max_unused


# ---- branches -----------------------------------------------------------------------------------


@compiled
def reopen(p, table, buffers, level, slot):
    """Set up the words of a branch; without a slot it has one child, which is not tested."""
    table.tests[level], table.children[level] = 0, 0
    if table.letter[level] >= 0 and slot == p.across:
        table.children[level] = 1
    elif unlaid(p, table, level, slot) > 0:
        open_branch(p, table, buffers, level, slot)


@compiled
def test(p, path, table, buffers, level, end):
    """Test the words of a branch up to number `end`."""
    slot = table.first[level] + path.turn[level] - 1
    while path.tested[level] < end:
        word = table.branch[level, path.tested[level]]
        path.tested[level] += 1
        if passes(p, table, buffers, level, slot, word):
            table.branch[level, table.children[level]] = word
            table.children[level] += 1


# ---- the way back to a path ---------------------------------------------------------------------


@compiled
def retest(p, path, table, buffers, level, most):
    """Open the last branch of a level again and test up to `most` of its words; return how many."""
    slot = table.first[level] + path.turn[level] - 1
    path.tested[level] = 0
    reopen(p, table, buffers, level, slot)
    test(p, path, table, buffers, level, min(most, table.tests[level]))
    return path.tested[level]


@compiled
def retrace(p, path, table, buffers, level, phase):
    """Set up a level of a path for a phase; return False if the path does not fit."""
    if phase in (CHOOSE, LEAVE):
        return phase == LEAVE or path.turn[level] == 0
    if not choose(p, table, buffers, level) or path.turn[level] > table.branches[level]:
        return False
    if phase == BRANCH:
        return True
    tested = path.tested[level]
    if path.turn[level] < 1 or retest(p, path, table, buffers, level, tested) != tested:
        return False
    whole = phase == TEST or tested == table.tests[level]
    return whole and path.child[level] <= table.children[level]


@compiled
def retake(p, path, table, buffers, level):
    """Take the last child of a level again; return False if there is no such child."""
    if path.child[level] < 1 or path.child[level] > table.children[level]:
        return False
    word = table.branch[level, path.child[level] - 1]
    return descend(p, table, buffers, level, table.first[level] + path.turn[level] - 1, word)


# ---- the search ---------------------------------------------------------------------------------


@compiled
def next_branch(p, path, table, buffers, level):
    """Open the next branch of a level; return the next phase."""
    if path.turn[level] == table.branches[level]:
        return LEAVE
    slot = table.first[level] + path.turn[level]
    path.turn[level] += 1
    path.tested[level], path.child[level] = 0, 0
    reopen(p, table, buffers, level, slot)
    return TEST


@compiled
def next_child(p, path, table, buffers, level):
    """Take the next child of a branch; return the next phase."""
    if path.child[level] == table.children[level]:
        return BRANCH
    word = table.branch[level, path.child[level]]
    path.child[level] += 1
    head = path.head
    if level == 0:
        head[SEEN] += 1
        if (head[SEEN] - 1) % head[PARTITIONS] != head[PARTITION]:
            return CHILD
    slot = table.first[level] + path.turn[level] - 1
    if not descend(p, table, buffers, level, slot, word):
        return CHILD
    head[LEVEL] = level + 1
    path.turn[level + 1] = 0
    return CHOOSE


@compiled
def search(p, path, table, buffers, until):
    """Continue a search; all but `p` are modified in place.

    Parameters
    ----------
    until : int
        Number of nodes at which to pause.

    Returns
    -------
    int
        FOUND (a further call continues past the grid), PAUSED, or DONE.
    """
    head = path.head
    phase, answer = head[PHASE], -1
    while answer < 0:
        level = head[LEVEL]
        if buffers.interrupt[0] != 0 or (phase == TEST and head[NODES] >= until):
            answer = PAUSED
        elif phase == CHOOSE:
            if choose(p, table, buffers, level):
                phase = BRANCH
            else:
                for x in range(len(path.letters)):
                    mask = np.uint64(table.candidates[level, x])
                    path.letters[x] = symbol_of(mask) if mask else KINDS
                phase, answer = LEAVE, FOUND
        elif phase == BRANCH:
            phase = next_branch(p, path, table, buffers, level)
        elif phase == TEST:
            before = path.tested[level]
            test(p, path, table, buffers, level, min(before + STRETCH, table.tests[level]))
            head[NODES] += path.tested[level] - before
            phase = CHILD if path.tested[level] == table.tests[level] else TEST
        elif phase == CHILD:
            phase = next_child(p, path, table, buffers, level)
        elif level == 0:
            answer = DONE
        else:
            head[LEVEL], phase = level - 1, CHILD
    head[PHASE] = phase
    return answer
