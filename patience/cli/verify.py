"""``patience verify``: have the referee judge grids."""

from __future__ import annotations

import functools
from collections.abc import Callable

import click

from patience.cli.command import command_named, puzzle_option
from patience.cli.errors import complain
from patience.cli.options import Given, json_options, load_lexicon, puzzle_options, tell_notes
from patience.cli.shells import complete_files, complete_instances
from patience.errors import PatienceError
from patience.files.grids import GridFile, read_grids
from patience.game.grid import BLANK, FACE_DOWN
from patience.question.header import judged_by
from patience.question.spec import Spec
from patience.referee import verify
from patience.referee.report import Report
from patience.render.text import verdict_text
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon
from patience.words.reading import How


@command_named(
    "verify",
    examples=[
        ("patience verify grid.txt", "The lines above the grid say which puzzle it answers."),
        ("patience verify mine.txt --frame 9x7 --lexicon fr-common", "Flags say it instead."),
        ("patience verify *.txt --json", "Many grids, for a program to read."),
    ],
)
@click.argument("grids", nargs=-1, required=True, metavar="GRID...", shell_complete=complete_files)
@puzzle_option(
    "--instance",
    metavar="NAME|FILE",
    shell_complete=complete_instances,
    help="The puzzle that the grids answer.",
)
@puzzle_options
@json_options
def command(grids: tuple[str, ...], instance: str | None, given: Given, as_json: bool) -> int:
    """Judge grids by the rule sheet.

    GRID is a file with text, JSON, ipuz, Exolve, JPZ or Across Lite (.puz), or - for the
    standard input.

    The lines that solve writes above a grid say which puzzle it answers. An instance overrides
    them, and flags override both. A grid without them is judged with the tiles diamino-63 and
    the lexicon fr: as a frame of its own size if the tiles can fill it, else as a compact
    grid; one with closed cells (#) as a board.

    Exit code 0: all grids are valid; 1: one is not; 2: one cannot be read.
    """
    load, base = functools.cache(load_lexicon), Spec()
    if instance is not None:
        from patience.files.instances import load_instance  # noqa: PLC0415 (most have none)

        base = load_instance(instance)
    asked = given.flags(base).over(base)
    verdicts: list[tuple[str, int, Report]] = []
    code = 0
    for name in grids:
        try:
            for number, file in enumerate(read_grids(name, asked), 1):
                tell_notes(_with_star(file))
                stated = file.spec(asked)
                text, report = _judge(file, stated, given.over(base.over(stated)), load)
                code = max(code, int(not report.valid))
                verdicts.append((name, number, report))
                if not as_json:
                    click.echo(text)
        except PatienceError as error:  # the other files still get their verdicts
            complain(str(error))
            code = max(code, error.exit_code)
    if as_json:
        from patience.render.json import dumps, verdict_json  # noqa: PLC0415 (not for text)

        click.echo(dumps([verdict_json(*each) for each in verdicts]), nl=False)
    return code


def _with_star(file: GridFile) -> GridFile:
    """Add a note that a star is no joker if the grid also has another sign for a blank."""
    if not (file.grid.count(FACE_DOWN) and file.grid.count(BLANK)):
        return file
    star = "'*' is taken for a tile face down; a joker is the small letter that it stands for"
    return file._replace(notes=(*file.notes, star))


def _judge(
    file: GridFile, stated: Spec, asked: Spec, load: Callable[[str, Conventions, How], Lexicon]
) -> tuple[str, Report]:
    spec = asked.for_grid(file.grid)
    puzzle, grid = spec.puzzle(), file.on(spec.goal).recased(spec.tile_set.jokers)
    report = verify(puzzle, grid, load(*spec.vocabulary))
    above = judged_by(file.header, stated, spec)
    return verdict_text(file.name, puzzle, grid, report, above), report
