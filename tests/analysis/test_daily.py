from __future__ import annotations

from datetime import date, timedelta

from patience.analysis.daily import Measured, boxes_of_week, drawn, monday_of
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.question.catalogue import named

MONDAY = date(2026, 11, 23)
PROMISED = "A4 B2 C2 D1 E7 F1 G1 H2 I3 L3 M2 N4 O7 P1 Q2 R4 S2 T3 U4 V2 W1 Y1 Z2"
GRID = Grid(("AN",))


def test_a_week_draws_the_same_boxes_for_ever() -> None:
    """These letters are a promise: a change of the draw needs another number of `DRAW`."""
    assert drawn(MONDAY, 0).counted() == PROMISED


def test_every_box_is_drawn_from_two_boxes() -> None:
    double = named("diamino-double")
    boxes = [drawn(MONDAY + timedelta(weeks=n), i) for n in range(30) for i in range(7)]
    for box in boxes:
        assert box.total == 63
        assert box.jokers == 2
        assert all(n <= most for n, most in zip(box.counts, double.counts, strict=True))
    assert len({box.counts for box in boxes}) == 210


def test_a_week_has_the_easiest_box_on_monday() -> None:
    asked: list[Puzzle] = []

    def measure(puzzle: Puzzle) -> Measured:
        asked.append(puzzle)
        return Measured(GRID, 9, [5, 3, 9, 3, 7, 1, 8][len(asked) - 1])

    week = boxes_of_week(MONDAY, measure)
    assert [box.day for box in week] == [MONDAY + timedelta(days=n) for n in range(7)]
    assert [box.measured.effort for box in week] == [1, 3, 3, 5, 7, 8, 9]
    assert [box.puzzle for box in week] == [asked[n] for n in (5, 1, 3, 0, 4, 6, 2)]
    assert all(puzzle.size == (9, 7) for puzzle in asked)


def test_a_week_begins_on_monday() -> None:
    for n in range(7):
        assert monday_of(MONDAY + timedelta(days=n)) == MONDAY
    assert monday_of(date(2027, 1, 1)) == date(2026, 12, 28)
