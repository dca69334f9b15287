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
from patience.cli.signals import Stop, stop_on_signal
from patience.durations import duration
from patience.render.text import number_of

# rich takes a tenth of a second to import, so only a terminal loads it.
if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress

# Least seconds between two plain lines, and the most while no run ends.
_LINE_EVERY = 1.0
_SIGN_OF_LIFE = 60.0

_FRAMES_PER_SECOND = 4
_MAX_SHOWN = 12


class Silent(BatchObserver):
    """Counts runs, stops when the user does, and prints nothing."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._began = time.monotonic()
        self.total = self.ended = self.failed = 0
        self._seconds = 0.0  # of the runs that ended
        self._at_a_time = 1

    def stopping(self) -> bool:
        """Tell whether the user wants to stop."""
        return self._stop.asked

    def on_begin(self, done: int, missing: int) -> None:
        """Report the number of runs ahead."""
        self.total = missing
        before = f" ({done:,} are done already)" if done else ""
        self.on_notice(f"{number_of(missing, 'run')} to do{before}")

    def on_retry(self, run: BatchRun, reason: str) -> None:
        """Report a retry."""
        self.on_notice(f"{run.id}: {reason}; trying again")

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Count a run."""
        self.ended += 1
        self.failed += not record.done
        self._seconds += record.elapsed_s + record.overhead_s

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]], left: int) -> None:
        """Record the number of concurrent runs."""
        self._at_a_time = max(self._at_a_time, len(running))

    def left(self) -> str:
        """Return the time left, by that of the runs done, in words; nothing if it is not known."""
        done, left = self.ended - self.failed, self.total - self.ended
        return f"{duration(self._seconds / done * left / self._at_a_time)} left" if done else ""


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

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]], left: int) -> None:
        """Print the progress if no run has ended for a while."""
        super().on_pulse(running, left)
        if time.monotonic() - max(self._said, self._began) >= _SIGN_OF_LIFE:
            names = ", ".join(run.id for run, _ in running[:_MAX_SHOWN])
            self._tell(f"running {names}")

    def _tell(self, text: str) -> None:
        self._said = time.monotonic()
        failed = f"{self.failed:,} failed" if self.failed else ""
        left = self.left() if self.ended < self.total else ""
        parts = filter(None, [f"{self.ended:,} of {self.total:,}", failed, left])
        self.on_notice(f"{', '.join(parts)}: {text}")


class Live(Silent):
    """Shows a progress bar and the running runs in place, with rich."""

    def __init__(self, stop: Stop, console: Console, bar: Progress) -> None:
        super().__init__(stop)
        self._console = console
        self._bar = bar
        self._task = bar.add_task("runs", total=None, eta="")
        self._running: Sequence[tuple[BatchRun, float]] = ()
        self._last = ""

    def on_notice(self, text: str) -> None:
        """Print a message above the display."""
        self._console.print(text, markup=False, highlight=False)

    def on_begin(self, done: int, missing: int) -> None:
        """Begin the progress bar."""
        super().on_begin(done, missing)
        self._bar.update(self._task, total=missing)

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Advance the progress bar."""
        super().on_end(run, record)
        self._last = run_line(record)
        self._bar.update(self._task, completed=self.ended, eta=self.left())
        if not record.done:
            self.on_notice(self._last)

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]], left: int) -> None:
        """Record the running runs for the next frame."""
        super().on_pulse(running, left)
        self._running = running

    def __rich__(self) -> RenderableType:
        """Return the current display."""
        from rich.console import Group  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        lines = [f"  {run.id}  {seconds:.0f} s" for run, seconds in self._running[:_MAX_SHOWN]]
        if len(self._running) > _MAX_SHOWN:
            lines.append(f"  and {len(self._running) - _MAX_SHOWN} more")
        if self._last:
            lines.append(f"last: {self._last}")
        if self._stop.asked:
            lines.append(self._stop.answer)
        return Group(self._bar, Text("\n".join(lines), overflow="ellipsis", no_wrap=True))


@contextmanager
def progress(*, quiet: bool, message: str) -> Iterator[Silent]:
    """Yield the observer that suits the standard error; `message` answers a wish to stop."""
    with stop_on_signal(quiet=quiet, message=message) as stop:
        if quiet or not is_display(sys.stderr):
            yield (Silent if quiet else Lines)(stop)
            return
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415

        from patience.cli.display import Display  # noqa: PLC0415

        console = Console(stderr=True)
        bar = Progress(
            BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[eta]}"), console=console
        )
        shown = Live(stop, console, bar)
        with Display(shown, console=console, transient=True, refresh_per_second=_FRAMES_PER_SECOND):
            yield shown


def run_line(record: RunRecord) -> str:
    """Return the outcome of a run as one line."""
    if not record.done:
        return f"{record.run} failed: {record.reason}"
    if record.cost is None:
        return f"{record.run}: no grid"
    proven = ", proven best" if record.gap == 0 else ""
    return f"{record.run}: cost {record.cost} after {record.best_s or 0.0:.1f} s{proven}"
