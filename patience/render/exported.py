"""What a crossword file tells its solver and this program: the task, and the question in lines."""

from __future__ import annotations

from patience.files.crossword import MARKS
from patience.question.header import question_of
from patience.render.letters import one_line
from patience.render.puzzles import asked, heading
from patience.render.scene import Kind, Scene


def title(scene: Scene) -> str:
    """Return the name of a puzzle, else its goal and size; nothing of its solution."""
    return one_line(heading(scene))


def instructions(scene: Scene) -> list[str]:
    """Return what a solver needs: the task, the words, the cost to beat, and the letters."""
    words, tiles = scene.language, scene.puzzle.tiles
    told = asked(scene)
    if not tiles.free:
        devils = words("devils_in", n=tiles.jokers) if tiles.jokers else ""
        told.append((words("letters"), ", ".join(filter(None, [tiles.counted(), devils]))))
    if any(tile.kind is Kind.DEVIL for tile in scene.tiles):
        told.append(("", words("circles")))
    return [one_line(words("labelled", label=x, text=y) if x else y) for x, y in told]


def own_lines(scene: Scene) -> dict[str, str]:
    """Return the lines of the question, and the cells for which a format has no sign."""
    marked = {
        key: " ".join(f"{c.row},{c.col}" for c, y in scene.grid.cells() if y == x)
        for key, x in MARKS.items()
        if scene.grid.count(x)
    }
    said = {key: one_line(text) for key, text in question_of(scene.header).items()}
    return said | marked
