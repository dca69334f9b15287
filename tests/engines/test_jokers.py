"""Jokers in the place of tiles: a joker can be any letter, so they never hurt."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import patience
from patience import Frame, Lexicon, Limits, Puzzle
from patience.engines.fill.base import full_cost
from patience.engines.fill.engine import FillEngine
from patience.engines.letters import joker_letters
from patience.game.tiles import TileSet
from patience.words.lexicon import load
from tests.engines.running import BY_WORK, context_of, lexicon, optimum_by_work
from tests.strategies import Case, cases

solve = partial(patience.solve, engine="beam", threads=1)
AMOUNTS = st.lists(st.integers(0, 40), min_size=26, max_size=26)
TAKEN = st.lists(st.integers(0, 9), min_size=26, max_size=26)


def with_jokers(puzzle: Puzzle, taken: list[int]) -> Puzzle:
    """Put jokers in the place of so many tiles of each letter, of those that lie nowhere yet."""
    laid = "".join(puzzle.fixed_cells.rows).upper() if puzzle.fixed_cells else ""
    spare = [n - laid.count(chr(65 + k)) for k, n in enumerate(puzzle.tiles.counts)]
    taken = [max(min(n, most), 0) for n, most in zip(taken, spare, strict=True)]
    counts = tuple(n - less for n, less in zip(puzzle.tiles.counts, taken, strict=True))
    return replace(puzzle, tiles=TileSet("jokers", counts, puzzle.tiles.jokers + sum(taken)))


@given(AMOUNTS, st.integers(0, 200), st.lists(st.integers(1, 200), min_size=26, max_size=26))
def test_jokers_stand_for_what_is_scarcest(
    counts: list[int], jokers: int, wanted: list[int]
) -> None:
    shares = np.array(wanted) / sum(wanted)
    given = joker_letters(counts, jokers, shares)
    if 8 * jokers <= sum(counts) + jokers:
        assert not given.any()
        return
    assert given.min() >= 0
    assert abs(given.sum() - jokers) < 1e-6
    # What has some from jokers is as plentiful as all else that has, and no more than the rest.
    supply = (np.array(counts) + given) / shares
    assert supply[given > 0].max() <= supply.min() * (1 + 1e-9) + 1e-9


@settings(max_examples=8)
@given(cases(), TAKEN)
def test_jokers_for_tiles_never_raise_the_cost(some: Case, taken: list[int]) -> None:
    found = optimum_by_work(some, solve)
    if found is None:
        return
    puzzle, cost, _ = found
    many = solve(with_jokers(puzzle, taken), lexicon(some), limits=BY_WORK)
    assert many.cost is not None
    assert many.cost <= cost


@settings(max_examples=8)
@given(cases("frame", "board"), TAKEN)
def test_jokers_for_tiles_leave_fills_what_they_are(some: Case, taken: list[int]) -> None:
    def has_fill(puzzle: Puzzle) -> bool:
        context = context_of(puzzle, Lexicon.of(some.words))
        engine = FillEngine(context)
        while not (engine.is_done or context.incumbent.is_decided):
            engine.run(1000)
        return context.incumbent.best is not None

    puzzle = replace(some.puzzle, rules=replace(some.puzzle.rules, distinct_words=False))
    if full_cost(puzzle) is not None and has_fill(puzzle):
        assert has_fill(with_jokers(puzzle, taken))


def test_a_frame_of_jokers_is_filled_as_well_as_one_of_many_letters() -> None:
    for counts, jokers in [((1,) + (0,) * 25, 63), ((1,) * 10 + (0,) * 16, 53)]:
        puzzle = Puzzle(TileSet("jokers", counts, jokers), Frame(9, 7))
        result = solve(puzzle, load("fr"), limits=Limits(None, max_width=4000))
        assert result.cost is not None
        assert result.cost <= 2
