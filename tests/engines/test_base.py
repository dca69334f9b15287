"""The clock of a search, and the turns that its engines take."""

from __future__ import annotations

import time
from contextlib import nullcontext

import pytest

from patience.engines.base import Clock, OutOfTime, TargetReached
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import parse
from patience.result import Limits
from patience.words.lexicon import Lexicon
from tests.engines.running import context_of

TOY = Puzzle(parse("ABCC"), Frame(2, 2)), Lexicon.of(("AB", "AC"))


def test_a_paused_clock_stands_still_and_counts_no_pause() -> None:
    clock = Clock(60)
    with clock.paused():
        before = clock.elapsed
        time.sleep(0.01)
        assert clock.elapsed == before
    assert clock.elapsed < before + 0.01


def test_a_search_whose_turn_ends_returns_nothing_and_one_that_ends_returns_what_it_has() -> None:
    context = context_of(*TOY)

    def endless() -> int:
        while True:
            context.tick()

    whole = context.clock
    assert context.run_for(0.001, endless) is None
    assert context.run_for(60, lambda: 5) == 5
    assert context.clock is whole


def test_the_limit_of_the_whole_search_ends_it_in_any_turn() -> None:
    context = context_of(*TOY, limits=Limits(seconds=1e-9))
    with pytest.raises(OutOfTime):
        context.run_for(60, context.tick)


@pytest.mark.parametrize(("rows", "ends"), [("AB/..", False), ("AB/CD", True)])
def test_what_ends_a_part_of_the_search_ends_the_whole_at_its_own_target(
    rows: str, ends: bool
) -> None:
    puzzle = Puzzle(parse("ABCD"), Frame(2, 2))
    incumbent = context_of(puzzle, Lexicon.of(["AB"]), limits=Limits(target=0)).incumbent
    with pytest.raises(TargetReached) if ends else nullcontext(), incumbent.stop_at(2):
        incumbent.offer(Grid(tuple(rows.split("/"))))
        pytest.fail("it goes on")
    assert incumbent.cost == (0 if ends else 2)
