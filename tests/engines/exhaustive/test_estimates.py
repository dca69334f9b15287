"""Random walks: how large a tree is, before it is searched."""

from __future__ import annotations

import itertools
import math
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.engines.bits import DONE, NODES
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.rows import kernels
from patience.engines.exhaustive.rows.tree import RowTree, RowWorkspace
from patience.engines.exhaustive.search import ExhaustiveSearch, Progress, SizeEstimate
from patience.engines.exhaustive.slots.tree import SlotWorkspace
from patience.engines.exhaustive.trees import State
from patience.engines.exhaustive.workers import Checkpoint, partition_count, partitions_per_tree
from tests.engines.exhaustive.support import CHOICES, use
from tests.engines.running import lexicon
from tests.strategies import GOALS, SMALL, TINY, case


@CHOICES
@pytest.mark.parametrize("goal", GOALS)
def test_estimates_of_a_size_lie_around_it(
    goal: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    some = case(4, goal, TINY)
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), 1)
    for level in itertools.islice(cost_levels(some.puzzle, 0, exhaustive.most), 2):
        trees = len(level.subproblems)
        nodes = sum(nodes_of(exhaustive, level, i) for i in range(trees))
        estimate = exhaustive.estimate(level, seconds=1000, walks=800 // trees + 1)
        assert abs(estimate.mean - nodes) <= 4 * estimate.error + 1e-6 * nodes, level.label
        assert estimate.error <= 0.3 * max(nodes, 1)


@pytest.mark.parametrize("most", [1, 7, 20, 50, 200])
@pytest.mark.parametrize("goal", GOALS)
def test_a_walk_looks_at_so_much_of_a_level_and_loses_no_tile(
    goal: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("listed", monkeypatch)
    some = case(4, goal, SMALL)
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), 1)
    level = next(iter(cost_levels(some.puzzle, 0, exhaustive.most)))
    workspace, tree = (
        exhaustive.pool(level).workspaces(level)[0],
        exhaustive.pool(level).tree(level, 0),
    )
    assert isinstance(workspace, RowWorkspace)
    assert isinstance(tree, RowTree)
    rng = np.random.default_rng(most)
    for _ in range(20):
        state = tree.root(workspace)
        tiles, before = int(state.counts.sum()), np.count_nonzero(state.symbols)
        nodes = workspace.walk(tree, rng, most, state)
        assert nodes[0] <= most
        laid = np.count_nonzero(state.symbols) - before
        blanks = np.count_nonzero(state.symbols == kernels.EMPTY)
        assert state.counts.sum() <= tiles
        assert tiles - state.counts.sum() <= laid <= tiles - state.counts.sum() + blanks


@CHOICES
def test_a_walk_that_is_interrupted_tells_nothing(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    some = case(4, "frame", SMALL)
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), 1)
    level = next(iter(cost_levels(some.puzzle, 0, exhaustive.most)))
    pool = exhaustive.pool(level)
    pool.interrupt()
    workspace = pool.workspaces(level)[0]
    assert workspace.walk(pool.tree(level, 0), np.random.default_rng(0)) == []
    nothing = SizeEstimate(np.array([]))
    assert (nothing.mean, nothing.error) == (0.0, 0.0)


def test_what_there_is_no_time_to_estimate_is_taken_for_endless() -> None:
    some = case(4, "frame", TINY)
    exhaustive = ExhaustiveSearch(some.puzzle, lexicon(some), 1)
    assert exhaustive.expect(0, None, seconds=0) == math.inf
    assert exhaustive.expect(0, None, seconds=1000) < math.inf


def nodes_of(exhaustive: ExhaustiveSearch, level: CostLevel, number: int) -> int:
    """Count the nodes of the partitions of one of a level's trees."""
    pool = exhaustive.pool(level)
    workspace = pool.workspaces(level)[0]
    tree, partitions = pool.tree(level, number), partitions_per_tree(level)
    nodes = 0
    for partition in range(partitions):
        state = tree.root(workspace, partition, partitions)
        while workspace.search(tree, state, 1 << 60) != DONE:
            pass
        nodes += int(state.head[NODES])
    return nodes


@pytest.mark.parametrize("goal", GOALS)
def test_both_searches_are_compiled_before_the_clock_starts(
    goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    some, compiled = case(4, goal, TINY), set()
    for kind in (RowWorkspace, SlotWorkspace):
        for name in ("search", "walk"):
            used = Mock(side_effect=lambda *_, done=(kind, name): compiled.add(done))
            monkeypatch.setattr(kind, name, used)
    ExhaustiveSearch(some.puzzle, lexicon(some), 1).prepare(0)
    assert len(compiled) == 4


@given(st.integers(1, 10**6), st.floats(0, 100))
def test_a_partition_that_outgrows_the_estimate_is_not_nearly_all(
    nodes: int, expected: float
) -> None:
    level = next(iter(cost_levels(case(4, "frame", SMALL).puzzle, 0, 3)))
    head = np.zeros(NODES + 1, np.int64)
    head[NODES] = nodes
    begun: dict[int, State] = {0: Mock(head=head)}
    progress = Progress(level=level, checkpoint=Checkpoint(begun=begun), expected=expected)
    partitions = partition_count(level)
    assert partitions > 1
    assert progress.remaining >= (partitions - 1) * nodes / (0.25 * partitions + 1)
    assert progress.fraction < 1
