"""Grids, verdicts and results as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from patience.game.alphabet import faces
from patience.game.grid import Cell, Grid, Run, bounding_sides
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.referee.report import Reading, Report
from patience.result import Proven, Result, Status
from patience.words.lexicon import Leaves

if TYPE_CHECKING:
    from patience.render.language import Language
    from patience.words.scores import Worth

# Longer lists of tiles are counted, as hands are.
_MAX_TILES = 20

# Worst words named.
_MOST_WORDS = 5


_NOTHING: Mapping[str, str] = {}


def grid_text(grid: Grid, header: Mapping[str, object]) -> str:
    """Return a grid below its ``; key: value`` lines, as `Grid.parse` reads it."""
    return f"{header_text(header)}{grid}\n"


def header_text(header: Mapping[str, object]) -> str:
    """Return the lines above a grid; line ends in a value would add rows to it."""
    return "".join(f"; {key}: {' '.join(str(x).splitlines())}\n" for key, x in header.items())


def result_header(
    result: Result, spec_header: Mapping[str, str], *, engine: str, seed: int
) -> dict[str, object]:
    """Return the header of a solved grid: the puzzle, then how it was solved.

    Nothing in it depends on the machine or the date, so that equal runs write equal files.
    """
    header: dict[str, object] = dict(spec_header)
    if result.best is not None and "size" not in header:
        header["size"] = size_phrase(bounding_sides(result.best))
    return header | {
        "cost": result.cost,
        "bound": result.bound,
        "status": result.status.value,
        "engine": engine,
        "seed": seed,
    }


def cost_phrase(puzzle: Puzzle, cost: int, words: Language | None = None) -> str:
    """Name a cost as a player would: ``6 face down``, ``area 72``, ``4 tiles left over``."""
    # With letters as often as wanted the cost of a board is its empty cells.
    fills_board = isinstance(puzzle.goal, Board) and puzzle.tiles.free
    what = "empty" if fills_board else puzzle.goal_name
    if words is None:
        from patience.render.language import ENGLISH, language  # noqa: PLC0415 (verdicts need none)

        words = language(ENGLISH)
    return words(f"cost_{what}", n=cost)


def all_phrase(count: int, *, is_complete: bool) -> str:
    """Say how many grids there are: ``all 746 grids``, or ``746 grids so far``."""
    grids = number_of(count, "grid")
    return f"all {grids}" if is_complete else f"{grids} so far"


def bound_phrase(puzzle: Puzzle, bound: int) -> str:
    """State a bound on the cost: ``at least 1 must stay face down``."""
    match puzzle.goal:
        case Frame():
            return f"at least {bound} must stay face down"
        case Compact():
            return f"the area is at least {bound}"
        case Board() if puzzle.tiles.free:
            return f"at least {number_of(bound, 'cell')} must stay empty"
    return f"at least {number_of(bound, 'tile')} must be left over"


def _proven_phrase(puzzle: Puzzle, proven: Collection[Proven]) -> str:
    """Name what no grid has: a lower cost, a smaller perimeter, a better worst word."""
    parts = ["no grid costs less"]
    if isinstance(puzzle.goal, Compact):
        parts = ["no grid has a smaller area"]
        if Proven.PERIMETER in proven:
            parts.append("none of this area has a smaller perimeter")
    if Proven.WORST in proven:
        parts.append("none as good has a better worst word")
    return ", ".join(parts)


def grid_summary(puzzle: Puzzle, grid: Grid, reading: Reading) -> str:
    """Describe a grid in one line: its cost, tiles, words and jokers."""
    up = len(grid.face_up())
    parts = [
        *_goal_parts(puzzle, grid, reading),
        f"{number_of(up, 'tile')} up in {number_of(len(reading.words), 'word')}",
    ]
    if reading.jokers:
        parts.append(_as_jokers(list(map(faces, reading.jokers))))
    if reading.repeated:
        parts.append(f"more than once: {_listed(map(faces, reading.repeated))}")
    return "; ".join(parts)


def result_summary(puzzle: Puzzle, result: Result, reading: Reading) -> list[str]:
    """Describe a solved grid and what is known about better ones."""
    assert result.best is not None, "a summary describes a grid"
    lines = [grid_summary(puzzle, result.best, reading)]
    if result.worth is not None and result.worth.words:
        lines.append(_worth_phrase(result.worth))
    if result.status is Status.OPTIMAL:
        lines.append(f"proven: {_proven_phrase(puzzle, result.proven)}")
    elif result.bound > 0:
        lines.append(f"proven: {bound_phrase(puzzle, result.bound)}")
    if result.reason:
        lines.append(result.reason)
    if 2 * len(reading.repeated) > len({run.text for run in reading.words}):
        lines.append("most words appear more than once: --distinct-words forbids that")
    return lines


def verdict_text(
    name: str, puzzle: Puzzle, grid: Grid, report: Report, above: Mapping[str, str] = _NOTHING
) -> str:
    """Return the referee's verdict: one line for a valid grid, one more for each fault.

    It names what the lines `above` the grid set.
    """
    size = f" {size_phrase(puzzle.size)}" if puzzle.size else ""
    faults = number_of(len(report.violations), "fault")
    verdict = "valid" if report.valid else f"NOT valid, {faults}"
    goal = f"{puzzle.goal_name}{size}"
    asked = "".join(f", {key} {text}" for key, text in above.items())
    summary = f"{name}: {verdict} as {goal}{asked}: {grid_summary(puzzle, grid, report)}"
    return "\n".join([summary, *(f"  {each.rule}: {each.message}" for each in report.violations)])


def hint_text(word: Run | None, cells: Sequence[Cell], finished: Grid, lexicon: str | Path) -> str:
    """Name the tiles to lay next, their places, and the word of a grid that they complete."""
    from patience.words.accents import shown  # noqa: PLC0415 (verdicts need none)

    if word is None:
        return "Nothing is left to lay: every word is on the table."
    letters = " ".join(faces(finished[cell].upper()) for cell in cells)
    jokers = [faces(finished[cell].upper()) for cell in cells if finished[cell].islower()]
    if word.across:
        line, place, steps = "row", "column", [cell.col for cell in cells]
    else:
        line, place, steps = "column", "row", [cell.row for cell in cells]
    at = word.start.row if word.across else word.start.col
    marked = f" with {_as_jokers(jokers)}" if jokers else ""
    name = shown(word.text, lexicon)
    return f"Lay {letters} in {line} {at + 1}, {_places(place, steps)}{marked}: {name}."


def survey_text(rows: Sequence[Leaves]) -> str:
    """Return a table of the words that filters leave: one row per length, one column per filter."""
    columns = range(1, len(rows) + 1)
    legend = [
        f"({n}) {row.label}: {row.total:,} words" for n, row in zip(columns, rows, strict=True)
    ]
    lengths = sorted({length for row in rows for length in row.by_length})
    table = table_text(
        ["letters", *(f"({n})" for n in columns)],
        [[str(n), *(f"{row.by_length.get(n, 0):,}" for row in rows)] for n in lengths],
        numbers=True,
    )
    return "\n".join([*legend, table])


def table_text(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = False) -> str:
    """Return a table with aligned columns under their names, as wide as it needs to be.

    `numbers` are aligned at the right, texts at the left.
    """
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = str.rjust if numbers else str.ljust
    return "\n".join("  ".join(map(aligned, line, widths)).rstrip() for line in lines)


def _places(noun: str, steps: Sequence[int]) -> str:
    """Name places counted from 0 as players count them: ``columns 2 to 4 and 6``."""
    first = [step for step in steps if step - 1 not in steps]
    last = [step for step in steps if step + 1 not in steps]
    stretches = [
        [f"{a + 1} to {b + 1}"] if b - a > 1 else [str(step + 1) for step in range(a, b + 1)]
        for a, b in zip(first, last, strict=True)
    ]
    return f"{noun if len(steps) == 1 else f'{noun}s'} {_listed(chain.from_iterable(stretches))}"


def _goal_parts(puzzle: Puzzle, grid: Grid, reading: Reading) -> list[str]:
    left = f" ({tiles_phrase(reading.face_down)})" if reading.face_down else ""
    match puzzle.goal:
        case Frame():
            down = f"{grid.blanks} face down"
            boxed = len(reading.face_down) - grid.blanks
            if boxed > 0:  # the set has more tiles than the frame has cells
                return [f"{down}, {boxed} in the box{left}"]
            return [down + left]
        case Compact():
            return [_shape(grid)]
        case Board():
            return [cost_phrase(puzzle, puzzle.cost(grid)) + left]


def _worth_phrase(worth: Worth) -> str:
    """Name the worst words with their scores, and the mean."""
    from patience.words.scores import NO_SCORE  # noqa: PLC0415 (few lists have scores)

    worst = [
        f"{faces(word)} {'without a score' if score == NO_SCORE else f'{score:g}'}"
        for word, score in worth.words[:_MOST_WORDS]
    ]
    return f"worst words: {', '.join(worst)}; mean score {worth.mean:.1f}"


def _shape(grid: Grid) -> str:
    """Describe the rectangle around a compact grid."""
    width, height = bounding_sides(grid)
    area, up = width * height, len(grid.face_up())
    density = up / area if area else 0.0
    return (
        f"area {area}, {width} wide and {height} high, {number_of(area - up, 'blank')}, "
        f"density {density:.3f}"
    )


def _as_jokers(letters: Sequence[str]) -> str:
    return f"{'joker' if len(letters) == 1 else 'jokers'} as {_listed(letters)}"


def size_phrase(sides: tuple[int, int]) -> str:
    """Write a width and a height: ``9x7``."""
    return f"{sides[0]}x{sides[1]}"


def tiles_phrase(names: Sequence[str]) -> str:
    """List tiles one by one; count them if they are many."""
    names = list(map(faces, names))
    if len(names) <= _MAX_TILES:
        return " ".join(names)
    return " ".join(f"{name}{count}" for name, count in Counter(names).items())


def _listed(names: Iterable[str]) -> str:
    """Join names as in a sentence: ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def number_of(count: int, noun: str) -> str:
    """Count things: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"
