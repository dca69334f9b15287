"""A grid as .puz, the format of Across Lite: plain crosswords only."""

from __future__ import annotations

from collections.abc import Mapping

from patience.errors import PatienceError
from patience.files.puz import AUTHOR, CIRCLE, EMPTY, MARKUP, puzpy
from patience.render.clues import entries
from patience.render.exolve import remarks
from patience.render.exported import instructions, title
from patience.render.scene import Kind, Scene

_MAX_SIDE = 255
# Of our own texts, what would make a file too new for old programs.
_PLAIN = {
    ord("\N{RIGHT SINGLE QUOTATION MARK}"): "'",
    ord("\N{NARROW NO-BREAK SPACE}"): "\N{NO-BREAK SPACE}",
}

# Most characters of a clue: Across Lite crashes on a longer one.
MAX_CLUE = 505


def puz(scene: Scene, *, clues: Mapping[str, str], solved: bool) -> bytes:
    """Return a crossword to solve with its solution; a `solved` one has all letters entered.

    Every cell without a letter is a block, a devil has a circle. A longer clue than
    `MAX_CLUE` is cut.

    Raises
    ------
    PatienceError
        If the format cannot hold the grid, or puzzles cannot be written.
    """
    library = puzpy()
    if any(len(tile.letter) > 1 for tile in scene.tiles):
        raise PatienceError("a .puz file cannot hold tiles of several letters: use ipuz or exolve")
    if max(scene.grid.width, scene.grid.height) > _MAX_SIDE:
        raise PatienceError(f"a .puz file holds at most {_MAX_SIDE} columns and rows: use ipuz")
    letters = "".join(tile.letter or "." for tile in scene.tiles)
    told = "\n".join(instructions(scene)).translate(_PLAIN)
    notes = "\n".join([told, "", *remarks(scene)])
    # The format expects clues by number, across before down.
    listed = sorted(
        (number, name, clue)
        for name, words in entries(scene, clues).items()
        for number, _, clue in words
    )
    texts = [_cut(clue) for _, _, clue in listed]
    author = scene.header.get("author", AUTHOR)
    # Text is UTF-8 from version 2 on, but old programs read version 1 only.
    latin = all(ord(x) < 256 for x in "".join([title(scene), author, notes, *texts]))
    puzzle = library.Puzzle(version="1.3" if latin else "2.0")
    puzzle.width, puzzle.height = scene.grid.width, scene.grid.height
    puzzle.solution = letters
    puzzle.fill = letters if solved else "".join(x if x == "." else EMPTY for x in letters)
    puzzle.title, puzzle.author, puzzle.notes = title(scene), author, notes
    puzzle.clues = texts
    if any(tile.kind is Kind.DEVIL for tile in scene.tiles):
        marks = (CIRCLE if tile.kind is Kind.DEVIL else 0 for tile in scene.tiles)
        puzzle.extensions[MARKUP] = bytes(marks)
    return bytes(puzzle.tobytes())


def _cut(clue: str) -> str:
    return clue if len(clue) <= MAX_CLUE else f"{clue[: MAX_CLUE - 3].rstrip()}..."
