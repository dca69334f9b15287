"""Strip search: a local search for large rectangles that fills one strip anew at a time.

Beams lose their grip as rows grow longer: of 21x21 they leave a third more blank, in proportion,
than of 14x9. In a good grid some adjacent rows or columns are freed and all other cells fixed
(a neighbourhood as of Shaw 1998); a beam whose rows run across the strip, however large the
rectangle is, looks for a filling with fewer blanks, or as many: of those it goes on from the one
that leaves the letters that words use most. Two strips are filled side by side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.beam.neighbourhoods import free_rows
from patience.engines.beam.search import BeamSearch
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.grid import Grid
from patience.game.tiles import ALPHABET

# Rows or columns freed. On 21x21 strips of 3 to 5 soon make nothing better; those of more than 8
# are seldom filled as well again.
SIZES = (4, 8)

# Least and greatest width of the beams: on 21x21 8,000 states led to 57.3 on average, 24,000 to 56
# in the same time; 15x15 and 18x13 want no more than the least.
_WIDTHS = (12_000, 32_000)

# Ceiling on the blanks of a strip, as a ratio to those it has: beams asked for no more than those
# often end with no grid at all, though they fill some strips as well again when asked for more.
_CEILING = 1.2

# How often strips are of rows instead of columns.
_HALF = 0.5

# Strips filled side by side, from the same grid: one, two and four led to 531, 528 and 536 blanks
# in all, after 120 strips from each of seven grids of 15x15, 18x13 and 21x21, with two seeds.
_AT_ONCE = 2

# What a joker laid is worth of letters left, in nats: about a letter of the commonest.
_JOKER = 3.0


class _Filling(NamedTuple):
    """A grid with a strip filled anew."""

    more: int  # blanks than before; none, or fewer
    worth: float  # of the tiles left
    letters: NDArray[np.uint8]


class StripSearch:
    """Strips of one rectangle, from the best grid on.

    Parameters
    ----------
    search : BeamSearch
    subproblem : Subproblem
        The rectangle as beams search it.
    variant : int
        The score variant for strips.
    to_grid : callable
        Makes the grid of letters, one a cell of `subproblem`.
    """

    def __init__(
        self,
        search: BeamSearch,
        subproblem: Subproblem,
        variant: int,
        to_grid: Callable[[NDArray[np.uint8]], Grid],
    ) -> None:
        self._search = search
        self._subproblem = subproblem
        self._variant = variant
        self._to_grid = to_grid
        self._values = np.log(search.runner.letter_shares)

    def run(self, start: NDArray[np.uint8], width: int, patience: int) -> None:
        """Search from a grid on.

        Parameters
        ----------
        start : ndarray of uint8, shape (height, width)
            A letter 0-25 a cell, 26 for none.
        width : int
            Wanted for the beams.
        patience : int
            Work without a better grid after which to end, as `BeamRunner.work` counts it.
        """
        search, current = self._search, start
        width = min(max(width, _WIDTHS[0]), _WIDTHS[1], search.max_width or _WIDTHS[1])
        end = search.runner.work + patience
        while search.runner.work < end and not search.incumbent.is_settled:
            cost = search.incumbent.cost
            current = self._fill_anew(current, width)
            if search.incumbent.cost != cost:
                end = search.runner.work + patience

    def _fill_anew(self, current: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
        """Free and fill strips; return the best grid of those with as few blanks, or that one."""
        search, whole = self._search, as_good_as(self._subproblem, current)
        drawn = [draw_strip(current.shape, search.rng) for _ in range(_AT_ONCE)]
        strips = [freed_strip(whole, current, *each) for each in drawn]
        fillings: list[_Filling] = []

        def take(number: int, found: BeamResult) -> None:
            (of_rows, _), strip = drawn[number], strips[number]
            if of_rows:
                found, strip = _transposed(found, *strip.cells.shape), strip.transposed()
            if found.total and found.blanks[0] < strip.max_blanks:
                search.offer(found, self._to_grid)
            fillings.extend(self._best_of(found, strip))

        search.context.stats.neighbourhoods += len(strips)
        search.fill_anew([asked_of_beams(each) for each in strips], width, self._variant, take)
        if not fillings:
            return current
        best = min(fillings, key=lambda each: (each.more, -each.worth))
        return best.letters.reshape(current.shape)

    def _best_of(self, found: BeamResult, freed: Subproblem) -> Iterator[_Filling]:
        """Yield the filling that leaves most, of those with the fewest blanks, if as few as before.

        Tiles left are worth the logarithms of their letters' shares in the words.
        """
        if not found.total or found.blanks[0] > freed.max_blanks:
            return
        letters = found.letters[found.blanks == found.blanks[0]]
        laid = letters[:, freed.cells.ravel() == CELL_OPEN]
        laid = np.minimum(laid, len(ALPHABET)).astype(np.int64)
        places = laid + (len(ALPHABET) + 1) * np.arange(len(laid))[:, None]
        counts = np.bincount(places.ravel(), minlength=len(laid) * (len(ALPHABET) + 1))
        used = counts.reshape(len(laid), -1)[:, : len(ALPHABET)]
        left = np.array(freed.counts) - used
        worth = np.maximum(left, 0) @ self._values + _JOKER * np.minimum(left, 0).sum(axis=1)
        for i in np.argsort(-worth, kind="stable"):
            if self._search.puzzle.rules.allow(self._to_grid(letters[i])):
                more = int(found.blanks[0]) - freed.max_blanks
                yield _Filling(more, float(worth[i]), letters[i])
                return


def draw_strip(shape: tuple[int, ...], rng: Random) -> tuple[bool, range]:
    """Return whether the strip is of rows, and which rows or columns it frees.

    Parameters
    ----------
    shape : tuple of int
        Height and width of the rectangle.
    rng : random.Random
    """
    height, width = shape
    of_rows = height <= MAX_COLUMNS and rng.random() < _HALF
    lines = height if of_rows else width
    size = min(rng.randint(*SIZES), lines)
    first = rng.randint(0, lines - size)
    return of_rows, range(first, first + size)


def as_good_as(whole: Subproblem, letters: NDArray[np.uint8]) -> Subproblem:
    """Return the question for grids with no more blanks than that one, shape (height, width)."""
    blank = (whole.cells == CELL_OPEN) & (letters >= CELL_FACE_DOWN)
    return whole.with_max_blanks(int(np.count_nonzero(blank)))


def freed_strip(
    whole: Subproblem, letters: NDArray[np.uint8], of_rows: bool, strip: range
) -> Subproblem:
    """Return the question that fills a strip of a grid anew; its rows run across the strip.

    Parameters
    ----------
    whole : Subproblem
        The rectangle, with as many blanks allowed as the grid has.
    letters : ndarray of uint8, shape (height, width)
        The grid.
    of_rows : bool
        Whether rows are filled anew, or columns.
    strip : range
        Which of them.
    """
    if not of_rows:
        whole, letters = whole.transposed(), letters.T
    freed = free_rows(whole, letters, strip)
    assert freed is not None  # the tiles and the blanks are those of a grid
    return freed.transposed()


def asked_of_beams(strip: Subproblem) -> Subproblem:
    """Return the question that beams get for a strip: a few more cells may stay blank."""
    return strip.with_max_blanks(min(math.ceil(_CEILING * strip.max_blanks), strip.open_cells))


def _transposed(found: BeamResult, height: int, width: int) -> BeamResult:
    """Return what a beam found on a rectangle of that size with rows and columns exchanged."""
    n = len(found.letters)
    grids = found.letters.reshape(n, height, width).transpose(0, 2, 1)
    return replace(found, letters=np.ascontiguousarray(grids).reshape(n, height * width))
