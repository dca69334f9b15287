"""The two sides count alike: what engines go by, and what the referee finds, on random grids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from patience.game.grid import Grid, asymmetric, bounding_sides, cells_apart
from patience.game.puzzle import SYMMETRIES, Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import any_letters, from_letters
from patience.referee import read, rows, rules, verify
from tests import naive
from tests.strategies import GOALS, TINY, case

# Letters, jokers and blanks in all mixtures, so that few grids are symmetric and some are.
SIGNS = ("AB.", "ABab..", "A.", "AAAB", "......a", "ab", "Aa.*", ".")


def drawn(rng: Random, width: int, height: int, closed: Grid | None = None) -> Grid:
    """Return a random grid, with the closed cells of another, half of them nearly symmetric."""
    signs = rng.choice(SIGNS)
    cells = [rng.choice(signs) for _ in range(width * height)]
    turn = rng.choice(("", "half", "rows", "lines"))
    for at in range(width * height):
        r, c = divmod(at, width)
        image = {
            "half": width * height - 1 - at,
            "rows": r * width + width - 1 - c,
            "lines": (height - 1 - r) * width + c,
        }.get(turn, at)
        cells[at] = cells[image]
    if rng.random() < 0.5:
        cells[rng.randrange(width * height)] = rng.choice("AB.")
    if closed is not None:
        walls = "".join(closed.rows)
        cells = ["#" if wall == "#" else x for x, wall in zip(cells, walls, strict=True)]
    text = "".join(cells)
    return Grid(tuple(text[i : i + width] for i in range(0, width * height, width)))


def sides(rng: Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetry(symmetry: str) -> None:
    rng, lopsided = Random(symmetry), 0
    for _ in range(600):
        grid = drawn(rng, *sides(rng))
        cells = asymmetric(grid, symmetry)
        assert tuple(rows.lopsided(grid.rows, symmetry)) == cells, grid
        lopsided += bool(cells)
    assert 60 < lopsided < 540 or symmetry == "none"


def test_runs_and_boxes() -> None:
    rng = Random(3)
    for _ in range(800):
        grid = drawn(rng, *sides(rng))
        runs = [(run.text, run.start, run.across) for run in grid.runs()]
        assert rows.runs(grid.rows) == runs, grid
        assert rows.box(grid.rows) == bounding_sides(grid), grid
        assert rows.turned(grid.rows) == [*grid.transposed().rows]


@pytest.mark.parametrize("goal", GOALS)
def test_size_and_what_was_laid_before(goal: str) -> None:
    laid = 0
    for seed in range(150):
        puzzle = case(seed, goal, TINY).puzzle
        assert rules.size_of(puzzle) == puzzle.size
        fixed = puzzle.fixed_cells
        assert tuple(rules.laid(puzzle) or ()) == (() if fixed is None else fixed.rows), puzzle
        laid += fixed is not None
    assert laid > 10


def test_the_start_lies_on_the_board() -> None:
    rng = Random(4)
    for _ in range(100):
        board = drawn(rng, *sides(rng))
        start = board.mapped(lambda _, x: rng.choice(".AB*" if x in ".*" else (x, ".")))
        puzzle = Puzzle(from_letters("AB" * 36, 36), Board(board), start=start)
        assert puzzle.fixed_cells is not None
        assert rules.laid(puzzle) == [*puzzle.fixed_cells.rows], puzzle


@pytest.mark.parametrize("goal", GOALS)
def test_the_mirror_image_is_judged_alike(goal: str) -> None:
    rng, valid = Random(goal), 0
    for seed in range(80):
        some = case(seed, goal, TINY)
        found = naive.best(some.puzzle, some.words)
        if goal != "compact":
            square = some.puzzle.size in {(2, 2), (3, 3)}
            symmetry = rng.choice([x for x in SYMMETRIES if square or x != "transpose"])
            asked = replace(some.puzzle.rules, symmetry=symmetry)
            some = replace(some, puzzle=replace(some.puzzle, rules=asked))
        grid = Grid(found[1]) if found else drawn(rng, *some.puzzle.size or sides(rng))
        report = verify(some.puzzle, grid, some.words)
        turned = verify(some.puzzle.transposed(), grid.transposed(), some.words)
        assert [each.rule for each in turned.violations] == [x.rule for x in report.violations]
        assert turned.cost == report.cost
        valid += report.valid
    assert valid > 9


def test_distance() -> None:
    rng, seen = Random(1), set()
    for _ in range(1500):
        width, height = sides(rng)
        one = drawn(rng, width, height)
        other = rng.choice((drawn(rng, width, height), drawn(rng, height, width), one))
        if rng.random() < 0.3:
            other = drawn(rng, *sides(rng))
        if rng.random() < 0.3:
            other = other.transposed()
        apart = cells_apart(one, other)
        assert rows.distance(one.rows, other.rows) == apart, (one, other)
        seen.add(apart)
    assert {0, 1, 2, 3, 10, 36} <= seen


@pytest.mark.parametrize("goal", ["frame", "compact", "board", "free board"])
def test_cost(goal: str) -> None:
    rng, costs = Random(goal), set()
    for _ in range(500):
        width, height = sides(rng)
        board = Grid(tuple("".join(rng.choices("..#", k=width)) for _ in range(height)))
        if not board.count("."):
            continue
        tiles = from_letters("AABB" * 12, 40) if "free" not in goal else any_letters()
        asked: dict[str, Goal] = {"frame": Frame(width, height), "compact": Compact()}
        puzzle = Puzzle(tiles, asked.get(goal, Board(board)))
        grid = drawn(rng, width, height, board if isinstance(puzzle.goal, Board) else None)
        seen = read(puzzle, grid)
        cost = seen.cost
        assert not (tiles.free and seen.face_down)
        if cost is None:
            assert not grid.runs()
            continue
        around = rows.box(grid.rows) if goal == "compact" else ()
        assert puzzle.rank(grid) == (cost, 2 * sum(around)), grid
        costs.add(cost)
    assert len(costs) > 10


def test_an_engine_may_offer_just_the_grids_that_the_referee_passes() -> None:
    rng, allowed = Random(2), [0, 0]
    for _ in range(1500):
        width, height = sides(rng)
        grid = drawn(rng, width, height)
        words = {run.text for run in grid.runs()}
        asked = Rules(
            connected=False,
            distinct_words=rng.random() < 0.3,
            require=tuple(rng.sample(sorted(words | {"AB"}), rng.randint(0, 1))),
            unlike=tuple(drawn(rng, width, height) for _ in range(rng.randint(0, 2))),
            cells_apart=rng.randint(0, 6),
            symmetry=rng.choice((*SYMMETRIES, "none", "none")),
        )
        if asked.symmetry == "transpose" and width != height:
            continue  # there is no such puzzle
        puzzle = Puzzle(from_letters("AB" * 40, 36), Frame(width, height), asked)
        ours = {"distinct", "require", "unlike", "symmetry"}
        faults = {each.rule for each in verify(puzzle, grid, words).violations} & ours
        allows = puzzle.rules.allow(Grid(tuple(rules.as_meant(grid.rows, 36))))
        assert allows == (not faults), (puzzle, grid)
        allowed[allows] += 1
        if width != height:  # the box may be turned
            turned = {each.rule for each in verify(puzzle.transposed(), grid, words).violations}
            assert turned & ours == faults, (puzzle, grid)
    assert min(allowed) > 300
