"""The random puzzles on which the laws are checked."""

from __future__ import annotations

from collections import defaultdict

import pytest

from patience import Compact, Frame
from patience.game.diagnosis import diagnose
from patience.game.grid import CLOSED
from patience.game.puzzle import Board
from patience.game.validation import validate
from scripts.fuzz.regimes import REGIMES, Question, drawn
from tests import naive


@pytest.fixture(scope="module")
def many() -> list[Question]:
    """Of each regime the same number."""
    return [drawn(7, number) for number in range(12 * len(REGIMES))]


def test_the_same_number_is_the_same_question(many: list[Question]) -> None:
    for number in range(len(REGIMES)):
        assert drawn(7, number) == drawn(7, number) == many[number]
    assert drawn(8, 0) != drawn(7, 0)


def test_every_kind_of_question_is_drawn(many: list[Question]) -> None:
    by_regime: dict[str, list[Question]] = defaultdict(list)
    for question in many:
        by_regime[question.regime].append(question)
    puzzles = [question.puzzle for question in many]
    assert {type(puzzle.goal) for puzzle in puzzles} == {Frame, Board, Compact}
    assert {puzzle.rules.connected for puzzle in puzzles} == {True, False}
    assert {puzzle.rules.distinct_words for puzzle in puzzles} == {True, False}
    assert {puzzle.tiles.jokers for puzzle in puzzles} >= {0, 1, 2, 4}
    assert {len(puzzle.rules.require) for puzzle in puzzles} >= {0, 2, 3, 4, 5}
    assert min(puzzle.tiles.total for puzzle in puzzles) < 20
    assert max(puzzle.tiles.total for puzzle in puzzles) > 300
    assert max(max(each.puzzle.size or (0, 0)) for each in by_regime["strips"]) > 100
    for name in ("plus", "stripes", "islands", "holes"):
        boards = [each.puzzle.goal for each in by_regime[name]]
        assert all(isinstance(board, Board) and board.layout.count(CLOSED) for board in boards)


def test_few_questions_have_no_grid_at_all(many: list[Question]) -> None:
    possible = [not diagnose(question.puzzle, question.lexicon) for question in many]
    assert sum(possible) > 0.8 * len(many)


def test_the_grids_that_are_known_are_valid_and_not_called_impossible() -> None:
    place = [*REGIMES].index("required words")
    drawn_ones = [drawn(7, place + number * len(REGIMES)) for number in range(30)]
    known = [question for question in drawn_ones if question.grid is not None]
    for question in known:
        assert question.grid is not None
        assert naive.is_valid(question.puzzle, question.grid, question.lexicon)
        validate(question.puzzle, question.lexicon)
        assert not diagnose(question.puzzle, question.lexicon)
    assert {len(question.puzzle.rules.require) for question in known} >= {2, 3, 4, 5}
    assert len({question.puzzle.goal_name for question in known}) == 2
