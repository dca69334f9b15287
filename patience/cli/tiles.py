"""``patience tiles``: list the tile sets, or count the tiles of one."""

from __future__ import annotations

from random import randrange

import click

from patience.cli.command import command_named
from patience.cli.shells import complete_tiles
from patience.game.tiles import ANY
from patience.question.catalogue import DICE, TILE_SETS, tile_set
from patience.render.text import number_of

# Numbers of rolls have up to nine digits; one that is drawn should be easy to say.
_LAST, _DRAWN = 999_999_999, 1_000_000


@command_named(
    "tiles",
    examples=[
        ("patience tiles", "The sets that the program knows."),
        ("patience tiles 'A5 B2 C1'", "A hand, counted."),
        ("patience tiles --roll q-less --seed 7", "A roll of the dice of Q-Less: q-less-7."),
    ],
)
@click.argument("tiles", required=False, metavar="[SET]", shell_complete=complete_tiles)
@click.option("--roll", type=click.Choice(tuple(DICE)), help="Roll these dice.")
@click.option(
    "--seed",
    type=click.IntRange(0, _LAST),
    help="Number of the roll, the same everywhere. Default: a random one.",
)
def command(tiles: str | None, roll: str | None, seed: int | None) -> None:
    """List the tile sets; count out SET, if given: a name, a TOML file, letters or a hand."""
    if roll is not None and tiles is not None:
        raise click.UsageError(f"count out {tiles} or --roll {roll}, not both")
    if seed is not None and roll is None:
        raise click.UsageError("--seed is the number of a --roll")
    if roll is not None:
        tiles = f"{roll}-{randrange(_DRAWN) if seed is None else seed}"
    if tiles is None:
        for name, (each, description) in TILE_SETS.items():
            click.echo(f"{name:<20} {description}\n{'':<20} {each.counted()}")
        click.echo(
            f"{ANY:<20} each letter as often as wanted: crosswords as constructors make them"
        )
        for name, dice in DICE.items():
            rolls = f"{name}-1, -2, ..."
            click.echo(f"{rolls:<20} rolls of its {len(dice)} dice, by number; or --roll {name}")
    else:
        each = tile_set(tiles)
        if each.free:
            click.echo(str(each))
            return
        letters, jokers = number_of(each.letters, "letter"), number_of(each.jokers, "joker")
        click.echo(f"{each.name}: {letters} and {jokers}")
        click.echo(each.counted())
