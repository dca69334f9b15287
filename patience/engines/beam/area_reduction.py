"""Area reduction, for compact grids: ever smaller rectangles, each with the blanks it must have.

Every shape below the best area is tried once by a small beam. From then on they stand in the order
of how near their beams came to the end, and each is searched by beams half as wide as the one
before it: the most promising shape gets half of the time, and all shapes get there in the end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.beam.search import BeamSearch
from patience.engines.subproblem import Subproblem, subproblem_of
from patience.game.grid import Grid
from patience.game.puzzle import Compact

FIRST_WIDTH = 1000

# Areas of the opening rectangles over the number of tiles: the first is found in a second.
_OPENINGS = (1.35, 1.6, 2.0, 3.0, 5.0)

# How many areas below the best a round looks at.
_REACH = 8

# Up to so many tiles every shape there can be is tried before giving up, so that a puzzle without
# answer is told from one that is only hard.
_FEW_TILES = 12


@dataclass
class _Shape:
    """A rectangle, where it lies in the start (if there is one), and how the beams fared on it."""

    width: int
    height: int
    top: int = 0
    left: int = 0
    widest: int = 0  # width of the widest beam so far
    missing: int = 0  # cells that beam left to fill
    infeasible: bool = False  # proven impossible

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def columns(self) -> int:
        """The narrow side: rows are searched that short."""
        return min(self.width, self.height)


class AreaReduction:
    """Beams on ever smaller rectangles.

    Parameters
    ----------
    search : BeamSearch
    """

    def __init__(self, search: BeamSearch) -> None:
        self._search = search
        self._tiles = search.puzzle.tiles.total
        self._widest = search.max_width or sys.maxsize
        self._width = FIRST_WIDTH
        self._shapes: dict[tuple[int, int], list[_Shape]] = {}
        search.incumbent.raise_bound(self._tiles)

    def run(self) -> None:
        """Search until nothing smaller exists or the widest beam is done.

        What ends it earlier leaves it so that it can go on from there.
        """
        if self._search.incumbent.best is not None or self._find_first():
            self._improve()

    def _find_first(self) -> bool:
        """Find any grid; False if none was found."""
        while True:
            width = min(self._width, self._widest)
            for area in self._opening_areas():
                for columns in _opening_columns(area):
                    if self._attempt_any(self._rectangles(columns, -(-area // columns)), width):
                        return True
            if self._tiles <= _FEW_TILES:
                if any(self._attempt_any(shapes, width) for shapes in self._all_sides()):
                    return True
                if all(shape.infeasible for shapes in self._all_sides() for shape in shapes):
                    self._search.incumbent.prove_infeasible(
                        "no rectangle holds all the tiles by the rules"
                    )
                    return False
            if width == self._widest:
                return False
            self._width *= 4

    def _opening_areas(self) -> list[int]:
        """Return the areas to open with, none larger than the table."""
        puzzle = self._search.puzzle
        assert isinstance(puzzle.goal, Compact)
        table = puzzle.size or puzzle.goal.within
        most = table[0] * table[1] if table else _OPENINGS[-1] * self._tiles
        areas = [min(round(self._tiles * factor), int(most)) for factor in _OPENINGS]
        return list(dict.fromkeys(areas))

    def _improve(self) -> None:
        """Try smaller rectangles until none is left, or all had the widest beam."""
        search = self._search
        while True:
            self._update_bound()
            if search.incumbent.is_settled:
                return
            assert search.incumbent.best is not None
            area, perimeter = search.puzzle.rank(search.incumbent.best)
            shapes = sorted(
                self._smaller(area, perimeter),
                key=lambda s: (s.area == area, s.missing, -s.area, s.columns),
            )
            untried = [shape for shape in shapes if not shape.widest]
            if untried:
                self._attempt_any(untried, min(FIRST_WIDTH, self._widest))
            elif not self._attempt_by_rank(shapes):
                if all(shape.widest >= self._widest for shape in shapes):
                    return
                self._width *= 2

    def _attempt_by_rank(self, shapes: list[_Shape]) -> bool:
        """Ask the most promising shape at full width, the next at half of it, and so on.

        Shapes that had beams as wide are passed over. Tells whether the best got better.
        """
        widths = [min(self._width >> i, self._widest) for i in range(len(shapes))]
        return any(
            self._attempt(shape, width)
            for shape, width in zip(shapes, widths, strict=True)
            if shape.widest < width
        )

    def _attempt_any(self, shapes: list[_Shape], width: int) -> bool:
        """Run beams on one shape after the other until the best gets better; tell whether."""
        return any(self._attempt(shape, width) for shape in shapes if not shape.infeasible)

    def _smaller(self, best: int, perimeter: int) -> list[_Shape]:
        """Return the shapes that may hold the tiles, of the next areas below the best.

        Those of the same area and a smaller perimeter are among them.
        """
        first = max(self._tiles, best - _REACH)
        return [
            shape
            for area in range(first, best + 1)
            for columns in _divisors(area)
            if area < best or 2 * (columns + area // columns) < perimeter
            for shape in self._rectangles(columns, area // columns)
            if not shape.infeasible
        ]

    def _all_sides(self) -> Iterator[list[_Shape]]:
        """Yield all shapes that a connected crossword of so many tiles can have.

        Each tile but the first adds at most one to the sum of the sides.
        """
        room = self._tiles + 1 if self._search.puzzle.rules.connected else 2 * self._tiles
        for columns in range(1, room // 2 + 1):
            for rows in range(max(columns, -(-self._tiles // columns)), room - columns + 1):
                yield self._rectangles(columns, rows)

    def _rectangles(self, columns: int, rows: int) -> list[_Shape]:
        """Return the shapes with these sides that the table and the start admit."""
        key = min(columns, rows), max(columns, rows)
        if key not in self._shapes:
            self._shapes[key] = list(self._list_rectangles(*key))
        return self._shapes[key]

    def _list_rectangles(self, short: int, long: int) -> Iterator[_Shape]:
        puzzle = self._search.puzzle
        assert isinstance(puzzle.goal, Compact)
        within = puzzle.goal.within or (long, long)
        for width, height in dict.fromkeys([(short, long), (long, short)]):
            if short > MAX_COLUMNS or width > within[0] or height > within[1]:
                continue
            if puzzle.start is None:
                yield _Shape(width, height)
                return  # lying or standing is all the same
            fixed = list(puzzle.start.face_up())
            for top in range(puzzle.start.height - height + 1):
                for left in range(puzzle.start.width - width + 1):
                    if all(top <= r < top + height and left <= c < left + width for r, c in fixed):
                        yield _Shape(width, height, top, left)

    def _attempt(self, shape: _Shape, width: int) -> bool:
        """Run beams on a shape; tell whether the best got better."""
        search = self._search
        search.context.stats.ceiling = shape.area
        turned = shape.width > shape.height
        subproblem = self._subproblem_for(shape)
        whole = subproblem.transposed() if turned else subproblem

        def to_grid(letters: NDArray[np.uint8]) -> Grid:
            grid = whole.grid(letters)
            return self._to_puzzle_grid(grid.transposed() if turned else grid, shape)

        if subproblem.max_blanks < 0:
            shape.infeasible = True
            return False
        attempt = search.attempt(whole, width, to_grid, transient=bool(whole.fixed_jokers))
        far = max((finished.died_at for finished in attempt.beams), default=0)
        shape.widest, shape.missing = width, subproblem.cells.size - far
        shape.infeasible = attempt.infeasible
        return attempt.improved

    def _subproblem_for(self, shape: _Shape) -> Subproblem:
        """Return the question for a shape: as many blanks as it has cells more than tiles."""
        puzzle = self._search.puzzle
        if puzzle.start is None:
            subproblem = subproblem_of(puzzle, shape.width, shape.height)
        else:
            whole = subproblem_of(puzzle, puzzle.start.width, puzzle.start.height)
            subproblem = whole.cropped(shape.top, shape.left, shape.height, shape.width)
        return subproblem.with_max_blanks(subproblem.open_cells - subproblem.tiles)

    def _to_puzzle_grid(self, grid: Grid, shape: _Shape) -> Grid:
        """Return the grid cut to its letters, or laid back into the start."""
        start = self._search.puzzle.start
        if start is None:
            return grid.cropped()
        rows = ["." * start.width] * start.height
        for r, row in enumerate(grid.rows, shape.top):
            rows[r] = "." * shape.left + row + "." * (start.width - shape.left - shape.width)
        return Grid(tuple(rows))

    def _update_bound(self) -> None:
        """Raise the bound over the areas of which every shape is proven impossible."""
        area = max(self._search.incumbent.bound, self._tiles)
        # From the first area on with a shape too broad for a beam, nothing is proven.
        while area <= MAX_COLUMNS**2 and all(
            shape.infeasible
            for columns in _divisors(area)
            for shape in self._rectangles(columns, area // columns)
        ):
            area += 1
        self._search.incumbent.raise_bound(area)


def _divisors(area: int) -> list[int]:
    """Return the divisors up to the square root."""
    return [n for n in range(1, int(area**0.5) + 1) if area % n == 0]


def _opening_columns(area: int) -> list[int]:
    """Return numbers of columns for the first tries: somewhat narrower than a square."""
    side = area**0.5
    return sorted({max(round(side * x), 1) for x in (0.6, 0.7, 0.8, 0.9, 1.0)})
