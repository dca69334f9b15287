"""Random puzzles: drawn from what is there, no two alike, each with its difficulty."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.analysis.difficulty import difficulty, draw, drawn, everyday
from patience.errors import PatienceError, TileError
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.question.catalogue import named, parse
from patience.question.spec import Spec
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon

WORDS = Lexicon.of(["AB", "BA", "ABA", "BAB"])


@given(
    st.sampled_from(["diamino-63", "scrabble-es", "q-less-1"]), st.integers(1, 12), st.integers()
)
def test_a_draw_takes_tiles_that_are_there(name: str, k: int, seed: int) -> None:
    bag = named(name)
    hand = draw(bag, k, Random(seed))
    assert hand.total == k
    assert hand.alphabet == bag.alphabet
    assert hand.jokers <= bag.jokers
    assert all(n <= most for n, most in zip(hand.counts, bag.counts, strict=True))
    assert hand == draw(bag, k, Random(seed))


def test_more_than_all_tiles_cannot_be_drawn() -> None:
    with pytest.raises(TileError, match="4 tiles cannot be drawn from custom, which has 3"):
        draw(parse("ABC"), 4, Random(0))


def test_the_everyday_words_of_a_lexicon_tell_how_hard_it_is() -> None:
    long = Conventions(min_length=5)
    assert everyday(Spec(lexicon="en", conventions=long)).name == "en-common"
    assert min(map(len, everyday(Spec(lexicon="en", conventions=long)))) == 5
    assert everyday(Spec(lexicon="en-common")).name == "en-common"


@pytest.mark.parametrize(
    ("puzzle", "left"),
    [
        (Puzzle(parse("ABBA"), Frame(2, 2)), 0),
        (Puzzle(parse("ABZZ"), Frame(2, 2)), 2 * 2),
        (Puzzle(parse("ABA"), Compact()), 0),
        (Puzzle(parse("ZZZZ"), Frame(2, 2)), 2 * 4),
    ],
)
def test_difficulty_is_what_two_beams_leave(puzzle: Puzzle, left: int) -> None:
    assert difficulty(puzzle, WORDS) == left


ASKED = Spec(Frame(3, 3), tiles=named("diamino-63"), lexicon="fr")


def test_drawn_puzzles_are_fit_and_no_two_alike() -> None:
    found = list(islice(drawn(ASKED, 9, "some", range(100)), 4))
    assert len({spec.tile_set for spec in found}) == 4
    for spec in found:
        assert spec.difficulty == difficulty(spec.puzzle(), everyday(spec))
    middle = sorted(spec.difficulty or 0 for spec in found)[2]
    hard = list(islice(drawn(ASKED, 9, "some", range(middle, 100)), 1))
    assert hard == [spec for spec in found if (spec.difficulty or 0) >= middle][:1]


def test_draws_end_where_there_are_no_more() -> None:
    few = Spec(Frame(2, 2), tiles=parse("ABBAB"), lexicon="fr")
    puzzles = drawn(few, 4, "few", range(100))
    assert len(list(islice(puzzles, 2))) == 2
    with pytest.raises(PatienceError, match="only 2 different hands were drawn"):
        next(puzzles)
    with pytest.raises(PatienceError, match="no puzzle of difficulty 90 to 99 in 200 draws"):
        next(drawn(few, 4, "few", range(90, 100)))
