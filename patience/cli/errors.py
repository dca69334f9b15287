"""How a command ends: one line on the standard error, and an exit code. Never a traceback."""

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
BROKEN_PIPE = 141  # as a shell reports a program that lost its reader

# With this variable set, a fault of the program shows where it happened.
DEBUG = "PATIENCE_DEBUG"

_LONGEST = 600

# What errors other than MemoryError say where memory has run out.
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
    """Run a command in a ``with`` block: what it raises becomes a message and an exit code."""
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
    except (BrokenPipeError, SystemExit):  # click exits by itself only if the reader has left
        _discard_stdout()
        outcome.code = BROKEN_PIPE
    except OSError as error:
        _discard_stdout()
        where = error.filename or "the result cannot be written"
        no_memory = is_out_of_memory(error)
        complain(told(error) if no_memory else f"{where}: {error.strerror or error}")
        outcome.code = USAGE
    except Exception as error:  # a fault of this program: say so, in one line all the same
        complain(told(error))
        outcome.code = USAGE if is_out_of_memory(error) else INTERNAL


def told(error: Exception) -> str:
    """Return what to tell the user of an error; show where it happened if that is asked for."""
    if isinstance(error, PatienceError):
        return str(error)
    if is_out_of_memory(error):
        return "out of memory: give --memory a smaller number, or the process more memory"
    if os.environ.get(DEBUG):
        traceback.print_exc()
    return f"internal error ({DEBUG}=1 shows where): {type(error).__name__}: {error}"


def is_out_of_memory(error: BaseException) -> bool:
    """Tell whether an error, or what brought it about, is a lack of memory.

    Libraries that cannot be loaded, threads that cannot be started and compiled code that cannot
    even make an exception report it in words of their own.
    """
    while True:
        if isinstance(error, MemoryError) or any(hint in str(error) for hint in _NO_MEMORY):
            return True
        cause = error.__cause__ or error.__context__
        if cause is None:
            return False
        error = cause


def _escape_what_is_no_text() -> None:
    """Print a name that is no text, or has no place in the terminal's encoding, with escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _usage(error: click.ClickException) -> str:
    """Return click's message with the command whose help explains it."""
    context = getattr(error, "ctx", None)
    message = error.format_message().rstrip(".")
    return f"{message} (see {context.command_path} --help)" if context else message


def _discard_stdout() -> None:
    """Let what is still to be written go nowhere, or Python complains again when it ends."""
    with suppress(io.UnsupportedOperation):  # a stream in memory, as tests have
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
