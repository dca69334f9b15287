"""The fuzz itself: its cases are the same everywhere, and it sees what it looks for."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from patience import Frame, Grid, Result, Spec, Stats, Status, tile_set
from patience.errors import PatienceError
from patience.files.grids import parse_grid
from scripts.fuzz import inputs
from scripts.fuzz.cases import KINDS, Case, draw
from scripts.fuzz.puzzle_files import puzzle_file
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
    "grid.puz": b"ACROSS&DOWN",
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
    monkeypatch.setattr(inputs, "_MAX_BYTES", 1)
    assert "GB" in inputs.attempt(4, Case("help", ["help"]), tmp_path)[0].what


def test_a_grid_that_is_misread_is_a_fault(tmp_path: Path) -> None:
    for kind, text, plain, right in (
        ("paste", b"A B C\nD . E", b"ABC\nD.E", True),
        ("paste", b"A B C\nD . E", b"ABC\nD.F", False),
        ("paste", b"A?", b"AB", True),
        ("puzzle file", b"A?", b"AB", False),
        ("puzzle file", b"A?", b"", True),
        ("puzzle file", b"AB", b"", False),
    ):
        case = Case(kind, ["show", "g", "--format", "json"], files={"g": text}, plain=plain)
        faults = inputs.attempt(0, case, tmp_path)
        assert [fault.what.startswith("misread") for fault in faults] == [True] * (not right)


@pytest.mark.parametrize("seed", range(20))
def test_puzzle_files_are_read_as_what_they_are_or_refused(seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        data, rows = puzzle_file(rng)
        read: tuple[str, ...] = ()
        with suppress(PatienceError):
            read = parse_grid(data).grid.rows
        assert read == rows


def test_engines_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    spec = Spec(goal=Frame(2, 1), tiles=tile_set("AB"), lexicon="fr-basic")

    grid = Result(Grid(("AB",)), 1, 0, Status.FEASIBLE, Stats())
    found = Run("beam", grid, 1.0)
    proved = Run("prove", Result(None, None, 2, Status.INFEASIBLE, Stats()), 9.0)
    told = "; ".join(contradictions(spec, [found, proved], tmp_path))
    assert "beam found 1, prove proved 2" in told
    assert "beam: its grid of 1: grid.txt holds no valid grid of the cost above it" in told
    assert "prove says that there is none" in told
    assert list(late([found, proved], 1.0)) == ["prove: 9.0 s instead of 1"]


def test_a_drawn_puzzle_is_the_same_everywhere() -> None:
    assert [drawn(1, number) for number in range(5)] == [drawn(1, number) for number in range(5)]


@pytest.mark.slow
def test_hundreds_of_spoilt_inputs() -> None:
    done = CliRunner().invoke(inputs.command, ["--cases", "400", "--seed", "20"])
    assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_a_few_drawn_puzzles() -> None:
    done = CliRunner().invoke(puzzles, ["--puzzles", "5", "--seed", "20", "--most", "1"])
    assert "found" not in done.output, done.output
