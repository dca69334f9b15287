"""Which code page the bytes of a word list are in: the one that makes words of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from patience.encodings import decode, kind_of
from patience.errors import LexiconError
from patience.words.wordlist import fold

# The code pages of French lists, and of their neighbours where other letters lie in their place.
_PAGES = {
    "cp1252": "Windows-1252",
    "iso8859_15": "ISO-8859-15",
    "mac_roman": "Mac Roman",
    "cp850": "CP850",
    "cp1250": "Windows-1250",
}

# The letters of French.
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzàâæçéèêëîïñôœùûüÿ")

# Words that the code page is judged by: so many tell as much as all of them.
_JUDGED = 2000

_NOT_ASCII = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")


class _Reading(NamedTuple):
    """What one code page makes of words: how many are known, how many look like words."""

    page: str
    known: int
    clean: int
    words: tuple[str, ...]


def text_of(data: bytes, path: Path, encoding: str | None) -> tuple[str, str]:
    """Decode a word list.

    Parameters
    ----------
    data : bytes
    path : Path
        What messages call it.
    encoding : str, optional
        The encoding of bytes that are no UTF-8 and have no mark.

    Returns
    -------
    text : str
    note : str
        What was assumed; empty where nothing was.

    Raises
    ------
    LexiconError
        If the bytes are no text, or fit several code pages and make other words in each.
    """
    if kind := kind_of(data):
        raise LexiconError(f"word list {path} is {kind[0]}: save the words as a text file in UTF-8")
    decoded = decode(data)
    if decoded is not None and decoded.certain:
        return decoded.text, ""
    if encoding is not None:
        return _forced(data, path, encoding), ""
    if decoded is None:
        raise LexiconError(
            f"word list {path} is no text file; it needs one word a line, best in UTF-8"
        )
    return _by_lines(data, path)


def _forced(data: bytes, path: Path, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise LexiconError(
            f"no encoding is called {encoding!r}: cp1252, mac_roman and cp850 are some of them"
        ) from None
    except ValueError:  # also where Python's codec makes no text
        raise LexiconError(
            f"word list {path} is not in {encoding}: some of its bytes stand for nothing there; "
            "name another --encoding"
        ) from None


def _by_lines(data: bytes, path: Path) -> tuple[str, str]:
    """Decode lines of a code page, among which others may be UTF-8."""
    lines = data.splitlines()
    others = [line for line in lines if not _is_utf8(line)]
    page = _page(others, path)
    name = _PAGES[page]
    mixed = len(others) < sum(not line.isascii() for line in lines)
    if not mixed:
        text = data.decode(page, "replace")
        sample = ", ".join(dict.fromkeys(map(fold, _words(others, page)[:2])))
        return text, f"read as {name} ({sample}); --encoding says otherwise"
    text = "\n".join(line.decode("utf-8" if _is_utf8(line) else page, "replace") for line in lines)
    first = others[0].decode(page, "replace").strip()
    return text.removeprefix("\ufeff"), (
        f"{len(others):,} of {len(lines):,} lines are no UTF-8 and are read as {name} "
        f"(the first: {first[:30]}); save it in one encoding"
    )


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _page(lines: list[bytes], path: Path) -> str:
    """Return the code page whose words French knows best, else the only one that makes words.

    Raises
    ------
    LexiconError
        If several do.
    """
    from patience.words.lexicon import load  # noqa: PLC0415 (lexicons need this module)

    known = load("fr")
    readings: dict[tuple[str, ...], _Reading] = {}
    for page in _PAGES:
        words = _words(lines, page)
        folded = tuple(map(fold, words))
        clean = [word for word in words if _is_clean(word)]
        french = sum(fold(x) in known and _LETTERS.issuperset(x.lower()) for x in clean)
        reading = _Reading(page, french, len(clean), folded)
        # Of pages that give the same words, the one that suits them best, or the commonest.
        readings[folded] = max(readings.get(folded, reading), reading, key=lambda x: x[1:3])
    ranked = sorted(readings.values(), key=lambda x: (-x.known, -x.clean))
    best, *rest = ranked
    # French by half of its words, and more so than in any other code page.
    if 2 * best.known >= len(best.words) and all(best.known > other.known for other in rest):
        return best.page
    most = max(reading.clean for reading in ranked)
    fitting = [reading for reading in readings.values() if reading.clean == most]
    if len(fitting) == 1:
        return fitting[0].page
    raise LexiconError(_ambiguity(fitting, path))


def _ambiguity(readings: list[_Reading], path: Path) -> str:
    """Name a word that the code pages spell in different ways."""
    columns = zip(*(reading.words for reading in readings), strict=True)
    spelled = next(words for words in columns if len(set(words)) > 1)
    choices = ", ".join(
        f"{reading.page} ({word[:30]})" for reading, word in zip(readings, spelled, strict=True)
    )
    return (
        f"word list {path} is not in UTF-8, and its words differ by code page: {choices}; "
        "name the one with --encoding"
    )


def _words(lines: Iterable[bytes], page: str) -> list[str]:
    """Return the first words with letters beyond ASCII, as a code page reads them."""
    found: dict[bytes, None] = {}
    for line in lines:
        found |= dict.fromkeys(_NOT_ASCII.findall(line))
        if len(found) > _JUDGED:
            break
    return [word.decode(page, "replace").strip() for word in found]


def _is_clean(word: str) -> bool:
    """Tell whether a text looks like a word: letters, all of one case but perhaps the first."""
    return word.isalpha() and (word.islower() or word.isupper() or word[1:].islower())
