"""``patience show``: convert grids to other formats."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from patience import records
from patience.batch.folder import best_grids
from patience.batch.journal import NAME
from patience.batch.names import safe
from patience.cli.colors import color_console, color_option, print_in_colours
from patience.cli.command import command_named, output_option
from patience.cli.errors import say
from patience.cli.formats import Output, grid_output
from patience.cli.options import tell_notes
from patience.cli.shells import complete_instances
from patience.errors import FileError
from patience.files.grids import GridFile, read_grids
from patience.files.instances import is_shipped, load_instance
from patience.files.text import make_folder
from patience.game.grid import Grid
from patience.question.header import to_header
from patience.render.formats import FORMATS
from patience.render.scene import Scene
from patience.render.text import number_of


@command_named(
    "show",
    examples=[
        ("patience show grid.txt --output grid.png", "A picture of a grid."),
        ("patience show grid.txt --format html --theme dark --output grid.html", "A web page."),
        ("patience show results --format ipuz --output-dir out", "A file for each of a batch."),
        ("patience show grid.txt --clues clues.txt --output grid.ipuz", "A crossword to solve."),
        (
            "patience show gay-play-frame-9x7 --format play --output game.html",
            "A game in one file.",
        ),
        ("patience show *.txt --page a4 --booklet 2 --output b.pdf", "A booklet of puzzles."),
        ("patience show grid.txt --width 90mm --output p.svg", "One, for a page of yours."),
    ],
)
@click.argument(
    "grids", metavar="GRID...", nargs=-1, required=True, shell_complete=complete_instances
)
@grid_output("Write it there, not to the standard output.")
@output_option(
    "--output-dir",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write each grid there, as a file of its own.",
)
@color_option
def command(
    *,
    grids: tuple[str, ...],
    place: Output,
    folder: Path | None,
    color: str,
) -> None:
    """Read each GRID, however it is laid out, and give it in another form.

    GRID is a file with text, JSON, ipuz, Exolve, JPZ or Across Lite (.puz), a batch's folder for
    the best grid of each of its puzzles, an instance (a TOML file, or the name of a shipped one)
    for the best grid known, or - for the standard input.

    With --format play it becomes a game in one file: its table, empty, with all that a browser
    needs to play without a network, and the best grid known, sealed. With --format minizinc its
    question becomes a model with data, for other solvers.

    Several grids, in one file or in many, become the pages of a pdf or the parts of an html page.
    With --page and --booklet they become a booklet: cover, rules, puzzles and solutions; with
    --cut, tiles too.
    """
    if folder is not None and place.file is not None:
        raise click.UsageError("--output is one file, --output-dir many: give one of them")
    files = [tell_notes(file) for name in grids for file in _files(name, place)]
    scenes = [_scene(file, place, alone=len(files) == 1) for file in files]
    if folder is not None:
        _give_each(files, scenes, place, folder)
        return
    place = place.with_clues(files)
    content = place.render(scenes)
    place.tell_of_clues([scene.grid for scene in scenes])
    plain = place.form != "text" or place.file is not None
    console = None if plain else color_console(sys.stdout, color)
    if console is None:
        place.give(content)
    else:
        print_in_colours(scenes, console)


def _give_each(
    files: Sequence[GridFile], scenes: Sequence[Scene], place: Output, folder: Path
) -> None:
    """Write each grid into a folder; files of one name get numbers that no other name has."""
    place.tell_of_clues([scene.grid for scene in scenes])
    pairs = zip(files, scenes, strict=True)
    contents = [place.with_clues([file]).render([scene]) for file, scene in pairs]
    wanted = [safe(file.header.get("name") or Path(file.name).stem) for file in files]
    counts = Counter(map(str.casefold, wanted))
    make_folder(folder)
    for n, (name, content) in enumerate(zip(wanted, contents, strict=True), 1):
        numbered = (f"{name}-{number}" for number in count(n, len(files)))
        alone = counts[name.casefold()] == 1
        unique = name if alone else next(x for x in numbered if x.casefold() not in counts)
        file = folder / f"{unique}{FORMATS[place.form].extension}"
        replace(place, file=str(file)).give(content)
    say(f"{number_of(len(contents), 'file')} in {folder}")


def _files(name: str, place: Output) -> list[GridFile]:
    """Read the grids of a file, of an instance, or of each puzzle in a batch's folder."""
    folder = Path(name)
    if folder.suffix.lower() == ".toml" or (is_shipped(name) and not os.path.exists(name)):
        return [_of_instance(name, place)]
    if folder.is_dir() and not (folder / NAME).exists():
        raise FileError(
            f"{name} is a folder without a batch: name its grids, as in {folder / '*.txt'}"
        )
    return best_grids(folder) if folder.is_dir() else read_grids(name)


def _of_instance(name: str, place: Output) -> GridFile:
    """Return the best grid known of an instance; for its question alone, its table will do."""
    spec = load_instance(name)
    record = records.of(spec)
    if record is None and not FORMATS[place.form].questions:
        raise FileError(f"no grid of {name} is known: solve it, or take --format play")
    table = spec.start or Grid.blank(*(spec.puzzle().size or (1, 1)))
    grid = record.grid if record else table
    lines = record.file.header if record else {}
    return GridFile(name, Path(), grid, {**lines, **to_header(spec), "name": Path(name).stem})


def _scene(file: GridFile, place: Output, *, alone: bool) -> Scene:
    asks = FORMATS[place.form].questions  # with its words, of which pictures show none
    spec = file.spec(words=asks).for_grid(file.grid)
    grid = file.on(spec.goal).recased(spec.tile_set.jokers)
    header = {**file.header, **to_header(spec)} if asks else file.header
    return place.scene(spec.puzzle(), grid, header, _name(file, place, alone=alone))


def _name(file: GridFile, place: Output, *, alone: bool) -> str:
    """Return the title of a puzzle; else its name, or that of its file if there are several.

    Names are those of files, which nobody wants in print.
    """
    title = file.header.get("title", "")
    if title or place.options.page is not None or place.options.width is not None:
        return title
    return file.header.get("name") or ("" if alone else Path(file.name).stem)
