"""Why not: what makes a puzzle wrong or impossible, told before any search.

`check` refuses questions that contradict themselves; `impossible` explains those that can have no
answer. Both look at the puzzle and the words only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass

from patience.errors import PuzzleError
from patience.game.grid import BLANK, Grid, Run, is_face_up
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import ALPHABET, TileSet


def check(puzzle: Puzzle, words: Container[str]) -> None:
    """Refuse a puzzle whose required words or laid tiles break a rule already.

    Raises
    ------
    PuzzleError
        Naming the word or the cells, and the rule.
    """
    for word in puzzle.rules.require:
        _check_required(puzzle, word, words)
    if puzzle.pins is None:
        return
    for run in _finished_runs(puzzle.pins):
        if len(run.text) > 1 and run.text not in words:
            raise PuzzleError(
                f"what already lies there spells {run.text} ({where(run.cells)}), which is not in "
                "the lexicon and cannot go on: take it away"
            )
    singles = [run.start for run in _finished_runs(puzzle.pins) if len(run.text) == 1]
    for cell in singles:
        if singles.count(cell) == 2:
            raise PuzzleError(
                f"the letter {puzzle.pins[cell]} already lying at {where([cell])} can never be "
                "part of a word: all cells around it are closed"
            )


def impossible(puzzle: Puzzle, words: Sequence[str]) -> str:
    """Return why a puzzle can have no answer; empty if nothing plainly forbids one."""
    for reason in (_no_word(puzzle, words), _no_room(puzzle), _no_use(puzzle, words)):
        if reason:
            return reason
    return _no_fit(puzzle, words)


def where(cells: Collection[tuple[int, int]]) -> str:
    """Name cells as a player counts them, from 1."""
    return ", ".join(f"row {r + 1} column {c + 1}" for r, c in cells)


def can_spell(tiles: TileSet, word: str) -> bool:
    """Tell whether the tiles, jokers included, suffice for a word."""
    missing = sum(max(word.count(x) - tiles.count(x), 0) for x in set(word))
    return missing <= tiles.jokers


def longest_line(puzzle: Puzzle) -> int:
    """Return the length of the longest line a grid of this puzzle can have."""
    if puzzle.size is not None:
        return max(puzzle.size)
    within = puzzle.goal.within if isinstance(puzzle.goal, Compact) else None
    return min(puzzle.tiles.total, max(within)) if within else puzzle.tiles.total


def _check_required(puzzle: Puzzle, word: str, words: Container[str]) -> None:
    if word not in words:
        raise PuzzleError(
            f"required word {word}: it is not in the lexicon; leave it out, or take another lexicon"
        )
    if not can_spell(puzzle.tiles, word):
        raise PuzzleError(f"required word {word}: the tiles of {puzzle.tiles.name} cannot spell it")
    if len(word) > longest_line(puzzle):
        raise PuzzleError(
            f"required word {word}: it has {len(word)} letters, no line more than "
            f"{longest_line(puzzle)}"
        )


def _finished_runs(pins: Grid) -> Iterator[Run]:
    """Yield the runs, single letters too, that no tile can lengthen any more."""
    for run in pins.runs(shortest=1):
        step = (0, 1) if run.across else (1, 0)
        first, last = run.cells[0], run.cells[-1]
        before = (first.row - step[0], first.col - step[1])
        after = (last.row + step[0], last.col + step[1])
        if not _is_open(pins, before) and not _is_open(pins, after):
            yield run


def _is_open(grid: Grid, cell: tuple[int, int]) -> bool:
    row, col = cell
    return 0 <= row < grid.height and 0 <= col < grid.width and grid[cell] == BLANK


def _no_word(puzzle: Puzzle, words: Sequence[str]) -> str:
    """No word is short enough and can be spelled."""
    longest = longest_line(puzzle)
    short = (word for word in words if len(word) <= longest)
    if any(can_spell(puzzle.tiles, word) for word in short):
        return ""
    least = min(map(len, words), default=0)
    if least <= longest and words:
        return "the tiles can spell no word of the lexicon that is short enough for a line"
    return (
        f"no word of the lexicon is short enough: lines have at most {longest} cells, words "
        f"at least {least} letters"
    )


def _no_room(puzzle: Puzzle) -> str:
    """A compact grid has more tiles than its table has cells."""
    if not isinstance(puzzle.goal, Compact):
        return ""
    for sides, what in ((puzzle.size, "start"), (puzzle.goal.within, "table")):
        if sides is not None and sides[0] * sides[1] < puzzle.tiles.total:
            return (
                f"the {what} of {sides[0]}x{sides[1]} has {sides[0] * sides[1]} cells, and "
                f"{puzzle.tiles.total} tiles must all lie face up"
            )
    return ""


def _no_use(puzzle: Puzzle, words: Sequence[str]) -> str:
    """A compact grid has letters that no word takes."""
    if not isinstance(puzzle.goal, Compact):
        return ""
    longest = longest_line(puzzle)
    useless = {x for x in ALPHABET if puzzle.tiles.count(x)}
    for word in words:
        if not useless:
            return ""
        if len(word) <= longest:
            useless.difference_update(word)
    if not useless:
        return ""
    letters = " or ".join(sorted(useless))
    return f"no word of at most {longest} letters has {letters}, and every tile must lie face up"


def _no_fit(puzzle: Puzzle, words: Sequence[str]) -> str:
    """Letters lie so that no word can hold them."""
    pins = puzzle.pins
    if pins is None or not pins.face_up():
        return ""
    finder = _Finder("\n".join(words))
    for run in pins.runs():
        if not finder.fits(_line(pins, run), run):
            return f"no word fits {run.text} as it lies ({where(run.cells)})"
    for cell in pins.face_up():
        runs = [run for run in pins.runs(shortest=1) if cell in run.cells]
        lone = all(len(run.text) == 1 for run in runs)
        if lone and not any(finder.fits(_line(pins, run), run) for run in runs):
            return f"no word fits the letter {pins[cell].upper()} at {where([cell])}"
    return ""


def _line(pins: Grid, run: Run) -> str:
    """Return the whole line of a run."""
    return pins.rows[run.start.row] if run.across else pins.transposed().rows[run.start.col]


@dataclass(frozen=True)
class _Finder:
    """Finds words by pattern; `text` has one word a line."""

    text: str

    def fits(self, line: str, run: Run) -> bool:
        """Tell whether a word of two letters or more can cover the run in its line."""
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
        """Tell whether some word can take exactly the cells ``start:end``."""
        cells = line[start:end]
        beside = line[max(start - 1, 0) : start] + line[end : end + 1]
        if any(is_face_up(x) for x in beside) or not all(_free(x) for x in cells):
            return False
        pattern = "".join(x.upper() if is_face_up(x) else "[A-Z]" for x in cells)
        return re.search(f"^{pattern}$", self.text, re.MULTILINE) is not None


def _free(x: str) -> bool:
    """Tell whether a cell of a line may be part of a word."""
    return is_face_up(x) or x == BLANK
