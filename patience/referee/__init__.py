"""The referee: judges a grid by the rule sheet, with counts of its own.

Of `patience.game` it needs only data: rows of symbols, tile counts, the fields of a puzzle. No
function is entered both here and in a search (``tests/referee/test_apart.py``), so that a fault of
the one is caught by the other (``tests/referee/test_two_sides.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from collections.abc import Set as AbstractSet

from patience.game.alphabet import faces
from patience.game.grid import Cell, Grid, Run
from patience.game.puzzle import Puzzle
from patience.referee.report import Reading, Report, Violation
from patience.referee.rules import NO_ANSWER, RULES, Case

__all__ = ["read", "verify"]


def verify(puzzle: Puzzle, grid: Grid, lexicon: Container[str]) -> Report:
    """Check a grid against the rules of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        Jokers in lower case. If none is marked, letters in excess of the set (and those that the
        start marks) are read as jokers. A 7x9 grid also answers a 9x7 frame, as the box can be
        turned; boards, starts and tables (``within``) keep their orientation.
    lexicon : Container of str
        A `Lexicon`, or words in any spelling.

    Returns
    -------
    Report
    """
    if isinstance(lexicon, (AbstractSet, Mapping, list, tuple)):
        lexicon = frozenset(map(puzzle.tiles.alphabet.spelled, lexicon))
    case = Case(puzzle, grid, lexicon)
    violations = tuple(
        Violation(name, faces(message), tuple(Cell(*at) for at in cells))
        for name, rule in RULES.items()
        for message, cells in rule(case)
    )
    return Report(**vars(_reading(case)), violations=violations)


def read(puzzle: Puzzle, grid: Grid) -> Reading:
    """Return what a grid shows, whatever the words are and the rules say of it."""
    return _reading(Case(puzzle, grid, ()))


def _reading(case: Case) -> Reading:
    times = Counter([text for text, _, _ in case.runs])
    return Reading(
        None if any(fault for name in NO_ANSWER for fault in RULES[name](case)) else case.cost,
        tuple([Run(text, Cell(*start), across) for text, start, across in case.runs]),
        tuple(sorted([text for text, n in times.items() if n > 1])),
        tuple(sorted(case.jokers.elements())),
        tuple(case.left),
    )
