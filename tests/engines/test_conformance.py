"""What every engine owes: one suite, run for each of them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience import (
    Board,
    Compact,
    Frame,
    Grid,
    Lexicon,
    Limits,
    Observer,
    Puzzle,
    Status,
    StopReason,
    TileSet,
    solve,
    verify,
)
from patience.engines import base
from patience.engines.cpsat.engine import CpsatEngine
from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.params import Params
from patience.errors import EngineError, RefereeError
from patience.files.instances import load_instance
from patience.game.puzzle import Goal
from patience.game.tiles import from_letters
from patience.solve import ENGINES
from patience.words.lexicon import load
from scripts.common import table_of
from scripts.data import make_mini
from tests import naive
from tests.engines.exhaustive.support import SEARCHES, little_work, use
from tests.engines.greedy import GreedyParams
from tests.engines.running import CPSAT, Prover, Watcher, ask, right, use_cpsat, with_rules
from tests.strategies import GOALS, SMALL, TINY, Case, case, cases

ALL: dict[str, type[Params]] = {**ENGINES, "greedy": GreedyParams}
every_engine = pytest.mark.parametrize("engine", sorted(ALL))
every_goal = pytest.mark.parametrize(
    ("engine", "goal"), [(engine, goal) for engine in sorted(ALL) for goal in ALL[engine].goals]
)

DRAW = Puzzle(from_letters("ABCCEFILMNOQSUUV"), Frame(4, 4))
LIMITS = Limits(seconds=30)


KNOWN = table_of(make_mini.TABLE)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the engine that no one shipped, in the one table of engines."""
    monkeypatch.setitem(ENGINES, "greedy", GreedyParams)


def limits_of(engine: str) -> Limits:
    """Return limits at which an engine ends: with its proof, or after some work."""
    return LIMITS if ALL[engine].exact else Limits(seconds=None, max_width=5000)


def mini() -> Iterator[Any]:
    """Yield each engine with the small instances of its goals that are proven within seconds.

    The slower half are slow tests.
    """
    for name, entry in sorted(KNOWN.items()):
        seconds = max(entry["proofs"][engine]["seconds"] for engine in ("prove", "cpsat"))
        goal = load_instance(f"mini/{name}").puzzle().goal_name
        for engine in sorted(ALL):
            if seconds < 2.5 and goal in ALL[engine].goals:
                yield pytest.param(engine, name, marks=[pytest.mark.slow] * (seconds > 1.5))


@pytest.mark.parametrize(("engine", "name"), list(mini()))
def test_small_instances_are_solved(engine: str, name: str) -> None:
    spec, known = load_instance(f"mini/{name}"), KNOWN[name]
    puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
    result = solve(puzzle, lexicon, engine=engine, limits=limits_of(engine), threads=1)
    assert result.bound <= (known["cost"] if known["cost"] is not None else result.bound)
    if ALL[engine].exact:
        assert (result.status.value, result.cost) == (known["status"], known["cost"])
        assert result.stopped is StopReason.COMPLETE
    elif known["cost"] is None:
        assert result.cost is None
    else:
        assert result.cost is not None
        assert result.cost == known["cost"] or (result.cost > known["cost"] and engine != "beam")


# The engine of each way to search, and what chooses the way.
WAYS: dict[str, tuple[Prover, Callable[[str, pytest.MonkeyPatch], None]]] = {
    **dict.fromkeys(SEARCHES, (ExhaustiveEngine, use)),
    **dict.fromkeys(CPSAT, (CpsatEngine, use_cpsat)),
}


def asked(way: str, *some: Case) -> bool:
    """Tell whether a way to search is right, and proves it, for each of some puzzles."""
    with pytest.MonkeyPatch.context() as patch:
        little_work(patch)
        engine, choose = WAYS[way]
        choose(way, patch)
        return all(right(each, ask(engine, each)) for each in some)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "numbers", [(*range(5), 9, 12, 34), pytest.param(range(506, 520), marks=pytest.mark.slow)]
)
def test_each_way_to_search_agrees_with_the_brute_force(
    goal: str, way: str, numbers: Iterable[int]
) -> None:
    for number in numbers:
        some = case(number, goal, TINY)
        assert asked(way, some, with_rules(some, number)), number


@settings(max_examples=40)
@given(cases(), st.sampled_from([*WAYS]))
def test_each_way_agrees_on_whatever_hypothesis_thinks_of(some: Case, way: str) -> None:
    assert asked(way, some)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("goal", ["frame", "board"])  # where nothing fits, compact takes minutes
def test_each_way_agrees_on_larger_puzzles(goal: str, way: str) -> None:
    for number in range(8):
        assert asked(way, case(number, goal, SMALL)), number


@every_goal
@pytest.mark.parametrize("number", [2, 44])
def test_drawn_puzzles_are_judged_once_and_told_in_order(
    engine: str, goal: str, number: int
) -> None:
    some = case(number, goal)
    watcher = Watcher()
    words, limits = Lexicon.of(some.words), limits_of(engine)
    result = solve(some.puzzle, words, engine=engine, limits=limits, observer=watcher, threads=2)
    assert right(some, result, proven=ALL[engine].exact)
    assert watcher.threads <= {threading.current_thread()}
    assert watcher.bounds == sorted(set(watcher.bounds))
    if result.best is None:
        assert result.report is None
        return
    assert result.report == verify(some.puzzle, result.best, words)
    assert result.cost == watcher.costs[-1]
    times = [seconds for seconds, _ in result.stats.history]
    assert times == sorted(times)
    assert times[-1] <= round(result.stats.elapsed_s, 3)
    assert [cost for _, cost in result.stats.history] == watcher.costs


@every_goal
def test_without_an_answer(engine: str, goal: str) -> None:
    goals: dict[str, Goal] = {
        "frame": Frame(2, 2),
        "compact": Compact((2, 2)),
        "board": Board(("..", "##")),
    }
    puzzle = Puzzle(from_letters("ABAB"), goals[goal])
    words = Lexicon.of(["BAB", "BA"] if goal == "compact" else ["BAB", "CA"])
    result = solve(puzzle, words, engine=engine, limits=LIMITS)
    assert (result.best, result.status) == (None, Status.INFEASIBLE)
    assert result.reason


@every_engine
@pytest.mark.parametrize("size", [(4, 1), (1, 4)])
def test_a_letter_alone_in_a_narrow_frame_is_no_grid(engine: str, size: tuple[int, int]) -> None:
    """Its row ends at the border, its column too: it must become part of a word."""
    start = Grid.parse("...b") if size == (4, 1) else Grid.parse(".\n.\n.\nb")
    puzzle = Puzzle(TileSet("hand", from_letters("DBBCCB").counts, 1), Frame(*size), start=start)
    for words, cost in ((["AA", "ACD", "EB", "ED"], None), (["CB", "ED"], 2)):
        limits = Limits(seconds=None, max_width=100)
        result = solve(puzzle, Lexicon.of(words), engine=engine, limits=limits, threads=1)
        best = naive.best(puzzle, words)
        assert result.cost == cost == (best and best[0])


@every_engine
def test_the_target_ends_it(engine: str) -> None:
    limits = Limits(seconds=30, target=10)
    result = solve(DRAW, load("fr-basic"), engine=engine, limits=limits)
    assert result.cost is not None
    assert result.cost <= 10
    assert result.stopped is StopReason.TARGET


@every_engine
def test_an_interrupt_gives_the_best_so_far(engine: str) -> None:
    class Impatient(Watcher):
        def on_best(self, grid: Grid, cost: int) -> None:
            super().on_best(grid, cost)
            raise KeyboardInterrupt

    watcher = Impatient()
    result = solve(DRAW, load("fr-basic"), engine=engine, limits=LIMITS, observer=watcher)
    assert result.stopped is StopReason.INTERRUPT
    assert result.best is not None
    assert watcher.costs == [result.cost]


@every_engine
@pytest.mark.parametrize("fault", [MemoryError("no room"), EngineError("too large"), OSError(28)])
def test_what_fails_after_a_grid_does_not_lose_it(engine: str, fault: Exception) -> None:
    class Faulty(Watcher):
        def on_best(self, grid: Grid, cost: int) -> None:
            super().on_best(grid, cost)
            raise fault

    watcher = Faulty()
    result = solve(DRAW, load("fr-basic"), engine=engine, limits=LIMITS, observer=watcher)
    assert result.best is not None
    assert result.stopped is StopReason.ERROR
    assert len(watcher.notices) == 1
    assert "the best grid so far is kept" in watcher.notices[0]


@every_engine
@pytest.mark.parametrize("seconds", [0.05, pytest.param(0.5, marks=pytest.mark.slow)])
def test_a_short_limit_ends_it_quietly(engine: str, seconds: float) -> None:
    puzzle = Puzzle(from_letters("AAABCDEEEEFGHIIILLMMNNOOPRRRSSTTU"), Frame(6, 5))
    lexicon = load("fr-common")
    result = solve(puzzle, lexicon, engine=engine, limits=Limits(seconds=seconds))
    assert result.stopped is StopReason.TIME
    last, _ = (result.stats.history or [(0.0, 0)])[-1]
    assert last <= round(result.stats.elapsed_s, 3)


@every_engine
def test_time_to_prepare_is_outside_the_clock(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long kernels take to compile, a search of seconds has these seconds."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    @contextmanager
    def slow(_observer: Observer) -> Iterator[None]:
        now[0] += 100
        yield

    monkeypatch.setattr(base, "announce_compiling", slow)
    result = solve(DRAW, load("fr-basic"), engine=engine, limits=Limits(seconds=50, target=16))
    assert result.best is not None
    assert result.stats.elapsed_s == 0


@every_engine
def test_parameters_of_another_engine_are_refused(engine: str) -> None:
    wanted, *others = sorted(ENGINES.values(), key=lambda each: each is not ENGINES[engine])
    for other in others:
        message = f"engine {engine} takes {wanted.__name__} as params, not {other.__name__}"
        with pytest.raises(EngineError, match=message):
            solve(DRAW, load("fr-basic"), engine=engine, limits=LIMITS, params=other())


def wrong(context: base.SearchContext, _params: Params) -> StopReason:
    """Offer a grid of no words."""
    context.incumbent.offer(Grid.parse("ABCC\n....\n....\n...."))
    return StopReason.COMPLETE


@every_engine
def test_a_wrong_grid_is_an_internal_error(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINES[engine], "search", f"{__name__}:wrong")
    with pytest.raises(RefereeError, match=r"ABCC(.|\n)*please report this"):
        solve(DRAW, load("fr-basic"), engine=engine, limits=LIMITS)


def test_a_goal_that_an_engine_does_not_name_is_refused() -> None:
    with pytest.raises(EngineError, match="engine greedy fills a frame, not a compact: take auto"):
        solve(replace(DRAW, goal=Compact()), load("fr-basic"), engine="greedy", limits=LIMITS)


def test_an_engine_of_ones_own_works_from_the_command_line() -> None:
    """By its package, and a line in the table of engines."""
    code = (
        "from tests.engines.greedy import GreedyParams\n"
        "from patience.solve import ENGINES\n"
        "ENGINES['greedy'] = GreedyParams\n"
        "from patience.cli import main\n"
        "main('solve --frame 4x4 --engine greedy --max-width 5000 --json'.split())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert told["engine"] == "greedy"
    assert told["cost"] < 16
