"""Expand the French Hunspell dictionary into all its forms, with the tags of their rules.

Elisions (l', d', qu' ...) are not derived: they are two words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from patience.words import affixes, hunspell
from patience.words.affixes import AffixFile, Rule

# Variants of the dictionary in "classique": all (*), classic, M and X. The others are R, the
# spelling reform of 1990, and A, further variants.
KEPT_VARIANTS = frozenset("*MCX")

UNIT_SYMBOL_FLAG = "U."


class Entry(NamedTuple):
    """One stem of the .dic file."""

    stem: str
    flags: tuple[str, ...]
    tags: defaultdict[str, frozenset[str]]


class Derived(NamedTuple):
    """A stem with at most a prefix and two suffixes."""

    spelling: str
    po: frozenset[str] = frozenset()
    variant: str = "*"
    unit_symbol: bool = False


def parse_dic(lines: Iterable[str], table: AffixFile) -> Iterator[Entry]:
    """Read a .dic file: a count, then one stem per line with flags and tab-separated tags."""
    for stem, flags, tags in affixes.parse_dic(lines, table):
        yield Entry(stem, flags, parse_tags(tags))


def parse_tags(tags: Iterable[str]) -> defaultdict[str, frozenset[str]]:
    """Group tags such as ``po:nom`` by the part before the colon."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for tag in tags:
        kind, _, value = tag.partition(":")
        groups[kind].add(value)
    return defaultdict(frozenset, {kind: frozenset(values) for kind, values in groups.items()})


def one_of(values: frozenset[str], default: str) -> str:
    """Return the single value of a tag, or the default."""
    return next(iter(values), default)


def expand(entry: Entry, table: AffixFile) -> Iterator[Derived]:
    """Yield all forms of an entry: bare, suffixed, prefixed, and prefixed with suffixes."""
    for form in hunspell.expand(affixes.Entry(entry.stem, entry.flags, ()), table):
        if any("'" in rule.add for rule in form.rules):
            continue
        po: frozenset[str] = frozenset()
        variant = "*"
        for rule in form.rules:
            po |= _tags(rule)["po"]
            variant = stricter(variant, one_of(_tags(rule)["di"], "*"))
        unit_symbol = any(rule.flag == UNIT_SYMBOL_FLAG for rule in form.rules)
        yield Derived(form.spelling, po, variant, unit_symbol)


@cache
def _tags(rule: Rule) -> defaultdict[str, frozenset[str]]:
    return parse_tags(rule.tags)


def stricter(first: str, second: str) -> str:
    """Return the variant of a form with two variants: the one outside `KEPT_VARIANTS`, if any."""
    return second if first in KEPT_VARIANTS else first
