"""The beam engine's entry: a puzzle in, a result out."""

from __future__ import annotations

import os
from typing import Any

from patience.engines.beam.descent import descend
from patience.engines.beam.hunt import Hunt, TargetReached
from patience.engines.beam.score import Weights, weights
from patience.engines.beam.shapes import shrink
from patience.engines.beam.workshop import OutOfTime, Workshop
from patience.engines.fill import fill_of
from patience.lexicon import Lexicon
from patience.puzzle import Puzzle
from patience.result import Limits, Observer, Result, Stats, Status


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

    `params` replaces the shipped weights of the score.
    """
    stats = Stats()
    shop = Workshop(
        lexicon.words,
        _longest_line(puzzle),
        puzzle.tiles.counts,
        puzzle.tiles.jokers,
        params or weights(puzzle.goal_name),
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
    return Result(hunt.best, hunt.cost, hunt.bound, _status(hunt), stats, hunt.reason)


def _search(hunt: Hunt) -> None:
    puzzle = hunt.puzzle
    if hunt.shop.dawg.words == 0:
        hunt.reason = (
            f"no word of the lexicon fits: none has at most {_longest_line(puzzle)} letters that "
            "the tiles can spell"
        )
        return
    if puzzle.size is None:
        shrink(hunt)
        return
    width, height = puzzle.size
    fill = fill_of(puzzle, width, height)
    turned = width > height  # narrow rows: the search sees a whole row at once
    descend(hunt, fill.transposed() if turned else fill, turned=turned)


def _longest_line(puzzle: Puzzle) -> int:
    """Return the length of the longest line there can be."""
    if puzzle.size is not None:
        return max(puzzle.size)
    within = getattr(puzzle.goal, "within", None)
    return min(puzzle.tiles.total, max(within)) if within else puzzle.tiles.total


def _status(hunt: Hunt) -> Status:
    if hunt.cost is None:
        return Status.INFEASIBLE if hunt.reason else Status.UNKNOWN
    return Status.OPTIMAL if hunt.settled else Status.FEASIBLE
