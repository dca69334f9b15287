"""``patience lexicon``: list, describe, add and remove lexicons; check words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from patience.cli.command import Command
from patience.cli.errors import say
from patience.cli.options import lexicon_options, load_lexicon
from patience.cli.shells import complete_added, complete_files, complete_lexicons
from patience.files.added import add_lexicon, remove_lexicon
from patience.game.alphabet import faces, narrow
from patience.question.spec import Spec
from patience.render.text import survey_text
from patience.words.accents import shown
from patience.words.lexicon import Leaves, Lexicon, available, origins, survey, themes
from patience.words.named import language_of
from patience.words.wordlist import fold

# Crossings need short words: `fr` has 586 words of two or three letters, `fr-basic` 293.
_SHORT, _FEW = 3, 100

# Shares of words that are another word and one letter more, and another but for the last letter:
# 24 to 67 % and 9 to 72 % in lists of all forms in eight languages (Italian: 5 and 49 %), at most
# 11 and 36 % in four lists of stems. Small lists tell nothing.
_LONGER, _CHANGED, _LARGE = 0.15, 0.42, 10_000
# Pieces of a long list that are looked at, and the letters of each.
_PIECES, _PIECE = 32, 1 << 16


@click.group("lexicon", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List, describe, add and remove lexicons; check words.

    The flags of info, check and add choose a lexicon or a word list of your own and set
    conventions, as those of solve do.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _command(name: str, *examples: tuple[str, str]) -> Callable[[Any], click.Command]:
    return command.command(name, cls=Command, examples=examples)


@_command("list", ("patience lexicon list", "Their names, for --lexicon."))
def list_() -> None:
    """List the lexicons: those that ship, and those that you have added."""
    for name, description in available().items():
        click.echo(f"{name:<12} {description}")


@_command(
    "info",
    ("patience lexicon info", "The lexicon that the program takes if you name none."),
    ("patience lexicon info --no-conjugated --subject zool", "What two conventions leave."),
    ("patience lexicon info words.txt", "A list of your own."),
)
@click.argument("name", required=False, shell_complete=complete_lexicons)
@lexicon_options
def info(name: str | None, flags: Spec) -> None:
    """Describe a lexicon: source, licence, subjects, numbers of words.

    The table has the words of each length: all of them, those that each convention leaves, and
    those that all leave together.
    """
    spec = flags.over(Spec(lexicon=name))
    lexicon = load_lexicon(*spec.vocabulary)
    click.echo(f"{lexicon.name}: {len(lexicon):,} words, sha256 {lexicon.sha256}")
    for what, text in (("source", lexicon.source), ("licence", lexicon.licence)):
        if text:
            click.echo(f"{what}: {text}")
    codes = themes(spec.lexicon_name)
    if codes:
        click.echo("subjects, for --subject:")
    for code, meaning in codes.items():
        click.echo(f"  {code:<10} {meaning}".rstrip())
    click.echo(survey_text(survey(*spec.vocabulary)))


@_command(
    "check",
    ("patience lexicon check wagon halait", "May we play these?"),
    ("patience lexicon check wagon --no-foreign", "And without foreign words?"),
)
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@lexicon_options
def check(words: tuple[str, ...], flags: Spec) -> int:
    """Tell whether words are in a lexicon, how people write them and what they are forms of.

    Exit code 0: all are; 1: one is not.
    """
    lexicon = load_lexicon(*flags.vocabulary)
    folded = [fold(narrow(word), lexicon.alphabet) for word in words]
    for word in folded:
        known = origins(flags.lexicon_name, word) if word in lexicon else {}
        why = "".join(f"; {' '.join(kinds)}{_forms_of(lemmas)}" for kinds, lemmas in known.items())
        if word not in lexicon and (by := lexicon.left_out_by(word)):
            why = f"; left out by {' and '.join(map(repr, by))}"
        name = shown(word, flags.lexicon_name)
        click.echo(f"{name}: {'yes' if word in lexicon else 'no'}{why}")
    return 0 if all(word in lexicon for word in folded) else 1


def _forms_of(lemmas: list[str]) -> str:
    return f", form of {' or '.join(lemmas)}" if lemmas else ""


@_command(
    "add",
    ("patience lexicon add de /usr/share/dict/ngerman", "German: then solve --lexicon de."),
    ("patience lexicon add club list.csv --column 2", "One column of a table."),
)
@click.argument("name")
@click.argument("file", shell_complete=complete_files)
@lexicon_options
def add(name: str, file: str, flags: Spec) -> None:
    """Keep the words of FILE under NAME, for use like a shipped lexicon.

    The words are copied: FILE can then be deleted. Conventions choose among its words. A NAME that
    is a language, such as es, or begins with one, as es-club, spells them with its tiles.
    """
    if flags.lexicon is not None:
        raise click.UsageError(f"add keeps the words of {file}: drop --lexicon")
    how = flags.how
    if how.alphabet is None:
        how = replace(how, alphabet=language_of(name))
    lexicon = load_lexicon(file, flags.conventions, how)
    folder = add_lexicon(name, lexicon, Path(file).name)
    spelled = lexicon.alphabet.described
    click.echo(f"{name}: {len(lexicon):,} words spelled with {spelled}, kept in {folder}")
    click.echo(_letters(lexicon))
    whole = Leaves.of("the whole list", lexicon.words)
    click.echo(survey_text([whole]))
    short = sum(number for length, number in whole.by_length.items() if length <= _SHORT)
    if short < _FEW:
        say(
            f"only {short} words have {_SHORT} letters or fewer: grids will be hard to fill; does "
            "the list have all forms of its words?"
        )
    longer, changed = _forms(lexicon)
    if len(lexicon) >= _LARGE and longer < _LONGER and changed < _CHANGED:
        say(
            f"this looks like a list of stems, without plurals and conjugated verbs: only "
            f"{longer:.0%} of its words are another and one letter more, {changed:.0%} another "
            "but for the last letter; a Hunspell dictionary (.dic and .aff) has all forms"
        )


@_command("remove", ("patience lexicon remove de", "The file it came from is kept."))
@click.argument("name", shell_complete=complete_added)
def remove(name: str) -> None:
    """Remove a lexicon that you have added."""
    remove_lexicon(name)
    click.echo(f"removed {name}")


def _letters(lexicon: Lexicon) -> str:
    """Return the share of each letter in the words, and the letters that no word has."""
    alphabet, text = lexicon.alphabet, lexicon.words.text
    number = Counter({x: text.count(alphabet.encoded(x)) for x in alphabet.symbols})
    shares = (f"{faces(x)} {100 * n / number.total():.1f} %" for x, n in number.most_common() if n)
    none = " ".join(faces(x) for x in alphabet.symbols if not number[x])
    return f"letters: {', '.join(shares)}" + (f"; none has {none}" if none else "")


def _forms(lexicon: Lexicon) -> tuple[float, float]:
    """Return the shares of words that add one letter to another, and that change its last."""
    longer = changed = total = 0
    text = lexicon.words.text
    for at in range(0, len(text), max(_PIECE, len(text) // _PIECES)):
        # Forms of one stem stand together; the first word and the last one are cut.
        words = frozenset(text[at : at + _PIECE].split()[1:-1])
        beginnings = Counter(word[:-1] for word in words)
        longer += sum(word[:-1] in words for word in words)
        changed += sum(beginnings[word[:-1]] > 1 for word in words)
        total += len(words)
    return longer / max(total, 1), changed / max(total, 1)
