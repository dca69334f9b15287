"""The CP-SAT engine's entry: a puzzle in, a result with proven bounds out.

A frame or a board is one model, asked from both sides: is there a filling at the lowest cost not
yet refuted, and which is the cheapest filling below the best one known? What takes too long is
put off, and comes again with twice the time. A compact grid is a row of models, one a rectangle
by rising area, each with exactly the blanks it must have: the first filling is optimal.

Connectivity and distinct words are not in the model from the start; they are cut off where a
filling breaks them (`cuts`). A flow in the model was no faster on small puzzles (0.7 to 5.4 s for
compact draws, against 0.7 to 6.1 s) and slower on frames (2.4 against 1.9 s), as few fillings fall
apart. docs/cpsat.md has the measurements.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from patience.engines import dawg as word_graph
from patience.engines.cpsat.constraints import ModelContext
from patience.engines.cpsat.lines import LineReader
from patience.engines.cpsat.model import SolverContext, SolveStatus, SubproblemModel
from patience.engines.cpsat.objective import tiles_left
from patience.engines.cpsat.variables import options, segments
from patience.engines.exact import Search, start_with_beam
from patience.engines.rectangles import Rectangle, candidate_rectangles, subproblems_in
from patience.engines.stops import until_stopped
from patience.engines.subproblem import Subproblem, subproblem_of
from patience.errors import EngineError
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.result import Limits, Observer, Result
from patience.words.lexicon import Lexicon

# Seconds that a question may take before the next one has its turn; doubled every round.
_FIRST_TURN = 10.0

# The beam's share of the time limit.
_BEAM_SHARE = 0.2

# Literals in the clauses of an arc of a line's automaton.
_LITERALS_AN_ARC = 4

# Memory of a literal, in the model and in each of the solver's threads: 9.5 million literals of a
# 9x7 took 1.5 GB with one thread, 2.7 GB with two.
_MODEL_BYTES = 40
_THREAD_BYTES = 125


@dataclass(frozen=True)
class Params:
    """What the engine leaves open.

    Parameters
    ----------
    beam_seconds : float
        At most so long a beam looks for a first grid; 0 for no beam.
    beam_width : int
        How many states it keeps.
    """

    beam_seconds: float = 10.0
    beam_width: int = 20_000

    def __post_init__(self) -> None:
        if self.beam_seconds < 0 or self.beam_width < 1:
            raise EngineError("cpsat: beam_seconds must be 0 or more, beam_width 1 or more")


def run(
    puzzle: Puzzle,
    lexicon: Lexicon,
    *,
    limits: Limits,
    seed: int,
    threads: int | None,
    observer: Observer,
    params: Params | None = None,
) -> Result:
    """Search with CP-SAT; the arguments are those of `patience.solve.solve`."""
    search = Search(puzzle, limits, observer)
    engine = _Engine(search, lexicon, seed, threads or os.cpu_count() or 1, params or Params())
    with until_stopped(search.stats):
        engine.run()
    return search.result()


class _Engine:
    """One search: the questions to ask and what their answers mean."""

    def __init__(
        self, search: Search, lexicon: Lexicon, seed: int, threads: int, params: Params
    ) -> None:
        self._search = search
        self._puzzle = search.puzzle
        self._lexicon = lexicon
        self._seed = seed
        self._threads = threads
        self._params = params
        self._longest = _longest_line(self._puzzle)
        tiles = self._puzzle.tiles
        self._dawg = word_graph.kept(lexicon.words, self._longest, tiles.counts, tiles.jokers)
        self._reader = LineReader(self._dawg, search.hurry)

    def run(self) -> None:
        if self._puzzle.rules.words_apart:
            raise EngineError(
                "cpsat cannot count the words by which two answers differ: ask for cells apart, "
                "or take engine beam"
            )
        if self._dawg.words == 0:
            self._search.give_up(
                f"no word of the lexicon fits: none has at most {self._longest} letters that the "
                "tiles can spell"
            )
        elif isinstance(self._puzzle.goal, Compact):
            self._try_rectangles()
        else:
            assert self._puzzle.size is not None, "a frame and a board have a size"
            self._close_gap(subproblem_of(self._puzzle, *self._puzzle.size))

    # ---- frames and boards -----------------------------------------------------------------

    def _close_gap(self, subproblem: Subproblem) -> None:
        """Close in on the least cost of a frame or a board from both sides."""
        search = self._search
        self._check_size(subproblem)
        zero = tiles_left(self._puzzle, subproblem, 0)
        search.raise_bound(max(0, subproblem.tiles - subproblem.open_cells) - zero)
        self._start_with_beam()
        model = self._model_of(
            ModelContext(subproblem, self._puzzle.rules, self._reader),
            search.offer,
            lambda left: search.raise_bound(left - zero),
        )
        turn = _FIRST_TURN
        above = search.cost is None
        while not search.over:
            if above:
                self._from_above(model, zero, subproblem.tiles, turn)
                turn *= 2
            status = self._from_below(model, zero, turn)
            above = status is SolveStatus.STOPPED and not search.one_left

    def _from_above(self, model: SubproblemModel, zero: int, most: int, seconds: float) -> None:
        """Look for the cheapest filling."""
        search = self._search
        if search.best is not None and search.cost is not None:
            model.hint(search.best)
            most = search.cost + zero
        search.stats.phase, search.stats.ceiling = "better grids", most - zero
        status = model.fewest(search.bound + zero, most, search.at_most(seconds))
        if status is SolveStatus.FOUND:
            search.settle()
        elif status is SolveStatus.REFUTED:
            search.give_up(f"every filling of the {self._puzzle.goal_name} is refuted")

    def _from_below(self, model: SubproblemModel, zero: int, seconds: float) -> SolveStatus:
        """Look for a filling at the lowest cost not yet refuted."""
        search = self._search
        if search.over:
            return SolveStatus.STOPPED
        search.stats.phase, search.stats.ceiling = "lower bound", search.bound
        time = search.remaining if search.one_left else search.at_most(seconds)
        status = model.exactly(search.bound + zero, time)
        if status is SolveStatus.REFUTED:
            search.raise_bound(search.bound + 1)
        return status

    # ---- compact grids ---------------------------------------------------------------------

    def _try_rectangles(self) -> None:
        """Try rectangles of rising area until one can be filled."""
        search = self._search
        candidates = candidate_rectangles(self._puzzle)
        for subproblem in (
            subproblem
            for shape in candidates[:1]
            for subproblem in subproblems_in(self._puzzle, shape)
        ):
            self._check_size(subproblem)
        self._start_with_beam()
        for shape in candidates:
            if search.best is not None and shape.rank >= self._puzzle.rank(search.best):
                break
            search.raise_bound(shape.area)
            if search.remaining <= 0 or not self._refute(shape):
                return
        if search.cost is None:
            search.give_up("every rectangle that could hold all the tiles is refuted")
        else:
            search.settle()

    def _refute(self, shape: Rectangle) -> bool:
        """Look for a filling of a rectangle, wherever it may lie; tell whether there is none."""
        search = self._search
        search.stats.phase = f"{shape.width}x{shape.height}"
        search.stats.ceiling = shape.area
        for subproblem in subproblems_in(self._puzzle, shape):
            self._check_size(subproblem)
            context = ModelContext(subproblem, self._puzzle.rules, self._reader, tight=True)
            model = self._model_of(context, self._offer_cropped, lambda left: None)
            if model.exactly(0, search.remaining) is not SolveStatus.REFUTED:
                return False
        return True

    def _offer_cropped(self, grid: Grid) -> None:
        self._search.offer(grid if self._puzzle.start else grid.cropped())

    # ---- what both need --------------------------------------------------------------------

    def _model_of(
        self, context: ModelContext, on_grid: Callable[[Grid], None], on_left: Callable[[int], None]
    ) -> SubproblemModel:
        solver = SolverContext(self._threads, self._seed, on_grid, on_left, self._search.tick)
        return SubproblemModel(context, solver)

    def _start_with_beam(self) -> None:
        """Let a beam find a first grid: an upper bound on the cost, and a hint."""
        seconds = min(self._params.beam_seconds, _BEAM_SHARE * self._search.remaining)
        if seconds <= 0:
            return
        start_with_beam(
            self._search,
            self._lexicon,
            seconds=seconds,
            width=self._params.beam_width,
            seed=self._seed,
            threads=self._threads,
        )

    def _check_size(self, subproblem: Subproblem) -> None:
        """Raise EngineError if the model of a fill would not fit into memory."""
        cells = options(subproblem, self._reader.letters)
        arcs = sum(
            self._reader.count(tuple(frozenset(cells[cell]) for cell in segment))
            for segment in segments(cells)
        )
        literals = _LITERALS_AN_ARC * arcs
        needed = literals * (_MODEL_BYTES + self._threads * _THREAD_BYTES) / 1e9
        allowed = self._search.limits.memory_gb
        if needed > allowed:
            height, width = subproblem.cells.shape
            raise EngineError(
                f"cpsat: the model of {width}x{height} cells has about {literals:,} literals and "
                f"takes {needed:.1f} GB with {self._threads} threads, {allowed:g} GB are allowed: "
                "allow more memory, or take fewer threads, a smaller lexicon or a smaller grid"
            )


def _longest_line(puzzle: Puzzle) -> int:
    """Return the length of the longest line there can be."""
    if isinstance(puzzle.goal, Compact):
        return max((max(shape) for shape in candidate_rectangles(puzzle)), default=1)
    assert puzzle.size is not None, "a frame and a board have a size"
    return max(puzzle.size)
