"""Shell completion of option values.

What knows the values is imported when a shell asks for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

import click
from click.shell_completion import CompletionItem

from patience.errors import PatienceError

SHELLS = ("bash", "zsh", "fish")

# click's environment variable for completion requests.
VARIABLE = "_PATIENCE_COMPLETE"

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete_files(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Let the shell complete file names."""
    return [CompletionItem(incomplete, type="file")]


def _names_and_files(about: Callable[[], Mapping[str, str]]) -> Completer:
    """Return a completer for names with descriptions, and for files."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return complete_files(ctx, param, incomplete) + _items(about(), incomplete)

    return complete


def _tile_sets() -> Mapping[str, str]:
    from patience.question.catalogue import TILE_SETS  # noqa: PLC0415

    return {name: about for name, (_, about) in TILE_SETS.items()}


def _lexicons() -> Mapping[str, str]:
    from patience.words.lexicon import available  # noqa: PLC0415

    return available()


def _instances() -> Mapping[str, str]:
    from patience.files.instances import shipped_instances  # noqa: PLC0415

    return dict.fromkeys(shipped_instances(), "")


complete_tiles = _names_and_files(_tile_sets)
complete_lexicons = _names_and_files(_lexicons)
complete_instances = _names_and_files(_instances)


def complete_added(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a lexicon that the user has added."""
    from patience.files.added import added_lexicons  # noqa: PLC0415

    return _items(dict.fromkeys(added_lexicons(), ""), incomplete)


def complete_kinds(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last part of speech in a comma-separated list."""
    from patience.words.tags import KINDS  # noqa: PLC0415

    return _next_in_list(dict.fromkeys(KINDS, ""), incomplete)


def complete_themes(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last subject in a comma-separated list, from the lexicon on the command line."""
    from patience.question.spec import DEFAULT_LEXICON  # noqa: PLC0415
    from patience.words.lexicon import themes  # noqa: PLC0415

    try:
        codes = themes(ctx.params.get("lexicon") or DEFAULT_LEXICON)
        return _next_in_list(codes, incomplete)
    except PatienceError:  # unknown lexicon: no proposals
        return []


def shell_script(program: click.Command, shell: str) -> str:
    """Return the completion script of a shell in `SHELLS`."""
    from click.shell_completion import get_completion_class  # noqa: PLC0415

    known = get_completion_class(shell)
    assert known is not None, "click knows the shells listed"
    return known(program, {}, "patience", VARIABLE).source()


def answer_shell(program: click.Command) -> int | None:
    """Answer a completion request and return the exit code; None without a request."""
    instruction = os.environ.get(VARIABLE)
    if not instruction:
        return None
    from click.shell_completion import shell_complete  # noqa: PLC0415

    return shell_complete(program, {}, "patience", VARIABLE, instruction)


def _items(about: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=text or None)
        for name, text in about.items()
        if name.startswith(incomplete)
    ]


def _next_in_list(about: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    before, comma, last = incomplete.rpartition(",")
    found = _items(about, last)
    return [CompletionItem(before + comma + each.value, help=each.help) for each in found]
