"""Strips of good grids, to be refilled as well: the questions to which strip weights are fitted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from patience import Limits, solve
from patience.engines.beam.strips import as_good_as, asked_of_beams, draw_strip, freed_strip
from patience.engines.beam.variants import strip_variant, variants_of
from patience.engines.subproblem import CELL_FACE_DOWN, letters_of, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON, times
from scripts.tune.puzzles import Question, Source

# Grids with a greater share of blanks are dropped: a short search sometimes lays hardly a tile, and
# no search would refill strips of such a grid.
_POOR = 0.25


@dataclass(frozen=True)
class Strips:
    """Strips of grids found by a search.

    As in a search, each grid is replaced by refillings that are as good, so that the strips are
    those of a stagnating search.

    Attributes
    ----------
    width, height, sets : int
        Size of the frame, and number of the game's sets.
    beam : int
        Maximal beam width of the search for a grid.
    grids : int
    """

    width: int
    height: int
    sets: int
    beam: int = 8000
    grids: int = 3

    def sources(self, seed: int) -> Iterator[Source]:
        """Yield the grids of searches, if they are good."""
        puzzle = Puzzle(times(self.sets), Frame(self.width, self.height))
        limits = Limits(seconds=None, max_width=self.beam)
        for number in range(self.grids):
            found = solve(
                puzzle, load(LEXICON), engine="beam", limits=limits, seed=1000 * seed + number
            ).best
            letters = None if found is None else letters_of(found)
            if letters is not None and blanks_in(letters) <= _POOR * letters.size:
                yield GridStrips(puzzle, letters)

    def __str__(self) -> str:
        return (
            f"strips of {self.grids} grids of {self.width}x{self.height}, found at {self.beam:,} "
            f"states, {self.sets} sets, {LEXICON}"
        )


class GridStrips:
    """A source of strips of one grid, to be refilled as well.

    `letters`, uint8 of shape (height, width), has 0-25 for a letter and 26 for a blank.
    """

    def __init__(self, puzzle: Puzzle, letters: NDArray[np.uint8]) -> None:
        variant = strip_variant(puzzle, variants_of(puzzle, load(LEXICON).words)[0])
        self._sample = variant.sample if variant else None
        self._tiles = puzzle.tiles
        self._whole = subproblem_of(puzzle, letters.shape[1], letters.shape[0])
        self.letters = letters

    def ask(self, chance: Random) -> Question:
        """Return a strip of rows or columns, drawn as in a search."""
        of_rows, lines = draw_strip(self.letters.shape, chance)
        whole = as_good_as(self._whole, self.letters)
        strip = asked_of_beams(freed_strip(whole, self.letters, of_rows, lines))
        return Question(strip, self._tiles, LEXICON, self._sample, settled=True, of_rows=of_rows)

    def learn(self, question: Question, letters: NDArray[np.uint8]) -> None:
        """Replace the grid by one with no more blanks."""
        filling = letters.reshape(question.subproblem.cells.shape)
        if blanks_in(filling) <= blanks_in(self.letters):
            self.letters = filling.T.copy() if question.of_rows else filling


def blanks_in(letters: NDArray[np.uint8]) -> int:
    """Return the number of blanks of a grid."""
    return int(np.count_nonzero(letters >= CELL_FACE_DOWN))


STRIPS = [Strips(21, 21, 7), Strips(18, 13, 4), Strips(15, 15, 4), Strips(12, 12, 4)]
