"""Files into text: read whole, and decoded; their kind if they are not text."""

from __future__ import annotations

import codecs
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from patience.errors import FileError, PatienceError

# The standard input or output, on the command line.
STREAM = "-"

# No grid, tile set or instance is nearly as large.
MAX_BYTES = 4_000_000

# Byte order marks. That of UTF-32 starts with that of UTF-16, so it comes first.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# Control characters absent from text files; line breaks, tabs and ^Z (end of file) are text.
_BINARY = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a"))

# What programs write to colour their output on a terminal, and some into files.
_COLOURS = r"\x1b\[[\d;:]*[mK]"

# What texts in European languages have beside ASCII.
_LATIN = re.compile("[\u00a0-\u017f\u2000-\u206f\u20ac]+")

# Least share of zeros among every other byte of Latin text in UTF-16.
_ZEROS = 0.8

# Signatures of files that are not plain text, their names and their categories.
_KINDS = (
    (rb"%PDF-", "a PDF", "picture"),
    (rb"\x89PNG", "a picture (PNG)", "picture"),
    (rb"\xff\xd8\xff", "a picture (JPEG)", "picture"),
    (rb"GIF8", "a picture (GIF)", "picture"),
    (rb"RIFF.{4}WEBPVP8", "a picture (WebP)", "picture"),
    (rb"PK\x03\x04.*xl/", "an Excel file (.xlsx)", "sheet"),
    (rb"PK\x03\x04.*opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)", "sheet"),
    (rb"PK\x03\x04.*word/", "a Word document (.docx)", "document"),
    (rb"PK\x03\x04.*opendocument.text", "an OpenDocument text (.odt)", "document"),
    (rb"\xd0\xcf\x11\xe0", "an Excel or Word file (.xls, .doc)", "sheet"),
    (rb"\{\\rtf", "a formatted text (RTF)", "document"),
    (rb"SQLite format", "an SQLite database", "document"),
    (rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ", "a compressed file", "archive"),
)


def kind_of(data: bytes) -> tuple[str, str] | None:
    """Return the name and category of a binary file, or None if its kind is unknown.

    The category is picture, sheet, document or archive. A file of unknown kind may be text.
    """
    found = (each[1:] for each in _KINDS if re.match(each[0], data, re.DOTALL))
    return next(found, None)


class Decoded(NamedTuple):
    """The text of a file.

    `certain` is False if any single-byte code page fits and `encoding` is only the most common.
    """

    text: str
    encoding: str
    certain: bool = True


def decode(data: bytes) -> Decoded | None:
    """Decode UTF-8, UTF-16 or UTF-32, with or without a mark, else Windows-1252 or Latin-1.

    Colours of a terminal are left out.

    Returns
    -------
    Decoded or None
        None if the bytes are not text.
    """
    mark = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    wide = mark or _without_mark(data)
    if wide:
        return _decoded(data, wide)
    if b"\x1b" in data:
        data = re.sub(_COLOURS.encode(), b"", data)
    if len(data.translate(None, _BINARY)) < len(data):
        return None
    return (
        _decoded(data, "utf-8-sig")
        or _decoded(data, "cp1252", certain=False)
        or _decoded(data, "latin-1", certain=False)
    )


def uncoloured(text: str) -> str:
    """Return a text without the colours of a terminal."""
    return re.sub(_COLOURS, "", text)


def ungarbled(text: str) -> tuple[str, str] | None:
    """Return what of a text is UTF-8 that was read as Windows-1252, and what it means; or None."""
    for found in re.findall(r"[^\x00-\x7f]{2,}", text):
        for encoding in ("cp1252", "latin-1"):
            with suppress(UnicodeError):
                meant = found.encode(encoding).decode()
                if _LATIN.fullmatch(meant):
                    return found, meant
    return None


def _without_mark(data: bytes) -> str | None:
    """Detect UTF-16 without a byte order mark by its zero bytes."""
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


# Encodings in which bytes that continue a character of UTF-8 are letters.
_LETTERED = ("cp1252", "iso8859_15", "mac_roman", "cp1250")
# What the first byte of a letter with an accent becomes in those, before another letter or, where
# the second byte is a space, after a small one.
_SEAM = re.compile(r"[ÃÄÅĂĹƒ](?![A-Za-z])[^\W\d_]|[a-zß-ÿ][ÃĂ](?![^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+")


def garbled(text: str) -> dict[str, str]:
    """Return the words of a text that were UTF-8 once read in another encoding, as written there.

    FÊTE is then FÃŠTE. Words of which an accent became a sign that is no letter are not listed:
    nobody takes them for words.
    """
    found = {}
    for word in dict.fromkeys(_WORD.findall(text) if _SEAM.search(text) else ()):
        readings = (_meant(word, page) for page in _LETTERED if _SEAM.search(word))
        if meant := next(filter(None, readings), ""):
            found[word] = meant
    return found


def _meant(word: str, page: str) -> str:
    """Return a word whose bytes in a code page are UTF-8, or nothing.

    Czech and Slovak have uppercase words that are letters of UTF-8 in Windows-1250, such as DĹŽKA;
    there, only letters of Western languages count.
    """
    whole = f"{word}\N{NO-BREAK SPACE}" if word[-1] in "ÃĂ" else word
    try:
        meant = whole.encode(page).decode()
        meant.encode("cp1252" if page == "cp1250" else "utf-8")
    except UnicodeError:
        return ""
    return meant if looks_like_word(meant) and max(meant) < "\u0180" else ""


def looks_like_word(text: str) -> bool:
    """Tell whether a text is letters, all of one case or only the first upper."""
    return text.isalpha() and (text.islower() or text.isupper() or text[1:].islower())


def called(path: str | Path) -> str:
    """Return the name of a file for messages."""
    return "standard input" if str(path) == STREAM else str(path) or "''"


def read_bytes(path: str | Path) -> bytes:
    """Read a file, or the standard input if the path is ``-``.

    Raises
    ------
    FileError
        If it cannot be read or is too large.
    """
    name = called(path)
    try:
        if str(path) == STREAM:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FileError(f"{name} cannot be read: {why(error)}") from None
    if len(data) > MAX_BYTES:
        raise FileError(f"{name} is larger than {MAX_BYTES:,} bytes, too large for such a file")
    return data


def read_text(path: str | Path) -> str:
    """Read a text file; errors are those of `read_bytes` and `decoded`."""
    return decoded(read_bytes(path), path).text


def decoded(data: bytes, path: str | Path) -> Decoded:
    """Decode the content of a file in any usual encoding.

    Raises
    ------
    FileError
        If it is not text, or only white space.
    """
    name, found = called(path), decode(data)
    if found is None:
        raise FileError(f"{name} is not text: save it as text in UTF-8", "not-text")
    if not found.text.strip():
        raise FileError(f"{name} is empty", "empty")
    return found


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    FileError
        If it cannot be read or is not TOML.
    """
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # includes numbers with thousands of digits
        raise FileError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise FileError(f"{path} is not TOML: its brackets are nested too deep") from None


def why(error: OSError | ValueError) -> str:
    """Return why a file cannot be read or written."""
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder"
        case OSError():
            return error.strerror or str(error)
    return str(error)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Prefix the message of a `PatienceError` with a file's name."""
    try:
        yield
    except FileError:  # already names its file
        raise
    except PatienceError as error:
        if str(error).startswith(name):
            raise
        error.args = (f"{name}: {error}",)
        raise
