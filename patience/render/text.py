"""Grids, verdicts and results as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from patience.game.grid import Grid, Run, bounding_sides
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.report import Report
from patience.result import Result, Status
from patience.words.lexicon import Leaves

# Longer lists of tiles are counted out, as hands are.
_MOST_TILES = 20


def grid_text(grid: Grid, header: Mapping[str, object]) -> str:
    """Return a grid below its ``; key: value`` lines, as `Grid.parse` reads it."""
    # A value with line ends would put its own lines among the grid's.
    lines = [f"; {key}: {' '.join(str(value).splitlines())}" for key, value in header.items()]
    return "\n".join([*lines, str(grid), ""])


def result_header(
    result: Result, spec_header: Mapping[str, str], *, engine: str, seed: int
) -> dict[str, object]:
    """Return what stands above a solved grid: the puzzle, then how it was solved.

    Nothing in it depends on the machine or the day, so that equal runs write equal files.
    """
    header: dict[str, object] = dict(spec_header)
    if result.best is not None and "size" not in header:
        header["size"] = _size(bounding_sides(result.best))
    return header | {
        "cost": result.cost,
        "bound": result.bound,
        "status": result.status.value,
        "engine": engine,
        "seed": seed,
    }


def cost_phrase(puzzle: Puzzle, cost: int) -> str:
    """Name a cost as a player would: ``6 face down``, ``area 72``, ``4 tiles left over``."""
    match puzzle.goal:
        case Frame():
            return f"{cost} face down"
        case Compact():
            return f"area {cost}"
        case Board():
            return f"{_count(cost, 'tile')} left over"


def grid_summary(puzzle: Puzzle, grid: Grid, report: Report) -> str:
    """Describe a grid in one line: its cost, tiles, words and jokers."""
    up = len(grid.face_up())
    parts = [
        *_goal_parts(puzzle, grid, report),
        f"{_count(up, 'tile')} up in {_count(len(report.words), 'word')}",
    ]
    if report.jokers:
        joker = "joker" if len(report.jokers) == 1 else "jokers"
        parts.append(f"{joker} as {_listed(report.jokers)}")
    if report.repeated:
        parts.append(f"more than once: {_listed(report.repeated)}")
    return "; ".join(parts)


def result_summary(puzzle: Puzzle, result: Result, report: Report) -> list[str]:
    """Describe a solved grid and what is known about better ones."""
    assert result.best is not None, "a summary describes a grid"
    lines = [grid_summary(puzzle, result.best, report)]
    if result.status is Status.OPTIMAL:
        lines.append("proven: no grid is better")
    elif result.bound > 0:
        lines.append(f"proven: no grid is better than {cost_phrase(puzzle, result.bound)}")
    if result.reason:
        lines.append(result.reason)
    return lines


def verdict_text(name: str, puzzle: Puzzle, grid: Grid, report: Report) -> str:
    """Return the referee's verdict: one line for a valid grid, one more for each fault."""
    question = " ".join(filter(None, [puzzle.goal_name, puzzle.size and _size(puzzle.size)]))
    faults = _count(len(report.violations), "fault")
    verdict = "valid" if report.valid else f"NOT valid, {faults}"
    summary = f"{name}: {verdict} as {question}: {grid_summary(puzzle, grid, report)}"
    return "\n".join([summary, *(f"  {each.rule}: {each.message}" for each in report.violations)])


def hint_text(word: Run, start: Grid | None) -> str:
    """Tell a player the next word to lay: its cells, and which letters lie there already."""
    direction = "across" if word.across else "down"
    cells = ", ".join(
        f"{letter} at row {cell.row + 1} column {cell.col + 1}{_already(start, cell, letter)}"
        for letter, cell in zip(word.text, word.cells, strict=True)
    )
    return f"{word.text} {direction}: {cells}"


def survey_text(rows: Sequence[Leaves]) -> str:
    """Return a table of the words that filters leave: a row a length, a column a filter."""
    columns = range(1, len(rows) + 1)
    legend = [
        f"({n}) {row.label}: {row.total:,} words" for n, row in zip(columns, rows, strict=True)
    ]
    lengths = sorted({length for row in rows for length in row.by_length})
    table = [("letters", [f"({n})" for n in columns])]
    table += [(str(n), [f"{row.by_length.get(n, 0):,}" for row in rows]) for n in lengths]
    lines = [f"{head:>7}" + "".join(f"{cell:>10}" for cell in cells) for head, cells in table]
    return "\n".join([*legend, *lines])


def _already(start: Grid | None, cell: tuple[int, int], letter: str) -> str:
    return " (lies there)" if start is not None and start[cell].upper() == letter else ""


def _goal_parts(puzzle: Puzzle, grid: Grid, report: Report) -> list[str]:
    left = f" ({tiles_phrase(report.face_down)})" if report.face_down else ""
    match puzzle.goal:
        case Frame():
            down = f"{grid.blanks} face down"
            boxed = len(report.face_down) - grid.blanks
            if boxed > 0:  # the set has more tiles than the frame has cells
                return [f"{down}, {boxed} in the box{left}"]
            return [down + left]
        case Compact():
            return [_shape(grid)]
        case Board():
            return [f"{_count(len(report.face_down), 'tile')} left over{left}"]


def _shape(grid: Grid) -> str:
    """Describe the rectangle around a compact grid."""
    width, height = bounding_sides(grid)
    area, up = width * height, len(grid.face_up())
    density = up / area if area else 0.0
    return (
        f"area {area}, {width} wide and {height} high, {_count(area - up, 'blank')}, "
        f"density {density:.3f}"
    )


def _size(sides: tuple[int, int]) -> str:
    return f"{sides[0]}x{sides[1]}"


def tiles_phrase(names: Sequence[str]) -> str:
    """List tiles one by one; count them out if they are many."""
    if len(names) <= _MOST_TILES:
        return " ".join(names)
    return " ".join(f"{name}{count}" for name, count in Counter(names).items())


def _listed(names: Iterable[str]) -> str:
    """Join names as in a sentence: ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
