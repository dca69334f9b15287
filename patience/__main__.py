"""The program's way in: what ``patience`` and ``python -m patience`` run."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from typing import TextIO

# Standard streams by number: how they are opened should they be closed. Nothing can be written to
# such an output, so a result that it loses is an error; what is said on the way may be lost.
_STREAMS = (
    (0, "stdin", "r", os.O_RDONLY),
    (1, "stdout", "w", os.O_RDONLY),
    (2, "stderr", "w", os.O_WRONLY),
)


def main() -> None:
    """Run the command line, whatever state the streams are in and whenever Ctrl-C comes."""
    _open_closed_streams()
    sys.stderr = _Lossy(sys.stderr)
    # No search uses BLAS; its threads would take memory, and end the program where there is none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # While modules load, and once the command has ended, Ctrl-C ends it without a traceback.
    handler = signal.signal(signal.SIGINT, _quiet(signal.getsignal(signal.SIGINT)))
    from patience.cli import main as program  # noqa: PLC0415

    signal.signal(signal.SIGINT, handler)
    try:
        program()
    finally:
        signal.signal(signal.SIGINT, _quiet(handler))


class _Lossy(io.TextIOWrapper):
    """A standard error on a full disk or a pipe without a reader: it must not end a search."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream.buffer, stream.encoding, "backslashreplace", line_buffering=True)

        self._stream = stream  # it would close the buffer if nobody held it

    def write(self, text: str) -> int:
        """Write as far as possible."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush as far as possible."""
        with suppress(OSError):
            super().flush()


def _quiet(handler: object) -> signal.Handlers:
    """Return what handles Ctrl-C outside commands; one that is ignored stays ignored."""
    return signal.SIG_IGN if handler is signal.SIG_IGN else signal.SIG_DFL


def _open_closed_streams() -> None:
    """Open the standard streams that were closed, or files would take their numbers."""
    for number, name, mode, flags in _STREAMS:
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115


if __name__ == "__main__":  # a worker process of a batch imports this module, too
    main()
