"""The command line: ``patience COMMAND``. Each command is a module, loaded when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NoReturn

import click

import patience
from patience.cli.errors import exit_code_of

_COMMANDS = {
    "solve": "Find a grid for a puzzle.",
    "verify": "Have the referee judge grids.",
    "batch": "Search many puzzles with many seeds; resume; compare.",
    "prove": "Prove that no grid is cheaper, or find one.",
    "show": "Print a grid in another form.",
    "tiles": "List the tile sets, or count out one.",
    "lexicon": "List, describe and search the lexicons.",
    "records": "List the best grids known, or show one.",
}


class Program(click.Group):
    """The group of all commands; the one place where errors become messages and exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer meets them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"patience.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command and exit with its code."""
        run = super().main
        with exit_code_of() as outcome:
            outcome.code = (
                run(args, prog_name or "patience", complete_var, standalone_mode=False, **extra)
                or 0
            )
        raise SystemExit(outcome.code)


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Look the version up only if it is asked for."""
    if wanted:
        click.echo(f"patience {patience.__version__}")
        ctx.exit()


@click.group(
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
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Solver and referee for the solitaire of Diamino, the French tile game of 1935.

    \b
    patience solve --frame 9x7 > grid.txt    fill the box: 9 wide, 7 high
    patience verify grid.txt                 have a grid judged
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
