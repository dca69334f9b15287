"""The command line, ``patience COMMAND``. Each command's module is imported when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from patience.cli.command import write_examples
from patience.cli.errors import Unexpected, exit_code_of
from patience.errors import nearest

_COMMANDS = {
    "solve": "Find a grid for a puzzle.",
    "verify": "Check grids by the rules.",
    "hint": "Give the next word to lay.",
    "batch": "Search many puzzles with many seeds; resume; compare.",
    "prove": "Prove that no grid is cheaper, or find one.",
    "show": "Print a grid in another form.",
    "play": "Open the page to play on.",
    "tiles": "List the tile sets, or count out one.",
    "lexicon": "List, describe, add and remove lexicons; check words.",
    "draw": "Draw random puzzles.",
    "records": "List the best grids known, or show one.",
    "help": "Explain a command.",
}

# Examples for a call without arguments.
_COMMONEST = (
    ("patience solve --frame 9x7 > grid.txt", "Fill the box: 9 wide, 7 high."),
    ("patience verify grid.txt", "Check a grid, the program's or your own."),
    ("patience hint half.txt", "Stuck at the table? The next word to lay."),
)


class Program(click.Group):
    """The group of all commands; the only place where errors become messages and exit codes."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and keep from click the errors that it would take for others."""
        try:
            return super().invoke(ctx)
        except (EOFError, BrokenPipeError) as error:
            raise Unexpected from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer meets them; ``help`` has no module."""
        return [name for name in _COMMANDS if name != "help"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"patience.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the named command, or fail with the nearest name; ``help NAME`` is its --help."""
        name = args[0]
        if name == "help":
            rest = [each for each in args[1:] if each not in ctx.help_option_names]
            if not rest:
                click.echo(ctx.get_help())
                ctx.exit()
            return self.resolve_command(ctx, [*rest, ctx.help_option_names[-1]])
        if name not in _COMMANDS and not ctx.resilient_parsing and not name.startswith("-"):
            near = nearest(name, _COMMANDS)
            guess = f"; did you mean {near}?" if near else ""
            ctx.fail(f"no command is called {name!r}{guess}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))
        with formatter.section("Examples"):
            write_examples(formatter, _COMMONEST)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command, or answer a shell's completion request, and exit with its code."""
        name, run = prog_name or "patience", super().main
        raise SystemExit(
            exit_code_of(lambda: run(args, name, complete_var, standalone_mode=False, **extra))
        )


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from patience.cli.versions import versions  # noqa: PLC0415

        click.echo("\n".join(versions()))
        ctx.exit()


@click.group(
    "patience",
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of program, lexicon and engines, and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Solver and referee for the solitaire of Diamino, the French tile game of 1935.

    'patience help COMMAND' explains a command, and so does 'patience COMMAND --help'.
    """
    if ctx.invoked_subcommand is None:
        formatter = ctx.make_formatter()
        with formatter.section("Solver and referee for the solitaire of Diamino. To begin with"):
            write_examples(formatter, _COMMONEST)
        formatter.write_paragraph()
        formatter.write_text("'patience --help' lists all commands.")
        click.echo(formatter.getvalue(), nl=False)
