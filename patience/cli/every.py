"""``patience solve --all``: every grid of a puzzle, each as it is found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click

from patience.cli.errors import complain
from patience.cli.formats import Output
from patience.cli.progress import observer
from patience.cli.search import Search
from patience.cli.signals import stop_on_signal
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.render.text import all_phrase
from patience.result import Limits, Result, Stats, Status
from patience.searches.every import Grids
from patience.solve import solve_all
from patience.words.lexicon import Lexicon

_MESSAGE = "\npatience: stopping with the grids so far (Ctrl-C again quits at once)\n"


def check(search: Search, prefer: str | None, at_most: int | None) -> None:
    """Reject what does not go with all grids."""
    limits = search.limits
    others = {
        "--count": search.count > 1,
        "--prefer": prefer is not None,
        "--target": limits.target is not None,
        "--max-width": limits.max_width is not None,
        f"--engine {search.engine}": search.engine not in {"auto", "prove"},
    }
    for flag, given in others.items():
        if given:
            raise click.UsageError(f"--all and {flag} do not go together: drop one of them")
    if at_most is not None and at_most < 0:
        raise click.UsageError(f"--at-most {at_most}: a cost is 0 or more")


@contextmanager
def every_grid(
    puzzle: Puzzle,
    lexicon: Lexicon,
    at_most: int | None,
    limits: Limits,
    threads: int | None,
    *,
    message: str,
    quiet: bool,
) -> Iterator[Grids]:
    """Yield all grids as they are found, until the user stops the search."""
    with (
        stop_on_signal(quiet=quiet, message=message) as stop,
        observer(stop, None, puzzle, limits, quiet=quiet, none="") as watcher,
        solve_all(
            puzzle, lexicon, at_most=at_most, limits=limits, threads=threads, observer=watcher
        ) as grids,
        suppress(KeyboardInterrupt),
    ):
        yield grids


def give_all(
    puzzle: Puzzle,
    lexicon: Lexicon,
    search: Search,
    at_most: int | None,
    place: Output,
    content: Callable[[Result], str | bytes],
    *,
    quiet: bool,
) -> int:
    """Print every grid, text as it is found, other formats and files in the end."""
    found: list[Grid] = []
    as_found = place.form == "text" and place.file is None
    how = at_most, search.limits, search.threads
    is_shown = as_found and sys.stdout.isatty()
    with every_grid(puzzle, lexicon, *how, message=_MESSAGE, quiet=quiet or is_shown) as grids:
        for grid in grids:
            found.append(grid)
            if as_found:
                text = content(_result(puzzle, [grid], puzzle.cost(found[0])))
                click.echo(text if len(found) == 1 else f"\n{text!s}", nl=False)
    if found and not as_found:
        place.give(content(_result(puzzle, found, puzzle.cost(found[0]))))
    said = all_phrase(grids.count, is_complete=grids.is_complete)
    if as_found:
        click.echo(f"; {said}")
    if not quiet:
        click.echo(said, err=True)
    if not found:
        complain(grids.reason or ("there is no grid" if grids.is_complete else "no grid so far"))
    return 0 if found else 1


def _result(puzzle: Puzzle, found: list[Grid], least: int) -> Result:
    """Return grids as a result; `least` is the cost of the first, as the cheapest come first."""
    best, *others = sorted(found, key=puzzle.rank)
    cost = puzzle.cost(best)
    status = Status.OPTIMAL if cost == least else Status.FEASIBLE
    return Result(best, cost, least, status, Stats(engine="prove"), others=tuple(others))
