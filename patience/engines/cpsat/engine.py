"""The CP-SAT engine: bounds the cost from both sides until the gap is closed.

A frame or a board is one model, with two questions: is there a filling at the lowest cost not yet
refuted, and which is the cheapest filling below the incumbent's cost? A question that exceeds its
time is suspended and later gets twice the time. A compact grid has one model per rectangle, by
increasing area, with a fixed number of blanks: the first filling is optimal.

Where few words fit the cheapest filling is the only question. There most frames and boards place
their words (`placed`); else automata read the lines (`automata`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from patience.engines import dawg as word_graph
from patience.engines.base import SearchContext
from patience.engines.cpsat.lines import LineReader
from patience.engines.cpsat.model import SolveStatus, SubproblemModel
from patience.engines.cpsat.placements import Placement, placements
from patience.engines.cpsat.variables import slots_in
from patience.engines.machine import free_memory
from patience.engines.rectangles import Rectangle, candidate_rectangles, subproblems_in
from patience.engines.subproblem import Subproblem, blanks_allowed, subproblem_of
from patience.errors import EngineError
from patience.game.grid import Grid
from patience.game.puzzle import Compact
from patience.result import StopReason

# Seconds for a question before the next one gets its turn, doubled every round, and their minimum
# as a multiple of the time to build the model. A row and a column of 21 with all of `fr` take 12 s
# to build by this estimate: turns of 10 and 20 s ended before a grid, one of 72 s gave one.
_FIRST_TURN = 10.0
_TURN_BUILDS = 6

# Maximum number of placements for which words are placed instead of read by automata: in all, and
# per open cell where the tiles could fill more than half of them. Processor seconds to the proof,
# placed and by automata in reading order: two-letter words on 9x7 (124 a cell) 1.4 and over 30, a
# hundred words on 6x6 (49) 2.6 and over 15; 300 on 5x5 (159) 2.4 and 1.0, all on 4x4 (460) over 10
# and 2.2.
_MAX_PLACEMENTS = 10_000
_MAX_PLACEMENTS_A_CELL = 150

# Maximum number of arcs of automata per open cell that counts as few words. Two-letter words on 9x7
# have 214, a hundred words on 6x6 240, 300 on 5x5 396, all that 16 tiles spell on 4x4 200 to 670.
_FEW_ARCS = 350

# Literals in the clauses per arc of a line's automaton.
_LITERALS_AN_ARC = 4

# Seconds to build a model of automata per arc: 2.9 to 3.8 millionths on frames of 4x4 to 6x6. One
# of placements takes less: 0.2 s for 7,810 on 9x7.
_ARC_SECONDS = 4e-6

# Bytes per literal, in the model and in each solver thread: 9.5 million literals of a 9x7 took 1.5
# GB with one thread, 2.7 GB with two.
_MODEL_BYTES = 40
_THREAD_BYTES = 125


class CpsatEngine:
    """CP-SAT on one puzzle; resumable.

    Attributes
    ----------
    build_seconds : float
        Estimated time to build the model weighed last.

    Raises
    ------
    EngineError
        If the model does not support a rule of the puzzle or does not fit into memory.
    """

    def __init__(self, context: SearchContext) -> None:
        self._context = context
        self._incumbent = context.incumbent
        self._puzzle = puzzle = context.puzzle
        longest, tiles = puzzle.longest_line, puzzle.tiles
        with context.preparing():
            self._dawg = word_graph.kept(context.lexicon.words, longest, tiles.counts, tiles.jokers)
        self._reader = LineReader(self._dawg, context.tick)
        self._placements: list[Placement] | None = None
        self._few_words = False
        self._model: SubproblemModel | None = None
        self._refuted: set[Rectangle] = set()
        self.build_seconds = 0.0
        if self._dawg.words == 0:
            self._incumbent.prove_infeasible(
                f"no word of the lexicon fits: none has at most {longest} letters that the tiles "
                "can spell"
            )
        else:
            for subproblem in self._first():
                self._weigh(subproblem)
        self._turn = max(_FIRST_TURN, _TURN_BUILDS * self.build_seconds)

    def run(self) -> StopReason:
        """Search until the incumbent is proven optimal or the puzzle infeasible.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        if not self._incumbent.is_closed:
            if isinstance(self._puzzle.goal, Compact):
                self._try_rectangles()
            else:
                self._close_gap(next(self._first()))
        return StopReason.COMPLETE

    def _first(self) -> Iterator[Subproblem]:
        """Yield the rectangle of a frame or board, or the first candidates for a compact grid."""
        if not isinstance(self._puzzle.goal, Compact):
            assert self._puzzle.size is not None, "a frame and a board have a size"
            yield subproblem_of(self._puzzle, *self._puzzle.size)
        else:
            for shape in candidate_rectangles(self._puzzle)[:1]:
                yield from subproblems_in(self._puzzle, shape)

    # ---- frames and boards -----------------------------------------------------------------

    def _close_gap(self, subproblem: Subproblem) -> None:
        """Bound the cost of a frame or a board from both sides until the gap is closed."""
        incumbent = self._incumbent
        # The tiles left over in a filling of cost 0.
        zero = subproblem.tiles - subproblem.open_cells
        zero += blanks_allowed(self._puzzle, subproblem, 0)
        incumbent.raise_bound(max(0, subproblem.tiles - subproblem.open_cells) - zero)
        if self._model is None:
            self._model = self._model_of(
                subproblem,
                incumbent.offer,
                lambda left: incumbent.raise_bound(left - zero),
            )
        if self._few_words:
            while not incumbent.is_decided:
                self._context.clock.check()
                self._from_above(self._model, zero, subproblem.tiles, self._remaining)
        is_stuck = incumbent.cost is None  # from below
        while not incumbent.is_decided:
            self._context.clock.check()
            if is_stuck:
                turn = self._at_most(self._turn)
                self._from_above(self._model, zero, subproblem.tiles, turn)
                self._turn *= 2
            status = self._from_below(self._model, zero)
            is_stuck = status is SolveStatus.STOPPED and not self._one_left

    def _from_above(self, model: SubproblemModel, zero: int, most: int, seconds: float) -> None:
        """Search for the cheapest filling below the incumbent's cost."""
        incumbent, stats = self._incumbent, self._context.stats
        if incumbent.cost is not None:
            most = incumbent.cost - 1 + zero
        stats.phase = "better grids"
        if model.fewest(incumbent.bound + zero, most, seconds):
            incumbent.close(f"every filling of the {self._puzzle.goal_name} is refuted")

    def _from_below(self, model: SubproblemModel, zero: int) -> SolveStatus:
        """Search for a filling at the lowest cost not yet refuted."""
        incumbent, stats = self._incumbent, self._context.stats
        if incumbent.is_decided or self._remaining <= 0:
            return SolveStatus.STOPPED
        stats.phase = "lower bound"
        seconds = self._remaining if self._one_left else self._at_most(self._turn)
        status = model.exactly(incumbent.bound + zero, seconds)
        if status is SolveStatus.REFUTED:
            incumbent.raise_bound(incumbent.bound + 1)
        return status

    @property
    def _one_left(self) -> bool:
        """Whether only one cost below the incumbent's is not refuted."""
        return self._incumbent.cost == self._incumbent.bound + 1

    # ---- compact grids ---------------------------------------------------------------------

    def _try_rectangles(self) -> None:
        """Try rectangles of increasing area until one can be filled."""
        incumbent = self._incumbent
        for shape in candidate_rectangles(self._puzzle):
            if incumbent.best is not None and shape.rank >= self._puzzle.rank(incumbent.best):
                break
            incumbent.raise_bound(shape.area)
            if shape not in self._refuted:
                if not self._refute(shape):
                    return
                self._refuted.add(shape)
        incumbent.close("every rectangle that could hold all the tiles is refuted")

    def _refute(self, shape: Rectangle) -> bool:
        """Search for a filling of a rectangle in all placements; return whether there is none."""
        self._context.stats.phase = f"{shape.width}x{shape.height}"
        return all(
            self._ask(subproblem) is SolveStatus.REFUTED
            for subproblem in subproblems_in(self._puzzle, shape)
        )

    def _ask(self, subproblem: Subproblem) -> SolveStatus:
        """Search for a filling that leaves no tile over; raise OutOfTime if time is too short."""
        self._context.clock.check()
        self._weigh(subproblem)
        model = self._model_of(subproblem, self._offer_cropped, lambda left: None)
        status = SolveStatus.STOPPED
        while status is SolveStatus.STOPPED:  # CP-SAT may stop just before the time is up
            self._context.clock.check()
            status = model.exactly(0, self._remaining)
        return status

    def _offer_cropped(self, grid: Grid) -> None:
        self._incumbent.offer(grid if self._puzzle.start else grid.cropped())

    # ---- shared ----------------------------------------------------------------------------

    @property
    def _remaining(self) -> float:
        return self._context.clock.remaining

    def _at_most(self, seconds: float) -> float:
        return min(seconds, self._remaining)

    def _model_of(
        self,
        subproblem: Subproblem,
        on_grid: Callable[[Grid], object],
        on_left: Callable[[int], None],
    ) -> SubproblemModel:
        words = self._reader if self._placements is None else self._placements
        return SubproblemModel(
            self._context,
            subproblem,
            self._reader.letters,
            words,
            on_grid,
            on_left,
            few_words=self._few_words,
        )

    def _few_placements(self, subproblem: Subproblem) -> list[Placement] | None:
        """Return the placements where words are placed, not read by automata."""
        if isinstance(self._puzzle.goal, Compact):
            return None  # dense: with twelve letters automata took 1.1 s, placements 3.1
        limit = _MAX_PLACEMENTS
        if 2 * subproblem.tiles > subproblem.open_cells:
            limit = min(limit, _MAX_PLACEMENTS_A_CELL * subproblem.open_cells)
        found = list(islice(placements(subproblem, self._reader), max(limit + 1, 0)))
        return found if len(found) <= limit else None

    def _weigh(self, subproblem: Subproblem) -> None:
        """Choose a model and find out how large it is.

        Raises
        ------
        EngineError
            If it does not fit into memory.
        """
        self._placements = self._few_placements(subproblem)
        lines = slots_in(subproblem, self._reader.letters)
        arcs = sum(self._reader.count(shown) for _, shown in lines)
        self.build_seconds = _ARC_SECONDS * arcs
        is_placed = self._placements is not None
        self._few_words = is_placed or arcs <= _FEW_ARCS * subproblem.open_cells
        literals = 0 if is_placed else _LITERALS_AN_ARC * arcs
        threads = self._context.threads
        needed = literals * (_MODEL_BYTES + threads * _THREAD_BYTES) / 1e9
        allowed = min(self._context.limits.memory_gb, free_memory() / 1e9)
        if needed > allowed:
            raise EngineError(
                f"cpsat: the model of {subproblem.open_cells} open cells has about {literals:,} "
                f"literals and takes {needed:.1f} GB with {threads} threads, {allowed:.3g} GB are "
                "allowed: allow more memory, or take fewer threads, a smaller lexicon or a "
                "smaller grid"
            )
