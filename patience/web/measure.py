"""How hard a box of the day is, and what can be reached with everyday words."""

from __future__ import annotations

from patience.analysis.daily import Measured
from patience.game.puzzle import Puzzle
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import load

EVERYDAY = "fr-common"

# Widths of the beams that measure a box. Their costs add up to its difficulty, and the wider one
# finds what is guaranteed: 8 to 14 face down, in about a second.
_NARROW, _WIDE = 30, 300

# Counts as a cost where a beam finds no grid: all cells of the box.
_NO_GRID = 63


def measure(puzzle: Puzzle) -> Measured:
    """Find how far plain beams get with everyday words; the same on every machine."""
    lexicon, effort, width = load(EVERYDAY), 0, _NARROW
    while True:
        limits = Limits(seconds=None, max_width=width)
        result = solve(puzzle, lexicon, engine="beam", limits=limits, seed=0, threads=1)
        effort += _NO_GRID if result.cost is None else result.cost
        if width >= _WIDE and result.best is not None and result.cost is not None:
            return Measured(result.best, result.cost, effort)
        width = max(_WIDE, 2 * width)
