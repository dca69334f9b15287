"""Removal of what wraps pasted text: mark-up, fences, quotation marks, borders."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

from patience.errors import GridError
from patience.files.pasted import glyphs
from patience.files.pasted.lines import COMMENT, Line, Lines, is_comment, parts
from patience.files.pasted.ways import is_plain
from patience.game.grid import MAX_SIDE

# Enough for a thousand grids, and for a whole grid in one line with spaces between cells.
_MAX_LINES = 50_000
_MAX_LINE = 2 * MAX_SIDE**2

_FENCE = re.compile(r"\s*(```|~~~)")
_QUOTED = re.compile(r"^\s*(?:> ?)+")
_MARKUP = re.compile(r"<(?:t[rdh]|br|pre|p|div)\b", re.IGNORECASE)
_BARS = str.maketrans(dict.fromkeys("\u2502\u2503\u2551\u2506\u2507\u250a\u250b\u00a6", "|"))
_RULE = re.compile(r"(?=.*[|+\u2500-\u257f])(?=.*[-=\u2500-\u257f])[\s|+=:_\-\u2500-\u257f]+")
# A cell in separated values: one character, a row number, or a letter marked as a joker.
_VALUE = r'\s*"?(?:\d{1,3}|[(\[{*]+\w[)\]}*]+|[^,;"\t]?)"?\s*'
# A value ends at its separator however it is read: one way is tried, else a long line is endless.
_VALUES = {x: re.compile(f"(?>{_VALUE}{x})+{_VALUE}") for x in ",;"}


def unwrapped(text: str) -> tuple[Lines, tuple[str, ...]]:
    """Return the lines without mark-up, fences, quotation marks and indentation, and notes."""
    lines = _numbered(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    longest = max((len(line.text) for line in lines), default=0)
    if len(lines) > _MAX_LINES or longest > _MAX_LINE:
        raise GridError(
            f"the text has {len(lines)} lines, of up to {longest} characters: too many for a grid, "
            f"no side of which may pass {MAX_SIDE} cells",
            "large",
        )
    if all(map(is_plain, parts(lines))):
        return lines, ()
    if _MARKUP.search(text):
        text = _without_markup(text)
    text, notes = glyphs.clean(text)
    lines = _numbered(text)
    lines = [Line(n, _QUOTED.sub("", x, count=1)) for n, x in lines]
    fences = [place for place, line in enumerate(lines) if _FENCE.match(line.text)]
    if len(fences) > 1:
        outside = [*lines[: fences[0]], *lines[fences[-1] + 1 :]]
        inside = [lines[a + 1 : b] for a, b in zip(fences[::2], fences[1::2], strict=False)]
        lines = [line for block in inside for line in [*block, Line(0, "")]]
        if not all(line.is_empty for line in outside):
            notes = (*notes, "only what stands between the fences is read")
    lines = _without_values(_without_borders(lines))
    if not any("\t" in x.strip() or x.count("\t") > 1 for _, x in lines):
        lines = [Line(n, x if x.strip() or "\t" not in x else "") for n, x in lines]
    # Indented comments show that the indentation is not part of the rows.
    full = [x for _, x in lines if x.strip()]
    if any(x.lstrip().startswith(COMMENT) for x in full):
        indent = min(len(x) - len(x.lstrip()) for x in full)
        lines = [Line(n, x[indent:]) for n, x in lines]
    return lines, notes


def _numbered(text: str) -> Lines:
    return [Line(number, x) for number, x in enumerate(text.splitlines(), 1)]


class _Markup(HTMLParser):
    """Extracts text from HTML: one line per row or paragraph, a tab before each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("td", "th"):
            self.text += "\t"
        else:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("tr", "br", "p", "div", "li", "table") and not self.text.endswith("\n"):
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        inside = self.text.rpartition("\n")[2]
        self.text += data.strip() if "\t" in inside or not data.strip() else data


def _without_markup(text: str) -> str:
    parser = _Markup()
    parser.feed(text)
    parser.close()
    return "\n".join(line.removeprefix("\t") for line in parser.text.splitlines())


def _without_borders(lines: Lines) -> Lines:
    """Drop rules between rows; bars between cells become tabs, bars around rows are dropped."""
    lines = [Line(n, x.translate(_BARS)) for n, x in lines]
    drawn = {line for line in lines if _RULE.fullmatch(line.text)}
    rest = (line for line in lines if not (line in drawn or is_comment(line)))
    barred = [line.text.strip() for line in rest if "|" in line.text]
    if not drawn and not barred:
        return lines
    if any("-" in x for x in barred):  # a row of blanks then looks like a rule
        rule = r"[^-|\s]|--" if any("|" in x[1:-1] for x in barred) else r"[^-|\s]"
        drawn = {line for line in drawn if re.search(rule, line.text)}
    left, right = (bool(barred) and all(x[end] == "|" for x in barred) for end in (0, -1))
    rows: Lines = []
    for line in lines:
        if line in drawn:
            if rows and not rows[-1].text:  # avoid two consecutive empty lines
                rows.pop()
            continue
        text = line.text
        if "|" in text and not is_comment(line):
            text = text.strip().removeprefix("|" if left else "").removesuffix("|" if right else "")
            text = text.replace("|", "\t")
        rows.append(Line(line.number, text))
    return rows


def _without_values(lines: Lines) -> Lines:
    """Replace the separators of CSV by tabs."""
    for separator, pattern in _VALUES.items():
        rows = {line for line in lines if pattern.fullmatch(line.text)}
        # Comments also begin with a semicolon; a table needs rows that do not.
        if any(not row.text.startswith(COMMENT) for row in rows):
            return [
                Line(n, x.replace(separator, "\t").replace('"', "") if Line(n, x) in rows else x)
                for n, x in lines
            ]
    return lines
