"""The rules as constraints, one function per rule, in the order of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ortools.sat.python import cp_model

from patience.engines.cpsat.lines import Arc, LineReader
from patience.engines.cpsat.variables import Literal, Variables, beside
from patience.engines.dawg import BLANK
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.grid import Cell, Grid
from patience.game.puzzle import Rules


@dataclass(frozen=True)
class ModelContext:
    """Input of the constraints."""

    subproblem: Subproblem
    rules: Rules
    reader: LineReader
    tight: bool = False  # letters must reach all four sides


def add_constraints(model: cp_model.CpModel, v: Variables, context: ModelContext) -> None:
    """Add every rule except those that `cuts.Cuts` adds when a grid breaks them."""
    one_symbol_a_cell(model, v)
    lines_show_words(model, v, context.reader)
    no_letter_stands_alone(model, v)
    tiles_suffice(model, v, context.subproblem)
    some_word(model, v)
    count_what_is_left(model, v, context.subproblem)
    required_words(model, v, context.rules)
    unlike_others(model, v, context.rules, context.subproblem)
    if context.tight:
        sides_are_reached(model, v)
    # Redundant, but faster: see docs/en/how/cpsat.md.
    letters_must_be_placed(model, v, context.subproblem)


def one_symbol_a_cell(model: cp_model.CpModel, v: Variables) -> None:
    """A cell holds one letter or none."""
    for symbols in v.cells.values():
        model.add_exactly_one(symbols.values())


def lines_show_words(model: cp_model.CpModel, v: Variables, reader: LineReader) -> None:
    """1. Every run of two or more is a word."""
    for segment in v.segments():
        states = {0: v.true}
        automaton = reader.automaton(v.options(segment))
        for i, (cell, arcs) in enumerate(zip(segment, automaton, strict=True)):
            reader.tick()
            last = i == len(segment) - 1
            states = _lead_over(model, v.cells[cell], arcs, states, {0: v.true} if last else None)


def no_letter_stands_alone(model: cp_model.CpModel, v: Variables) -> None:
    """2. Every letter belongs to a word, so it has a letter beside it."""
    for cell in v.cells:
        beside_it = [~v.empty(other) for other in beside(cell) if other in v.cells]
        model.add_bool_or([v.empty(cell), *beside_it])


def tiles_suffice(model: cp_model.CpModel, v: Variables, subproblem: Subproblem) -> None:
    """4. No letter is used more often than its tiles and the jokers for it allow."""
    for letter in range(len(subproblem.counts)):
        model.add(_used(v, subproblem, letter) - v.jokers[letter] <= subproblem.counts[letter])
    model.add(sum(v.jokers) <= subproblem.jokers)


def some_word(model: cp_model.CpModel, v: Variables) -> None:
    """6. A grid holds at least one word."""
    model.add_bool_or([~v.empty(cell) for cell in v.cells])


def count_what_is_left(model: cp_model.CpModel, v: Variables, subproblem: Subproblem) -> None:
    """7. The tiles left over are those that no open cell takes."""
    unfilled = cp_model.LinearExpr.sum([v.empty(cell) for cell in _open(v, subproblem)])
    model.add(v.left - unfilled == subproblem.tiles - subproblem.open_cells)


def required_words(model: cp_model.CpModel, v: Variables, rules: Rules) -> None:
    """Every required word is a run of the grid."""
    for word in rules.require:
        places = []
        for literals in placements(v, word):
            place = model.new_bool_var("")
            for literal in literals:
                model.add_implication(place, literal)
            places.append(place)
        model.add_bool_or(places)


def unlike_others(
    model: cp_model.CpModel, v: Variables, rules: Rules, subproblem: Subproblem
) -> None:
    """The grid differs enough from each grid of `unlike`, mirrored or not."""
    for other in rules.unlike:
        orientations = {
            orientation
            for orientation in (other, other.transposed())
            if _sides(orientation) == subproblem.cells.shape
        }
        for orientation in orientations:
            symbols = {
                cell: subproblem.alphabet.index.get(orientation[cell].upper(), BLANK)
                for cell in v.cells
            }
            same = [v.holds(cell, x) for cell, x in symbols.items()]
            model.add(cp_model.LinearExpr.sum(same) <= len(same) - rules.cells_apart)
        # Grids of different sides differ in all cells of the larger one.
        if (
            not orientations
            and max(subproblem.cells.size, other.width * other.height) < rules.cells_apart
        ):
            model.add_bool_or(v.false)


def sides_are_reached(model: cp_model.CpModel, v: Variables) -> None:
    """7. The rectangle of a compact grid is the one around its letters."""
    inside = [cell for cell, symbols in v.cells.items() if set(symbols) != {BLANK}]
    for axis in (0, 1):
        places = [cell[axis] for cell in inside]
        for side in (min(places), max(places)):
            model.add_bool_or([~v.empty(cell) for cell in inside if cell[axis] == side])


def letters_must_be_placed(model: cp_model.CpModel, v: Variables, subproblem: Subproblem) -> None:
    """No more tiles of a letter are left over than tiles in all.

    This follows from the counts, but only by summation, which clause learning does badly.
    """
    for letter in range(len(subproblem.counts)):
        if subproblem.counts[letter]:
            model.add(_used(v, subproblem, letter) + v.left >= subproblem.counts[letter])


def placements(v: Variables, word: str) -> Iterator[list[Literal]]:
    """Yield for each possible run of a word the literals that make it one."""
    letters = [v.alphabet.index[x] for x in word]
    for segment in v.segments():
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


def _sides(grid: Grid) -> tuple[int, int]:
    return grid.height, grid.width


def _open(v: Variables, subproblem: Subproblem) -> list[Cell]:
    return [cell for cell in v.cells if subproblem.cells[cell] == CELL_OPEN]


def _used(v: Variables, subproblem: Subproblem, letter: int) -> cp_model.LinearExpr:
    cells = [v.cells[cell] for cell in _open(v, subproblem)]
    return cp_model.LinearExpr.sum([x[letter] for x in cells if letter in x])
