"""The beam engine's entry: a puzzle in, a result out."""

from __future__ import annotations

import os
from dataclasses import dataclass

from patience.engines.beam.area_reduction import reduce_area
from patience.engines.beam.runner import BeamRunner
from patience.engines.beam.score import Weights, weights
from patience.engines.beam.search import BeamSearch
from patience.engines.beam.widening import iterative_widening
from patience.engines.stops import until_stopped
from patience.engines.subproblem import subproblem_of
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.result import Limits, Observer, Result, Stats, Status
from patience.words.lexicon import Lexicon

# Frames of so many cells have weights of their own: learnt on 14x9, they finish more 11x9, those
# learnt on 9x7 more 9x9.
_LARGE = 90


@dataclass(frozen=True)
class Params:
    """Parts of the search that can be exchanged or left out, to see what they are worth.

    Attributes
    ----------
    weights : Weights, optional
        Instead of those that ship for subproblems with few blanks.
    narrow_rows : bool
        Search frames and boards with the narrow side across.
    neighbourhoods : bool
        Search the neighbourhoods of good grids of frames and boards.
    """

    weights: Weights | None = None
    narrow_rows: bool = True
    neighbourhoods: bool = True


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
    """Search by beams; the arguments are those of `patience.solve.solve`."""
    params = params or Params()
    stats = Stats(notes={"engine": "beam"})
    runner = BeamRunner(
        lexicon.words,
        puzzle.longest_line,
        puzzle.tiles.counts,
        puzzle.tiles.jokers,
        (params.weights or weights(kind_of(puzzle)), weights("loose")),
        limits,
        threads or os.cpu_count() or 1,
        observer,
        stats,
    )
    search = BeamSearch(runner, puzzle, limits, observer, seed)
    try:
        with until_stopped(stats):
            _search(search, params)
    finally:
        runner.close()
    stats.elapsed_s = runner.elapsed
    reason = search.reason if search.reason or search.best is not None else search.explain_failure()
    return Result(search.best, search.cost, search.bound, _status(search), stats, reason)


def _search(search: BeamSearch, params: Params) -> None:
    puzzle = search.puzzle
    if puzzle.size is None or isinstance(puzzle.goal, Compact):
        reduce_area(search)
        return
    width, height = puzzle.size
    subproblem = subproblem_of(puzzle, width, height)
    # In narrow rows the search sees a whole row at once.
    turned = width > height if params.narrow_rows else width < height
    iterative_widening(
        search,
        subproblem.transposed() if turned else subproblem,
        turned=turned,
        neighbourhoods=params.neighbourhoods,
    )


def kind_of(puzzle: Puzzle) -> str:
    """Return which table of weights is for this puzzle, where few cells stay blank."""
    if not isinstance(puzzle.goal, Frame):
        return "compact"
    return "large" if puzzle.goal.cells >= _LARGE else "frame"


def _status(search: BeamSearch) -> Status:
    if search.cost is None:
        return Status.INFEASIBLE if search.reason else Status.UNKNOWN
    return Status.OPTIMAL if search.is_optimal else Status.FEASIBLE
