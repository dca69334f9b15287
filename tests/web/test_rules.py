"""The page's rules against the plain twin and the referee, and the words that they read."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from patience.game.alphabet import alphabet_of
from patience.game.grid import Grid
from patience.render.wordgraph import packed
from patience.web.judging import verdict
from patience.words.lexicon import Lexicon, load
from patience.words.wordlist import WordList
from tests import naive
from tests.web.crosswords import Judged, crosswords

RULES = Path(__file__).parents[2] / "patience" / "web" / "static" / "rules.js"
NODE = shutil.which("node")

# Reads the graphs and what is to be judged, and writes the verdicts.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { inflated, judge, Words } from "./rules.js";
const { graphs, cases } = JSON.parse(readFileSync("cases.json", "utf8"));
const words = [];
for (const { bytes, tiles } of graphs)
  words.push(new Words(await inflated(Buffer.from(bytes, "base64")), tiles));
const judged = cases.map(({ puzzle, rows, graph }) => judge(puzzle, rows, words[graph]));
writeFileSync("verdicts.json", JSON.stringify(judged));
"""

SEED = 62


def judged_by_the_page(cases: list[Judged], folder: Path) -> list[dict[str, Any]]:
    """Return the verdicts of `rules.js`, run in Node."""
    if NODE is None:
        pytest.skip("no Node here: install nodejs to test the page's rules without a browser")
    lexicons = list(dict.fromkeys(case.lexicon for case in cases))
    asked = {
        "graphs": [graph_json(lexicon) for lexicon in lexicons],
        "cases": [
            {"puzzle": x.asked, "rows": x.rows, "graph": lexicons.index(x.lexicon)} for x in cases
        ],
    }
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "cases.json").write_text(json.dumps(asked))
    (folder / "run.js").write_text(SCRIPT)
    shutil.copy(RULES, folder)
    subprocess.run([NODE, "run.js"], cwd=folder, check=True)
    found: list[dict[str, Any]] = json.loads((folder / "verdicts.json").read_text())
    return found


def graph_json(lexicon: Lexicon) -> dict[str, Any]:
    alphabet = lexicon.alphabet
    return {
        "bytes": base64.b64encode(packed(lexicon.words)).decode(),
        "tiles": list(zip(alphabet.symbols, alphabet.faces, strict=True)),
    }


@pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_the_page_judges_as_the_twin_and_the_referee_do(number: int, tmp_path: Path) -> None:
    cases = list(crosswords(SEED, number))
    seen: Counter[str] = Counter()
    for case, found in zip(cases, judged_by_the_page(cases, tmp_path), strict=True):
        grid, words = Grid(tuple(case.rows)), case.words
        broken = naive.faults(case.puzzle, grid, words)
        assert {each["rule"] for each in found["violations"]} == broken, case
        if not broken:
            assert found["cost"] == naive.cost(case.puzzle, grid), case
        assert comparable(found, case) == comparable(refereed(case, grid, words), case), case
        seen.update(broken or {f"valid {case.puzzle.goal_name}"})
    kinds = {"word", "lone-letter", "connected", "tiles", "distinct", "no-word", "size", "closed"}
    kinds |= {"face-down", "all-tiles", "within", "fixed", "require"}
    kinds |= {"valid frame", "valid compact", "valid board"}
    assert {kind for kind in kinds if seen[kind] < number / 500} == set(), seen


def refereed(case: Judged, grid: Grid, words: Collection[str]) -> dict[str, Any]:
    alphabet = case.lexicon.alphabet
    own = Lexicon("own", WordList.of(words, alphabet)) if case.also or case.ban else case.lexicon
    return verdict(case.puzzle, grid, own)


def comparable(found: dict[str, Any], case: Judged) -> dict[str, Any]:
    """Return a verdict without sentences; a barred word still counts as what others grow from."""
    runs = [{**run, "state": run["state"] == "word"} if case.ban else run for run in found["runs"]]
    faults = sorted((each["rule"], each["cells"]) for each in found["violations"])
    faults = json.loads(json.dumps(faults))
    return {"runs": runs, "faults": faults, "cost": found["cost"], "repeated": found["repeated"]}


def spelled(graph: bytes, alphabet: str) -> Iterator[str]:
    """Yield the words of a graph, read as its module describes it."""
    data = np.frombuffer(zlib.decompress(graph, -zlib.MAX_WBITS), np.uint8).reshape(4, -1)
    edges: list[list[tuple[int, bool, int]]] = [[], []]
    for code, low, middle, high in data.T.tolist():
        back = low + (middle << 8) + (high << 16)
        edges[-1].append((code & 31, bool(code & 64), len(edges) - 1 - back))
        if code & 32:
            edges.append([])
    edges.pop()

    def below(node: int, text: str) -> Iterator[str]:
        for letter, ends, to in edges[node]:
            word = text + alphabet[letter]
            if ends:
                yield word
            yield from below(to, word)

    yield from below(len(edges) - 1, "")


@pytest.mark.parametrize("language", ["", "ca", "es", "nl"])
def test_a_graph_spells_its_words(language: str) -> None:
    about = alphabet_of(language or None)
    for case in crosswords(SEED, 200):
        words = case.lexicon.words
        if words.alphabet == about and len(words) < 1000:
            assert list(spelled(packed(words), about.symbols)) == list(words)


def test_the_shipped_lexicon_is_small_and_whole() -> None:
    words = load("fr").words
    graph = packed(words)
    assert len(graph) < 250_000
    assert list(spelled(graph, words.alphabet.symbols)) == list(words)
