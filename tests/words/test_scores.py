"""Least scores of words, for all lengths or by length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import LexiconError
from patience.words.reading import How
from patience.words.scores import LeastScores

SCORES = st.floats(-1e9, 1e9)


@given(st.dictionaries(st.integers(2, 99), SCORES, min_size=1), st.none() | SCORES)
def test_what_is_written_is_read_back(by_length: dict[int, float], others: float | None) -> None:
    least = LeastScores(tuple(sorted(by_length.items())), others)
    assert LeastScores.read(str(least)) == least
    assert all(least.of(n) == score for n, score in by_length.items())
    assert least.of(100) == others


@given(SCORES)
def test_a_number_holds_for_all_lengths(score: float) -> None:
    least = LeastScores.read(str(score))
    assert (least.of(2), least.of(30)) == (score, score)
    assert How(min_score=str(score)) == How(min_score=score)


def test_equal_limits_are_one() -> None:
    assert How(min_score=" 4:40.0, 3:60 ,*:20") == How(min_score="3:60,4:40,*:20")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("high", "give a number"),
        ("nan", "give a number"),
        ("3:high", "'high' is no score"),
        ("3:inf", "'inf' is no score"),
        ("3:60,40", "'40' is no LENGTH:SCORE"),
        ("1:60", "'1:60' is no LENGTH:SCORE"),
        ("3:60,", "'' is no LENGTH:SCORE"),
        ("3:60,03:50", "it says 3 twice"),
        ("*:1,*:2", r"it says \* twice"),
    ],
)
def test_other_texts_are_refused(text: str, why: str) -> None:
    with pytest.raises(LexiconError, match=why):
        How(min_score=text)
