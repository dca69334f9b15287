"""The options of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import click

from patience.cli.command import search_option
from patience.cli.options import with_options
from patience.game.grid import MAX_SIDE
from patience.result import DEFAULT_MEMORY_GB, DEFAULT_SECONDS, SEEDS, Limits
from patience.solve import ENGINES, MAX_COUNT, MAX_THREADS, checked_threads
from patience.workers.executors import LOCAL

F = TypeVar("F", bound=Callable[..., Any])

engine_option = search_option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="auto",
    show_default=True,
    metavar="ENGINE",
    help=f"How to search: {', '.join(ENGINES)}.",
)
seed_option = search_option(
    "--seed",
    type=click.IntRange(0, SEEDS - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="Where the search begins.",
)
threads_option = search_option(
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    metavar="N",
    help="Processors to use.  [default: all]",
)
memory_option = search_option(
    "--memory",
    type=float,
    default=DEFAULT_MEMORY_GB,
    show_default=True,
    metavar="GB",
    help="Most memory that the search takes.",
)

cluster_option = search_option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help=f"A Dask scheduler, such as tcp://10.0.0.1:8786; '{LOCAL}' starts one here.",
)

# Without memory, whose default is another for a batch.
LIMIT_OPTIONS = [
    search_option(
        "--time-limit",
        type=float,
        metavar="S",
        help="Seconds to search, without the time to read the words.  "
        f"[default: {DEFAULT_SECONDS:g}; none with --max-width]",
    ),
    search_option("--target", type=int, metavar="N", help="Stop at a cost of N or less."),
    search_option(
        "--max-width",
        type=int,
        metavar="N",
        help="Widest beam: bounds the work, not the time; the same seed gives the same grid.",
    ),
]
_SEARCH_OPTIONS = [
    engine_option,
    *LIMIT_OPTIONS,
    memory_option,
    seed_option,
    search_option(
        "--count",
        type=click.IntRange(1, MAX_COUNT),
        default=1,
        metavar="N",
        help="Find N grids; they share the time.",
    ),
    search_option(
        "--differ",
        "cells_apart",
        type=click.IntRange(1, MAX_SIDE**2),
        default=10,
        show_default=True,
        metavar="CELLS",
        help="Least number of cells in which two of them differ.",
    ),
    threads_option,
]


@dataclass(frozen=True)
class SearchFlags:
    """The arguments of `solve` that the flags give."""

    engine: str
    limits: Limits
    seed: int
    threads: int
    count: int
    cells_apart: int


def search_options(command: F) -> F:
    """Add the search's flags to a command, passed as one `SearchFlags` named ``search``."""
    return with_options(command, _SEARCH_OPTIONS, "search", _search)


def limits_of(values: dict[str, Any]) -> Limits:
    """Return the limits of `LIMIT_OPTIONS`; a search without any other limit gets a minute."""
    seconds, target, width = (values[x] for x in ("time_limit", "target", "max_width"))
    unlimited = seconds is None and width is None
    return Limits(DEFAULT_SECONDS if unlimited else seconds, target, width)


def _search(values: dict[str, Any]) -> SearchFlags:
    limits = replace(limits_of(values), memory_gb=values["memory"])
    rest = {x: values[x] for x in ("engine", "seed", "count", "cells_apart")}
    return SearchFlags(limits=limits, threads=checked_threads(values["threads"]), **rest)
