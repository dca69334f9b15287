"""Slots: paths from which searches are resumed, also from untrusted files."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

import pytest

from patience.engines.exhaustive.slots.kernels import Lists, Path
from tests.engines.exhaustive.slot_stand import SlotStand, kernels

pytestmark = [
    pytest.mark.usefixtures("plain"),
    pytest.mark.filterwarnings("ignore:overflow"),  # bits are counted by a product that wraps
]

LEVEL, PHASE, NODES, SEEN = kernels.LEVEL, kernels.PHASE, kernels.NODES, kernels.SEEN
SEEDS = pytest.mark.parametrize("seed", [3, pytest.param(46, marks=pytest.mark.slow)])


class Interrupting:
    """An interrupt that is set now and then."""

    def __init__(self, rng: Random, share: float) -> None:
        self._rng, self._share = rng, share

    def __getitem__(self, _: int) -> bool:
        return self._rng.random() < self._share


def pauses(
    stand: SlotStand, share: float = 0.1, most: int = 9
) -> tuple[list[Path], int, list[list[int]]]:
    """Return paths at which a search pauses in any phase, resumed anew, its nodes and grids."""
    stand.interrupt = Interrupting(stand.rng, share)  # type: ignore[assignment]
    path, paths, found, answer = stand.tree.root(stand.workspace), [], [], kernels.PAUSED
    while answer != kernels.DONE:
        answer = stand.anew().search(
            stand.tree, path, path.head[NODES] + stand.rng.randint(1, most)
        )
        if answer == kernels.FOUND:
            found.append(stand.tree.letters(path).tolist())
        paths.append(path)
        path = copy.deepcopy(path)
    return paths, int(path.head[NODES]), found


@SEEDS
def test_a_search_resumed_from_its_path_alone_goes_on_as_if_nothing_were(seed: int) -> None:
    stand = SlotStand(seed)
    usual = stand.searched()
    paths, *resumed = pauses(stand)
    assert tuple(resumed) == usual
    assert all(stand.tree.admits(path, 0, 1) for path in paths)


@SEEDS
def test_a_search_pauses_before_the_node_asked_for_and_when_interrupted(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "STRETCH", 1)
    stand = SlotStand(seed)
    path, until = stand.tree.root(stand.workspace), 0
    while (answer := stand.workspace.search(stand.tree, path, until)) != kernels.DONE:
        stand.interrupt[0], nodes = 1, int(path.head[NODES])
        assert answer == kernels.FOUND or nodes == until
        until = nodes + 1
        assert stand.workspace.search(stand.tree, path, until) == kernels.PAUSED
        assert path.head[NODES] == nodes
        stand.interrupt[0] = 0
    assert until > 20


# What is wrong with a path that tests words below the root: an array, and what stands where.
Wrong = Callable[[Lists, int], tuple[int, int]]
WRONG: dict[str, tuple[str, Wrong]] = {
    "a partition": ("head", lambda _, __: (kernels.PARTITION, 1)),
    "the partitions": ("head", lambda _, __: (kernels.PARTITIONS, 2)),
    "a level above the root": ("head", lambda _, __: (LEVEL, -1)),
    "a level too deep": ("head", lambda table, _: (LEVEL, len(table.letter))),
    "a level not reached": ("head", lambda _, level: (LEVEL, level + 1)),
    "a phase too few": ("head", lambda _, __: (PHASE, -1)),
    "a phase too many": ("head", lambda _, __: (PHASE, kernels.LEAVE + 1)),
    "a choice after the branch": ("head", lambda _, __: (PHASE, kernels.CHOOSE)),
    "children before the tests end": ("head", lambda _, __: (PHASE, kernels.CHILD)),
    "the nodes": ("head", lambda _, __: (NODES, -1)),
    "no branch": ("turn", lambda _, level: (level, 0)),
    "a branch": ("turn", lambda table, level: (level, table.branches[level] + 1)),
    "a branch above": ("turn", lambda table, level: (level - 1, table.branches[level - 1] + 1)),
    "a word": ("tested", lambda table, level: (level, table.tests[level] + 1)),
    "words above": ("tested", lambda table, level: (level - 1, table.tests[level - 1] - 1)),
    "a child": ("child", lambda table, level: (level, table.children[level] + 1)),
    "a child above": ("child", lambda table, level: (level - 1, table.children[level - 1] + 1)),
    "no child above": ("child", lambda _, level: (level - 1, 0)),
    "what is not read": ("child", lambda _, __: (-1, -1)),
}


def test_a_path_that_does_not_fit_is_refused() -> None:
    stand, found = SlotStand(107), 0
    for path in pauses(stand, 0.0, 1)[0]:
        level = int(path.head[LEVEL])
        assert stand.workspace.follow(stand.tree, path)
        table = stand.table
        if (
            path.head[PHASE] == kernels.TEST
            and level > 0
            and path.tested[level] < table.tests[level]
        ):
            found += 1
            places = {wrong: change(table, level) for wrong, (_, change) in WRONG.items()}
            for wrong, (place, value) in places.items():
                other = copy.deepcopy(path)
                getattr(other, WRONG[wrong][0])[place] = value
                assert not stand.tree.admits(other, 0, 1), wrong
            if found == 3:
                return
    pytest.fail("too few paths test words below the root")


@SEEDS
def test_whatever_a_file_holds_no_index_is_out_of_bounds(seed: int) -> None:
    """In plain Python such an index raises; negative ones, which do not, are refused anyway."""
    stand = SlotStand(seed)
    rng, paths, admitted = stand.rng, pauses(stand)[0], 0
    stand.interrupt = Interrupting(rng, 0.0)  # type: ignore[assignment]
    for _ in range(40):
        path = copy.deepcopy(rng.choice(paths))
        level = int(path.head[LEVEL])
        for _ in range(rng.randint(1, 3)):
            value = rng.choice((0, 0, 1, 2, 3, 4, 9, 99, 1 << 62))
            array = rng.choice((path.head, path.turn, path.tested, path.child))
            numbers = (LEVEL, PHASE, SEEN) if array is path.head else range(level + 2)
            array[rng.choice(numbers)] = value
        if stand.tree.admits(path, 0, 1):
            admitted += 1
            stand.anew().search(stand.tree, path, path.head[NODES] + 20)
    assert 0 < admitted < 40


def test_a_tree_without_a_grid_has_no_path_below_its_root() -> None:
    stand = next(x for x in map(SlotStand, range(99)) if not x.tree.has_root(x.table, x.buffers))
    path = stand.tree.root(stand.workspace)
    assert stand.tree.admits(path, 0, 1)
    assert stand.anew().search(stand.tree, path, 9) == kernels.DONE
    path.head[LEVEL] = 1
    assert not stand.tree.admits(path, 0, 1)
