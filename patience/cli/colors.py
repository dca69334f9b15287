"""Whether a stream takes colours, and the console that writes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

import click

from patience.cli.command import output_option

# rich takes a tenth of a second to import, so it is, where there are colours.
if TYPE_CHECKING:
    from rich.console import Console

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
    """Return the console that writes colours to a stream; None if it gets plain text."""
    wanted = is_display(stream) and not os.environ.get("NO_COLOR") if color == AUTO else None
    if color == NEVER or wanted is False:
        return None
    from rich.console import Console  # noqa: PLC0415

    console = Console(file=stream, force_terminal=True, no_color=False, highlight=False)
    if console.color_system is None:  # not known to take colours, but told to
        console = Console(
            file=stream, force_terminal=True, no_color=False, color_system="256", highlight=False
        )
    return console
