from __future__ import annotations

from datetime import date, timedelta

from patience.analysis.daily import box_of_the_day
from patience.game.tiles import named

DAY = date(2026, 11, 23)
PROMISED = "A4 B1 C3 D2 E7 G2 H1 I4 K2 L2 M2 N3 O4 P3 Q1 R4 S4 T2 U5 V1 W1 X1 Z2"


def test_a_day_draws_the_same_box_for_ever() -> None:
    """These letters are a promise: a change of the draw needs another number of `DRAW`."""
    assert box_of_the_day(DAY) == box_of_the_day(DAY)
    assert box_of_the_day(DAY).counted() == PROMISED


def test_every_box_is_drawn_from_two_boxes() -> None:
    double = named("diamino-double")
    boxes = [box_of_the_day(DAY + timedelta(days=n)) for n in range(200)]
    for box in boxes:
        assert box.total == 63
        assert box.jokers == 2
        assert all(n <= most for n, most in zip(box.counts, double.counts, strict=True))
    assert len({box.counts for box in boxes}) == 200
