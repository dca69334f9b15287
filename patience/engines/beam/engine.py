"""The beam engine's entry: a puzzle in, a result out."""

from __future__ import annotations

import os
from dataclasses import dataclass

from patience.engines.beam.area import shrink
from patience.engines.beam.hunt import Hunt
from patience.engines.beam.runner import Workshop
from patience.engines.beam.score import Weights, weights
from patience.engines.beam.widening import descend
from patience.engines.stops import until_stopped
from patience.engines.subproblem import fill_of
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
        Instead of those that ship for fills with few blanks.
    narrow_rows : bool
        Search frames and boards with the narrow side across.
    mend : bool
        Mend good grids of frames and boards.
    """

    weights: Weights | None = None
    narrow_rows: bool = True
    mend: bool = True


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
    shop = Workshop(
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
    hunt = Hunt(shop, puzzle, limits, observer, seed)
    try:
        with until_stopped(stats):
            _search(hunt, params)
    finally:
        shop.close()
    stats.elapsed_s = shop.elapsed
    reason = hunt.reason if hunt.reason or hunt.best is not None else hunt.where_it_ended()
    return Result(hunt.best, hunt.cost, hunt.bound, _status(hunt), stats, reason)


def _search(hunt: Hunt, params: Params) -> None:
    puzzle = hunt.puzzle
    if puzzle.size is None or isinstance(puzzle.goal, Compact):
        shrink(hunt)
        return
    width, height = puzzle.size
    fill = fill_of(puzzle, width, height)
    # In narrow rows the search sees a whole row at once.
    turned = width > height if params.narrow_rows else width < height
    descend(hunt, fill.transposed() if turned else fill, turned=turned, mend=params.mend)


def kind_of(puzzle: Puzzle) -> str:
    """Return which table of weights is for this puzzle, where few cells stay blank."""
    if not isinstance(puzzle.goal, Frame):
        return "compact"
    return "large" if puzzle.goal.cells >= _LARGE else "frame"


def _status(hunt: Hunt) -> Status:
    if hunt.cost is None:
        return Status.INFEASIBLE if hunt.reason else Status.UNKNOWN
    return Status.OPTIMAL if hunt.settled else Status.FEASIBLE
