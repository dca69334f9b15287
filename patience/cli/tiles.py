"""``patience tiles``: list the tile sets, or count the tiles of one."""

from __future__ import annotations

import click

from patience.cli.command import command_named
from patience.cli.shells import complete_tiles
from patience.files.tilesets import tile_set
from patience.game.tiles import TILE_SETS


@command_named(
    "tiles",
    examples=[
        ("patience tiles", "The sets that the program knows."),
        ("patience tiles 'A5 B2 C1'", "A hand, counted."),
    ],
)
@click.argument("tiles", required=False, metavar="[SET]", shell_complete=complete_tiles)
def command(tiles: str | None) -> None:
    """List the tile sets; count out SET, if given: a name, a TOML file, letters or a hand."""
    if tiles is None:
        for name, (each, description) in TILE_SETS.items():
            click.echo(f"{name:<20} {description}\n{'':<20} {each.counted()}")
    else:
        each = tile_set(tiles)
        click.echo(f"{each.name}: {each.letters} letters and {each.jokers} jokers")
        click.echo(each.counted())
