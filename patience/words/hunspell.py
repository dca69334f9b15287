"""Hunspell dictionaries: stems, expanded by the affix file of the same name.

Compounds and CIRCUMFIX are not supported; a stem used only in compounds gives no word.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from patience.errors import LexiconError

# Flags with a predefined meaning.
_SPECIAL = ("NEEDAFFIX", "ONLYINCOMPOUND", "FORBIDDENWORD", "KEEPCASE", "NOSUGGEST")

# More forms than any language of this alphabet has: the file is damaged.
_MOST_FORMS = 8_000_000

# Deeper nesting than any dictionary has: a damaged one could recurse without end.
_MOST_AFFIXES = 4

_SET = re.compile(rb"^(?:\xef\xbb\xbf)?SET\s+(\S+)", re.MULTILINE)

# The tags of an entry begin at a tab, or at a space before ``po:`` and the like.
_TAGS = re.compile(r"\t|\s+(?=[a-z]{2}:)")


class Rule(NamedTuple):
    """One line of an affix: what to strip and add, its condition, and flags for further affixes."""

    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]
    tags: tuple[str, ...]


@dataclass
class Affix:
    """A named group of rules."""

    prefix: bool
    cross: bool
    rules: list[Rule] = field(default_factory=list)


@dataclass
class AffixFile:
    """An .aff file: affixes, flags with a predefined meaning, flag notation and flag aliases."""

    affixes: dict[str, Affix] = field(default_factory=dict)
    special: dict[str, str] = field(default_factory=dict)
    notation: str = ""
    aliases: list[str] = field(default_factory=list)

    def flags(self, text: str) -> tuple[str, ...]:
        """Split a text into flags: single characters, pairs, numbers, or the number of an alias."""
        if self.aliases and text.isdigit():
            number = int(text) - 1
            text = self.aliases[number] if 0 <= number < len(self.aliases) else ""
        match self.notation:
            case "long":
                return tuple(text[i : i + 2] for i in range(0, len(text), 2))
            case "num":
                return tuple(text.split(",")) if text else ()
        return tuple(text)

    def has(self, flags: tuple[str, ...], *names: str) -> bool:
        """Tell whether the flags include one with one of these predefined meanings."""
        return any(self.special.get(name, "") in flags for name in names)

    def select(self, flags: Iterable[str], *, prefix: bool) -> Iterator[tuple[str, Affix]]:
        """Yield the prefixes, or the suffixes, among some flags."""
        for flag in flags:
            affix = self.affixes.get(flag)
            if affix and affix.prefix == prefix:
                yield flag, affix


class Entry(NamedTuple):
    """One stem of the .dic file."""

    stem: str
    flags: tuple[str, ...]
    tags: tuple[str, ...]


class Derived(NamedTuple):
    """A stem with at most one prefix and two suffixes, and the rules applied."""

    spelling: str
    rules: tuple[tuple[str, Rule], ...] = ()


def words_of(path: Path, text: str) -> tuple[list[str], str]:
    """Return the words of a dictionary, and a note on how they were formed.

    `text` is the content of the .dic file `path`; the affix file has the same name with ``.aff``.

    Raises
    ------
    LexiconError
        If the affix file is damaged.
    """
    lines, affixes = text.splitlines(), path.with_suffix(".aff")
    if not os.path.isfile(affixes):
        stems = [entry.stem for entry in parse_dic(lines, AffixFile())]
        return stems, (
            f"the stems of a Hunspell dictionary: their other forms are missing, as there is no "
            f"{affixes.name} beside it"
        )
    try:
        rules = affixes.read_bytes().decode(encoding_of(path) or "cp1252", "replace")
        table = parse_aff(rules.splitlines())
        forms = (form for entry in parse_dic(lines, table) for form in expand(entry, table))
        words = [form.spelling for form in islice(forms, _MOST_FORMS + 1)]
    except (ValueError, KeyError, OSError, re.error):
        raise LexiconError(f"{affixes} is not a valid affix file: correct or remove it") from None
    if len(words) > _MOST_FORMS:
        raise LexiconError(f"{affixes} gives more than {_MOST_FORMS:,} forms: correct or remove it")
    return words, f"the forms of a Hunspell dictionary, by {affixes.name}"


def encoding_of(path: Path) -> str | None:
    """Return the encoding declared in the affix file of a dictionary, if any."""
    affixes = path.with_suffix(".aff")
    found = _SET.search(affixes.read_bytes()) if os.path.isfile(affixes) else None
    try:
        return found and codecs.lookup(found[1].decode("ascii").removeprefix("microsoft-")).name
    except (LookupError, UnicodeDecodeError):
        return None


def parse_aff(lines: Iterable[str]) -> AffixFile:
    """Parse an affix file, without elisions (rules that add an apostrophe): they give two words.

    Raises
    ------
    ValueError
        If a rule is invalid.
    """
    table = AffixFile()
    for line in lines:
        match line.partition("#")[0].split():
            case ["FLAG", notation]:
                table.notation = notation
            case ["AF", _, *_] if not table.aliases and "AF" not in table.special:
                table.special["AF"] = ""  # the first line gives the number of aliases
            case ["AF", flags, *_]:
                table.aliases.append(flags)
            case [directive, flag, *_] if directive in _SPECIAL:
                table.special[directive] = flag
            case [("PFX" | "SFX") as kind, flag, cross, *_] if flag not in table.affixes:
                table.affixes[flag] = Affix(prefix=kind == "PFX", cross=cross == "Y")
            case ["PFX" | "SFX", flag, strip, add, *rest] if "'" not in add.split("/")[0]:
                table.affixes[flag].rules.append(_rule(table, flag, strip, add, rest))
    return table


def _rule(table: AffixFile, flag: str, strip: str, add: str, rest: list[str]) -> Rule:
    """Parse the fields of one rule; ``0`` means an empty string."""
    text, _, flags = add.partition("/")
    # In a condition, only brackets and the dot are special.
    condition = re.sub(r"[^\w\[\]^.]", lambda x: re.escape(x[0]), rest[0] if rest else ".")
    return Rule(
        strip="" if strip == "0" else strip,
        add="" if text == "0" else text,
        flags=table.flags(flags),
        condition=re.compile(condition if table.affixes[flag].prefix else f"(?:{condition})$"),
        tags=tuple(rest[1:]),
    )


def parse_dic(lines: Iterable[str], table: AffixFile) -> Iterator[Entry]:
    """Parse a .dic file: a count, then one stem per line with flags and tags."""
    for number, line in enumerate(lines):
        head, *tags = _TAGS.split(line.rstrip())
        if head and not (number == 0 and head.strip().isdigit()):
            # The first character may be a slash: an entry of its own.
            rest, _, flags = head[1:].partition("/")
            yield Entry(head[0] + rest, table.flags(flags), tuple(tags))


def expand(entry: Entry, table: AffixFile) -> Iterator[Derived]:
    """Yield all forms of an entry: bare, suffixed, prefixed, and prefixed and suffixed."""
    if table.has(entry.flags, "FORBIDDENWORD", "ONLYINCOMPOUND"):
        return
    bare = Derived(entry.stem)
    if not table.has(entry.flags, "NEEDAFFIX"):
        yield bare
    yield from _suffixed(bare, entry.flags, table)
    suffixes = [flag for flag, affix in table.select(entry.flags, prefix=False) if affix.cross]
    for flag, affix in table.select(entry.flags, prefix=True):
        crossing = tuple(suffixes) if affix.cross else ()
        for rule in affix.rules:
            if entry.stem.startswith(rule.strip) and rule.condition.match(entry.stem):
                form = Derived(rule.add + entry.stem[len(rule.strip) :], ((flag, rule),))
                if not table.has(rule.flags, "NEEDAFFIX"):
                    yield form
                yield from _suffixed(form, rule.flags + crossing, table)


def _suffixed(form: Derived, flags: Iterable[str], table: AffixFile) -> Iterator[Derived]:
    """Yield a form with each of its suffixes, and with the suffixes that these allow."""
    if len(form.rules) > _MOST_AFFIXES:
        return
    for flag, affix in table.select(flags, prefix=False):
        for rule in affix.rules:
            if form.spelling.endswith(rule.strip) and rule.condition.search(form.spelling):
                spelling = form.spelling.removesuffix(rule.strip) + rule.add
                longer = Derived(spelling, (*form.rules, (flag, rule)))
                if not table.has(rule.flags, "NEEDAFFIX"):
                    yield longer
                yield from _suffixed(longer, rule.flags, table)
