"""The search for grids without blanks, against the brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from patience import Frame, Grid, Lexicon, Limits, Puzzle, Rules, Status, StopReason, solve
from patience.engines import portfolio
from patience.engines.fill import engine as module
from patience.engines.fill import sample
from patience.engines.fill.base import full_cost
from patience.engines.fill.engine import FillEngine
from patience.engines.fill.tables import tables_of
from patience.engines.finders import Finders
from patience.engines.subproblem import subproblem_of
from patience.game.puzzle import Board, Compact
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load
from tests import naive
from tests.engines.running import context_of, interrupted
from tests.strategies import Case, case


def drawn() -> Iterator[Case]:
    """Yield random puzzles that might have a grid without blanks."""
    for goal, seeds in (("frame", 12), ("board", 24)):
        for seed in range(seeds):
            some = case(seed, goal)
            if full_cost(some.puzzle) is not None:
                yield some


@cache
def has_one(some: Case) -> bool:
    """Tell whether a drawn puzzle has a grid without blanks."""
    best = naive.best(some.puzzle, some.words)
    return best is not None and best[0] == full_cost(some.puzzle)


def searched(
    some: Case, step: Callable[[FillEngine], object] = FillEngine.run, threads: int = 1
) -> Grid | None:
    """Search to the end, step by step."""
    context = context_of(some.puzzle, Lexicon.of(some.words), threads=threads)
    engine = FillEngine(context)
    while not (engine.is_done or context.incumbent.best):
        step(engine)
    return context.incumbent.best


@pytest.mark.parametrize(
    "some", [pytest.param(x, marks=[pytest.mark.slow] * (n % 2)) for n, x in enumerate(drawn())]
)
def test_a_grid_without_blanks_is_found_or_the_bound_rises(some: Case) -> None:
    context = context_of(some.puzzle, Lexicon.of(some.words))
    engine = FillEngine(context)
    engine.run()
    assert engine.is_done or context.incumbent.is_decided
    grid, full = context.incumbent.best, full_cost(some.puzzle)
    assert full is not None
    assert (grid is not None) == has_one(some)
    assert (context.incumbent.bound > full) == (grid is None)
    if grid is not None:
        assert naive.is_valid(some.puzzle, grid, some.words)
        assert naive.cost(some.puzzle, grid) == full


def test_the_drawn_puzzles_are_of_both_kinds() -> None:
    both = Counter(has_one(some) for some in drawn())
    assert min(both[True], both[False]) > 5


@pytest.mark.parametrize("some", list(drawn())[::6])
def test_pauses_and_threads_change_nothing(some: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LANES", 3)
    monkeypatch.setattr(module, "_NODES", 50)
    grid = searched(some)
    assert searched(some, threads=3) == grid

    def little(engine: FillEngine) -> None:
        engine.run(1)

    assert searched(some, little) == grid
    assert searched(some, interrupted(itertools.count(1))) == grid


@pytest.mark.parametrize("unlike", ["AB/CD", "AC/BD"])
def test_the_rules_allow_a_fill_and_its_transpose_or_neither(unlike: str) -> None:
    rules = Rules(unlike=(Grid(tuple(unlike.split("/"))),))
    some = Case(
        Puzzle(from_letters("ABCD"), Frame(2, 2), rules), frozenset(["AB", "CD", "AC", "BD"])
    )
    assert searched(some) is None


def test_who_has_no_grid_without_blanks() -> None:
    tiles, frame = from_letters("ABCDEFGHI"), Frame(3, 3)
    assert full_cost(Puzzle(tiles, frame)) == 0
    assert full_cost(Puzzle(tiles, Board(Grid(("....", "....", "...."))))) is None
    assert full_cost(Puzzle(tiles, Compact((3, 3)))) is None
    assert full_cost(Puzzle(tiles, frame, start=Grid(("*..", "...", "...")))) == 1
    parted = Board(Grid(("..#..", "..#..")))
    assert full_cost(Puzzle(tiles, parted)) is None
    assert full_cost(Puzzle(tiles, Board(Grid(("..#", "..."))))) == 4


@pytest.mark.parametrize("seed", range(2))
def test_a_sample_keeps_the_best_share(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(TileSet("many", (9,) * 26), Frame(4, 4))
    tables = tables_of(subproblem_of(puzzle, 4, 4), load("fr-basic").words)
    rng = np.random.default_rng(seed)
    whole = sample.draw(tables, 1.0, rng, lambda: None)
    monkeypatch.setattr(sample, "_FEW", 1)
    half = sample.draw(tables, 0.5, rng, lambda: None)
    words = {x for x in load("fr-basic") if len(x) == 4}
    lines = [{"".join(chr(65 + k) for k in row) for row in each.prefixes} for each in (whole, half)]
    assert lines[1] < lines[0] <= words
    assert (whole.thresholds < half.thresholds).all()


BY_TIME, BY_WORK = Limits(seconds=60), Limits(seconds=None, max_width=100)


@pytest.mark.parametrize(
    ("words", "limits", "cost"),
    [
        ("TAS ETE NES TEN ATE SES", BY_TIME, 0),
        ("TAS ETE NES TEN ATE SES", BY_WORK, 0),
        ("TAS TEN NES SES", BY_TIME, 1),  # one blank stays
    ],
)
def test_the_portfolio_fills_once_one_blank_is_left_or_proves_that_it_stays(
    words: str, limits: Limits, cost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "_SMALL", 0)
    monkeypatch.setattr(portfolio, "_FEW_WORDS", 0)
    monkeypatch.setattr(Finders, "run", _one_blank)
    monkeypatch.setattr(Finders, "run_by_work", _one_blank)
    puzzle = Puzzle(from_letters("TASETENESRR"), Frame(3, 3))
    result = solve(puzzle, Lexicon.of(words.split()), limits=limits)
    assert (result.cost, result.bound, result.status) == (cost, cost, Status.OPTIMAL)
    assert result.stats.engine == "recreate and fill"


def _one_blank(engine: Finders) -> StopReason:
    """Find what beams might: all but one cell filled."""
    engine._context.stats.children += 100  # the work that the other search may do as well
    engine._context.incumbent.offer(Grid(("TAS", "E.E", "NES")))
    return StopReason.WORK


def test_a_cell_without_a_neighbour_has_no_letter_in_a_fill() -> None:
    board = Board(Grid(("#..", ".#.")))
    puzzle = Puzzle(from_letters("AA", 2), board, Rules(connected=False))
    context = context_of(puzzle, Lexicon.of(["AA"]))
    engine = FillEngine(context)
    engine.run()
    assert engine.is_done
    assert (context.incumbent.best, context.incumbent.bound) == (None, 1)
    result = solve(puzzle, Lexicon.of(["AA"]), threads=1)
    assert (result.cost, result.status) == (1, Status.OPTIMAL)
