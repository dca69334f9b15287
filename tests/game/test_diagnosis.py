from __future__ import annotations

import pytest

from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import from_letters

WORDS = ("ABBE", "BAC", "CAB", "DE")


def start(text: str, letters: str = "AAAABBBBCCDEE") -> Puzzle:
    grid = Grid.parse(text)
    return Puzzle(from_letters(letters), Frame(grid.width, grid.height), start=grid)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("EE..\n....", "fits EE at row 1 column 1, row 1 column 2"),
        ("....\n.A*.\n....", ""),
        ("*E*.\n....", "fits the letter E at row 1 column 2"),
        ("AB..\n....", ""),
        (".AB.\n....", ""),  # CAB ends there
    ],
)
def test_letters_no_word_can_hold(text: str, said: str) -> None:
    reason = diagnose(start(text), WORDS)
    assert said in reason
    assert bool(reason) == bool(said)


@pytest.mark.parametrize("text", ["..E", ".\n.\nE"])
def test_a_letter_that_only_words_beyond_the_tiles_can_hold(text: str) -> None:
    assert not diagnose(start(text, "ABBE"), ("AB", "ABE"))
    assert "fits the letter E" in diagnose(start(text, "ABBE"), ("AB", "AAE"))
