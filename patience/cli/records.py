"""``patience records``: list the best known grids."""

from __future__ import annotations

import click

from patience import records
from patience.cli.command import command_named
from patience.cli.errors import complain
from patience.cli.options import json_options
from patience.cli.shells import complete_instances
from patience.render.json import dumps
from patience.render.records import record_json, records_text
from patience.render.text import grid_text, verdict_text


@command_named(
    "records",
    examples=[
        ("patience records", "All of them, as a table."),
        ("patience records gay-play-frame-9x7 > best.txt", "The best grid known for the box."),
    ],
)
@click.argument("name", required=False, shell_complete=complete_instances)
@json_options
def command(name: str | None, *, as_json: bool) -> int:
    """List the best grids known for the shipped instances; show that of NAME, if given.

    The referee judges each of them anew. The bound is proven, by the search that found a grid or
    by a shipped certificate: no grid costs less.

    Exit code 0: all are valid; 1: one is not; 2: one cannot be read.
    """
    found = [records.read(each) for each in ([name] if name else records.names())]
    if as_json:
        click.echo(dumps(list(map(record_json, found))), nl=False)
    elif name:
        (record,) = found
        text = grid_text(record.grid, record.file.header | {"bound": record.bound})
        click.echo(text, nl=False)
        click.echo(verdict_text(name, record.puzzle, record.grid, record.report), err=True)
    else:
        click.echo(records_text(found), nl=False)
    for record in found:
        for fault in record.faults:
            complain(f"{record.file.name}: {fault}")
    return 0 if all(record.valid for record in found) else 1
