"""``patience records``: the best grids known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from patience import records
from patience.cli.errors import complain
from patience.cli.formats import Output
from patience.records import Record
from patience.render.json import dumps
from patience.render.record_gallery import records_html
from patience.render.text import cost_phrase, grid_text, verdict_text

_HEAD = ("instance", "puzzle", "best known", "bound", "found")


@click.command("records")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="html: a page of pictures and a table to sort.",
)
@click.option("--output", metavar="FILE", help="Write it there, not to the standard output.")
def command(name: str | None, as_json: bool, form: str, output: str | None) -> int:
    """List the best grids known for the shipped instances; show that of NAME, if given.

    The referee judges each of them anew. The bound is what the search that found a grid proved:
    no grid costs less.

    Exit code 0: all are valid; 1: one is not; 2: one cannot be read.
    """
    place = Output.of(form, output)
    found = [records.read(each) for each in ([name] if name else records.names())]
    if form == "html":
        place.give(records_html(found))
    elif as_json or form == "json":
        place.give(dumps([_json(record) for record in found]))
    elif name:
        (record,) = found
        place.give(grid_text(record.grid, record.file.header))
        click.echo(verdict_text(name, record.puzzle, record.grid, record.report), err=True)
    else:
        place.give(_table([_HEAD, *map(_row, found)]) + "\n")
    for record in found:
        for fault in record.faults:
            complain(f"{record.file.name}: {fault}")
    return 0 if all(record.valid for record in found) else 1


def _row(record: Record) -> tuple[str, ...]:
    """Return the cells of a record's line in the table."""
    if not record.valid or record.cost is None:
        cost = "NOT valid"
    else:
        cost = cost_phrase(record.puzzle, record.cost)
    bound = "" if record.bound is None else str(record.bound)
    found = record.found
    told = [
        text.format(found[key])
        for key, text in (("seconds", "{} s"), ("seed", "seed {}"), ("date", "{}"))
        if key in found
    ]
    return record.name, f"{record.puzzle.goal_name} {_size(record)}", cost, bound, ", ".join(told)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows with their columns one below the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _json(record: Record) -> dict[str, Any]:
    return {
        "instance": record.name,
        "file": record.file.name,
        "valid": record.valid,
        "faults": list(record.faults),
        "goal": record.puzzle.goal_name,
        "size": _size(record),
        "cost": record.cost,
        "bound": record.bound,
        "grid": list(record.grid.rows),
        "found": record.found,
    }


def _size(record: Record) -> str:
    width, height = record.size
    return f"{width}x{height}"
