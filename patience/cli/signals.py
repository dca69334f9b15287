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
    """Whether the user has asked to stop, and the message in reply."""

    asked: bool = False
    message: str = _MESSAGE

    @property
    def answer(self) -> str:
        """The message as a line of the display."""
        return self.message.strip().removeprefix("patience: ")


@contextmanager
def stop_on_signal(*, quiet: bool, message: str = _MESSAGE) -> Iterator[Stop]:
    """Turn the first SIGINT or SIGTERM into `Stop.asked` and a message; the next one kills.

    On a terminal the display shows the message, since printing it would garble the display.
    """
    stop = Stop(message=message)
    on_display = is_display(sys.stderr)

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.asked = True
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        # Straight to the descriptor: an interrupted print may hold the stream's lock.
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
