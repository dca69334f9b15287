"""Expand a Hunspell dictionary with two-character flags (``FLAG long``) into all its forms.

Debian's unmunch cannot read such flags. Elisions (l', d', qu' ...) are not derived: they are two
words. CIRCUMFIX and FORBIDDENWORD, which the French dictionary never uses, are not supported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import click

# Variants of the dictionary that "classique" is made of: all (*), classic, M and X; the others
# are R, the spelling reform of 1990, and A, further variants.
KEPT_VARIANTS = frozenset("*MCX")

UNIT_SYMBOL_FLAG = "U."


class Rule(NamedTuple):
    """One line of an affix: strip, add, when, and what may follow."""

    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]
    po: frozenset[str]
    variant: str


@dataclass
class Affix:
    """A named group of rules."""

    prefix: bool
    cross: bool
    rules: list[Rule] = field(default_factory=list)


@dataclass
class AffixFile:
    """The affixes of a Hunspell .aff file and the flags that have a meaning of their own."""

    affixes: dict[str, Affix]
    special: dict[str, str]

    def select(self, flags: Iterable[str], *, prefix: bool) -> Iterator[tuple[str, Affix]]:
        """Yield the affixes among flags that are prefixes, or suffixes."""
        for flag in flags:
            affix = self.affixes.get(flag)
            if affix and affix.prefix == prefix:
                yield flag, affix

    def is_virtual(self, flags: tuple[str, ...]) -> bool:
        """Tell whether flags say that the bare stem is no form."""
        return self.special.get("NEEDAFFIX", "") in flags


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


def parse_aff(lines: Iterable[str]) -> AffixFile:
    """Read an affix file; elisions (rules that add an apostrophe) are left out."""
    table = AffixFile({}, {})
    for line in lines:
        fields = line.partition("#")[0].split()
        match fields:
            case [("FLAG" | "NEEDAFFIX" | "KEEPCASE" | "NOSUGGEST") as directive, flag]:
                table.special[directive] = flag
            case [("PFX" | "SFX") as kind, flag, *_] if flag not in table.affixes:
                table.affixes[flag] = Affix(prefix=kind == "PFX", cross=fields[2] == "Y")
            case ["PFX" | "SFX", flag, strip, add, condition, *tags] if (
                "'" not in add.split("/")[0]
            ):
                affix = table.affixes[flag]
                affix.rules.append(parse_rule(strip, add, condition, tags, prefix=affix.prefix))
    if table.special.get("FLAG") != "long":
        raise click.ClickException("the affix file has no line 'FLAG long': no other is supported")
    return table


def parse_rule(strip: str, add: str, condition: str, tags: list[str], *, prefix: bool) -> Rule:
    """Read the fields of one rule; ``0`` stands for nothing."""
    text, _, flags = add.partition("/")
    by_kind = parse_tags(tags)
    return Rule(
        strip="" if strip == "0" else strip,
        add="" if text == "0" else text,
        flags=split_flags(flags),
        condition=re.compile(condition if prefix else f"(?:{condition})$"),
        po=by_kind["po"],
        variant=one_of(by_kind["di"], "*"),
    )


def parse_dic(lines: Iterable[str]) -> Iterator[Entry]:
    """Read a .dic file: a count, then one stem a line with flags and tab-separated tags."""
    for number, line in enumerate(lines):
        head, *tags = line.rstrip("\r\n").split("\t")
        if number and head:
            # Not before the second character: the slash itself is an entry.
            rest, _, flags = head[1:].partition("/")
            yield Entry(head[0] + rest, split_flags(flags), parse_tags(tags))


def parse_tags(tags: Iterable[str]) -> defaultdict[str, frozenset[str]]:
    """Group ``po:nom`` and the like by what stands before the colon."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for tag in tags:
        kind, _, value = tag.partition(":")
        groups[kind].add(value)
    return defaultdict(frozenset, {kind: frozenset(values) for kind, values in groups.items()})


def one_of(values: frozenset[str], default: str) -> str:
    """Return the one value of a tag that stands at most once."""
    return next(iter(values), default)


def split_flags(flags: str) -> tuple[str, ...]:
    """Cut ``FLAG long`` flags: two characters each."""
    return tuple(flags[i : i + 2] for i in range(0, len(flags), 2))


def expand(entry: Entry, table: AffixFile) -> Iterator[Derived]:
    """Yield all forms of an entry: bare, suffixed, prefixed, and prefixed with suffixes."""
    if not table.is_virtual(entry.flags):
        yield Derived(entry.stem)
    yield from suffixed(Derived(entry.stem), entry.flags, table)
    for flag, affix in table.select(entry.flags, prefix=True):
        suffixes = table.select(entry.flags, prefix=False)
        crossing = tuple(f for f, suffix in suffixes if affix.cross and suffix.cross)
        for rule in affix.rules:
            if entry.stem.startswith(rule.strip) and rule.condition.match(entry.stem):
                spelling = rule.add + entry.stem[len(rule.strip) :]
                form = Derived(spelling, rule.po, rule.variant, flag == UNIT_SYMBOL_FLAG)
                if not table.is_virtual(rule.flags):
                    yield form
                yield from suffixed(form, rule.flags + crossing, table)


def suffixed(form: Derived, flags: Iterable[str], table: AffixFile) -> Iterator[Derived]:
    """Yield a form with each of its suffixes, and with the suffixes that these allow."""
    for _, affix in table.select(flags, prefix=False):
        for rule in affix.rules:
            if form.spelling.endswith(rule.strip) and rule.condition.search(form.spelling):
                longer = form._replace(
                    spelling=form.spelling.removesuffix(rule.strip) + rule.add,
                    po=form.po | rule.po,
                    variant=stricter(form.variant, rule.variant),
                )
                if not table.is_virtual(rule.flags):
                    yield longer
                yield from suffixed(longer, rule.flags, table)


def stricter(first: str, second: str) -> str:
    """Return the variant that two together belong to: the one that is not kept, if either."""
    return second if first in KEPT_VARIANTS else first
