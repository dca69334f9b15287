"""Output formats and files, shared by the commands that print grids."""

from __future__ import annotations

import mimetypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from patience.cli.command import output_option
from patience.cli.options import json_flag, with_options
from patience.files.text import STREAM, check_writable, write_bytes, write_text
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import parse
from patience.render.formats import FORMATS, format_of, render
from patience.render.scene import scene_of

F = TypeVar("F", bound=Callable[..., Any])

_BY_NAME = "[default: as the name of --output ends, else text]"


def format_options(names: Sequence[str], about: str) -> Callable[[F], F]:
    """Add ``--format`` and ``--json`` to a command; the format, or None, is passed as ``form``."""
    chosen = output_option(
        "--format",
        "form",
        type=click.Choice(names),
        metavar="FORMAT",
        help=f"{about}  {_BY_NAME}",
    )
    return lambda command: with_options(command, [chosen, json_flag], "form", _form)


def _form(values: dict[str, Any]) -> str | None:
    form: str | None = values["form"]
    if values["as_json"] and form not in {None, "json"}:
        raise click.UsageError(f"--json and --format {form} do not go together: drop one of them")
    return "json" if values["as_json"] else form


any_format = format_options(list(FORMATS), f"{', '.join(FORMATS)}.")


@dataclass(frozen=True)
class Output:
    """A format, and a file or None for the standard output."""

    form: str
    file: str | None

    @classmethod
    def of(cls, form: str | None, file: str | None) -> Output:
        """Return the output of both options, once the file is known to be writable.

        Raises
        ------
        FileError
            If the file cannot be written.
        UsageError
            If bytes would go to a terminal, or the file's extension is unknown or contradicts the
            format.
        """
        file = None if file == STREAM else file
        ending = format_of(file or "")
        if form and ending and FORMATS[form].extension != FORMATS[ending].extension:
            raise click.UsageError(
                f"--format {form} and --output {file} do not go together: drop --format, or end "
                f"the name in {FORMATS[form].extension}"
            )
        kind = mimetypes.guess_type(file or "")[0] or "text"
        if not (form or ending or kind.startswith("text")):
            known = ", ".join(sorted({each.extension for each in FORMATS.values()}))
            raise click.UsageError(
                f"--output {file}: no format has such names (there are: {known}); name it "
                "otherwise, or give --format"
            )
        form = form or ending or "text"
        if file is not None:
            check_writable(file)
        elif FORMATS[form].binary and sys.stdout.isatty():
            raise click.UsageError(f"{form} is nothing for a terminal: add --output FILE")
        return cls(form, file)

    def rehearse(self) -> None:
        """Draw a grid of two letters, to detect a missing library before a long search.

        Raises
        ------
        MissingExtraError
            If the format needs a library that is not installed.
        """
        grid = Grid(("AB",))
        render([scene_of(Puzzle(parse("AB"), Frame(2, 1)), grid)], self.form)

    def give(self, content: str | bytes) -> None:
        """Write a result to the file or to the standard output."""
        if self.file is None:
            click.echo(content, nl=False)
        elif isinstance(content, bytes):
            write_bytes(self.file, content)
        else:
            write_text(self.file, content)
