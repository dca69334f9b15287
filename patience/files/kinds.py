"""The kinds of files that a grid can be read from, and the names of others."""

from __future__ import annotations

import re
from collections.abc import Mapping

from patience.errors import GridError

# What a grid can be read from, with the usual ends of such files' names.
READ: Mapping[str, tuple[str, ...]] = {
    "text": (".txt", ".csv", ".tsv", ".md"),
    "JSON": (".json",),
    "ipuz": (".ipuz",),
    "Exolve": (".exolve",),
    "Across Lite (.puz)": (".puz",),
}
READ_NAMES = ", ".join(READ)

# The first line of a list of words and their places as CSV.
WORD_COLUMNS = ("grid", "word", "direction", "row", "column", "letters")

_PICTURE = "give the grid that it was made from"
_SHEET = "copy the cells and paste them into a text file, or save them as CSV"
_DOCUMENT = "copy the grid into a text file"

# By bytes at the beginning; in a zip file, by the names of what is in it.
_BYTES = (
    (rb"%PDF-", "a PDF", _PICTURE),
    (rb"\x89PNG", "a picture (PNG)", _PICTURE),
    (rb"\xff\xd8\xff", "a picture (JPEG)", _PICTURE),
    (rb"GIF8", "a picture (GIF)", _PICTURE),
    (rb"RIFF.{4}WEBPVP8", "a picture (WebP)", _PICTURE),
    (rb"PK\x03\x04.*xl/", "an Excel file (.xlsx)", _SHEET),
    (rb"PK\x03\x04.*opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)", _SHEET),
    (rb"PK\x03\x04.*word/", "a Word document (.docx)", _DOCUMENT),
    (rb"PK\x03\x04.*opendocument.text", "an OpenDocument text (.odt)", _DOCUMENT),
    (rb"\xd0\xcf\x11\xe0", "an Excel or Word file (.xls, .doc)", _SHEET),
    (rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!", "a compressed file", "unpack it first"),
)
# What a text is stands within so many characters.
_HEAD = 2000
_TEXTS = (
    (r"(?s:<.*)?<svg", "a picture (SVG)", _PICTURE),
    (r"(?s:<.*)?<crossword-compiler", "a Crossword Compiler file", ""),
    (r"<ACROSS PUZZLE", "an Across Lite text", "open it in Across Lite and save it as .puz"),
    (r"<!doctype html|<html|<\?xml", "a web page (HTML) or XML", "open it, and " + _DOCUMENT),
    (r"\{\\rtf", "a formatted text (RTF)", "save it as plain text"),
    (",".join(WORD_COLUMNS), "a list of words (CSV)", _PICTURE),
    (
        r"(?:[#\n][^\n]*\n)*\s*(?:(?:goal|frame|board|within|tiles|jokers|lexicon|letters|name)"
        r"\s*=|\[(?:rules|lexicon_filter|start|sweep)\])",
        "an instance or a tile set (TOML)",
        "give an instance to solve, or as --instance; a tile set as --tiles",
    ),
)


def refuse_bytes(data: bytes) -> None:
    """Refuse a file of a known kind that no grid can be read from, by its bytes.

    Raises
    ------
    GridError
    """
    for start, name, advice in _BYTES:
        if re.match(start, data, re.DOTALL):
            raise _refusal(name, advice)


def refuse_text(text: str) -> None:
    """Refuse a text of a known kind that no grid can be read from, by how it begins.

    Raises
    ------
    GridError
    """
    for start, name, advice in _TEXTS:
        if re.match(start, text[:_HEAD], re.IGNORECASE):
            raise _refusal(name, advice)


def _refusal(name: str, advice: str) -> GridError:
    return GridError(
        f"this is {name}, and no grid can be read from that: {advice or 'save it as .ipuz'} "
        f"(grids are read from {READ_NAMES})"
    )
