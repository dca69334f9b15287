"""All crosswords of a small hand, grown word by word, whatever their size.

Beams and proofs work through rectangles. Twelve tiles with few words may need one of 60 cells or
more, or have no grid at all, which no rectangle tells soon; but few words make few crosswords.

The letter with the fewest words lies in one of them. From each of these a crossword grows, by a
word that shares a cell with it and brings at least one tile. The cells before and after a word are
shut, so each is laid in its full length. Runs that arise between words are judged at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from patience.engines import dawg as word_graph
from patience.engines.base import SearchContext
from patience.errors import EngineError
from patience.game.grid import BLANK, Grid
from patience.game.puzzle import Compact
from patience.game.tiles import TileSet
from patience.result import StopReason

# With more tiles there are too many crosswords.
MAX_TILES = 15

Place = tuple[int, int]
_ACROSS, _DOWN = (0, 1), (1, 0)

# Bits of a letter in a number of tiles.
_BITS = 5


class _Crossword(NamedTuple):
    """Letters by cell, the cells that stay empty, and those that have a word across or down."""

    letters: dict[Place, str]
    shut: frozenset[Place]
    across: frozenset[Place]
    down: frozenset[Place]

    def sides(self) -> tuple[int, int, int, int]:
        """Return the first row and column, the width and the height."""
        rows, cols = [r for r, _ in self.letters], [c for _, c in self.letters]
        return min(rows), min(cols), max(cols) - min(cols) + 1, max(rows) - min(rows) + 1

    def grid(self) -> Grid:
        """Return the grid without a margin."""
        top, left, width, height = self.sides()
        return Grid(
            tuple(
                "".join(self.letters.get((r, c), BLANK) for c in range(left, left + width))
                for r in range(top, top + height)
            )
        )


class _Packed:
    """Numbers of tiles by letter as one number; the guards notice a difference below 0."""

    def __init__(self, tiles: TileSet) -> None:
        self._one = {x: 1 << _BITS * k for k, x in enumerate(tiles.alphabet.symbols)}
        self._guards = self.of(tiles.alphabet.symbols) << _BITS - 1
        self.tiles = sum(n * self._one[x] for x, n in tiles.supply.items())

    def of(self, letters: Iterable[str]) -> int:
        """Return some letters as one number."""
        return sum(map(self._one.__getitem__, letters))

    def holds(self, tiles: int, need: int) -> bool:
        """Return whether there are enough tiles of every letter."""
        return ((tiles | self._guards) - need) & self._guards == self._guards

    def letters(self, tiles: int) -> set[str]:
        """Return the letters of which there is a tile."""
        return {x for x, one in self._one.items() if self.holds(tiles, one)}


class GrowEngine:
    """A resumable search for one crossword of all the tiles, or the proof that there is none.

    Raises
    ------
    EngineError
        If the puzzle is no compact grid of few tiles in one piece, without jokers or start.
    """

    def __init__(self, context: SearchContext) -> None:
        puzzle = context.puzzle
        if not isinstance(puzzle.goal, Compact) or puzzle.start is not None:
            raise EngineError("grow lays compact grids only, without a start")
        if puzzle.tiles.jokers or puzzle.tiles.total > MAX_TILES or not puzzle.rules.connected:
            raise EngineError(f"grow lays up to {MAX_TILES} letters in one piece, without jokers")
        self._context = context
        self._within = puzzle.goal.within
        self._packed = _Packed(puzzle.tiles)
        self._need: dict[str, int] = {}  # the tiles of each word
        self._fitting: dict[int, list[str]] = {}
        self._seen: set[bytes] = set()
        self._search = self._all()

    def run(self) -> StopReason:
        """Search until a grid is found or none is left.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        incumbent = self._context.incumbent
        if incumbent.best is None:
            self._context.stats.phase = "word by word"
            for grid in self._search:
                if grid is not None:
                    incumbent.offer(grid)
                    break
                self._context.tick()
            else:
                incumbent.prove_infeasible(
                    "no crossword takes all the tiles: each that their words can begin is refuted"
                )
        return StopReason.COMPLETE

    def _all(self) -> Iterator[Grid | None]:
        """Yield the grids, and None now and then."""
        packed, tiles = self._packed, self._packed.tiles
        words, counts = self._context.lexicon.words, self._context.puzzle.tiles.counts
        self._need = {x: packed.of(x) for x in word_graph.spelled(words, MAX_TILES, counts, 0)}
        letters = sorted(packed.letters(tiles))  # the same first one in every process
        with_letter = {x: [word for word in self._need if x in word] for x in letters}
        for word in min(with_letter.values(), key=len):
            for step in (_ACROSS, _DOWN):
                empty = _Crossword({}, frozenset(), frozenset(), frozenset())
                yield from self._laid(word, (0, 0), step, empty, tiles)

    def _grown(self, crossword: _Crossword, rest: int) -> Iterator[Grid | None]:
        """Yield the grids that begin with a crossword."""
        yield None
        _, _, width, height = crossword.sides()
        if self._within and (width > self._within[0] or height > self._within[1]):
            return
        if not rest:
            grid = crossword.grid()
            known = all(run.text in self._need for run in grid.runs())
            if known and self._context.puzzle.rules.allow(grid):
                yield grid
            return
        key = self._key(crossword)
        if key in self._seen:
            return
        self._seen.add(key)
        lines: Counter[tuple[Place, int]] = Counter()
        for (row, col), x in crossword.letters.items():
            lines[_ACROSS, row] += self._packed.of(x)
            lines[_DOWN, col] += self._packed.of(x)
        options = {line: self._words_of(rest + letters) for line, letters in lines.items()}
        usable = chain(self._words_of(rest), *options.values())
        if not self._packed.letters(rest).issubset(chain.from_iterable(usable)):
            return  # a tile has no word any more
        for cell, x in crossword.letters.items():
            for step, index, taken in (
                (_ACROSS, cell[0], crossword.across),
                (_DOWN, cell[1], crossword.down),
            ):
                for word in () if cell in taken else options[step, index]:
                    for k in (k for k, y in enumerate(word) if y == x):
                        first = (cell[0] - k * step[0], cell[1] - k * step[1])
                        yield from self._laid(word, first, step, crossword, rest)

    def _laid(
        self, word: str, first: Place, step: Place, crossword: _Crossword, rest: int
    ) -> Iterator[Grid | None]:
        """Yield the grids that begin with a crossword and a word from a cell on."""
        letters, shut, across, down = crossword
        before, *cells, after = (
            (first[0] + k * step[0], first[1] + k * step[1]) for k in range(-1, len(word) + 1)
        )
        if before in letters or after in letters:
            return
        new = {}
        for cell, x in zip(cells, word, strict=True):
            if cell in shut or letters.get(cell, x) != x:
                return
            if cell not in letters:
                new[cell] = x
        taken = self._packed.of(new.values())
        if new and self._packed.holds(rest, taken):
            across, down = (
                (across.union(cells), down) if step == _ACROSS else (across, down.union(cells))
            )
            grown = _Crossword({**letters, **new}, shut | {before, after}, across, down)
            yield from self._grown(grown, rest - taken)

    def _words_of(self, tiles: int) -> list[str]:
        """Return the words that some tiles spell, longest first."""
        found = self._fitting.get(tiles)
        if found is None:
            found = [word for word, need in self._need.items() if self._packed.holds(tiles, need)]
            found.sort(key=len, reverse=True)
            self._fitting[tiles] = found
        return found

    def _key(self, crossword: _Crossword) -> bytes:
        """Return what a crossword has in common with those elsewhere, or turned over."""
        marks = [(*cell, x) for cell, x in crossword.letters.items()]
        marks += [(*cell, "") for cell in crossword.shut]
        ways = [marks]
        if self._within is None or self._within[0] == self._within[1]:
            ways.append([(col, row, x) for row, col, x in marks])
        keys = []
        for way in ways:
            top, left = min(row for row, _, _ in way), min(col for _, col, _ in way)
            keys.append(sorted((row - top, col - left, x) for row, col, x in way))
        return blake2b(repr(min(keys)).encode(), digest_size=16).digest()
