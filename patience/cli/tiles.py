"""``patience tiles``: list the tile sets, or count the tiles of one."""

from __future__ import annotations

import click

from patience.cli.command import command_named
from patience.cli.shells import complete_tiles
from patience.files.tilesets import tile_set
from patience.game.tiles import DICE, TILE_SETS


@command_named(
    "tiles",
    examples=[
        ("patience tiles", "The sets that the program knows."),
        ("patience tiles 'A5 B2 C1'", "A hand, counted."),
        ("patience tiles q-less-7", "Roll number 7 of the dice of Q-Less, the same everywhere."),
    ],
)
@click.argument("tiles", required=False, metavar="[SET]", shell_complete=complete_tiles)
def command(tiles: str | None) -> None:
    """List the tile sets; count out SET, if given: a name, a TOML file, letters or a hand."""
    if tiles is None:
        for name, (each, description) in TILE_SETS.items():
            click.echo(f"{name:<20} {description}\n{'':<20} {each.counted()}")
        for name, dice in DICE.items():
            rolls = f"{name}-1, -2, ..."
            click.echo(f"{rolls:<20} rolls of its {len(dice)} dice, by number")
    else:
        each = tile_set(tiles)
        click.echo(f"{each.name}: {each.letters} letters and {each.jokers} jokers")
        click.echo(each.counted())
