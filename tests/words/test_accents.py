"""Spellings with accents: of single words, and of every word of the shipped lexicon."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.shipped import data_dir
from patience.words.accents import AccentTable, shown
from patience.words.lemmas import with_accents
from patience.words.lexicon import load
from patience.words.wordlist import fold
from scripts.data.build_lexicon import accents_of


@given(st.text("aàâäbcçeéèêëiîïnñoôœæuùûüz", min_size=1))
def test_accents_give_the_spelling_back(spelling: str) -> None:
    assert with_accents(fold(spelling).lower(), accents_of(spelling)) == spelling


@pytest.mark.parametrize(
    ("word", "lexicon", "text"),
    [
        ("RIVATES", "fr", "RIVATES (rivâtes)"),
        ("PECHES", "fr-basic", "PECHES (péchés, pêches, pèches, pêchés)"),
        ("PECHES", "fr-common", "PECHES (péchés, pêches, pèches, pêchés)"),
        ("OEUF", "fr", "OEUF (œuf)"),
        ("CHAT", "fr", "CHAT"),
        ("QQQ", "fr", "QQQ"),
        ("RESUME", "en", "RESUME"),
        ("RIVATES", "list.txt", "RIVATES"),
    ],
)
def test_a_word_is_shown_with_its_spellings_unless_it_is_plain(
    word: str, lexicon: str, text: str
) -> None:
    assert shown(word, lexicon) == text


@pytest.mark.slow
@pytest.mark.watch("lexicons")
def test_every_spelling_is_that_of_its_word() -> None:
    data = (data_dir("lexicons") / "fr.accents.gz").read_bytes()
    table, words = AccentTable.decode(gzip.decompress(data)), list(load("fr"))
    assert len(table.of_word) == len(words)
    for place, word in enumerate(words):
        (forms,) = ([with_accents(word.lower(), x) for x in each] for each in table.of(place))
        assert forms, word
        assert len(set(forms)) == len(forms)
        assert all(fold(form) == word and form.islower() for form in forms), word
