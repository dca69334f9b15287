"""Compact grids: rectangles of falling area, each filled with exactly the blanks it must have."""

from __future__ import annotations

from dataclasses import dataclass

from patience.engines.beam.hunt import Hunt
from patience.engines.beam.kernel import MAX_COLUMNS
from patience.engines.fill import Fill, fill_of
from patience.grid import Grid
from patience.puzzle import Compact, Puzzle

FIRST_WIDTH = 1000

# Areas of the opening rectangles over the number of tiles: the first is found in a second.
_OPENINGS = (1.35, 1.6, 2.0, 3.0, 5.0)

# How many areas below the best a round looks at, and how many shapes it tries at most once it
# knows how far each of them came.
_REACH = 6
_SHAPES_A_ROUND = 6


@dataclass
class _Shape:
    """A rectangle, the narrow side across, and how the beams fared on it."""

    columns: int
    rows: int
    turned: bool  # the puzzle has it transposed
    reached: float = -1.0  # share of its cells that the last beam filled
    dead: bool = False  # proven impossible

    @property
    def area(self) -> int:
        return self.columns * self.rows


def shrink(hunt: Hunt) -> None:
    """Search until nothing smaller exists or the widest beam is done; exceptions end it earlier.

    Parameters
    ----------
    hunt : Hunt
        Updated in place.
    """
    search = _Shrink(hunt)
    if search.open():
        search.improve()


class _Shrink:
    def __init__(self, hunt: Hunt) -> None:
        self._hunt = hunt
        self._tiles = hunt.puzzle.tiles.total
        self._width = min(FIRST_WIDTH, hunt.limits.max_width or FIRST_WIDTH)
        self._shapes: dict[tuple[int, int], _Shape] = {}
        hunt.raise_bound(self._tiles)

    def open(self) -> bool:
        """Find any grid; False if none was found."""
        hunt = self._hunt
        while True:
            for factor in _OPENINGS:
                area = round(self._tiles * factor)
                for columns in _opening_columns(area):
                    shape = self._shape(columns, -(-area // columns))
                    if shape and not shape.dead and self._ask(shape):
                        return True
            if self._settle():
                return False
            if not self._widen(4):
                return False

    def improve(self) -> None:
        """Try smaller rectangles, those that came furthest first."""
        hunt = self._hunt
        while not self._settle():
            assert hunt.cost is not None
            shapes = sorted(self._below(hunt.cost), key=lambda s: (-s.reached, -s.area, s.columns))
            untried = [s for s in shapes if s.reached < 0]
            chosen = untried or shapes[:_SHAPES_A_ROUND]
            if any(self._ask(shape) for shape in chosen):
                continue
            if not untried and not self._widen(2):
                return

    def _below(self, cost: int) -> list[_Shape]:
        """Return the shapes worth trying whose area is less than `cost`."""
        found = []
        for area in range(max(cost - _REACH, self._tiles), cost):
            for columns in range(1, area + 1):
                if area % columns == 0 and columns * columns <= area:
                    shape = self._shape(columns, area // columns)
                    if shape and not shape.dead:
                        found.append(shape)
        return found

    def _shape(self, columns: int, rows: int) -> _Shape | None:
        """Return the shape of these sides if it may be used."""
        columns, rows = min(columns, rows), max(columns, rows)
        if (columns, rows) not in self._shapes:
            turned = _orientation(self._hunt.puzzle, columns, rows)
            if turned is None or columns > MAX_COLUMNS:
                return None
            self._shapes[columns, rows] = _Shape(columns, rows, turned)
        return self._shapes[columns, rows]

    def _ask(self, shape: _Shape) -> bool:
        """Run one beam on a shape; tell whether the best got better."""
        hunt = self._hunt
        fill = self._fill(shape)
        hunt.shop.stats.ceiling = shape.area
        finished = hunt.beam(fill, min(self._width, hunt.shop.widest(fill)))
        shape.reached = finished.died_at / fill.cells.size
        shape.dead = finished.complete and finished.total == 0

        def to_grid(letters):
            grid = fill.grid(letters).cropped()
            return grid.transposed() if shape.turned else grid

        return hunt.offer(finished, to_grid)

    def _fill(self, shape: _Shape) -> Fill:
        sides = (shape.rows, shape.columns) if shape.turned else (shape.columns, shape.rows)
        fill = fill_of(self._hunt.puzzle, *sides)
        if shape.turned:
            fill = fill.transposed()
        return fill.sparing(fill.open_cells - fill.tiles)

    def _settle(self) -> bool:
        """Raise the bound over areas proven impossible; tell whether the best is the best."""
        hunt = self._hunt
        return hunt.settled

    def _widen(self, factor: int) -> bool:
        limit = self._hunt.limits.max_width
        if limit is not None and self._width >= limit:
            return False
        self._width = min(self._width * factor, limit or self._width * factor)
        return True


def _opening_columns(area: int) -> list[int]:
    """Return numbers of columns for the first tries: somewhat narrower than a square."""
    side = area**0.5
    return sorted({max(round(side * x), 1) for x in (0.6, 0.75, 0.9)})


def _orientation(puzzle: Puzzle, columns: int, rows: int) -> bool | None:
    """Tell whether a shape lies transposed on the table; None if it does not fit at all."""
    goal = puzzle.goal
    assert isinstance(goal, Compact)
    if goal.within is None:
        return False
    width, height = goal.within
    if columns <= width and rows <= height:
        return False
    if rows <= width and columns <= height:
        return True
    return None
