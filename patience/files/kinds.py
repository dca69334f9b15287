"""The kinds of files that can and cannot be read as grids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from patience.encodings import kind_of
from patience.errors import GridError

# Readable formats and their usual file extensions.
READ: Mapping[str, tuple[str, ...]] = {
    "text": (".txt", ".csv", ".tsv", ".md"),
    "JSON": (".json",),
    "ipuz": (".ipuz",),
    "Exolve": (".exolve",),
    "Across Lite (.puz)": (".puz",),
    "JPZ": (".jpz", ".xml"),
}
READ_NAMES = ", ".join(READ)

# Advice by category of file, the kind of its error.
_ADVICE = {
    "picture": "give the grid that it was made from",
    "sheet": "copy the cells and paste them into a text file, or save them as CSV",
    "document": "copy the grid into a text file",
    "web-page": "open it, and copy the grid into a text file",
    "archive": "unpack it first",
    "program": "save it as .ipuz",
    "across-lite": "open it in Across Lite and save it as .puz",
    "toml": "give an instance to solve or with --instance, a tile set with --tiles",
}
# Characters at the start of a text that show its kind.
_HEAD = 2000
# The first line of an Exolve puzzle.
BEGIN = "exolve-begin"
_JPZ = re.compile(r"<(?:.*?<)?(?:crossword-compiler|rectangular-puzzle)", re.DOTALL)
_TEXTS = (
    (r"(?s:<.*)?<svg", "a picture (SVG)", "picture"),
    (r"<ACROSS PUZZLE", "an Across Lite text", "across-lite"),
    (r"<!doctype html|<html|<\?xml", "a web page (HTML) or XML", "web-page"),
    ("grid,word,direction,row,column,letters", "a list of words (CSV)", "picture"),
    (r"(?s:.*)\\begin\s*\{Puzzle\}", "a crossword of LaTeX (cwpuzzle)", "program"),
    (r"(?s:.*)^[AD]\d+\. .* ~ \S+$", "a crossword of xd", "program"),
    (r"% A model for MiniZinc", "a model for MiniZinc", "picture"),
    (
        r"(?:[#\n][^\n]*\n)*\s*(?:(?:goal|frame|board|within|tiles|jokers|lexicon|letters|name)"
        r"\s*=|\[(?:rules|lexicon_filter|start|sweep)\])",
        "an instance or a tile set (TOML)",
        "toml",
    ),
)


def is_puz(data: bytes) -> bool:
    """Tell whether bytes are of Across Lite; some programs write data before its magic bytes."""
    return b"ACROSS&DOWN" in data[:1000]


def is_exolve(text: str) -> bool:
    """Tell whether a text has the first line of an Exolve puzzle."""
    return any(line.strip() == BEGIN for line in text.splitlines())


def is_jpz(text: str) -> bool:
    """Tell whether a text begins as a file of Crossword Compiler."""
    return _JPZ.match(text[:_HEAD]) is not None


def is_ipuz(value: Mapping[str, Any]) -> bool:
    """Tell whether a JSON object declares itself as ipuz."""
    return "ipuz.org/" in f"{value.get('version')} {value.get('kind')}"


def refuse_bytes(data: bytes) -> None:
    """Raise if bytes are of a known kind that is not readable as a grid.

    Raises
    ------
    GridError
    """
    if kind := kind_of(data):
        raise _refusal(*kind)


def refuse_text(text: str) -> None:
    """Raise if a text is of a known kind that is not readable as a grid.

    Raises
    ------
    GridError
    """
    for start, name, category in _TEXTS:
        if re.match(start, text[:_HEAD], re.IGNORECASE | re.MULTILINE):
            raise _refusal(name, category)


def _refusal(name: str, category: str) -> GridError:
    return GridError(
        f"this is {name}, and no grid can be read from that: {_ADVICE[category]} "
        f"(grids are read from {READ_NAMES})",
        category,
    )
