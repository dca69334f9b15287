"""The words by the automata of lines: the model for large lexicons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ortools.sat.python import cp_model

from patience.engines.cpsat.lines import Arc, LineReader
from patience.engines.cpsat.variables import Literal, Variables, beside
from patience.game.puzzle import Rules


def lines_are_read(model: cp_model.CpModel, v: Variables, reader: LineReader, rules: Rules) -> None:
    """1, 2. Every line is accepted by its automaton; the model grows with the word graph."""
    lines_show_words(model, v, reader)
    no_letter_stands_alone(model, v)
    required_words(model, v, rules.require)


def lines_show_words(model: cp_model.CpModel, v: Variables, reader: LineReader) -> None:
    """1. Every run of two or more is a word."""
    for segment, shown in v.slots:
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


def at_most_once(model: cp_model.CpModel, v: Variables, words: Iterable[str]) -> None:
    """5. None of some words lies twice."""
    for word in words:
        places = []
        for literals in _runs_of(v, word):
            places.append(model.new_bool_var(""))
            model.add_bool_or(places[-1], *(~literal for literal in literals))
        model.add_at_most_one(places)


def required_words(model: cp_model.CpModel, v: Variables, words: Iterable[str]) -> None:
    """Every required word is a run of the grid."""
    for word in words:
        places = []
        for literals in _runs_of(v, word):
            places.append(model.new_bool_var(""))
            for literal in literals:
                model.add_implication(places[-1], literal)
        model.add_bool_or(places)


def _runs_of(v: Variables, word: str) -> Iterator[list[Literal]]:
    """Yield for each possible run of a word the literals that make it one."""
    letters = [v.alphabet.index[x] for x in word]
    for segment, _ in v.slots:
        for start in range(len(segment) - len(word) + 1):
            end = start + len(word)
            literals: list[Literal] = list(map(v.holds, segment[start:end], letters))
            literals += map(v.empty, segment[max(start - 1, 0) : start] + segment[end : end + 1])
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
