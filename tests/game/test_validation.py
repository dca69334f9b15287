from __future__ import annotations

import pytest

from patience.errors import PuzzleError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Frame, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.game.validation import validate
from tests.game.test_diagnosis import WORDS, start


@pytest.mark.parametrize(
    ("word", "said"),
    [("XYZ", "not in the lexicon"), ("ABBE", "cannot spell"), ("CAB", "no line more than 2")],
)
def test_required_words_are_checked(word: str, said: str) -> None:
    puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2), Rules(require=(word,)))
    with pytest.raises(PuzzleError, match=said):
        validate(puzzle, WORDS)


def test_a_word_left_out_is_said_to_be_left_out() -> None:
    limits = {"XYZ": ("subject zool", "no foreign origin"), "BA": ("3 letters or more",)}
    puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2), Rules(require=("XYZ",)))
    said = "XYZ: it is in the lexicon, but left out by 'subject zool' and 'no foreign origin'"
    with pytest.raises(PuzzleError, match=said):
        validate(puzzle, WORDS, lambda word: limits.get(word, ()))
    with pytest.raises(PuzzleError, match="which is left out by '3 letters or more' and cannot go"):
        validate(start("BA*\n..."), WORDS, lambda word: limits.get(word, ()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ABC\n...", "spells ABC.*row 1 column 1, row 1 column 2, row 1 column 3"),
        ("BA*\n...", "spells BA"),
        ("A*.\n*..", "letter A .*row 1 column 1"),
    ],
)
def test_laid_tiles_that_break_a_rule_are_refused(text: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        validate(start(text), WORDS)


def test_laid_tiles_that_may_go_on_are_no_fault() -> None:
    validate(start("BA.\n..."), WORDS)
    validate(start("A..\n..."), WORDS)


def test_a_board_letter_between_closed_cells_is_refused() -> None:
    puzzle = Puzzle(from_letters("ABC"), Board(Grid.parse("#A#\n.#.")))
    with pytest.raises(PuzzleError, match="can never be"):
        validate(puzzle, WORDS)


def test_closed_cells_bound_the_line_of_a_required_word() -> None:
    puzzle = Puzzle(from_letters("CAB"), Board(Grid.parse("..#..\n..#..")), Rules(require=("CAB",)))
    with pytest.raises(PuzzleError, match="3 letters, no line more than 2"):
        validate(puzzle, WORDS)
