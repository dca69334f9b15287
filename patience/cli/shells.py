"""Shell completion of option values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

from patience.errors import PatienceError
from patience.question.catalogue import TILE_SETS
from patience.question.spec import DEFAULT_LEXICON
from patience.words.lexicon import available, themes
from patience.words.tags import KINDS

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete_files(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Let the shell complete file names."""
    return [CompletionItem(incomplete, type="file")]


def _names_and_files(about: Callable[[], Iterable[str]]) -> Completer:
    """Return a completer for names with descriptions, and for files."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return complete_files(ctx, param, incomplete) + _items(about(), incomplete)

    return complete


def _instances() -> list[str]:
    from patience.files.instances import shipped_instances  # noqa: PLC0415 (most need none)

    return shipped_instances()


complete_tiles = _names_and_files(lambda: {name: x[1] for name, x in TILE_SETS.items()})
complete_lexicons = _names_and_files(available)
complete_instances = _names_and_files(_instances)


def complete_added(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a lexicon that the user has added."""
    from patience.files.added import added_lexicons  # noqa: PLC0415 (as above)

    return _items(added_lexicons(), incomplete)


def complete_kinds(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last part of speech in a comma-separated list."""
    return _next_in_list(KINDS, incomplete)


def complete_themes(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last subject in a comma-separated list, from the lexicon on the command line."""
    try:
        codes = themes(ctx.params.get("lexicon") or DEFAULT_LEXICON)
        return _next_in_list(codes, incomplete)
    except PatienceError:  # unknown lexicon: no proposals
        return []


def _items(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    about = names if isinstance(names, Mapping) else {}
    found = (name for name in names if name.startswith(incomplete))
    return [CompletionItem(name, help=about.get(name) or None) for name in found]


def _next_in_list(about: Iterable[str], incomplete: str) -> list[CompletionItem]:
    before, comma, last = incomplete.rpartition(",")
    found = _items(about, last)
    return [CompletionItem(before + comma + each.value, help=each.help) for each in found]
