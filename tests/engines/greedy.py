"""An engine as a newcomer writes it: it lays random words for as long as they fit."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from random import Random

from patience.engines.base import SearchContext
from patience.engines.params import Params
from patience.game.grid import BLANK, Cell, Grid
from patience.game.puzzle import Puzzle
from patience.referee import verify
from patience.result import StopReason

# Words tried before it begins anew.
ROUND = 100


@dataclass(frozen=True)
class GreedyParams(Params):
    """Parameters of engine greedy: it has none."""

    goals = ("frame",)
    search = "tests.engines.greedy:greedy"


def greedy(context: SearchContext, _params: GreedyParams) -> StopReason:
    """Lay words at random, and begin anew now and then; without end if no width is given."""
    puzzle, words, rng = context.puzzle, sorted(context.lexicon.words), Random(context.seed)
    width, height = puzzle.size or (0, 0)
    start = grid = puzzle.start or Grid.blank(width, height)
    most = context.limits.max_width
    for i in itertools.count() if most is None else range(most):
        context.tick()
        word, across = rng.choice(words), rng.random() < 0.5
        cell = Cell(rng.randrange(height), rng.randrange(width))
        grid = laid(puzzle, start if i % ROUND == 0 else grid, word, cell, across)
        if context.incumbent.improves(grid) and verify(puzzle, grid, context.lexicon).valid:
            context.incumbent.offer(grid)
    return StopReason.WORK


def laid(puzzle: Puzzle, grid: Grid, word: str, cell: Cell, across: bool) -> Grid:
    """Return the grid with a word, jokers where tiles run out; as it is where it does not fit."""
    row, column = cell
    line = [Cell(row, column + i) if across else Cell(row + i, column) for i in range(len(word))]
    there = dict(grid.cells())
    for at, x in zip(line, word, strict=True):
        if there.get(at, "").upper() not in (BLANK, x):
            return grid
        if there[at] == BLANK:
            spent = sum(x == other for other in there.values())
            there[at] = x if spent < puzzle.tiles.count(x) else x.lower()
    if sum(x.islower() for x in there.values()) > puzzle.tiles.jokers:
        return grid
    return grid.mapped(lambda at, _: there[at])
