"""Detection of the code page of a word list: the one in which its bytes spell words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from patience.encodings import decode, kind_of, looks_like_word
from patience.errors import LexiconError
from patience.game.alphabet import Alphabet, alphabet_of, languages
from patience.words.named import folder_of, words_of
from patience.words.wordlist import fold

# The code pages of lists in Western Europe, and a neighbour with other letters at the same bytes.
_PAGES = {
    "cp1252": "Windows-1252",
    "iso8859_15": "ISO-8859-15",
    "mac_roman": "Mac Roman",
    "cp850": "CP850",
    "cp1250": "Windows-1250",
}

# The language of a list whose tiles are of none: that of the game.
_LANGUAGE = "fr"

# Sample size, in words, for detection.
_JUDGED = 2000

_NOT_ASCII = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")


def text_of(data: bytes, path: Path, encoding: str | None, alphabet: Alphabet) -> tuple[str, str]:
    """Decode a word list; return the text and the assumption made, if any.

    `encoding` applies to bytes that are not UTF-8 and have no byte order mark. Without one, the
    language of `alphabet` decides, or else French.

    Raises
    ------
    LexiconError
        If the bytes are not text, or several code pages give different words.
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
            f"word list {path} is not a text file: give one word per line, preferably in UTF-8"
        )
    return _by_lines(data, path, alphabet.name or _LANGUAGE)


def _forced(data: bytes, path: Path, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise LexiconError(
            f"no encoding is called {encoding!r}; examples are cp1252, mac_roman and cp850"
        ) from None
    except ValueError:  # includes codecs whose result is not text
        raise LexiconError(
            f"word list {path} is not in {encoding}: some of its bytes are not valid there; "
            "give another --encoding"
        ) from None


def _by_lines(data: bytes, path: Path, language: str) -> tuple[str, str]:
    """Decode lines in one code page; some of them may be UTF-8."""
    lines = data.splitlines()
    others = [line for line in lines if not _is_utf8(line)]
    page = _page(others, path, language)
    name = _PAGES[page]
    if len(others) == sum(not line.isascii() for line in lines):
        sample = ", ".join(dict.fromkeys(map(fold, _words(others, page)[:2])))
        return data.decode(page, "replace"), f"read as {name} ({sample}); --encoding overrides this"
    text = "\n".join(line.decode("utf-8" if _is_utf8(line) else page, "replace") for line in lines)
    first = others[0].decode(page, "replace").strip()
    return text.removeprefix("\ufeff"), (
        f"{len(others):,} of {len(lines):,} lines are not in UTF-8 and are read as {name} "
        f"(the first: {first[:30]}); save the list in one encoding"
    )


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _page(lines: list[bytes], path: Path, language: str) -> str:
    """Return the code page with the most words of a language, else the only one that gives words.

    If no list of the language is there, a word is one of it by its letters.
    """
    letters = frozenset("abcdefghijklmnopqrstuvwxyz" + languages()[language]["letters"])
    folder, alphabet = folder_of(language), alphabet_of(language)
    listed = None if folder is None else words_of(folder, language)
    # By distinct words: the numbers of known and of clean words, and the code page.
    readings: dict[tuple[str, ...], tuple[tuple[int, int], str]] = {}
    for page in _PAGES:
        words = _words(lines, page)
        clean = list(filter(looks_like_word, words))
        known = [x for x in clean if letters.issuperset(x.lower())]
        if listed is not None:
            known = [x for x in known if fold(x, alphabet) in listed]
        folded, score = tuple(map(fold, words)), (len(known), len(clean))
        # Among pages that give the same words, keep the best, or the most common.
        if folded not in readings or score > readings[folded][0]:
            readings[folded] = score, page
    most_known, most_clean = map(max, zip(*(score for score, _ in readings.values()), strict=True))
    best = {words: page for words, ((n, _), page) in readings.items() if n == most_known}
    # Accept the language if at least half of the words are of it, and more than in any other page.
    if len(best) > 1 or 2 * most_known < len(next(iter(best))):
        best = {words: page for words, ((_, n), page) in readings.items() if n == most_clean}
    if len(best) == 1:
        return next(iter(best.values()))
    spelled = next(words for words in zip(*best, strict=True) if len(set(words)) > 1)
    choices = ", ".join(
        f"{page} ({word[:30]})" for page, word in zip(best.values(), spelled, strict=True)
    )
    raise LexiconError(
        f"word list {path} is not in UTF-8, and its words differ by code page: {choices}; "
        "choose one with --encoding"
    )


def _words(lines: Iterable[bytes], page: str) -> list[str]:
    """Return the first words with non-ASCII letters, decoded with a code page."""
    found: dict[bytes, None] = {}
    for line in lines:
        found |= dict.fromkeys(_NOT_ASCII.findall(line))
        if len(found) > _JUDGED:
            break
    return [word.decode(page, "replace").strip() for word in found]
