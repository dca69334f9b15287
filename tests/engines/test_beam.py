"""The beam engine against the brute force, the rules and its own promises."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import patience
from patience import Compact, Frame, Grid, Lexicon, Limits, Observer, Puzzle, Stats, Status
from patience.engines.beam import widening
from patience.engines.beam.engine import BeamEngine
from patience.engines.branching import pattern_of, pattern_of_word, root_branches
from patience.engines.params import BeamParams
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.game.puzzle import Board, Rules
from patience.game.tiles import from_letters
from patience.question.catalogue import TILE_SETS, parse
from patience.words.lexicon import load
from tests import naive
from tests.engines.running import context_of, lexicon, refused, right
from tests.strategies import GOALS, case

FR = load("fr")
solve = partial(patience.solve, engine="beam")
SMALL_WORK = Limits(seconds=None, max_width=1000)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("numbers", [range(8), pytest.param(range(16, 48), marks=pytest.mark.slow)])
def test_reaches_the_optimum_of_small_puzzles(numbers: range, goal: str) -> None:
    """The beam is never below the brute force, and reaches it nearly always."""
    tried = reached = 0
    for number in numbers:
        some = case(number, goal)
        if refused(some.puzzle, some.words):
            continue
        result = solve(some.puzzle, lexicon(some), limits=SMALL_WORK, threads=1)
        best = naive.best(some.puzzle, some.words)
        assert right(some, result, proven=False), f"{goal} {number}"
        tried += 1
        reached += result.cost == (best and best[0])
    assert tried - reached <= max(1, tried // 20)


@pytest.mark.parametrize(
    ("tiles", "goal", "at_most"),
    [
        ("diamino-63", Frame(9, 7), 9),
        ("diamino-63", Frame(7, 9), 9),
        ("diamino-61", Compact(), 84),
        ("diamino-63", Compact((12, 12)), 90),
    ],
)
def test_real_puzzles_at_small_width(tiles: str, goal: Frame | Compact, at_most: int) -> None:
    puzzle = Puzzle(TILE_SETS[tiles][0], goal)
    result = solve(puzzle, FR, limits=replace(SMALL_WORK, target=at_most))
    assert result.best is not None
    assert result.cost is not None
    assert result.cost <= at_most
    assert naive.is_valid(puzzle, result.best, FR)


def test_same_seed_and_width_same_grid_on_any_number_of_threads_and_seeds_differ() -> None:
    puzzle = Puzzle(TILE_SETS["diamino-63"][0], Frame(9, 7))
    limits = Limits(seconds=None, max_width=300)
    results = [solve(puzzle, FR, limits=limits, seed=5, threads=n) for n in (1, 1, 2)]
    assert len({str(result.best) for result in results}) == 1
    assert len({result.stats.children for result in results}) == 1
    others = {str(solve(puzzle, FR, limits=limits, seed=n).best) for n in range(2)}
    assert len(others | {str(results[0].best)}) > 1


@pytest.mark.parametrize(
    ("words", "letters", "goal", "said"),
    [
        (("ABCDE",), "ABCDE", Frame(2, 2), "short enough"),
        (("KO",), "ABCDEF", Frame(3, 2), "spell no word"),
        (("AB", "BA"), "AABBX", Compact(), "no word of at most 5 letters has X"),
        (("AB", "BA"), "AABB", Compact((2, 1)), "2 cells"),
        (("AB",), "AAABBB", Frame(1, 1), "short enough"),
    ],
)
def test_a_puzzle_without_answer_ends_at_once(
    words: tuple[str, ...], letters: str, goal: Frame | Compact, said: str
) -> None:
    result = solve(Puzzle(from_letters(letters), goal), Lexicon.of(words, "few"))
    assert result.best is None
    assert result.status is Status.INFEASIBLE
    assert said in result.reason


def test_without_grid_it_names_the_letters_left_over() -> None:
    tiles = parse("KKWWXXZZQQJJ" + "AEIO")
    result = solve(Puzzle(tiles, Compact((4, 5))), FR, limits=SMALL_WORK)
    assert result.best is None
    assert result.status is Status.UNKNOWN
    assert "left over" in result.reason


def test_required_words_and_starts_are_kept() -> None:
    start = Grid.parse("........W\n" + "\n".join(["........."] * 6))
    rules = Rules(require=("THERMIDOR",), distinct_words=True)
    puzzle = Puzzle(TILE_SETS["diamino-63"][0], Frame(9, 7), rules, start)
    result = solve(puzzle, FR, limits=Limits(seconds=None, max_width=100))
    assert result.best is not None
    assert result.best[0, 8] in "Ww"
    assert "THERMIDOR" in {run.text for run in result.best.runs()}


def test_words_that_may_not_repeat_do_not() -> None:
    puzzle = Puzzle(TILE_SETS["diamino-61"][0], Compact(), Rules(distinct_words=True))
    result = solve(puzzle, FR, limits=replace(SMALL_WORK, target=90))
    assert result.best is not None
    words = [run.text for run in result.best.runs()]
    assert len(words) == len(set(words))


def test_ways_to_begin_say_whether_any_is_missing() -> None:
    rng = random.Random(1)
    counts = from_letters("ABABABAB").counts
    whole = Subproblem(
        np.full((9, 9), CELL_OPEN, np.int8), counts, 0, max_blanks=81, connected=True
    )
    word = pattern_of_word("ABA", LATIN)
    one = root_branches(whole, [word], 200, rng)
    assert one.complete
    assert len(one.subproblems) == 2 * 7 * 9
    assert not root_branches(whole, [word], 100, rng).complete
    pair = pattern_of(Grid(("ABA", "B..", "A..")), ("ABA",), LATIN)
    both = root_branches(whole, [word, pair], 12, rng)
    assert not both.complete
    assert len(both.subproblems) == 2
    assert root_branches(whole.cropped(0, 0, 1, 2), [word], 12, rng) == ([], True)
    assert root_branches(whole, [], 12, rng) == ([whole], True)


def test_one_layout_of_several_words_proves_nothing() -> None:
    puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2), Rules(require=("AB", "CD")))
    context = context_of(puzzle, Lexicon.of(("AB", "CD", "AC", "BD"), "few"))
    too_long = pattern_of(Grid(("AB.CD",)), puzzle.rules.require, LATIN)
    with BeamEngine(context, BeamParams(), 100, [too_long]) as beams:
        beams.run()
    assert context.incumbent.status is Status.UNKNOWN
    assert context.incumbent.bound == 0


def test_words_are_laid_as_they_lie_in_a_grid() -> None:
    grid = Grid(("....", "ABA.", "..B.", "..A.", "...."))
    cells = pattern_of(grid, ("ABA",), LATIN).cells
    signs = {0: "A", 1: "B", CELL_FACE_DOWN: "*", CELL_OPEN: "."}
    assert ["".join(signs[x] for x in row) for row in cells.T.tolist()] == [
        ".....",
        "*ABA*",
        ".....",
    ]
    whole = Subproblem(np.full((4, 3), CELL_OPEN, np.int8), (4,) * 26, 0, 12, connected=True)
    for branch in root_branches(whole, [pattern_of_word("ABA", LATIN)], 30, random.Random(1))[0]:
        assert np.count_nonzero((branch.cells >= 0) & (branch.cells < CELL_FACE_DOWN)) == 3
        assert branch.counts[:2] == (2, 3)


def test_every_region_of_a_board_is_tried() -> None:
    # The larger region cannot hold all of a word's letters twice, the smaller one is enough.
    board = Board(Grid.parse("..#..\n..#..\n..#.."))
    puzzle = Puzzle(from_letters("ABCD"), board, start=Grid.parse("..#..\n..#A.\n..#.."))
    result = solve(
        puzzle, Lexicon.of(("AB", "BC", "CD", "AD", "DC", "BA"), "few"), limits=SMALL_WORK
    )
    assert result.best is not None
    assert all(cell.col > 2 for cell in result.best.face_up())


def test_memory_limit_bounds_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widening, "FIRST_WIDTH", 1_000_000)
    puzzle = Puzzle(TILE_SETS["diamino-63"][0], Frame(9, 7))
    seen: list[int] = []

    class Watch(Observer):
        def on_progress(self, stats: Stats) -> None:
            seen.append(stats.width)
            if stats.width:
                raise KeyboardInterrupt

    limits = Limits(seconds=None, memory_gb=0.05)
    solve(puzzle, FR, limits=limits, observer=Watch())
    assert 50_000 < max(seen) < 0.05e9 / 300  # a state takes more than 300 bytes, trail included
