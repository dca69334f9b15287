"""Colour support of a stream, and the console that writes colours."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

import click

from patience.cli.command import output_option
from patience.game.alphabet import faces
from patience.game.grid import FACE_DOWN, Grid
from patience.game.puzzle import Frame, Puzzle
from patience.render.text import header_text

# rich takes a tenth of a second to import, so only coloured output loads it.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from patience.render.scene import Scene

AUTO, ALWAYS, NEVER = "auto", "always", "never"

color_option = output_option(
    "--color",
    type=click.Choice([AUTO, ALWAYS, NEVER]),
    default=AUTO,
    show_default=True,
    help="Colours; auto: on a terminal, unless NO_COLOR is set.",
)


def is_display(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "dumb") not in {"dumb", "unknown"}


def color_console(stream: TextIO, color: str) -> Console | None:
    """Return the console for coloured output to a stream; None for plain text."""
    wanted = is_display(stream) and not os.environ.get("NO_COLOR") if color == AUTO else None
    if color == NEVER or wanted is False:
        return None
    from rich.console import Console  # noqa: PLC0415

    coloured = partial(Console, file=stream, force_terminal=True, no_color=False, highlight=False)
    console = coloured()
    # Colours may be forced on a terminal that is not known to have them.
    return coloured(color_system="256") if console.color_system is None else console


def drawn(puzzle: Puzzle, grid: Grid, *, width: int, height: int = 10_000) -> Text:
    """Draw a puzzle's grid within `width` columns and `height` lines."""
    from patience.render.terminal import picture  # noqa: PLC0415

    return picture(grid, bare=not isinstance(puzzle.goal, Frame), width=width, height=height)


def print_in_colours(scenes: Sequence[Scene], console: Console) -> None:
    """Print grids below their headers; text copied from the terminal can be read as grids again.

    A grid wider than the terminal is printed as plain text, which is not cropped; so is in a file
    a grid whose cells, once drawn, cannot be told apart.
    """
    for number, scene in enumerate(scenes):
        header = ("\n" if number else "") + header_text(scene.header)
        console.print(header, style="dim", end="", markup=False, soft_wrap=True)
        shown = console.file.isatty() or _is_legible(scene.grid)
        if shown and scene.grid.width <= console.width:
            console.print(drawn(scene.puzzle, scene.grid, width=console.width), end="")
        else:
            console.print(f"{scene.grid}\n", end="", markup=False, soft_wrap=True)


def _is_legible(grid: Grid) -> bool:
    """Tell whether the cells of a drawn grid can be told apart: each a letter and a space.

    A star and a space before a line begin the item of a list.
    """
    plain = grid.width > 1 and not grid.count(FACE_DOWN)
    return plain and all(len(faces(x)) == 1 for _, x in grid.cells())
