"""Ctrl-C during a search: the first one asks for the best grid so far, the second one quits."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from patience.cli.colors import is_display

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SHOW_CURSOR = b"\x1b[?25h"
_MESSAGE = "\npatience: stopping with the best grid so far (Ctrl-C again quits at once)\n"


@dataclass
class Stop:
    """Whether the user has asked for the end, and what to answer."""

    asked: bool = False
    message: str = _MESSAGE

    @property
    def answer(self) -> str:
        """The message as a display shows it, in a line of its own."""
        return self.message.strip().removeprefix("patience: ")


@contextmanager
def stop_on_signal(*, quiet: bool, message: str = _MESSAGE) -> Iterator[Stop]:
    """Turn the first SIGINT or SIGTERM into `Stop.asked` and a message; the next ends it all.

    On a terminal the display shows the message: printed, it would break the picture.
    """
    stop = Stop(message=message)
    on_display = is_display(sys.stderr)

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.asked = True
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        # Straight to the descriptor: a print that the signal interrupted may hold the stream.
        if on_display:
            os.write(2, _SHOW_CURSOR)
        elif not quiet:
            os.write(2, message.encode())

    before = [signal.signal(each, handle) for each in _SIGNALS]
    try:
        yield stop
    finally:
        for each, handler in zip(_SIGNALS, before, strict=True):
            signal.signal(each, handler)
