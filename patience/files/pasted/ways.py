"""Ways to strip the lines of a grid of remarks, bullets, labels and marks of jokers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from patience.errors import Note
from patience.files.pasted import glyphs
from patience.files.pasted.lines import Line, Lines, is_comment, rows_of, trimmed
from patience.game.alphabet import joined
from patience.game.grid import MAX_SIDE

_PLAIN = re.compile(
    r"(?:[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff.#*_\-\u00b7]|\[[^\W\d_\u00b7]{2,}\])+"
)
_MARKED = re.compile(r"[(\[{]([^\W\d_])[)\]}]")
_STARRED = re.compile(r"(\*{1,3})([^\W\d_])\1")
_BULLET = re.compile(r"\s*(?:[-*+\u2022\u2023\u25e6]|\d+[.)])(?: ?\t ?| )|\s*[-+](?=\S)")
_LABEL = re.compile(r"\s*(\d{1,3}|[A-Z])[.):]?(\t| +)")
_STRING = re.compile(r"""\s*(["'`]|\*\*|__)(.*)\1\s*,?\s*""")
_SENTENCE = re.compile(r"[a-z\u00df-\u00ff]{3}")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIVIDER = re.compile(r"\s*([-=_~+])\1+\s*")


def is_plain(lines: Lines) -> bool:
    """Tell whether the rows are the plain text of a grid, with at most one sign for a blank."""
    rows = trimmed([line for line in lines if not is_comment(line)])
    texts = [row.text for row in rows]
    if not texts or not all(map(_PLAIN.fullmatch, texts)):
        return False
    texts = list(map(joined, texts))
    if len(set(map(len, texts))) > 1:
        return False
    signs = {x for text in texts for x in text if glyphs.is_sign(x)}
    divided = len(rows) > 2 and all(is_divider(row, rows) for row in (rows[0], rows[-1]))
    emphasized = all(map(_STRING.fullmatch, texts))
    crossed = not signs and glyphs.cross(texts)
    return not (len(signs) > 1 or divided or emphasized or crossed)


def ways(lines: Lines) -> Iterator[tuple[Lines, tuple[str, ...]]]:
    """Yield the lines with and without each part that may not belong to the grid."""
    ways: list[tuple[Lines, tuple[str, ...]]] = [(lines, ())]
    for step in _WAYS:
        changed = [(step(way), notes) for way, notes in ways]
        ways += [(trimmed(way[0]), (*notes, way[1])) for way, notes in changed if way]
    yield from ways


def _without_dividers(lines: Lines) -> tuple[Lines, str] | None:
    """Drop rules above and below the rows."""
    full = rows_of(lines)
    return _left_out(lines, full, [line for line in full if not is_divider(line, full)])


def _without_remarks(lines: Lines) -> tuple[Lines, str] | None:
    """Drop sentences, signatures and rules above and below the rows."""
    full = rows_of(lines)
    kept = [line for line in full if not is_divider(line, full)]
    is_remark = _remarks(full)
    while len(kept) > 1 and is_remark(kept[0], kept[1]):
        del kept[0]
    while len(kept) > 1 and is_remark(kept[-1], kept[-2]):
        del kept[-1]
    return _left_out(lines, full, kept)


def _left_out(lines: Lines, full: Lines, kept: Lines) -> tuple[Lines, str] | None:
    """Return the lines from the first to the last row that is kept, if any row is not."""
    left = [line.number for line in full if line not in kept]
    if not left or not kept:
        return None
    top = max((n for n in left if n < kept[0].number), default=-1)
    bottom = min((n for n in left if n > kept[-1].number), default=max(lines).number + 1)
    inside = [x for x in lines if top < x.number < bottom and x.number not in left]
    lines_left = ", ".join(map(str, left))
    text = f"left out line{'s' * (len(left) > 1)} {lines_left}"
    return inside, Note(text, "left-out", n=len(left), lines=lines_left)


def _remarks(full: Lines) -> Callable[[Line, Line], bool]:
    """Return a test for remarks, by their words or by an empty line beside them."""
    spoken = {line for line in full if _SENTENCE.search(line.text)}
    few = len(spoken) <= len(full) // 2
    signs = Counter(x for line in full for x in set(line.text) if glyphs.is_sign(x))
    blank = signs.most_common(1)[0][0] if signs else None
    spread = all(abs(a.number - b.number) > 1 for a, b in pairwise(full))

    def is_remark(line: Line, beyond: Line) -> bool:
        prose = bool(glyphs.PROSE.search(line.text))
        odd = prose or " " in line.text.strip() or blank is None or blank not in line.text
        apart = not spread and abs(line.number - beyond.number) > 1
        return (few and line in spoken and odd) or (prose and apart)

    return is_remark


def is_divider(line: Line, full: Lines) -> bool:
    """Tell whether a line is a rule above or below the grid, not a row of blanks."""
    found = _DIVIDER.fullmatch(line.text)
    if not found:
        return False
    others = [x.text for x in full if not _DIVIDER.fullmatch(x.text)]
    blanks = {x for text in others for x in text if glyphs.is_sign(x)}
    around = all(_DIVIDER.fullmatch(x.text) for x in (full[0], full[-1]))
    return found[1] not in blanks and (found[1] not in "-_" or around or "." in blanks)


def _without_bullets(lines: Lines) -> tuple[Lines, str] | None:
    return _each(lines, _BULLET, "", "the signs of a list are left out")


def _without_strings(lines: Lines) -> tuple[Lines, str] | None:
    return _each(lines, _STRING, r"\2", "marks around each line are left out")


def _without_labels(lines: Lines) -> tuple[Lines, str] | None:
    """Drop the labels of rows and columns."""
    rows = rows_of(lines)
    if len(rows) < 2:
        return None
    above = "".join(rows[0].text.split())
    counted, lettered = _is_count(above), above in _ALPHABET and len(above) > 1
    body = rows[counted or lettered :]
    found = [_LABEL.match(line.text) for line in body]
    marks = [label[1] if label else "" for label in found]
    numbered = _consecutive(marks, letters=counted or len(marks) > 2)
    if not (numbered or counted):
        return None
    if numbered:
        end = min(label.end() for label in found if label)
        ends = [label.end() if label and label[2] == "\t" else end for label in found]
        body = [Line(n, x[after:]) for (n, x), after in zip(body, ends, strict=True)]
    changed = {line.number: line for line in body}
    left = [changed.get(x.number, x) for x in lines if x.is_empty or x.number in changed]
    return left, "the labels of rows and columns are left out"


def _consecutive(marks: list[str], *, letters: bool) -> bool:
    """Tell whether labels are consecutive numbers, up or down, or the start of the alphabet."""
    if len(marks) < 2 or not all(marks):
        return False
    if all(mark.isdigit() for mark in marks):
        return {int(b) - int(a) for a, b in pairwise(marks)} in ({1}, {-1})
    return letters and _ALPHABET.startswith("".join(marks))


def _is_count(text: str) -> bool:
    """Tell whether a text is consecutive numbers from 0 or 1, without separators."""
    counted = ["".join(map(str, range(first, MAX_SIDE))) for first in (0, 1)]
    digits = "1234567890" * (MAX_SIDE // 10)
    return len(text) > 1 and any(whole.startswith(text) for whole in (*counted, digits))


def _with_jokers(lines: Lines) -> tuple[Lines, str] | None:
    """Read letters in brackets or stars as jokers."""
    changed = [
        Line(n, _STARRED.sub(lambda m: m[2].lower(), _MARKED.sub(lambda m: m[1].lower(), x)))
        for n, x in lines
    ]
    return (
        None
        if changed == lines
        else (changed, Note("letters in brackets or stars are jokers", "jokers"))
    )


def _without_breaks(lines: Lines) -> tuple[Lines, str] | None:
    """Split a single line at slashes, bars or spaces; digits count blanks, as in FEN."""
    full = [line for line in lines if not line.is_empty]
    if len(full) != 1:
        return None
    for separator in ("/", "\t", ",", ";", "\\n", None):
        rows = [x.strip() for x in full[0].text.split(separator) if x.strip()]
        if separator == "/":
            rows = [re.sub(r"\d{1,3}", lambda m: int(m[0]) * ".", x) for x in rows]
        if len(rows) > 1 and {len(x) for x in rows} == {max(map(len, rows))} != {1}:
            return [Line(n, x) for n, x in enumerate(rows, 1)], "one line is taken for all rows"
    return None


_WAYS = (
    _without_dividers,
    _without_remarks,
    _without_bullets,
    _without_strings,
    _without_labels,
    _with_jokers,
    _without_breaks,
)


def _each(lines: Lines, pattern: re.Pattern[str], by: str, note: str) -> tuple[Lines, str] | None:
    """Apply a pattern to every line; None if some non-empty line does not match."""
    full = rows_of(lines)
    if not full or not all(pattern.match(line.text) for line in full):
        return None
    return [Line(n, pattern.sub(by, x, count=1)) for n, x in lines], note
