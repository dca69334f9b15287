"""Review of a game: the words in the order they were laid, with the grid after each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from patience.game.grid import CLOSED, Cell, Grid, Run


@dataclass(frozen=True)
class LaidWord:
    """A word, and the grid of all words laid so far, including this one."""

    word: Run
    grid: Grid


def steps(grid: Grid, laid_at: Mapping[Cell, int]) -> list[LaidWord]:
    """Return the words of a grid in the order in which they were completed.

    Parameters
    ----------
    grid : Grid
        Marked face-down tiles and tiles outside any word are omitted from every step.
    laid_at : mapping of Cell to int
        The move that laid each tile; other cells belong to the start.
    """

    def completed(run: Run) -> tuple[int, int, Cell]:
        return max(laid_at.get(cell, 0) for cell in run.cells), -len(run.text), run.start

    found: list[LaidWord] = []
    shown: set[Cell] = set()
    for run in sorted(grid.runs(), key=completed):
        if shown.issuperset(run.cells):  # formed by the words that cross it
            continue
        shown.update(run.cells)
        hidden = {cell for cell, x in grid.cells() if x != CLOSED} - shown
        found.append(LaidWord(run, grid.without(hidden)))
    return found
