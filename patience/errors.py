"""All errors meant for users: one sentence on what was read, what is wrong and what to do."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Self


class PatienceError(Exception):
    """Base of all errors meant for users; the command line prints it and exits.

    `kind` is the error in a word, by default the name of its class; a page words it in another
    language by the `kind` and the values in `fields`.
    """

    exit_code = 2

    def __init__(self, message: str, kind: str = "", /, **fields: str | int) -> None:
        super().__init__(message)
        self.kind = kind or type(self).__name__
        self.fields = fields


class Note(str):
    """A sentence for users that is no error, with the `kind` and `fields` of one."""

    kind: str
    fields: dict[str, str | int]

    def __new__(cls, text: str, kind: str = "", /, **fields: str | int) -> Self:
        """Return the sentence with its kind and fields."""
        note = super().__new__(cls, text)
        note.kind, note.fields = kind, fields
        return note


class TileError(PatienceError):
    """A tile set that does not exist or cannot be parsed."""


class GridError(PatienceError):
    """Text that is not a grid."""


class PuzzleError(PatienceError):
    """A puzzle whose parts contradict each other or the rules."""


class LexiconError(PatienceError):
    """A lexicon that cannot be read, or a convention that it has no data for."""


class NoWordsError(LexiconError):
    """Conventions that exclude every word: a result, not a misuse."""

    exit_code = 1


class FileError(PatienceError):
    """A file or folder that cannot be read or written."""


class EngineError(PatienceError):
    """An engine that does not exist or cannot handle the puzzle."""


class BatchError(PatienceError):
    """A batch that stopped early; finished runs are kept."""

    exit_code = 1


class ClusterError(PatienceError):
    """A cluster that is gone, or whose workers cannot do the work."""


class MissingExtraError(PatienceError):
    """A feature whose libraries are not installed, as it needs an extra of the distribution."""


class RefereeError(PatienceError):
    """A grid of an engine breaks a rule or a proven bound: a bug in this program, with evidence."""

    exit_code = 70


def unknown(what: str, name: str, known: Iterable[str], meant: str | None = None) -> str:
    """Return a message for an unknown name, with the known names and the likely one.

    `what` is the kind of thing, such as ``tile set``; `meant` defaults to the name spelled most
    alike.
    """
    names = list(known)
    meant = meant or nearest(name, names)
    hint = f"; did you mean {meant}?" if meant else ""
    return f"no {what} is called {shown(name)}{hint} (there are: {', '.join(names)})"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name spelled most alike, or None if none is close."""
    import difflib  # noqa: PLC0415 (needed only after a wrong name)

    near = difflib.get_close_matches(str(name).strip().lower(), list(known), n=1)
    return near[0] if near else None


def shown(value: object) -> str:
    """Return a value for a message: on one line, truncated if long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number with more digits than Python prints
        return f"{type(value).__name__} of excessive size"
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


_MAX_SHOWN = 60


def whole(given: Any) -> int:
    """Return a whole number of any kind, such as one of numpy, as one of Python."""
    try:
        return operator.index(given)
    except TypeError:
        raise PatienceError(f"{shown(given)} is no whole number: give one") from None


def number(given: Any) -> float:
    """Return a number of any kind as a float."""
    try:
        return float(given)
    except (TypeError, ValueError, OverflowError):
        raise PatienceError(f"{shown(given)} is no number: give one") from None
