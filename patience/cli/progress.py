"""The progress of a search: a live display on a terminal, else plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from patience.cli.colors import AUTO, color_console, drawn, is_display
from patience.cli.errors import is_quiet
from patience.cli.signals import STOPPING, Stop, stop_on_signal
from patience.durations import duration
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.render.text import bound_phrase, cost_phrase
from patience.result import Limits, Observer, Stats
from patience.searches.every import Grids
from patience.solve import solve_all
from patience.words.lexicon import Lexicon

# rich takes a tenth of a second to import, so only a terminal loads it.
if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

Keep = Callable[[Grid, int], None]

# Seconds between two plain lines while the search finds nothing better.
_PULSE = 30.0

# Seconds over which the speed of a search is measured.
_MEASURED = 2.0

NO_GRID = "no grid yet"


class Notices(Observer):
    """Keeps the incumbent and ends the search when the user stops it; prints only notices.

    An error in `keep` does not lose the grid: it is reported once, and the search continues.
    """

    def __init__(self, stop: Stop, keep: Keep | None = None) -> None:
        self.best: Grid | None = None
        self.cost: int | None = None
        self._stop = stop
        self._keep = keep
        self._told = ""
        self._quiet = is_quiet()

    def on_best(self, grid: Grid, cost: int) -> None:
        """Keep a better grid."""
        self.best, self.cost = grid, cost
        try:
            if self._keep is not None:
                self._keep(grid, cost)
        except PatienceError as error:
            if str(error) != self._told:
                self._told = str(error)
                self.on_notice(f"{error}; the search goes on")

    def on_progress(self, stats: Stats) -> None:
        """End the search if the user has stopped it."""
        if self._stop.asked:
            raise KeyboardInterrupt

    def on_notice(self, text: str) -> None:
        """Print a message for the user, such as why the search has not begun."""
        if not self._quiet:
            click.echo(text, err=True)


class Telling(Notices):
    """Tracks the state of a search and describes it in one line."""

    def __init__(
        self, stop: Stop, keep: Keep | None, puzzle: Puzzle, limits: Limits, none: str = NO_GRID
    ) -> None:
        super().__init__(stop, keep)
        self.puzzle = puzzle
        self.stats = Stats()
        self._limits = limits
        self._none = none
        self._bound = 0
        self._speed = Speed()

    def on_bound(self, bound: int) -> None:
        """Record a bound."""
        self._bound = bound

    def on_progress(self, stats: Stats) -> None:
        """Record the statistics and the speed."""
        self.stats = stats
        self._speed.measure(stats)
        super().on_progress(stats)

    def status(self, width: int | None = None) -> str:
        """Return the state in one line, without its least important parts if `width` is small."""
        best = self._none if self.cost is None else f"best {cost_phrase(self.puzzle, self.cost)}"
        parts = [best] if best else []
        if self._stop.asked:
            parts.append(self._stop.answer)
        else:
            parts += self._details()
        return ", ".join(parts) if width is None else _fitted(parts, width)

    def _details(self) -> Iterator[str]:
        """Yield what else is known, the most important part first, the time left last."""
        if self._bound > 0:
            yield f"proven {self._bound} or more"
        if self.stats.phase:
            yield self.stats.phase
        if self.stats.width:
            yield f"width {self.stats.width:,}"
        if self._speed.per_second:
            yield f"{_rounded(self._speed.per_second)} children/s"
        if self._limits.seconds is not None:
            yield f"{duration(max(0.0, self._limits.seconds - self.stats.elapsed_s))} left"


def _fitted(parts: list[str], width: int) -> str:
    """Join parts within a width; all but the last one, the remaining time, may be dropped."""
    *most, last = parts
    while len(most) > 1 and len(", ".join([*most, last])) > width:
        most.pop()
    line, room = ", ".join([*most, last]), width - len(f"..., {last}")
    if len(line) > width and most and room > width // 2:
        line = f"{most[0][:room]}..., {last}"
    return line[:width]


def _rounded(number: float) -> str:
    """Write a large number shortly: ``740``, ``12k``, ``1.3M``."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.{int(number < 10 * size)}f}{unit}"
    return f"{number:.0f}"


class Lines(Telling):
    """Prints each better cost with its time, and the state now and then."""

    _said_at = 0.0

    def on_best(self, grid: Grid, cost: int) -> None:
        """Print the cost of a better grid."""
        super().on_best(grid, cost)
        self.on_notice(f"{self.stats.elapsed_s:.1f} s: {cost_phrase(self.puzzle, cost)}")

    def on_bound(self, bound: int) -> None:
        """Print a bound."""
        super().on_bound(bound)
        self.on_notice(f"proven: {bound_phrase(self.puzzle, bound)}")

    def on_progress(self, stats: Stats) -> None:
        """Print the state if nothing was printed for a while."""
        super().on_progress(stats)
        if stats.elapsed_s - self._said_at >= _PULSE:
            self.on_notice(f"{stats.elapsed_s:.0f} s: {self.status()}")

    def on_notice(self, text: str) -> None:
        """Print a message for the user."""
        self._said_at = self.stats.elapsed_s
        super().on_notice(text)


class Live(Telling):
    """Shows the incumbent and the state of the search in place, with rich."""

    def __init__(self, console: Console, *told: Any) -> None:
        super().__init__(*told)
        self._console = console

    def on_notice(self, text: str) -> None:
        """Print a message above the display."""
        self._console.print(text, markup=False, highlight=False)

    def __rich_console__(self, console: Console, _options: ConsoleOptions) -> RenderResult:
        """Draw the display at the terminal's current size."""
        from rich.text import Text  # noqa: PLC0415

        width, height = console.size
        text = Text(no_wrap=True, overflow="crop", end="")
        if self.best is not None:
            text.append_text(drawn(self.puzzle, self.best, width=width, height=height - 2))
        yield text.append(self.status(width - 1))


class Speed:
    """States generated per second over the last seconds; None until measured."""

    def __init__(self) -> None:
        self.per_second: float | None = None
        self._from = (0.0, 0)

    def measure(self, stats: Stats) -> None:
        """Update the speed from the statistics."""
        seconds, children = stats.elapsed_s - self._from[0], stats.children - self._from[1]
        if seconds < 0 or children < 0:  # another search has begun
            self._from = (stats.elapsed_s, stats.children)
        elif seconds >= _MEASURED:
            self.per_second = children / seconds
            self._from = (stats.elapsed_s, stats.children)


@contextmanager
def observer(
    puzzle: Puzzle,
    limits: Limits,
    keep: Keep | None = None,
    *,
    what: str = STOPPING,
    none: str = NO_GRID,
    color: str = AUTO,
    shown: bool = True,
) -> Iterator[Notices]:
    """Yield the observer that suits the standard error; the first signal ends its search.

    `what` happens then, in words; `none` is the text without a grid;
    unless it is `shown` only notices are printed.
    """
    quiet = is_quiet() or not shown
    with stop_on_signal(quiet=quiet, what=what) as stop:
        if quiet:
            yield Notices(stop, keep)
        elif not is_display(sys.stderr):
            yield Lines(stop, keep, puzzle, limits, none)
        else:
            from rich.console import Console  # noqa: PLC0415

            from patience.cli.display import Display  # noqa: PLC0415

            console = color_console(sys.stderr, color) or Console(stderr=True, no_color=True)
            live = Live(console, stop, keep, puzzle, limits, none)
            with Display(live, console):
                yield live


@contextmanager
def every_grid(
    puzzle: Puzzle,
    lexicon: Lexicon,
    at_most: int | None,
    limits: Limits,
    threads: int | None,
    *,
    shown: bool = True,
) -> Iterator[Grids]:
    """Yield all grids as they are found, until the user stops the search.

    The progress is `shown`, unless the grids are on the terminal.
    """
    what = "stopping with the grids so far"
    with (
        observer(puzzle, limits, shown=shown, what=what, none="") as watcher,
        solve_all(
            puzzle, lexicon, at_most=at_most, limits=limits, threads=threads, observer=watcher
        ) as grids,
        suppress(KeyboardInterrupt),
    ):
        yield grids
