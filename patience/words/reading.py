"""Files of words, in stages: unpack, decode, find the layout, take the words, say what was left."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from patience.errors import LexiconError
from patience.words.wordlist import (
    MIN_LETTERS,
    REPEATED,
    Left,
    WordList,
    parse,
    told,
    unpack,
)


class How(NamedTuple):
    """How word files are read, where they do not say it themselves.

    Parameters
    ----------
    encoding : str, optional
        The encoding of bytes that are no UTF-8 and have no mark.
    column : str, optional
        The column of a table that holds the words: its heading, its number from 1, or ``all``.
    min_score : float, optional
        Only words of this score or more.
    """

    encoding: str | None = None
    column: str | None = None
    min_score: float | None = None


# Files say it all themselves.
PLAIN = How()


class Read(NamedTuple):
    """The words of a file, and what a player should know of how they were read."""

    words: WordList
    notes: tuple[str, ...] = ()


def read(path: Path, how: How = PLAIN) -> Read:
    """Read a file of words, plain or gzipped.

    Raises
    ------
    LexiconError
        If the file is missing, unreadable, binary or empty, no word is in it, or it may be read
        in two ways.
    """
    if path.suffix.lower() == ".aff":
        raise LexiconError(
            f"word list {path} holds the affixes of a Hunspell dictionary: give its .dic file"
        )
    data = unpack(path)
    from patience.words.codepages import text_of  # noqa: PLC0415 (no shipped list needs it)
    from patience.words.hunspell import encoding_of  # noqa: PLC0415 (as above)

    encoding = how.encoding
    if encoding is None and path.suffix.lower() == ".dic":
        encoding = encoding_of(path)
    text, note = text_of(data, path, encoding)
    if not text.strip():
        raise LexiconError(f"word list {path} is empty; it needs one word a line")
    words, notes = _words(text, path, how)
    return Read(words, tuple(each for each in (note, *notes) if each))


def _words(text: str, path: Path, how: How) -> tuple[WordList, list[str]]:
    """Return the words of a text, and what was assumed and left out."""
    if path.suffix.lower() == ".dic":
        from patience.words.hunspell import words_of  # noqa: PLC0415 (as above)

        forms, made = words_of(path, text)
        words, left = parse(forms)
        left.pop(REPEATED, None)  # one form is made of several stems
        return _some(words, left, path), [f"read as {made}", _left_out(left)]
    lines = text.splitlines()
    if "".join(lines).isalpha() and how.min_score is None:
        words, left = parse(lines)
        return _some(words, left, path), [_left_out(left)]
    from patience.words.layouts import entries  # noqa: PLC0415 (as above)

    try:
        found = entries(text, how.column)
    except LexiconError as error:
        raise LexiconError(f"word list {path}: {error}") from None
    spelled: Iterable[str] = found.words
    below: dict[str, Left] = {}
    if how.min_score is not None:
        if found.scores is None:
            raise LexiconError(
                f"word list {path} has no scores, or several columns of numbers: drop --min-score"
            )
        least = how.min_score
        scored = list(zip(found.words, found.scores, strict=True))
        spelled = [word for word, score in scored if score is not None and score >= least]
        low = [word for word, score in scored if score is not None and score < least]
        without = [word for word, score in scored if score is None]
        below = {f"of a score below {least:g}": Left.of(low), "without a score": Left.of(without)}
    words, left = parse(spelled)
    other = {reason: Left.of(lines) for reason, lines in found.left.items()} | below
    left = {reason: lines for reason, lines in (left | other).items() if lines.number}
    return _some(words, left, path), [found.note and f"read as {found.note}", _left_out(left)]


def _left_out(left: dict[str, Left]) -> str:
    return f"left out {told(left)}" if left else ""


def _some(words: WordList, left: dict[str, Left], path: Path) -> WordList:
    """Return the words, if there are any."""
    if not words:
        lines = sum(each.number for each in left.values())
        raise LexiconError(
            f"word list {path}: none of its {lines} lines is a word; it needs one word a line, of "
            f"{MIN_LETTERS} letters A-Z or more; {_left_out(left)}"
        )
    return words
