"""Splitting of lines into cells: every rectangle that some lines can form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from patience.errors import GridError
from patience.files.pasted import glyphs
from patience.files.pasted.lines import Lines, is_comment, rows_of
from patience.game.grid import MAX_SIDE


class Table(NamedTuple):
    """Rows of characters, all of one length; '' is an empty cell."""

    rows: list[list[str]]
    lines: list[int]
    notes: tuple[str, ...] = ()


def tables(lines: Lines) -> Iterator[Table]:
    """Yield every rectangle that the lines can form.

    Raises
    ------
    GridError
        If a way to split the lines gives no rectangle; tables yielded before it count.
    """
    full = rows_of(lines)
    if not full:
        raise GridError("the grid is empty: it needs at least one row of cells", "empty")
    yield from _tables(lines, full)
    spaces = [line for line in lines if line.text and not is_comment(line)]
    if len(spaces) > len(full) and not any(glyphs.is_sign(x) for _, text in full for x in text):
        yield from _tables(lines, spaces)


def _tables(lines: Lines, full: Lines) -> Iterator[Table]:
    numbers = [line.number for line in full]
    places = [place for place, line in enumerate(lines) if line in full]
    gaps = [sum(line.is_empty for line in lines[a + 1 : b]) for a, b in pairwise(places)]
    for rows, loose in _splits([line.text for line in full]):
        wide = max(map(len, rows)) if loose else 0
        whole = [row + [""] * (wide - len(row)) for row in rows]
        _check_lengths(whole, numbers)
        for table in _spaced_out(Table(whole, numbers), gaps, loose):
            if loose:
                yield _cropped(table)
            yield table


def _splits(texts: list[str]) -> Iterator[tuple[list[list[str]], bool]]:
    """Yield the possible splits of the lines into cells, and whether '' means a blank."""
    if any("\t" in text for text in texts):
        rows = [[x.strip() for x in text.split("\t")] for text in texts]
        if all(len(x) <= 1 for row in rows for x in row):
            yield rows, True
            return
    loose = any(x.isspace() for text in texts for x in text)
    texts = [text.replace("\t", " ") for text in texts]
    indent = min(len(text) - len(text.lstrip()) for text in texts if text.strip())
    signs = any(glyphs.is_sign(x) for text in texts for x in text)
    if loose and not signs:
        yield from ((rows, True) for rows in _lattices(texts))
        return
    tokens = [text.split() for text in texts]
    if all(len(x) == 1 for row in tokens for x in row):
        yield tokens, False
    else:
        yield [[x.strip() for x in text.rstrip()[indent:]] for text in texts], False


def _check_lengths(rows: list[list[str]], lines: list[int]) -> None:
    """Raise if a row differs in length from the majority."""
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != usual:
            message = (
                f"line {line} of the grid has {len(row)} cells, the others have {usual}: give "
                "every row the same number, and put ';' before a remark"
            )
            raise GridError(message, "ragged", row=line, n=len(row), usual=usual)


def _lattices(texts: list[str]) -> Iterator[list[list[str]]]:
    """Yield the cells of lines in which spaces are blanks and cells are 1 to 4 columns apart.

    If a spacing leaves no two letters adjacent while a wider one forms runs of three or more, only
    the wider one counts.
    """
    whole = []
    for step in range(4, 0, -1):
        first = min(len(text) - len(text.lstrip()) for text in texts if text.strip()) % step
        between = "".join(x for text in texts for i, x in enumerate(text) if (i - first) % step)
        if not between.strip():
            whole.append([[x.strip() for x in text[first::step]] for text in texts])
    touching = [max(map(_longest, rows)) for rows in whole]
    for place, rows in enumerate(whole):
        if touching[place] > 1 or max(touching[:place], default=0) < 3:
            yield rows


def _longest(row: list[str]) -> int:
    """Return the length of the longest run of filled cells in a row."""
    return max(map(len, "".join(x or " " for x in row).split()), default=0)


def _spaced_out(table: Table, gaps: list[int], loose: bool) -> Iterator[Table]:
    """Yield readings of the empty lines between rows: as spacing, or as rows of blanks."""
    blanks = loose and not any(glyphs.is_sign(x) for row in table.rows for x in row if x)
    count = 0
    for ease in {0, min(gaps, default=0)}:
        missing = [(gap - ease) // (ease + 1) for gap in gaps]
        whole = all((gap - ease) % (ease + 1) == 0 for gap in gaps)
        if whole and (blanks or not any(missing)) and sum(missing) <= MAX_SIDE:
            count += 1
            yield _with_blank_rows(table, missing)
    if not count:
        line = next(line + 1 for line, gap in zip(table.lines, gaps, strict=False) if gap)
        raise GridError(
            f"line {line} is empty, inside the grid: delete it, or begin a second grid below it "
            "with a line such as '; grid 2'"
        )


def _with_blank_rows(table: Table, missing: list[int]) -> Table:
    """Insert the given number of blank rows between each two rows."""
    if not any(missing):
        return table
    rows, lines = [table.rows[0]], [table.lines[0]]
    for more, row, line in zip(missing, table.rows[1:], table.lines[1:], strict=True):
        rows += [[""] * len(row)] * more + [row]
        lines += [line] * (more + 1)
    return Table(rows, lines, ("empty lines are rows of blanks",))


def _cropped(table: Table) -> Table:
    """Crop empty rows and columns at the edges; a table without letters or signs is kept."""
    rows, lines = table.rows, table.lines
    high = [r for r, row in enumerate(rows) if any(row)]
    wide = [c for c, column in enumerate(zip(*rows, strict=True)) if any(column)]
    if not any(x.isalpha() or glyphs.is_sign(x) for row in rows for x in row if x):
        if {0, len(rows) - 1} <= {*high} and {0, len(rows[0]) - 1} <= {*wide}:
            return table
        grown = "empty rows or columns at the edge are open cells"
        return table._replace(notes=(*table.notes, grown))
    inside = [row[wide[0] : wide[-1] + 1] for row in rows[high[0] : high[-1] + 1]]
    return Table(inside, lines[high[0] : high[-1] + 1], table.notes)
