"""The man pages, from the text of ``--help``, for those who package the program.

python -m scripts.data.man share/man/man1
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from patience.cli import main
from patience.cli.command import Command
from patience.files.text import write_text
from scripts.common import execute

_PROGRAM = "patience"
_EXIT = "Exit code "
_ENVIRONMENT = {
    "NO_COLOR": "Set to anything: no colours, unless --color says otherwise.",
    "NUMBA_CACHE_DIR": "Where compiled search kernels are kept, if not in the user's cache.",
    "PATIENCE_DEBUG": "Set to 1: a fault of the program shows where it happened.",
}


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def make(folder: Path) -> None:
    """Write a page for the program and one for each command to FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        write_text(folder / name, text)


def pages() -> dict[str, str]:
    """Return the text of each page by file name."""
    return dict(_pages(click.Context(main, info_name=_PROGRAM, **main.context_settings)))


def _pages(ctx: click.Context) -> Iterator[tuple[str, str]]:
    yield f"{_title(ctx)}.1", "\n".join(_page(ctx)) + "\n"
    for child in _children(ctx):
        yield from _pages(child)


def _page(ctx: click.Context) -> Iterator[str]:
    command = ctx.command
    title = _title(ctx)
    yield f'.TH "{title.upper()}" 1 "" "{_PROGRAM}" "User Commands"'
    yield from (".SH NAME", rf"{_text(title)} \- {_text(_summary(command))}")
    yield from (".SH SYNOPSIS", f".B {_text(ctx.command_path)}")
    yield _text(" ".join(command.collect_usage_pieces(ctx)))
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(p for p in paragraphs if not p.startswith(_EXIT))
    yield ".SH OPTIONS"
    for name, options in _groups(ctx).items():
        yield f".SS {name}"
        for option in options:
            record = option.get_help_record(ctx)
            assert record is not None, "only options with a help text are in a group"
            yield from _item(*record)
    codes = [p.removeprefix(_EXIT) for p in paragraphs if p.startswith(_EXIT)]
    if codes:
        yield ".SH EXIT STATUS"
        yield from _paragraphs(codes)
    children = list(_children(ctx))
    if children:
        yield ".SH COMMANDS"
        for child in children:
            yield from _item(child.info_name or "", _summary(child.command))
    if isinstance(command, Command) and command.examples:
        yield ".SH EXAMPLES"
        for line, does in command.examples:
            yield from _item(line, does)
    if ctx.parent is None:
        yield ".SH ENVIRONMENT"
        for name, does in _ENVIRONMENT.items():
            yield from _item(name, does)
    related = [ctx.parent] if ctx.parent else children
    yield ".SH SEE ALSO"
    yield ",\n".join(f".BR {_text(_title(each))} (1)" for each in related)


def _children(ctx: click.Context) -> Iterator[click.Context]:
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            command = ctx.command.get_command(ctx, name)
            assert command is not None, "a group knows what it lists"
            yield click.Context(command, parent=ctx, info_name=name)


def _groups(ctx: click.Context) -> dict[str, list[click.Option]]:
    if isinstance(ctx.command, Command):
        return ctx.command.option_groups(ctx)
    options = (each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option))
    return {"Options": [each for each in options if each.get_help_record(ctx)]}


def _title(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def _summary(command: click.Command) -> str:
    """Return the first sentence of a command's help."""
    first = inspect.cleandoc(command.help or "").split("\n\n")[0]
    return " ".join(first.split()).removesuffix(".")


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _item(name: str, text: str) -> Iterator[str]:
    yield from (".TP", f".B {_text(name)}", _text(" ".join(text.split())) or r"\&")


def _text(text: str) -> str:
    """Escape roff's special characters."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


if __name__ == "__main__":
    raise SystemExit(execute(make))
