"""Build the shipped French lexicon from the Hunspell dictionary of Grammalecte.

    python -m scripts.data.build_lexicon FRANCAIS.dic FRANCAIS_7.aff [--oracle French.lex]

Expands the stems of DIC by the affix rules of AFF (variant "classique"), leaves out what is no
word of the game, and writes the words, their grammatical data and a manifest. With the upstream
expanded lexicon as an oracle it checks every form and lists each difference with its reason; a
difference without a reason is an error. Files may be compressed with xz.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from patience.words.tags import LITERARY, Analysis, TagTable
from patience.words.wordlist import fold, is_word
from scripts.common import ROOT
from scripts.data.affixes import (
    KEPT_VARIANTS,
    AffixFile,
    Derived,
    Entry,
    expand,
    one_of,
    parse_aff,
    parse_dic,
    stricter,
)

NAME = "fr"
LEXICONS = ROOT / "lexicons"

# Why a derived form is not in the lexicon. A form with several reasons counts under the first.
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
# Tags that some entries carry under is: although they belong under po:.
MISFILED = frozenset({"adj", "infi", "ipre"})
# Likewise origins, and what is no theme, under se:; @ marks words of the language itself.
ORIGINS_AS_THEMES = frozenset({"angl", "chin", "esp", "grec", "ita", "lat"})
NO_THEMES = frozenset({"@", "abty", "epi", "rare", "symb", "vx"})
# Themes that a few entries spell in another way than the rest.
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
# Persons, numbers, and codes of entries that never reach the lexicon: no kind of their own.
KINDLESS = frozenset(
    {"mg", "titr", "preverb", "verb", "npr", "prn", "patr", "pfx", "sfx", "err", "div", "ponc"}
    | {"sign", "epi", "sg", "1pe", "2pe", "3pe", "1sg", "2sg", "3sg", "1pl", "2pl", "3pl"}
    | {"3pl!", "1isg", "1jsg"}
)


class Form(NamedTuple):
    """A derived spelling, one analysis of it, and why it is left out; empty if it stays."""

    spelling: str
    analysis: Analysis
    reason: str


def entry_reasons(entry: Entry, table: AffixFile) -> set[str]:
    """Return why no form of an entry belongs in the lexicon; nothing if they do."""
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
    """Return why a form is left out though its entry may stay."""
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
    """Return what the lexicon keeps of the tags of an entry and of its affixes."""
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
    """Return the kind that a po: code stands for, empty for none."""
    if code in KIND_OF:
        return KIND_OF[code]
    if VERB.match(code):
        return "verb"
    if code in KINDLESS:
        return ""
    raise click.ClickException(f"unknown tag po:{code}; say in this script what it stands for")


def derive(entries: Iterable[Entry], table: AffixFile) -> Iterator[Form]:
    """Yield every form of every entry with its analysis and the first reason against it."""
    for entry in entries:
        of_entry = entry_reasons(entry, table)
        variant = one_of(entry.tags["di"], "*")
        analyses: dict[frozenset[str], Analysis] = {}
        for derived in expand(entry, table):
            form = derived._replace(variant=stricter(variant, derived.variant))
            if form.po not in analyses:
                analyses[form.po] = analysis_of(entry, form.po)
            reason = first_of(of_entry | form_reasons(form))
            yield Form(form.spelling, analyses[form.po], reason)


def first_of(reasons: set[str]) -> str:
    """Return the reason that counts, empty if there is none."""
    return next((code for code in REASONS if code in reasons), "") if reasons else ""


def collect(forms: Iterable[Form]) -> dict[str, set[Analysis]]:
    """Return the words of the lexicon, sorted, each with its analyses."""
    words: defaultdict[str, set[Analysis]] = defaultdict(set)
    for form in forms:
        if not form.reason:
            words[fold(form.spelling)].add(form.analysis)
    return dict(sorted(words.items()))


class Difference(NamedTuple):
    """A form on one side only, as one kind of word; `kinds` is empty for grammatical words."""

    spelling: str
    kinds: str
    side: str
    reason: str


# The kinds that both sides record alike; pronouns, articles and the like have none of them.
COMPARED = frozenset({"noun", "adj", "adv", "interj", "infinitive", "participle", "conjugated"})
ORACLE_KINDS = {
    "N": "noun",
    "A": "adj",
    "ÉA": "adj",
    "ÉN": "noun",
    **dict.fromkeys(("W", "ÉW", "X", "U"), "adv"),
    "J": "interj",
    "ÉJ": "interj",
    "Y": "infinitive",
    "P": "participle",
    "Q": "participle",
    **dict.fromkeys(("Ip", "Iq", "Is", "If", "K", "Sp", "Sq", "E"), "conjugated"),
}


def parse_oracle(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield spelling and kinds from lines ``form, lemma, :POS;LEX~SEM=FQ/DIC``."""
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 3 and not line.startswith("#"):
            codes = re.split(r"[;~=/#]", fields[2])[0].split(":")
            yield fields[0], signature(ORACLE_KINDS[x] for x in codes if x in ORACLE_KINDS)


def signature(kinds: Iterable[str]) -> str:
    """Return the compared kinds as one text."""
    return " ".join(sorted(COMPARED.intersection(kinds)))


def compare(forms: Iterable[Form], oracle: Iterable[tuple[str, str]]) -> list[Difference]:
    """List the forms, taken with their kinds, that lexicon and oracle do not share.

    A form that the oracle has and the lexicon lacks takes its reason from the expansion: it was
    derived, and left out for that. Where it was not derived the reason is empty.
    """
    shipped: set[tuple[str, str]] = set()
    left_out: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for form in forms:
        key = form.spelling, signature(form.analysis.kinds)
        if not form.reason:
            shipped.add(key)
        else:
            left_out[key].add(form.reason)
    theirs = set(oracle)
    differences = [Difference(*key, "lexicon", "") for key in shipped - theirs]
    for key in theirs - shipped:
        differences.append(Difference(*key, "oracle", first_of(left_out[key])))
    return sorted(differences)


def report(differences: list[Difference], words: Iterable[str]) -> str:
    """Return the page that counts the differences by reason."""
    forms: Counter[str] = Counter()
    lacking: defaultdict[str, set[str]] = defaultdict(set)
    kept = set(words)
    for each in differences:
        forms[each.reason] += 1
        word = fold(each.spelling)
        if is_word(word) and word not in kept:
            lacking[each.reason].add(word)
    rows = [
        f"| {code} | {meaning} | {forms[code]:,} | {len(lacking[code]):,} |"
        for code, meaning in REASONS.items()
        if forms[code]
    ]
    return DIFFERENCES_PAGE.format(total=len(differences), rows="\n".join(rows))


DIFFERENCES_PAGE = """\
# The lexicon against the upstream expanded lexicon

Written by `python -m scripts.data.build_lexicon --oracle`, which expands the dictionary and then
compares it with the expanded lexicon of the same release, form by form: a form is a spelling,
accents and capitals included, taken as one set of kinds (noun, adjective, adverb, interjection,
infinitive, participle, conjugated verb, or none of these). Every form of the lexicon is in the
upstream one. The other way round {total:,} forms are left out on purpose; each was derived and
has the reason that the build found in the tags of its own entry and rules, under the first of
the reasons below that holds. All are listed, one a line, in `{NAME}.differences.txt.gz`:
spelling, kinds, the side that has it, reason.

The last column counts the words A-Z that the game loses by it: without accents many of the forms
spell a word that is there anyway (*aimè*, *aime*), and others cannot be laid in tiles at all.

| reason | what it says | forms | words lost |
|---|---|---:|---:|
{rows}
""".replace("{NAME}", NAME)


def pack(data: bytes) -> bytes:
    """Compress without a name or a time: the same data give the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def manifest(words: list[str], tags: bytes, inputs: dict[str, bytes]) -> str:
    """Return the manifest: what the list is, where it comes from, and hashes to check it by."""
    lengths = sorted(Counter(map(len, words)).items())
    content = {
        "name": NAME,
        "description": f"French, every form of the dictionary: {len(words):,} words",
        "licence": "MPL-2.0",
        "source": "Dictionnaire orthographique du français 7.5, variant classique, "
        "by Olivier R. and contributors (https://grammalecte.net)",
        "inputs": {name: sha256(data) for name, data in inputs.items()},
        "words": {
            "count": len(words),
            "sha256": sha256("\n".join(words).encode()),
            "by_length": {str(length): count for length, count in lengths},
        },
        "tags": {"sha256": sha256(tags)},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def sha256(data: bytes) -> str:
    """Return a hash in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read(path: Path) -> bytes:
    """Return the content of a file, decompressed if it ends in .xz."""
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("dic", type=INPUT)
@click.argument("aff", type=INPUT)
@click.option("--oracle", type=INPUT, help="Upstream expanded lexicon to compare with.")
@click.option(
    "--output",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=LEXICONS,
    help="Folder to write to.",
)
def main(dic: Path, aff: Path, oracle: Path | None, output: Path) -> None:
    """Build the French lexicon from the Hunspell files DIC and AFF."""
    inputs = {path.name.removesuffix(".xz"): read(path) for path in (dic, aff)}
    dic_text, aff_text = (data.decode() for data in inputs.values())
    forms = list(derive(parse_dic(dic_text.splitlines()), parse_aff(aff_text.splitlines())))
    words = collect(forms)
    if oracle:
        write_differences(
            compare(forms, parse_oracle(read(oracle).decode().splitlines())), words, output
        )
    tags = TagTable.build(list(words.values())).encode()
    (output / f"{NAME}.txt.gz").write_bytes(pack("\n".join(words).encode()))
    (output / f"{NAME}.tags.gz").write_bytes(pack(tags))
    (output / f"{NAME}.json").write_text(manifest(list(words), tags, inputs), "utf-8")
    click.echo(f"{len(words):,} words written to {output}")


def write_differences(differences: list[Difference], words: Iterable[str], output: Path) -> None:
    """Write the page and the full list, unless a difference has no reason."""
    unexplained = [" ".join(each) for each in differences if not each.reason]
    if unexplained:
        raise click.ClickException(
            f"{len(unexplained)} differences without a reason: {'; '.join(unexplained[:20])}"
        )
    lines = "".join("\t".join(each) + "\n" for each in differences)
    (output / f"{NAME}.differences.txt.gz").write_bytes(pack(lines.encode()))
    (output / "DIFFERENCES.md").write_text(report(differences, words), "utf-8")
    click.echo(f"{len(differences):,} differences with the oracle, each with its reason")


if __name__ == "__main__":
    main()
