"""Root branches: decisions that no search can make cell by cell, taken first as fixed cells.

A connected crossword lies in one region of the open cells; a required word lies somewhere. Each
branch is a subproblem of its own. Required words are laid as a pattern: one word alone, or several
as they lie in a grid that has them all.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem, pieces
from patience.game.alphabet import Alphabet
from patience.game.grid import Grid


class Branches(NamedTuple):
    """Subproblems that replace one, and whether they cover it."""

    subproblems: list[Subproblem]
    complete: bool


class Pattern(NamedTuple):
    """Words that lie together, with a margin of one cell around them.

    A cell is a letter by its place in the alphabet, `CELL_FACE_DOWN` at the ends of the words,
    which stay without letter, else `CELL_OPEN`.
    """

    cells: NDArray[np.int8]  # (height, width)
    words: int  # of several there may be other patterns


def pattern_of_word(word: str, alphabet: Alphabet) -> Pattern:
    """Return the pattern of a word laid across."""
    return pattern_of(Grid((word,)), (word,), alphabet)


def pattern_of(grid: Grid, words: Collection[str], alphabet: Alphabet) -> Pattern:
    """Return the pattern of some words as they lie in a grid; each of them must."""
    cells = np.full((grid.height + 2, grid.width + 2), CELL_OPEN, np.int8)
    runs = {run.text: run for run in grid.runs()}
    for word in words:
        for row, column in runs[word].ends:
            cells[row + 1, column + 1] = CELL_FACE_DOWN
    for word in words:
        for (row, column), x in zip(runs[word].cells, word, strict=True):
            cells[row + 1, column + 1] = alphabet.index[x]
    rows, columns = np.nonzero((cells >= 0) & (cells < CELL_FACE_DOWN))
    return Pattern(
        cells[rows.min() - 1 : rows.max() + 2, columns.min() - 1 : columns.max() + 2].copy(),
        len(words),
    )


def root_branches(
    subproblem: Subproblem, patterns: Sequence[Pattern], most: int, rng: random.Random
) -> Branches:
    """Return up to `most` root branches: one region each, with a pattern laid, in random order.

    With one region and no pattern the only branch is `subproblem` itself. Of several patterns each
    gives one branch; all branches of a single word cover the subproblem.
    """
    parts = regions(subproblem)
    if not patterns:
        return Branches(parts[:most], len(parts) <= most)
    found: list[Subproblem] = []
    for pattern in rng.sample(patterns, len(patterns)):
        each = most + 1 if len(patterns) == 1 else 1
        found += islice(_placed(parts, pattern, rng), each)
        if len(found) > most:
            break
    is_one_word = [pattern.words for pattern in patterns] == [1]
    return Branches(found[:most], is_one_word and len(found) <= most)


def regions(subproblem: Subproblem) -> list[Subproblem]:
    """Return the subproblem restricted to each connected region, the largest first."""
    if not subproblem.connected:
        return [subproblem]
    usable = subproblem.cells < CELL_FACE_DOWN
    parts = [] if usable.all() else pieces(usable)
    if len(parts) < 2:
        return [subproblem]
    pinned = usable & (subproblem.cells >= 0)
    found = []
    for part in sorted(parts, key=len, reverse=True):
        outside = np.ones(subproblem.cells.shape, np.bool_)
        outside[tuple(zip(*part, strict=True))] = False
        region = subproblem.with_blanks(np.flatnonzero(outside))
        if region is not None and not np.any(pinned & outside):
            found.append(region)
    return found


def _placed(
    parts: Sequence[Subproblem], pattern: Pattern, rng: random.Random
) -> Iterator[Subproblem]:
    """Yield the subproblems with a pattern laid, as it is or transposed, in random order."""
    ways = [(part, turned) for part in parts for turned in (False, True)]
    positions = [
        (part, turned, position)
        for part, turned in ways
        for position in _positions(part.cells.T if turned else part.cells, pattern)
    ]
    rng.shuffle(positions)
    for part, turned, position in positions:
        branch = _laid(part.transposed() if turned else part, pattern, position)
        if branch is not None:
            yield branch.transposed() if turned else branch


def _positions(cells: NDArray[np.int8], pattern: Pattern) -> list[tuple[int, int]]:
    """Return the first row and column of the pattern's letters wherever the cells admit it."""
    # Outside there are no letters, as the margin wants it.
    around = np.pad(cells, 1, constant_values=CELL_FACE_DOWN)
    rows, columns = (n - m + 1 for n, m in zip(around.shape, pattern.cells.shape, strict=True))
    if min(rows, columns) < 1:
        return []
    fits = np.ones((rows, columns), np.bool_)
    for (row, column), wanted in np.ndenumerate(pattern.cells):
        if wanted != CELL_OPEN:
            there = around[row : row + rows, column : column + columns]
            fits &= (there == CELL_OPEN) | (np.minimum(there, CELL_FACE_DOWN) == wanted)
    return [(int(row), int(column)) for row, column in np.argwhere(fits)]


def _laid(subproblem: Subproblem, pattern: Pattern, position: tuple[int, int]) -> Subproblem | None:
    """Return the subproblem with a pattern laid at a place; None if tiles lack."""
    height, width = subproblem.cells.shape
    laid = np.full((height + 2, width + 2), CELL_OPEN, np.int8)
    top, left = position
    laid[top : top + pattern.cells.shape[0], left : left + pattern.cells.shape[1]] = pattern.cells
    laid = laid[1:-1, 1:-1]
    letters = np.where(laid == CELL_OPEN, CELL_FACE_DOWN, laid).astype(np.uint8)
    return subproblem.with_fixed(letters, laid != CELL_OPEN)
