"""The clock of a search, and the turns that its engines take."""

from __future__ import annotations

import time

import pytest

from patience.engines.base import Clock, OutOfTime
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
