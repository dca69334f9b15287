"""Turn a search message of the page into the job of a search process."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from patience.analysis.critique import LaidWord, steps
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, bare, is_face_up
from patience.game.puzzle import Board, Compact, Puzzle
from patience.render.page_form import MAX_SIDE
from patience.web.guard import Refusal
from patience.web.messages import Search

# Rows and columns that a free crossword may grow by on each side.
_GROWTH = 4


@dataclass(frozen=True)
class Job:
    """The input of a search process.

    Attributes
    ----------
    message : Search
        The message: mode, time limit and words.
    puzzle : Puzzle
    corner : Cell or None
        Position of the puzzle's first cell on the page's table; None if it is still open.
    threads : int
    steps : tuple of LaidWord
        For a critique: the words in the order in which they were laid.
    """

    message: Search
    puzzle: Puzzle
    corner: Cell | None
    threads: int
    steps: tuple[LaidWord, ...] = ()


def job_of(message: Search, threads: int) -> Job:
    """Return the job of a message.

    Raises
    ------
    Refusal
        If a selection is empty, or there are no words for a critique.
    PuzzleError
        If the grid already breaks a rule.
    """
    grid = message.puzzle.grid(message.rows)
    wanted = message.puzzle
    found: tuple[LaidWord, ...] = ()
    corner: Cell | None = Cell(0, 0)
    if message.mode == "selection":
        puzzle = _selected(wanted.puzzle(), grid, {Cell(*cell) for cell in message.selection})
    elif message.mode == "missed":
        puzzle = wanted.puzzle()
    elif message.mode == "critique":
        puzzle = wanted.puzzle()
        if wanted.goal == "compact":
            puzzle = _on_the_table(puzzle)
        found = tuple(steps(grid, {Cell(row, col): move for row, col, move in message.laid_at}))
        if not found:
            raise Refusal(422, "steps", "no word lies there to look back at")
        corner = None
    elif wanted.goal == "compact":
        start, corner = _with_margin(grid)
        puzzle = _on_the_table(wanted.puzzle(start))
    else:
        puzzle = wanted.puzzle(None if grid == bare(grid) and wanted.goal == "frame" else grid)
    return Job(message, puzzle, corner, threads, found)


def _on_the_table(puzzle: Puzzle) -> Puzzle:
    """Limit a compact puzzle to the page's table, with a margin around the grid."""
    assert isinstance(puzzle.goal, Compact), "only a crossword laid freely can be too large"
    within = puzzle.goal.within or (MAX_SIDE - 2, MAX_SIDE - 2)
    return replace(puzzle, goal=Compact(within))


def _selected(puzzle: Puzzle, grid: Grid, cells: Collection[Cell]) -> Puzzle:
    """Return the puzzle of filling the selected cells with as many tiles as possible.

    It is a board puzzle: face-up tiles stay, and every other cell outside the selection is closed.
    """
    layout = grid.mapped(
        lambda cell, x: x if is_face_up(x) or (x == BLANK and cell in cells) else CLOSED
    )
    if not layout.count(BLANK):
        raise Refusal(422, "selection", "no open cell is selected")
    return Puzzle(puzzle.tiles, Board(layout), puzzle.rules)


def _with_margin(grid: Grid) -> tuple[Grid | None, Cell | None]:
    """Return the crossword with room to grow, and its position on the table."""
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
