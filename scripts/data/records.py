"""Improve the grids in instances/best/: search, and keep a grid that costs less than the record.

    python -m scripts.data.records                                      all instances, a minute each
    python -m scripts.data.records frame-8x8-64 --time-limit 600 --seed 3

Run it from a checkout. Only a cheaper grid that the referee and tests/naive accept replaces a
file, atomically; `patience records` prints the table.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import click

from patience import Limits, __version__, records, solve
from patience.engines.machine import processors
from patience.errors import FileError, unknown
from patience.files.grids import GridFile
from patience.files.instances import load_instance, shipped_instances
from patience.files.text import write_text
from patience.question.header import to_header
from patience.records import Record
from patience.render.text import cost_phrase, grid_text, result_header
from patience.result import Result, StopReason
from patience.words.lexicon import load
from scripts.common import SecondReferee, execute, tell


def improve(name: str, seconds: float, seed: int, threads: int) -> str:
    """Search an instance once, keep a grid that beats its record, and return a report.

    Raises
    ------
    click.Abort
        If the user interrupts the search; its best grid is kept.
    """
    old = record_of(name)
    if old is not None and old.cost == old.bound:
        return f"{name}: {_cost(old)} is proven the best"
    spec = load_instance(name)
    puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
    result = solve(
        puzzle,
        lexicon,
        limits=Limits(seconds),
        seed=seed,
        threads=threads,
        observer=SecondReferee(puzzle, lexicon),
    )
    command = f"patience solve {name} --time-limit {seconds:g} --seed {seed} --threads {threads}"
    story = keep(name, result, command=command, seed=seed)
    if result.stopped is StopReason.INTERRUPT:
        tell(story)
        raise click.Abort
    return story


def keep(name: str, result: Result, *, command: str, seed: int) -> str:
    """Write a grid to its instance's file if it beats the record.

    Raises
    ------
    click.ClickException
        If the referee or tests/naive rejects it.
    """
    if result.best is None:
        return f"{name}: no grid was found"
    spec = load_instance(name)
    found = {
        "command": command,
        "seconds": f"{result.stats.history[-1][0]:.1f}",
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    engine = result.stats.engine
    header = result_header(result, to_header(spec), engine=engine, seed=seed) | found
    path = records.path_of(name)
    texts = {key: str(value) for key, value in header.items()}
    new = records.judge(name, GridFile(str(path), path.parent, result.best, texts))
    if not new.valid or new.cost is None:
        raise click.ClickException(f"{name}: {'; '.join(new.faults)}:\n{result.best}")
    old = record_of(name)  # another search may have replaced it
    if old is not None and old.cost is not None and old.cost <= new.cost:
        return f"{name}: {_cost(new)}, the record is {_cost(old)}"
    write_text(path, grid_text(new.grid, texts))
    return f"{name}: {_cost(new)}, {'the first' if old is None else f'was {_cost(old)}'}"


def record_of(name: str) -> Record | None:
    """Return the record of an instance; None without a valid one."""
    if name not in records.names():
        return None
    record = records.read(name)
    return record if record.valid else None


def _cost(record: Record) -> str:
    assert record.cost is not None, "a valid grid has a cost"
    return cost_phrase(record.puzzle, record.cost)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("instances", nargs=-1, metavar="[INSTANCE]...")
@click.option("--time-limit", type=float, default=60.0, show_default=True, help="Seconds each.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=processors, help="Threads a search.")
def main(*, instances: tuple[str, ...], time_limit: float, seed: int, threads: int) -> None:
    """Search shipped instances, by default all, and keep grids that better their records."""
    for name in instances:
        if name not in shipped_instances():
            raise FileError(unknown("instance", name, shipped_instances()))
    for name in instances or shipped_instances():
        tell(improve(name, time_limit, seed, threads))


if __name__ == "__main__":
    sys.exit(execute(main))
