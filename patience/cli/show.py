"""``patience show``: convert grids to other formats."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from patience.batch.folder import best_grids
from patience.batch.journal import NAME
from patience.cli.colors import color_console, color_option, print_in_colours
from patience.cli.command import command_named, output_option
from patience.cli.formats import Output, any_format
from patience.cli.options import output_file, tell_notes
from patience.cli.shells import complete_files
from patience.errors import FileError
from patience.files.grids import GridFile, read_grids
from patience.render.formats import Options, render
from patience.render.language import ENGLISH, LANGUAGES
from patience.render.printed import best_of_each
from patience.render.scene import Scene, scene_of
from patience.render.sheets import PAPERS
from patience.render.text import number_of
from patience.render.theme import AUTO, THEMES


@command_named(
    "show",
    examples=[
        ("patience show grid.txt --output grid.png", "A picture of a grid."),
        ("patience show grid.txt --format html --theme dark --output grid.html", "A web page."),
        ("patience show *.txt --page a4 --cut --output play.pdf", "A booklet of puzzles."),
        ("patience show results --page a5 --cut --language fr --output b.pdf", "One of a batch."),
    ],
)
@click.argument("grids", metavar="GRID...", nargs=-1, required=True, shell_complete=complete_files)
@any_format
@output_file("Write it there, not to the standard output.")
@output_option("--size", type=float, metavar="N", help="Side of a cell: pixels, in a PDF points.")
@output_option("--no-caption", is_flag=True, help="Only the tiles: no cost, no words.")
@output_option(
    "--theme",
    type=click.Choice([AUTO, *THEMES]),
    default=AUTO,
    show_default=True,
    help="Colours; auto: as the viewer prefers, where the format can.",
)
@output_option("--page", type=click.Choice(list(PAPERS)), help="A PDF laid out for this paper.")
@output_option("--cut", is_flag=True, help="With --page: the empty box and tiles to cut out first.")
@output_option("--title", metavar="TEXT", help="With --page: the title of the pages.")
@output_option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="That of captions and pages.",
)
@color_option
def command(
    *,
    grids: tuple[str, ...],
    form: str | None,
    output: str | None,
    size: float | None,
    no_caption: bool,
    theme: str,
    page: str | None,
    cut: bool,
    title: str | None,
    language: str,
    color: str,
) -> None:
    """Read each GRID, however it is laid out, and give it in another form.

    GRID is a file with text, JSON, ipuz, Exolve or Across Lite (.puz), a batch's folder for the
    best grid of each of its puzzles, or - for the standard input.

    Several grids, in one file or in many, become the pages of a pdf, the parts of an html page,
    or the steps of a gif or animated-svg; a gif of one grid lays it row by row. With --page and
    --cut they become a booklet: a cover, the puzzles, tiles to cut out, and the solutions.
    """
    place = Output.of(form, output)
    options = Options(size, not no_caption, theme, page, cut, title or "")
    files = [tell_notes(file) for name in grids for file in _files(name)]
    scenes = [_scene(file, language, _name(file, alone=len(files) == 1)) for file in files]
    if cut:
        scenes = _once_each(scenes)
    content = render(scenes, place.form, options)
    plain = place.form != "text" or place.file is not None
    console = None if plain else color_console(sys.stdout, color)
    if console is None:
        place.give(content)
    else:
        print_in_colours(scenes, console)


def _files(name: str) -> list[GridFile]:
    """Read the grids of a file, or the best grid of each puzzle in a batch's folder."""
    folder = Path(name)
    if folder.is_dir() and not (folder / NAME).exists():
        raise FileError(
            f"{name} is a folder without a batch: name its grids, as in {folder / '*.txt'}"
        )
    return best_grids(folder) if folder.is_dir() else read_grids(name)


def _once_each(scenes: list[Scene]) -> list[Scene]:
    """Return the best grid of each puzzle: a booklet prints a puzzle once."""
    best = best_of_each(scenes)
    if len(best) < len(scenes):
        click.echo(
            f"{len(scenes)} grids answer {number_of(len(best), 'puzzle')}: printing the best of "
            "each",
            err=True,
        )
    return best


def _scene(file: GridFile, language: str, name: str) -> Scene:
    spec = file.spec(words=False).for_grid(file.grid)
    grid = file.on(spec.goal).settled(spec.tile_set.jokers)
    return scene_of(spec.puzzle(), grid, file.header, name=name, code=language)


def _name(file: GridFile, *, alone: bool) -> str:
    """Return the name in a grid's header, or that of its file if there are several grids."""
    return file.header.get("name") or ("" if alone else Path(file.name).stem)
