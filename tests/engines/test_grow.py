"""Crosswords grown word by word: what the exhaustive search says of small hands."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from patience.engines.grow.engine import MAX_TILES, GrowEngine
from patience.errors import EngineError
from patience.game.alphabet import alphabet_of, written
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Frame, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.question.catalogue import named, parse
from patience.referee import verify
from patience.result import Limits, Result, Status
from patience.solve import solve
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from tests.engines.running import context_of, unjudged

WORDS = [word for word in load("en-common") if 3 <= len(word) <= 5]


def grown(puzzle: Puzzle, lexicon: Lexicon) -> Result:
    return unjudged(GrowEngine, context_of(puzzle, lexicon, limits=Limits(seconds=60), threads=1))


@pytest.mark.parametrize("within", [None, (4, 4), (5, 3)])
def test_it_agrees_with_the_exhaustive_search(within: tuple[int, int] | None) -> None:
    chance, came_to = Random(4), Counter[bool]()
    for number in range(10):
        hand = "".join(chance.choices("AEIOUBCDHLMNPRST", k=6))
        puzzle = Puzzle(from_letters(hand), Compact(within))
        lexicon = Lexicon.of(chance.sample(WORDS, 1500))
        found = grown(puzzle, lexicon)
        proven = solve(puzzle, lexicon, engine="prove", limits=Limits(seconds=60, target=36))
        assert (found.best is None) == (proven.best is None), f"{number}: {hand}"
        assert (found.status is Status.INFEASIBLE) == (proven.status is Status.INFEASIBLE)
        assert found.best is None or verify(puzzle, found.best, lexicon).valid
        came_to[found.best is None] += 1
    assert min(came_to[True], came_to[False]) > 2


def test_words_side_by_side_are_found() -> None:
    lexicon = Lexicon.of(["ab", "cd", "ac", "bd"])
    assert grown(Puzzle(from_letters("ABCD"), Compact()), lexicon).best in (
        Grid.parse("AB\nCD"),
        Grid.parse("AC\nBD"),
    )


def test_the_rules_hold() -> None:
    one, both, hand = Lexicon.of(["aba"]), Lexicon.of(["aba", "bab"]), from_letters("AABBA")
    assert grown(Puzzle(hand, Compact()), one).best is not None
    assert grown(Puzzle(hand, Compact(), Rules(distinct_words=True)), one).best is None
    required = grown(Puzzle(hand, Compact(), Rules(require=("BAB",))), both).best
    assert required is not None
    assert "BAB" in {run.text for run in required.runs()}


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(from_letters("ABAB"), Frame(2, 2)),
        Puzzle(parse("ABA?"), Compact()),
        Puzzle(from_letters("A" * (MAX_TILES + 1)), Compact()),
        Puzzle(from_letters("ABAB"), Compact(), Rules(connected=False)),
        Puzzle(from_letters("ABAB"), Compact(), start=Grid.parse("AB\n..")),
    ],
)
def test_what_it_cannot_take_is_refused(puzzle: Puzzle) -> None:
    with pytest.raises(EngineError):
        grown(puzzle, Lexicon.of(["ab", "ba"]))


@pytest.mark.parametrize(("number", "solved"), [(204, True), (602, False)])
def test_dice_that_no_small_rectangle_holds(number: int, solved: bool) -> None:
    lexicon = load("en-common", Conventions(min_length=3))
    limits = Limits(seconds=120, target=100)
    result = solve(Puzzle(named(f"q-less-{number}"), Compact((10, 10))), lexicon, limits=limits)
    assert result.status is (Status.FEASIBLE if solved else Status.INFEASIBLE)


def test_tiles_of_several_letters_are_laid_as_one() -> None:
    spanish = alphabet_of("es")
    tiles = from_letters(spanish.spelled("chocho"), alphabet=spanish)
    lexicon = Lexicon.of(["chocho", "cocho", "ocho"], alphabet=spanish)
    found = grown(Puzzle(tiles, Compact()), lexicon).best
    assert found is not None
    assert [written(row) for row in found.rows] in (["[CH]O[CH]O"], ["[CH]", "O", "[CH]", "O"])
