"""Questions for beams, by kind of weights: what `scripts.tune.evolve_score` fits these to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from patience import Limits, solve
from patience.engines.beam.strips import as_good_as, asked_of_beams, draw_strip, freed_strip
from patience.engines.beam.variants import strip_variant, variants_of
from patience.engines.subproblem import CELL_FACE_DOWN, Subproblem, letters_of, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON, times
from scripts.tune.fit_score import drawn_anew, each_letter

# Grids with a greater share of blanks are left out: a short search ends with hardly a tile laid now
# and then, and their strips are like nothing that a search goes on from.
_POOR = 0.25


class Asked(NamedTuple):
    """A question for beams.

    Attributes
    ----------
    subproblem : Subproblem
    tiles : TileSet
        All tiles of the puzzle.
    sample : tuple of 26 float, optional
        Beams have tile samples, of so many tiles of each letter on average.
    settled : bool
        What lies there already is part of a grid that obeys the rules.
    of_rows : bool
        The subproblem is a strip of rows: rows and columns are exchanged.
    """

    subproblem: Subproblem
    tiles: TileSet
    sample: tuple[float, ...] | None = None
    settled: bool = False
    of_rows: bool = False


class Source(Protocol):
    """Asks questions of one kind."""

    def ask(self, chance: Random) -> Asked:
        """Return some question."""

    def learn(self, asked: Asked, letters: NDArray[np.uint8]) -> None:
        """Look at a grid that a beam found for a question, a letter a cell."""


class Lesson(Protocol):
    """Questions about rectangles of one shape."""

    def sources(self, seed: int) -> Iterator[Source]:
        """Yield what asks them."""


@dataclass(frozen=True)
class Whole:
    """A whole rectangle.

    Attributes
    ----------
    width, height, sets : int
        Of how many sets of the game the tiles are.
    blanks : tuple of int
        Beams are asked for so many blanks, at least and at most.
    redrawn : float
        Share of the questions whose tiles have a quarter of their letters drawn anew, so that
        weights do not learn the ways through one set of letters by heart.
    draws : int
        How many such sets there are: what beams must know of a set's lines takes seconds to make.
    """

    width: int
    height: int
    sets: int
    blanks: tuple[int, int]
    redrawn: float = 0.75
    draws: int = 8

    def sources(self, seed: int) -> Iterator[Source]:
        """Yield the rectangle."""
        yield _Rectangle(self, seed)

    def __str__(self) -> str:
        blanks = " to ".join(map(str, sorted(set(self.blanks))))
        return f"{self.width}x{self.height}, {self.sets} sets, {blanks} blanks, {LEXICON}"


@dataclass(frozen=True)
class Strips:
    """Strips of grids that a search finds.

    The grids move on to fillings as good as they are, as they do in a search, so that strips are
    what searches meet once they get no further.

    Attributes
    ----------
    width, height, sets : int
        Of how many sets of the game the tiles are.
    beam : int
        Width of the widest beam of the search for a grid.
    grids : int
    """

    width: int
    height: int
    sets: int
    beam: int = 8000
    grids: int = 3

    def sources(self, seed: int) -> Iterator[Source]:
        """Yield the grids that searches end with, if they are good."""
        puzzle = Puzzle(times(self.sets), Frame(self.width, self.height))
        limits = Limits(seconds=None, max_width=self.beam)
        for number in range(self.grids):
            found = solve(
                puzzle, load(LEXICON), engine="beam", limits=limits,
                seed=1000 * seed + number,
            ).best  # fmt: skip
            letters = None if found is None else letters_of(found)
            if letters is not None and blanks_in(letters) <= _POOR * letters.size:
                yield GridStrips(puzzle, letters)

    def __str__(self) -> str:
        return (
            f"strips of {self.grids} grids of {self.width}x{self.height}, found at {self.beam:,} "
            f"states, {self.sets} sets, {LEXICON}"
        )


class _Rectangle:
    """Asks for a whole rectangle, see `Source`."""

    def __init__(self, whole: Whole, seed: int) -> None:
        self._whole, self._usual = whole, times(whole.sets)
        numbers = range(whole.draws)
        self._redrawn = [_redrawn(self._usual, Random(f"{seed} {number}")) for number in numbers]

    def ask(self, chance: Random) -> Asked:
        whole = self._whole
        redrawn = chance.random() < whole.redrawn
        tiles = chance.choice(self._redrawn) if redrawn else self._usual
        puzzle = Puzzle(tiles, Frame(whole.width, whole.height))
        subproblem = subproblem_of(puzzle, *sorted((whole.width, whole.height)))
        asked = subproblem.with_max_blanks(chance.randint(*whole.blanks))
        return Asked(asked, tiles, variants_of(puzzle, load(LEXICON).words)[0].sample)

    def learn(self, asked: Asked, letters: NDArray[np.uint8]) -> None:
        """Do nothing: the rectangle stays empty."""


class GridStrips:
    """Asks for strips of a grid to be filled as well again, see `Source`.

    Parameters
    ----------
    puzzle : Puzzle
    letters : ndarray of uint8, shape (height, width)
        The grid: a letter 0-25 a cell, 26 for none.

    Attributes
    ----------
    letters : ndarray of uint8, shape (height, width)
    """

    def __init__(self, puzzle: Puzzle, letters: NDArray[np.uint8]) -> None:
        variant = strip_variant(puzzle, variants_of(puzzle, load(LEXICON).words)[0])
        self._sample = variant.sample if variant else None
        self._tiles = puzzle.tiles
        self._whole = subproblem_of(puzzle, letters.shape[1], letters.shape[0])
        self.letters = letters

    def ask(self, chance: Random) -> Asked:
        """Return a strip of the grid, of rows or columns, as a search would draw it."""
        of_rows, lines = draw_strip(self.letters.shape, chance)
        whole = as_good_as(self._whole, self.letters)
        strip = freed_strip(whole, self.letters, of_rows, lines)
        asked = asked_of_beams(strip)
        return Asked(asked, self._tiles, self._sample, settled=True, of_rows=of_rows)

    def learn(self, asked: Asked, letters: NDArray[np.uint8]) -> None:
        """Move on to a grid with no more blanks."""
        filling = letters.reshape(asked.subproblem.cells.shape)
        if blanks_in(filling) <= blanks_in(self.letters):
            self.letters = filling.T.copy() if asked.of_rows else filling


def _redrawn(tiles: TileSet, chance: Random) -> TileSet:
    """Return the tiles with a quarter of the letters drawn anew, as frequent as they are in all."""
    usual = each_letter(tiles)
    letters = drawn_anew(usual, len(usual) // 4, chance)
    return from_letters(letters, tiles.jokers, f"{tiles.name}, a quarter redrawn")


def blanks_in(letters: NDArray[np.uint8]) -> int:
    """Return how many cells of a grid have no letter."""
    return int(np.count_nonzero(letters >= CELL_FACE_DOWN))


# By kind. Asked for about as few blanks as records have; where less than a third of the beams end
# with a grid, one begins with some more.
QUESTIONS: dict[str, Sequence[Lesson]] = {
    "large": [Whole(14, 9, 2, (12, 13))],
    "huge": [Whole(21, 21, 7, (53, 62)), Whole(18, 13, 4, (22, 27))],
    "surplus": [
        Whole(7, 7, 1, (2, 2)),
        Whole(8, 6, 1, (1, 1)),
        Whole(9, 7, 2, (1, 1)),
        Whole(9, 7, 4, (1, 1)),
    ],
    "large-surplus": [
        Whole(10, 10, 2, (5, 7)),
        Whole(12, 12, 4, (9, 12)),
        Whole(15, 15, 4, (21, 25)),
    ],
    "strips": [Strips(21, 21, 7), Strips(18, 13, 4), Strips(15, 15, 4), Strips(12, 12, 4)],
}
