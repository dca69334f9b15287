"""The progress of a batch: a live display on a terminal, else plain lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import mean
from typing import TYPE_CHECKING

import click

from patience.batch.plan import BatchRun
from patience.batch.run_records import RunRecord
from patience.batch.scheduler import BatchObserver
from patience.cli.colors import is_display
from patience.cli.signals import Stop
from patience.durations import duration
from patience.render.text import number_of

# rich takes a tenth of a second to import, so only a terminal loads it.
if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress, TaskID

# Least seconds between two plain lines, and the most while no run ends.
_LINE_EVERY = 1.0
_SIGN_OF_LIFE = 60.0

_FRAMES_PER_SECOND = 4
_MAX_SHOWN = 12

# Number of recent runs from which the remaining time is estimated.
_REMEMBERED = 200


class Silent(BatchObserver):
    """Counts runs and prints nothing."""

    total = ended = failed = 0
    _at_a_time = 1

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._lengths: deque[float] = deque(maxlen=_REMEMBERED)

    def on_begin(self, done: int, missing: int) -> None:
        """Report the number of runs ahead."""
        self.total = missing
        self._began = time.monotonic()
        before = f" ({done:,} are done already)" if done else ""
        self.on_notice(f"{number_of(missing, 'run')} to do{before}")

    def on_retry(self, run: BatchRun, reason: str) -> None:
        """Report a retry."""
        self.on_notice(f"{run.id}: {reason}; trying again")

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Count a run."""
        self.ended += 1
        self.failed += not record.done
        if record.done:
            self._lengths.append(record.elapsed_s + record.overhead_s)

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]], left: int) -> None:
        """Record the number of concurrent runs."""
        self._at_a_time = max(self._at_a_time, len(running))

    def left_seconds(self) -> float | None:
        """Estimate the remaining time from the durations of recent runs."""
        if not self._lengths:
            return None
        return mean(self._lengths) * (self.total - self.ended) / self._at_a_time

    def counts(self) -> str:
        """Return the progress as text."""
        failed = f", {self.failed:,} failed" if self.failed else ""
        return f"{self.ended:,} of {self.total:,}{failed}"


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
        left = self.left_seconds()
        eta = f", {duration(left)} left" if left and self.ended < self.total else ""
        self.on_notice(f"{self.counts()}{eta}: {text}")


class Live(Silent):
    """Shows a progress bar and the running runs in place, with rich."""

    def __init__(self, stop: Stop, console: Console, bar: Progress) -> None:
        super().__init__()
        self._stop = stop
        self._console = console
        self._bar = bar
        self._task: TaskID | None = None
        self._running: Sequence[tuple[BatchRun, float]] = ()
        self._last = ""

    def on_notice(self, text: str) -> None:
        """Print a message above the display."""
        self._console.print(text, markup=False, highlight=False)

    def on_begin(self, done: int, missing: int) -> None:
        """Create the progress bar."""
        super().on_begin(done, missing)
        self._task = self._bar.add_task("runs", total=missing, eta="")

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Advance the progress bar."""
        super().on_end(run, record)
        self._last = run_line(record)
        left = self.left_seconds()
        if self._task is not None and left is not None:
            self._bar.update(self._task, completed=self.ended, eta=f"{duration(left)} left")
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
def progress(stop: Stop, *, quiet: bool) -> Iterator[Silent]:
    """Yield the observer that suits the standard error."""
    if quiet:
        yield Silent()
    elif not is_display(sys.stderr):
        yield Lines()
    else:
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
