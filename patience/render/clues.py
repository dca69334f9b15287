"""The words of a grid, numbered as in crosswords: by their first cells, in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from patience.game.grid import Cell, Grid, Run
from patience.render.letters import one_line
from patience.render.scene import Scene


def numbers(scene: Scene) -> dict[Cell, int]:
    """Return the number of each cell where a word begins."""
    starts = sorted({word.start for word in scene.words})
    return {cell: number for number, cell in enumerate(starts, 1)}


def entries(scene: Scene, clues: Mapping[str, str]) -> dict[str, list[tuple[int, Run, str]]]:
    """Return the numbered words with their clues, under ``Across`` and ``Down``."""
    number = numbers(scene)
    return {
        name: sorted(
            ((number[word.start], word, one_line(clues.get(word.spelling, ""))) for word in words),
            key=lambda each: each[0],
        )
        for name, words in (("Across", scene.across), ("Down", scene.down))
    }


def unmatched(grids: Iterable[Grid], clues: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the words that have no clue, and those of the clues that no grid has."""
    words = {word.spelling for grid in grids for word in grid.runs()}
    return sorted(words - clues.keys()), sorted(clues.keys() - words)
