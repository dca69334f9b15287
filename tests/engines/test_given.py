"""Words that join letters of the start are drawn as cells and tiles allow."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from patience import Board, Grid, Limits, Puzzle
from patience.engines.recreate.engine import RecreateEngine
from patience.engines.recreate.given import Joining
from patience.engines.subproblem import CELL_CLOSED, CELL_OPEN, Subproblem
from patience.game.tiles import from_letters
from patience.words.lexicon import load
from patience.words.wordlist import WordList
from tests.engines.running import context_of

_START = """
    ...........
    ....I.S....
    ....R......
    ..N...G....
    ......H.IT.
    ...UOS.....
    ...........
    .N.A....T..
    .E....T....
    .S.........
    ...........
"""


def line_of(text: str, letters: str, jokers: int, *, down: bool) -> Subproblem:
    """Return a line with the letters shown, and tiles for the rest."""
    kinds = [{".": CELL_OPEN, "#": CELL_CLOSED}.get(x, ord(x) - ord("A")) for x in text]
    tiles = Counter(letters)
    counts = tuple(tiles[chr(ord("A") + k)] for k in range(26))
    line = Subproblem(np.array([kinds], np.int8), counts, jokers, len(text), connected=True)
    return line.transposed() if down else line


def shown(subproblem: Subproblem) -> str:
    names = {CELL_OPEN: ".", CELL_CLOSED: "#"}
    return "".join(names.get(k, chr(ord("A") + k)) for k in subproblem.cells.ravel().tolist())


def fits(line: str, first: int, word: str, letters: str, jokers: int) -> bool:
    """Tell whether a word may lie in a line from a cell on."""
    cells = line[first : first + len(word)]
    ends = line[max(first - 1, 0) : first] + line[first + len(word) : first + len(word) + 1]
    if len(cells) < len(word) or ends.strip(".#"):
        return False
    new = Counter(y for x, y in zip(cells, word, strict=True) if x == ".")
    agree = all(x in (".", y) for x, y in zip(cells, word, strict=True))
    return agree and (new - Counter(letters)).total() <= jokers


@pytest.mark.parametrize("number", range(60))
def test_all_words_that_fit_a_run_are_drawn_and_no_others(number: int) -> None:
    rng = Random(number)
    words = {"".join(rng.choices("ABC", k=rng.randint(2, 5))) for _ in range(40)}
    run, letters = "".join(rng.choices("ABC", k=2)), "".join(rng.choices("ABC", k=2))
    words.discard(run)
    line = "".join(rng.choices("....#", k=3)) + run + "." + rng.choice("...#ABC") + ".."
    jokers = rng.choice((0, 0, 1))
    expected = {
        line[:first] + word + line[first + len(word) :]
        for word in words
        for first in range(4)
        if first + len(word) >= 5 and fits(line, first, word, letters, jokers)
    }
    begun = line_of(line, letters, jokers, down=number % 2 == 0)
    draws = [Joining(WordList.of(words)).drawn(begun, rng) for _ in range(300)]
    assert {shown(x) for x in draws if x} == expected
    assert (None in draws) == (not expected)


def test_runs_that_are_words_and_lone_letters_stay() -> None:
    begun = line_of("AB..C.", "ABC", 0, down=False)
    assert Joining(WordList.of(["AB", "ABC"])).drawn(begun, Random(1)) is begun


def test_letters_that_one_word_joins_have_a_grid() -> None:
    """Random moves lay SEGHIA in none of 300 million units of work."""
    start = Grid(tuple(_START.split()))
    letters = "AAAAABCEEEEEGHIIIIIIILNNNOOOPPPPQRSSSSSTTTTTTTTTUU"
    puzzle = Puzzle(from_letters(letters), Board(Grid((11 * ".",) * 11)), start=start)
    context = context_of(puzzle, load("fr"), limits=Limits(None), threads=1, seed=1)
    RecreateEngine(context).run(20_000_000)
    assert context.incumbent.best is not None
