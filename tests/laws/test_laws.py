"""The laws on random puzzles of each regime, by work, so that they hold or not on any machine.

`python -m scripts.fuzz laws` checks them by time, and the limits of time too.
"""

from __future__ import annotations

from random import Random

import pytest

from patience import Limits
from scripts.fuzz.laws import Answer, Ask, answer, check
from scripts.fuzz.regimes import REGIMES, drawn

# Width of the widest beams where a question has a second; CP-SAT has no limit by work.
WIDTH = 100


def by_work(ask: Ask, seed: int) -> Answer | None:
    if ask.engine not in ("auto", "beam"):
        return None
    return answer(ask, seed, Limits(seconds=None, max_width=round(WIDTH * ask.seconds)))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(REGIMES), 2 * len(REGIMES)))
def test_no_law_is_broken(number: int) -> None:
    checked = check(drawn(2, number), Random(number), 2.0, 1, by_work)
    assert checked.broken == []
