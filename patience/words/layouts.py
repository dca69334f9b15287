"""How a word list is laid out: one word a line, scored, numbered, in a table, in brackets."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from patience.errors import LexiconError, shown
from patience.words.columns import ALL, cells, choose

# Characters that nobody sees: soft hyphens, marks of direction and width.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*|^(?:;|!\s|--\s|%\s).*")
# A semicolon after a space begins a comment too, where no number follows: that is a score.
_AFTER_SEMICOLON = re.compile(r"\s;(?!\s*-?\d).*")

_BULLET = re.compile(r"(?:[-*+]\s+|[•‣▪◦·\u2013\u2014]\s*)(?:\[[ xX]\]\s+)?")
_NUMBER = re.compile(r"\d+\s*[.):]\s*")

_ITEM = re.compile(r"<li\b[^>]*>(.*?)(?=</?(?:li|ul|ol)\b|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_MARKUP = re.compile(r"\s*<(?:!doctype|html|\?xml|ul|ol|head|body)\b", re.IGNORECASE)

_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`\\\n]*)`")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(.)")
# What stands around the texts of a list in a program: a name, brackets, commas.
_LIST = re.compile(r"[\w\s.=$<>:\[\]]*[\[{(]+[\s,]*[\]})]+[\s;]*")

_LINES = "; give a text file with one word a line"

# The share of lines that a layout has to fit; the others are left out, and reported.
_MOST = 0.5
# Lines that the layout is told by: so many tell as much as all of them.
_LOOKED_AT = 2000

_DEFINED = (
    (re.compile(r"([^\W\d_]{2,})\s*[:=]\s+\D"), "the word before each colon"),
    (re.compile(r"([^\W\d_a-zà-öø-ÿ]{2,})\s+\S*[a-zà-öø-ÿ]"), "the word in capitals of each line"),
)


class Entries(NamedTuple):
    """The words of a list as it spells them.

    `scores` holds one a word where there are any, None for a word without; `note` says what was
    assumed, and `left` which lines are no words, by reason.
    """

    words: list[str]
    scores: list[float | None] | None = None
    note: str = ""
    left: Mapping[str, list[str]] = MappingProxyType({})


def entries(text: str, column: str | None) -> Entries:
    """Take the words out of a text that is not merely one word a line.

    Parameters
    ----------
    text : str
    column : str, optional
        The column of a table that holds the words: its heading, its number from 1, or ``all``.

    Raises
    ------
    LexiconError
        If the layout is unknown, or may mean two things.
    """
    structured = _structured(text)
    if structured is not None:
        return structured
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    lines, comments = _without_comments(lines)
    left = {"as comment": comments} if comments else {}
    lines, note = _without_marks(lines)
    found = _taken_apart(lines, column)
    notes = [each for each in (note, found.note) if each]
    return found._replace(left={**left, **found.left}, note=", ".join(notes))


def _without_comments(lines: list[str]) -> tuple[list[str], list[str]]:
    """Cut comments off; return what is left of the lines, and the comments."""
    separated = _share(lines, lambda line: ";" in line.strip(";")) >= _MOST
    kept, comments = [], []
    for line in lines:
        found = _COMMENT.search(line) or (None if separated else _AFTER_SEMICOLON.search(line))
        if found is None:
            kept.append(line)
            continue
        comments.append(found[0].strip())
        if found.start():
            kept.append(line[: found.start()].strip())
    return kept, comments


def _without_marks(lines: list[str]) -> tuple[list[str], str]:
    """Take bullets or numbers away where most lines begin with them."""
    for mark, what in ((_BULLET, "bullets"), (_NUMBER, "numbers")):
        if _share(lines, mark.match) >= _MOST:
            return [mark.sub("", line, count=1) for line in lines], f"without its {what}"
    return lines, ""


def _taken_apart(lines: list[str], column: str | None) -> Entries:
    """Take one word of each line, or several, as the lines are laid out."""
    if column is None:
        for pattern, what in _DEFINED:
            if _share(lines, pattern.match) >= _MOST:
                found = [pattern.match(line) for line in lines]
                left = [line for line, one in zip(lines, found, strict=True) if not one]
                words = [one[1] for one in found if one]
                # A word alone needs no definition.
                words += [line for line in left if line.isalpha()]
                left = [line for line in left if not line.isalpha()]
                return Entries(words, None, what, {"of another layout": left} if left else {})
    separator = _separator(lines)
    if separator is None:
        if column not in {None, "1", ALL}:
            raise LexiconError(f"no table with a column {shown(column)}: it has one word a line")
        return Entries(lines)
    table = choose(cells(lines, separator), column)
    return Entries(
        table.words,
        table.scores,
        table.note,
        {"as heading": [table.heading]} if table.heading else {},
    )


def _separator(lines: Sequence[str]) -> str | None:
    """Return what separates the cells of most lines; a space for any white space."""
    for separator in "\t;|,":
        if _share(lines, lambda line, x=separator: x in line) >= _MOST:  # type: ignore[misc]
            return separator
    return " " if _share(lines, lambda line: len(line.split()) > 1) >= _MOST else None


def _share(lines: Sequence[str], holds: Callable[[str], object]) -> float:
    """Return for how many of the lines something holds, judged by some from all parts."""
    some = lines[:: len(lines) // _LOOKED_AT + 1]
    return sum(bool(holds(line)) for line in some) / max(len(some), 1)


def _structured(text: str) -> Entries | None:
    """Read JSON, items of HTML, and a list of texts in a program; None if it is none of these."""
    if _MARKUP.match(text):
        items = [_TAG.sub(" ", html.unescape(item)).strip() for item in _ITEM.findall(text)]
        if not items:
            raise LexiconError(f"an HTML or XML file without a list of words{_LINES}")
        return Entries(items, None, "the items of an HTML list")
    if text.lstrip()[:1] in {"[", "{"}:
        try:
            return _json(json.loads(text))
        except (ValueError, OverflowError, RecursionError):
            pass  # perhaps a set of a program, or words in brackets
    found = _QUOTED.findall(text)
    if found and _LIST.fullmatch(_QUOTED.sub("", text)):
        texts = [_ESCAPED.sub(_unescaped, "".join(each)) for each in found]
        return Entries(texts, None, "the texts of a list in a program")
    return None


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else found[3]


def _json(value: object) -> Entries:
    """Take the words of a JSON array, of pairs of word and score, or the keys of an object."""
    if isinstance(value, dict):
        lists = [each for each in value.values() if isinstance(each, list)]
        value = lists[0] if len(lists) == 1 else [[*pair] for pair in value.items()]
    pairs = [each if isinstance(each, list) else [each] for each in _listed(value)]
    if not pairs or not all(1 <= len(pair) <= 2 and isinstance(pair[0], str) for pair in pairs):
        raise LexiconError(f"JSON that is neither words, nor pairs of word and score{_LINES}")
    seconds = [pair[1] if len(pair) == 2 else None for pair in pairs]
    if not all(each is None or isinstance(each, str | int | float) for each in seconds):
        raise LexiconError(f"JSON whose words have more than a score beside them{_LINES}")
    scores = [None if isinstance(x, str | None) else float(x) for x in seconds]
    scored = any(x is not None for x in scores)
    return Entries([pair[0] for pair in pairs], scores if scored else None, "JSON")


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
