"""The puzzles that weights are fitted to and judged on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from patience.question.catalogue import named
from scripts.bench.drawn import natural, times
from scripts.tune.puzzles import EVOLVED, HELD_OUT, LEARNT, Whole

GAME = np.array(named("diamino-61").counts)
SPARE = Whole(9, 7, (1, 2), (2, 3), (0, 3), letters=("game", "natural", "redrawn"))


def all_of_them() -> Iterator[tuple[str, Whole]]:
    for stages in LEARNT.values():
        yield from (("learn", whole) for stage in stages for whole in stage)
    yield from (("evolve", whole) for wholes in EVOLVED.values() for whole in wholes)
    yield from (("held out", whole) for wholes in HELD_OUT.values() for whole in wholes)


@pytest.mark.parametrize(("purpose", "whole"), list(all_of_them()), ids=str)
def test_every_puzzle_can_be_asked(purpose: str, whole: Whole) -> None:
    assert whole.purpose.startswith(purpose)
    for question in (whole.question(0), whole.question(1), whole.drawn_with(1).ask(Random(1))):
        rectangle = question.subproblem
        assert rectangle.cells.shape == (whole.rows, whole.columns)
        assert whole.columns <= whole.rows
        assert whole.blanks[0] <= rectangle.max_blanks <= whole.blanks[1]
        assert rectangle.tiles >= rectangle.open_cells - rectangle.max_blanks
        assert (question.sample is not None) == (rectangle.tiles > 1.1 * rectangle.open_cells)
        assert whole.total in (None, rectangle.tiles)
    assert whole.tiles(1) == whole.tiles(1)


def test_no_purpose_has_the_tile_sets_of_another() -> None:
    by_purpose = {
        purpose: {whole.tiles(number).counts for _, whole in group for number in range(1, 9)}
        for purpose in ("learn", "evolve", "held out")
        for group in [[each for each in all_of_them() if each[0] == purpose]]
    }
    natural_ones = {natural(k * 61).counts for k in range(1, 8)}
    game_ones = {times(k).counts for k in range(1, 8)}
    drawn = [sets - natural_ones - game_ones for sets in by_purpose.values()]
    assert sum(map(len, drawn)) == len(set.union(*drawn))
    assert min(map(len, drawn)) > 50


def test_letters_are_drawn_anew_eight_or_fifteen_a_set() -> None:
    (frame, *_) = HELD_OUT["frame"]
    few, many = frame.tiles(1), replace(SPARE, sets=(2,), letters=("redrawn",)).tiles(1)
    assert (few.letters, few.jokers) == (61, 2)
    for tiles, sets, redrawn in ((few, 1, 8), (many, 2, 30)):
        away = np.abs(np.array(tiles.counts) - sets * GAME).sum()
        assert redrawn / 2 < away <= 2 * redrawn


def test_tiles_to_spare_come_in_every_way() -> None:
    found = [SPARE.tiles(number) for number in range(1, 40)]
    assert {tiles.jokers for tiles in found} == {0, 3}
    assert {tiles.letters for tiles in found} == {2 * 61, 3 * 61}
    usual = {"game": times(2).counts, "natural": natural(2 * 61).counts}
    of_two = {tiles.counts for tiles in found if tiles.letters == 2 * 61}
    assert set(usual.values()) < of_two
    assert SPARE.tiles(0).counts in (times(2).counts, times(3).counts)


def test_the_evolution_strategy_asks_eight_sets_a_seed_and_the_games() -> None:
    (whole,) = EVOLVED["large"]
    drawn = []
    for seed in (1, 2):
        shape = whole.drawn_with(seed)
        drawn.append({shape.ask(Random(n)).tiles.counts for n in range(150)})
    assert [len(sets) for sets in drawn] == [9, 9]
    assert drawn[0] & drawn[1] == {times(2).counts}


def test_what_a_number_draws_for_judging_stays_as_it_is() -> None:
    """Figures in docs/log and goals of `scripts.bench quality` are of these sets."""
    text = [
        f"{tiles.counts} {tiles.jokers}"
        for wholes in HELD_OUT.values()
        for tiles in (whole.tiles(number) for whole in wholes for number in (1, 2, 7))
    ]
    assert text[0].startswith("(5, 3, 1, 3, 6, 1, 3, 2, 3, 1, 1, 1, 2, 4, 4, 4, 1, 4, 2, 2, 3, ")
    assert hashlib.sha256("\n".join(text).encode()).hexdigest()[:16] == "4d5b1c2c48b79c3a"


def test_puzzles_in_words() -> None:
    assert str(HELD_OUT["compact"][4]) == "18x4, at most 9 blank, 63 tiles, 2 jokers, fr"
    assert str(SPARE) == "9x7, at most 1 to 2 blank, 2/3 sets, 0/3 jokers, fr"
    assert str(EVOLVED["large"][0]) == "14x9, at most 12 to 13 blank, 2 sets, fr"
