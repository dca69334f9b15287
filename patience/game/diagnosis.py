"""Detection of puzzles that plainly have no solution, from the puzzle and the words alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from patience.errors import Note
from patience.game.alphabet import faces
from patience.game.grid import BLANK, Grid, Run, is_face_up, places
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import TileSet


def diagnose(puzzle: Puzzle, words: Collection[str]) -> str:
    """Return why a puzzle has no solution with some words; empty if no reason is evident."""
    for reason in (_no_word(puzzle, words), _no_room(puzzle), _no_use(puzzle, words)):
        if reason:
            return reason
    return _no_fit(puzzle, words)


def _no_word(puzzle: Puzzle, words: Collection[str]) -> str:
    """Reason: no word is short enough and can be spelled."""
    if not words:
        return Note("the lexicon has no words", "no-words")
    longest = puzzle.longest_line
    short = (word for word in words if len(word) <= longest)
    if any(puzzle.tiles.can_spell(word) for word in short):
        return ""
    least = min(map(len, words))
    if least <= longest:
        return Note(
            "the tiles can spell no word of the lexicon that is short enough for a line",
            "no-spelling",
        )
    message = (
        f"no word of the lexicon is short enough: lines have at most {longest} cells, words "
        f"at least {least} letters"
    )
    return Note(message, "no-short-word", longest=longest, least=least)


def _no_room(puzzle: Puzzle) -> str:
    """Reason: a compact grid has more tiles than its table has cells."""
    if not isinstance(puzzle.goal, Compact):
        return ""
    for sides, what in ((puzzle.size, "start"), (puzzle.goal.within, "table")):
        if sides is not None and sides[0] * sides[1] < puzzle.tiles.total:
            message = (
                f"the {what} of {sides[0]}x{sides[1]} has {sides[0] * sides[1]} cells, and "
                f"{puzzle.tiles.total} tiles must all lie face up"
            )
            return Note(message, "no-room", cells=sides[0] * sides[1], n=puzzle.tiles.total)
    return ""


def _no_use(puzzle: Puzzle, words: Iterable[str]) -> str:
    """Reason: a compact grid has letters that no word contains."""
    if not isinstance(puzzle.goal, Compact):
        return ""
    longest = puzzle.longest_line
    useless = {x for x, n in puzzle.tiles.supply.items() if n}
    for word in words:
        if not useless:
            return ""
        if len(word) <= longest:
            useless.difference_update(word)
    if not useless:
        return ""
    useless = set(map(faces, useless))
    letters = " or ".join(sorted(useless))
    message = f"no word of at most {longest} letters has {letters}, and every tile must lie face up"
    return Note(message, "useless", longest=longest, letters=", ".join(sorted(useless)))


def _no_fit(puzzle: Puzzle, words: Iterable[str]) -> str:
    """Reason: no word fits some fixed letters."""
    fixed = puzzle.fixed_cells
    if fixed is None or not fixed.face_up():
        return ""
    finder = _Finder("\n".join(words), puzzle.tiles)
    for run in fixed.runs():
        if not finder.fits(_line(fixed, run), run):
            word, (row, col) = faces(run.text), run.start
            message = f"no word that the tiles can spell fits {word} at {places(run.cells)}"
            return Note(message, "no-fit", word=word, row=row + 1, col=col + 1)
    for cell in fixed.face_up():
        runs = [run for run in fixed.runs(shortest=1) if cell in run.cells]
        lone = all(len(run.text) == 1 for run in runs)
        if lone and not any(finder.fits(_line(fixed, run), run) for run in runs):
            letter = faces(fixed[cell].upper())
            message = (
                f"no word that the tiles can spell fits the letter {letter} at {places([cell])}"
            )
            return Note(message, "no-fit", word=letter, row=cell.row + 1, col=cell.col + 1)
    return ""


def _line(fixed: Grid, run: Run) -> str:
    return fixed.rows[run.start.row] if run.across else fixed.transposed().rows[run.start.col]


@dataclass(frozen=True)
class _Finder:
    """Finds words by pattern that the tiles can spell; `text` has one word per line."""

    text: str
    tiles: TileSet

    def fits(self, line: str, run: Run) -> bool:
        """Tell whether some word of two or more letters can cover the run in its line."""
        first = run.start.col if run.across else run.start.row
        last = first + len(run.text)
        for start in range(first, -1, -1):
            for end in range(last, len(line) + 1):
                if self._lies(line, start, end) and end - start > 1:
                    return True
            if start and not _free(line[start - 1]):
                break
        return False

    def _lies(self, line: str, start: int, end: int) -> bool:
        """Tell whether some word can fill exactly the cells ``start:end``."""
        cells = line[start:end]
        beside = line[max(start - 1, 0) : start] + line[end : end + 1]
        if any(is_face_up(x) for x in beside) or not all(_free(x) for x in cells):
            return False
        pattern = "".join(x.upper() if is_face_up(x) else "." for x in cells)
        found = re.finditer(f"^{pattern}$", self.text, re.MULTILINE)
        return any(self.tiles.can_spell(match[0]) for match in found)


def _free(x: str) -> bool:
    """Tell whether a cell can be part of a word."""
    return is_face_up(x) or x == BLANK
