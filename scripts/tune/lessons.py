"""What the weights of each kind are learnt from: rectangles to fill, with tiles drawn by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

import numpy as np

from patience.engines import dawg as word_graph
from patience.engines.beam.surplus import capped, draw_sample
from patience.engines.beam.variants import variants_of
from patience.engines.beam.weights import usual_shares
from patience.engines.subproblem import Subproblem, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON, natural, times
from scripts.tune.fit_score import Ask, drawn_anew, each_letter, redrawn


class Question(NamedTuple):
    """A subproblem for one beam.

    Attributes
    ----------
    subproblem : Subproblem
        Its tiles are those that the beam knows of.
    tiles : TileSet
        All tiles of the puzzle.
    lexicon : str
    sample : tuple of 26 float, optional
        The beam has a tile sample, of so many tiles of each letter on average.
    """

    subproblem: Subproblem
    tiles: TileSet
    lexicon: str = LEXICON
    sample: tuple[float, ...] | None = None


class Lesson(Protocol):
    """Puzzles of one shape that weights are learnt from."""

    def questions(self, number: int) -> Iterator[Question]:
        """Yield what puzzle `number` asks of beams; 0 has the tiles of the game."""


@dataclass(frozen=True)
class Whole:
    """A whole rectangle, and tiles that are all needed."""

    ask: Ask

    def questions(self, number: int) -> Iterator[Question]:
        """Yield one question, see `Lesson`."""
        tiles = redrawn(self.ask, number or None, "learn")
        yield Question(self.ask.subproblem(tiles), tiles, self.ask.lexicon)

    def __str__(self) -> str:
        return str(self.ask)


@dataclass(frozen=True)
class Sampled:
    """A whole rectangle, and a sample of too many tiles.

    Attributes
    ----------
    rows, columns, blanks : int
        At most so many cells stay blank.
    jokers, sets : tuple of int
        How many jokers there are, and of how many sets of the game the letters: one of these.
    """

    rows: int
    columns: int
    blanks: int
    jokers: tuple[int, ...]
    sets: tuple[int, ...] = (2, 3, 4)

    def questions(self, number: int) -> Iterator[Question]:
        """Yield one question, see `Lesson`; the sample is drawn as the engine draws it."""
        tiles = self.tiles(number)
        puzzle, words = Puzzle(tiles, Frame(self.columns, self.rows)), load(LEXICON).words
        shares = usual_shares(word_graph.letter_counts(words, puzzle.longest_line))
        whole = subproblem_of(puzzle, self.columns, self.rows).with_max_blanks(self.blanks)
        sampled = draw_sample(capped(whole), shares, np.random.default_rng(number))
        yield Question(sampled, tiles, sample=variants_of(puzzle, words)[0].sample)

    def tiles(self, number: int) -> TileSet:
        """Return tiles as in the game, a quarter of them drawn anew, or as frequent as in words."""
        chance = Random(f"learn {number} {self}")
        sets, jokers = chance.choice(self.sets), chance.choice(self.jokers)
        game = times(sets).with_jokers(jokers)
        source = chance.randrange(3) if number else 0
        if source == 0:
            return game
        if source == 1:
            return natural(game.letters).with_jokers(jokers)
        letters = drawn_anew(each_letter(game), game.letters // 4, chance)
        return from_letters(letters, jokers, f"learn {number}")

    def __str__(self) -> str:
        sets, jokers = ("/".join(map(str, x)) for x in (self.sets, self.jokers))
        return (
            f"{self.columns}x{self.rows}, at most {self.blanks} blank, sample of {sets} sets, "
            f"{jokers} jokers, {LEXICON}"
        )


# By kind, in stages, easier questions first. Asked for about as few blanks as records have, and
# more jokers than the game, so that most sets have some diversity classes at the width given. More
# blanks would do that too, but teach less of what the records look like (docs/search.md).
LESSONS: dict[str, Sequence[Sequence[Lesson]]] = {
    "frame": [[Whole(Ask("frame", 9, 7, 5, jokers=4))]],
    "large": [[Whole(Ask("large", 14, 9, 13, jokers=6))]],
    "compact": [
        [
            Whole(Ask("compact", 17, 4, 7, jokers=3)),
            Whole(Ask("compact", 14, 5, 7, jokers=4)),
            Whole(Ask("compact", 23, 3, 6, jokers=5)),
        ]
    ],
    "surplus": [
        [
            Sampled(9, 7, 1, jokers=(0, 2, 3)),
            Sampled(8, 8, 2, jokers=(0, 2, 3)),
            Sampled(8, 6, 0, jokers=(0, 2, 3)),
            Sampled(7, 7, 1, jokers=(0, 2, 3)),
        ],
        [
            Sampled(9, 7, 0, jokers=(6, 8)),
            Sampled(9, 7, 1, jokers=(3,)),
            Sampled(8, 6, 0, jokers=(4,)),
            Sampled(7, 7, 0, jokers=(6,)),
        ],
    ],
    "large-surplus": [
        [
            Sampled(12, 12, 12, jokers=(4, 8), sets=(3, 4, 5)),
            Sampled(12, 10, 8, jokers=(4, 8), sets=(3, 4, 5)),
            Sampled(15, 12, 17, jokers=(4, 8), sets=(4, 5)),
            Sampled(10, 10, 6, jokers=(4, 8), sets=(3, 4, 5)),
        ]
    ],
}
