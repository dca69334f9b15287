"""What a command says on the standard error, and how it ends: never with a traceback."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

from patience.errors import PatienceError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

USAGE = 2
INTERNAL = 70
INTERRUPTED = 130
BROKEN_PIPE = 141  # as a shell reports SIGPIPE

# What Python calls the standard output; errors of writing it have this name.
STDOUT = "<stdout>"

# This environment variable enables tracebacks.
DEBUG = "PATIENCE_DEBUG"

_MAX_LINE = 600

_QUIET = "patience.quiet"

# Messages of errors other than MemoryError that also mean lack of memory.
_NO_MEMORY = (
    "Cannot allocate memory",
    "failed to map segment",
    "can't start new thread",
    "returned NULL without setting an exception",
    "error return without exception set",
    "Unable to allocate",
)


def complain(message: str) -> None:
    """Print a message in one line on the standard error."""
    line = " ".join(message.split())
    if len(line) > _MAX_LINE:
        line = f"{line[: _MAX_LINE - 4]} ..."
    click.echo(f"patience: {line}", err=True)


def hush(context: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Have the running command print only errors, if that is wanted."""
    context.meta[_QUIET] = wanted


def is_quiet() -> bool:
    """Tell whether the running command is to print only errors."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def say(text: str) -> None:
    """Print a line on the standard error, unless the command is quiet."""
    if not is_quiet():
        click.echo(text, err=True)


class Unexpected(Exception):
    """The cause is an error of a command that click would tell as Ctrl-C or a closed output."""


def exit_code_of(command: Callable[[], int | None]) -> int:
    """Run a command; return its exit code, with a message on what it raised."""
    _escape_what_is_no_text()
    try:
        code = command() or 0
        sys.stdout.flush()
        return code
    except (click.ClickException, PatienceError) as error:
        complain(_usage(error) if isinstance(error, click.ClickException) else str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        complain("interrupted")
        return INTERRUPTED
    except SystemExit as end:  # click exits by itself once a shell is answered, or a pipe breaks
        if not end.code:
            return 0
        _discard_stdout()
        return BROKEN_PIPE
    except Exception as error:
        return _told(error.__cause__ or error if isinstance(error, Unexpected) else error)


class _Naming(io.FileIO):
    """The standard output; its errors name it, so that no others are taken for those."""

    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = STDOUT
            raise


def naming_errors(stream: TextIO) -> TextIO:
    """Return the standard output as a stream whose errors `is_unwritten` knows."""
    plain: Any = getattr(stream, "buffer", None)
    raw = getattr(plain, "raw", plain)
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(raw, io.FileIO):
        return stream  # in memory, or a console of Windows
    named: Any = _Naming(raw.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        named if raw is plain else io.BufferedWriter(named),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def is_unwritten(error: BaseException) -> bool:
    """Tell whether the standard output cannot be written, rather than anything else."""
    return isinstance(error, OSError) and error.filename == STDOUT


def _told(error: BaseException) -> int:
    """Complain of an error that no part of the program expects; return the exit code."""
    if is_unwritten(error):
        _discard_stdout()
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
    complain(sentence_of(error))
    of_system = isinstance(error, OSError) and error.strerror
    return USAGE if of_system or is_out_of_memory(error) else INTERNAL


def sentence_of(error: BaseException) -> str:
    """Return the message of an error; print its traceback if `DEBUG` is set."""
    if isinstance(error, PatienceError):
        return str(error)
    if is_out_of_memory(error):
        return "out of memory: give --memory a smaller number, or the process more memory"
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    if isinstance(error, OSError) and error.strerror:
        where = f"the system gives an error ({DEBUG}=1 shows where)"
        if error.filename is not None:
            where = "the result cannot be written" if is_unwritten(error) else str(error.filename)
        return f"{where}: {error.strerror}"
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
    if isinstance(error, click.NoSuchOption) and not error.option_name.startswith("--"):
        message += "; a name that begins with a hyphen comes after --"
    return f"{message} (see {context.command_path} --help)" if context else message


def _discard_stdout() -> None:
    """Discard pending output, which would make Python fail again at exit."""
    with suppress(io.UnsupportedOperation):  # an in-memory stream, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
