"""Engines run without the referee, so that wrong grids come back too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from patience import (
    Compact,
    Grid,
    Lexicon,
    Limits,
    Observer,
    Puzzle,
    Result,
    Rules,
    Stats,
    Status,
)
from patience.engines.base import Clock, Incumbent, OutOfTime, SearchContext, SearchStopped
from patience.engines.cpsat import engine as cpsat
from patience.engines.cpsat.engine import CpsatEngine
from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.fill.base import Fill
from patience.engines.grow.engine import GrowEngine
from patience.errors import PuzzleError
from patience.game.puzzle import Goal
from patience.game.tiles import from_letters
from patience.game.validation import validate
from patience.referee.report import Report
from tests import naive
from tests.strategies import Case

BY_WORK = Limits(seconds=None, max_width=2000)

# The models of CP-SAT, and the most placements and arcs that count as few for each.
CPSAT = {"in order": (-1, -1), "few words": (-1, 10**9), "placements": (10**9, -1)}


class Watcher(Observer):
    """Notes all it hears, and in which thread."""

    def __init__(self) -> None:
        self.costs: list[int] = []
        self.bounds: list[int] = []
        self.times: list[float] = []
        self.notices: list[str] = []
        self.threads: set[threading.Thread] = set()

    def on_best(self, grid: Grid, cost: int) -> None:
        self.costs.append(cost)
        self.threads.add(threading.current_thread())

    def on_bound(self, bound: int) -> None:
        self.bounds.append(bound)
        self.threads.add(threading.current_thread())

    def on_progress(self, stats: Stats) -> None:
        self.times.append(stats.elapsed_s)
        self.threads.add(threading.current_thread())

    def on_notice(self, text: str) -> None:
        self.notices.append(text)


def lexicon(some: Case) -> Lexicon:
    """Return the words of a drawn puzzle."""
    return Lexicon.of(some.words, "random")


def context_of(
    puzzle: Puzzle,
    words: Lexicon,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    threads: int = 1,
    observer: Observer | None = None,
) -> SearchContext:
    """Return the context of a search whose judge passes everything."""
    limits, observer = limits or Limits(seconds=60), observer or Observer()
    clock = Clock(limits.seconds)

    def judge(grid: Grid) -> Report:
        return Report(puzzle.cost(grid), (), (), (), ())

    incumbent = Incumbent(puzzle, judge, clock, observer, limits.target)
    return SearchContext(puzzle, words, limits, seed, threads, observer, clock, incumbent)


def use_cpsat(way: str, patch: pytest.MonkeyPatch) -> None:
    """Let CP-SAT state all questions in one of its models."""
    most, arcs = CPSAT[way]
    for limit in ("_MAX_PLACEMENTS", "_MAX_PLACEMENTS_A_CELL"):
        patch.setattr(cpsat, limit, most)
    patch.setattr(cpsat, "_FEW_ARCS", arcs)


Prover = Callable[[SearchContext], CpsatEngine | ExhaustiveEngine | GrowEngine]


def ask(engine: Prover, some: Case, threads: int = 1, seconds: float = 60) -> Result:
    """Solve by an engine that proves."""
    limits = Limits(seconds=seconds)
    return unjudged(engine, context_of(some.puzzle, lexicon(some), limits=limits, threads=threads))


def unjudged(engine: Prover, context: SearchContext) -> Result:
    """Run an engine that proves in a context, without beams; return what came of it."""
    try:
        stopped = engine(context).run()
    except SearchStopped as stop:
        stopped = stop.reason
    return context.result(stopped)


def optimum_by_work(some: Case, solve: Callable[..., Result]) -> tuple[Puzzle, int, Status] | None:
    """Return the puzzle of a case, its least cost and what is said of it; None if it is missed.

    Words may repeat: where none may, the search drops words for good and promises nothing.
    """
    puzzle = replace(some.puzzle, rules=replace(some.puzzle.rules, distinct_words=False))
    if refused(puzzle, some.words):
        return None
    found = solve(puzzle, lexicon(some), limits=BY_WORK)
    best = naive.best(puzzle, some.words)
    if best is None or found.cost != best[0]:
        return None  # this much work does not reach the optimum
    return puzzle, best[0], found.status


def refused(puzzle: Puzzle, words: Collection[str]) -> bool:
    """Tell whether a puzzle is refused before a search; the brute force finds no grid then."""
    try:
        validate(puzzle, words)
    except PuzzleError:
        assert naive.best(puzzle, words) is None
        return True
    return False


def right(some: Case, result: Result, *, proven: bool = True) -> bool:
    """Tell whether the brute force is at most the cost, at least the bound, equal where proven.

    The grid is valid. `proven` asks for a proof: of its cost and its perimeter, or that there is
    no grid.
    """
    best = naive.best(some.puzzle, some.words)
    if best is None or result.best is None or result.cost is None:
        infeasible = result.status is Status.INFEASIBLE and bool(result.reason)
        return best is None and result.best is None and (infeasible or not proven)
    same = naive.rank(some.puzzle, result.best) == naive.rank(some.puzzle, best[1])
    return (
        naive.is_valid(some.puzzle, result.best, some.words)
        and naive.cost(some.puzzle, result.best) == result.cost
        and result.bound <= best[0] <= result.cost
        and (result.status is Status.OPTIMAL) == (result.bound == result.cost)
        and (not proven or (result.status is Status.OPTIMAL and same))
    )


def with_rules(some: Case, number: int) -> Case:
    """Return the case with the number's mix of rules; words that the tiles can spell required."""
    words = sorted(word for word in some.words if some.puzzle.tiles.can_spell(word))
    require = (Random(number).choice(words),) if words and number % 3 == 0 else ()
    rules = Rules(connected=number % 2 == 0, distinct_words=number % 4 < 2, require=require)
    puzzle = replace(some.puzzle, rules=rules)
    best = naive.best(puzzle, some.words) if number % 5 == 0 else None
    # The brute force takes a compact grid with an empty row more for another one: leave it out.
    if best and not isinstance(puzzle.goal, Compact):
        puzzle = replace(puzzle, rules=replace(rules, unlike=(Grid(best[1]),), cells_apart=3))
    return Case(puzzle, some.words)


def small(goal: Goal, letters: str, words: str, start: str = "", **rules: Any) -> Case:
    """Return a puzzle in a few words; rows of the start are parted by slashes."""
    grid = Grid(tuple(start.split("/"))) if start else None
    puzzle = Puzzle(from_letters(letters), goal, Rules(**rules), grid)
    return Case(puzzle, frozenset(words.split()))


def interrupted(looks: Iterator[int]) -> Callable[[Fill], None]:
    """Return a step of a fill that runs out of time after so many looks at the clock each time."""

    def step(engine: Fill) -> None:
        left = iter(range(next(looks)))

        def tick() -> None:
            if next(left, None) is None:
                raise OutOfTime

        with pytest.MonkeyPatch.context() as patch, suppress(OutOfTime):
            patch.setattr(engine._context, "tick", tick)
            engine.run()

    return step
