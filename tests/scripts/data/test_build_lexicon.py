"""The expander and the builder, on a small dictionary that has every trap of the real one."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from patience.words import lexicon, named
from patience.words.accents import spelled_forms
from patience.words.affixes import parse_aff
from patience.words.tags import Analysis, TagTable
from scripts.common import ROOT
from scripts.data import affixes
from scripts.data import forms as forms_
from scripts.data.build_lexicon import encoded, tag_row

AFF = """\
# a comment
SET UTF-8
FLAG long
FULLSTRIP
NEEDAFFIX ()
KEEPCASE ||
NOSUGGEST --
PFX L' Y 2
PFX L' 0 l' . dp:le
PFX L' o l'O o dp:le # WORKAROUND
PFX Um Y 4
PFX Um 0 0/S. .
PFX Um 0 d'/S.() [aeiou]
PFX Um 0 kilo/S.() .
PFX Um 0 péta/S.() . di:R
PFX Ui Y 1
PFX Ui 0 kilo .
PFX U. N 1
PFX U. 0 k .
PFX Re Y 1
PFX Re r rer r
SFX S. Y 2
SFX S. 0 0/L' [^sxz] is:sg
SFX S. 0 s [^sxz] is:pl
SFX X. Y 2
SFX X. 0 0/L' al is:sg
SFX X. al aux al is:pl
SFX f0 Y 1
SFX f0 avoir eu avoir po:ppas po:adj
SFX a0 Y 5
SFX a0 er er/n'q' er po:infi
SFX a0 er e/j' [^y]er po:ipre po:spre po:1sg po:3sg
SFX a0 yer ie yer po:ipre po:1sg
SFX a0 er âmes er po:ipsi po:1pl
SFX a0 er è/n' er po:ipre po:1isg di:R
SFX p+ Y 2
SFX p+ er é/L' er po:ppas po:adj is:mas is:sg po:1jsg # for questions
SFX p+ er ée er po:ppas po:adj is:fem is:sg
SFX 2s Y 1
SFX 2s 0 eur/S.() t
"""

DIC_LINES = [
    "porte/S.()\tpo:nom\tis:fem\tdi:*\tfq:8",
    "porter/a0p+()\tpo:v1_it_q__a\tdi:*\tfq:8",
    "payer/a0()\tpo:v1_it____a\tdi:*\tfq:7",
    "cheval/X.()\tpo:nom\tis:mas\tse:zool\tdi:*\tfq:7",
    "ski/S.()\tpo:nom\tis:mas\tse:sport\tet:norv\tdi:*\tfq:6",
    "mètre/Um()\tpo:nom\tdi:*\tfq:7",
    "œuf/S.()\tpo:nom\tdi:*\tfq:7",
    "zoo/S.()\tpo:nom\tlx:abr\tdi:*\tfq:6",
    "cuicui\tpo:interj\tdi:R\tfq:1",
    "clef/S.()\tpo:nom\tdi:M\tfq:6",
    "OTAN\tpo:nom\tlx:sig\tdi:*\tfq:6",
    "Paris/L'\tpo:npr\tdi:*\tfq:8",
    "arc-en-ciel\tpo:nom\tdi:*\tfq:3",
]
DIC = "\n".join([str(len(DIC_LINES)), *DIC_LINES, ""])

TABLE = parse_aff(AFF.splitlines())


def entry(line: str) -> Any:
    (only,) = affixes.parse_dic(["1", line], TABLE)
    return only


def reasons(line: str) -> dict[str, str]:
    forms = forms_.derive([entry(line)], TABLE)
    return {form.spelling: form.reason for form in forms}


def test_rule_tags_join_those_of_the_entry() -> None:
    forms = forms_.derive([entry(DIC_LINES[1])], TABLE)
    kinds = {form.spelling: form.analysis.kinds for form in forms}
    assert kinds == {
        "porter": {"verb", "infinitive"},
        "porte": {"verb", "conjugated"},
        "portâmes": {"verb", "conjugated", "literary"},
        "portè": {"verb", "conjugated"},
        "porté": {"verb", "participle", "adj"},
        "portée": {"verb", "participle", "adj"},
    }


@pytest.mark.parametrize(
    ("line", "spelling", "reason"),
    [
        ("cuicui\tpo:interj\tdi:R", "cuicui", "reform"),
        ("porter/a0()\tpo:v1_it_q__a\tdi:*", "portè", "reform"),
        ("mètre/Um()\tpo:nom\tdi:*", "pétamètre", "reform"),
        ("prolo\tpo:nom\tdi:A", "prolo", "variant"),
        ("clef\tpo:nom\tdi:M", "clef", ""),
        ("ollé\tpo:interj\tdi:C", "ollé", ""),
        ("kakapo\tpo:nom\tdi:X", "kakapo", ""),
        ("mo/||\tpo:nom\tdi:*", "mo", "unit"),
        ("gr/U.\tpo:nom\tdi:*", "kgr", "unit"),
        ("œ\tpo:nom\tdi:*", "œ", "single"),
        ("etc\tpo:loc.adv\tlx:abty\tdi:*", "etc", "symbol"),
        ("OTAN\tpo:nom\tlx:sig\tdi:*", "OTAN", "symbol"),
        ("xviii/--\tpo:nbro\tdi:*", "xviii", "numeral"),
        ("anti\tpo:pfx\tdi:*", "anti", "affix"),
        ("Berlioz\tpo:patr\tdi:*", "Berlioz", "name"),
        ("Anne\tpo:prn\tdi:*", "Anne", "name"),
        ("Ob\tpo:nom\tse:riv\tdi:*", "Ob", "capital"),
        ("vs\tpo:mg\tpo:prep\tlx:abr\tdi:*", "vs", "abbreviation"),
        ("gym\tpo:nom\tlx:abr\tdi:*", "gym", ""),
        ("ad\tpo:loc.adv\tet:lat\tdi:*", "ad", "fragment"),
        ("ac\tpo:loc.interj\tlx:abr\tdi:*", "ac", "fragment"),
        ("jeun\tpo:loc.adv\tdi:*", "jeun", ""),
        ("ci-gît\tpo:v3_i______\tis:ipre\tdi:*", "ci-gît", "hyphen"),
        ("n'importe\tpo:mg\tpo:proind\tdi:*", "n'importe", "apostrophe"),
        ("deus ex machina\tpo:nom\tet:lat\tdi:*", "deus ex machina", "space"),
        ("1ᵉʳ\tpo:adj\tdi:*", "1ᵉʳ", "character"),
        ("c5h10\tpo:nom\tdi:*", "c5h10", "character"),
        ("wagon\tpo:nom\tet:angl\tdi:*", "wagon", ""),
    ],
)
def test_reasons(line: str, spelling: str, reason: str) -> None:
    assert reasons(line)[spelling] == reason
    assert reason in {*forms_.REASONS, ""}


def test_analysis_mends_misfiled_tags() -> None:
    line = "qi\tpo:nom\tse:chin\tse:@\tse:zoo\tdi:*\tfq:5"
    assert forms_.analysis_of(entry(line), frozenset()) == Analysis(
        frozenset({"noun"}), frozenset({"zool"}), 5, frozenset({"chin"})
    )
    line = "quérir\tpo:v3__t____a\tis:infi\tdi:*"
    assert forms_.analysis_of(entry(line), frozenset()) == Analysis(
        frozenset({"verb", "infinitive"}), frozenset(), 0, frozenset()
    )


def test_unknown_tag_is_an_error() -> None:
    with pytest.raises(click.ClickException, match="po:zzz"):
        forms_.analysis_of(entry("mot\tpo:zzz\tdi:*"), frozenset())


def build(folder: Path, *, seed: int = 0, oracle: str = "") -> subprocess.CompletedProcess[str]:
    """Run the script as a user does, into a new folder."""
    folder.mkdir()
    (folder / "t.dic").write_text(DIC, "utf-8")
    (folder / "t.aff").write_text(AFF, "utf-8")
    command = [sys.executable, "-m", "scripts.data.build_lexicon", "t.dic", "t.aff"]
    command += ["--output", str(folder)]
    if oracle:
        (folder / "t.lex").write_text(oracle, "utf-8")
        command += ["--oracle", "t.lex"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


WORDS = (
    "CHEVAL CHEVAUX CLEF CLEFS KILOMETRE KILOMETRES METRE METRES OEUF OEUFS PAIE PAYAMES PAYER "
    "PORTAMES PORTE PORTEE PORTER PORTES SKI SKIS ZOO ZOOS"
)


def test_build_then_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = build(tmp_path / "a")
    assert done.returncode == 0, done.stderr
    monkeypatch.setattr(named, "data_dir", lambda _: tmp_path / "a")
    fr = lexicon.load("fr")
    assert " ".join(fr.words) == WORDS
    manifest = json.loads((tmp_path / "a" / "fr.json").read_text("utf-8"))
    assert manifest["words"]["sha256"] == fr.sha256
    assert manifest["words"]["count"] == len(fr)
    assert lexicon.origins("fr", "KILOMETRES") == {("noun",): ["mètre"]}
    assert lexicon.origins("fr", "OEUFS") == {("noun",): ["œuf"]}
    assert lexicon.origins("fr", "PAIE") == {("verb", "conjugated"): ["payer"]}
    assert spelled_forms("PORTE") == ("porte", "porté")
    assert spelled_forms("OEUFS") == ("œufs",)
    assert {int(k): n for k, n in manifest["words"]["by_length"].items()} == fr.words.by_length()


@pytest.mark.slow
def test_one_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for seed in (1, 2):
        assert build(tmp_path / str(seed), seed=seed).returncode == 0
    for name in ("fr.txt.gz", "fr.tags.gz", "fr.lemmas.gz", "fr.accents.gz", "fr.json"):
        first, second = ((tmp_path / seed / name).read_bytes() for seed in "12")
        assert first == second


# What the upstream lexicon says of the sample: its tags, then the forms that have them.
ORACLE = {
    ":V1__t___zz:Y/*": "porter payer",
    ":V1__t___zz:Ip:Sp:1s:3s/*": "porte paie",
    ":V1__t___zz:Is:1p/*": "portâmes payâmes",
    ":V1__t___zz:Ip:1ś/R": "portè payè",
    ":V1__t___zz:Q:A:m:s/*": "porté portée",
    ":N:f:s;S/*": "porte portes clef clefs OTAN arc-en-ciel",
    ":N:m:s~x=5/*": "cheval chevaux ski skis œuf œufs zoo zoos",
    ":N:m:p#L/*": "mètre mètres kilomètre kilomètres pétamètre pétamètres",
    ":J/R": "cuicui",
    ":MP:e:i/*": "Paris",
}


def oracle_lines() -> list[str]:
    return ["# a comment"] + [
        f"{form}\tlemma\t{tags}" for tags, forms in ORACLE.items() for form in forms.split()
    ]


def test_oracle_lists_every_difference_with_its_reason(tmp_path: Path) -> None:
    done = build(tmp_path / "a", oracle="\n".join(oracle_lines()))
    assert done.returncode == 0, done.stderr
    listed = gzip.decompress((tmp_path / "a" / "fr.differences.txt.gz").read_bytes()).decode()
    assert {tuple(line.split("\t")) for line in listed.splitlines()} == {
        ("OTAN", "noun", "oracle", "symbol"),
        ("Paris", "", "oracle", "name"),
        ("arc-en-ciel", "noun", "oracle", "hyphen"),
        ("cuicui", "interj", "oracle", "reform"),
        ("payè", "conjugated", "oracle", "reform"),
        ("portè", "conjugated", "oracle", "reform"),
        ("pétamètre", "noun", "oracle", "reform"),
        ("pétamètres", "noun", "oracle", "reform"),
    }
    page = (tmp_path / "a" / "DIFFERENCES.md").read_text("utf-8")
    assert "8 forms are left out" in page
    # PAYE, CUICUI and the two PETAMETRE are lost; PORTE is there as porte.
    assert "| 5 | 4 |" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda lines: [*lines, "xylo\txylo\t:N:m:s/*"], "xylo noun oracle"),
        (lambda lines: [x for x in lines if not x.startswith("ski\t")], "ski noun lexicon"),
        (lambda lines: [x.replace(":Is:", ":Y:") for x in lines], "payâmes conjugated lexicon"),
    ],
    ids=["only the oracle has it", "only the lexicon has it", "of another kind"],
)
def test_difference_without_reason_fails(
    tmp_path: Path, change: Callable[[list[str]], list[str]], named: str
) -> None:
    done = build(tmp_path / "a", oracle="\n".join(change(oracle_lines())))
    assert done.returncode == 1
    assert "without a reason" in done.stderr
    assert named in done.stderr
    assert not (tmp_path / "a" / "DIFFERENCES.md").exists()
    assert not (tmp_path / "a" / "fr.txt.gz").exists()


def test_tag_table_survives_encoding() -> None:
    noun = Analysis(frozenset({"noun"}), frozenset({"méd", "zool"}), 5, frozenset())
    verb = Analysis(frozenset({"verb", "conjugated"}), frozenset(), 9, frozenset({"angl"}))
    readings = [{noun}, {verb}, {noun, verb}, {noun}]
    table = TagTable.decode(encoded(readings, tag_row))
    assert [{*table.of(place)} for place in range(4)] == readings
    assert len(table.analyses) == 2
    assert len(table.readings) == 3
    assert table.of_word[0] == table.of_word[3]
