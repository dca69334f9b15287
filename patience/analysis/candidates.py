"""Candidates: the letters that each open cell can still take.

Each line is solved by itself, with its fixed letters and the tiles left. A cell keeps the
letters that both of its lines allow, and one round of propagation solves the lines again with
those. An excluded letter is proven impossible; a remaining one need not be possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.analysis.wordtable import NO_LETTER, Flags, Supply, WordTable
from patience.game.alphabet import Alphabet
from patience.game.grid import BLANK, Cell, Grid, is_face_up
from patience.game.puzzle import Puzzle


@dataclass(frozen=True)
class Candidates:
    """The candidates of each cell of a grid.

    Attributes
    ----------
    letters : ndarray of bool, shape (height, width, letters)
        The candidate letters. A fixed letter that no word can contain is not among them.
    empty : ndarray of bool, shape (height, width)
        Whether the cell may be without a letter.
    stuck : ndarray of bool, shape (height, width)
        Whether the cell has a letter that no word can contain.
    symbols : str
        The letters in alphabetical order.
    """

    letters: Flags
    empty: Flags
    stuck: Flags
    symbols: str

    def at(self, cell: tuple[int, int]) -> str:
        """Return the candidate letters of a cell, in alphabetical order."""
        return "".join(x for x, ok in zip(self.symbols, self.letters[cell], strict=True) if ok)

    def dead(self) -> list[Cell]:
        """Return the cells with a stuck letter, or that can be neither filled nor empty."""
        dead = self.stuck | (~self.letters.any(axis=2) & ~self.empty)
        return [Cell(int(row), int(col)) for row, col in np.argwhere(dead)]


def candidates(puzzle: Puzzle, grid: Grid, table: WordTable) -> Candidates:
    """Return the candidates of each cell, after one round of propagation.

    Parameters
    ----------
    puzzle : Puzzle
        Source of the tiles.
    grid : Grid
        ``.`` is open; ``*`` and ``#`` stay without a letter.
    table : WordTable

    Notes
    -----
    Each line is exact: a letter remains if and only if the line can be completed with it.
    Crossings are made arc consistent as in constraint programming (AC-3), for one round only.
    """
    return _narrowed(puzzle, grid, table)[0]


def possible_words(puzzle: Puzzle, grid: Grid, table: WordTable) -> set[str]:
    """Return all words that a completion of the grid can have, and few that it cannot.

    Parameters
    ----------
    puzzle, grid, table
        As for `candidates`.
    """
    _, reader, field = _narrowed(puzzle, grid, table)
    return {
        table.text(fits.length, int(number))
        for each in (field, field.turned())
        for line in range(len(each.empty))
        for _, fits in reader.stretches(each.at(line))
        for number in fits.numbers
    }


def _crossed_once(
    puzzle: Puzzle, grid: Grid, table: WordTable
) -> tuple[_Reader, _Field, _Takes, _Takes]:
    """Return what the rows and the columns allow, each by themselves, and what both do."""
    supply = Supply.of(puzzle, grid)
    reader, start = _Reader(table, supply), _Field.of(grid, supply, table.alphabet)
    across, down = reader.takes(start), reader.takes(start.turned()).turned()
    return reader, _crossed(start, across, down), across, down


def _narrowed(puzzle: Puzzle, grid: Grid, table: WordTable) -> tuple[Candidates, _Reader, _Field]:
    reader, field, across, down = _crossed_once(puzzle, grid, table)
    field = _crossed(field, reader.takes(field), reader.takes(field.turned()).turned())
    stuck = across.stuck | down.stuck
    found = Candidates(field.letters, field.empty, stuck, table.alphabet.symbols)
    return found, reader, field


# ---- helpers -------------------------------------------------------------------------------------


class _Field(NamedTuple):
    """A grid, or one line of it, as the possible contents of its cells.

    `letters` has shape (..., letters); `empty` marks cells that may have no letter; `fixed` is the
    fixed letter by its place in the alphabet, or -1. `alone` marks cells where a letter may stand
    without a neighbour in its row, as a word may cross it, `alone_turned` the same for its column.
    """

    letters: Flags
    empty: Flags
    fixed: NDArray[np.int8]
    alone: Flags
    alone_turned: Flags

    @classmethod
    def of(cls, grid: Grid, supply: Supply, alphabet: Alphabet) -> _Field:
        shape = grid.height, grid.width
        letters = np.zeros((*shape, len(alphabet)), np.bool_)
        empty = np.ones(shape, np.bool_)
        fixed = np.full(shape, NO_LETTER, np.int8)
        any_left = (supply.left > 0) | (supply.jokers > 0)
        for cell, x in grid.cells():
            if is_face_up(x):
                fixed[cell] = alphabet.index[x.upper()]
                letters[cell][fixed[cell]] = True
                empty[cell] = False
            elif x == BLANK:
                letters[cell] = any_left
        anywhere = np.ones(shape, np.bool_)
        return cls(letters, empty, fixed, anywhere, anywhere)

    def turned(self) -> _Field:
        letters, empty, fixed, alone, turned = self
        return _Field(letters.swapaxes(0, 1), empty.T, fixed.T, turned.T, alone.T)

    def at(self, place: int | slice) -> _Field:
        """Return a row of a grid, or a slice of a row."""
        parts: list[Any] = [part[place] for part in self]
        return _Field(*parts)

    @property
    def key(self) -> bytes:
        """Cache key: equal for equal rows."""
        return b"".join(part.tobytes() for part in self[:4])


class _Takes(NamedTuple):
    """The possible contents of cells, as far as their rows are concerned.

    `words`, shape (..., letters), counts the ways in which a word puts each letter there. `single`
    marks cells where a letter may stand without a neighbour in its row, `empty` cells that may have
    no letter, and `stuck` letters that prevent their row from being completed. In such a row, the
    other arrays are unrestricted.
    """

    words: NDArray[np.int64]
    single: Flags
    empty: Flags
    stuck: Flags

    def turned(self) -> _Takes:
        return _Takes(self.words.swapaxes(0, 1), self.single.T, self.empty.T, self.stuck.T)


class _Fits(NamedTuple):
    """The words that fit a stretch of a line, by number."""

    length: int
    numbers: NDArray[np.intp]


class _Reader:
    """Solves lines, with a cache for equal ones."""

    def __init__(self, table: WordTable, supply: Supply) -> None:
        self._table = table
        self._supply = supply
        self._read: dict[bytes, tuple[_Takes, list[tuple[int, _Fits]]]] = {}

    def takes(self, field: _Field) -> _Takes:
        """Return the possible contents of the cells by their rows."""
        rows = [self._line(field.at(r))[0] for r in range(len(field.empty))]
        return _Takes(*map(np.stack, zip(*rows, strict=True)))

    def stretches(self, line: _Field) -> list[tuple[int, _Fits]]:
        """Return the stretches that words can fill in some completion of the line."""
        return self._line(line)[1]

    def _line(self, line: _Field) -> tuple[_Takes, list[tuple[int, _Fits]]]:
        if line.key not in self._read:
            self._read[line.key] = self._read_line(line)
        return self._read[line.key]

    def _read_line(self, line: _Field) -> tuple[_Takes, list[tuple[int, _Fits]]]:
        n = len(line.empty)
        ends = [-1, *(int(i) for i in np.flatnonzero(line.empty)), n]  # bounds of stretches
        fits: dict[tuple[int, int], _Fits] = {}

        def stands(p: int, q: int) -> bool:
            """Tell whether the cells between two bounds can all have letters."""
            if not line.letters[p + 1 : q].any(axis=1).all():
                return False
            if q - p > 2:
                part = line.at(slice(p + 1, q))
                fits[p, q] = _Fits(
                    q - p - 1, self._table.fitting(part.letters, part.fixed, self._supply)
                )
                return fits[p, q].numbers.size > 0
            return q - p < 2 or bool(line.alone[p + 1])

        pairs = [(p, q) for p in ends for q in ends if p < q and stands(p, q)]
        before, after = {-1}, {n}  # bounds reachable from the start, and from the end
        for p, q in sorted(pairs, key=lambda pair: pair[1]):
            if p in before:
                before.add(q)
        for p, q in sorted(pairs, reverse=True):
            if q in after:
                after.add(p)
        if n not in before:
            return _stuck(line, pairs), []
        kinds = line.letters.shape[-1]
        words = np.zeros((n, kinds), np.int64)
        single = np.zeros(n, np.bool_)
        stretches = []
        for p, q in pairs:
            if p not in before or q not in after:
                continue
            if q - p == 2:
                single[p + 1] = True
            elif q - p > 2:
                stretches.append((p + 1, fits[p, q]))
                letters = self._table.letters(q - p - 1)[fits[p, q].numbers]
                for i in range(q - p - 1):
                    words[p + 1 + i] += np.bincount(letters[:, i], minlength=kinds)
        empty = np.array([i in before and i in after for i in range(n)], np.bool_)
        return _Takes(words, single, empty, np.zeros(n, np.bool_)), stretches


def _stuck(line: _Field, pairs: list[tuple[int, int]]) -> _Takes:
    """Return the contents of a line that cannot be completed, with its stuck letters."""
    fixed = line.fixed != NO_LETTER
    held = np.zeros(len(fixed), np.bool_)
    for p, q in pairs:
        held[p + 1 : q] = True
    stuck = fixed & ~held if (fixed & ~held).any() else fixed
    anything = np.ones(len(fixed), np.bool_)
    return _Takes(line.letters.astype(np.int64), anything, line.empty, stuck)


def _crossed(field: _Field, across: _Takes, down: _Takes) -> _Field:
    """Keep what both lines of a cell allow; a letter needs a word in at least one of them."""
    along, below = across.words > 0, down.words > 0
    alone, apart = across.single[..., None], down.single[..., None]
    letters = field.letters & ((along & below) | (along & apart) | (alone & below))
    return field._replace(
        letters=letters,
        empty=field.empty & across.empty & down.empty,
        alone=np.any(below & letters, axis=-1),
        alone_turned=np.any(along & letters, axis=-1),
    )
