"""``patience tiles``: list the tile sets, or count the tiles of one."""

from __future__ import annotations

import click

from patience.cli.command import command_named
from patience.cli.shells import complete_tiles
from patience.game.tiles import ANY
from patience.question.catalogue import DICE, TILE_SETS, tile_set
from patience.render.text import number_of


@command_named(
    "tiles",
    examples=[
        ("patience tiles", "The sets that the program knows."),
        ("patience tiles 'A5 B2 C1'", "A hand, counted."),
        ("patience tiles q-less-7", "A roll of the dice of Q-Less, the same everywhere."),
    ],
)
@click.argument("tiles", required=False, metavar="[SET]", shell_complete=complete_tiles)
def command(tiles: str | None) -> None:
    """List the tile sets; count out SET, if given: a name, a TOML file, letters or a hand."""
    if tiles is None:
        for name, (each, description) in TILE_SETS.items():
            click.echo(f"{name:<20} {description}\n{'':<20} {each.counted()}")
        click.echo(
            f"{ANY:<20} each letter as often as wanted: crosswords as constructors make them"
        )
        for name, dice in DICE.items():
            rolls = f"{name}-1, -2, ..."
            click.echo(f"{rolls:<20} rolls of its {len(dice)} dice, by number")
    else:
        each = tile_set(tiles)
        if each.free:
            click.echo(str(each))
            return
        letters, jokers = number_of(each.letters, "letter"), number_of(each.jokers, "joker")
        click.echo(f"{each.name}: {letters} and {jokers}")
        click.echo(each.counted())
