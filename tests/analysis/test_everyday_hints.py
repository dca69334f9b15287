"""Hints prefer words that people know."""

from __future__ import annotations

from functools import partial

import pytest

from patience.analysis.hint import hint_of
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import named
from patience.result import Limits, Result
from patience.solve import solve
from patience.words.lexicon import Lexicon, everyday, load

STARTS = ["CHAT", "THERMIDOR", "MAISON", "VOITURE"]


def puzzle(first: str) -> Puzzle:
    start = Grid((first.ljust(9, "."), *["." * 9] * 6))
    return Puzzle(named("diamino-63"), Frame(9, 7), start=start)


def complete(asked: Puzzle, words: Lexicon) -> Result:
    return solve(asked, words, limits=Limits(seconds=None, max_width=10), threads=1)


@pytest.mark.slow
def test_of_hints_at_most_one_is_no_everyday_word() -> None:
    french, common = load("fr"), load("fr-common")
    rare = []
    for first in STARTS:
        asked = puzzle(first)
        word = hint_of(asked.start, french, partial(complete, asked)).word
        assert word is not None
        rare += [] if word.text in common else [word.text]
    assert len(rare) <= 1, rare


def test_where_everyday_words_do_not_do_all_words_are_tried() -> None:
    french = load("fr")
    asked = puzzle("RIVATE")  # of which only a rare word is made
    tried = []

    def fill(words: Lexicon) -> Result:
        tried.append(words)
        return complete(asked, words)

    assert hint_of(asked.start, french, fill).result.best is not None
    few, every = tried
    assert len(every) == len(french)
    assert "RIVATES" not in few


def test_a_list_without_everyday_words_has_none() -> None:
    own, tried = Lexicon.of(["chat", "chien"]), []
    assert everyday(own) is None

    def fill(words: Lexicon) -> Result:
        tried.append(words)
        return complete(puzzle("CHAT"), words)

    hint_of(None, own, fill)
    assert tried == [own]
