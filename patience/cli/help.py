"""``patience help``: explain a command."""

from __future__ import annotations

import click

from patience.cli.command import command_named


@command_named(
    "help",
    examples=[
        ("patience help solve", "The options of solve, by subject."),
        ("patience help lexicon check", "A command of a command."),
    ],
)
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Explain a command; without one, list them all."""
    context = ctx.find_root()
    for name in names:
        if not isinstance(context.command, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands of its own")
        _, found, _ = context.command.resolve_command(context, [name])
        assert found is not None, "resolve_command fails where there is no such command"
        context = click.Context(found, parent=context, info_name=name)
    click.echo(context.get_help())
