"""Grids to complete that are complete already."""

from __future__ import annotations

import pytest

from patience import Compact, Frame, Grid, Lexicon, Limits, Puzzle, Status, solve
from patience.game.puzzle import Goal
from patience.question.catalogue import parse
from patience.solve import ENGINES

WORDS = Lexicon.of(["ABC", "ADF", "CEH", "FGH"])
SQUARE = Grid(("ABC", "D.E", "FGH"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("goal", [Frame(3, 3), Compact((3, 3))])
def test_what_is_a_grid_already_is_the_first_one(engine: str, goal: Goal) -> None:
    tiles = parse("ABCDEFGHI" if isinstance(goal, Frame) else "ABCDEFGH")
    puzzle = Puzzle(tiles, goal, start=SQUARE)
    result = solve(puzzle, WORDS, engine=engine, limits=Limits(seconds=20, max_width=1))
    assert result.best == SQUARE
    assert result.status in {Status.FEASIBLE, Status.OPTIMAL}


def test_a_tile_that_is_to_stay_face_down_is_a_blank_of_the_grid() -> None:
    puzzle = Puzzle(parse("ABCDEFGHI"), Frame(3, 3), start=Grid(("ABC", "D*E", "FGH")))
    result = solve(puzzle, WORDS, engine="beam", limits=Limits(seconds=20, max_width=1))
    assert result.best == SQUARE
