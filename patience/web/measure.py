"""How hard a box of the day is, and what can be reached with everyday words."""

from __future__ import annotations

from patience.analysis.daily import Measured
from patience.analysis.difficulty import WIDTHS, plain_beam
from patience.game.puzzle import Puzzle
from patience.words.lexicon import load

EVERYDAY = "fr-common"

# The costs of both beams add up to the difficulty of a box, and the wider one finds what is
# guaranteed: 8 to 14 face down, in about a second.
_NARROW, _WIDE = WIDTHS

# Counts as a cost where a beam finds no grid: all cells of the box.
_NO_GRID = 63


def measure(puzzle: Puzzle) -> Measured:
    """Find how far plain beams get with everyday words; the same on every machine."""
    lexicon, effort, width = load(EVERYDAY), 0, _NARROW
    while True:
        result = plain_beam(puzzle, lexicon, width)
        effort += _NO_GRID if result.cost is None else result.cost
        if width >= _WIDE and result.best is not None and result.cost is not None:
            return Measured(result.best, result.cost, effort)
        width = max(_WIDE, 2 * width)
