"""The parts of the beam engine, left out one by one."""

from __future__ import annotations

import pytest

from patience.engines.beam.beam import BeamResult
from patience.engines.beam.pool import BeamPool, BeamTask
from patience.engines.params import BeamParams
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import named
from patience.result import Limits, Result
from patience.solve import solve
from patience.words.lexicon import load
from scripts.bench import ablation

pytestmark = pytest.mark.slow


def search(params: BeamParams, seed: int = 1) -> Result:
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7))
    limits = Limits(seconds=None, max_width=1000)
    return solve(
        puzzle, load("fr-basic"), engine="beam", limits=limits, seed=seed, threads=1, params=params
    )


@pytest.mark.parametrize(("narrow_rows", "shape"), [(True, (9, 7)), (False, (7, 9))])
def test_rows_are_narrow_unless_wide_ones_are_wanted(
    narrow_rows: bool, shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes, run_beam = set(), BeamPool.run_beam

    def watched(self: BeamPool, task: BeamTask) -> BeamResult:
        shapes.add(task.subproblem.cells.shape)
        return run_beam(self, task)

    monkeypatch.setattr(BeamPool, "run_beam", watched)
    search(BeamParams(narrow_rows=narrow_rows))
    assert shapes == {shape}


def test_seeds_differ() -> None:
    perturbed = [search(BeamParams(), seed).best for seed in (1, 2)]
    assert perturbed[0] != perturbed[1]


@pytest.mark.parametrize(
    ("job", "part"),
    [
        (job, part)
        for job in sorted(ablation.TARGETS)
        for part in ablation.PARTS
        if "frame" in job or part not in ablation.ONLY_FRAMES
    ],
)
def test_each_part_can_be_left_out(job: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "TARGETS", {job: 1000})
    children, cost = ablation.work(ablation.Ablation(job, part, 1, 1))
    assert children is not None
    assert children < 10
    assert cost is not None


def test_a_search_ends_when_it_has_done_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "TARGETS", {"gay-play-frame-9x7": 0})
    children, cost = ablation.work(ablation.Ablation("gay-play-frame-9x7", "nothing", 1, 2))
    assert children is None
    assert cost is not None
