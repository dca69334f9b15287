"""The forms of a Hunspell dictionary, with their grammar and the reason for exclusion, if any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import click

from patience.words.affixes import AffixFile
from patience.words.tags import LITERARY, Analysis
from patience.words.wordlist import fold, is_word
from scripts.data.affixes import KEPT_VARIANTS, Derived, Entry, expand, one_of, stricter

# Reasons to exclude a derived form. A form with several reasons counts under the first.
REASONS: Final = {
    "reform": "spelling of the 1990 reform alone (`di:R`), not of the variant *classique*",
    "variant": "spelling of the variant *toutes variantes* alone (`di:A`)",
    "unit": "unit or internet suffix (flag `\\|\\|`), or unit symbol by prefix (flag `U.`: mHz)",
    "single": "entry of a single character",
    "symbol": "symbol, acronym, formula or abbreviation (`lx:symb`, `sig`, `cc`, `abty`)",
    "numeral": "roman numeral or elided word (flag `--`: XVIII, QU)",
    "affix": "prefix, suffix or error, no word (`po:pfx`, `po:sfx`, `po:err`)",
    "name": "proper noun (`po:npr`, `po:prn`, `po:patr`)",
    "capital": "no proper noun by its tag, but written with a capital: a river, a region, a firm",
    "abbreviation": "abbreviation that is written, not spoken (`lx:abr` without a vowel: PT, VS)",
    "fragment": "part of a foreign or abbreviated phrase, never alone (only `po:loc.*`, with "
    "`et:` or `lx:abr`: AB, AD)",
    "hyphen": "written with a hyphen",
    "apostrophe": "written with an apostrophe",
    "space": "written with a space",
    "character": "with digits or other characters that are no letters A to Z",
}

DROPPED_LX = frozenset({"symb", "sig", "cc", "abty"})
DROPPED_PO = {
    **dict.fromkeys(("npr", "prn", "patr"), "name"),
    **dict.fromkeys(("pfx", "sfx", "err"), "affix"),
}
CHARACTERS = {
    "-": "hyphen",
    "'": "apostrophe",
    "\N{RIGHT SINGLE QUOTATION MARK}": "apostrophe",
    " ": "space",
}

TENSES = frozenset({"ipre", "iimp", "ipsi", "ifut", "cond", "spre", "simp", "impe"})
LITERARY_TENSES = frozenset({"ipsi", "simp"})
VERB = re.compile(r"v\d")
# Tags that some entries have under is: although they belong under po:.
MISFILED = frozenset({"adj", "infi", "ipre"})
# Likewise origins, which are no themes, under se:; @ marks words of the language itself.
ORIGINS_AS_THEMES = frozenset({"angl", "chin", "esp", "grec", "ita", "lat"})
NO_THEMES = frozenset({"@", "abty", "epi", "rare", "symb", "vx"})
# Themes that a few entries spell differently.
THEME_SPELLED = {
    "arts": "art",
    "biol": "bio",
    "chasse": "chass",
    "dr": "droit",
    "edu": "édu",
    "ling": "lingu",
    "pol": "polit",
    "tech": "techni",
    "vidéo": "video",
    "zoo": "zool",
    "éthno": "ethno",
}
# The dictionary's po: codes as kinds of the package; an unlisted one is an error.
KIND_OF = {
    "nom": "noun",
    "adj": "adj",
    **dict.fromkeys(("adv", "advint", "negadv"), "adv"),
    **dict.fromkeys(("prodem", "proind", "proint", "proneg", "prorel", "proadv"), "pron"),
    **dict.fromkeys(("properobj", "propersuj"), "pron"),
    **dict.fromkeys(("det", "detdem", "detex", "detind", "detneg", "detpos"), "det"),
    **dict.fromkeys(("prep", "prepv"), "prep"),
    **dict.fromkeys(("cj", "cjco", "cjsub"), "conj"),
    "interj": "interj",
    **dict.fromkeys(("nb", "nbro"), "num"),
    "infi": "infinitive",
    **dict.fromkeys(("ppas", "ppre"), "participle"),
    **dict.fromkeys(TENSES, "conjugated"),
}
# Persons, numbers, and codes of entries that never reach the lexicon: without a kind.
KINDLESS = frozenset(
    {"mg", "titr", "preverb", "verb", "npr", "prn", "patr", "pfx", "sfx", "err", "div", "ponc"}
    | {"sign", "epi", "sg", "1pe", "2pe", "3pe", "1sg", "2sg", "3sg", "1pl", "2pl", "3pl"}
    | {"3pl!", "1isg", "1jsg"}
)


class Form(NamedTuple):
    """A derived spelling, one analysis of it, and its reason for exclusion; empty if it stays."""

    spelling: str
    analysis: Analysis
    reason: str
    lemma: str


def entry_reasons(entry: Entry, table: AffixFile) -> set[str]:
    """Return the reasons to exclude all forms of an entry."""
    po, lx = entry.tags["po"], entry.tags["lx"]
    reasons = {DROPPED_PO[code] for code in po if code in DROPPED_PO}
    tests = {
        "capital": entry.stem[0].isupper(),
        "symbol": bool(lx & DROPPED_LX),
        "abbreviation": "abr" in lx and not set(fold(entry.stem)) & set("AEIOUY"),
        "unit": table.special.get("KEEPCASE") in entry.flags,
        "numeral": table.special.get("NOSUGGEST") in entry.flags,
        "fragment": is_fragment(entry),
        "single": len(entry.stem) == 1,
    }
    return reasons | {reason for reason, holds in tests.items() if holds}


def is_fragment(entry: Entry) -> bool:
    """Tell whether an entry occurs only in set phrases, foreign or abbreviated ones."""
    only_in_phrases = all(code.startswith("loc.") for code in entry.tags["po"])
    return only_in_phrases and bool(entry.tags["et"] or "abr" in entry.tags["lx"])


def form_reasons(form: Derived) -> set[str]:
    """Return the reasons to exclude a form of an entry that stays."""
    reasons = set()
    if form.variant not in KEPT_VARIANTS:
        reasons.add("reform" if form.variant == "R" else "variant")
    if form.unit_symbol:
        reasons.add("unit")
    if not is_word(fold(form.spelling)):
        found = {CHARACTERS[x] for x in form.spelling if x in CHARACTERS}
        reasons |= found or {"character"}
    return reasons


def analysis_of(entry: Entry, po: frozenset[str]) -> Analysis:
    """Return the analysis of an entry from its tags and those of its affixes."""
    codes = {code.removeprefix("loc.") for code in po | entry.tags["po"]}
    codes |= entry.tags["is"] & MISFILED
    kinds = {kind_of(code) for code in codes} - {""}
    if codes & TENSES and codes & TENSES <= LITERARY_TENSES:
        kinds.add(LITERARY)
    themes = entry.tags["se"]
    return Analysis(
        frozenset(kinds),
        frozenset(THEME_SPELLED.get(x, x) for x in themes - NO_THEMES - ORIGINS_AS_THEMES),
        int(one_of(entry.tags["fq"], "0")),
        entry.tags["et"] | (themes & ORIGINS_AS_THEMES),
    )


def kind_of(code: str) -> str:
    """Return the kind of a po: code, or an empty string."""
    if code in KIND_OF:
        return KIND_OF[code]
    if VERB.match(code):
        return "verb"
    if code in KINDLESS:
        return ""
    raise click.ClickException(f"unknown tag po:{code}; say in this script what it stands for")


def derive(entries: Iterable[Entry], table: AffixFile) -> Iterator[Form]:
    """Yield every form of every entry with its analysis and its first reason for exclusion."""
    for entry in entries:
        of_entry = entry_reasons(entry, table)
        variant = one_of(entry.tags["di"], "*")
        analyses: dict[frozenset[str], Analysis] = {}
        for derived in expand(entry, table):
            form = derived._replace(variant=stricter(variant, derived.variant))
            if form.po not in analyses:
                analyses[form.po] = analysis_of(entry, form.po)
            reason = first_of(of_entry | form_reasons(form))
            yield Form(form.spelling, analyses[form.po], reason, entry.stem)


def first_of(reasons: set[str]) -> str:
    """Return the first reason in the order of `REASONS`, or an empty string."""
    return next((code for code in REASONS if code in reasons), "") if reasons else ""
