"""The fuzz itself: its cases are the same everywhere, and it sees what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from patience import Frame, Grid, Result, Spec, Stats, Status, tile_set
from scripts.fuzz import inputs
from scripts.fuzz.cases import KINDS, Case, draw
from scripts.fuzz.puzzles import Run, contradictions, drawn, late
from scripts.fuzz.puzzles import command as puzzles

SAMPLES = {
    "certificate.json": b"{}",
    "state.json": b"{}",
    "begun.json": b'{"begun": {}}',
    "journal.jsonl": b"{}\n",
    "result.json": b"{}",
    "grid.ipuz": b"{}",
    "grid.exolve": b"exolve-begin",
}


def test_cases_are_the_same_everywhere_and_of_every_kind() -> None:
    first = [draw(5, number, SAMPLES) for number in range(400)]
    assert first == [draw(5, number, SAMPLES) for number in range(400)]
    assert {case.kind for case in first} == set(KINDS)
    assert {draw(5, number, SAMPLES, ["state"]).kind for number in range(20)} == {"state"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "words.txt"],
        ["tiles", "--json"],
        ["lexicon", "check", "\udce9", "--lexicon", "words.txt"],
    ],
)
def test_what_ends_well_is_no_fault(tmp_path: Path, arguments: list[str]) -> None:
    assert not inputs.attempt(0, Case("flags", arguments), tmp_path)


def test_what_ends_badly_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("patience.cli.tiles.tile_set", broken)
    faults = inputs.attempt(3, Case("tile set", ["tiles", "AB"]), tmp_path)
    assert [(fault.number, fault.kind) for fault in faults] == [(3, "tile set")]
    assert "exit code 70" in faults[0].what
    monkeypatch.setattr(inputs, "_MOST_BYTES", 1)
    assert "GB" in inputs.attempt(4, Case("help", ["help"]), tmp_path)[0].what


def test_engines_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    spec = Spec(goal=Frame(2, 1), tiles=tile_set("AB"), lexicon="fr-basic")

    grid = Result(Grid(("AB",)), 1, 0, Status.FEASIBLE, Stats())
    found = Run("beam", grid, 1.0)
    proved = Run("prove", Result(None, None, 2, Status.INFEASIBLE, Stats()), 9.0)
    told = "; ".join(contradictions(spec, [found, proved], tmp_path))
    assert "beam found 1, prove proved 2" in told
    assert "its grid of 1 is judged 0" in told
    assert "prove says that there is none" in told
    assert list(late([found, proved], 1.0)) == ["prove: 9.0 s instead of 1"]


def test_a_drawn_puzzle_is_the_same_everywhere() -> None:
    assert [drawn(1, number) for number in range(5)] == [drawn(1, number) for number in range(5)]


@pytest.mark.slow
def test_a_thousand_spoilt_inputs() -> None:
    done = CliRunner().invoke(inputs.command, ["--cases", "1000", "--seed", "20"])
    assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_a_few_drawn_puzzles() -> None:
    done = CliRunner().invoke(puzzles, ["--puzzles", "5", "--seed", "20", "--most", "1"])
    assert "found" not in done.output, done.output
