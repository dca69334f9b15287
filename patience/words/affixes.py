"""Affix files of Hunspell dictionaries: rules that make forms of stems, and what flags mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

# Directives that give a flag its meaning; PSEUDOROOT is an old name.
NEEDED, COMPOUND_PART, FORBIDDEN = "NEEDAFFIX", "ONLYINCOMPOUND", "FORBIDDENWORD"
AROUND = "CIRCUMFIX"
_MEANINGS = {
    **{name: name for name in (NEEDED, COMPOUND_PART, FORBIDDEN, AROUND, "KEEPCASE", "NOSUGGEST")},
    "PSEUDOROOT": NEEDED,
}

# Meanings of flags that a form with affixes must have, or must not.
_CONDITIONS = (NEEDED, COMPOUND_PART, AROUND)

# Ends of words, by flag, whose forms are remembered.
_MOST_KEPT = 20_000

# Directives that let words be joined.
_COMPOUNDS = frozenset({"COMPOUNDFLAG", "COMPOUNDBEGIN", "COMPOUNDRULE"})

# One character of a condition: of a list, or not of it, or itself; the dot is any.
_CHARACTER = re.compile(r"\[[^\]]*\]|.")

# The tags of an entry begin at a tab, or at a space before ``po:`` and the like.
_TAGS = re.compile(r"\t|\s+(?=[a-z]{2}:)")
# Before its flags stands a slash; an escaped one, or one at the start, belongs to the stem.
_SLASH = re.compile(r"(?<!^)(?<!\\)/")


class Rule(NamedTuple):
    """One line of an affix.

    `strip` is removed at the end of a word, or at its start by a prefix, and `add` put there, if
    `condition` holds; `flags` allow further affixes. A rule with `cross` goes with another at the
    other end.
    """

    flag: str
    prefix: bool
    cross: bool
    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]
    width: int
    tags: tuple[str, ...]

    def of(self, word: str, *, whole: bool) -> str | None:
        """Return what the rule makes of a word; None if it does not apply.

        Without `whole`, no rule strips a whole word.
        """
        if len(self.strip) >= len(word) and not (whole and self.strip == word):
            return None
        if self.prefix:
            fits = word.startswith(self.strip) and self.condition.match(word)
            return self.add + word[len(self.strip) :] if fits else None
        fits = word.endswith(self.strip) and self.condition.search(word)
        return word[: len(word) - len(self.strip)] + self.add if fits else None


class Ending(NamedTuple):
    """What one suffix, or two, make of a word.

    The last `cut` letters become `add`. The result `stands` as a word, or needs a prefix; `brings`
    has the flags of prefixes that it allows.
    """

    cut: int
    add: str
    rules: tuple[Rule, ...]
    stands: bool
    brings: tuple[str, ...]


class Entry(NamedTuple):
    """One stem of the .dic file."""

    stem: str
    flags: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass
class AffixFile:
    """An .aff file.

    Attributes
    ----------
    prefixes, suffixes : dict
        Rules by flag.
    special : dict of str to str
        Flags with a predefined meaning, by directive.
    notation : str
        How flags are written: ``long``, ``num``, ``UTF-8``, or empty for one byte each.
    encoding : str
    aliases : list of str
        Numbered sets of flags.
    fullstrip : bool
        Whether rules strip whole words.
    compounds : set of str
        Directives that let words be joined.
    mending : set of str
        Flags whose rules strip unwanted text, at once or by the flags that they bring.
    """

    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    special: dict[str, str] = field(default_factory=dict)
    notation: str = ""
    encoding: str = "utf-8"
    aliases: list[str] = field(default_factory=list)
    fullstrip: bool = False
    compounds: frozenset[str] = frozenset()
    mending: frozenset[str] = frozenset()
    _endings: dict[tuple[str, str], list[Ending]] = field(default_factory=dict, repr=False)
    _reach: dict[str, int] = field(default_factory=dict, repr=False)

    def flags(self, text: str) -> tuple[str, ...]:
        """Split a text into flags; it may be the number of an alias."""
        if self.aliases and text.isdigit():
            number = int(text) - 1
            text = self.aliases[number] if 0 <= number < len(self.aliases) else ""
        return self._split(text)

    def one(self, text: str) -> str:
        """Return the flag that a directive or an affix names."""
        return next(iter(self._split(text)), "")

    def _split(self, text: str) -> tuple[str, ...]:
        """Split a text into flags: bytes, pairs of them, characters, or numbers."""
        match self.notation:
            case "num":
                return tuple(filter(None, map(str.strip, text.split(","))))
            case "UTF-8" if self.encoding != "utf-8":
                return tuple(text.encode(self.encoding, "replace").decode("utf-8", "replace"))
            case "UTF-8":
                return tuple(text)
        if not text.isascii():
            text = text.encode(self.encoding, "replace").decode("latin-1")
        return tuple(re.findall("..", text)) if self.notation == "long" else tuple(text)

    def has(self, flags: tuple[str, ...], *names: str) -> bool:
        """Tell whether the flags include one with one of these predefined meanings."""
        return bool(flags) and any(self.special.get(name, "") in flags for name in names)

    def mends(self, flags: Iterable[str]) -> bool:
        """Tell whether some flags allow rules that strip unwanted text."""
        return not self.mending.isdisjoint(flags)

    def endings(self, word: str, flags: Iterable[str]) -> Iterator[Ending]:
        """Yield what the suffixes that some flags allow make of a word."""
        for flag in flags:
            if flag in self.suffixes:
                # The last letters decide which rules apply, and many words share them.
                end = word[-self._far(flag) :]
                found = self._endings.get((flag, end))
                if found is None:
                    if len(self._endings) >= _MOST_KEPT:
                        self._endings.clear()
                    found = self._endings[flag, end] = [*self._of(end, flag)]
                yield from found

    def stands(self, rules: tuple[Rule, ...]) -> bool:
        """Tell whether affixes, the prefix first, leave a word: nothing is missing, ends agree."""
        if self.special.keys().isdisjoint(_CONDITIONS):
            return True
        if all(self.has(rule.flags, NEEDED) for rule in rules):
            return False
        if any(self.has(rule.flags, COMPOUND_PART) for rule in rules):
            return False
        first, *rest = (self.has(rule.flags, AROUND) for rule in rules)
        # A prefix agrees with the suffix next to the stem.
        return first == (rest[0] if rest else False) if rules[0].prefix else not first

    def _of(self, end: str, flag: str) -> Iterator[Ending]:
        """Yield what each suffix of a flag makes of the end of a word, alone and with a second."""
        for first in self.suffixes[flag]:
            changed = first.of(end, whole=self.fullstrip)
            if changed is None:
                continue
            yield self._ending(len(first.strip), first.add, (first,))
            for flag_brought in first.flags:
                for second in self.suffixes.get(flag_brought, ()):
                    if second.of(changed, whole=self.fullstrip) is not None:
                        left = len(first.add) - len(second.strip)
                        cut = len(first.strip) + max(0, -left)
                        add = first.add[: max(0, left)] + second.add
                        yield self._ending(cut, add, (first, second))

    def _ending(self, cut: int, add: str, rules: tuple[Rule, ...]) -> Ending:
        brought = {x for rule in rules for x in rule.flags if x in self.prefixes}
        return Ending(cut, add, rules, self.stands(rules), tuple(sorted(brought)))

    def _far(self, flag: str) -> int:
        """Return how many last letters decide what the suffixes of a flag make of a word."""
        if flag not in self._reach:
            rules = self.suffixes[flag]
            seconds = [
                len(rule.strip) + self._near(brought) - len(rule.add)
                for rule in rules
                for brought in rule.flags
            ]
            self._reach[flag] = max(self._near(flag), *seconds, 1)
        return self._reach[flag]

    def _near(self, flag: str) -> int:
        """Return how many last letters decide which suffixes of a flag apply to a word."""
        return 1 + max((max(x.width, len(x.strip)) for x in self.suffixes.get(flag, ())), default=0)


def parse_aff(
    lines: Iterable[str],
    encoding: str = "utf-8",
    unwanted: Callable[[str], bool] = lambda text: False,
) -> AffixFile:
    """Parse an affix file, without the rules that add unwanted text which no later rule strips.

    Raises
    ------
    ValueError
        If a rule is invalid.
    """
    rows = [line.split() for line in lines if not line.lstrip().startswith("#")]
    table = AffixFile(notation=_last(rows, "FLAG"), encoding=encoding)
    # The first line gives the number of aliases.
    table.aliases = [row[1] for row in rows if row[:1] == ["AF"] and len(row) > 1][1:]
    # Rules still to come by kind and flag, and whether they cross.
    headers: dict[tuple[str, str], tuple[int, bool]] = {}
    for row in rows:
        match row:
            case ["FULLSTRIP", *_]:
                table.fullstrip = True
            case [directive, flag, *_] if directive in _MEANINGS:
                table.special[_MEANINGS[directive]] = table.one(flag)
            case [directive, *_] if directive in _COMPOUNDS:
                table.compounds |= {directive}
            case [("PFX" | "SFX") as kind, flag, first, second, *rest]:
                left, cross = headers.get((kind, flag), (0, False))
                is_header = first in {"Y", "N"} and second.isdigit()
                if (kind, flag) not in headers or (left <= 0 and is_header):
                    headers[kind, flag] = int(second), first == "Y"
                    continue
                headers[kind, flag] = left - 1, cross
                rule = _rule(table, kind == "PFX", flag, cross, [first, second, *rest])
                affixes = table.prefixes if rule.prefix else table.suffixes
                affixes.setdefault(rule.flag, []).append(rule)
    _prune(table, unwanted)
    return table


def _last(rows: list[list[str]], directive: str) -> str:
    return next((row[1] for row in reversed(rows) if row[:1] == [directive] and row[1:]), "")


def _rule(table: AffixFile, prefix: bool, flag: str, cross: bool, row: list[str]) -> Rule:
    """Parse the fields of one rule; ``0`` means an empty string."""
    strip, add, *rest = row
    text, _, flags = add.partition("/")
    condition, *tags = [*takewhile(lambda x: not x.startswith("#"), rest)] or ["."]
    # In a condition, only brackets and the dot are special.
    pattern = re.sub(r"[^\w\[\]^.]", lambda x: re.escape(x[0]), condition)
    return Rule(
        table.one(flag),
        prefix,
        cross,
        strip="" if strip == "0" else strip,
        add="" if text == "0" else text,
        flags=table.flags(flags),
        condition=re.compile(pattern if prefix else f"(?:{pattern})\\Z"),
        width=len(_CHARACTER.findall(condition)),
        tags=tuple(tags),
    )


def _prune(table: AffixFile, unwanted: Callable[[str], bool]) -> None:
    """Remove the rules that add unwanted text, but not those that a later rule can mend."""
    affixes = [*table.prefixes.values(), *table.suffixes.values()]
    mending = {rule.flag for rules in affixes for rule in rules if unwanted(rule.strip)}
    while (
        more := {
            rule.flag for rules in affixes for rule in rules if not mending.isdisjoint(rule.flags)
        }
        - mending
    ):
        mending |= more
    table.mending = frozenset(mending)
    for of in (table.prefixes, table.suffixes):
        for flag, rules in list(of.items()):
            of[flag] = [x for x in rules if table.mends(x.flags) or not unwanted(x.add)]
            if not of[flag]:
                del of[flag]


def parse_dic(lines: Iterable[str], table: AffixFile) -> Iterator[Entry]:
    """Parse a .dic file: a count, then one stem per line with flags and tags."""
    for number, line in enumerate(lines):
        head, *tags = _TAGS.split(line.rstrip())
        if head and not (number == 0 and head.strip().isdigit()):
            # The first character may be a slash: an entry of its own.
            stem, *flags = _SLASH.split(head, 1)
            yield Entry(stem.replace("\\/", "/"), table.flags("".join(flags)), tuple(tags))
