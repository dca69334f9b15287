"""The page's rules against the plain twin and the referee, and the words that they read."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import zlib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from patience.game.alphabet import LATIN, alphabet_of
from patience.game.grid import Grid, Run
from patience.referee import verify
from patience.render.graphs import graph_of, page_words, path_of, shipped
from patience.render.json import violations_json, words_json
from patience.render.wordgraph import packed
from patience.words.accents import spelled_forms
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from patience.words.reading import PLAIN
from tests import naive
from tests.web.crosswords import Judged, Words, crosswords, random_lexicon
from tests.web.graphs import spelled

STATIC = Path(__file__).parents[2] / "patience" / "web" / "static"
NODE = shutil.which("node")

# Reads the graphs and what is to be judged, and writes the verdicts.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { judge } from "./referee.js";
import { inflated, Words } from "./wordgraph.js";
const { graphs, cases } = JSON.parse(readFileSync("cases.json", "utf8"));
const words = [];
for (const { bytes, tiles } of graphs)
  words.push(new Words(await inflated(bytes), tiles));
const judged = cases.map(({ puzzle, rows, graph }) => judge(puzzle, rows, words[graph]));
writeFileSync("verdicts.json", JSON.stringify(judged));
"""

SEED = 62


def judged_by_the_page(cases: list[Judged], folder: Path) -> list[dict[str, Any]]:
    """Return the verdicts of `referee.js`, run in Node."""
    lexicons = list(dict.fromkeys(case.lexicon for case in cases))
    asked = {
        "graphs": [graph_json(lexicon) for lexicon in lexicons],
        "cases": [
            {"puzzle": x.asked, "rows": x.rows, "graph": lexicons.index(x.lexicon)} for x in cases
        ],
    }
    (folder / "cases.json").write_text(json.dumps(asked))
    in_node(SCRIPT, folder)
    found: list[dict[str, Any]] = json.loads((folder / "verdicts.json").read_text())
    return found


def in_node(script: str, folder: Path, *arguments: str) -> str:
    """Run a script beside the page's modules that know no page; return what it prints."""
    if NODE is None:
        pytest.skip("no Node here: install nodejs to test the page's rules without a browser")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(script)
    for name in ("referee", "wordgraph", "badges", "table", "alphabet"):
        shutil.copy(STATIC / f"{name}.js", folder)
    done = [NODE, "run.js", *arguments]
    return subprocess.run(done, cwd=folder, check=True, capture_output=True, text=True).stdout


def graph_json(lexicon: Lexicon) -> dict[str, Any]:
    alphabet = lexicon.alphabet
    ships = lexicon.name in shipped() and load(lexicon.name) == lexicon
    graph = path_of(lexicon.name).read_bytes() if ships else packed(lexicon.words)
    return {
        "bytes": base64.b64encode(graph).decode(),
        "tiles": list(zip(alphabet.symbols, alphabet.faces, strict=True)),
    }


@pytest.mark.parametrize("number", [200, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_page_judges_as_the_twin_and_the_referee_do(number: int, tmp_path: Path) -> None:
    cases = list(crosswords(SEED, number))
    seen: Counter[str] = Counter()
    for case, found in zip(cases, judged_by_the_page(cases, tmp_path), strict=True):
        grid, words = Grid(tuple(case.rows)), cast("Any", case.words)
        broken = naive.faults(case.puzzle, grid, words)
        assert {each["rule"] for each in found["violations"]} == broken, case
        if not broken:
            assert found["cost"] == naive.cost(case.puzzle, grid), case
        assert comparable(found, case) == comparable(refereed(case, grid), case), case
        seen.update(broken or {f"valid {case.puzzle.goal_name}"})
    kinds = {"word", "lone-letter", "connected", "tiles", "distinct", "no-word", "size", "closed"}
    kinds |= {"face-down", "all-tiles", "within", "fixed", "require", "symmetry"}
    kinds |= {"valid frame", "valid compact", "valid board"}
    assert {kind for kind in kinds if seen[kind] < number / 500} == set(), seen


def refereed(case: Judged, grid: Grid) -> dict[str, Any]:
    report = verify(case.puzzle, grid, case.words)
    text = joined(case.lexicon) + "\n".join([*case.also, ""])
    runs = [
        {**word, "text": run.text, "state": state(run, grid, case.words, text)}
        for word, run in zip(words_json(report.words), report.words, strict=True)
    ]
    return {
        "runs": runs,
        "violations": violations_json(report),
        "cost": report.cost,
        "repeated": list(report.repeated),
    }


@lru_cache(2)
def joined(words: Lexicon) -> str:
    return "\n".join(["", *words, ""])


def state(run: Run, grid: Grid, words: Words, text: str) -> str:
    """Return how a run stands: a word, the beginning of one, part of one, or none of these."""
    if run.text in words:
        return "word"
    before, after = map(grid.is_open, run.ends)
    if after and f"\n{run.text}" in text:
        return "beginning"
    return "part" if (before or after) and run.text in text else "none"


def comparable(found: dict[str, Any], case: Judged) -> dict[str, Any]:
    """Return a verdict without sentences; a barred word still counts as what others grow from."""
    runs = [{**run, "state": run["state"] == "word"} if case.ban else run for run in found["runs"]]
    faults = sorted((each["rule"], each["cells"]) for each in found["violations"])
    faults = json.loads(json.dumps(faults))
    return {"runs": runs, "faults": faults, "cost": found["cost"], "repeated": found["repeated"]}


def test_a_graph_spells_its_words() -> None:
    rng, alphabets = Random(SEED), set()
    for _ in range(20):
        words = random_lexicon(rng).words
        alphabets.add(words.alphabet)
        assert list(spelled(packed(words), words.alphabet.symbols)) == list(words)
    assert {*map(alphabet_of, (None, "ca", "es", "nl"))} <= alphabets


def test_the_words_of_fr_are_few_bytes() -> None:
    assert path_of("fr").stat().st_size < 250_000


@pytest.mark.slow
@pytest.mark.watch("lexicons")
@pytest.mark.parametrize("name", shipped())
def test_a_shipped_graph_has_the_words_of_its_lexicon(name: str) -> None:
    words = load(name).words
    graph = path_of(name).read_bytes()
    assert list(spelled(graph, words.alphabet.symbols)) == list(words)
    assert zlib.decompress(graph, -zlib.MAX_WBITS) == zlib.decompress(
        packed(words), -zlib.MAX_WBITS
    )


def test_conventions_make_a_graph_of_their_own() -> None:
    asked = Conventions(min_length=12, ban=["CALLIGRAPHIE"])
    words = list(spelled(graph_of("fr-basic", asked, PLAIN), LATIN.symbols))
    assert words == list(load("fr-basic", asked))


WRITTEN = """
import { readFileSync } from "node:fs";
import { inflated, Words } from "./wordgraph.js";
const { words, accents, tiles, asked } = JSON.parse(readFileSync("cases.json", "utf8"));
const text = new TextDecoder().decode(await inflated(accents));
const known = new Words(await inflated(words), tiles, text);
console.log(JSON.stringify(asked.map((word) => known.written(word))));
"""


@pytest.mark.parametrize(
    ("name", "conventions"),
    [
        ("fr-common", Conventions()),
        ("fr-basic", Conventions(no_conjugated=True, min_length=5)),
        ("en", Conventions()),
    ],
)
def test_the_page_writes_words_as_people_do(
    name: str, conventions: Conventions, tmp_path: Path
) -> None:
    words = list(load(name, conventions))
    some = Random(SEED).sample(words, 60) + words[:20] + words[-20:]
    unknown = [word[:-1] + "QX" for word in some[:60]] + ["", "A", "QQQQ"]
    given = page_words(name, conventions, PLAIN)
    case = given | {"tiles": list(zip(LATIN.symbols, LATIN.faces, strict=True))}
    (tmp_path / "cases.json").write_text(json.dumps(case | {"asked": [*some, *unknown]}))
    found = json.loads(in_node(WRITTEN, tmp_path))
    assert found[len(some) :] == [[]] * len(unknown)
    assert found[: len(some)] == [list(spelled_forms(word, name)) for word in some]
    assert any(found) == (name != "en")


BADGES = """
import { badges } from "./badges.js";
import { runsOf } from "./referee.js";
const words = { has: (text) => ["AN", "ANE"].includes(text) };
const shapes = process.argv[2].split(" ").map((text) => text.split("/"));
console.log(JSON.stringify(shapes.map((rows) => badges(rows, runsOf(rows), null))));
const known = ["ANE/.#.", "ANX/.#."].map((text) => text.split("/"));
console.log(JSON.stringify(known.map((rows) => badges(rows, runsOf(rows), words))));
"""

SHAPES = {
    "ABC/D.E/FGH": ["rim", "symmetric", "long"],
    "ABC/D../FGH": ["long"],
    "AB./D.E/.GH": ["symmetric"],
    "ABCD./EFGH./IJKL./MNOP.": ["square"],
    "ABCD*/EFGH*/IJ*L*/MNOP*": [],
    "ABCDE/F*G*H": [],
    "ABCDE/F*G*./IJKLM": ["long"],
    "...../.ab../...../.....": [],
}


def test_badges_are_for_shapes_and_everyday_words(tmp_path: Path) -> None:
    turned = {"/".join(naive.rules.turned(rows.split("/"))): SHAPES[rows] for rows in SHAPES}
    asked = [*SHAPES, *turned]
    for_shapes, for_words = in_node(BADGES, tmp_path, " ".join(asked)).splitlines()
    assert json.loads(for_shapes) == [*SHAPES.values(), *turned.values()]
    assert json.loads(for_words) == [["everyday"], []]
