"""The small instances that ship with their optimum."""

from __future__ import annotations

import functools
import math
from typing import Any

import click
import pytest

from patience import CpsatParams, Limits, solve
from patience.files.instances import load_instance, shipped_instances
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.referee import verify
from patience.result import Status
from patience.words.lexicon import Lexicon, load
from scripts.common import table_of
from scripts.data import make_mini as make
from tests import naive

NAMES = sorted(make.instances())
TABLE: dict[str, Any] = table_of(make.TABLE)

_lexicon = functools.cache(load)


def question(name: str) -> tuple[Puzzle, Lexicon]:
    spec = load_instance(f"mini/{name}")
    return spec.puzzle(), _lexicon(spec.lexicon_name, spec.conventions)


def test_they_are_as_drawn() -> None:
    written = {path.stem: path.read_text("utf-8") for path in make.FOLDER.glob("*.toml")}
    assert written == make.instances()
    assert len(written) == 40


def test_each_has_an_entry_in_the_table() -> None:
    assert sorted(TABLE) == NAMES
    for name in NAMES:
        assert set(TABLE[name]["proofs"]) == set(make.WITNESSES), name


def test_they_do_not_crowd_the_list_of_instances() -> None:
    assert not any("mini" in name for name in shipped_instances())


@pytest.mark.watch("records")
@pytest.mark.parametrize("name", NAMES)
def test_referee_and_twin_pass_the_best_grid(name: str) -> None:
    puzzle, lexicon = question(name)
    if TABLE[name]["status"] == Status.INFEASIBLE.value:
        assert (TABLE[name]["grid"], TABLE[name]["cost"]) == (None, None)
        return
    grid = Grid(tuple(TABLE[name]["grid"]))
    report = verify(puzzle, grid, lexicon)
    assert report.valid
    assert report.cost == TABLE[name]["cost"]
    assert naive.is_valid(puzzle, grid, lexicon)
    assert naive.cost(puzzle, grid) == TABLE[name]["cost"]


def quick(witness: str, seconds: float) -> list[str]:
    """Return the instances that a witness proved in so many seconds."""
    times = {name: entry["proofs"].get(witness, {}).get("seconds") for name, entry in TABLE.items()}
    return sorted(name for name, took in times.items() if took is not None and took < seconds)


@pytest.mark.slow
@pytest.mark.parametrize("witness", make.WITNESSES)
def test_a_witness_proves_a_sample_again(witness: str) -> None:
    prove_again(quick(witness, 0.5), witness)


def prove_again(names: list[str], witness: str) -> None:
    assert len(names) > 1
    for name in names:
        proof = make.ask(witness, *question(name), 600, 2)
        answer = proof.status.value, proof.cost
        assert answer == (TABLE[name]["status"], TABLE[name]["cost"]), name


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[::4])
def test_more_workers_of_cpsat_than_are_used_claim_nothing_false(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience.engines.cpsat.solver.MAX_WORKERS", 16)
    params, limits = CpsatParams(beam_seconds=0), Limits(seconds=1)
    puzzle, lexicon = question(name)
    found = solve(puzzle, lexicon, engine="cpsat", params=params, threads=16, limits=limits)
    best = math.inf if TABLE[name]["cost"] is None else TABLE[name]["cost"]
    assert found.bound <= best
    if found.status is Status.OPTIMAL:
        assert found.cost == best
    assert found.status is not Status.INFEASIBLE or best == math.inf


def test_witnesses_that_disagree_are_told_apart() -> None:
    name = quick(make.BRUTE_FORCE, 1.0)[0]
    known = {**TABLE[name], "cost": TABLE[name]["cost"] + 1}
    with pytest.raises(click.ClickException, match=f"{name}: naive has"):
        make.settle(name, [make.BRUTE_FORCE], known, 600, 1)
