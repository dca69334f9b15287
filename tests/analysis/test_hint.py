from __future__ import annotations

from patience.analysis.hint import next_word
from patience.game.grid import Cell, Grid, Run

FINISHED = Grid(("ABC", "D.E", "FGH"))
WORDS = {"ABC", "ADF", "CEH", "FGH"}


def test_without_a_start_the_first_longest_word_comes_first() -> None:
    assert next_word(None, FINISHED, WORDS) == Run("ABC", Cell(0, 0), True)


def test_the_next_word_holds_on_to_what_lies_there() -> None:
    start = Grid(("..C", "..E", "..H"))
    word = next_word(start, FINISHED, WORDS)
    assert word == Run("ABC", Cell(0, 0), True)
    start = Grid(("...", "...", "F.."))
    assert next_word(start, FINISHED, WORDS) == Run("ADF", Cell(0, 0), False)


def test_a_word_that_leaves_only_words_goes_before_a_longer_one() -> None:
    finished = Grid(("ABCD", "EF..", "G..."))
    start = Grid(("A...", "E...", "G..."))
    assert next_word(start, finished, {"AEG", "ABCD", "EF"}) == Run("ABCD", Cell(0, 0), True)
    assert next_word(start, finished, {"AEG", "EF"}) == Run("EF", Cell(1, 0), True)


def test_nothing_is_next_when_all_lies_there() -> None:
    assert next_word(FINISHED, FINISHED, WORDS) is None


def test_jokers_are_letters_too() -> None:
    finished = Grid(("aB", "C."))
    assert next_word(Grid(("..", "C.")), finished, {"AB", "AC"}) == Run("AC", Cell(0, 0), False)
