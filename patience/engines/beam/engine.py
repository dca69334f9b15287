"""The beam engine's entry: a puzzle in, a result out."""

from __future__ import annotations

import os

from patience.diagnosis import longest_line
from patience.engines.beam.descent import descend
from patience.engines.beam.hunt import Hunt
from patience.engines.beam.score import Weights, weights
from patience.engines.beam.shapes import shrink
from patience.engines.beam.workshop import Workshop
from patience.engines.fill import fill_of
from patience.lexicon import Lexicon
from patience.puzzle import Compact, Frame, Puzzle
from patience.result import (
    Limits,
    Observer,
    OutOfTime,
    Result,
    Stats,
    Status,
    TargetReached,
)


def run(
    puzzle: Puzzle,
    lexicon: Lexicon,
    *,
    limits: Limits,
    seed: int,
    threads: int | None,
    observer: Observer,
    params: Weights | None = None,
) -> Result:
    """Search by beams; the arguments are those of `patience.solve.solve`.

    `params` replaces the shipped weights for fills with few blanks.
    """
    tight = "frame" if isinstance(puzzle.goal, Frame) else "compact"
    stats = Stats(notes={"engine": "beam"})
    shop = Workshop(
        lexicon.words,
        longest_line(puzzle),
        puzzle.tiles.counts,
        puzzle.tiles.jokers,
        (params or weights(tight), weights("loose")),
        limits,
        threads or os.cpu_count() or 1,
        observer,
        stats,
    )
    hunt = Hunt(shop, puzzle, limits, observer, seed)
    try:
        _search(hunt)
    except (OutOfTime, TargetReached, KeyboardInterrupt) as stop:
        stats.notes["stopped"] = type(stop).__name__
    finally:
        shop.close()
    stats.elapsed_s = shop.elapsed
    reason = hunt.reason if hunt.reason or hunt.best is not None else hunt.where_it_ended()
    return Result(hunt.best, hunt.cost, hunt.bound, _status(hunt), stats, reason)


def _search(hunt: Hunt) -> None:
    puzzle = hunt.puzzle
    if puzzle.size is None or isinstance(puzzle.goal, Compact):
        shrink(hunt)
        return
    width, height = puzzle.size
    fill = fill_of(puzzle, width, height)
    turned = width > height  # narrow rows: the search sees a whole row at once
    descend(hunt, fill.transposed() if turned else fill, turned=turned)


def _status(hunt: Hunt) -> Status:
    if hunt.cost is None:
        return Status.INFEASIBLE if hunt.reason else Status.UNKNOWN
    return Status.OPTIMAL if hunt.settled else Status.FEASIBLE
