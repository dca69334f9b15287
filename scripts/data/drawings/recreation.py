"""One iteration of ruin and recreate on a small frame: what it clears, and which words it lays."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from patience.engines import dawg as word_graph
from patience.engines.recreate import kernels
from patience.engines.recreate.kernels import Field, GridState, Scratch
from patience.engines.recreate.tables import field_of, letters_of, scratch_of, state_of
from patience.engines.subproblem import Subproblem, subproblem_of
from patience.game.alphabet import LATIN
from patience.game.grid import BLANK, Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import named
from patience.render.drawing import CELL, Drawing
from patience.words.lexicon import load
from scripts.data.drawings.canvas import SMALL, WIDTH, Canvas

# A frame with some tiles left over and no joker: jokers have no place before a grid is finished.
COLUMNS, ROWS, TILES, LEXICON, SEED = 8, 6, "diamino-61", "fr-basic", 4

# The iteration shown comes after so many, gains letters, clears few, and lays so many words.
_LATER, _MAX_CLEARED, _MOVES = 10, 12, range(3, 6)

_SIDE, _GAP = 25.0, 32.0
_STEP = 54.0  # between the cells of the line shown


class Move(NamedTuple):
    """A word that recreate laid."""

    text: str
    new: list[bool]  # for each cell
    options: list[str]  # for each cell the letters that it could take, empty for any with a tile


class Iteration(NamedTuple):
    """An iteration that gained letters."""

    number: int
    before: Grid
    ruined: Grid
    tidied: Grid
    after: Grid
    moves: list[Move]


class _Search(NamedTuple):
    """A search with all that its next iteration depends on."""

    subproblem: Subproblem
    field: Field
    state: GridState
    scratch: Scratch

    def grid(self) -> Grid:
        return self.subproblem.grid(letters_of(self.field, self.state.cells))


def watched() -> Iteration:
    """Search until an iteration is worth showing."""
    puzzle, words = Puzzle(named(TILES), Frame(COLUMNS, ROWS)), load(LEXICON).words
    dawg = word_graph.kept(words, COLUMNS, puzzle.tiles.counts, puzzle.tiles.jokers)
    subproblem = subproblem_of(puzzle, COLUMNS, ROWS)
    field = field_of(subproblem, dawg, puzzle.rules)
    search = _Search(subproblem, field, state_of(subproblem, SEED), scratch_of(field))
    kernels.settle(*search[1:])
    number = 0
    while True:
        copy = _Search(subproblem, field, deepcopy(search.state), deepcopy(search.scratch))
        kernels.improve(*search[1:], 1)
        number += 1
        if number > _LATER and search.state.numbers[kernels.UP] > copy.state.numbers[kernels.UP]:
            iteration = _repeated(copy, number)
            assert iteration.after == search.grid(), "the same happens once more"
            letters = [ROWS * COLUMNS - x.count(BLANK) for x in iteration[1:4]]
            cleared = letters[0] - letters[2]
            if letters[1] > letters[2] and cleared <= _MAX_CLEARED and _is_few(iteration):
                return iteration


def _is_few(iteration: Iteration) -> bool:
    return len(iteration.moves) in _MOVES


def _repeated(search: _Search, number: int) -> Iteration:
    """Make an iteration step by step, as `kernels.improve` and `kernels.recreate` do."""
    _, field, state, scratch = search
    before = search.grid()
    kernels.ruin(field, state)
    ruined = search.grid()
    kernels.tidy(field, state, scratch)
    tidied = search.grid()
    scratch.lines[kernels.DRY] = 0
    moves: list[Move] = []
    while True:
        scratch.found[kernels.SCORE] = -1
        kernels.find_best(field, state, scratch, -1)
        if scratch.found[kernels.SCORE] < 0:
            return Iteration(number, before, ruined, tidied, search.grid(), moves)
        moves.append(_move(search))
        kernels.lay(field, state, scratch)


def _move(search: _Search) -> Move:
    """Return the best move, and what the cells of its line could take."""
    field, scratch = search.field, deepcopy(search.scratch)
    line, offset, length = (
        int(scratch.found[x]) for x in (kernels.LINE, kernels.OFFSET, kernels.LENGTH)
    )
    kernels.find_hooks(field, deepcopy(search.state), scratch, line)
    first, along = (int(field.lines[line, x]) for x in (kernels.FIRST, kernels.ALONG))
    flat = [first + (offset + i) * along for i in range(length)]
    allowed, hooks = scratch.path[[kernels.ALLOWED, kernels.HOOK], offset : offset + length]
    return Move(
        "".join(LATIN.symbols[x] for x in scratch.path[kernels.WORD, :length]),
        [bool(search.state.cells[x] == 0) for x in flat],
        [_letters(int(mask)) if hook else "" for mask, hook in zip(allowed, hooks, strict=True)],
    )


def _letters(mask: int) -> str:
    return "".join(x for k, x in enumerate(LATIN.symbols) if mask & 1 << k)


def iteration() -> Drawing:
    """Draw the iteration: four grids, and the line of its longest move."""
    seen = watched()
    canvas = Canvas()
    canvas.text(
        (14, 26), f"Iteration {seen.number} on a frame of {COLUMNS}x{ROWS}", 16, strong=True
    )
    grids = seen[1:5]
    up = [ROWS * COLUMNS - grid.count(BLANK) for grid in grids]
    titles = (
        f"Before: {up[0]} letters",
        f"Ruined: {up[0] - up[1]} cleared",
        f"Tidied: {up[1] - up[2]} more cleared",
        f"Recreated: {up[3]} letters",
    )
    below = 0.0
    for n, (grid, title) in enumerate(zip(grids, titles, strict=True)):
        left = 14 + n % 2 * (COLUMNS * _SIDE + _GAP)
        top = 62 + n // 2 * (ROWS * _SIDE + 44)
        canvas.text((left, top - 10), title, strong=True)
        before = grids[max(n - 1, 0)]
        _grid(canvas, (left, top), grid, before)
        below = top + ROWS * _SIDE
    move = max(seen.moves, key=lambda x: sum(x.new))
    bottom = _line(canvas, below + 34, move)
    others = ", ".join(x.text for x in seen.moves)
    bottom = canvas.paragraph(
        (14, bottom + 26),
        f"Tidying clears what is no word any more. The words laid, in order: {others}. Below the "
        "cells of the line are the letters left that make the run across it a word; any letter "
        "will do where there is none.",
        WIDTH - 28,
    )
    return canvas.drawing(
        bottom, "Ruin and recreate", "A grid is partly cleared and laid again, word by word."
    )


def _grid(canvas: Canvas, at: tuple[float, float], grid: Grid, before: Grid) -> None:
    """Draw a grid; rims mark the letters that it has lost or won."""
    left, top = at
    canvas.box(left - 3, top - 3, COLUMNS * _SIDE + 6, ROWS * _SIDE + 6, "table")
    for row, (signs, others) in enumerate(zip(grid.rows, before.rows, strict=True)):
        for column, (sign, other) in enumerate(zip(signs, others, strict=True)):
            x, y = left + _SIDE * column, top + _SIDE * row
            if sign != BLANK:
                canvas.tile(x, y, sign, _SIDE)
            if sign != other:
                rim = "devil-rim" if sign == BLANK else "lit"
                canvas.box(x + 1, y + 1, _SIDE - 2, _SIDE - 2, rim, 2.2)


def _line(canvas: Canvas, top: float, move: Move) -> float:
    """Draw a move with what its cells could take; return the lowest place."""
    canvas.text((14, top), f"The line of {move.text}", strong=True)
    deepest = 0.0
    for n, (sign, new, options) in enumerate(zip(move.text, move.new, move.options, strict=True)):
        x, y = 14 + _STEP * n, top + 12
        canvas.tile(x, y, sign)
        if new:
            canvas.box(x + 1.5, y + 1.5, CELL - 3, CELL - 3, "lit", 2.4)
        lines = [" ".join(options[i : i + 3]) for i in range(0, len(options), 3)]
        for k, text in enumerate((lines or ["any"]) if new else ["laid"]):
            base = y + CELL + 17 + 16 * k
            colour = "text" if new and lines else "soft"
            canvas.text((x + CELL / 2, base), text, SMALL, colour, anchor=0.5)
            deepest = max(deepest, base)
    return deepest
