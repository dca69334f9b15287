"""What stands around the rows: mark-up, fences, borders, separators, labels and remarks."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, pairwise, product
from textwrap import dedent

from patience.errors import GridError, Note
from patience.files.pasted.lines import COMMENT, Line, Lines, numbered
from patience.game.grid import BLANK, MAX_SIDE, is_face_up

# Enough for a thousand grids, and for a whole grid in one line with spaces between cells.
_MAX_LINES = 50_000
_MAX_LINE = 2 * MAX_SIDE**2

_MARKUP = re.compile(r"(?i)<(?:t[rdh]|br|pre|p|div)\b")
_LINES = "(?:tr|br|p|div|li|table)"
_NO_LETTERS = re.compile(r"(?i)<(?:img|input|svg|select)\b|(?:col|row)span\s*=\s*[\"']?+(?!1\b)")
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")
_QUOTED = re.compile(r"(?m)^ *(?:> ?)+")
_BARS = str.maketrans(dict.fromkeys("\u2502\u2503\u2551\u2506\u2507\u250a\u250b\u00a6", "|"))
_RULE = re.compile(r"(?=.*[|+\u2500-\u257f])(?=.*[-=\u2500-\u257f])[\s|+=:_\-\u2500-\u257f]+")
# A row of CSV with one sign a cell; atomic, else a long line is endless.
_SINGLE = re.compile(r"(?>\s*[^\s;]?\s*;)+\s*[^\s;]?\s*")
# Characters of prose, lists, tables and numbers, never used for a blank; and words.
PROSE = re.compile(r"""[?!:,;'"@()\[\]{}<>&=%$|`1-9\u00ab\u00bb\u2019\u201c\u201d\u20ac]""")
_STRANGE = re.compile(PROSE.pattern + r"|[a-z\u00df-\u00ff]{3}")
# A letter marked as a joker; stars around one in a row of letters are tiles face down.
_MARKED = re.compile(r"[(\[{]([^\W\d_])[)\]}]|(?<!\S)(\*{1,3})([^\W\d_])\2(?!\S)")
_LABEL = re.compile(r"\s*(\d{1,3})[.):]?(?:\t| )(?! *;)")
_HEADS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", *("".join(map(str, range(n, 200))) for n in (0, 1)))


def unwrap(lines: Lines) -> tuple[Lines, list[Note]]:
    """Return the lines without what wraps them, cells of tables parted by tabs, and notes."""
    text = "\n".join(line.text for line in lines)
    if len(lines) > _MAX_LINES or max([len(x.text) for x in lines], default=0) > _MAX_LINE:
        raise GridError(f"the text is too large; no side of a grid may pass {MAX_SIDE}", "large")
    text, notes = _clean(_without_markup(text) if _MARKUP.search(text) else text)
    text = _QUOTED.sub("", text)
    # Indented comments show that the indentation is not part of the rows.
    text = dedent(text) if re.search(f"(?m)^ +{COMMENT}", text) else text
    return _without_separators(_without_fences(numbered(text))), notes


def _clean(text: str) -> tuple[str, list[Note]]:
    """Normalise the characters of a text, with a note if letter forms were replaced."""
    plain = {x: _plain(x) for x in sorted(set(text)) if not x.isascii() or x == "\x1a"}
    shaped = (x for x, y in plain.items() if x != y and is_face_up(y))
    said = "{!r} and the like are read as plain letters"
    notes = [Note(said.format(x), "shaped", sign=x) for x in shaped]
    return text.translate({ord(x): y for x, y in plain.items()}), notes[:1]


@cache
def _plain(x: str) -> str:
    """Return the plain form of a character; an invisible one becomes empty."""
    folded = unicodedata.normalize("NFKC", x)
    # An ellipsis is three blanks; a ligature stays what it is.
    same = x if {*folded} != {BLANK} and (len(folded) > 1 or not folded.isascii()) else folded
    invisible = dict.fromkeys(("Cc", "Cf", "Me", "Mn"), "")
    return ({"Zs": " ", "Pd": "-"} | invisible).get(unicodedata.category(x), same)


def _without_markup(text: str) -> str:
    """Return the text of HTML: one line for a row or paragraph, a tab between cells."""
    if found := _NO_LETTERS.search(text):
        raise GridError(f"the HTML has {found[0]!r}: copy the letters alone", "web-page")
    if "<t" in text.lower():
        text = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=</)", "", text)
    text = re.sub(rf"(?i)<(?!/?(?:{_LINES}|td|th)\b)[^<>]*>|</t[dh]\b[^<>]*>", "", text)
    text = re.sub(rf"(?i)</?{_LINES}\b[^<>]*>", "\n", text)
    text = re.sub(r"(?i) *<t[dh]\b[^<>]*> *", "\t", text)
    return html.unescape(re.sub(r"\n+\t?", "\n", text))


def _without_fences(lines: Lines) -> Lines:
    """Set aside what stands outside of pairs of fences, and the language in a fence."""
    fences = [bool(_FENCE.match(line.text)) for line in lines]
    paired = sum(fences) % 2 == 0 < sum(fences)
    rows = zip(lines, fences, accumulate(fences), strict=True)
    outside = [f or (paired and n % 2 == 0 and not x.is_comment) for x, f, n in rows]
    return [x._replace(aside=aside) for x, aside in zip(lines, outside, strict=True)]


def _without_separators(lines: Lines) -> Lines:
    """Replace by tabs the bars or separators of CSV in most rows; drop borders around them."""
    lines = [line._replace(text=line.text.translate(_BARS)) for line in lines]
    for separator in "|\t,;":
        drawn: set[Line] = set()
        rows = {x: x.text.strip(" ") for x in lines if x.is_row and separator in x.text}
        if separator == "|":
            # A row of blanks can look like a rule.
            rule = r"[^-|\s]|--" if any("|" in x[1:-1] for x in rows.values()) else r"[^-|\s]"
            drawn = {x for x in lines if _RULE.fullmatch(x.text) and re.search(rule, x.text)}
            rows = {x: y for x, y in rows.items() if x not in drawn}
            framed = all(y[0] == y[-1] == "|" for y in rows.values())
            rows = {x: y[framed : len(y) - framed] for x, y in rows.items()}
        # Comments also begin with a semicolon; a row beside others has one sign a cell.
        if 2 * len(rows) > sum(x.is_row for x in lines if x not in drawn):
            if separator == COMMENT:
                rows |= {x: x.text for x in lines if _SINGLE.fullmatch(x.text)}
            parted = f' *"?{separator}"? *' if separator != "|" else r" *(?<=.)\| *(?=.)"
            rows = {x: re.sub(parted, "\t", text).strip('"') for x, text in rows.items()}
            rows = {x: re.sub(r"\A;", " ;", text) for x, text in rows.items()}  # no comment
            return [x._replace(text=rows.get(x, x.text)) for x in lines if x not in drawn]
    return lines


def bodies(lines: Lines) -> Iterator[tuple[Lines, Lines, list[Note]]]:
    """Yield the lines from the first row to the last, those beside them, and notes.

    All lines can be rows; else strange ones at the edges are remarks: they have signs that are no
    cells, or words in small letters if no row has.
    """
    outside = [line for line in lines if line.aside and line.text.strip()]
    aside = [line for line in outside if line.text.strip(" `~")]
    lines, notes = _without_labels([x for x in lines if x.is_row or not x.text.strip(" ")])
    if not any("\t" in x.text.strip() or x.text.count("\t") > 1 for x in lines):
        lines = [x._replace(text=x.text.replace("\t", " ")) for x in lines]
    rows = {x: _MARKED.sub("", x.text) for x in lines if x.is_row}
    sure = "".join(x for x in rows.values() if not _STRANGE.search(x))
    strange = PROSE if sure.islower() else _STRANGE
    kept = [x for x, text in rows.items() if "\t" in text or not strange.search(text)]
    for first, last in dict.fromkeys((min(x), max(x)) for x in (rows, kept) if x):
        body = [x for x in lines if first <= x <= last]
        if any(first < x < last for x in outside):
            raise GridError("rows stand in several fences: give the text of one", "several", n=2)
        marks = sorted({found[0] for x in body for found in _MARKED.finditer(x.text)})
        said = f"{', '.join(marks)}: letters in brackets or stars are jokers"
        jokers = [Note(said, "jokers", sign=", ".join(marks))] if marks else []
        small = [_MARKED.sub(lambda found: (found[1] or found[3]).lower(), x.text) for x in body]
        body = [x._replace(text=text) for x, text in zip(body, small, strict=True)]
        beside = [x for x in rows if not first <= x <= last]
        yield body, sorted([*aside, *beside]), [*notes, *jokers]


def left_out(remarks: Lines, width: int, signs: str) -> list[Note]:
    """Return notes on remarks beside a grid of a width, whose cells can have some signs.

    Raises
    ------
    GridError
        If one begins or ends with what may be a row, or has one in capitals in it.
    """
    cell = rf"(?:[^\W\d_]|[{re.escape(signs)}.#*_\-])"
    texts = [(line.number, line.text.strip()) for line in remarks]
    for (n, text), gap in product(texts, ("", " +")):
        row = rf"(?<![^\W\d_])(?=({cell}(?:{gap}{cell}){{{width - 1}}})(?![^\W\d_]))"
        edges = {0, len(text)} if text[:1] not in ("`", "~") else {}  # a fence names its language
        found = [(x[1], {x.start(), x.end(1)} & {*edges}) for x in re.finditer(row, text)]
        rows = [x for x, ends in found if x == x.strip() and (ends or x == x.upper())]
        pieces = text.split()
        counts = len(pieces) == width - 1 and all(map(str.isdigit, pieces))
        if counts or (len("".join(pieces)) == width and len(pieces) in (1, width)):
            said = f"line {n} is {text!r}: a cell is one letter, '.' (blank) or '#' (closed)"
            raise GridError(said, "row", row=n, sign=text)
        if rows:
            said = f"line {n} is no row, but {rows[0]!r} in it is as wide as the grid"
            advice = "give each row a line of its own, and put ';' before a remark"
            raise GridError(f"{said}: {advice}", "row-in-remark", row=n, sign=rows[0])
    return [Note(f"left out line {n}: {x!r}", "left-out", row=n, sign=x) for n, x in texts]


def _without_labels(lines: Lines) -> tuple[Lines, list[Note]]:
    """Drop consecutive numbers before all rows, up or down, and numbers or letters above them."""
    full = {x: "".join(x.text.split()) for x in lines if x.is_row}
    heads = [x for x, y in full.items() if len(y) > 1 and any(z.startswith(y) for z in _HEADS)][:1]
    rows = {x: y for x in full if x not in heads and (y := _LABEL.match(x.text))}
    heads = [x for x in heads if rows and x < min(rows)]
    if {int(b[1]) - int(a[1]) for a, b in pairwise(rows.values())} not in ({1}, {-1}):
        return lines, []
    labels = ", ".join(
        map(repr, [*(x.text.strip() for x in heads), *(y[1] for y in rows.values())])
    )
    cut = [x._replace(text=x.text[rows[x].end() :]) if x in rows else x for x in lines]
    note = Note(f"left out the labels {labels}", "labels", sign=labels)
    return [x for x in cut if x not in heads], [note]
