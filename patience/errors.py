"""Every error a user can meet: one sentence saying what was read, what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Iterable


class PatienceError(Exception):
    """Base of all errors meant for the user; the command line prints it and exits."""

    exit_code = 2


class ArgumentError(PatienceError, TypeError):
    """An argument of another kind than a function or class of the library takes."""


class TileError(PatienceError):
    """A tile set that cannot be read or does not exist."""


class GridError(PatienceError):
    """Text that is not a grid."""


class PuzzleError(PatienceError):
    """A puzzle whose parts contradict each other or the rules."""


class LexiconError(PatienceError):
    """A lexicon that cannot be read, or conventions it cannot answer."""


class NoWordsError(LexiconError):
    """Conventions that leave no word at all: an answer to the question, not a misuse."""

    exit_code = 1


class FileError(PatienceError):
    """A file or folder that cannot be read or written."""


class EngineError(PatienceError):
    """An engine that does not exist or cannot take this puzzle."""


class BatchError(PatienceError):
    """A batch that had to stop before its end; what is finished stays."""

    exit_code = 1


class MissingExtraError(PatienceError):
    """Something that needs packages which only some users install.

    Parameters
    ----------
    what : str
        What the user asked for, such as ``--cluster``.
    extra : str
        The extra of the distribution that brings the packages.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs the extra {extra!r}: in the folder of patience, run "
            f"pip install '.[{extra}]'"
        )


class RefereeError(PatienceError):
    """An engine handed over a grid that breaks a rule: a fault of this program, with evidence."""

    exit_code = 70


def unknown(what: str, name: str, known: Iterable[str], meant: str | None = None) -> str:
    """Say that a name does not exist, which one was probably meant and which there are.

    Parameters
    ----------
    what : str
        The kind of thing, such as ``tile set``.
    name : str
    known : iterable of str
    meant : str, optional
        The one that was meant, where that is known; else it is the one spelled most alike.
    """
    names = list(known)
    meant = meant or nearest(name, names)
    hint = f"; did you mean {meant}?" if meant else ""
    return f"no {what} is called {shown(name)}{hint} (there are: {', '.join(names)})"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is spelled most alike; None if none is near."""
    import difflib  # noqa: PLC0415 (only a wrong name needs it)

    near = difflib.get_close_matches(name.strip().lower(), list(known), n=1)
    return near[0] if near else None


def shown(value: object) -> str:
    """Return a value as a message can quote it: in one line, cut short if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of more digits than Python prints
        return f"{type(value).__name__} of excessive size"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


_LONGEST = 60
