"""``patience show``: give a grid in another form."""

from __future__ import annotations

import sys

import click

from patience.cli.colors import color_console, color_option, print_in_colours
from patience.cli.command import command as command_named
from patience.cli.command import output_option
from patience.cli.formats import Output, any_format
from patience.cli.shells import complete_files
from patience.files.grids import GridFile, read_grids
from patience.render.formats import Options, render
from patience.render.printed import PAPERS
from patience.render.scene import Scene, scene_of
from patience.render.theme import AUTO, THEMES


@command_named(
    "show",
    examples=[
        ("patience show grid.txt --output grid.png", "A picture of a grid."),
        ("patience show grid.txt --format html --theme dark --output grid.html", "A web page."),
        ("patience show *.txt --format pdf --page a4 --cut --output play.pdf", "A booklet."),
    ],
)
@click.argument("grids", metavar="GRID...", nargs=-1, required=True, shell_complete=complete_files)
@any_format
@output_option(
    "--output",
    metavar="FILE",
    shell_complete=complete_files,
    help="Write it there, not to the standard output.",
)
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
    color: str,
) -> None:
    """Read each GRID, however it is laid out, and give it in another form; - is the standard input.

    Several grids, in one file or in many, become the pages of a pdf, the parts of an html page,
    or the steps of a gif or animated-svg; a gif of one grid lays it row by row.
    """
    place = Output.of(form, output)
    options = Options(size, not no_caption, theme, page, cut)
    scenes = [_scene(file) for name in grids for file in read_grids(name)]
    content = render(scenes, place.form, options)
    plain = place.form != "text" or place.file is not None
    console = None if plain else color_console(sys.stdout, color)
    if console is None:
        place.give(content)
    else:
        print_in_colours(scenes, console)


def _scene(file: GridFile) -> Scene:
    spec = file.spec()
    grid = file.grid.settled(spec.tile_set.jokers)
    return scene_of(spec.for_grid(grid).puzzle(), grid, file.header)
