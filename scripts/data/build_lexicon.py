"""Build the shipped French lexicon from the Hunspell dictionary of Grammalecte.

    python -m scripts.data.build_lexicon FRANCAIS.dic FRANCAIS_7.aff [--oracle French.lex]

Expands the stems of DIC by the affix rules of AFF (variant "classique"), drops the forms that the
game excludes, and writes the words, their grammar, lemmas and spellings, and a manifest. With the
upstream expanded lexicon as an oracle it checks every form and lists each difference with its
reason; a difference without a reason is an error. Files may be compressed with xz.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import click

from patience.words.affixes import parse_aff
from patience.words.lemmas import ORDER, Origin
from patience.words.tags import KINDS, Analysis
from patience.words.wordlist import fold, is_word
from scripts.common import ROOT
from scripts.data.affixes import parse_dic
from scripts.data.forms import REASONS, Form, derive, first_of

T = TypeVar("T")
Row = tuple[str | int, ...]

NAME = "fr"
LEXICONS = ROOT / "lexicons"


def collect(forms: Iterable[Form]) -> dict[str, set[tuple[Analysis, str]]]:
    """Return the words of the lexicon, sorted, each with its analyses and their lemmas."""
    words: defaultdict[str, set[tuple[Analysis, str]]] = defaultdict(set)
    for form in forms:
        if not form.reason:
            words[fold(form.spelling)].add((form.analysis, form.lemma))
    return dict(sorted(words.items()))


def spellings(forms: Iterable[Form]) -> dict[str, tuple[str, ...]]:
    """Return how each word is written, as `accents_of` gives it: frequent ones, nouns first."""
    found: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    for form in forms:
        if not form.reason:
            kinds, known = form.analysis.kinds, found[fold(form.spelling)]
            kind = min((n for n, kind in enumerate(KINDS) if kind in kinds), default=len(KINDS))
            rank = -form.analysis.frequency, kind
            known[form.spelling] = min(rank, known.get(form.spelling, rank))
    return {
        word: tuple(accents_of(x) for x in sorted(known, key=lambda x: (known[x], x)))
        for word, known in found.items()
    }


class Difference(NamedTuple):
    """A form found on one side only, with its kinds; `kinds` is empty for grammatical words."""

    spelling: str
    kinds: str
    side: str
    reason: str


# Kinds that both sides record alike; pronouns, articles and the like have none of them.
COMPARED = frozenset({"noun", "adj", "adv", "interj", "infinitive", "participle", "conjugated"})
ORACLE_KINDS = {
    **dict.fromkeys(("N", "ÉN"), "noun"),
    **dict.fromkeys(("A", "ÉA"), "adj"),
    **dict.fromkeys(("W", "ÉW", "X", "U"), "adv"),
    **dict.fromkeys(("J", "ÉJ"), "interj"),
    "Y": "infinitive",
    **dict.fromkeys(("P", "Q"), "participle"),
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
    """List the forms, with their kinds, that lexicon and oracle do not share.

    A form that only the oracle has takes its reason from the expansion, if it was derived and then
    excluded. The reason is empty if it was not derived.
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
    """Return the Markdown page that counts the differences by reason."""
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


def accents_of(spelling: str) -> str:
    """Return what a spelling has in place of plain letters: ``1â``, separated by spaces."""
    accents, place = [], 0
    for x in spelling:
        letters = fold(x)
        if letters != x.upper():
            accents.append(f"{place}{x}")
        place += len(letters)
    return " ".join(accents)


def origin_of(kinds: frozenset[str], lemma: str, word: str) -> Origin:
    """Return how a lemma gives a word."""
    plain = fold(lemma)
    kept = len([*takewhile(lambda x: x[0] == x[1], zip(plain, word, strict=False))])
    ordered = tuple(sorted(kinds, key=ORDER.index))
    return Origin(ordered, len(word) - kept, plain[kept:].lower(), accents_of(lemma))


def tag_row(analysis: Analysis) -> Row:
    """Return an analysis as texts and a number."""
    return tuple(x if isinstance(x, int) else " ".join(sorted(x)) for x in analysis)


def encoded(readings: Sequence[AbstractSet[T]], row: Callable[[T], Row]) -> bytes:
    """Return the analyses of each word as `PerWord.decode` reads them; equal ones stand once."""
    analyses = sorted({each for reading in readings for each in reading}, key=row)
    number = {each: n for n, each in enumerate(analyses)}
    numbered = [tuple(sorted(map(number.__getitem__, reading))) for reading in readings]
    distinct = {reading: n for n, reading in enumerate(sorted(set(numbered)))}
    tables = {"analyses": list(map(row, analyses)), "readings": list(distinct)}
    header = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
    of_word = struct.pack(f"<{len(numbered)}H", *map(distinct.__getitem__, numbered))
    return header.encode() + b"\n" + of_word


def pack(data: bytes) -> bytes:
    """Compress without name or time, so that the same data give the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def manifest(
    about: dict[str, str],
    words: list[str],
    inputs: dict[str, bytes],
    tables: Mapping[str, bytes] = MappingProxyType({}),
) -> str:
    """Return the manifest: description, provenance and hashes of the list."""
    lengths = sorted(Counter(map(len, words)).items())
    content = {
        **about,
        "inputs": {name: sha256(data) for name, data in inputs.items()},
        "words": {
            "count": len(words),
            "sha256": sha256("\n".join(words).encode()),
            "by_length": {str(length): count for length, count in lengths},
        },
        **{what: {"sha256": sha256(table)} for what, table in tables.items()},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def sha256(data: bytes) -> str:
    """Return the SHA-256 hash in hexadecimal."""
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
    affixes = parse_aff(aff_text.splitlines())
    forms = list(derive(parse_dic(dic_text.splitlines(), affixes), affixes))
    words = collect(forms)
    if oracle:
        write_differences(
            compare(forms, parse_oracle(read(oracle).decode().splitlines())), words, output
        )
    origins = [
        {origin_of(each.kinds, lemma, word) for each, lemma in found}
        for word, found in words.items()
    ]
    written = spellings(forms)
    tables = {
        "tags": encoded([{each for each, _ in found} for found in words.values()], tag_row),
        "lemmas": encoded(origins, lambda origin: (" ".join(origin.kinds), *origin[1:])),
        "accents": encoded([{written[word]} for word in words], tuple),
    }
    (output / f"{NAME}.txt.gz").write_bytes(pack("\n".join(words).encode()))
    for what, table in tables.items():
        (output / f"{NAME}.{what}.gz").write_bytes(pack(table))
    about = {
        "name": NAME,
        "description": f"French, every form of the dictionary: {len(words):,} words",
        "licence": "MPL-2.0",
        "source": "Dictionnaire orthographique du français 7.5, variant classique, "
        "by Olivier R. and contributors (https://grammalecte.net)",
        "alphabet": NAME,
    }
    (output / f"{NAME}.json").write_text(manifest(about, list(words), inputs, tables), "utf-8")
    click.echo(f"{len(words):,} words written to {output}")


def write_differences(differences: list[Difference], words: Iterable[str], output: Path) -> None:
    """Write the page and the full list of differences; fail if one has no reason."""
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
