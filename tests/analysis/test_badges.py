from __future__ import annotations

import pytest

from patience.analysis.badges import badges
from patience.game.grid import Grid

WORDS = {"AN", "ANE"}


@pytest.mark.parametrize(
    ("rows", "earned"),
    [
        (("ABC", "D.E", "FGH"), ["rim", "symmetric", "long"]),
        (("ABC", "D..", "FGH"), ["long"]),
        (("AB.", "D.E", ".GH"), ["symmetric"]),
        (("ABCD.", "EFGH.", "IJKL.", "MNOP."), ["square"]),
        (("ABCD*", "EFGH*", "IJ*L*", "MNOP*"), []),
        (("ABCDE", "F*G*H"), []),
        (("ABCDE", "F*G*.", "IJKLM"), ["long"]),
        ((".....", ".ab..", ".....", "....."), []),
    ],
)
def test_shapes(rows: tuple[str, ...], earned: list[str]) -> None:
    assert badges(Grid(rows), None) == earned
    assert badges(Grid(rows).transposed(), set()) == earned


def test_everyday_words_are_a_badge() -> None:
    assert badges(Grid(("ANE", ".#.")), WORDS) == ["everyday"]
    assert badges(Grid(("ANX", ".#.")), WORDS) == []
