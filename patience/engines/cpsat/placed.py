"""The words by their placements: the model for few words or short lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from ortools.sat.python import cp_model

from patience.engines.cpsat.placements import Placement
from patience.engines.cpsat.variables import Variables, beside
from patience.game.alphabet import Alphabet
from patience.game.grid import Cell
from patience.game.puzzle import Rules

# The literals of the placements.
Placed = Mapping[Placement, cp_model.IntVar]


def words_are_placed(
    model: cp_model.CpModel, v: Variables, placements: Collection[Placement], rules: Rules
) -> None:
    """1, 2, 5. Every word is placed with all its letters; the model grows with words times places.

    CP-SAT keeps presolve and its own search here. Two-letter words on 9x7: 1.4 s, 2.8 with probing,
    4.2 with a linear relaxation as well.
    """
    placed = {x: model.new_bool_var("placed") for x in placements}
    words_show_their_letters(model, v, placed)
    words_end_at_empty_cells(model, v, placed)
    letters_belong_to_words(model, v, placed)
    distinct_words(model, placed, rules)
    required_words(model, placed, rules, v.alphabet)


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
