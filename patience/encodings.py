"""Bytes into text: the encoding of a file, as far as its bytes show it."""

from __future__ import annotations

import codecs
from typing import NamedTuple

# Marks at the start of a file; UTF-32's begins with that of UTF-16, so it comes first.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# Control characters that no text file holds; breaks, tabs and an old end-of-file mark are text.
_BINARY = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a"))

# Of text in the Latin alphabet every other byte of UTF-16 is zero: at least this share of them.
_ZEROS = 0.8


class Decoded(NamedTuple):
    """A file's text.

    `certain` is false where the bytes fit any code page of one byte per character and `encoding`
    is only the most common one.
    """

    text: str
    encoding: str
    certain: bool = True


def decode(data: bytes) -> Decoded | None:
    """Decode UTF-8, UTF-16 or UTF-32, with or without a mark, else Windows-1252 or Latin-1.

    Returns
    -------
    Decoded or None
        None if the bytes are no text.
    """
    mark = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    wide = mark or _without_mark(data)
    if wide:
        return _decoded(data, wide)
    if len(data.translate(None, _BINARY)) < len(data):
        return None
    return (
        _decoded(data, "utf-8-sig")
        or _decoded(data, "cp1252", certain=False)
        or _decoded(data, "latin-1", certain=False)
    )


def _without_mark(data: bytes) -> str | None:
    """Tell UTF-16 without a mark by its zero bytes."""
    if len(data) < 4 or len(data) % 2:
        return None
    half = len(data) // 2
    low, high = data[::2].count(0), data[1::2].count(0)
    if high >= _ZEROS * half and not low:
        return "utf-16-le"
    if low >= _ZEROS * half and not high:
        return "utf-16-be"
    return None


def _decoded(data: bytes, encoding: str, *, certain: bool = True) -> Decoded | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else Decoded(text, encoding, certain)
