"""Entry point of ``patience`` and ``python -m patience``."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from typing import TextIO

# Standard streams by number, and how to reopen them if closed. The replacement for stdout is
# read-only, so losing a result is an error; stderr output may be lost.
_STREAMS = (
    (0, "stdin", "r", os.O_RDONLY),
    (1, "stdout", "w", os.O_RDONLY),
    (2, "stderr", "w", os.O_WRONLY),
)


def main() -> None:
    """Run the command line, with any stream closed and Ctrl-C at any moment."""
    _open_closed_streams()
    sys.stderr = _Lossy(sys.stderr)
    # Searches use BLAS for small tables only. Its threads wait for each other beside other work,
    # take memory, and crash the program where memory is short.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Ctrl-C ends the program without a traceback while modules load and after the command.
    handler = signal.signal(signal.SIGINT, _quiet(signal.getsignal(signal.SIGINT)))
    from patience.cli import main as program  # noqa: PLC0415
    from patience.cli.errors import naming_errors  # noqa: PLC0415

    sys.stdout = naming_errors(sys.stdout)
    signal.signal(signal.SIGINT, handler)
    try:
        program()
    finally:
        signal.signal(signal.SIGINT, _quiet(handler))


class _Lossy(io.TextIOWrapper):
    """A standard error that ignores write errors (full disk, closed pipe), so no search ends."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream.buffer, stream.encoding, "backslashreplace", line_buffering=True)

        self._stream = stream  # a collected stream would close the buffer

    def write(self, text: str) -> int:
        """Write, ignoring errors."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, ignoring errors."""
        with suppress(OSError):
            super().flush()


def _quiet(handler: object) -> signal.Handlers:
    """Return the Ctrl-C handler for outside commands; an ignored signal stays ignored."""
    return signal.SIG_IGN if handler is signal.SIG_IGN else signal.SIG_DFL


def _open_closed_streams() -> None:
    """Reopen closed standard streams, so that no other file gets their numbers."""
    for number, name, mode, flags in _STREAMS:
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            os.set_inheritable(number, True)  # else a worker opens another file as this stream
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115


if __name__ == "__main__":  # batch worker processes import this module too
    main()
