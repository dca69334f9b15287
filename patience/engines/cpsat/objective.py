"""Objectives of a model."""

from __future__ import annotations

from ortools.sat.python import cp_model

from patience.engines.cpsat.variables import Variables
from patience.engines.subproblem import Subproblem, blanks_allowed
from patience.game.puzzle import Compact, Puzzle


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


def _set_domain(model: cp_model.CpModel, v: Variables, low: int, high: int) -> None:
    domain = model.proto.variables[v.left.index].domain
    domain.clear()
    domain.extend([low, high])
