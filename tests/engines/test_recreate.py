"""Ruin and recreate: whatever it finds obeys the rules, and it finds what the brute force finds."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from patience import Board, Compact, Frame, Grid, Lexicon, Limits, Puzzle, Rules
from patience.engines import dawg as word_graph
from patience.engines.base import SearchContext
from patience.engines.bits import ones
from patience.engines.recreate import kernels, tables
from patience.engines.recreate.engine import RecreateEngine
from patience.engines.recreate.kernels import Field, GridState, Scratch
from patience.engines.subproblem import subproblem_of
from patience.game.tiles import from_letters
from patience.question.catalogue import named
from patience.words.lexicon import load
from patience.words.wordlist import WordList
from tests import naive
from tests.engines.running import Watcher, context_of, with_rules
from tests.strategies import GOALS, SMALL, TINY, Case, case

KERNELS = [name for name, value in vars(kernels).items() if hasattr(value, "py_func")]
PETS = ["LION", "TIGRE", "CHAT", "CHIEN", "OURS", "ANE"]

every_goal = pytest.mark.parametrize("goal", GOALS)


def context(puzzle: Puzzle, words: Lexicon, watcher: Watcher | None = None) -> SearchContext:
    return context_of(puzzle, words, limits=Limits(None), threads=1, observer=watcher)


def found(some: Case, work: int) -> list[Grid]:
    """Return all grids that come of so much work, best last."""

    class Collector(Watcher):
        def on_best(self, grid: Grid, cost: int) -> None:
            super().on_best(grid, cost)
            grids.append(grid)

    grids: list[Grid] = []
    RecreateEngine(context(some.puzzle, Lexicon.of(some.words), Collector())).run(work)
    return grids


@every_goal
@pytest.mark.parametrize("number", range(20))
def test_its_grids_obey_the_rules(goal: str, number: int) -> None:
    for some in (case(number, goal, SMALL), with_rules(case(number, goal, TINY), number)):
        for grid in found(some, 50_000):
            assert naive.is_valid(some.puzzle, grid, some.words), f"\n{grid}"


@pytest.mark.parametrize("goal", ["frame", "board"])
def test_tiny_puzzles_have_their_best_grid(goal: str) -> None:
    """What little search can reach it reaches, whatever is fixed, required or may not repeat."""
    outcomes = Counter[bool]()
    for number in range(60):
        some = case(number, goal, TINY)
        best, grids = naive.best(some.puzzle, some.words), found(some, 300_000)
        if best is None:
            assert not grids
        else:
            outcomes[bool(grids) and naive.cost(some.puzzle, grids[-1]) == best[0]] += 1
    assert outcomes[True] >= 0.95 * outcomes.total()


def test_all_tiles_of_a_small_hand_are_laid() -> None:
    laid = 0
    for number in range(30):
        some = case(number, "compact", TINY)
        best = naive.best(some.puzzle, some.words)
        laid += (best is None) == (not found(some, 300_000))
    assert laid >= 28


# ---- the kernels --------------------------------------------------------------------------------


def searched(some: Case, work: int = 3_000) -> tuple[Field, GridState, Scratch]:
    """Return the arrays after some work on a random puzzle, in 4x4 or its own rectangle."""
    size = some.puzzle.size or (4, 4)
    subproblem, tiles = subproblem_of(some.puzzle, *size), some.puzzle.tiles
    dawg = word_graph.build(WordList.of(some.words), max(size), tiles.counts, tiles.jokers)
    field = tables.field_of(subproblem, dawg, some.puzzle.rules)
    state, scratch = tables.state_of(subproblem, 7), tables.scratch_of(field)
    kernels.settle(field, state, scratch)
    kernels.improve(field, state, scratch, work)
    return field, state, scratch


@every_goal
@pytest.mark.parametrize("number", range(3))
def test_jitted_and_plain_kernels_agree(
    goal: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = with_rules(case(number, goal), number)
    jitted = searched(some)[1:]
    for name in KERNELS:
        monkeypatch.setattr(kernels, name, getattr(kernels, name).py_func)
    with np.errstate(over="ignore"):  # hashes and random numbers wrap around
        plain = searched(some)[1:]
    for ours, theirs in zip(jitted, plain, strict=True):
        assert all(map(np.array_equal, ours, theirs))


def test_all_kernels_are_compared() -> None:
    assert {"improve", "ruin", "recreate", "try_words", "tidy", "repairs"} <= set(KERNELS)


@every_goal
@pytest.mark.parametrize("number", range(12))
def test_tiles_and_letters_are_counted_right(goal: str, number: int) -> None:
    some = with_rules(case(number, goal), number)
    field, state, _ = searched(some)
    up = Counter((state.cells[state.cells > 0] - 1).tolist())
    fixed = Counter((state.cells[field.fixed] - 1).tolist())
    fresh = tables.state_of(subproblem_of(some.puzzle, *(some.puzzle.size or (4, 4))), 7)
    left = fresh.numbers[: kernels.KINDS] - state.numbers[: kernels.KINDS]
    assert {k: n for k, n in enumerate(left) if n} == dict(up - fixed)
    used = int(np.maximum(-state.numbers[: kernels.KINDS], 0).sum())
    assert state.numbers[kernels.JOKERS] == fresh.numbers[kernels.JOKERS] - used >= 0
    assert state.numbers[kernels.UP] == up.total()
    assert np.array_equal(state.cells[field.fixed], fresh.cells[field.fixed])
    assert np.array_equal(state.cells == kernels.WALL, fresh.cells == kernels.WALL)


def test_a_row_of_words_is_a_line_for_each_stretch_of_open_cells() -> None:
    board = Board(Grid.parse("..#.\n.*..\n...."))
    puzzle = Puzzle(from_letters("ABABABAB"), board, start=Grid.parse("..#.\n.*.A\n...."))
    dawg = word_graph.build(WordList.of(["AB"]), 4)
    field = tables.field_of(subproblem_of(puzzle, 4, 3), dawg, Rules())
    across = [line[3] for line in field.lines.tolist() if line[1] == 1]
    down = [line[3] for line in field.lines.tolist() if line[1] != 1]
    assert (sorted(across), sorted(down)) == ([2, 2, 4], [2, 3, 3])
    assert field.fixed.sum() == 1


# ---- the engine ---------------------------------------------------------------------------------


def test_required_words_are_laid_and_remembered() -> None:
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7), Rules(require=tuple(PETS)))
    watcher = Watcher()
    engine = RecreateEngine(context(puzzle, load("fr"), watcher))
    engine.run(5_000_000)
    assert watcher.costs
    assert len(engine.layouts) == len(watcher.costs)
    letters = engine.layouts[-1].cells
    assert len("".join(PETS)) / 2 <= np.count_nonzero((letters >= 0) & (letters < 26))


def test_words_that_may_not_repeat_are_laid_once() -> None:
    """The grid of 5x5 with each of five words once is also one of 9x7."""
    lexicon, tiles = Lexicon.of(["chat", "rat", "ane", "ta", "as"]), named("diamino-63")
    for size in ((5, 5), (9, 7)):
        puzzle = Puzzle(tiles, Frame(*size), Rules(distinct_words=True))
        engine = RecreateEngine(context(puzzle, lexicon))
        engine.run(2_000_000)
        assert engine.most == 9


def test_fixed_letters_far_apart_are_joined() -> None:
    start = Grid(("S" + "." * 8, *("." * 9,) * 5, "." * 8 + "S"))
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7), start=start)
    run = context(puzzle, load("fr"))
    RecreateEngine(run).run(5_000_000)
    assert run.incumbent.best is not None
    assert naive.is_valid(puzzle, run.incumbent.best, load("fr"))


def test_a_compact_grid_becomes_smaller() -> None:
    watcher = Watcher()
    puzzle = Puzzle(from_letters("AAEEIILNORSTU"), Compact())
    RecreateEngine(context(puzzle, load("fr-basic"), watcher)).run(8_000_000)
    assert len(watcher.costs) > 1


def test_grids_unlike_those_before_are_found() -> None:
    words = Lexicon.of(["ab", "ba", "aba", "bab"])
    puzzle = Puzzle(from_letters("ABABABABA"), Frame(3, 3))
    first = context(puzzle, words)
    RecreateEngine(first).run(50_000)
    assert first.incumbent.best is not None
    rules = Rules(unlike=(first.incumbent.best,), cells_apart=2)
    again = context(replace(puzzle, rules=rules), words)
    RecreateEngine(again).run(500_000)
    assert again.incumbent.best is not None
    assert rules.allow(again.incumbent.best)


def test_the_same_seed_finds_the_same_grids() -> None:
    some = case(3, "frame")
    assert found(some, 200_000) == found(some, 200_000)


@pytest.mark.parametrize("threads", [1, 2])
def test_beside_another_search_grids_come_in_its_thread(threads: int) -> None:
    watcher, puzzle = Watcher(), Puzzle(named("diamino-63"), Frame(9, 7))
    run = replace(context(puzzle, load("fr-basic"), watcher), threads=threads)
    engine = RecreateEngine(run)
    with engine.beside(lambda: 0.5, 0.01):
        while not engine.leads:
            run.tick()
    assert watcher.threads == {threading.current_thread()}


def test_without_a_line_there_is_nothing_to_do() -> None:
    board = Board(Grid.parse(".#.\n#.#"))
    engine = RecreateEngine(context(Puzzle(from_letters("ABAB"), board), Lexicon.of(["ab"])))
    engine.run()
    with engine.beside(lambda: 0.9, 0):
        pass
    assert engine.most == 0


def test_hashes_of_short_words_differ() -> None:
    marks = {
        int(kernels.extended(np.uint64(kernels.extended(np.uint64(0), a)), b))
        for a in range(30)
        for b in range(30)
    }
    assert len(marks) == 900
    assert ones(np.uint64(3)) == 2
