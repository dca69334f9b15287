"""Commands whose help groups the options by subject and ends with examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

# The groups of options on a help page; an option without one is in the last.
_ORDER = ("Puzzle", "Conventions", "Proof", "Search", "Output", "Options")

# The metavar of a text for people to read, which may be empty.
TEXT = "TEXT"


class Option(click.Option):
    """An option in a group of the help page."""

    def __init__(self, *args: Any, group: str, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.group = group

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Omit ranges from the help; error messages have them."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


class Command(click.Command):
    """A command whose help page has option groups and examples: command lines with descriptions."""

    def __init__(self, *args: Any, examples: Sequence[tuple[str, str]], **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments; only a text for people may be empty, as a shell's unset variable is."""
        rest = super().parse_args(ctx, args)
        for parameter in self.params:
            value = ctx.params.get(parameter.name or "")
            values = value if isinstance(value, tuple) else (value,)
            if "" in values and parameter.metavar != TEXT:
                is_option = isinstance(parameter, click.Option)
                name = parameter.opts[0] if is_option else parameter.make_metavar(ctx).strip("[].")
                raise click.UsageError(f"{name} is empty: leave it out, or give a value", ctx)
        return rest

    def option_groups(self, ctx: click.Context) -> dict[str, list[click.Option]]:
        """Return the options of the help page by group, in order."""
        groups: dict[str, list[click.Option]] = {name: [] for name in _ORDER}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and parameter.get_help_record(ctx) is not None:
                groups[getattr(parameter, "group", _ORDER[-1])].append(parameter)
        return {name: options for name, options in groups.items() if options}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by group, then the examples."""
        for name, options in self.option_groups(ctx).items():
            records = (option.get_help_record(ctx) for option in options)
            with formatter.section(name):
                formatter.write_dl([record for record in records if record is not None])
        with formatter.section("Examples"):
            write_examples(formatter, self.examples)


def command_named(name: str, examples: Sequence[tuple[str, str]]) -> Callable[[F], Command]:
    """Return the decorator that makes a function a `Command`."""
    return click.command(name, cls=Command, examples=examples)


puzzle_option, convention_option, proof_option, search_option, output_option = (
    partial(click.option, cls=Option, group=group) for group in _ORDER[:-1]
)


def refuse_together(flag: str, others: Mapping[str, object]) -> None:
    """Raise if one of the other options is given, by their values, beside `flag`."""
    for other, value in others.items():
        if value is not None and value is not False:
            raise click.UsageError(f"{flag} and {other} do not go together: drop one of them")


def write_examples(formatter: click.HelpFormatter, examples: Sequence[tuple[str, str]]) -> None:
    """Write command lines, never wrapped, each above its description."""
    for line, does in examples:
        formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
        formatter.indent()
        formatter.indent()
        formatter.write_text(does)
        formatter.dedent()
        formatter.dedent()
