"""Area reduction for compact grids: smaller and smaller rectangles.

A narrow beam tries every rectangle below the best area once. Then the rectangles are ranked by how
near their beams came to the end, and each is searched by beams half as wide as the one before it,
so the most promising one gets half of the time and every one gets some.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.beam.search import BeamSearch
from patience.engines.rectangles import (
    Rectangle,
    Upright,
    divisors,
    largest_sides,
    orientations,
    subproblems_in,
)
from patience.engines.subproblem import Subproblem

FIRST_WIDTH = 1000

# Areas of the opening rectangles as multiples of the number of tiles: the first takes a second.
_OPENINGS = (1.35, 1.6, 2.0, 3.0, 5.0)
# Their numbers of columns as multiples of a square's side.
_NARROW = (0.6, 0.7, 0.8, 0.9, 1.0)

# Number of areas below the best that a round tries.
_REACH = 8

# Up to this many tiles every possible rectangle is tried before giving up, which tells infeasible
# puzzles from hard ones.
_FEW_TILES = 12


@dataclass
class _Candidate:
    """A place for the grid, with the results of its beams."""

    rectangle: Rectangle
    subproblem: Subproblem
    widest: int = 0  # maximum beam width so far
    missing: int = 0  # cells that this beam left to fill
    infeasible: bool = False  # proven

    @property
    def area(self) -> int:
        return self.rectangle.area

    @property
    def columns(self) -> int:
        """Number of columns as searched: the narrow side."""
        return min(self.rectangle)


class AreaReduction:
    """Beams on smaller and smaller rectangles."""

    def __init__(self, search: BeamSearch) -> None:
        self._search = search
        self._tiles = search.puzzle.tiles.total
        self._widest = search.max_width or sys.maxsize
        self._width = FIRST_WIDTH
        self._known: dict[tuple[int, int], list[_Candidate]] = {}
        search.incumbent.raise_bound(self._tiles)

    def run(self) -> None:
        """Search until no smaller grid exists or the widest beam is done.

        After an exception a further call resumes the search.
        """
        if self._search.best is not None or self._find_first():
            self._improve()

    def _find_first(self) -> bool:
        incumbent = self._search.incumbent
        while True:
            width = min(self._width, self._widest)
            openings = [candidate for each in self._openings() for candidate in each]
            if self._attempt_any(openings, width):
                return True
            everything = self._candidates(*largest_sides(self._search.puzzle))
            if everything and all(candidate.infeasible for candidate in everything):
                incumbent.prove_infeasible("no grid with all the tiles fits the table")
                return False
            if self._tiles <= _FEW_TILES:
                if any(self._attempt_any(candidates, width) for candidates in self._all_sides()):
                    return True
                if all(
                    candidate.infeasible
                    for candidates in self._all_sides()
                    for candidate in candidates
                ):
                    incumbent.prove_infeasible("no rectangle holds all the tiles by the rules")
                    return False
            if width == self._widest or not openings:
                return False
            self._width *= 4

    def _openings(self) -> Iterator[list[_Candidate]]:
        """Yield the opening candidates: within the table, most of them narrow."""
        most = largest_sides(self._search.puzzle)
        for area in dict.fromkeys(
            min(round(self._tiles * factor), most.area) for factor in _OPENINGS
        ):
            least, broadest = -(-area // max(most)), min(most)
            columns = {min(max(round(area**0.5 * x), least), broadest) for x in _NARROW}
            for short in sorted(columns):
                yield self._candidates(short, min(-(-area // short), max(most)))

    def _improve(self) -> None:
        """Try smaller rectangles until none is left or all had the widest beam."""
        search = self._search
        while True:
            self._update_bound()
            assert search.best is not None
            area, perimeter = search.puzzle.rank(search.best)
            candidates = sorted(
                self._smaller(area, perimeter),
                key=lambda s: (s.area == area, s.missing, -s.area, s.columns),
            )
            # A candidate too broad for a beam is missing here.
            if not candidates and search.incumbent.is_decided and area <= MAX_COLUMNS**2:
                search.incumbent.close_gap()
            if search.incumbent.is_closed:
                return
            untried = [candidate for candidate in candidates if not candidate.widest]
            if untried:
                self._attempt_any(untried, min(FIRST_WIDTH, self._widest))
            elif not self._attempt_by_rank(candidates):
                if all(candidate.widest >= self._widest for candidate in candidates):
                    return
                self._width *= 2

    def _attempt_by_rank(self, candidates: list[_Candidate]) -> bool:
        """Try each candidate at half the width of the one before, if it had no beam as wide.

        Returns whether a better grid was found.
        """
        widths = [min(self._width >> i, self._widest) for i in range(len(candidates))]
        return any(
            self._attempt(candidate, width)
            for candidate, width in zip(candidates, widths, strict=True)
            if candidate.widest < width
        )

    def _attempt_any(self, candidates: list[_Candidate], width: int) -> bool:
        """Run beams on each candidate until a better grid is found; return whether one was."""
        return any(
            self._attempt(candidate, width) for candidate in candidates if not candidate.infeasible
        )

    def _smaller(self, best: int, perimeter: int) -> list[_Candidate]:
        """Return the feasible candidates of the next lower areas, then of smaller perimeter."""
        first = max(self._search.incumbent.bound, best - _REACH)
        return [
            candidate
            for area in range(first, best + 1)
            for columns in divisors(area)
            if area < best or 2 * (columns + area // columns) < perimeter
            for candidate in self._candidates(columns, area // columns)
            if not candidate.infeasible
        ]

    def _all_sides(self) -> Iterator[list[_Candidate]]:
        """Yield all candidates that may hold a grid of all the tiles.

        In a connected grid each tile but the first adds at most one to the sum of the sides.
        """
        room = self._tiles + 1 if self._search.puzzle.rules.connected else 2 * self._tiles
        for columns in range(1, room // 2 + 1):
            for rows in range(max(columns, -(-self._tiles // columns)), room - columns + 1):
                yield self._candidates(columns, rows)

    def _candidates(self, columns: int, rows: int) -> list[_Candidate]:
        """Return the candidates with these sides that the table and the start admit."""
        key = min(columns, rows), max(columns, rows)
        if key not in self._known:
            self._known[key] = list(self._list_candidates(*key))
        return self._known[key]

    def _list_candidates(self, short: int, long: int) -> Iterator[_Candidate]:
        if short > MAX_COLUMNS:
            return
        puzzle = self._search.puzzle
        for rectangle in orientations(puzzle, short, long):
            for subproblem in subproblems_in(puzzle, rectangle):
                yield _Candidate(rectangle, subproblem)

    def _attempt(self, candidate: _Candidate, width: int) -> bool:
        """Run beams on a candidate; return whether a better grid was found."""
        search, upright = self._search, Upright(self._search.puzzle, candidate.subproblem)
        subproblem = upright.subproblem
        # All tiles must be laid, so the blanks are the cells beyond their number.
        subproblem = subproblem.with_max_blanks(subproblem.open_cells - subproblem.tiles)
        transient = bool(subproblem.fixed_jokers)
        attempt = search.attempt(subproblem, width, upright.grid, transient=transient)
        far = max((finished.died_at for finished in attempt.beams), default=0)
        candidate.widest, candidate.missing = width, subproblem.cells.size - far
        candidate.infeasible = attempt.infeasible
        return attempt.improved

    def _update_bound(self) -> None:
        """Raise the bound past the areas whose candidates are all proven infeasible."""
        area = max(self._search.incumbent.bound, self._tiles)
        # The proof ends at the first area with a candidate too broad for a beam.
        while area <= MAX_COLUMNS**2 and all(
            candidate.infeasible
            for columns in divisors(area)
            for candidate in self._candidates(columns, area // columns)
        ):
            area += 1
        self._search.incumbent.raise_bound(area)
