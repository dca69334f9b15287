"""Hints prefer words that people know."""

from __future__ import annotations

from functools import partial

from patience.analysis.hint import completed, next_word
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
    return solve(asked, words, limits=Limits(max_width=30), threads=1)


def test_of_hints_at_most_one_is_no_everyday_word() -> None:
    french, common = load("fr"), load("fr-common")
    rare = []
    for first in STARTS:
        asked = puzzle(first)
        result, known = completed(asked.start, french, partial(complete, asked))
        assert result.best is not None
        word = next_word(asked.start, result.best, french, known)
        assert word is not None
        rare += [] if word.text in common else [word.text]
    assert len(rare) <= 1, rare


def test_where_everyday_words_do_not_do_all_words_are_tried() -> None:
    french = load("fr")
    asked = puzzle("RIVATE")  # of which only a rare word is made
    tried = []

    def fill(words: Lexicon) -> Result:
        tried.append(len(words))
        return complete(asked, words)

    result, known = completed(asked.start, french, fill)
    assert result.best is not None
    assert len(tried) == 2
    assert tried[1] == len(french)
    assert "RIVATES" not in known


def test_a_list_without_everyday_words_has_none() -> None:
    own = Lexicon.of(["chat", "chien"])
    assert everyday(own) is None
    assert completed(None, own, lambda words: complete(puzzle("CHAT"), words))[1] == ()
