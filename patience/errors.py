"""Every error a user can meet: one sentence saying what was read, what is wrong, what to do."""

from patience.version import DISTRIBUTION


class PatienceError(Exception):
    """Base of all errors meant for the user; the command line prints it and exits."""

    exit_code = 2


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
            f"{what} needs the extra {extra!r}: install it with "
            f"pip install '{DISTRIBUTION}[{extra}]', or in a checkout pip install '.[{extra}]'"
        )


class RefereeError(PatienceError):
    """An engine handed over a grid that breaks a rule: a fault of this program, with evidence."""

    exit_code = 70
