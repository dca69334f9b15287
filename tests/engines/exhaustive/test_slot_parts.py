"""Slots: what the parts of the kernels tell, against brute force on small random trees."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.engines.exhaustive.slot_stand import Laid, SlotStand, Word, kernels

pytestmark = [
    pytest.mark.usefixtures("plain"),
    pytest.mark.filterwarnings("ignore:overflow"),  # bits are counted by a product that wraps
]

SEEDS = pytest.mark.parametrize("seed", range(30))


@pytest.mark.parametrize("seed", range(60))
def test_a_search_meets_each_grid_once(seed: int) -> None:
    stand = SlotStand(seed)
    assert sorted(stand.searched()[1]) == sorted(map(stand.letters, stand.grids()))


@pytest.mark.parametrize("most", [1, 4, 7])
def test_a_walk_looks_at_so_much_of_a_level(most: int) -> None:
    stand = SlotStand(54)
    firsts = {stand.workspace.walk(stand.tree, np.random.default_rng(0), n)[0] for n in (most, 99)}
    assert min(firsts) == most < max(firsts)


# ---- lists --------------------------------------------------------------------------------------


def mask_of(letters: set[int]) -> int:
    return sum(1 << k for k in letters)


def filtered(stand: SlotStand, slot: int, fresh: bool) -> list[Word]:
    """Return the words of a slot's list that the masks and, if asked, the tiles admit."""
    table, cells = stand.table, stand.cells(slot)
    masks = [int(table.candidates[0, x]) for x in cells]
    fresh = fresh and not table.laid[0, cells].any()
    return [
        word
        for word in stand.listed(0, slot)
        if all(mask >> k & 1 for mask, k in zip(masks, word, strict=True))
        and not (fresh and lacks(stand, word) > table.counts[0, kernels.JOKER])
    ]


def lacks(stand: SlotStand, word: Word) -> int:
    """Return how many jokers a word takes; a fourth tile of a letter is not counted."""
    wanted = Counter(word).items()
    return sum(max(min(n, 3) - int(stand.table.counts[0, k]), 0) for k, n in wanted)


@SEEDS
def test_a_list_is_filtered_by_masks_and_tiles(seed: int) -> None:
    stand = SlotStand(seed)
    table, buffers = stand.table, stand.buffers
    table.candidates[0] = [stand.rng.choice((0b111, 0b101, 0b10)) for _ in stand.open]
    table.laid[0] = [stand.rng.random() < 0.2 for _ in stand.open]
    table.counts[0, :3] = [stand.rng.randint(0, 3) for _ in range(3)]
    for slot in range(len(stand.p.length)):
        fresh, cells = stand.rng.random() < 0.8, stand.cells(slot)
        expected = filtered(stand, slot, fresh)
        before = table.candidates[0, cells].tolist()
        low = int(table.begin[0, slot])
        where = table.words[0].copy(), low, low + int(table.size[0, slot])
        buffers.changed[:] = 0
        places = np.uint32((1 << len(cells)) - 1)
        some = kernels.sieve(stand.p, table, buffers, 0, slot, *where, places, fresh)
        after = [mask_of({word[i] for word in expected}) for i in range(len(cells))]
        changed = {
            int(stand.p.cross[slot, i]): 1 << int(stand.p.at[slot, i])
            for i, mask in enumerate(before)
            if mask != after[i]
        }
        assert bool(some) is bool(expected)
        assert stand.listed(0, slot) == expected
        assert table.candidates[0, cells].tolist() == after
        assert {t: int(n) for t, n in enumerate(buffers.changed) if n} == changed


@SEEDS
def test_lists_are_sorted_by_the_letter_at_a_crossing(seed: int) -> None:
    stand = SlotStand(seed)
    table = stand.table
    for slot, length in enumerate(stand.p.length.tolist()):
        listed = stand.listed(0, slot)
        whole = [mask_of({word[z] for word in listed}) for z in range(length)]
        table.candidates[0, stand.cells(slot)] = whole
        place, letters = stand.rng.randrange(length), stand.rng.choice((0b111, 0b101, 0b10))
        for others in (stand.rng.choice((0b111, 0b110)), letters):  # what stood there is forgotten
            kernels.sort_crossing(stand.p, table, stand.buffers, 0, slot, place, others)
        low, offset = int(table.begin[0, slot]), table.offset[0, slot]
        for k in range(26):
            numbers = table.sorted[0, low + offset[k] : low + offset[k + 1]].tolist()
            words = [word for word in stand.listed(0, slot) if word[place] == k]
            assert [stand.word(number, slot) for number in numbers] == (
                words if letters >> k & 1 else []
            )
            if letters >> k & 1:
                masks = [mask_of({word[z] for word in words}) for z in range(length)]
                assert table.masks[0, slot, k, :length].tolist() == masks


# ---- the test of a word -------------------------------------------------------------------------


def opened(stand: SlotStand) -> list[int]:
    """Return the slots that can be branched on once the root is filtered."""
    if not stand.tree.has_root(stand.table, stand.buffers):
        return []
    slots = range(len(stand.p.length))
    return [slot for slot in slots if kernels.unlaid(stand.p, stand.table, 0, slot)]


@SEEDS
def test_words_of_parallel_slots_are_left_if_each_crossing_has_a_word_for_both(seed: int) -> None:
    stand = SlotStand(seed)
    p, table, buffers = stand.p, stand.table, stand.buffers
    for slot in opened(stand):
        table.letter[0] = -1
        kernels.open_branch(p, table, buffers, 0, slot)
        crossing = {int(t): set(stand.listed(0, t)) for t in p.cross[slot, : p.length[slot]]}
        for number in table.branch[0, : table.tests[0]]:
            at = dict(zip(crossing, stand.word(int(number), slot), strict=True))
            for other in range(*kernels.parallel(p, slot)):
                if other == slot:
                    continue
                meets = {
                    int(p.cross[other, z]): z
                    for z in range(p.length[other])
                    if p.cross[other, z] in crossing
                }
                words = [
                    word
                    for word in stand.listed(0, other)
                    if all(
                        any(
                            w[p.at[other, z]] == word[z]
                            and w[p.at[slot, list(crossing).index(t)]] == at[t]
                            for w in crossing[t]
                        )
                        for t, z in meets.items()
                    )
                ]
                some = kernels.leaves_word(p, table, buffers, 0, slot, other, number)
                assert bool(some) is bool(words)
                if some:
                    listed = stand.listed(0, other)
                    left = [
                        word
                        for x, word in enumerate(listed)
                        if int(buffers.both[other, x >> 6]) >> (x & 63) & 1
                    ]
                    assert left == words


@SEEDS
def test_neither_the_test_of_a_word_nor_the_filters_lose_a_grid(seed: int) -> None:
    stand = SlotStand(seed)
    p, table, buffers = stand.p, stand.table, stand.buffers
    grids = list(stand.grids())
    slots = opened(stand)
    for slot in slots:
        start = table.first[0] = kernels.parallel(p, slot)[0]
        for letter in (-1, stand.rng.randrange(3)):
            first = [other for other in slots if start <= other < slot] if letter >= 0 else []
            table.letter[0] = letter
            kernels.open_branch(p, table, buffers, 0, slot)
            for number in table.branch[0, : table.tests[0]]:
                word = stand.word(int(number), slot)
                rest = [
                    laid
                    for laid in grids
                    if laid[slot] == word
                    and not any(holds(stand, laid, other, letter) for other in first)
                ]
                passed = kernels.passes(p, table, buffers, 0, slot, number)
                assert passed or not rest
                good = passed and kernels.descend(p, table, buffers, 0, slot, number)
                assert good or not rest
                for other in range(len(p.length)) if good else ():
                    assert {laid[other] for laid in rest} <= set(stand.listed(1, other))


def holds(stand: SlotStand, laid: Laid, slot: int, letter: int) -> bool:
    """Tell whether a slot has a letter in an open cell."""
    cells = zip(stand.cells(slot), laid[slot], strict=True)
    return any(k == letter and stand.open[x] for x, k in cells)
