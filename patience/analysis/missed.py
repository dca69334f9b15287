"""What was missed: better grids that keep most of a player's grid.

A window of the grid is reopened, the rest stays, and a search fills it (large neighbourhood
search). Better grids are reopened in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from patience.analysis.candidates import possible_words
from patience.analysis.wordtable import WordTable
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, is_face_up
from patience.game.puzzle import Puzzle
from patience.game.referee import verify

# Cells of a window: in a larger one a search of a second ends before it is through.
_LEAST, _MOST = 6, 18

# Least share of the tiles face up that stay in their places.
KEPT = 2 / 3

# Fills a puzzle with some words; None if it finds nothing.
Fill = Callable[[Puzzle, set[str]], Grid | None]


@dataclass(frozen=True)
class Suggestion:
    """A better grid: its cost, and the cells that differ from the player's."""

    grid: Grid
    cost: int
    changed: tuple[Cell, ...]


def suggestions(
    puzzle: Puzzle,
    mine: Grid,
    lexicon: Container[str],
    table: WordTable,
    fill: Fill,
    *,
    goes_on: Callable[[], bool],
    seed: int = 0,
) -> Iterator[Suggestion]:
    """Yield better grids than a valid one, as long as none before is as good with fewer changes.

    Parameters
    ----------
    puzzle : Puzzle
        A frame or a board, without a start.
    mine : Grid
    lexicon : container of str
        The referee's words; `table` has the same.
    table : WordTable
    fill : callable
        Completes a puzzle with a start; it need not do its best.
    goes_on : callable
        Whether to try one more window.
    seed : int
        Orders windows that are equally promising.
    """
    found: list[Suggestion] = []
    tried: set[Grid] = set()
    windows = _Windows(Random(seed))
    windows.add(mine)
    while goes_on() and (window := windows.pop()) is not None:
        grid, cells = window
        start = _reopened(grid, cells)
        if start in tried:
            continue
        tried.add(start)
        opened = Puzzle(puzzle.tiles, puzzle.goal, puzzle.rules, start)
        better = fill(opened, possible_words(opened, start, table))
        if better is None or puzzle.cost(better) >= puzzle.cost(grid):
            continue
        report = verify(puzzle, better, lexicon)
        changed = tuple(cell for cell, x in mine.cells() if _shown(x) != _shown(better[cell]))
        if not report.valid or report.cost is None or not _keeps(mine, changed):
            continue
        if any(each.cost <= report.cost and len(each.changed) <= len(changed) for each in found):
            continue
        found.append(Suggestion(better, report.cost, changed))
        windows.add(better)
        yield found[-1]


@dataclass
class _Windows:
    """Windows to reopen, in two orders that take turns.

    One order prefers a high share of blanks, which small windows have: few changes for each tile
    gained. The other prefers many blanks: more tiles gained.
    """

    luck: Random
    orders: tuple[list[tuple[float, float, Grid, frozenset[Cell]]], ...] = field(
        default_factory=lambda: ([], [])
    )

    def add(self, grid: Grid) -> None:
        for height, width in product(range(2, grid.height + 1), range(2, grid.width + 1)):
            if not _LEAST <= height * width <= _MOST:
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

    def pop(self) -> tuple[Grid, frozenset[Cell]] | None:
        first, second = self.orders
        self.orders = (second, first)
        return first.pop()[2:] if first else None


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
