"""What a search shows while it runs: a live display on a terminal, else a few plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from patience.cli.signals import Stop
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.render.text import cost_phrase
from patience.result import Limits, Observer, Stats

# rich takes a tenth of a second to import, so it is, where a terminal wants it.
if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Keep = Callable[[Grid, int], None]

# Seconds between two plain lines on a search that finds nothing better.
_PULSE = 30.0
_FRAMES_PER_SECOND = 5

NO_GRID = "no grid yet"


class Silent(Observer):
    """Keeps every better grid and ends the search when the user asks; says nothing."""

    def __init__(self, stop: Stop, keep: Keep) -> None:
        self._stop = stop
        self._keep = keep

    def on_best(self, grid: Grid, cost: int) -> None:
        """Keep a better grid."""
        self._keep(grid, cost)

    def on_progress(self, stats: Stats) -> None:
        """End the search if the user has asked for it."""
        if self._stop.asked:
            raise KeyboardInterrupt


class Lines(Silent):
    """Prints each better cost with its time, and a sign of life now and then."""

    def __init__(
        self, stop: Stop, keep: Keep, puzzle: Puzzle, limits: Limits, none: str = NO_GRID
    ) -> None:
        super().__init__(stop, keep)
        self._puzzle = puzzle
        self._limits = limits
        self._best = none
        self._stats = Stats()
        self._said_at = 0.0

    def on_best(self, grid: Grid, cost: int) -> None:
        """Print the cost of a better grid."""
        super().on_best(grid, cost)
        phrase = cost_phrase(self._puzzle, cost)
        self._best = f"best {phrase}"
        self._say(f"{self._stats.elapsed_s:.1f} s: {phrase}")

    def on_bound(self, bound: int) -> None:
        """Print what is proven."""
        self._say(f"proven: no grid is better than {cost_phrase(self._puzzle, bound)}")

    def on_progress(self, stats: Stats) -> None:
        """Print where the search stands, if nothing was printed for a while."""
        self._stats = stats
        if stats.elapsed_s - self._said_at >= _PULSE:
            self._say(f"{stats.elapsed_s:.0f} s: {status_line(stats, self._limits, self._best)}")
        super().on_progress(stats)

    def on_notice(self, text: str) -> None:
        """Print a sentence for the user."""
        self._say(text)

    def _say(self, text: str) -> None:
        self._said_at = self._stats.elapsed_s
        click.echo(text, err=True)


class Live(Silent):
    """Shows the best grid and the state of the search in place, redrawn by rich."""

    def __init__(
        self,
        stop: Stop,
        keep: Keep,
        puzzle: Puzzle,
        limits: Limits,
        console: Console,
        none: str = NO_GRID,
    ) -> None:
        super().__init__(stop, keep)
        self._puzzle = puzzle
        self._limits = limits
        self._console = console
        self._grid: Grid | None = None
        self._best = none
        self._stats = Stats()

    def on_best(self, grid: Grid, cost: int) -> None:
        """Show a better grid."""
        super().on_best(grid, cost)
        self._grid = grid
        self._best = f"best {cost_phrase(self._puzzle, cost)}"

    def on_progress(self, stats: Stats) -> None:
        """Show where the search stands."""
        self._stats = stats
        super().on_progress(stats)

    def on_notice(self, text: str) -> None:
        """Print a sentence above the display."""
        self._console.print(text, markup=False, highlight=False)

    def __rich__(self) -> RenderableType:
        """Return the display as it is now."""
        from rich.text import Text  # noqa: PLC0415

        drawn = "" if self._grid is None else "\n".join(map(" ".join, self._grid.rows)) + "\n"
        return Text(drawn + status_line(self._stats, self._limits, self._best))


@contextmanager
def observer(
    stop: Stop, keep: Keep, puzzle: Puzzle, limits: Limits, *, quiet: bool, none: str = NO_GRID
) -> Iterator[Observer]:
    """Give the observer that suits the standard error; `none` says that there is no grid yet."""
    if quiet:
        yield Silent(stop, keep)
    elif not sys.stderr.isatty():
        yield Lines(stop, keep, puzzle, limits, none)
    else:
        from rich.console import Console  # noqa: PLC0415
        from rich.live import Live as Display  # noqa: PLC0415

        console = Console(stderr=True)
        shown = Live(stop, keep, puzzle, limits, console, none)
        with Display(shown, console=console, transient=True, refresh_per_second=_FRAMES_PER_SECOND):
            yield shown


def status_line(stats: Stats, limits: Limits, best: str) -> str:
    """Say in one line how far a search is: the best so far, the present pass, the time left."""
    parts = [best] if best else []
    if stats.phase:
        parts.append(stats.phase)
    if stats.rows:
        parts.append(f"row {stats.row} of {stats.rows}")
    if stats.width:
        parts.append(f"width {stats.width:,}")
    if stats.ceiling is not None:
        parts.append(f"asking for {stats.ceiling} or less")
    if limits.seconds is not None:
        parts.append(f"{max(0.0, limits.seconds - stats.elapsed_s):.0f} s left")
    return ", ".join(parts)
