"""Decision variables: a symbol for each cell, the letters of the jokers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ortools.sat.python import cp_model

from patience.engines.cpsat.lines import Options
from patience.engines.dawg import BLANK
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.alphabet import Alphabet
from patience.game.grid import Cell

Literal = cp_model.IntVar | cp_model.NotBooleanVariable
Segment = tuple[Cell, ...]


@dataclass(frozen=True)
class Variables:
    """The variables of one model: for each cell not closed, a literal per symbol it may hold."""

    cells: dict[Cell, dict[int, cp_model.IntVar]]  # symbols: a letter by its place, BLANK none
    jokers: tuple[cp_model.IntVar, ...]  # (letters,): jokers for each letter, without fixed ones
    left: cp_model.IntVar  # tiles left over
    true: cp_model.IntVar  # constants
    false: cp_model.IntVar
    alphabet: Alphabet

    def holds(self, cell: Cell, symbol: int) -> cp_model.IntVar:
        """Return the literal "the cell holds this symbol"."""
        return self.cells[cell].get(symbol, self.false)

    def empty(self, cell: Cell) -> cp_model.IntVar:
        """Return the literal "the cell holds no letter"."""
        return self.holds(cell, BLANK)

    @cached_property
    def slots(self) -> list[tuple[Segment, Options]]:
        """The maximal lines of two cells or more, and what they may show."""
        return list(slots_of(self.cells))


def make_variables(
    model: cp_model.CpModel, subproblem: Subproblem, letters: Collection[int]
) -> Variables:
    """Add the variables of a fill to a model; `letters` are those in words."""
    return Variables(
        {
            cell: {symbol: model.new_bool_var(f"{cell.row},{cell.col}={symbol}") for symbol in kept}
            for cell, kept in options(subproblem, letters).items()
        },
        tuple(
            model.new_int_var(0, max(subproblem.jokers, 0), f"jokers as {x}")
            for x in subproblem.alphabet.faces
        ),
        model.new_int_var(0, subproblem.tiles, "left"),
        model.new_constant(1),
        model.new_constant(0),
        subproblem.alphabet,
    )


def options(subproblem: Subproblem, letters: Collection[int]) -> dict[Cell, list[int]]:
    """Return the symbols that each cell may hold, without closed cells.

    An open cell takes letters that have a tile and occur in a word; a fixed cell has one symbol.
    """
    useful = [k for k in sorted(letters) if subproblem.counts[k] or subproblem.jokers]
    kinds = {CELL_OPEN: [*useful, BLANK], CELL_FACE_DOWN: [BLANK]}
    height, width = subproblem.cells.shape
    table = {Cell(r, c): int(subproblem.cells[r, c]) for r in range(height) for c in range(width)}
    return {cell: kinds.get(x, [x]) for cell, x in table.items() if x != CELL_CLOSED}


def slots_of(cells: Mapping[Cell, Collection[int]]) -> Iterator[tuple[Segment, Options]]:
    """Yield the maximal lines of two cells or more, those across first, and what they may show."""
    for down, along in ((0, 1), (1, 0)):
        for cell in cells:
            if Cell(cell.row - down, cell.col - along) not in cells:
                line = [cell]
                while (ahead := Cell(line[-1].row + down, line[-1].col + along)) in cells:
                    line.append(ahead)
                if len(line) > 1:
                    yield tuple(line), tuple(frozenset(cells[each]) for each in line)


def slots_in(subproblem: Subproblem, letters: Collection[int]) -> Iterator[tuple[Segment, Options]]:
    """Yield the lines of a subproblem and what they may show; `letters` are those in words."""
    return slots_of(options(subproblem, letters))


def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells next to a cell, on the table or not."""
    row, col = cell
    return Cell(row - 1, col), Cell(row + 1, col), Cell(row, col - 1), Cell(row, col + 1)
