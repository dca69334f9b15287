"""Objectives of a model, and the order in which the solver tries cells."""

from __future__ import annotations

from ortools.sat.python import cp_model

from patience.engines.cpsat.variables import Variables
from patience.engines.dawg import BLANK
from patience.engines.subproblem import Subproblem, blanks_allowed
from patience.game.puzzle import Compact, Puzzle

# Letters by decreasing frequency in French words of up to nine letters.
_FREQUENT = "EASIRNTOULCMPDGBFHVZQYXJKW"


def tiles_left(puzzle: Puzzle, subproblem: Subproblem, cost: int) -> int:
    """Return the number of tiles left over in a filling of this cost; 0 for compact grids."""
    if isinstance(puzzle.goal, Compact):
        return 0
    return subproblem.tiles - subproblem.open_cells + blanks_allowed(puzzle, subproblem, cost)


def ask_for_fewest_left(model: cp_model.CpModel, v: Variables, low: int, high: int) -> None:
    """Ask for as few tiles left over as possible, from `low` to `high`."""
    _set_domain(model, v, low, high)
    model.minimize(v.left)


def ask_for_exactly(model: cp_model.CpModel, v: Variables, left: int) -> None:
    """Ask for any filling that leaves exactly `left` tiles over.

    A fixed number determines how many of each letter must be placed, which helps the solver more
    than an objective.
    """
    _set_domain(model, v, left, left)
    model.clear_objective()  # type: ignore[no-untyped-call]


def try_cells_in_reading_order(model: cp_model.CpModel, v: Variables) -> None:
    """Make the solver fill cell by cell, common letters first and blanks last."""
    order = [v.alphabet.index[x] for x in _FREQUENT if x in v.alphabet.index]
    order += [x for x in range(len(v.alphabet)) if x not in order] + [BLANK]
    for symbols in v.cells.values():
        model.add_decision_strategy(
            [symbols[x] for x in order if x in symbols],
            cp_model.CHOOSE_FIRST,
            cp_model.SELECT_MAX_VALUE,
        )


def _set_domain(model: cp_model.CpModel, v: Variables, low: int, high: int) -> None:
    domain = model.proto.variables[v.left.index].domain
    domain.clear()
    domain.extend([low, high])
