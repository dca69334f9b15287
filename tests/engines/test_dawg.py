from __future__ import annotations

import random
from string import ascii_uppercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.engines import dawg as dawg_module
from patience.engines.beam import kernels as beam
from patience.engines.dawg import END, FIRST_DEEP, FIRST_SHIFT, LETTERS, MUST, ROOT, Dawg, build
from patience.engines.exhaustive.rows import kernels as exhaustive
from patience.engines.fill import kernels as fill
from patience.game.alphabet import MAX_KINDS
from patience.words.wordlist import WordList

WORDS = st.sets(st.text("ABC", min_size=2, max_size=6), max_size=40).map(sorted)


def children(dawg: Dawg, node: int) -> dict[str, int]:
    packed = int(dawg.nodes[node])
    letters = [chr(65 + k) for k in range(26) if packed & LETTERS & (1 << k)]
    first = packed >> FIRST_SHIFT
    return dict(zip(letters, map(int, dawg.child[first : first + len(letters)]), strict=True))


def accepted(dawg: Dawg, node: int, so_far: str = "") -> set[str]:
    """Every text of two letters or more that leads from a node to an END."""
    found = {so_far} if len(so_far) > 1 and int(dawg.nodes[node]) & END else set()
    for letter, child in children(dawg, node).items():
        found |= accepted(dawg, child, so_far + letter)
    return found


def test_all_kernels_have_room_for_the_same_kinds_of_tiles() -> None:
    rooms = {module.KINDS for module in (dawg_module, beam, exhaustive, fill)}
    assert rooms == {MAX_KINDS}


@given(WORDS)
def test_accepts_the_words_and_nothing_else(words: list[str]) -> None:
    dawg = build(WordList.of(words), 6)
    assert accepted(dawg, ROOT) == set(words)
    assert dawg.words == len(words)


@given(WORDS)
def test_deep_nodes_are_minimal(words: list[str]) -> None:
    dawg = build(WordList.of(words), 6)
    languages = [
        (bool(int(dawg.nodes[n]) & END), frozenset(children(dawg, n).items()))
        for n in range(FIRST_DEEP, len(dawg))
    ]
    assert len(set(languages)) == len(languages)


@given(WORDS)
def test_single_letters_have_nodes_of_their_own(words: list[str]) -> None:
    dawg = build(WordList.of(words), 6)
    assert list(children(dawg, ROOT).values()) == list(range(1, 27))
    for single in range(1, 27):
        assert int(dawg.nodes[single]) & END
        assert not int(dawg.nodes[single + MUST]) & END
        assert children(dawg, single) == children(dawg, single + MUST)


@given(WORDS, st.lists(st.integers(0, 3), min_size=3, max_size=3), st.integers(0, 2))
def test_leaves_out_what_the_tiles_cannot_spell(
    words: list[str], amounts: list[int], jokers: int
) -> None:
    dawg = build(WordList.of(words), 5, [*amounts, *[0] * 23], jokers)
    expected = {
        word
        for word in words
        if len(word) <= 5
        and sum(max(word.count(x) - n, 0) for x, n in zip("ABC", amounts, strict=True)) <= jokers
    }
    assert accepted(dawg, ROOT) == expected


@pytest.mark.parametrize(("words", "kind"), [(300, np.uint16), (80_000, np.uint32)])
def test_node_numbers_are_as_small_as_they_can_be(words: int, kind: type) -> None:
    rng = random.Random(words)  # random words share few suffixes
    some = {"".join(rng.choices(ascii_uppercase, k=8)) for _ in range(words)}
    dawg = build(WordList.of(some), 8)
    assert dawg.child.dtype == kind
