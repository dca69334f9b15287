"""A grid as .puz, the format of Across Lite: plain crosswords only."""

from __future__ import annotations

from collections.abc import Mapping

from patience.errors import PatienceError
from patience.files.puz import AUTHOR, EMPTY, puzpy
from patience.game.puzzle import Board
from patience.render.clues import entries
from patience.render.exolve import remarks
from patience.render.letters import one_line
from patience.render.scene import Kind, Scene

_LONGEST = 255

# Most characters of a clue: Across Lite crashes on a longer one.
LONGEST_CLUE = 505


def puz(scene: Scene, *, clues: Mapping[str, str], solved: bool) -> bytes:
    """Return a crossword to solve with its solution; a `solved` one has all letters entered.

    Every cell without a letter is a block. A longer clue than `LONGEST_CLUE` is cut.

    Raises
    ------
    PatienceError
        If the format cannot hold the grid, or puzzles cannot be written.
    """
    library = puzpy()
    kinds = {tile.kind for tile in scene.tiles}
    if isinstance(scene.puzzle.goal, Board) or Kind.CLOSED in kinds:
        raise PatienceError("a .puz file cannot hold a board's closed cells: use ipuz or exolve")
    if Kind.DEVIL in kinds:
        raise PatienceError("a .puz file cannot hold jokers: use ipuz or exolve")
    if any(len(tile.letter) > 1 for tile in scene.tiles):
        raise PatienceError("a .puz file cannot hold tiles of several letters: use ipuz or exolve")
    if max(scene.grid.width, scene.grid.height) > _LONGEST:
        raise PatienceError(f"a .puz file holds at most {_LONGEST} columns and rows: use ipuz")
    letters = "".join(tile.letter or "." for tile in scene.tiles)
    notes = "\n".join([one_line(", ".join(scene.facts)), *remarks(scene)])
    # The format expects clues by number, across before down.
    listed = sorted(
        (number, name, clue)
        for name, words in entries(scene, clues).items()
        for number, _, clue in words
    )
    texts = [_cut(clue) for _, _, clue in listed]
    # Text is UTF-8 from version 2 on, but old programs read version 1 only.
    latin = all(ord(x) < 256 for x in "".join([scene.title, notes, *texts]))
    puzzle = library.Puzzle(version="1.3" if latin else "2.0")
    puzzle.width, puzzle.height = scene.grid.width, scene.grid.height
    puzzle.solution = letters
    puzzle.fill = letters if solved else "".join(x if x == "." else EMPTY for x in letters)
    puzzle.title, puzzle.author, puzzle.notes = one_line(scene.title), AUTHOR, notes
    puzzle.clues = texts
    return bytes(puzzle.tobytes())


def _cut(clue: str) -> str:
    return clue if len(clue) <= LONGEST_CLUE else f"{clue[: LONGEST_CLUE - 3].rstrip()}..."
