"""The JSON of the commands is what its schema says, with no key more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from patience.files.benchmark import FILE
from patience.shipped import data_dir
from tests.batch.helpers import TINY, batch
from tests.cli.running import WORDS, run

WITH = ("--lexicon", "words.txt")
SCHEMA = json.loads((Path(__file__).parents[1] / "docs/reference/schema.json").read_text("utf-8"))


def closed(schema: Any) -> Any:
    """A schema that allows no other keys; a run has those of a result and more."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: value if key == "result" else closed(value) for key, value in schema.items()}
    return inner | ({"unevaluatedProperties": False} if "required" in schema else {})


def check(name: str, text: str) -> Any:
    schema = closed({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}", "required": []})
    value = json.loads(text)
    Draft202012Validator(schema).validate(value)
    Draft202012Validator(SCHEMA).validate(value)
    return value


@pytest.fixture(autouse=True)
def folder(own_folder: Path) -> None:
    (own_folder / "words.txt").write_text("\n".join([*WORDS, "DE", "EF"]))
    Path("tiny.toml").write_text(TINY)
    Path("wide.toml").write_text(TINY.replace("3x2", "9x9"))


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_solve_verify_and_hint() -> None:
    work = ("tiny.toml", "--max-width", "20", "--engine", "beam", "--json")
    found = check("result", run("solve", *work, "--count", "2", "--differ", "1").stdout)
    assert found["grid"]
    assert found["stats"]["others"]
    none = check("result", run("solve", *work, "--tiles", "XXXXXX").stdout)
    assert (none["status"], none["grid"]) == ("infeasible", None)
    Path("grids.txt").write_text("; one:\nABX\nD.E\n\n; two:\nAB.\nBaC\n")
    verdicts = check("verdicts", run("verify", "grids.txt", *WITH, "--json").stdout)
    assert [verdict["grid"] for verdict in verdicts] == [1, 2]
    assert all(verdict["violations"] for verdict in verdicts)
    asked = ("--tiles", "ABCDEFGHABC", *WITH, "--time-limit", "1", "--json")
    assert check("hint", run("hint", "-", *asked, stdin="ABC\n...\n").stdout)["tiles"]


def test_tiles_of_several_letters_and_any_letters() -> None:
    Path("words.txt").write_text("ACH\nCHA\nA\u00d1\n\u00d1A\n", "utf-8")
    for tiles in ("[CH]1 A2 \u00d12 ?1", "any"):
        asked = ("--frame", "2x2", "--tiles", tiles, *("--alphabet", "es"), *WITH)
        text = run("solve", *asked, "--all", "--json").stdout
        check("result", text)
        Path("grid.json").write_text(text)
        check("verdicts", run("verify", "grid.json", *WITH, "--json").stdout)
        check("show", run("show", "grid.json", "--json").stdout)
        hint = run("hint", "-", *asked[2:], "--json", stdin="A[CH]\n..\n").stdout
        assert check("hint", hint)["tiles"]
        check("proof", run("prove", *asked, "--at-most", "9", "--json").stdout)
        assert check("unique", run("prove", *asked, "--unique", "--json").stdout)["grids"]


def test_show_prove_and_records() -> None:
    Path("grid.txt").write_text("; goal: compact\nAB.\nBaC\n")
    check("show", run("show", "grid.txt", "--json").stdout)
    for cost, status in ((0, "proven"), (6, "refuted")):
        proof = run("prove", "tiny.toml", "--at-most", str(cost), "--json").stdout
        assert check("proof", proof)["status"] == status
    assert check("records", run("records", "gay-play-frame-9x7", "--json").stdout)


def test_the_benchmark() -> None:
    assert len(check("benchmark", (data_dir("instances") / FILE).read_text("utf-8"))) > 60


def test_estimates_and_checks_of_proofs() -> None:
    proof = ("prove", "tiny.toml", "--at-most", "0")
    long = ("prove", "gay-play-frame-9x7", "--at-most", "1", "--time-limit", "0.1")
    for question, counted in ((proof, True), (long, False)):
        estimate = check("estimate", run(*question, "--estimate", "--json").stdout)
        assert {level["counted"] for level in estimate["levels"][-1:]} == {counted}
    assert run(*proof, "--certificate", "proof.json", "--quiet").exit_code == 0
    again = check("check", run("prove", "--check", "proof.json", "--quiet", "--json").stdout)
    assert again["agrees"]
    assert again["partitions"]


def test_batch() -> None:
    assert batch(
        "tiny.toml", "wide.toml", "--max-width", "20", "--jobs", "1", "--out", "out"
    ).exit_code in {0, 1}
    lines = Path("out/journal.jsonl").read_text().splitlines()
    states = {check("record", line)["state"] for line in lines}
    assert states
    runs = [*Path("out/runs").rglob("*.json")]
    assert runs
    for path in runs:
        check("run", path.read_text())
    Path("broken.toml").write_text("goal = 1")
    batch("tiny.toml", "broken.toml", "--engine", "prove", "--jobs", "1", "--out", "out")
    summary = check("summary", Path("out/summary.json").read_text())
    assert summary["unreadable"]
    assert summary["puzzles"]
    assert summary["runs"]
    settings = sorted({row["setting"] for row in summary["runs"]})
    sides = [f"out:{setting}" for setting in settings]
    assert check("comparison", batch("--compare", *sides, "--json").stdout)["puzzles"]
