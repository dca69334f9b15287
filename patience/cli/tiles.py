"""``patience tiles``: list the tile sets, or count out one."""

from __future__ import annotations

import click

from patience.files.tilesets import read_tiles
from patience.game.tiles import NAMED


@click.command("tiles")
@click.argument("tiles", required=False, metavar="[SET]")
def command(tiles: str | None) -> None:
    """List the tile sets; count out SET, if given: a name, a TOML file, letters or a hand."""
    if tiles is None:
        for name, (each, description) in NAMED.items():
            click.echo(f"{name:<20} {description}\n{'':<20} {each.counted()}")
    else:
        each = read_tiles(tiles)
        click.echo(f"{each.name}: {each.letters} letters and {each.jokers} jokers")
        click.echo(each.counted())
