"""How a proof is told: a grid, JSON, estimates."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from patience.cli import prove as prove_command
from patience.cli.prove import STOPPED
from patience.proofs.propositions import ProofResult, Proposition
from patience.proofs.propositions import prove as proving
from tests.cli.prove.support import HARD
from tests.cli.running import run


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "at_most", "cost"),
    [
        (HARD, "2", 2),
        ((*HARD, "--start", "start.txt"), "6", None),
        (("--compact", "--tiles", "ABCEILOT", "--lexicon", "words.txt"), "15", None),
        (("--compact", "--within", "3x4", "--tiles", "AEILOT?", "--lexicon", "words.txt"), "12", 8),
        (("--board", "board.txt", "--tiles", "ABCEEILOSTUR", "--lexicon", "words.txt"), "4", None),
        (("--frame", "3x3", "--subject", "zool,bot"), "4", None),
        (("--frame", "4x3", "--tiles", "LOUPAIESTRNX", "--require", "loup"), "6", None),
    ],
)
def test_a_grid_found_verifies_without_flags(
    flags: tuple[str, ...], at_most: str, cost: int | None
) -> None:
    Path("board.txt").write_text("....\n.##.\n....\n")
    Path("start.txt").write_text("...*\n....\n....\nBELS\n")
    Path("words.txt").write_text(Path("words.txt").read_text() + "\nBELS\n")
    found = run("prove", *flags, "--at-most", at_most, "--certificate", "c.json")
    assert found.exit_code == 1, found.output
    assert "; status: optimal\n; engine: prove\n" in found.stdout
    assert "proven: no grid " in found.stderr
    assert not Path("c.json").exists()
    judged = run("verify", "-", "--json", stdin=found.stdout)
    assert judged.exit_code == 0, judged.output
    [verdict] = json.loads(judged.stdout)
    assert f"; cost: {verdict['cost']}\n; bound: {verdict['cost']}\n" in found.stdout
    assert verdict["cost"] <= int(at_most)
    assert cost is None or verdict["cost"] == cost
    # One less is refuted.
    if verdict["cost"]:
        less = run("prove", *flags, "--at-most", str(verdict["cost"] - 1), "--quiet")
        assert (less.exit_code, less.stderr) == (0, "")


@pytest.mark.usefixtures("folder")
def test_json_tells_how_a_proof_ends() -> None:
    proven = run("prove", *HARD, "--at-most", "1", "--format", "json", "--quiet")
    value = json.loads(proven.stdout)
    assert proven.exit_code == 0
    assert (value["status"], value["bound"], value["grid"]) == ("proven", 2, None)
    assert [level["label"] for level in value["levels"]] == ["0 face down", "1 face down"]
    assert sum(level["nodes"] for level in value["levels"]) == value["nodes"]
    refuted = run("prove", *HARD, "--at-most", "3", "--json", "--quiet")
    value = json.loads(refuted.stdout)
    assert (refuted.exit_code, refuted.stderr) == (1, "")
    assert (value["status"], value["cost"], value["bound"]) == ("refuted", 2, 2)
    assert len(value["grid"]) == 4
    assert value["words"]
    stopped = run("prove", *HARD, "--at-most", "1", "--json", "--quiet", "--time-limit", "0.001")
    value = json.loads(stopped.stdout)
    assert stopped.exit_code == STOPPED
    assert (value["status"], value["bound"], value["at_most"]) == ("stopped", 0, 1)


@pytest.mark.usefixtures("folder", "certificate")
def test_json_tells_of_estimates_and_checks() -> None:
    guessed = run("prove", *HARD, "--at-most", "1", "--estimate", "--json", "--time-limit", "300")
    value = json.loads(guessed.stdout)
    assert [level["counted"] for level in value["levels"]] == [True, True]
    assert value["seconds"] == [sum(x["seconds"][0] for x in value["levels"])] * 2
    checked = run("prove", "--check", "cert.json", "--sample", "5", "--json", "--quiet")
    value = json.loads(checked.stdout)
    assert (checked.exit_code, value["agrees"], value["at_most"]) == (0, True, 1)
    assert all(x["certified"] == x["counted"] for x in value["partitions"])
    assert len(value["partitions"]) == 5


@pytest.mark.usefixtures("folder")
def test_the_flags_reach_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def search(proposition: Proposition, **how: Any) -> ProofResult:
        asked.append({"proposition": proposition, **how})
        prove: Callable[..., ProofResult] = proving
        return prove(proposition, threads=1)

    monkeypatch.setattr(prove_command, "prove", search)
    limits = ("--threads", "3", "--time-limit", "7", "--memory", "0.5")
    run("prove", *HARD, "--at-most", "0", *limits, "--state", "s")
    [how] = asked
    assert (how["threads"], how["seconds"], how["state"]) == (3, 7.0, "s")
    assert how["memory_gb"] == 0.5
    assert (how["proposition"].at_most, how["proposition"].puzzle.size) == (0, (4, 4))
