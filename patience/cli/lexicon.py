"""``patience lexicon``: list the lexicons, describe one, check words in it."""

from __future__ import annotations

import click

from patience.cli.command import Command
from patience.cli.options import lexicon_options, load_lexicon
from patience.cli.shells import complete_lexicons
from patience.files.spec import Spec
from patience.render.text import survey_text
from patience.words.lexicon import available, survey, themes
from patience.words.wordlist import fold, is_word


@click.group("lexicon", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the lexicons, describe one, check words.

    The flags of info and check choose a lexicon or a word list of your own and set conventions,
    as those of solve do.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command(
    "list", cls=Command, examples=[("patience lexicon list", "Their names, for --lexicon.")]
)
def list_() -> None:
    """List the shipped lexicons."""
    for name, description in available().items():
        click.echo(f"{name:<12} {description}")


@command.command(
    "info",
    cls=Command,
    examples=[
        ("patience lexicon info", "The lexicon that the program takes if you name none."),
        ("patience lexicon info --no-conjugated --subject zool", "What two conventions leave."),
        ("patience lexicon info words.txt", "A list of your own."),
    ],
)
@click.argument("name", required=False, shell_complete=complete_lexicons)
@lexicon_options
def info(name: str | None, flags: Spec) -> None:
    """Describe a lexicon: source, licence, subjects, numbers of words.

    The table has the words of each length: all of them, those that each convention leaves, and
    those that all leave together.
    """
    spec = flags.over(Spec(lexicon=name))
    lexicon = load_lexicon(spec.lexicon_name, spec.conventions)
    click.echo(f"{lexicon.name}: {len(lexicon):,} words, sha256 {lexicon.sha256}")
    for what, text in (("source", lexicon.source), ("licence", lexicon.licence)):
        if text:
            click.echo(f"{what}: {text}")
    codes = themes(spec.lexicon_name)
    if codes:
        click.echo("subjects, for --subject:")
    for code, meaning in codes.items():
        click.echo(f"  {code:<10} {meaning}".rstrip())
    click.echo(survey_text(survey(spec.lexicon_name, spec.conventions)))


@command.command(
    "check",
    cls=Command,
    examples=[
        ("patience lexicon check wagon chat", "May we play these?"),
        ("patience lexicon check wagon --no-foreign", "And without foreign words?"),
    ],
)
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@lexicon_options
def check(words: tuple[str, ...], flags: Spec) -> int:
    """Tell whether words are in a lexicon.

    Exit code 0: all are; 1: one is not.
    """
    lexicon = load_lexicon(flags.lexicon_name, flags.conventions)
    known = {word: is_word(fold(word)) and fold(word) in lexicon for word in words}
    for word, found in known.items():
        click.echo(f"{fold(word)}: {'yes' if found else 'no'}")
    return 0 if all(known.values()) else 1
