"""Layouts of word lists: one word per line, scores, numbering, tables, brackets."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

from patience.errors import LexiconError, shown
from patience.words.columns import ALL, Entries, cells, choose

# Invisible characters: soft hyphens, direction and width marks.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*|^(?:;|!\s|--\s|%\s).*")
_COMMENT_MARKS = "#", "//", "\n;", "\n!", "\n--", "\n%"  # no comment is without one of them
# A semicolon after a space also starts a comment, unless a number (a score) follows.
_AFTER_SEMICOLON = re.compile(r"\s;(?!\s*-?\d).*")

_HYPHENS = "-", "\u2010", "\u2011"
_HYPHEN = re.compile(f"[^\\W\\d_][{''.join(_HYPHENS)}]$")

_BULLET = re.compile(r"(?:[-*+]\s+|[•‣▪◦·\u2013\u2014]\s*)(?:\[[ xX]\]\s+)?")
_NUMBER = re.compile(r"\d+\s*[.):]\s*")

_ITEM = re.compile(r"<li\b[^>]*>(.*?)(?=</?(?:li|ul|ol)\b|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_MARKUP = re.compile(r"\s*<(?:!doctype|html|\?xml|ul|ol|head|body)\b", re.IGNORECASE)

_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`\\\n]*)`")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(.)")
# The text around the strings of a list in source code: a name, brackets, commas.
_LIST = re.compile(r"[\w\s.=$<>:\[\]]*[\[{(]+[\s,]*[\]})]+[\s;]*")

_LINES = "; give a text file with one word per line"

# Least share of lines that fit a layout; the others are skipped and reported.
_MIN_SHARE = 0.5
# Sample size, in lines, for detection.
_LOOKED_AT = 2000

_DEFINED = (
    (re.compile(r"([^\W\d_]{2,})\s*[:=]\s+\D"), "the word before each colon"),
    (re.compile(r"([^\W\d_a-zà-öø-ÿ]{2,})\s+\S*[a-zà-öø-ÿ]"), "the word in capitals of each line"),
)


def entries(text: str, column: str | None) -> Entries:
    """Extract the words from a text in any layout; for `column` see `patience.words.reading.How`.

    Raises
    ------
    LexiconError
        If the layout is unknown or ambiguous.
    """
    structured = _structured(text)
    if structured is not None:
        return structured
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    lines = [line.strip() for line in text.splitlines()]
    lines, comments = _without_comments([line for line in lines if line])
    lines, note = _without_marks(lines)
    lines, broken = _without_broken(lines)
    found = _taken_apart(lines, column)
    notes = filter(None, (note, found.note))
    left = {"as comment": comments, "of a word broken by a hyphen": broken, **found.left}
    return found._replace(left=left, note=", ".join(notes))


def _without_broken(lines: list[str]) -> tuple[list[str], list[str]]:
    """Split lines into whole ones, and those that a hyphen at the end joins to the next."""
    kept, broken = list[str](), list[str]()
    goes_on = False
    for line in lines:
        ends = line.endswith(_HYPHENS) and _HYPHEN.search(line) is not None
        (broken if ends or goes_on else kept).append(line)
        goes_on = ends
    return kept, broken


def _without_comments(lines: list[str]) -> tuple[list[str], list[str]]:
    """Split lines into what precedes comments, and the comments."""
    separated = _is_usual(lambda line: ";" in line.strip(";"), lines)
    text = "\n".join(("", *lines))
    if separated and not any(mark in text for mark in _COMMENT_MARKS):
        return lines, []
    kept, comments = [], []
    for line in lines:
        found = _COMMENT.search(line) or (None if separated else _AFTER_SEMICOLON.search(line))
        before = line[: found.start()].strip() if found else line
        kept += [before] if before else []
        comments += [found[0].strip()] if found else []
    return kept, comments


def _without_marks(lines: list[str]) -> tuple[list[str], str]:
    """Strip bullets or numbers if most lines begin with them."""
    for mark, what in ((_BULLET, "bullets"), (_NUMBER, "numbers")):
        if _is_usual(mark.match, lines):
            found = ((line, mark.match(line)) for line in lines)
            return [line[at.end() :] if at else line for line, at in found], f"without its {what}"
    return lines, ""


def _taken_apart(lines: list[str], column: str | None) -> Entries:
    """Extract one word or several from each line, according to the layout."""
    for pattern, what in _DEFINED if column is None else ():
        if _is_usual(pattern.match, lines):
            found = [(line, pattern.match(line)) for line in lines]
            # A lone word without a definition is kept.
            words = [one[1] if one else line for line, one in found if one or line.isalpha()]
            left = [line for line, one in found if not (one or line.isalpha())]
            return Entries(words, None, what, {"of another layout": left})
    for separator in (*"\t;|,", None):
        if _is_usual(partial(_is_split, separator), lines):
            return choose(cells(lines, separator), column)
    if column not in {None, "1", ALL}:
        raise LexiconError(f"it has no column {shown(column)}, only one word per line")
    return Entries(lines)


def _is_split(separator: str | None, line: str) -> bool:
    return len(line.split(separator, 1)) > 1


def _is_usual(holds: Callable[[str], object], lines: Sequence[str]) -> bool:
    """Tell whether a predicate holds for most lines of a sample."""
    some = lines[:: len(lines) // _LOOKED_AT + 1]
    return bool(some) and sum(bool(holds(line)) for line in some) >= _MIN_SHARE * len(some)


def _structured(text: str) -> Entries | None:
    """Read JSON, HTML list items, or a list of strings in source code; None for any other text."""
    if _MARKUP.match(text):
        items = [_TAG.sub(" ", html.unescape(item)).strip() for item in _ITEM.findall(text)]
        if not items:
            raise LexiconError(f"an HTML or XML file without a list of words{_LINES}")
        return Entries(items, None, "the items of an HTML list")
    if text.lstrip()[:1] in {"[", "{"}:
        try:
            return _json(json.loads(text))
        except (ValueError, OverflowError, RecursionError):
            pass  # perhaps a set in source code, or words in brackets
    found = _QUOTED.findall(text)
    if found and _LIST.fullmatch(_QUOTED.sub("", text)):
        texts = [_ESCAPED.sub(_unescaped, "".join(each)) for each in found]
        return Entries(texts, None, "the texts of a list in source code")
    return None


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else found[3]


def _json(value: object) -> Entries:
    """Return the words of a JSON array, of (word, score) pairs, or of an object's keys."""
    note = "JSON"
    if isinstance(value, dict):
        lists = [key for key, each in value.items() if isinstance(each, list)]
        note = f"the list {lists[0]!r} of JSON" if len(lists) == 1 else "the keys of JSON"
        value = value[lists[0]] if len(lists) == 1 else [[*pair] for pair in value.items()]
    listed = value if isinstance(value, list) else []
    pairs = [each if isinstance(each, list) else [each] for each in listed]
    if not pairs or not all(1 <= len(pair) <= 2 and isinstance(pair[0], str) for pair in pairs):
        raise LexiconError(f"JSON that is neither words, nor pairs of word and score{_LINES}")
    seconds = [pair[1] if len(pair) == 2 else None for pair in pairs]
    if not all(isinstance(each, str | int | float | None) for each in seconds):
        raise LexiconError(f"JSON whose words have values other than a score{_LINES}")
    scores = [None if isinstance(x, str | None) else float(x) for x in seconds]
    scored = any(x is not None for x in scores)
    return Entries([pair[0] for pair in pairs], scores if scored else None, note)
