"""The end of a command: one line on the standard error and an exit code, never a traceback."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import click

from patience.errors import PatienceError

USAGE = 2
INTERNAL = 70
INTERRUPTED = 130
BROKEN_PIPE = 141  # as a shell reports SIGPIPE

# This environment variable enables tracebacks.
DEBUG = "PATIENCE_DEBUG"

_LONGEST = 600

# Messages of errors other than MemoryError that also mean lack of memory.
_NO_MEMORY = (
    "Cannot allocate memory",
    "failed to map segment",
    "can't start new thread",
    "returned NULL without setting an exception",
    "error return without exception set",
    "Unable to allocate",
)


@dataclass
class Outcome:
    """The exit code of a command."""

    code: int = 0


def complain(message: str) -> None:
    """Print a message in one line on the standard error."""
    line = " ".join(message.split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - 4]} ..."
    click.echo(f"patience: {line}", err=True)


@contextmanager
def exit_code_of() -> Iterator[Outcome]:
    """Context manager that turns the exceptions of a command into a message and an exit code."""
    outcome = Outcome()
    _escape_what_is_no_text()
    try:
        yield outcome
        sys.stdout.flush()
    except click.ClickException as error:
        complain(_usage(error))
        outcome.code = error.exit_code
    except PatienceError as error:
        complain(str(error))
        outcome.code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        complain("interrupted")
        outcome.code = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click exits by itself only on a broken pipe
        _discard_stdout()
        outcome.code = BROKEN_PIPE
    except OSError as error:
        _discard_stdout()
        where = error.filename or "the result cannot be written"
        no_memory = is_out_of_memory(error)
        complain(sentence_of(error) if no_memory else f"{where}: {error.strerror or error}")
        outcome.code = USAGE
    except Exception as error:  # a bug in this program, reported in one line too
        complain(sentence_of(error))
        outcome.code = USAGE if is_out_of_memory(error) else INTERNAL


def sentence_of(error: Exception) -> str:
    """Return the message of an error; print its traceback if `DEBUG` is set."""
    if isinstance(error, PatienceError):
        return str(error)
    if is_out_of_memory(error):
        return "out of memory: give --memory a smaller number, or the process more memory"
    if os.environ.get(DEBUG):
        traceback.print_exc()
    return f"internal error ({DEBUG}=1 shows where): {type(error).__name__}: {error}"


def is_out_of_memory(error: BaseException) -> bool:
    """Tell whether an error or its cause is a lack of memory.

    Failures to load a library, to start a thread or to create an exception in compiled code
    report it in words of their own.
    """
    while True:
        if isinstance(error, MemoryError) or any(hint in str(error) for hint in _NO_MEMORY):
            return True
        cause = error.__cause__ or error.__context__
        if cause is None:
            return False
        error = cause


def _escape_what_is_no_text() -> None:
    """Print characters that the terminal's encoding lacks, and undecodable names, as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _usage(error: click.ClickException) -> str:
    """Return click's message with a pointer to the command's help."""
    context = getattr(error, "ctx", None)
    message = error.format_message().rstrip(".")
    return f"{message} (see {context.command_path} --help)" if context else message


def _discard_stdout() -> None:
    """Discard pending output, which would make Python fail again at exit."""
    with suppress(io.UnsupportedOperation):  # an in-memory stream, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
