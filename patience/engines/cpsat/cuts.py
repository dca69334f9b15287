"""Rules that are added only when a grid breaks them: connectivity and distinct words.

Few grids break them, and stating them in full takes many literals: a flow over the cells for one,
every word at every place for the other. docs/log/2026-11-21-cpsat.md has the measurements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from ortools.sat.python import cp_model

from patience.engines.cpsat.automata import runs_of
from patience.engines.cpsat.variables import Variables, beside
from patience.engines.subproblem import pieces
from patience.game.grid import Cell, Grid, is_face_up
from patience.game.puzzle import Rules


class Cuts:
    """Adds constraints to a model, modified in place, for the rules that its grids break."""

    def __init__(self, model: cp_model.CpModel, v: Variables, rules: Rules) -> None:
        self._model = model
        self._v = v
        self._rules = rules

    def broken(self, grid: Grid) -> bool:
        """Return whether a grid breaks a rule that the model does not contain yet."""
        return any(separate_pieces(grid, self._rules)) or any(repeated_words(grid, self._rules))

    def add(self, grid: Grid) -> None:
        """Exclude the violations of a grid from the model.

        No solver may be running on the model.
        """
        for piece in separate_pieces(grid, self._rules):
            self._join(piece)
        for word in repeated_words(grid, self._rules):
            self._only_once(word)

    def _join(self, piece: set[Cell]) -> None:
        """3. Letters both in the piece and beyond its border require a letter on the border."""
        model, v = self._model, self._v
        border = {other for cell in piece for other in beside(cell) if other in v.cells} - piece
        inside, beyond = model.new_bool_var(""), model.new_bool_var("")
        for cell in v.cells:
            if cell not in border:
                model.add_implication(~v.empty(cell), inside if cell in piece else beyond)
        model.add_bool_or(~inside, ~beyond, *(~v.empty(cell) for cell in sorted(border)))

    def _only_once(self, word: str) -> None:
        """5. The word occurs at most once."""
        places = []
        for literals in runs_of(self._v, word):
            place = self._model.new_bool_var("")
            self._model.add_bool_or(place, *(~literal for literal in literals))
            places.append(place)
        self._model.add_at_most_one(places)


def separate_pieces(grid: Grid, rules: Rules) -> Iterator[set[Cell]]:
    """Yield the connected pieces of a grid if it must be connected and is not."""
    if rules.connected:
        found = pieces(np.array([list(map(is_face_up, row)) for row in grid.rows]))
        if len(found) > 1:
            yield from found


def repeated_words(grid: Grid, rules: Rules) -> Iterator[str]:
    """Yield the words that occur more often than allowed."""
    if rules.distinct_words:
        times = Counter(run.text for run in grid.runs())
        yield from (word for word, n in times.items() if n > 1)
