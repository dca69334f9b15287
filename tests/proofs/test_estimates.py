"""What a proof would take: ranges that hold the truth, and progress while it runs."""

from __future__ import annotations

import itertools
import math
from types import SimpleNamespace

import pytest

from patience.engines import base
from patience.engines.base import OutOfTime
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.search import Progress
from patience.engines.exhaustive.workers import Checkpoint, WorkerPool
from patience.proofs import estimates
from patience.proofs.certificates import Certificate
from patience.proofs.estimates import Range, estimate
from tests.proofs.support import Hard


def test_small_levels_are_counted_by_an_estimate(hard: Hard, certified: Certificate) -> None:
    for row, level in zip(estimate(hard(1), seconds=300), certified.levels, strict=True):
        nodes = sum(level.nodes)
        assert (row.label, row.counted, row.nodes) == (level.label, True, Range(nodes, nodes))
        assert row.seconds.low == row.seconds.high > 0


def test_random_walks_estimate_the_size(
    hard: Hard, certified: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk, clock = WorkerPool.walk, itertools.count()

    def search(pool: WorkerPool, level: object, checkpoint: Checkpoint, *_: object) -> None:
        checkpoint.done[0] = 5
        raise OutOfTime

    def fifty_walks(pool: WorkerPool, level: CostLevel, *_: object) -> list[float]:
        return walk(pool, level, 50, 0, math.inf, math.inf, lambda: None)

    monkeypatch.setattr(WorkerPool, "search", search)
    monkeypatch.setattr(WorkerPool, "walk", fifty_walks)
    seconds = SimpleNamespace(monotonic=lambda: next(clock), process_time=lambda: next(clock))
    for module in (base, estimates):
        monkeypatch.setattr(module, "time", seconds)
    *_, row = estimate(hard(1), seconds=1, threads=2)
    assert row.nodes.low < sum(certified.levels[1].nodes) < row.nodes.high
    # Looks at either clock alternate: the five nodes took two seconds, of two threads each.
    assert row.seconds.low == pytest.approx(row.nodes.low / 5)
    assert row.seconds.high == pytest.approx(row.nodes.high * 2 / 5)


def test_no_time_for_a_single_walk_leaves_the_range_open(
    hard: Hard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience.engines.exhaustive.workers._TICK", 0.0)
    monkeypatch.setattr(
        "patience.engines.exhaustive.workers.WorkerPool.walk", lambda *args: list[float]()
    )
    *_, row = estimate(hard(1), seconds=1e-3)
    assert row.nodes.high == row.seconds.high == math.inf


def test_progress_goes_with_the_work(hard: Hard, certified: Certificate) -> None:
    """A level whose partitions end one by one: the share told is near the share of the nodes."""
    proposition = hard(1)
    *_, level = cost_levels(proposition.puzzle, 0, 1)
    nodes = certified.levels[1].nodes
    for expected in (0.0, 0.5 * sum(nodes), 2.0 * sum(nodes)):
        progress = Progress(level=level, expected=expected)
        before = 0.0
        for number, size in enumerate(nodes):
            progress.checkpoint.done[number] = size
            share = sum(nodes[: number + 1]) / sum(nodes)
            assert before <= progress.fraction + 0.01
            assert abs(progress.fraction - share) < 0.25
            before = progress.fraction
        assert before == 1.0


def test_progress_of_nothing_is_nothing() -> None:
    assert Progress().fraction == 0.0
    assert Progress([RefutedLevel("x", 0, (3, 4))], checkpoint=Checkpoint({0: 5})).nodes == 12
