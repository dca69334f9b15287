"""Tile sets with a surplus: samples of them, and that more tiles never hurt."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import patience
from patience import Frame, Limits, Puzzle, Status
from patience.engines.beam import surplus
from patience.engines.beam.variants import variants_of
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.tiles import TileSet
from patience.question.catalogue import named
from patience.words.lexicon import load
from tests.engines.running import BY_WORK, lexicon, optimum_by_work
from tests.strategies import Case, cases

solve = partial(patience.solve, engine="beam", threads=1)
DIAMINO = named("diamino-63")


def many(times: int) -> TileSet:
    """So many of the game's sets in one."""
    return TileSet("many", tuple(times * n for n in DIAMINO.counts), times * DIAMINO.jokers)


@st.composite
def subproblems(draw: st.DrawFn) -> Subproblem:
    """A rectangle and any tiles for it."""
    cells = np.full((draw(st.integers(1, 9)), draw(st.integers(1, 9))), CELL_OPEN, np.int8)
    counts = draw(st.lists(st.integers(0, 40), min_size=26, max_size=26))
    return Subproblem(cells, tuple(counts), draw(st.integers(0, 10)), 0, connected=True)


@st.composite
def shares(draw: st.DrawFn) -> NDArray[np.float64]:
    """How often words may have each letter."""
    amounts = np.array(draw(st.lists(st.integers(1, 200), min_size=26, max_size=26)), np.float64)
    amounts /= amounts.sum()
    return amounts


@given(subproblems(), shares(), st.integers(0, 2**32))
def test_a_sample_is_of_the_tiles_and_has_its_size(
    subproblem: Subproblem, shares: NDArray[np.float64], seed: int
) -> None:
    sample = surplus.draw_sample(subproblem, shares, np.random.default_rng(seed))
    assert all(0 <= few <= n for few, n in zip(sample.counts, subproblem.counts, strict=True))
    assert sample.jokers == subproblem.jokers
    least, most = (round(ratio * subproblem.open_cells) for ratio in surplus.SIZES)
    if sample is subproblem:
        assert subproblem.tiles <= most
    else:
        assert min(least, subproblem.tiles) - 1 <= sample.tiles <= max(most, sample.jokers) + 1


@given(subproblems(), shares(), st.floats(0, 400))
def test_a_sample_has_what_words_want_as_far_as_there_is(
    subproblem: Subproblem, shares: NDArray[np.float64], size: float
) -> None:
    have = np.array(subproblem.counts)
    wanted = surplus.expected_counts(subproblem.counts, subproblem.jokers, shares, size)
    assert np.all(wanted <= have + 1e-9)
    letters = min(max(size - subproblem.jokers, 0), have.sum())
    assert wanted.sum() == pytest.approx(letters)
    # Of letters that are not used up, no one is favoured.
    level = (wanted / shares)[wanted < have - 1e-9]
    assert len(level) == 0 or np.ptp(level) <= 1e-6 * (1 + level.max())


def test_only_sets_with_a_surplus_are_sampled() -> None:
    words = load("fr").words
    for tiles, size, sampled in [
        (DIAMINO, (9, 7), False),
        (named("diamino-64"), (8, 8), False),
        (named("diamino-double"), (14, 9), False),
        (DIAMINO, (8, 6), True),
        (many(4), (12, 12), True),
    ]:
        (variant, *_) = variants_of(Puzzle(tiles, Frame(*size)), words)
        assert (variant.sample is not None) == sampled, size


def test_letters_by_the_hundred_are_no_error() -> None:
    tiles = TileSet("hundreds", (300, 0, 0, 0, 300) + (0,) * 13 + (300,) + (0,) * 7, 0)
    puzzle = Puzzle(tiles, Frame(4, 3))
    words = patience.Lexicon.of(["ASSES", "SAS", "ASE", "ESSE", "AS", "SA", "ES", "SE", "ASA"])
    assert solve(puzzle, words, limits=BY_WORK).best is not None


@pytest.mark.slow
@settings(max_examples=8)
@given(
    cases("frame"),
    st.lists(st.integers(0, 30), min_size=26, max_size=26),
    st.integers(0, 5),
)
def test_more_tiles_never_raise_the_cost(some: Case, more: list[int], seed: int) -> None:
    found = optimum_by_work(some, partial(solve, seed=seed))
    if found is None:
        return
    puzzle, cost, status = found
    counts = tuple(n + extra for n, extra in zip(puzzle.tiles.counts, more, strict=True))
    larger = replace(puzzle, tiles=TileSet("larger", counts, puzzle.tiles.jokers))
    many = solve(larger, lexicon(some), limits=BY_WORK, seed=seed)
    assert many.cost is not None
    assert many.cost <= cost
    assert status is not Status.OPTIMAL or many.bound <= cost


def test_four_sets_fill_a_square_well() -> None:
    result = solve(Puzzle(many(4), Frame(9, 7)), load("fr"), limits=Limits(None, max_width=4000))
    assert result.cost is not None
    assert result.cost <= 3
