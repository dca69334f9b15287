"""Symmetric blocks: a loop above the engines.

Beams choose blocks as they fill, cell by cell, so a symmetric grid comes by chance alone. So a free
grid is found first, and its blocks, with their images, are laid as cells that stay empty. What the
engine leaves empty beside them tells where the next pattern needs a block; another goes for it once
a grid is found, until no pattern of fewer blocks fills in its time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from dataclasses import replace

from patience.errors import PuzzleError
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, image, is_face_up
from patience.game.lines import table_of
from patience.game.puzzle import Puzzle
from patience.result import Limits, Result, Status
from patience.searches.search import Loop, SearchFunction, Task

# Maximum cells of puzzles that engines search as they are, with a share of the time: provers may
# end there.
_SMALL, _SMALL_SHARE = 36, 0.5

# Share of the time for the first free grid, and for each pattern, with its least seconds.
_FREE_SHARE, _TRY_SHARE, _TRY_SECONDS = 0.05, 0.03, 0.3

# Patterns where the work is limited, not the time.
_TRIES = 24

# Patterns without a better grid before another free grid gives new blocks.
_PATIENCE = 6


def symmetric(search: SearchFunction, task: Task) -> Result:
    """Return the cheapest grid found of those whose blocks are symmetric."""
    found = _Patterns(search, task)
    found.run()
    return found.result()


class _Patterns(Loop):
    """The best symmetric grid so far, and the patterns tried."""

    def __init__(self, search: SearchFunction, task: Task) -> None:
        super().__init__(search, task)
        puzzle = task.puzzle
        self._free = replace(puzzle, rules=replace(puzzle.rules, symmetry="none"))
        self._rng = random.Random(task.seed)
        laid = table_of(puzzle)
        assert laid is not None, "a frame and a board have a size"
        self._laid = laid
        self._orbit = {
            cell: frozenset({cell, image(cell, laid.width, laid.height, puzzle.rules.symmetry)})
            for cell, _ in laid.cells()
        }
        empty = [cell for cell, x in laid.cells() if x in {CLOSED, FACE_DOWN}]
        self._forced = self._with_images(empty)

    def run(self) -> None:
        """Search the puzzle itself if it is small, which may end with a proof; then patterns."""
        if len(self._orbit) <= _SMALL:
            self._take(self._puzzle, _SMALL_SHARE)
        blocks, failures = None if self._is_done else self._first_blocks(_FREE_SHARE), 0
        while blocks is not None and not self._is_done:
            blocks = self._fewer(blocks)
            if blocks is None:
                return
            grid, better = self._take(self._with(blocks), _TRY_SHARE, len(blocks))
            failures = 0 if better else failures + 1
            if grid is None or failures >= _PATIENCE:
                failures, blocks = 0, self._first_blocks(_TRY_SHARE)
            elif better:
                blocks = self._empty(grid)
            else:
                blocks = self._bent(blocks, grid)

    @property
    def _is_done(self) -> bool:
        by_work = self._limits.seconds is None and self._tries >= _TRIES
        return by_work or super()._is_done

    def _take(
        self, puzzle: Puzzle, share: float, blocks: int | None = None
    ) -> tuple[Grid | None, bool]:
        """Search once; return the grid found, and whether it is the best symmetric one so far.

        With a number of blocks the search ends at a grid that has no other empty cell.
        """
        try:
            result, is_better = self.ask(puzzle, self._part(share, puzzle, blocks))
        except PuzzleError:
            if blocks is None:
                raise
            return None, False  # no line left has room for a required word
        if blocks is None:  # not narrower than the puzzle
            self.incumbent.raise_bound(result.bound)
            if result.status is Status.INFEASIBLE:
                self.incumbent.prove_infeasible(result.reason)
        return self.incumbent.best if is_better else result.best, is_better

    def _part(self, share: float, puzzle: Puzzle, blocks: int | None) -> Limits:
        """Return the limits of one search."""
        target = self._limits.target
        if blocks is not None:
            closed = self._laid.count(CLOSED)
            tiles = self._puzzle.tiles
            target = blocks - closed
            if puzzle.goal_name == "board" and not tiles.free:
                open_cells = len(self._orbit) - closed
                target = max(tiles.total - open_cells + target, 0)
        return self._limited(max(share * (self._limits.seconds or 0.0), _TRY_SECONDS), target)

    def _first_blocks(self, share: float) -> frozenset[Cell] | None:
        """Return the blocks of one half of a free grid with their images."""
        grid, _ = self._take(self._free, share)
        if grid is None:
            return None
        upper = self._rng.random() < 0.5
        half = [cell for cell in self._empty(grid) if (cell == min(self._orbit[cell])) == upper]
        return self._with_images(half) | self._forced

    def _fewer(self, blocks: frozenset[Cell]) -> frozenset[Cell] | None:
        """Return a pattern of fewer blocks than the best grid has empty cells, if there is one."""
        best = self.incumbent.best
        most = math.inf if best is None else len(self._empty(best)) - 1
        while len(blocks) > most:
            loose = sorted(blocks - self._forced)
            if not loose:
                return None
            blocks -= self._orbit[self._rng.choice(loose)]
        return blocks

    def _bent(self, blocks: frozenset[Cell], grid: Grid) -> frozenset[Cell]:
        """Return a pattern with a block where the grid has an empty cell more.

        Where a letter lies opposite, that is a cell of its row or column.
        """
        empty = self._empty(grid) - blocks
        more = sorted(self._with_images(empty))
        if not more:
            rows, columns = {cell.row for cell in empty}, {cell.col for cell in empty}
            lines = [x for x in self._orbit if x.row in rows or x.col in columns]
            others = sorted(self._with_images(lines) - blocks)
            more = [self._rng.choice(others)] if others else []
        best = self.incumbent.best
        if best is None or not more:
            return blocks | self._with_images(more)
        fresh = self._with_images([self._rng.choice(more)])
        most = len(self._empty(best)) - 1
        while len(blocks | fresh) > most and (loose := sorted(blocks - self._forced - fresh)):
            blocks -= self._orbit[self._rng.choice(loose)]
        return blocks | fresh

    def _with(self, blocks: frozenset[Cell]) -> Puzzle:
        """Return the free puzzle with cells that stay empty."""
        rows = (
            "".join(
                FACE_DOWN if x == BLANK and Cell(r, c) in blocks else x for c, x in enumerate(row)
            )
            for r, row in enumerate(self._laid.rows)
        )
        return replace(self._free, start=Grid(tuple(rows)))

    def _with_images(self, cells: Collection[Cell]) -> frozenset[Cell]:
        """Return cells with their images; none of a cell where a letter lies, or opposite one."""
        found = frozenset[Cell]().union(*(self._orbit[cell] for cell in cells))
        return frozenset(
            cell for cell in found if not any(is_face_up(self._laid[x]) for x in self._orbit[cell])
        )

    def _empty(self, grid: Grid) -> frozenset[Cell]:
        return frozenset(cell for cell, x in grid.cells() if not is_face_up(x))
