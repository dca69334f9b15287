"""``patience show``: print a grid in another form."""

from __future__ import annotations

import click

from patience.files.grids import read_grid
from patience.files.text import STREAM, write_text
from patience.game.puzzle import Frame
from patience.render.json import dumps, grid_json
from patience.render.svg import grid_svg
from patience.render.text import grid_text


@click.command("show")
@click.argument("grid")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "svg"]),
    default="text",
    show_default=True,
)
@click.option("--output", metavar="FILE", help="Write it there, not to the standard output.")
def command(grid: str, form: str, output: str | None) -> None:
    """Read GRID, however it is laid out, and print it; - is the standard input."""
    file = read_grid(grid)
    spec = file.spec()
    read = file.grid.settled(spec.tile_set.jokers)
    match form:
        case "json":
            text = dumps(grid_json(read, file.header))
        case "svg":
            text = grid_svg(read, bare=not isinstance(spec.for_grid(read).goal, Frame))
        case _:
            text = grid_text(read, file.header)
    if output is None or output == STREAM:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
