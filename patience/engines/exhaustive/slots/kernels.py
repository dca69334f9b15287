"""The search of a tree whose empty cells are chosen, compiled: word after word, each in a slot.

A *slot* is a maximal line of cells that all get a letter. Each slot has the list of its words. At
each level `choose` branches on a slot, or on a letter that must be laid: then each slot across in
turn is the first that holds it. A *node* tests one word of a branch against all lists at once:
`passes` refutes most of them. `descend` lays a word that passes, and filters the lists.

The lists of a level are sets of bits while its branch is open: one for each place and letter of the
branch's slot (the idea of Compact-Table, Demeulenaere et al. 2016). So a node costs some ANDs.

Between two phases the lists of a level hold just the words that its masks admit, and no mask has a
letter that no word of its two slots has there.

A search is resumed from its `Path` alone: its words are laid again. All numbers that a test depends
on are those of the path and of the branch, and each list is sorted, so the outcome is the same.

Kernels, their callees and constants stay in this file, as those of `exhaustive.rows`.
"""

from __future__ import annotations

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
    PHASE,
    SEEN,
    lowest,
    ones,
    symbol_of,
)
from patience.engines.compiled import compiled

KINDS = 30  # of tiles, as in `patience.engines.dawg`
JOKER = KINDS  # index of the jokers in the counts

# A word is a number of 64 bits, with five for each letter, the first lowest.
LETTER_BITS = 5
MAX_LENGTH = 12  # letters

# Phases of the search.
CHOOSE, BRANCH, TEST, CHILD, LEAVE = 0, 1, 2, 3, 4

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
MAX_PRICED = 4000


class SlotProblem(NamedTuple):
    """The constants of a search."""

    length: Any  # int64 (slots,)
    cells: Any  # int64 (slots, length): the cells of each slot
    cross: Any  # int64 (slots, length): the slot that crosses there
    at: Any  # int64 (slots, length): the place of the crossing in that slot
    across: int  # slots across come first, then those down
    letters: int  # kinds of tiles in the alphabet
    max_unused: int  # maximum number of tiles left over


class Path(NamedTuple):
    """How far a search has come."""

    head: Annotated[Any, "int64 8"]  # see `bits.LEVEL` and the indices after it
    turn: Annotated[Any, "int64 levels"]  # branches of the level taken
    tested: Annotated[Any, "int64 levels"]  # words of the last branch tested
    child: Annotated[Any, "int64 levels"]  # children of it taken
    letters: Annotated[Any, "uint8 cells"]  # the letters of a whole grid, when there is one


class Lists(NamedTuple):
    """The words of each slot at each level of a path. Masks have one bit per letter."""

    words: Annotated[Any, "uint64 levels, capacity"]  # lists of all slots, each sorted
    begin: Annotated[Any, "int64 levels, slots"]  # where the list of a slot begins
    size: Annotated[Any, "int64 levels, slots"]
    candidates: Annotated[Any, "uint32 levels, cells"]  # masks of all cells
    # 1 where no tile is to be laid any more, 0 elsewhere.
    laid: Annotated[Any, "uint8 levels, cells"]
    counts: Annotated[Any, "int64 levels, kinds + 1"]  # tiles left, jokers last
    letter: Annotated[Any, "int64 levels"]  # the letter to branch on, or -1 for any
    first: Annotated[Any, "int64 levels"]  # the first slot to branch on
    branches: Annotated[Any, "int64 levels"]  # number of branches; the last may be no slot
    tests: Annotated[Any, "int64 levels"]  # words of the branch to test
    branch: Annotated[Any, "uint64 levels, most"]  # these words; first those that passed
    children: Annotated[Any, "int64 levels"]  # how many passed
    # Lists of crossing slots by the letter at the crossing.
    sorted: Annotated[Any, "uint64 levels, capacity"]
    offset: Annotated[Any, "int32 levels, slots, kinds + 1"]  # where the words with a letter begin
    masks: Annotated[Any, "uint32 levels, slots, kinds, length"]  # masks of their cells


class SlotBuffers(NamedTuple):
    """Scratch memory of the kernels."""

    bits: Annotated[Any, "uint64 slots, length, kinds, chunks"]  # see `set_bits`
    has_bits: Annotated[Any, "bool slots, length, kinds"]  # which of them are set up
    # The words by letter and cell.
    with_letter: Annotated[Any, "uint64 slots, length, kinds, chunks"]
    is_listed: Annotated[Any, "bool slots"]  # for which slots these are set up
    # Where a parallel slot meets that of a place; -1 nowhere.
    meets: Annotated[Any, "int64 slots, length"]
    refuter: Annotated[Any, "int64 1"]  # the parallel slot that had no word left in the last test
    both: Annotated[Any, "uint64 slots, chunks"]  # words of parallel slots left in a test
    allowed: Annotated[Any, "uint32 length"]  # masks of a slot's cells
    cells: Annotated[Any, "int64 kinds"]  # cells that can take a letter
    ways: Annotated[Any, "int64 kinds"]  # words with a letter
    # Places whose masks are smaller than when the list was filtered.
    changed: Annotated[Any, "uint32 slots"]
    mask: Annotated[Any, "uint32 length"]
    candidates: Annotated[Any, "uint32 cells"]  # masks in a test
    left: Annotated[Any, "int64 kinds + 1"]  # tiles left in a test
    kept: Annotated[Any, "uint64 slots, most"]  # words left in a test
    number: Annotated[Any, "int64 slots"]  # how many, for crossing slots
    places: Annotated[Any, "int64 length"]  # places of a slot
    prices: Annotated[Any, "int64 kinds"]
    lacking: Annotated[Any, "int64 kinds"]  # tiles that the cheapest words lack
    interrupt: Annotated[Any, "uint8 1"]  # nonzero pauses the search; set from any thread


# ---- small things -------------------------------------------------------------------------------


@compiled
def bit_of(letter):
    """Return the mask of a letter."""
    return np.uint32(1) << np.uint32(letter)


@compiled
def letter_at(word, place):
    """Return the letter of a word at a place."""
    return np.int64((word >> np.uint64(LETTER_BITS * place)) & np.uint64(31))


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
def keep(source, low, high, target, to, place, allowed):
    """Write the words of a list with an allowed letter at a place to a target; return its end.

    Indices without a sign and a write without a condition make it three times as fast.
    """
    shift, letters, end = np.uint64(LETTER_BITS * place), np.uint64(allowed), np.uint64(to)
    for x in range(np.uint64(low), np.uint64(high)):
        word = source[x]
        target[end] = word
        end += (letters >> ((word >> shift) & np.uint64(31))) & np.uint64(1)
    return np.int64(end)


@compiled
def keep_all(source, low, high, target, to, places, allowed):
    """Write the words of a list that masks admit at some places to a target; return its end."""
    if not places:
        for x in range(low, high):
            target[to + x - low] = source[x]
        return to + high - low
    rest = np.uint64(places)
    while rest:
        bit = lowest(rest)
        rest ^= bit
        place = symbol_of(bit)
        high = keep(source, low, high, target, to, place, allowed[place])
        source, low = target, to
    return high


@compiled
def narrow(words, low, high, length, allowed, mask):
    """Write the letters of the words at each place to a mask.

    All are among those allowed; once these are found, the other words are not looked at.
    """
    for i in range(length):
        shift, letters, x = np.uint64(LETTER_BITS * i), np.uint64(0), np.uint64(low)
        while x < np.uint64(high) and letters != allowed[i]:
            end = min(x + np.uint64(STRETCH), np.uint64(high))
            for y in range(x, end):
                letters |= np.uint64(1) << ((words[y] >> shift) & np.uint64(31))
            x = end
        mask[i] = letters


@compiled
def scarce(p, table, level, most):
    """Return the mask of the letters of which at most so many tiles are left."""
    mask = np.uint32(0)
    for k in range(p.letters):
        if table.counts[level, k] <= most:
            mask |= bit_of(k)
    return mask


@compiled
def keep_affordable(p, table, level, words, low, high, length):
    """Keep the words for which there are enough tiles; return the end of the list.

    The tiles that a word lacks are a lower bound, exact if no letter comes four times.
    """
    jokers = table.counts[level, JOKER]
    none, one = scarce(p, table, level, 0), scarce(p, table, level, 1)
    two = scarce(p, table, level, 2)
    to = low
    for x in range(low, high):
        once, twice, thrice, rest = np.uint32(0), np.uint32(0), np.uint32(0), words[x]
        for _ in range(length):
            bit = bit_of(rest & np.uint64(31))
            rest >>= np.uint64(LETTER_BITS)
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        lack = ones(np.uint64(once & none)) + ones(np.uint64(twice & one))
        words[to] = words[x]
        to += np.int64(lack + ones(np.uint64(thrice & two))) <= jokers
    return to


@compiled
def sieve(p, table, buffers, level, slot, source, low, high, places, fresh):
    """Write the words of a list that the masks and the tiles admit to a slot's list.

    Only the masks of some places are looked at; tiles only if the list is `fresh` at this level.
    Returns False if there is no word. Marks the places of other slots where a mask has become
    smaller.
    """
    candidates, mask, allowed = table.candidates[level], buffers.mask, buffers.allowed
    words, begin, length = table.words[level], table.begin[level, slot], p.length[slot]
    for i in range(length):
        allowed[i] = candidates[p.cells[slot, i]]
    end = keep_all(source, low, high, words, begin, places, allowed)
    if fresh and unlaid(p, table, level, slot) == length:
        end = keep_affordable(p, table, level, words, begin, end, length)
    table.size[level, slot] = end - begin
    narrow(words, begin, end, length, allowed, mask)
    for i in range(length):
        if mask[i] != allowed[i]:
            candidates[p.cells[slot, i]] = mask[i]
            buffers.changed[p.cross[slot, i]] |= bit_of(p.at[slot, i])
    return end > begin


@compiled
def settle(p, table, buffers, level):
    """Filter the slots with changed places until none is left; False if a slot has no word."""
    again = True
    while again:
        again = False
        for slot in range(len(p.length)):
            places = buffers.changed[slot]
            if not places:
                continue
            buffers.changed[slot] = 0
            again = True
            low = table.begin[level, slot]
            high = low + table.size[level, slot]
            words = table.words[level]
            if not sieve(p, table, buffers, level, slot, words, low, high, places, False):
                return False
    return True


@compiled
def settle_root(p, table, buffers):
    """Filter the lists of the root; return False if a slot has no word."""
    buffers.changed[:] = 0
    for slot in range(len(p.length)):
        low, words = table.begin[0, slot], table.words[0]
        high, places = low + table.size[0, slot], bit_of(p.length[slot]) - np.uint32(1)
        if not sieve(p, table, buffers, 0, slot, words, low, high, places, True):
            return False
    return settle(p, table, buffers, 0)


@compiled
def sort_crossing(p, table, buffers, level, t, j, letters):
    """Sort the list of a slot by its letter at one place; words with other letters are left out."""
    low, words = table.begin[level, t], table.words[level]
    end, length, allowed = low + table.size[level, t], p.length[t], buffers.allowed
    offset, masks, kept = table.offset[level, t], table.masks[level, t], table.sorted[level]
    offset[:] = 0
    for x in range(np.uint64(low), np.uint64(end)):
        offset[letter_at(words[x], j) + 1] += 1
    for k in range(KINDS):
        if not (letters >> k) & 1:
            offset[k + 1] = 0
        offset[k + 1] += offset[k]
    for x in range(np.uint64(low), np.uint64(end)):
        k = letter_at(words[x], j)
        if (letters >> k) & 1:
            kept[low + offset[k]] = words[x]
            offset[k] += 1
    for k in range(KINDS, 0, -1):
        offset[k] = offset[k - 1]
    offset[0] = 0
    for z in range(length):
        allowed[z] = table.candidates[level, p.cells[t, z]]
    for k in range(p.letters):
        if (letters >> k) & 1:
            narrow(kept, low + offset[k], low + offset[k + 1], length, allowed, masks[k])


# ---- what to branch on --------------------------------------------------------------------------


@compiled
def count_words(p, table, buffers, level, first, end, limit):
    """Count the words with each letter in some slots; more than `limit` are counted as that."""
    ways = buffers.ways
    ways[:] = 0
    few = np.uint32(0)  # letters with fewer words so far
    for k in range(p.letters):
        if table.counts[level, k] > 0 and buffers.cells[k] > 0:
            few |= bit_of(k)
        else:
            ways[k] = limit
    for slot in range(first, end):
        if unlaid(p, table, level, slot) == 0:
            continue
        low, words = table.begin[level, slot], table.words[level]
        for x in range(np.uint64(low), np.uint64(low + table.size[level, slot])):
            once, word = np.uint32(0), words[x]
            for _ in range(p.length[slot]):
                once |= bit_of(word & np.uint64(31))
                word >>= np.uint64(LETTER_BITS)
            rest = np.uint64(once & few)
            while rest:
                bit = lowest(rest)
                rest ^= bit
                k = symbol_of(bit)
                ways[k] += 1
                if ways[k] >= limit:
                    few &= ~bit_of(k)
        if not few:
            return


@compiled
def choose(p, table, buffers, level):
    """Choose what to branch on: the slot or letter with the least growth of the tree per cell.

    Returns False if all tiles are laid.
    """
    best = np.inf
    table.letter[level] = -1
    for slot in range(len(p.length)):
        free = unlaid(p, table, level, slot)
        if free == 0:
            continue
        growth = np.log(table.size[level, slot]) / free**SHARE
        if growth < best:
            best = growth
            table.first[level], table.branches[level] = slot, 1
    if best == np.inf:
        return False
    left = table.counts[level]
    missing = missing_tiles(p, table.laid[level], table.candidates[level], left, buffers)
    for direction in (0, p.across):
        first, end = parallel(p, direction)
        slots, cells = 0, 0
        for slot in range(first, end):
            free = unlaid(p, table, level, slot)
            slots, cells = slots + (free > 0), cells + free
        share = (cells / slots) ** SHARE
        limit = np.int64(np.exp(best * share)) + 2  # no letter with more words is better
        count_words(p, table, buffers, level, first, end, limit)
        for k in range(p.letters):
            if buffers.ways[k] < limit and np.log(buffers.ways[k]) / share < best:
                best = np.log(buffers.ways[k]) / share
                table.letter[level], table.first[level] = k, first
                left_over = missing - max(left[k] - buffers.cells[k], 0) + left[k]
                table.branches[level] = end - first + (left_over <= p.max_unused)
    return True


@compiled
def is_slot(p, table, level, slot):
    """Return whether a branch is one of a slot: if a letter is branched on, the last may not be."""
    return table.letter[level] < 0 or slot < parallel(p, table.first[level])[1]


@compiled
def holds(p, table, level, slot, word, letter):
    """Return whether a word has a letter in a cell whose tile is not laid."""
    for i in range(p.length[slot]):
        if letter_at(word, i) == letter and not table.laid[level, p.cells[slot, i]]:
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
            letters |= bit_of(letter_at(table.branch[level, x], i))
        sort_crossing(p, table, buffers, level, p.cross[slot, i], p.at[slot, i], letters)
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
    words, length = table.words[level, low : low + size], (size + 63) >> 6
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
        for x in range(np.uint64(size)):
            k = letter_at(words[x], z)
            with_letter[k, x >> np.uint64(6)] |= np.uint64(1) << (x & np.uint64(63))


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
        k = letter_at(word, i)
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
        k = letter_at(word, i)
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
    low, both, kept = table.begin[level, other], buffers.both[other], buffers.kept[other]
    length, candidates, number = p.length[other], buffers.candidates, np.uint64(0)
    for q in range((table.size[level, other] + 63) >> 6):
        rest = both[q]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            kept[number] = table.words[level, low + (q << 6) + symbol_of(bit)]
            number += np.uint64(1)
    for z in range(length):
        buffers.allowed[z] = candidates[p.cells[other, z]]
    narrow(kept, 0, number, length, buffers.allowed, buffers.mask)
    for z in range(length):
        candidates[p.cells[other, z]] = buffers.mask[z]


@compiled
def narrow_crossing(p, table, buffers, level, slot, t, word):
    """Keep the words of a slot that the masks admit, and narrow them; return their number."""
    low, high = table.begin[level, t], table.begin[level, t] + table.size[level, t]
    source = table.words[level]
    candidates, allowed, length = buffers.candidates, buffers.allowed, p.length[t]
    places = np.uint32(0)
    for z in range(length):
        x = p.cells[t, z]
        allowed[z] = candidates[x]
        if p.cross[t, z] == slot:
            k = letter_at(word, p.at[t, z])
            source = table.sorted[level]
            high = low + table.offset[level, t, k + 1]
            low = low + table.offset[level, t, k]
        elif candidates[x] != table.candidates[level, x]:
            places |= bit_of(z)
    kept = buffers.kept[t]
    number = keep_all(source, low, high, kept, 0, places, allowed)
    narrow(kept, 0, number, length, allowed, buffers.mask)
    buffers.number[t] = number
    for z in range(length):
        candidates[p.cells[t, z]] = buffers.mask[z]
    return number


@compiled
def cheapest(p, laid, buffers, t):
    """Return the least price of a crossing slot's words; counts that word's tiles as lacking."""
    prices, places, free = buffers.prices, buffers.places, 0
    for z in range(p.length[t]):
        if not laid[p.cells[t, z]]:
            places[free] = z
            free += 1
    best, choice = np.int64(1 << 60), np.uint64(0)
    for x in range(buffers.number[t]):
        word = buffers.kept[t, x]
        price = np.int64(0)
        for i in range(free):
            price += prices[letter_at(word, places[i])]
        if price < best:
            best, choice = price, word
    for i in range(free):
        buffers.lacking[letter_at(choice, places[i])] += 1
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
        candidates[p.cells[slot, i]] = bit_of(letter_at(word, i))
    first, end = parallel(p, p.cross[slot, 0])
    passed = missing_tiles(p, laid, candidates, left, buffers) <= p.max_unused
    number = 0
    for t in range(first, end):
        if passed:
            words = narrow_crossing(p, table, buffers, level, slot, t, word)
            number += words
            passed = words > 0
    passed = passed and missing_tiles(p, laid, candidates, left, buffers) <= p.max_unused
    if passed and number <= MAX_PRICED:
        passed = not too_dear(p, laid, buffers, first, end)
    for i in range(p.length[slot]):
        laid[p.cells[slot, i]] &= 1
    return passed


# ---- one level down -----------------------------------------------------------------------------


@compiled
def exclude(p, table, level, letter, first, end):
    """Exclude a letter from the cells of some slots whose tiles are not laid."""
    for slot in range(first, end):
        for i in range(p.length[slot]):
            x = p.cells[slot, i]
            if not table.laid[level, x]:
                table.candidates[level, x] &= ~bit_of(letter)


@compiled
def changed_places(p, table, level, slot):
    """Return the places of a slot where the level below has smaller masks."""
    places = np.uint32(0)
    for i in range(p.length[slot]):
        x = p.cells[slot, i]
        if table.candidates[level + 1, x] != table.candidates[level, x]:
            places |= bit_of(i)
    return places


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
        exclude(p, table, below, letter, table.first[level], slot)
    lays = is_slot(p, table, level, slot)
    if lays:  # there are enough tiles, as the word has passed
        takes_tiles(p, table, table.counts[below], level, slot, word)
        for i in range(p.length[slot]):
            table.laid[below, p.cells[slot, i]] = 1
            table.candidates[below, p.cells[slot, i]] &= bit_of(letter_at(word, i))
    if table.counts[below, JOKER] == 0:
        available = ~scarce(p, table, below, 0)
        for x in range(len(table.laid[below])):
            if not table.laid[below, x]:
                table.candidates[below, x] &= available
    to = 0
    for other in range(slots):
        table.begin[below, other], table.size[below, other] = to, -1
        to += table.size[level, other]
    buffers.changed[:] = 0
    if lays:  # slots that cross come first, as they have few words now
        for i in range(p.length[slot]):
            other, k = p.cross[slot, i], letter_at(word, i)
            offset, words = table.offset[level, other], table.sorted[level]
            low = table.begin[level, other] + offset[k]
            high = table.begin[level, other] + offset[k + 1]
            places = changed_places(p, table, level, other) & ~bit_of(p.at[slot, i])
            if not sieve(p, table, buffers, below, other, words, low, high, places, True):
                return False
    for other in range(slots):
        low, high = table.begin[level, other], table.begin[level, other] + table.size[level, other]
        if table.size[below, other] < 0:
            words, places = table.words[level], changed_places(p, table, level, other)
            buffers.changed[other] = 0
            if not sieve(p, table, buffers, below, other, words, low, high, places, True):
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
    if not is_slot(p, table, level, slot):
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
