"""The words by the automata of lines: the encoding for large lexicons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ortools.sat.python import cp_model

from patience.engines.cpsat.connection import one_piece
from patience.engines.cpsat.lines import Arc, LineReader
from patience.engines.cpsat.variables import Literal, Variables, beside, slots_of
from patience.engines.dawg import BLANK
from patience.game.grid import Grid
from patience.game.puzzle import Rules

# Letters by decreasing frequency in French words of up to nine letters.
_FREQUENT = "EASIRNTOULCMPDGBFHVZQYXJKW"


class Automata:
    """Every line is accepted by its automaton; the model grows with the word graph.

    On a sparse board connection is in the model: lines that seldom cross are filled apart from each
    other, and each cut loads a large model again.

    Attributes
    ----------
    left_to_cuts : Rules
        Rules that `cuts.Cuts` adds when a grid breaks them.
    bounds_by_exact_cost : bool
        Whether bounds come from questions for an exact cost; if not, from the objective.
    """

    bounds_by_exact_cost = True

    def __init__(self, reader: LineReader, rules: Rules, *, sparse: bool) -> None:
        self._reader = reader
        self._rules = rules
        self._sparse = sparse
        self.left_to_cuts = replace(rules, connected=rules.connected and not sparse)

    def add_word_rules(self, model: cp_model.CpModel, v: Variables) -> None:
        """Add the rules, and the order in which the solver tries the cells."""
        lines_show_words(model, v, self._reader)
        no_letter_stands_alone(model, v)
        required_words(model, v, self._rules)
        if self._sparse and self._rules.connected:
            one_piece(model, v)
        try_cells_in_reading_order(model, v)

    def configure(self, parameters: cp_model.SatParameters) -> None:
        """Set the parameters; docs/log/2026-11-21-cpsat.md has the effect of each."""
        # Presolve cannot tighten the model.
        parameters.cp_model_presolve = False
        parameters.inprocessing_dtime_ratio = 0.0
        # The order of `try_cells_in_reading_order`; further threads do local search.
        parameters.search_branching = cp_model.FIXED_SEARCH
        parameters.subsolvers.append("fixed")

    def hints(self, grid: Grid) -> Iterator[tuple[cp_model.IntVar, bool]]:
        """Yield nothing: the letters determine the states."""
        del grid
        return iter(())


def lines_show_words(model: cp_model.CpModel, v: Variables, reader: LineReader) -> None:
    """1. Every run of two or more is a word."""
    for segment, shown in slots_of(v.cells):
        states = {0: v.true}
        automaton = reader.automaton(shown)
        for i, (cell, arcs) in enumerate(zip(segment, automaton, strict=True)):
            reader.tick()
            last = i == len(segment) - 1
            states = _lead_over(model, v.cells[cell], arcs, states, {0: v.true} if last else None)


def no_letter_stands_alone(model: cp_model.CpModel, v: Variables) -> None:
    """2. Every letter belongs to a word, so it has a letter beside it."""
    for cell in v.cells:
        beside_it = [~v.empty(other) for other in beside(cell) if other in v.cells]
        model.add_bool_or([v.empty(cell), *beside_it])


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


def required_words(model: cp_model.CpModel, v: Variables, rules: Rules) -> None:
    """Every required word is a run of the grid."""
    for word in rules.require:
        places = []
        for literals in runs_of(v, word):
            place = model.new_bool_var("")
            for literal in literals:
                model.add_implication(place, literal)
            places.append(place)
        model.add_bool_or(places)


def runs_of(v: Variables, word: str) -> Iterator[list[Literal]]:
    """Yield for each possible run of a word the literals that make it one."""
    letters = [v.alphabet.index[x] for x in word]
    for segment, _ in slots_of(v.cells):
        for start in range(len(segment) - len(word) + 1):
            end = start + len(word)
            run = zip(segment[start:end], letters, strict=True)
            literals: list[Literal] = [v.holds(cell, letter) for cell, letter in run]
            literals += [v.empty(cell) for cell in segment[max(start - 1, 0) : start]]
            literals += [v.empty(cell) for cell in segment[end : end + 1]]
            if not any(literal is v.false for literal in literals):
                yield literals


def _lead_over(
    model: cp_model.CpModel,
    symbols: dict[int, cp_model.IntVar],
    arcs: tuple[Arc, ...],
    states: dict[int, cp_model.IntVar],
    final: dict[int, cp_model.IntVar] | None,
) -> dict[int, cp_model.IntVar]:
    """Run an automaton over one cell; return the literals of the states after it.

    The automaton is deterministic, so one clause per arc and one per state are enough. A literal
    per arc, to which `add_automaton` expands, took three to six times as long.
    """
    after = final or {n: model.new_bool_var("") for n in {arc.after for arc in arcs}}
    model.add_exactly_one(after.values())
    onwards: dict[int, list[cp_model.IntVar]] = {n: [] for n in states}
    for arc in arcs:
        onwards[arc.state].append(symbols[arc.symbol])
        model.add_bool_or(~states[arc.state], ~symbols[arc.symbol], after[arc.after])
    for n, literals in onwards.items():
        model.add_bool_or(~states[n], *literals)
    for symbol in set(symbols) - {arc.symbol for arc in arcs}:
        model.add_bool_or(~symbols[symbol])
    return after
