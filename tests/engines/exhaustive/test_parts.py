"""Each small function of the kernels does what a plain one does, in plain Python and at random.

A search whose nodes are counted passes through all of them, but not through all that they can meet.
"""

from __future__ import annotations

from math import inf, prod
from random import Random

import numpy as np
import pytest

from patience.engines.subproblem import CELL_OPEN
from patience.game.alphabet import LATIN
from tests.engines.exhaustive.stand import Stand, kernels

pytestmark = [
    pytest.mark.usefixtures("plain"),
    pytest.mark.filterwarnings("ignore:overflow"),  # hashes wrap around, as uint64 does
]

BLANK, EMPTY, JOKER = kernels.BLANK, kernels.EMPTY, kernels.JOKER
NO_MORE, ANEW = -1, -2
SEEDS = pytest.mark.parametrize("seed", range(24))


# ---- bits ---------------------------------------------------------------------------------------


def test_bits_are_counted_and_taken_apart() -> None:
    rng = Random(0)
    for x in [0, 1, (1 << 64) - 1, 1 << 63, *(rng.getrandbits(64) for _ in range(100))]:
        assert kernels.ones(np.uint64(x)) == x.bit_count()
        assert kernels.lowest(np.uint64(x)) == x & -x
    assert [kernels.symbol_of(np.uint64(1 << k)) for k in range(64)] == list(range(64))


def test_numbers_are_scrambled_as_splitmix64_does() -> None:
    """The first numbers of its generator from the seed 0, as they are published."""
    step = 0x9E3779B97F4A7C15
    expected = 0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F
    for i, number in enumerate(expected, 1):
        assert kernels.mix(np.uint64(step * i % (1 << 64))) == number


def test_the_shape_of_a_state_is_that_of_its_tree() -> None:
    stands = [*map(Stand, range(6))]
    states = [stand.tree.empty() for stand in stands]
    assert len({tuple(each.dtype for each in state) for state in states}) == 1
    for stand, state in zip(stands, states, strict=True):
        assert np.array_equal(state.tile, np.full((stand.height + 1, stand.width), -1))


def test_the_longest_pattern_leaves_room_for_the_blanks() -> None:
    budgets = range(kernels.MANY + 1)
    longest = sum(kernels.EMPTY << (kernels.SYMBOL_BITS * r) for r in range(kernels.MAX_ROWS))
    keys = {
        int(kernels.pattern_key(np.uint64(pattern), budget))
        for pattern in (0, 1, longest - 1, longest)
        for budget in budgets
    }
    assert len(keys) == 4 * len(budgets)
    assert 0 not in keys


def test_what_is_known_of_a_column_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stand, slots = Stand(0), []
    compute = kernels.memoise

    def memoise(slot: int, *what: object) -> None:
        slots.append(slot)
        compute(slot, *what)

    monkeypatch.setattr(kernels, "memoise", memoise)
    columns = [(0, 0, 0b1111), (0, 1, 0b1111), (0, 1, 0b0111), (2, 1, 0b0111), (3 << 5, 3, 0b0111)]
    for number, (pattern, budget, letters) in enumerate(columns, 1):
        first = stand.workspace.column(stand.p, pattern, budget, letters).tolist()
        assert stand.workspace.column(stand.p, pattern, budget, letters).tolist() == first
        assert len(slots) == number


@pytest.mark.parametrize("letter", [kernels.EMPTY, 20, 7])
def test_columns_are_spread_over_the_table(letter: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "memoise", lambda *_: None)
    stand = Stand(0)
    memo = kernels.Memo(np.zeros((64, kernels.MASKS + kernels.MAX_ROWS), np.uint32))
    pattern = np.uint64(sum(letter << (5 * r) for r in range(kernels.MAX_ROWS)))
    slots = [
        kernels.memoised(pattern, np.uint32(1 << k), 1, stand.p, memo, stand.buffers)
        for k in range(26)
    ]
    assert len(set(slots)) >= 16
    assert 20 <= sum(slot % 2 for slot in slots) + 13 <= 32


# ---- what to branch on --------------------------------------------------------------------------


Row = tuple[int, ...]  # symbols


def trials(stand: Stand, r: int, begun: Row = (), blanks: int = 0) -> list[Row | None]:
    """Return for each symbol tried, depth first, the filling that it completes, or None."""
    found: list[Row | None] = []
    c = len(begun)
    for k in stand.symbols(r, c):
        row = (*begun, k)
        *before, run = "".join(" " if x == BLANK else LATIN.symbols[x] for x in row).split(" ")
        if any(len(x) > 1 and x not in stand.words for x in before):
            continue
        if len(run) > 1 and not any(word.startswith(run) for word in stand.words):
            continue
        spent = blanks + (k == BLANK and stand.cells[r, c] == CELL_OPEN)
        short = spent > stand.s.max_blanks[0, 0]
        whole = c + 1 == stand.width
        good = whole and not short and (len(run) < 2 or run in stand.words)
        found.append(row if good else None)
        if not whole and not short:
            found += trials(stand, r, row, spent)
    return found


def fillings(stand: Stand, r: int, few: int, steps: int = 200) -> int:
    """Return a row's fillings, `few` if it has as many or so many symbols are tried before."""
    found = trials(stand, r)
    counted = sum(row is not None for row in found[:steps])
    return few if len(found) >= steps or counted > few else counted


Choice = tuple[int, int, int]  # the letter, the first branch, the end of the branches


def choice(stand: Stand, few: int) -> Choice | None:
    """Return what to branch on, None if there is nothing."""
    counts, cells = stand.s.counts.tolist(), stand.cells_with(stand.unfilled())
    ways = {r: fillings(stand, r, few) for r in stand.unfilled()}
    missing = sum(max(counts[k] - cells[k], 0) for k in range(26))
    if 0 in ways.values() or missing > stand.p.max_unused:
        return None
    row = min(ways, key=lambda r: ways[r])
    return (-1, row, row + 1) if ways[row] < few else by_estimate(stand, counts, cells, missing)


def by_estimate(stand: Stand, counts: list[int], cells: list[int], missing: int) -> Choice:
    """Return the row or the letter with the fewest fillings if letters come as often as they do."""
    share = stand.p.frequency.tolist()
    best, chosen, holding = inf, (-1, -1, -1), [0.0] * 26
    for r in stand.unfilled():
        weights = {c: sum(share[k] for k in stand.symbols(r, c)) for c in stand.open_cells(r)}
        ways = prod(weights.values())
        for k in range(26):
            places = sum(1 / weight for c, weight in weights.items() if k in stand.symbols(r, c))
            holding[k] += ways * places * share[k]
        if ways < best:
            best, chosen = ways, (-1, r, r + 1)
    for k in stand.codes:
        if counts[k] and cells[k] and holding[k] < best:
            left_over = missing - max(counts[k] - cells[k], 0) + counts[k]
            nowhere = left_over <= stand.p.max_unused
            best, chosen = holding[k], (k, 0, stand.height + nowhere)
    return chosen


@pytest.mark.parametrize("few", [1, 24])
@SEEDS
def test_the_row_or_letter_with_the_fewest_fillings_is_chosen(
    seed: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "FEW", few)
    stand = Stand(seed)
    if not stand.unfilled():
        return
    for r in stand.unfilled():
        kernels.restrict(stand.p, stand.s, np.zeros(JOKER + 1, np.int64), 0, r)
    expected = choice(stand, few)
    assert kernels.choose(stand.p, stand.s, stand.buffers, 0) is (expected is not None)
    if expected is not None:
        assert (stand.s.letter[0], stand.s.branch[0], stand.s.end[0]) == expected


@SEEDS
def test_branches_are_taken_in_turn(seed: int) -> None:
    stand = Stand(seed)
    s, height = stand.s, stand.height
    k = stand.rng.choice((-1, *stand.codes))
    s.letter[0], s.branch[0], s.end[0] = k, 0, height + stand.rng.randint(0, k >= 0)
    excluded = s.excluded[0].tolist()
    bit = 1 << k if k >= 0 else 0
    for r in range(height):
        last = stand.width
        if k >= 0:
            last = max((c for c in stand.open_cells(r) if k in stand.symbols(r, c)), default=-1)
            if last < 0 or excluded[r] & bit or r not in stand.unfilled():
                continue
        assert kernels.next_branch(stand.p, s, 0) == r
        assert (s.row[0], s.last[0], s.branch[0]) == (r, last, r + 1)
        assert s.exclusions[1].tolist() == [x | bit * (i < r) for i, x in enumerate(excluded)]
        assert s.excluded[0].tolist() == excluded
    if s.end[0] > height:
        assert kernels.next_branch(stand.p, s, 0) == ANEW
        assert s.excluded[0].tolist() == [x | bit for x in excluded]
    assert kernels.next_branch(stand.p, s, 0) == NO_MORE


@pytest.mark.parametrize("stretch", [1, 7, kernels.STRETCH])
@SEEDS
def test_a_row_is_spelled_in_every_way_that_holds_the_letter(
    seed: int, stretch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "STRETCH", stretch)
    stand = Stand(seed)
    s, end = stand.s, stand.width
    k = stand.rng.choice((-1, *stand.codes))
    s.letter[0], s.branch[0], s.end[0] = k, 0, stand.height
    while kernels.branch(stand.p, s, 0) == kernels.SPELL:
        r, spelled = s.row[0], []
        while (phase := kernels.spell(stand.p, s, 0)) != kernels.BRANCH:
            if phase == kernels.SPELL:
                continue
            row = tuple(s.spelled[0].tolist())
            blanks = sum(row[c] == BLANK for c in stand.open_cells(r))
            spelled.append(row)
            assert s.max_blanks[0, end] == s.max_blanks[0, 0] - blanks
            assert s.holds[0, end] == (k in {row[c] for c in stand.open_cells(r)})
            s.head[kernels.COL] = end - 1
        every = [row for row in trials(stand, r) if row is not None]
        assert spelled == [
            row for row in every if k < 0 or any(row[c] == k for c in stand.open_cells(r))
        ]


# ---- pruning ------------------------------------------------------------------------------------


@pytest.mark.parametrize("blanks", range(5))
def test_a_level_is_entered_with_its_exclusions_unless_its_letters_cannot_touch(
    blanks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "hold_together", lambda *_: False)
    stand = next(x for x in map(Stand, range(20)) if x.height > x.width)
    s, p = stand.s, stand.p._replace(loose_below=3)
    s.exclusions[2], s.excluded[2] = range(1, stand.height + 1), 0
    s.max_blanks[2] = 9 if blanks < 3 else 0
    s.max_blanks[2, 0] = blanks
    phase = kernels.enter(p, s, stand.buffers, 2)
    assert phase == (kernels.LEAVE if blanks < 3 else kernels.CHOOSE)
    assert s.excluded[2].tolist() == s.exclusions[2].tolist()
