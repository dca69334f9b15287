"""The words by their placements: the encoding for few words or short lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from ortools.sat.python import cp_model

from patience.engines.cpsat.connection import one_piece
from patience.engines.cpsat.placements import Placement
from patience.engines.cpsat.variables import Variables, beside
from patience.engines.subproblem import Subproblem
from patience.game.alphabet import Alphabet
from patience.game.grid import Cell, Grid
from patience.game.puzzle import Rules

# The literals of the placements.
Placed = Mapping[Placement, cp_model.IntVar]


class PlacedWords:
    """Every word is placed with all its letters; the model grows with words times places.

    It has the attributes and methods of `automata.Automata`.
    """

    bounds_by_exact_cost = False

    def __init__(
        self,
        subproblem: Subproblem,
        placements: Collection[Placement],
        rules: Rules,
    ) -> None:
        self._subproblem = subproblem
        self._placements = placements
        self._rules = rules
        self.left_to_cuts = Rules(connected=False)  # sparse grids would break it all the time
        self._placed: Placed = {}

    def add_word_rules(self, model: cp_model.CpModel, v: Variables) -> None:
        """Add the rules."""
        self._placed = placed = {x: model.new_bool_var("placed") for x in self._placements}
        words_show_their_letters(model, v, placed)
        words_end_at_empty_cells(model, v, placed)
        letters_belong_to_words(model, v, placed)
        distinct_words(model, placed, self._rules)
        required_words(model, placed, self._rules, v.alphabet)
        if self._rules.connected:
            one_piece(model, v)

    def configure(self, parameters: cp_model.SatParameters) -> None:
        """Keep presolve and the search, which the automata do without.

        Two-letter words on 9x7: 1.4 s, 2.8 with probing, 4.2 with a linear relaxation as well.
        """

    def hints(self, grid: Grid) -> Iterator[tuple[cp_model.IntVar, bool]]:
        """Yield whether each placement is a run of the grid."""
        runs = {(run.cells, run.text) for run in grid.runs()}
        for placement, literal in self._placed.items():
            text = "".join(
                self._subproblem.alphabet.symbols[letter] for letter in placement.letters
            )
            yield literal, (placement.cells, text) in runs


def words_show_their_letters(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """1. A placed word is read from its cells."""
    for placement, literal in placed.items():
        for cell, letter in zip(placement.cells, placement.letters, strict=True):
            model.add_implication(literal, v.holds(cell, letter))


def words_end_at_empty_cells(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """1. No letter lies before or after a placed word in its line."""
    for placement, literal in placed.items():
        for cell in placement.around:
            model.add_implication(literal, v.empty(cell))


def letters_belong_to_words(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """2. In each direction a letter lies in one word or alone, and not alone in both."""
    alone: defaultdict[Cell, list[cp_model.IntVar]] = defaultdict(list)
    for across in (True, False):
        words_at = defaultdict(list)
        for placement, literal in placed.items():
            if placement.across is across:
                for cell in placement.cells:
                    words_at[cell].append(literal)
        for cell in v.cells:
            alone[cell].append(model.new_bool_var("alone"))
            model.add_exactly_one(v.empty(cell), alone[cell][-1], *words_at[cell])
            for other in beside(cell):
                if other in v.cells and (other.row == cell.row) is across:
                    model.add_implication(alone[cell][-1], v.empty(other))
    for literals in alone.values():
        model.add_at_most_one(literals)


def distinct_words(model: cp_model.CpModel, placed: Placed, rules: Rules) -> None:
    """5. No word is placed twice."""
    if rules.distinct_words:
        for literals in _by_word(placed).values():
            model.add_at_most_one(literals)


def required_words(
    model: cp_model.CpModel, placed: Placed, rules: Rules, alphabet: Alphabet
) -> None:
    """Every required word is placed."""
    by_word = _by_word(placed)
    for word in rules.require:
        model.add_bool_or(by_word[tuple(alphabet.index[x] for x in word)])


def _by_word(placed: Placed) -> defaultdict[tuple[int, ...], list[cp_model.IntVar]]:
    by_word = defaultdict(list)
    for placement, literal in placed.items():
        by_word[placement.letters].append(literal)
    return by_word
