"""However the work is shared out, stopped and resumed: the same nodes, the same grid."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from functools import cache

import pytest

from patience.engines.exhaustive import workers
from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.search import ExhaustiveSearch, Progress
from patience.engines.exhaustive.workers import Checkpoint
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.question.catalogue import parse
from patience.result import StopReason
from patience.words.lexicon import load
from tests.engines.exhaustive.support import CHOICES, ask, never, use, whole
from tests.engines.running import context_of, lexicon, right
from tests.strategies import SMALL, TINY, case

FR = load("fr")
HAND = Puzzle(parse("ABCEILMNOR"), Compact())
DRAW = Puzzle(parse("AEBCHJLNOQRUVI", 1), Frame(5, 3))


class Stopped(Exception):
    """The search was told to stop."""


def stopping(ticks: int) -> Callable[[], None]:
    """Return a tick that stops the search at that call."""
    calls = itertools.count(1)

    def tick() -> None:
        if next(calls) >= ticks:
            raise Stopped

    return tick


@cache
def undisturbed(puzzle: Puzzle, search: str) -> tuple[Grid | None, list[RefutedLevel]]:
    progress = Progress()
    exhaustive = ExhaustiveSearch(puzzle, FR, 1)
    return exhaustive.search(0, exhaustive.most, progress, never), progress.refuted


@pytest.mark.parametrize("puzzle", [HAND, DRAW], ids=["compact", "frame"])
@CHOICES
@pytest.mark.parametrize(("threads", "chunk"), [(1, 500), (2, 7001)])
def test_nodes_depend_neither_on_threads_nor_on_chunks(
    puzzle: Puzzle, search: str, threads: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    usual = undisturbed(puzzle, search)
    monkeypatch.setattr(workers, "_CHUNK", chunk)
    progress = Progress()
    exhaustive = ExhaustiveSearch(puzzle, FR, threads)
    assert (exhaustive.search(0, exhaustive.most, progress, never), progress.refuted) == usual
    assert len(usual[1]) > 0


@pytest.mark.parametrize("puzzle", [HAND, DRAW], ids=["compact", "frame"])
@CHOICES
@pytest.mark.parametrize("threads", [1, 2])
def test_nodes_do_not_depend_on_being_stopped_and_resumed(
    puzzle: Puzzle, search: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    usual = undisturbed(puzzle, search)
    monkeypatch.setattr(workers, "_CHUNK", 500)
    progress, stops = Progress(), 0
    for ticks in (2**n for n in itertools.count(1)):  # or a slow machine would never end
        exhaustive = ExhaustiveSearch(puzzle, FR, threads)
        try:
            found = exhaustive.search(0, exhaustive.most, progress, stopping(ticks))
            break
        except Stopped:
            stops += 1
            progress = copy.deepcopy(progress)
    assert (found, progress.refuted) == usual
    assert stops > 0


@CHOICES
def test_what_the_checkpoint_holds_is_not_written_to(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    monkeypatch.setattr(workers, "_CHUNK", 500)
    exhaustive, level, checkpoint = half_way()
    begun = dict(checkpoint.begun)
    before = copy.deepcopy(begun)
    exhaustive.pool(level).search(level, checkpoint, lambda letters: False, never)
    assert len(before) > 0
    for number, state in before.items():
        for one, other in zip(state, begun[number], strict=True):
            assert (one == other).all()


def half_way() -> tuple[ExhaustiveSearch, CostLevel, Checkpoint]:
    """Return a level begun."""
    exhaustive = ExhaustiveSearch(DRAW, FR, 2)
    level = next(cost_levels(DRAW, 1, 1))
    for ticks in itertools.count(1):
        checkpoint = Checkpoint()
        try:
            exhaustive.pool(level).search(level, checkpoint, lambda letters: False, stopping(ticks))
        except Stopped:
            if checkpoint.begun:
                return exhaustive, level, checkpoint
            continue
        break
    raise AssertionError("the level is too small to be stopped half way")


def test_a_grid_found_is_found_again_when_the_search_is_resumed() -> None:
    some = case(3, "frame", SMALL)
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), 1)
    progress = Progress()
    found = exhaustive.search(0, exhaustive.most, progress, never)
    assert found is not None
    assert exhaustive.search(0, exhaustive.most, progress, never) == found


@CHOICES
@pytest.mark.parametrize("partitions", [1, 7, 256])
def test_partitions_make_up_the_whole(
    partitions: int, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    usual = {n: len(refuted) for n in range(4) for _, refuted in [whole(case(n, "frame", TINY))]}
    monkeypatch.setattr(workers, "_PARTITIONS", partitions)
    for number, refuted in usual.items():
        some = case(number, "frame", TINY)
        assert right(some, ask(some))
        assert len(whole(some)[1]) == refuted


def test_a_proof_of_more_nodes_than_it_may_have_is_left_and_goes_on() -> None:
    context = context_of(HAND, FR)
    engine = ExhaustiveEngine(context)
    assert engine.run(1) is StopReason.WORK
    assert not context.incumbent.is_decided
    begun = context.stats.nodes
    assert begun > 1
    assert engine.run() is StopReason.COMPLETE
    assert context.incumbent.is_closed
    whole = context_of(HAND, FR)
    ExhaustiveEngine(whole).run()
    assert (whole.incumbent.cost, whole.stats.nodes) == (
        context.incumbent.cost,
        context.stats.nodes,
    )
    assert begun < whole.stats.nodes
