"""What was missed: better grids that keep most of a player's grid.

Part of the grid is reopened, the rest stays, and a search fills it (large neighbourhood search): in
a frame or a board a window, in a compact grid a smaller rectangle without some of the words. Better
grids are reopened in turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import NamedTuple

from patience.game.diagnosis import texts_by_length
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, is_face_up
from patience.game.lines import lines_of, patterns
from patience.game.puzzle import Compact, Puzzle
from patience.referee import verify
from patience.words.lexicon import Lexicon
from patience.words.wordlist import WordList

# Cells of a window: in a larger one a search of a second ends before it is through.
_MIN_CELLS, _MAX_CELLS = 6, 18

# Words taken out of a compact grid at most, beside those that no longer fit; draws of them in a row
# that are no use before one gives up.
_MAX_WORDS, _ATTEMPTS = 5, 100

# Least share of the tiles face up that stay in their places.
KEPT = 2 / 3

# Fills a puzzle with some words; None if it finds nothing.
Fill = Callable[[Puzzle, Lexicon], Grid | None]


@dataclass(frozen=True)
class Suggestion:
    """A better grid: its cost, and the cells that differ from the player's."""

    grid: Grid
    cost: int
    changed: tuple[Cell, ...]


class Opening(NamedTuple):
    """A grid, and a start that reopens a part of it with its first cell at `corner`."""

    grid: Grid
    start: Grid
    corner: Cell = Cell(0, 0)


def suggestions(
    puzzle: Puzzle,
    mine: Grid,
    lexicon: Lexicon,
    fill: Fill,
    *,
    goes_on: Callable[[], bool],
    seed: int = 0,
) -> Iterator[Suggestion]:
    """Yield better grids than a valid one, as long as none before is as good with fewer changes.

    Parameters
    ----------
    puzzle : Puzzle
        Without a start.
    mine : Grid
    lexicon : Lexicon
    fill : callable
        Completes a puzzle with a start; it need not do its best.
    goes_on : callable
        Whether to try once more.
    seed : int
        Orders what is equally promising.
    """
    found: list[Suggestion] = []
    tried: set[tuple[Grid, Cell]] = set()
    luck = Random(seed)
    compact = isinstance(puzzle.goal, Compact)
    openings = _Words(luck, lexicon, tried) if compact else _Windows(luck, lexicon)
    openings.add(mine)
    while goes_on() and (opening := openings.pop()) is not None:
        grid, start, corner = opening
        if (start, corner) in tried:
            continue
        tried.add((start, corner))
        opened = Puzzle(puzzle.tiles, puzzle.goal, puzzle.rules, start)
        filled = fill(opened, openings.words(start))
        better = filled and _placed(filled, corner, mine)
        if better is None or puzzle.cost(better) >= puzzle.cost(grid):
            continue
        report = verify(puzzle, better, lexicon)
        changed = tuple(cell for cell, x in mine.cells() if _shown(x) != _shown(better[cell]))
        if not report.valid or report.cost is None or not _keeps(mine, changed):
            continue
        if any(each.cost <= report.cost and len(each.changed) <= len(changed) for each in found):
            continue
        found.append(Suggestion(better, report.cost, changed))
        openings.add(better)
        yield found[-1]


@dataclass
class _Windows:
    """Windows to reopen, in two orders that take turns.

    One order prefers a high share of blanks, which small windows have: few changes for each tile
    gained. The other prefers many blanks: more tiles gained.
    """

    luck: Random
    lexicon: Lexicon
    orders: tuple[list[tuple[float, float, Grid, frozenset[Cell]]], ...] = field(
        default_factory=lambda: ([], [])
    )
    texts: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = texts_by_length(self.lexicon)

    def add(self, grid: Grid) -> None:
        for height, width in product(range(2, grid.height + 1), range(2, grid.width + 1)):
            if not _MIN_CELLS <= height * width <= _MAX_CELLS:
                continue
            corners = product(range(grid.height - height + 1), range(grid.width - width + 1))
            for top, left in corners:
                across = range(left, left + width)
                cells = frozenset(Cell(*c) for c in product(range(top, top + height), across))
                blanks = sum(grid[cell] in (BLANK, FACE_DOWN) for cell in cells)
                if blanks:
                    size = height * width
                    for order, worth in zip(
                        self.orders, (blanks / size, blanks - size / 6), strict=True
                    ):
                        order.append((worth, self.luck.random(), grid, cells))
        for order in self.orders:
            order.sort(key=lambda each: each[:2])

    def pop(self) -> Opening | None:
        first, second = self.orders
        self.orders = (second, first)
        if not first:
            return None
        *_, grid, cells = first.pop()
        return Opening(grid, _reopened(grid, cells))

    def words(self, start: Grid) -> Lexicon:
        """Return the words that fit a start's letters somewhere: a fill has no others."""
        held = ("".join(start[cell].upper() for cell in line.cells) for line in lines_of(start))
        found = {
            word
            for pattern in {x for each in held for _, x in patterns(each)}  # a blank is any letter
            for word in re.findall(f"^{pattern}$", self.texts.get(len(pattern), ""), re.MULTILINE)
        }
        return Lexicon("window", WordList.of(found, self.lexicon.words.alphabet))


@dataclass
class _Words:
    """Compact grids with a row or a column less, without the words that lose a tile and some more.

    Those that lose the fewest tiles are taken the most often.
    """

    luck: Random
    lexicon: Lexicon
    tried: Container[tuple[Grid, Cell]]
    smaller: list[tuple[int, Opening]] = field(default_factory=list)

    def add(self, grid: Grid) -> None:
        up = grid.face_up()
        rows, cols = [cell.row for cell in up], [cell.col for cell in up]
        top, bottom, left, right = min(rows), max(rows), min(cols), max(cols)
        for first, last in [
            (Cell(top + 1, left), Cell(bottom, right)),
            (Cell(top, left), Cell(bottom - 1, right)),
            (Cell(top, left + 1), Cell(bottom, right)),
            (Cell(top, left), Cell(bottom, right - 1)),
        ]:
            part = [row[first.col : last.col + 1] for row in grid.rows[first.row : last.row + 1]]
            if part and part[0]:
                start = _whole_words(Grid(tuple(part)), self.lexicon)
                lost = len(up) - len(start.face_up())
                if lost <= (1 - KEPT) * len(up):
                    self.smaller.append((lost, Opening(grid, start, first)))

    def pop(self) -> Opening | None:
        for _ in range(_ATTEMPTS if self.smaller else 0):
            opening = self._drawn()
            kept, all_of_them = (len(each.face_up()) for each in (opening.start, opening.grid))
            if kept >= KEPT * all_of_them and (opening.start, opening.corner) not in self.tried:
                return opening
        return None

    def words(self, _start: Grid) -> Lexicon:
        """Return all words: most fit somewhere on a table that is mostly open."""
        return self.lexicon

    def _drawn(self) -> Opening:
        _, opening = min(self.luck.choices(self.smaller, k=2), key=lambda each: each[0])
        start = opening.start
        for _ in range(self.luck.randrange(_MAX_WORDS + 1)):
            runs = start.runs()
            word = frozenset(self.luck.choice(runs).cells) if runs else frozenset()
            shared = {cell for run in runs for cell in run.cells if {*run.cells} != word}
            start = _whole_words(start.without(word - shared or word), self.lexicon)
        return opening._replace(start=start)


def _whole_words(grid: Grid, lexicon: Container[str]) -> Grid:
    """Return the grid without tiles that are part of no word, and without runs that are none."""
    while True:
        runs = grid.runs()
        words = {cell for run in runs if run.text in lexicon for cell in run.cells}
        gone = grid.face_up().keys() - words
        wrong = [run for run in runs if run.text not in lexicon]
        if not gone and not wrong:
            return grid
        grid = grid.without(gone or min(wrong, key=lambda run: len(run.text)).cells)


def _placed(grid: Grid, corner: Cell, table: Grid) -> Grid:
    """Return a table of the same size with nothing but the grid, its first cell at `corner`."""

    def content(cell: Cell, _x: str) -> str:
        row, col = cell.row - corner.row, cell.col - corner.col
        inside = 0 <= row < grid.height and 0 <= col < grid.width
        return grid[row, col] if inside else BLANK

    return table.mapped(content)


def _reopened(grid: Grid, cells: frozenset[Cell]) -> Grid:
    """Return the start that leaves only some cells open."""

    def content(cell: Cell, x: str) -> str:
        if x == CLOSED or (is_face_up(x) and cell not in cells):
            return x
        return BLANK if cell in cells else FACE_DOWN

    return grid.mapped(content)


def _keeps(mine: Grid, changed: tuple[Cell, ...]) -> bool:
    up = mine.face_up()
    return sum(cell in up for cell in changed) <= (1 - KEPT) * len(up)


def _shown(x: str) -> str:
    return x.upper() if is_face_up(x) else ""
