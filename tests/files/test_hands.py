"""Hands in the notations that people use: each is read as what it is."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from patience.question.catalogue import parse

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COUNTED = ("{}{}", "{}:{}", "{} {}", "{} = {}", "{} x {}")
JOKERS = ("?{}", "*{}", "blank{}", "joker {}", "Blank:{}")


@st.composite
def written(draw: st.DrawFn, counts: dict[str, int], jokers: int) -> str:
    """Draw a hand's text: letter by letter, its number behind each, or before each."""
    pairs = draw(st.permutations(list(counts.items())))
    between = draw(st.sampled_from([" ", ", ", "; ", ",", "\n", " \r\n"]))
    match draw(st.sampled_from(["letters", "before", "behind"])):
        case "letters":
            return "".join(x * n for x, n in pairs) + "?" * jokers
        case "before":
            by = draw(st.sampled_from(["", " ", " x "]))
            return between.join([f"{n}{by}{x}" for x, n in pairs] + ["?"] * jokers)
    parts = [draw(st.sampled_from(COUNTED)).format(x, n) for x, n in pairs]
    return between.join(parts + [draw(st.sampled_from(JOKERS)).format(jokers)] * (jokers > 0))


@given(st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 12), min_size=1),
       st.sampled_from([0, 0, 1, 2, 4]), st.data())  # fmt: skip
def test_a_hand_is_read_in_any_notation(
    counts: dict[str, int], jokers: int, data: st.DataObject
) -> None:
    tiles = parse(data.draw(written(counts, jokers)))
    assert Counter(dict(zip(LETTERS, tiles.counts, strict=True))) == Counter(counts)
    assert tiles.jokers == jokers
