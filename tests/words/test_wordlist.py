"""Word lists as one text: membership, order, hashes."""

from __future__ import annotations

import hashlib
import pickle
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.words import wordlist
from patience.words.wordlist import WordList

WORDS = st.sets(st.text("ABC", min_size=2, max_size=5), max_size=60)


@given(WORDS, WORDS)
def test_a_word_list_is_a_sorted_set(words: set[str], others: set[str]) -> None:
    listed = WordList.of(words)
    assert list(listed) == sorted(words)
    assert len(listed) == len(words)
    assert {word for word in words | others if word in listed} == words
    assert [listed.place(word) for word in listed] == [*range(len(words))]
    assert (listed == WordList.of_sorted(sorted(others))) == (words == others)


@given(WORDS.filter(bool), st.text("AB\n\udce9É", max_size=5))
def test_what_is_no_word_is_in_no_list(words: set[str], text: str) -> None:
    assert (text in WordList.of(words)) == (text in words)
    assert None not in WordList.of(words)


def test_a_long_list_is_cut_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [a + b + c for a in ascii_uppercase for b in ascii_uppercase for c in "AEZ"]
    for size in (1, 3, 4, 5, 1000, 10**6):
        monkeypatch.setattr(wordlist, "_BLOCK", size)
        listed = WordList.of(words)
        assert list(listed) == words
        assert [listed.place(word) for word in [*words, "AAB", "ZZ"]] == [
            *range(len(words)),
            None,
            None,
        ]


def test_the_hash_is_that_of_the_words_between_line_ends() -> None:
    words = WordList.of(["SKI", "OVE"])
    assert words.text == b"OVE\nSKI\n"
    assert words.sha256 == hashlib.sha256(b"OVE\nSKI").hexdigest()
    assert WordList(b"").sha256 == hashlib.sha256(b"").hexdigest()
    assert hash(words) == hash(pickle.loads(pickle.dumps(words)))
    assert words.by_length() == {3: 2}
