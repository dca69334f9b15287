"""``patience records``: list the best known grids."""

from __future__ import annotations

from typing import Any

import click

from patience import records
from patience.cli.command import command_named
from patience.cli.errors import complain
from patience.cli.formats import Output, format_options
from patience.cli.options import output_file
from patience.cli.shells import complete_instances
from patience.records import Record
from patience.render.json import dumps, rows_json
from patience.render.record_gallery import records_html
from patience.render.text import cost_phrase, grid_text, table_text, verdict_text

_FORMATS = ("text", "json", "html")
_HEAD = ("instance", "puzzle", "best known", "bound", "found")


@command_named(
    "records",
    examples=[
        ("patience records", "All of them, as a table."),
        ("patience records gay-play-frame-9x7 > best.txt", "The best grid known for the box."),
        ("patience records --output records.html", "A page of pictures and a table to sort."),
    ],
)
@click.argument("name", required=False, shell_complete=complete_instances)
@format_options(_FORMATS, "text, json, or html: a page of pictures and a table to sort.")
@output_file("Write it there, not to the standard output.")
def command(name: str | None, form: str | None, output: str | None) -> int:
    """List the best grids known for the shipped instances; show that of NAME, if given.

    The referee judges each of them anew. The bound is proven, by the search that found a grid or
    by a shipped certificate: no grid costs less.

    Exit code 0: all are valid; 1: one is not; 2: one cannot be read.
    """
    place = Output.of(form, output)
    if place.form not in _FORMATS:
        raise click.UsageError(f"records are given as {', '.join(_FORMATS)}, not as {place.form}")
    found = [records.read(each) for each in ([name] if name else records.names())]
    if place.form == "html":
        place.give(records_html(found))
    elif place.form == "json":
        place.give(dumps([_json(record) for record in found]))
    elif name:
        (record,) = found
        place.give(grid_text(record.grid, record.file.header | {"bound": record.bound}))
        click.echo(verdict_text(name, record.puzzle, record.grid, record.report), err=True)
    else:
        place.give(table_text(_HEAD, map(_row, found)) + "\n")
    for record in found:
        for fault in record.faults:
            complain(f"{record.file.name}: {fault}")
    return 0 if all(record.valid for record in found) else 1


def _row(record: Record) -> tuple[str, ...]:
    if not record.valid or record.cost is None:
        cost = "NOT valid"
    else:
        cost = cost_phrase(record.puzzle, record.cost)
    found = record.found
    facts = [
        text.format(found[key])
        for key, text in (("seconds", "{} s"), ("seed", "seed {}"), ("date", "{}"))
        if key in found
    ]
    puzzle = f"{record.puzzle.goal_name} {_size(record)}"
    return record.name, puzzle, cost, str(record.bound), ", ".join(facts)


def _json(record: Record) -> dict[str, Any]:
    return {
        "instance": record.name,
        "file": record.file.name,
        "valid": record.valid,
        "faults": list(record.faults),
        "goal": record.puzzle.goal_name,
        "size": _size(record),
        "lexicon": record.lexicon,
        "cost": record.cost,
        "bound": record.bound,
        "grid": rows_json(record.grid),
        "found": record.found,
    }


def _size(record: Record) -> str:
    width, height = record.size
    return f"{width}x{height}"
