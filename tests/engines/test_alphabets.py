"""Tiles of several letters, and letters with accents of their own: all engines, and brute force."""

from __future__ import annotations

from random import Random

import pytest

from patience import CpsatParams, Limits, ProveParams, solve
from patience.game.alphabet import alphabet_of
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.solve import ENGINES
from patience.words.lexicon import Lexicon
from tests import naive
from tests.engines.running import right
from tests.strategies import Case

# Written pieces that words are made of: tiles of several letters, their letters alone, accents.
PIECES = {
    "es": ("ch", "c", "h", "ll", "l", "rr", "r", "ñ", "n", "a", "á", "o", "z"),
    "ca": ("l·l", "l", "ll", "ny", "n", "qu", "q", "u", "ü", "ç", "c", "a", "à", "e"),
    "de": ("ä", "a", "ö", "o", "ü", "u", "ß", "s", "e", "z", "é"),
    "nl-ij": ("ij", "i", "j", "e", "ë", "n", "z"),
}


# As few as have every piece.
DRAWS = 27


def drawn(seed: int) -> tuple[Puzzle, list[str]]:
    """Return a tiny puzzle with jokers, and its words as people write them."""
    rng = Random(f"alphabets {seed}")
    language = rng.choice(sorted(PIECES))
    alphabet = alphabet_of(language)
    pieces = rng.sample(PIECES[language], 7)
    words = ["".join(rng.choices(pieces, k=rng.choice((2, 2, 3, 3, 4)))) for _ in range(40)]
    useful = sorted({x for word in words for x in naive.spelled(word, alphabet.faces)})
    useful = [x for x in useful if x in alphabet.index]
    width, height = rng.choice(((2, 2), (3, 2), (3, 3), (4, 2)))
    jokers = rng.choice((0, 1, 2))
    goal: Goal = rng.choice((Frame(width, height), Compact(), Board(Grid(("..#", "...", "#..")))))
    needed = rng.randint(4, 6) if isinstance(goal, Compact) else width * height + rng.randint(0, 3)
    letters = rng.choices(useful, k=max(needed - jokers, 1))
    tiles = from_letters(letters, jokers, "drawn", alphabet)
    return Puzzle(tiles, goal), words


@pytest.mark.parametrize("seed", range(DRAWS))
def test_engines_are_right_with_any_alphabet(seed: int) -> None:
    puzzle, written = drawn(seed)
    tiles = puzzle.tiles
    words = {naive.spelled(word, tiles.alphabet.faces) for word in written}
    letters = tiles.alphabet.index.keys()
    words = {word for word in words if len(word) > 1 and letters >= set(word)}
    lexicon = Lexicon.of(written, alphabet=tiles.alphabet)
    assert set(lexicon) == words
    engine = sorted(ENGINES)[seed % len(ENGINES)]
    alone = {"cpsat": CpsatParams(beam_seconds=0), "prove": ProveParams(beam_seconds=0)}
    limits, params = Limits(seconds=30), alone.get(engine)
    result = solve(puzzle, lexicon, engine=engine, limits=limits, params=params, threads=1)
    assert right(Case(puzzle, frozenset(words)), result, proven=engine != "beam")


def test_the_draw_has_what_it_is_about() -> None:
    puzzles = [drawn(seed)[0] for seed in range(DRAWS)]
    faces = {face for p in puzzles for face, n in zip(*_counts(p.tiles), strict=True) if n}
    assert {"CH", "LL", "RR", "Ñ", "L·L", "NY", "QU", "Ç", "Ä", "Ö", "IJ"} <= faces
    assert {p.tiles.jokers for p in puzzles} == {0, 1, 2}


def _counts(tiles: TileSet) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tiles.alphabet.faces, tiles.counts
