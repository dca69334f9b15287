"""Splitting of rows into cells: of every rectangle that they form, the one left is the grid."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from textwrap import dedent

from patience.errors import GridError, Note
from patience.files.pasted.lines import Line, Lines
from patience.files.pasted.wrapping import PROSE, bodies, left_out
from patience.game.alphabet import Alphabet, written
from patience.game.grid import BLANK, BLANKS, CLOSED, FACE_DOWN, MAX_SIDE, Grid, is_face_up

# Most signs and spaces between two cells, and most jokers of a set.
_MAX_STEP = 5
_MAX_JOKERS = 4

_EMPTY = {"", " "}
_NONE = "\0"
_MARKS = {CLOSED, FACE_DOWN}
_EVEN = "give every row the same number, '.' for a blank, and put ';' before a remark"
_DARK = re.compile(r"(?!.*(?:WHITE|LIGHT|DOTTED)).*(?:SQUARE|BLOCK|SHADE)")


# Rows of characters, all of one length, with '' or ' ' for an empty cell and `_NONE` for no cell;
# their lines; notes; and whether the table counts only if the size fits.
_Rows = Sequence[Sequence[str]]
_Found = tuple[Grid, list[Note]]
_Table = tuple[_Rows, Sequence[int], list[Note], bool]


def chosen(lines: Lines, fits: Callable[[Grid], bool], alphabet: Alphabet) -> _Found:
    """Return the grid of rows and remarks, and notes; errors are those of `read`."""
    error = GridError("the grid is empty: it needs at least one row of cells", "empty")
    if sum(line.is_row for line in lines) > MAX_SIDE:
        raise GridError(f"the grid has {len(lines)} lines; no side may pass {MAX_SIDE}", "large")
    written = {line.number: line for line in lines}
    lines = [x._replace(text=alphabet.read(x.text)) for x in lines]
    found: dict[Grid, tuple[bool, list[Note]]] = {}
    question: GridError | None = None
    for body, aside, notes in bodies(lines):
        for rows, numbers, said, second in _tables(body):
            try:
                grid, meant = _grid(rows, numbers, alphabet)
                signs = {x for row in rows for x in row if x == " " or _is_sign(x)}
                beside = left_out(
                    [written[x.number] for x in aside], grid.width, "".join(sorted(signs))
                )
                found.setdefault(grid, (second, [*notes, *beside, *said, *meant]))
            except GridError as fault:
                error = fault
                question = fault if fault.kind == "row-in-remark" else question
    if not found:
        raise error
    grids = sorted(found, key=lambda grid: grid.width * grid.height)
    sizes = {grid: f"{grid.width}x{grid.height}" for grid in grids}
    fitting = [grid for grid in grids if fits(grid)]
    first = [grid for grid in grids if not found[grid][0]] or grids
    best = fitting if len(fitting) == 1 else first
    if question and not fitting and len({len(x.text) for x in lines if x.is_row}) > 1:
        raise question  # some rows may be a remark, with what may be a row in it
    if len(best) == 1:
        told = f"of {len(found)} ways to read it, {sizes[best[0]]} fits"
        note = Note(told, "fitting", size=sizes[best[0]])
        notes = [x for x in found[best[0]][1] if not fitting or x.kind != "no-separator"]
        return best[0], notes + [note] * (best is fitting and fitting != first)
    asked = [sizes[grid] for grid in fitting or grids]
    what = f"it can be read as {' or '.join(asked)}: write '.' for each blank, or name the size"
    advice = f"as by --frame {asked[0]}, or by a line '; size: {asked[0]}' above the grid"
    raise GridError(f"{what}, {advice}", "ambiguous", sizes=", ".join(asked))


def _tables(lines: Lines) -> Iterator[_Table]:
    """Yield every rectangle that lines can form; empty ones are spacing or rows of blanks."""
    full = [line for line in lines if line.is_row]
    if len(full) == 1:
        yield from _in_one_line(full[0])
    even = len({b - a for a, b in pairwise(n for n, x in enumerate(lines) if x.is_row)}) < 2
    for some in [full] * even + [lines] * (len(lines) > len(full)):
        texts, numbers = [line.text for line in some], [line.number for line in some]
        if any("\t" in text for text in texts):
            table = [[x.strip() for x in text.split("\t")] for text in texts]
            wide = max(map(len, table))
            table = [row + [""] * (wide - len(row)) for row in table]
            yield from ((*cut, [], False) for cut in _cropped(table, numbers))
            continue
        wide, rest = max(map(len, texts)), " " if any(" " in text for text in texts) else _NONE
        splits = [*_splits([text.ljust(wide, rest) for text in texts])]
        bare = dedent("\n".join(texts)).split("\n")
        apart = [*splits, *_splits([text.ljust(max(map(len, bare)), rest) for text in bare])]
        parted, sign = next((x for x in apart if _parts(*x)), ([], ""))
        sure = bool(sign.strip(BLANK))  # dots are read as they stand, unless the size tells
        said = f"{sign!r} between letters is taken for cells of their own"
        kept = [Note(said, "no-separator", sign=sign)] if sign and not sure else []
        longest = 0
        for rows, other in splits[::-1]:
            run = max(map(len, " ".join([*rows, "."]).split()))
            if not other and (run > 1 or longest < 3):
                yield from ((*cut, kept, sure) for cut in _cropped(rows, numbers))
            longest = max(longest, run)
        if sign:
            note = Note(f"{sign!r} between the cells is left out", "separator", sign=sign)
            yield [x.replace(" ", BLANK) for x in parted], numbers, [note], not sure


def _in_one_line(line: Line) -> Iterator[_Table]:
    """Yield the rows of one line between slashes or spaces; digits count blanks, as in FEN."""
    numbers = sorted({*re.findall(r"\d{1,3}", line.text)})
    counted = re.sub(r"\d{1,3}", lambda found: int(found[0]) * BLANK, line.text)
    said = f"'/' ends a row{''.join(f', {x} is as many blanks' for x in numbers)}"
    for texts, note in ((counted.split("/"), said), (line.text.split(), "a word is a row")):
        rows = [text.strip() for text in texts]
        if len(rows) > 1 and {*map(len, rows)} == {max(map(len, rows))} != {1}:
            yield rows, [line.number] * len(rows), [Note(note)], False


def _splits(texts: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield rows of cells, and the signs between them, equal everywhere."""
    for step in range(1, min(_MAX_STEP + 2, len(texts[0]) + 1)):
        for first in range(step):
            places = [r % step for r in range(first + 1, first + step)]
            between = [{x for text in texts for x in text[r::step]} for r in places]
            if all(len(x) == 1 for x in between):
                sign = "".join(x for found in between for x in found if x != " ")
                yield [text[first::step] for text in texts], sign


def _parts(rows: Sequence[str], sign: str) -> bool:
    """Tell whether signs can part the cells of rows; a small letter, if it can be no joker."""
    text, places = "".join(rows), len(rows) * (len(rows[0]) - 1)
    letters = "".join(filter(str.isalpha, sign))
    never = not sign or letters.strip("xo") or re.search(r"[()\[\]{}1-9]", sign)
    if never or places <= max(1, bool(letters) * _MAX_JOKERS) or (len(rows) == 1 and "/" in sign):
        return False
    if {*sign} & {*text}:  # it is a blank too, and a few letters are no finished grid
        return len(sign) == 1 and 2 * sum(map(str.isalpha, text.replace(sign, ""))) > len(text)
    return sum(any(map(str.isalpha, column)) for column in zip(*rows, strict=True)) > 1


def _cropped(rows: _Rows, lines: Sequence[int]) -> Iterator[tuple[_Rows, Sequence[int]]]:
    """Yield rows and lines without empty edges, and with them where they can be cells."""
    cells = {x for row in rows for x in row}
    bare = cells <= _MARKS | _EMPTY
    if not bare:
        high = [n for n, row in enumerate(rows) if {*row} - _EMPTY]
        wide = [n for n, column in enumerate(zip(*rows, strict=True)) if {*column} - _EMPTY]
        inside = slice(high[0], high[-1] + 1)
        yield [row[wide[0] : wide[-1] + 1] for row in rows[inside]], lines[inside]
    if bare or not any(map(_is_sign, cells)):
        yield rows, lines


def _grid(rows: _Rows, lines: Sequence[int], alphabet: Alphabet) -> _Found:
    """Return the grid of a table, and notes on signs for blanks and closed cells.

    One sign is a blank; a dark one beside it is a closed cell.
    """
    found = Counter(x for row in rows for x in row)
    never = PROSE.pattern + ("" if len(rows) > 1 else "|/")  # slashes in one line end its rows
    signs = [x for x in found if _is_sign(x) and x.isprintable() and not re.match(never, x)]
    lengths = [len("".join(row).rstrip(_NONE + " " * bool(signs))) for row in rows]
    usual, empty = max(lengths, key=lengths.count), _EMPTY & {*found}
    odd = [n for n, length in enumerate(lengths) if length != usual]
    if odd and (_NONE in found or (" " in found and signs)):
        line, n = lines[odd[0]], lengths[odd[0]]
        said = f"line {line} of the grid has {n} cells, the others have {usual}: {_EVEN}"
        raise GridError(said, "ragged", row=line, n=n, usual=usual)
    dark = [x for x in signs if _DARK.match(unicodedata.name(x, ""))]
    closed = dark if len(dark) == 1 and (len(signs) == 2 or empty) else []
    light = [x for x in signs if x not in closed]
    known = [x for x in light if x in BLANKS] or light * (len(light) == 1 and not empty)
    blank = max(known, key=lambda x: found[x], default=BLANK)
    blanks = {blank, ""} if light else {blank, "", " "}
    meaning = dict.fromkeys(blanks, BLANK) | dict.fromkeys(closed, CLOSED)
    cut = [
        "".join(meaning.get(x) or _cell(x, line, c, alphabet) for c, x in enumerate(row, 1))
        for line, row in zip(lines, rows, strict=True)
    ]
    notes = [Note(f"{x!r} is taken for a closed cell", "closed-sign", sign=x) for x in closed]
    if blank not in BLANKS:
        notes.append(Note(f"{blank!r} is taken for a blank", "blank-sign", sign=blank))
    return Grid(tuple(cut)), notes


def _cell(x: str, line: int, col: int, alphabet: Alphabet) -> str:
    if x in _MARKS or (is_face_up(x) and x.upper() in alphabet.index):
        return x
    lone = len(x) == 1 and not x.isascii()
    name = f" ({unicodedata.name(x, 'no known character').capitalize()})" if lone else ""
    said = f"line {line}, cell {col} of the grid is {written(x)!r}{name}: a cell is one letter"
    cells = f"({alphabet.described}, small for a joker), '.' (blank) or '#' (closed)"
    alone = lone and x.isalpha()
    raise GridError(f"{said} {cells}", "alphabet" if alone else "sign", row=line, col=col, sign=x)


def _is_sign(x: str) -> bool:
    return len(x) == 1 and not (x.isalpha() or x.isspace() or x in _MARKS)
