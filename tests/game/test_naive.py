"""The brute force that other tests trust, against something dumber still: every grid there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.question.catalogue import parse
from tests import naive
from tests.naive import rules
from tests.strategies import GOALS, TINY, Case, Size, case

# What the enumeration can take: grids of one size, and cells of a compact rectangle.
MAX_GRIDS = 8_000
MAX_CELLS = 6


def sizes(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the sizes a grid may have; for a compact goal all up to MAX_CELLS."""
    if isinstance(puzzle.goal, Frame):
        return [(puzzle.goal.width, puzzle.goal.height)]
    fixed = puzzle.goal.layout if isinstance(puzzle.goal, Board) else puzzle.start
    if fixed is not None:
        return [(len(fixed.rows[0]), len(fixed.rows))]
    sides = range(1, MAX_CELLS + 1)
    return [(w, h) for w in sides for h in sides if w * h <= MAX_CELLS]


def every_grid(puzzle: Puzzle, words: frozenset[str]) -> Iterator[Grid]:
    """Yield all grids of the letters that words have, jokers not marked."""
    signs = "." + "".join(sorted({x for word in words for x in word}))
    for width, height in sizes(puzzle):
        walls = ["." * width] * height
        if isinstance(puzzle.goal, Board):
            walls = [rules.hashes(row) for row in puzzle.goal.layout.rows]
        cells = [signs if x == "." else x for row in walls for x in row]
        for chosen in product(*cells):
            line = "".join(chosen)
            yield Grid(tuple(line[i : i + width] for i in range(0, len(line), width)))


def least_cost(puzzle: Puzzle, words: frozenset[str]) -> int | None:
    valid = (grid for grid in every_grid(puzzle, words) if naive.is_valid(puzzle, grid, words))
    return min((naive.cost(puzzle, grid) for grid in valid), default=None)


def enumerable(example: Case) -> bool:
    letters = len({x for word in example.words for x in word})
    grids: int = sum((letters + 1) ** (w * h) for w, h in sizes(example.puzzle))
    return grids <= MAX_GRIDS


# The first few seeds, and many more among the slow tests.
few_or_many = pytest.mark.parametrize(
    "seeds", [range(6), pytest.param(range(6, 30), marks=pytest.mark.slow)], ids=["few", "many"]
)


@few_or_many
@pytest.mark.parametrize("goal", ["frame", "board"])
def test_best_is_the_least_cost_of_all_grids(goal: str, seeds: range) -> None:
    small = [x for x in (case(seed, goal, TINY) for seed in seeds) if enumerable(x)]
    assert len(small) > len(seeds) // 2
    for example in small:
        found = naive.best(example.puzzle, example.words)
        least = least_cost(example.puzzle, example.words)
        assert (found and found[0]) == least, example


@few_or_many
def test_best_compact_is_the_smallest_of_all_rectangles(seeds: range) -> None:
    size = Size(((2, 2), (3, 2), (2, 3)), (1, 2), words=(1, 4), compact_tiles=(2, 5))
    small = [x for x in (case(seed, "compact", size) for seed in seeds) if enumerable(x)]
    assert len(small) > len(seeds) // 2
    for example in small:
        found = naive.best(example.puzzle, example.words)
        least = least_cost(example.puzzle, example.words)
        if found and found[0] > MAX_CELLS:
            assert least is None, example
        else:
            assert (found and found[0]) == least, example


@pytest.mark.parametrize("goal", GOALS)
def test_best_gives_a_valid_grid_of_that_cost(goal: str) -> None:
    answers = 0
    for seed in range(25):
        example = case(seed, goal)
        found = naive.best(example.puzzle, example.words)
        if found:
            cost, grid = found
            answers += 1
            assert naive.is_valid(example.puzzle, grid, example.words)
            assert naive.cost(example.puzzle, grid) == cost
    assert answers > 12


def puzzle(tiles: str, goal: Frame | Compact | Board, **rules: object) -> Puzzle:
    return Puzzle(parse(tiles), goal, Rules(**rules))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "words", "cost"),
    [
        (puzzle("ABCD", Frame(2, 2)), {"AB", "CD", "AC", "BD"}, 0),
        (puzzle("ABCD", Frame(2, 2)), {"AB", "CD", "AC"}, 1),
        (puzzle("ABCD", Frame(2, 2)), {"ABC"}, None),
        (puzzle("AB??", Frame(2, 2)), {"AB", "CD", "AC", "BD"}, 0),
        (puzzle("AB?", Compact()), {"AB", "AC"}, 4),
        (puzzle("ABCD", Compact()), {"AB", "CD"}, None),
        (puzzle("ABCD", Compact(), connected=False), {"AB", "CD"}, 5),
        (puzzle("ABCD", Compact((4, 1)), connected=False), {"AB", "CD"}, None),
        (puzzle("ABCD", Compact((5, 1)), connected=False), {"AB", "CD"}, 5),
        (puzzle("AABC", Compact()), {"ABA", "AC", "BC"}, 6),
        (puzzle("AABB", Frame(3, 1), distinct_words=True), {"AB"}, 1),
        (puzzle("AAAA", Frame(2, 2), distinct_words=True), {"AA"}, 2),
        (puzzle("ABCD", Frame(2, 2), require=("CB",)), {"AB", "CB"}, 1),
        (puzzle("ABCD", Frame(2, 2), require=("CE",)), {"AB", "CE"}, None),
        (puzzle("ABCD", Board(Grid(("..#..",)))), {"AB", "CD"}, 2),
        (puzzle("ABCD", Board(Grid(("..#..",))), connected=False), {"AB", "CD"}, 0),
    ],
)
def test_best_by_hand(asked: Puzzle, words: set[str], cost: int | None) -> None:
    found = naive.best(asked, words)
    assert (found and found[0]) == cost


def test_a_crossword_may_end_before_the_last_row() -> None:
    asked = Puzzle(parse("ABCDEF"), Frame(2, 3), start=Grid(("AB", "..", "..")))
    assert naive.best(asked, {"AB", "CD"}) == (4, ("AB", "..", ".."))
