"""The two ways to say that runs are words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ortools.sat.python import cp_model

from patience.engines.cpsat.variables import Variables
from patience.game.grid import Grid
from patience.game.puzzle import Rules


class Encoding(Protocol):
    """A way to state the rules about words, with what helps the solver most there.

    `automata.Automata` grows with the word graph, `placed.PlacedWords` with words times places.

    Attributes
    ----------
    left_to_cuts : Rules
        Rules that `cuts.Cuts` adds when a grid breaks them.
    bounds_by_exact_cost : bool
        Whether bounds come from questions for an exact cost; if not, from the objective.
    """

    left_to_cuts: Rules
    bounds_by_exact_cost: bool

    def add_word_rules(self, model: cp_model.CpModel, v: Variables) -> None:
        """Add the rules about words to a model with the variables `v`."""

    def configure(self, parameters: cp_model.SatParameters) -> None:
        """Set the parameters of the solver."""

    def hints(self, grid: Grid) -> Iterator[tuple[cp_model.IntVar, bool]]:
        """Yield the values in a grid of the variables that only this encoding has."""
