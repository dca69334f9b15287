"""The words of a grid, numbered as in crosswords: by their first cells, in reading order."""

from __future__ import annotations

from patience.game.grid import Cell, Run
from patience.render.scene import Scene


def numbers(scene: Scene) -> dict[Cell, int]:
    """Return the number of each cell where a word begins."""
    starts = sorted({word.start for word in scene.words})
    return {cell: number for number, cell in enumerate(starts, 1)}


def entries(scene: Scene) -> dict[str, list[tuple[int, Run]]]:
    """Return the numbered words, under ``Across`` and ``Down``."""
    number = numbers(scene)
    return {
        name: sorted(((number[word.start], word) for word in words), key=lambda each: each[0])
        for name, words in (("Across", scene.across), ("Down", scene.down))
    }
