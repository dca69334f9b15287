"""``patience completion``: print a shell's completion script."""

from __future__ import annotations

import click

from patience.cli.command import command_named
from patience.cli.shells import SHELLS, shell_script


@command_named(
    "completion",
    examples=[
        ('eval "$(patience completion bash)"', "In ~/.bashrc."),
        ('eval "$(patience completion zsh)"', "In ~/.zshrc, below compinit."),
        ("patience completion fish > ~/.config/fish/completions/patience.fish", "Once."),
    ],
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script for SHELL that completes commands, options and values.

    Values are tile sets, lexicons, shipped puzzles, formats, subjects, parts of speech and files.
    """
    click.echo(shell_script(ctx.find_root().command, shell))
