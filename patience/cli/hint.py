"""``patience hint``: give the next word to lay."""

from __future__ import annotations

import click

from patience.cli.command import command_named, search_option
from patience.cli.errors import complain
from patience.cli.options import Given, json_options, load_lexicon, puzzle_options
from patience.cli.progress import Notices
from patience.cli.search import engine_option, seed_option, threads_option
from patience.cli.shells import complete_files
from patience.cli.signals import stop_on_signal
from patience.library import hint
from patience.render.json import dumps, hint_json
from patience.render.text import hint_text

_SECONDS = 10.0


@command_named(
    "hint",
    examples=[
        ("patience hint half.txt", "The next word for a grid on the table."),
        ("patience hint half.txt --tiles 'A5 B2 C2'", "With a hand of your own."),
        ("patience hint half.txt --time-limit 60", "A hint from a longer search."),
    ],
)
@click.argument("grid", shell_complete=complete_files)
@puzzle_options
@engine_option
@search_option(
    "--time-limit",
    type=float,
    default=_SECONDS,
    show_default=True,
    metavar="S",
    help="Seconds to look for a good grid.",
)
@seed_option
@threads_option
@json_options
def command(
    *,
    grid: str,
    given: Given,
    engine: str,
    time_limit: float,
    seed: int,
    threads: int | None,
    as_json: bool,
) -> int:
    """Give the next word to lay on GRID, in one sentence.

    GRID is a file, or - for the standard input: letters stay, '.' is open, '*' is a tile that
    is to stay face down. Lines such as '; tiles: AABCE' above it, and the flags, say what the
    puzzle is; without them it is a frame of the grid's size for the tiles diamino-63.

    The program completes the grid and gives away no more than its next word.

    Exit code 0: the word, or that all words are laid; 1: no way to complete the grid was
    found; 2: the question cannot be read.
    """
    spec = given.puzzle(grid)
    with stop_on_signal(quiet=True) as stop:
        word, cells, result = hint(
            spec.puzzle(),
            load_lexicon(*spec.vocabulary),
            engine=engine,
            limits=time_limit,
            seed=seed,
            threads=threads,
            observer=Notices(stop),
            prefer=spec.prefer,
        )
    if result.best is None:
        complain(result.reason or "no way to complete the grid was found; give it more time")
        return 1
    if as_json:
        click.echo(dumps(hint_json(word, cells, result.best)), nl=False)
    else:
        click.echo(hint_text(word, cells, result.best, spec.lexicon_name))
    return 0
