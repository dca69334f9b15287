"""The progress of a batch: a live display on a terminal, else plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from patience.batch.plan import BatchRun
from patience.batch.run_records import RunRecord
from patience.batch.scheduler import BatchObserver
from patience.cli.colors import is_display
from patience.cli.errors import is_quiet
from patience.cli.signals import Stop, stop_on_signal
from patience.durations import duration
from patience.render.text import number_of

# rich takes a tenth of a second to import, so only a terminal loads it.
if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# Least seconds between two plain lines, and the most while no run ends.
_LINE_EVERY = 1.0
_SIGN_OF_LIFE = 60.0

_MAX_SHOWN = 12
_BAR = 40

_STOPPING = "no new runs; those running are still finished and kept"


class Silent(BatchObserver):
    """Counts runs, stops when the user does, and prints nothing."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._began = time.monotonic()
        self.total = self.ended = self.failed = 0
        self._seconds = 0.0  # of the runs that ended
        self._running: Sequence[tuple[BatchRun, float]] = ()
        self._at_a_time = 1

    def stopping(self) -> bool:
        """Tell whether the user wants to stop."""
        return self._stop.asked

    def on_begin(self, done: int, missing: int) -> None:
        """Report the number of runs ahead."""
        self.total = missing
        before = f" ({done:,} are done already)" if done else ""
        self.on_notice(f"{number_of(missing, 'run')} to do{before}")

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Count a run."""
        self.ended += 1
        self.failed += not record.done
        self._seconds += record.elapsed_s + record.overhead_s

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]]) -> None:
        """Record the running runs."""
        self._running = running
        self._at_a_time = max(self._at_a_time, len(running))

    def status(self) -> str:
        """Return how many runs have ended, and the time left, by that of the runs done."""
        parts = [f"{self.ended:,} of {self.total:,}"]
        if self.failed:
            parts.append(f"{self.failed:,} failed")
        done, left = self.ended - self.failed, self.total - self.ended
        if done and left:
            parts.append(f"{duration(self._seconds / done * left / self._at_a_time)} left")
        return ", ".join(parts)


class Lines(Silent):
    """Prints plain lines, at most one per second."""

    _said = 0.0

    def on_notice(self, text: str) -> None:
        """Print a message."""
        click.echo(text, err=True)

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Print a line for the run, unless one was printed just now."""
        super().on_end(run, record)
        if time.monotonic() - self._said >= _LINE_EVERY or self.ended == self.total:
            self._tell(run_line(record))

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]]) -> None:
        """Print the progress if no run has ended for a while."""
        super().on_pulse(running)
        if time.monotonic() - max(self._said, self._began) >= _SIGN_OF_LIFE:
            self._tell(f"running {', '.join(run.id for run, _ in running[:_MAX_SHOWN])}")

    def _tell(self, text: str) -> None:
        self._said = time.monotonic()
        self.on_notice(f"{self.status()}: {text}")


class Live(Silent):
    """Shows a progress bar and the running runs in place, with rich."""

    _last = ""

    def __init__(self, stop: Stop, console: Console) -> None:
        super().__init__(stop)
        self._console = console

    def on_notice(self, text: str) -> None:
        """Print a message above the display."""
        self._console.print(text, markup=False, highlight=False)

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Record the run's outcome for the next frame."""
        super().on_end(run, record)
        self._last = run_line(record)
        if not record.done:
            self.on_notice(self._last)

    def __rich__(self) -> RenderableType:
        """Return the current display."""
        from rich.console import Group  # noqa: PLC0415
        from rich.progress_bar import ProgressBar  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        lines = [self.status()]
        lines += (f"  {run.id}  {seconds:.0f} s" for run, seconds in self._running[:_MAX_SHOWN])
        if len(self._running) > _MAX_SHOWN:
            lines.append(f"  and {len(self._running) - _MAX_SHOWN} more")
        if self._last:
            lines.append(f"last: {self._last}")
        if self._stop.asked:
            lines.append(self._stop.answer)
        bar = ProgressBar(total=self.total or None, completed=self.ended, width=_BAR)
        return Group(bar, Text("\n".join(lines), overflow="ellipsis", no_wrap=True))


@contextmanager
def progress() -> Iterator[Silent]:
    """Yield the observer that suits the standard error."""
    with stop_on_signal(quiet=is_quiet(), what=_STOPPING) as stop:
        if is_quiet() or not is_display(sys.stderr):
            yield (Silent if is_quiet() else Lines)(stop)
            return
        from rich.console import Console  # noqa: PLC0415

        from patience.cli.display import Display  # noqa: PLC0415

        console = Console(stderr=True)
        shown = Live(stop, console)
        with Display(shown, console):
            yield shown


def run_line(record: RunRecord) -> str:
    """Return the outcome of a run as one line."""
    if not record.done:
        return f"{record.run} failed: {record.reason}"
    if record.cost is None:
        return f"{record.run}: no grid"
    proven = ", proven best" if record.gap == 0 else ""
    return f"{record.run}: cost {record.cost} after {record.best_s or 0.0:.1f} s{proven}"
