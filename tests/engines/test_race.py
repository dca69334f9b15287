"""The race of score variants: who leads, who is dropped, and that it decides by work alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

import patience
from patience import Frame, Limits, Puzzle
from patience.engines.beam import widening
from patience.engines.beam.race import Race
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import weights
from patience.game.tiles import named
from patience.words.lexicon import load

solve = partial(patience.solve, engine="beam", threads=1)
PUZZLE = Puzzle(named("diamino-63"), Frame(6, 5))
BY_WORK = Limits(seconds=None, max_width=4000)


def test_the_first_leads_until_another_is_clearly_better() -> None:
    race = Race(2)
    race.record({0: 0, 1: 0})
    race.record({0: 3, 1: 4})
    assert race.leader == 0
    race.record({0: 0, 1: 20})
    assert race.leader == 1
    assert race.running == [0, 1]


def test_who_never_finishes_is_dropped_but_not_where_all_fail() -> None:
    race = Race(3)
    for _ in range(5):
        race.record({0: 0, 1: 0, 2: 0})
    assert race.running == [0, 1, 2]
    for _ in range(3):
        race.record({0: 1, 1: 0, 2: 2})
    assert race.running == [0, 2]
    assert race.leader == 0


def race_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let races be run at every width."""
    monkeypatch.setattr(widening, "NARROWER", 1)


def test_a_search_with_races_is_decided_by_seed_and_work(monkeypatch: pytest.MonkeyPatch) -> None:
    race_often(monkeypatch)
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7))
    one, two = (solve(puzzle, load("fr"), limits=BY_WORK, seed=3) for _ in range(2))
    assert one.best == two.best
    assert one.stats.children == two.stats.children


def test_weights_that_finish_nothing_do_not_lose_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    race_often(monkeypatch)
    bad = replace(weights("frame"), alpha=(-3.0,), rho=(-3.0,))
    given = (Variant(bad, bad), Variant(weights("frame"), weights("loose")))
    monkeypatch.setattr("patience.engines.beam.engine.variants_of", lambda *_: given[:1])
    lost = solve(PUZZLE, load("fr"), limits=BY_WORK, seed=1)
    monkeypatch.setattr("patience.engines.beam.engine.variants_of", lambda *_: given)
    found = solve(PUZZLE, load("fr"), limits=BY_WORK, seed=1)
    assert found.cost is not None
    assert lost.cost is None or found.cost < lost.cost
