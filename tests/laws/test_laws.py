"""The laws on random puzzles, a few of each regime; limits of time are for the command to check."""

from __future__ import annotations

from random import Random

import pytest

from scripts.fuzz.laws import check
from scripts.fuzz.regimes import REGIMES, drawn


def broken(number: int, seconds: float, most: int) -> list[str]:
    checked = check(drawn(2, number), Random(number), seconds, most)
    assert checked.laws
    return checked.broken


@pytest.mark.parametrize("number", range(len(REGIMES)))
def test_no_law_is_broken_in_a_moment(number: int) -> None:
    assert not broken(number, seconds=0.2, most=1)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(REGIMES), 4 * len(REGIMES)))
def test_no_law_is_broken_in_a_second(number: int) -> None:
    assert not broken(number, seconds=1, most=4)
