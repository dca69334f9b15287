"""What a search is asked, made of what lies on the page's table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from patience.analysis.critique import LaidWord, bare, steps
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, is_face_up
from patience.game.puzzle import Board, Compact, Puzzle
from patience.web.guard import Refusal
from patience.web.messages import MAX_SIDE, Search

# Rows and columns that a crossword laid freely may grow by on each side.
_GROWTH = 4


@dataclass(frozen=True)
class Question:
    """What a search process is given.

    Attributes
    ----------
    said : Search
        What the page asks: how to search, for how long, with which words.
    puzzle : Puzzle
    corner : Cell or None
        Where the puzzle's first cell lies on the page's table; None if that is still free.
    threads : int
    steps : tuple of LaidWord
        For looking back: the words in the order they were laid.
    """

    said: Search
    puzzle: Puzzle
    corner: Cell | None
    threads: int
    steps: tuple[LaidWord, ...] = ()


def question(message: Search, threads: int) -> Question:
    """Return what to search for.

    Raises
    ------
    Refusal
        If nothing is selected to be filled, or nothing lies there to look back at.
    PuzzleError
        If what lies there breaks a rule already.
    """
    grid = Grid(tuple(message.rows))
    said = message.puzzle
    found: tuple[LaidWord, ...] = ()
    corner: Cell | None = Cell(0, 0)
    if message.mode == "selection":
        puzzle = _selected(said.puzzle(), grid, {Cell(*cell) for cell in message.selection})
    elif message.mode == "critique":
        puzzle = said.puzzle()
        if said.goal == "compact":
            puzzle = _on_the_table(puzzle)
        found = _steps(grid, message)
        corner = None
    elif said.goal == "compact":
        start, corner = _with_margin(grid)
        puzzle = _on_the_table(said.puzzle(start))
    else:
        puzzle = said.puzzle(None if grid == bare(grid) and said.goal == "frame" else grid)
    return Question(message, puzzle, corner, threads, found)


def _steps(grid: Grid, message: Search) -> tuple[LaidWord, ...]:
    found = steps(grid, {Cell(row, col): move for row, col, move in message.laid_at})
    if not found:
        raise Refusal(422, "steps", "no word lies there to look back at")
    return tuple(found)


def _on_the_table(puzzle: Puzzle) -> Puzzle:
    """Return a compact puzzle whose grid fits the page's table, with a margin around it."""
    assert isinstance(puzzle.goal, Compact), "only a crossword laid freely can be too large"
    within = puzzle.goal.within or (MAX_SIDE - 2, MAX_SIDE - 2)
    return replace(puzzle, goal=Compact(within))


def _selected(puzzle: Puzzle, grid: Grid, cells: Collection[Cell]) -> Puzzle:
    """Ask for as many tiles as possible on the selected cells, all others staying as they are.

    That is the board's question: what is not selected is closed.
    """
    layout = grid.mapped(
        lambda cell, x: x if is_face_up(x) or (x == BLANK and cell in cells) else CLOSED
    )
    if not layout.count(BLANK):
        raise Refusal(422, "selection", "no open cell is selected")
    return Puzzle(puzzle.tiles, Board(layout), puzzle.rules)


def _with_margin(grid: Grid) -> tuple[Grid | None, Cell | None]:
    """Return the crossword with room to grow around it, and where that lies on the table."""
    up = grid.face_up()
    if not up:
        return None, None
    box = grid.cropped()
    wide = _GROWTH if box.width + 2 * _GROWTH <= MAX_SIDE else 0
    high = _GROWTH if box.height + 2 * _GROWTH <= MAX_SIDE else 0
    empty = BLANK * (box.width + 2 * wide)
    rows = [BLANK * wide + row.replace(FACE_DOWN, BLANK) + BLANK * wide for row in box.rows]
    top, left = min(cell.row for cell in up), min(cell.col for cell in up)
    return Grid((*[empty] * high, *rows, *[empty] * high)), Cell(top - high, left - wide)
