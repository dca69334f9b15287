"""The ladder: tile sets, the table, and a rung run with a program of one's own."""

from __future__ import annotations

import math

import click
import pytest

from scripts.bench import ladder
from scripts.bench.ladder import Outcome, Rung


def test_natural_tiles_are_as_many_as_asked_for_and_mostly_vowels_first() -> None:
    for total in (63, 75, 608):
        tiles = ladder.natural(total)
        assert tiles.total == total
        assert tiles.count("E") > tiles.count("B") > tiles.count("W")


def test_every_rung_has_tiles_enough_and_a_name_of_its_own() -> None:
    rungs = list(ladder.rungs())
    assert len({str(rung) for rung in rungs}) == len(rungs)
    assert all(rung.tiles.total >= math.prod(rung.size) for rung in rungs)


def test_rungs_are_chosen_by_how_their_names_begin() -> None:
    assert [str(x) for x in ladder.select(["8x6", "9x7, 38"])] == ["9x7, 38 of each", "8x6, k = 1"]
    with pytest.raises(click.ClickException, match="no rung is called so"):
        ladder.select(["3x3"])


def test_the_table_has_a_column_a_program_and_time() -> None:
    runs = [
        Outcome(name, "9x7, k = 2", seed, [(1.0, 4), (20.0, last)])
        for name, last in (("before", 3), ("this", 1))
        for seed in (1, 2, 3)
    ]
    text = ladder.table(runs, {"9x7, k = 2": {60: 1}}, [10, 60], ["A note."])
    assert "| tiles | before, 10 s | this, 10 s | before, 60 s | this, 60 s | seeds |" in text
    assert "| 9x7, k = 2 | 4 / 4 (4) | 4 / 4 (4) | 3 / 3 (3); 1 ✗ | 1 / 1 (1); 1 ✓ | 1-3 |" in text


def test_a_table_can_be_made_before_every_program_has_run() -> None:
    text = ladder.table(
        [
            Outcome("before", "9x7, k = 1", 1, [(1.0, 5)]),
            Outcome("this", "9x7, k = 1", 1, [(1.0, 5)]),
            Outcome("before", "9x7, k = 2", 1, [(1.0, 3)]),
        ],
        {"9x7, k = 2": {10: 2}},
        [10],
        [],
    )
    assert "| 9x7, k = 2 | 3 / 3 (3); 2 ✗ |  | 1 |" in text


def test_a_program_that_fails_has_no_grid() -> None:
    rung = Rung((3, 3), "k = 1", ladder.times(1), {})
    assert ladder.run("none", ["false"], rung, 1, 1.0, 1).history == []


@pytest.mark.slow
def test_this_program_climbs_a_rung() -> None:
    rung = Rung((3, 2), "k = 1", ladder.times(1), {})
    (outcome,) = ladder.climb({"this": ladder.this_program()}, [rung], [1], [20], 1)
    assert outcome.cost_at(20) == 0
