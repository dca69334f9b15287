"""Signals during a search: the first asks for the best grid so far, a second Ctrl-C quits."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

from patience.cli.colors import is_display

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# A terminal closes, a cluster's scheduler warns (Slurm), the time of the processor is over.
_WARNINGS = tuple(
    getattr(signal, name) for name in ("SIGHUP", "SIGUSR1", "SIGXCPU") if hasattr(signal, name)
)
_SHOW_CURSOR = b"\x1b[?25h"
STOPPING = "stopping with the best grid so far"


@dataclass
class Stop:
    """Whether the user has asked to stop, and what then happens."""

    asked: bool = False
    what: str = STOPPING

    @property
    def answer(self) -> str:
        """What the user is told."""
        return f"{self.what} (Ctrl-C again quits at once)"


@contextmanager
def stop_on_signal(*, quiet: bool, what: str = STOPPING) -> Iterator[Stop]:
    """Turn the first signal that ends a search into `Stop.asked`, and say `what` then happens.

    A second SIGINT or SIGTERM kills; warnings come several times, so the next ones are ignored
    until the program ends. One that is ignored already stays so, as under nohup. On a terminal
    the display shows the answer, since printing it would garble the display.
    """
    stop = Stop(what=what)
    on_display = is_display(sys.stderr)
    caught = [
        *_SIGNALS,
        *(each for each in _WARNINGS if signal.getsignal(each) is not signal.SIG_IGN),
    ]

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.asked = True
        for each in caught:
            signal.signal(each, signal.SIG_DFL if each in _SIGNALS else signal.SIG_IGN)
        # Straight to the descriptor: an interrupted print may hold the stream's lock.
        with suppress(OSError):  # the terminal is gone
            if on_display:
                os.write(2, _SHOW_CURSOR)
            elif not quiet:
                os.write(2, f"\npatience: {stop.answer}\n".encode())

    before = {each: signal.signal(each, handle) for each in caught}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            if each in _SIGNALS or not stop.asked:
                signal.signal(each, handler)
