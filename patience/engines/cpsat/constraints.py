"""The rules as constraints, one function per rule, in the order of the rule sheet."""

from __future__ import annotations

from collections.abc import Collection

from ortools.sat.python import cp_model

from patience.engines.cpsat.automata import lines_are_read
from patience.engines.cpsat.connection import one_piece
from patience.engines.cpsat.lines import LineReader
from patience.engines.cpsat.placed import words_are_placed
from patience.engines.cpsat.placements import Placement
from patience.engines.cpsat.variables import Variables
from patience.engines.dawg import BLANK
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.grid import CLOSED, OF_LETTERS, Cell, image
from patience.game.puzzle import Rules


def add_constraints(
    model: cp_model.CpModel,
    v: Variables,
    subproblem: Subproblem,
    rules: Rules,
    words: LineReader | Collection[Placement],
    *,
    tight: bool,
) -> None:
    """Add the rules, those of words by the automata of a reader or by placements.

    Automata leave out that words are distinct (`model`). If the grid is `tight`, letters reach all
    four sides.
    """
    one_symbol_a_cell(model, v)
    if isinstance(words, LineReader):
        lines_are_read(model, v, words, rules)
    else:
        words_are_placed(model, v, words, rules)
    if rules.connected:
        one_piece(model, v)
    tiles_suffice(model, v, subproblem)
    some_word(model, v)
    count_what_is_left(model, v, subproblem)
    unlike_others(model, v, rules, subproblem)
    grid_is_symmetric(model, v, rules, subproblem)
    if tight:
        sides_are_reached(model, v)
    # Redundant, but faster: see docs/en/how/cpsat.md.
    letters_must_be_placed(model, v, subproblem)


def one_symbol_a_cell(model: cp_model.CpModel, v: Variables) -> None:
    """A cell holds one letter or none."""
    for symbols in v.cells.values():
        model.add_exactly_one(symbols.values())


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


def unlike_others(
    model: cp_model.CpModel, v: Variables, rules: Rules, subproblem: Subproblem
) -> None:
    """The grid differs enough from each grid of `unlike`, mirrored or not."""
    for other in rules.unlike:
        orientations = {
            x for x in (other, other.transposed()) if (x.height, x.width) == subproblem.cells.shape
        }
        for orientation in orientations:
            there = dict(orientation.cells())
            closed_in_both = sum(x == CLOSED and cell not in v.cells for cell, x in there.items())
            same = [
                v.holds(cell, subproblem.alphabet.index.get(x.upper(), BLANK))
                for cell, x in there.items()
                if x != CLOSED and cell in v.cells
            ]
            most = subproblem.cells.size - closed_in_both - rules.cells_apart
            model.add(cp_model.LinearExpr.sum(same) <= most)
        # Grids of different sides differ in all cells of the larger one.
        if (
            not orientations
            and max(subproblem.cells.size, other.width * other.height) < rules.cells_apart
        ):
            model.add_bool_or(v.false)


def grid_is_symmetric(
    model: cp_model.CpModel, v: Variables, rules: Rules, subproblem: Subproblem
) -> None:
    """A cell is empty, or shows the same, if and only if its image does, if that is asked for."""
    if rules.symmetry == "none":
        return
    height, width = subproblem.cells.shape
    for cell, symbols in v.cells.items():
        other = image(cell, width, height, rules.symmetry)
        if other in v.cells:
            for x in symbols if rules.symmetry in OF_LETTERS else [BLANK]:
                model.add_implication(v.holds(cell, x), v.holds(other, x))
        else:  # closed
            model.add_bool_or([v.empty(cell)])


def sides_are_reached(model: cp_model.CpModel, v: Variables) -> None:
    """7. The rectangle of a compact grid is the one around its letters."""
    inside = [cell for cell, symbols in v.cells.items() if set(symbols) != {BLANK}]
    for axis in (0, 1):
        numbers = [cell[axis] for cell in inside]
        for side in (min(numbers), max(numbers)):
            model.add_bool_or([~v.empty(cell) for cell in inside if cell[axis] == side])


def letters_must_be_placed(model: cp_model.CpModel, v: Variables, subproblem: Subproblem) -> None:
    """No more tiles of a letter are left over than tiles in all.

    This follows from the counts, but only by summation, which clause learning does badly.
    """
    for letter in range(len(subproblem.counts)):
        if subproblem.counts[letter]:
            model.add(_used(v, subproblem, letter) + v.left >= subproblem.counts[letter])


def _open(v: Variables, subproblem: Subproblem) -> list[Cell]:
    return [cell for cell in v.cells if subproblem.cells[cell] == CELL_OPEN]


def _used(v: Variables, subproblem: Subproblem, letter: int) -> cp_model.LinearExpr:
    cells = [v.cells[cell] for cell in _open(v, subproblem)]
    return cp_model.LinearExpr.sum([x[letter] for x in cells if letter in x])
