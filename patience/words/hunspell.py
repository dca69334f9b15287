"""Hunspell dictionaries: stems, unfolded by the affix file of the same name.

Compounds are not formed; a stem used only in compounds gives no word.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from patience.errors import LexiconError
from patience.words.affixes import (
    COMPOUND_PART,
    FORBIDDEN,
    NEEDED,
    AffixFile,
    Ending,
    Entry,
    Rule,
    parse_aff,
    parse_dic,
)

# More forms than any language of these alphabets has: the file is damaged.
_MAX_FORMS = 8_000_000

# Entries between two reports of progress.
_STEP = 1_000

_SET = re.compile(rb"^(?:\xef\xbb\xbf)?SET\s+(\S+)", re.MULTILINE)


class Derived(NamedTuple):
    """A stem with at most one prefix and two suffixes, and their rules, the prefix first."""

    spelling: str
    rules: tuple[Rule, ...] = ()


def words_of(
    path: Path,
    text: str,
    can_spell: Callable[[str], bool],
    tell: Callable[[float], None] = lambda share: None,
) -> tuple[Iterable[str], str]:
    """Return the words of a dictionary, and a note on how they were formed.

    Parameters
    ----------
    path : Path
        The .dic file; the affix file has the same name with ``.aff``.
    text : str
        Its content.
    can_spell : callable
        Tells whether tiles show all characters of a text; forms with others are not made.
    tell : callable
        Receives the share of the dictionary that is unfolded, now and then.

    Raises
    ------
    LexiconError
        If the affix file is damaged, now or while the words are taken.
    """
    lines, affixes = text.splitlines(), path.with_suffix(".aff")
    if not os.path.isfile(affixes):
        stems = [entry.stem for entry in parse_dic(lines, AffixFile())]
        return stems, (
            f"the stems of a Hunspell dictionary: their other forms are missing, as there is no "
            f"{affixes.name} beside it"
        )
    encoding = encoding_of(path) or "cp1252"
    try:
        rules = affixes.read_bytes().decode(encoding, "replace").removeprefix("\ufeff")
        table = parse_aff(rules.splitlines(), encoding, lambda added: not can_spell(added))
    except (ValueError, OSError, re.error):
        raise LexiconError(f"{affixes} is not a valid affix file: correct or remove it") from None
    without = f", without compounds ({', '.join(sorted(table.compounds))})"
    note = f"the forms of a Hunspell dictionary, by {affixes.name}{without * bool(table.compounds)}"
    return _bounded(_forms(lines, table, can_spell, tell), affixes), note


def encoding_of(path: Path) -> str | None:
    """Return the encoding declared in the affix file of a dictionary, if any."""
    affixes = path.with_suffix(".aff")
    found = _SET.search(affixes.read_bytes()) if os.path.isfile(affixes) else None
    try:
        return found and codecs.lookup(found[1].decode("ascii").removeprefix("microsoft-")).name
    except (LookupError, UnicodeDecodeError):
        return None


def _bounded(forms: Iterable[str], affixes: Path) -> Iterator[str]:
    for number, form in enumerate(forms):
        if number == _MAX_FORMS:
            raise LexiconError(
                f"{affixes} gives more than {_MAX_FORMS:,} forms: correct or remove it"
            )
        yield form


def _forms(
    lines: list[str],
    table: AffixFile,
    can_spell: Callable[[str], bool],
    tell: Callable[[float], None],
) -> Iterator[str]:
    """Yield the forms of all entries; of one that cannot be spelled its stem alone."""
    forbidden = _forbidden(lines, table)
    for number, entry in enumerate(parse_dic(lines, table)):
        if number % _STEP == 0:
            tell(number / len(lines))
        if not can_spell(entry.stem) and not table.mends(entry.flags):
            yield entry.stem
            continue
        for form in expand(entry, table):
            if form.spelling not in forbidden:
                yield form.spelling


def _forbidden(lines: list[str], table: AffixFile) -> frozenset[str]:
    """Return the spellings that are no words although other entries may form them.

    Of several entries with one spelling the first decides.
    """
    if FORBIDDEN not in table.special:
        return frozenset()
    found = {
        entry.stem: table.has(entry.flags, FORBIDDEN)
        for entry in reversed([*parse_dic(lines, table)])
    }
    return frozenset(stem for stem, is_forbidden in found.items() if is_forbidden)


def expand(entry: Entry, table: AffixFile) -> Iterator[Derived]:
    """Yield all forms of an entry: bare, suffixed, prefixed, and prefixed and suffixed.

    A form may come more than once.
    """
    if table.has(entry.flags, FORBIDDEN, COMPOUND_PART):
        return
    bare = Derived(entry.stem)
    if not table.has(entry.flags, NEEDED):
        yield bare
    prefixes = _prefixes(entry.flags, table)
    suffixed = []
    for ending in table.endings(entry.stem, entry.flags):
        form = _suffixed(bare.spelling, ending)
        if ending.stands:
            yield form
        if prefixes:
            suffixed.append(form)
        if ending.brings:  # a prefix that the stem does not have
            for rule in _prefixes(sorted({*ending.brings}.difference(entry.flags)), table):
                yield from _prefixed(rule, [form], table)
    for rule in prefixes:
        own = [_suffixed(bare.spelling, x) for x in table.endings(bare.spelling, rule.flags)]
        yield from _prefixed(rule, [bare, *own, *suffixed], table)


def _suffixed(stem: str, ending: Ending) -> Derived:
    return Derived(stem[: len(stem) - ending.cut] + ending.add, ending.rules)


def _prefixes(flags: Iterable[str], table: AffixFile) -> list[Rule]:
    return [rule for flag in flags for rule in table.prefixes.get(flag, ())]


def _prefixed(rule: Rule, forms: Iterable[Derived], table: AffixFile) -> Iterator[Derived]:
    """Yield each form with a prefix before it, where the rules allow both."""
    for form in forms:
        if form.rules and not (rule.cross and all(each.cross for each in form.rules)):
            continue
        spelling = rule.of(form.spelling, whole=table.fullstrip)
        rules = (rule, *form.rules)
        if spelling is not None and table.stands(rules):
            yield Derived(spelling, rules)
