"""Word lists in columns: detection of the columns of words and scores."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from patience.errors import LexiconError, shown
from patience.words.wordlist import fold

Row = tuple[str, ...]  # of cells; lists, which the garbage collector follows, take a third longer

# As a column name: take the words of every column.
ALL = "all"

# Usual headings of the column of words, folded, in order of preference.
_WORD_HEADINGS = "ORTHO MOT MOTS WORD WORDS FORME FORM GRAPHIE ENTRY WORT PALABRA PAROLA".split()  # noqa: SIM905

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

# Least share of cells that makes a column one of words, or of numbers.
_MIN_SHARE = 0.5
# Least share of words among the cells of a list wrapped over several lines.
_NEARLY_ALL = 0.9
# Sample size, in rows, for detection.
_LOOKED_AT = 2000
# Rows among which a heading is looked for, below a title.
_TOP = 20


class Entries(NamedTuple):
    """The words of a list in its own spelling.

    `scores` has one score per word (None for a word without), or is None if there are no scores.
    `note` states the assumptions made, `left` the skipped lines by reason.
    """

    words: list[str]
    scores: list[float | None] | None = None
    note: str = ""
    left: Mapping[str, list[str]] = MappingProxyType({})


def cells(lines: Iterable[str], separator: str | None) -> list[Row]:
    """Split lines into cells at a separator, or at white space if it is None."""
    if separator is None:
        return [tuple(line.split()) for line in lines]
    split = (_quoted(line, separator) if '"' in line else line.split(separator) for line in lines)
    return [tuple(map(str.strip, row)) for row in split]


def _quoted(line: str, separator: str) -> list[str]:
    """Split a single line, so that an unbalanced quote does not swallow the next ones."""
    try:
        return next(csv.reader((line,), delimiter=separator, skipinitialspace=True))
    except csv.Error:
        return line.split(separator)


def choose(rows: list[Row], column: str | None) -> Entries:
    """Return the words of a table, with their scores if exactly one column has numbers.

    Raises
    ------
    LexiconError
        If no column contains words, or several do and `column` is None.
    """
    title, rows = _cut(rows, column)
    some = rows[:: len(rows) // _LOOKED_AT + 1]
    width = max(map(len, some))
    if column == ALL or (column is None and _is_wrapped(rows, some)):
        words = [cell for row in (*title, *rows) for cell in row if cell]
        return Entries(words, None, "all words of each line")
    if column is None and len(rows) == 1 and width > 2:
        raise LexiconError(
            f"its only line has {width} parts, not all of them words: give one word per line, "
            "or choose a part with --column"
        )
    numbers = [at for at in range(width) if _share(some[1:] or some, at, _NUMBER) >= _MIN_SHARE]
    heading = [_cell(rows[0], at) for at in range(width)]
    names = [fold(cell) for cell in heading]
    # A text above numbers is a heading; in a list with numbers, MOT may be its first word.
    headed = (
        any(names[at] and not _NUMBER.fullmatch(names[at]) for at in numbers)
        or (bool(column) and fold(column or "") in filter(None, names))
        or (not numbers and len(rows) > 1 and not {*_WORD_HEADINGS}.isdisjoint(names))
    )
    at = _column(column, names if headed else [""] * width, some)
    repeated = [row for row in rows[1:] if headed and row == rows[0]]  # of every printed page
    body = [row for row in rows[1:] if row != rows[0]] if headed else rows
    left = {"as heading": _said((*title, *rows[:headed], *repeated))}
    name = repr(heading[at]) if headed and heading[at] else str(at + 1)
    beside = [x for x in range(width) if headed and names[x] == names[at] != ""]
    if len(beside) > 1 and column in {None, heading[at]}:
        words = [cell for row in body for x in beside if (cell := _cell(row, x))]
        left["without a word there"] = _said(
            row for row in body if not any(_cell(row, x) for x in beside)
        )
        return Entries(words, None, f"the {len(beside)} columns {name} of {width}", left)
    words = _cells(body, at)
    left["without a word there"] = _said(
        row for row, word in zip(body, words, strict=True) if not word
    )
    scored = [x for x in numbers if x != at and not _counts_rows(body, x)]
    scores = [*map(_number, _cells(body, scored[0]))] if len(scored) == 1 else None
    note = f"column {name} of {width}" + (" with scores" if scores else "")
    return Entries(words, scores, note, left)


def _said(rows: Iterable[Row]) -> list[str]:
    """Return rows as lines of a notice; empty ones are none."""
    return [line for row in rows if (line := " ".join(filter(None, row)))]


def _cut(rows: list[Row], column: str | None) -> tuple[list[Row], list[Row]]:
    """Split a table into the lines of a title above its heading, if any, and the others."""
    wanted = {fold(column)} if column and not column.isdigit() else {*_WORD_HEADINGS}
    for number, row in enumerate(rows[:_TOP]):
        at = next((n for n, cell in enumerate(row) if fold(cell) in wanted), None)
        if at is not None and len(row) > 1:
            is_title = all(_is_no_entry(above, at, row) for above in rows[:number])
            return (rows[:number], rows[number:]) if is_title else ([], rows)
    return [], rows


def _is_no_entry(row: Row, at: int, heading: Row) -> bool:
    """Tell whether a row above a heading is part of a title: shorter, or without its word."""
    return sum(map(bool, row)) < sum(map(bool, heading)) or not _WORD.fullmatch(_cell(row, at))


def _is_wrapped(rows: list[Row], some: list[Row]) -> bool:
    """Tell whether the cells are words on a single line, or on lines of unequal length.

    Lines of one and two words do not count: they may be two columns with missing cells.
    """
    words = [bool(_WORD.fullmatch(cell)) for row in some for cell in row if cell]
    lengths = {len(row) for row in some}
    ragged = len(rows) == 1 or (len(lengths) > 1 and max(lengths) > 2)
    return ragged and bool(words) and sum(words) / len(words) >= _NEARLY_ALL


def _column(column: str | None, names: list[str], some: list[Row]) -> int:
    """Return the index of the column of words; `names` are the headings, empty without any."""
    numbers = [str(number) for number in range(1, len(names) + 1)]
    if column is not None:
        wanted = fold(column)
        for known in (names, numbers):
            if wanted and wanted in known:
                return known.index(wanted)
        there = ", ".join(filter(None, names)).lower() or f"1 to {len(names)}"
        raise LexiconError(f"it has no column {shown(column)} (there are: {there}, {ALL})")
    headed = [names.index(name) for name in _WORD_HEADINGS if name in names]
    found = headed[:1] or [at for at in range(len(names)) if _share(some, at, _WORD) >= _MIN_SHARE]
    if len(found) == 1:
        return found[0]
    if not found:
        raise LexiconError("none of its columns contains words; give one word per line")
    listed = ", ".join(names[at].lower() or numbers[at] for at in found)
    raise LexiconError(
        f"several of its columns contain words: choose one with --column ({listed}), or take the "
        f"words of all with --column {ALL}"
    )


def _share(rows: Sequence[Row], at: int, pattern: re.Pattern[str]) -> float:
    """Return the share of a column's cells that match a pattern."""
    column = [row[at] for row in rows if at < len(row)]
    return sum(bool(pattern.fullmatch(cell)) for cell in column) / max(len(column), 1)


def _counts_rows(rows: list[Row], at: int) -> bool:
    """Tell whether a column numbers the rows, so that it is not one of scores."""
    return len(rows) > 1 and all(_cell(row, at) == str(n) for n, row in enumerate(rows, 1))


def _cell(row: Row, at: int) -> str:
    return row[at] if at < len(row) else ""


def _cells(rows: Iterable[Row], at: int) -> list[str]:
    """Return a column, with empty cells for those that lack."""
    return [_cell(row, at) for row in rows]


@lru_cache(1000)  # scores recur
def _number(cell: str) -> float | None:
    found = _NUMBER.fullmatch(cell)
    return float(found[0].replace(",", ".")) if found else None
