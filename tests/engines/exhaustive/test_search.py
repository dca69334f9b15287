"""The kernels search as plain Python: where a search pauses, and what a walk meets."""

from __future__ import annotations

import copy
import itertools

import pytest

from patience.engines.bits import COL, DONE, FOUND, LEVEL, NODES, PAUSED, PHASE
from patience.engines.exhaustive.rows.kernels import RowState
from tests.engines.exhaustive.stand import Stand, kernels

pytestmark = [
    pytest.mark.usefixtures("plain"),
    pytest.mark.filterwarnings("ignore:overflow"),  # hashes wrap around, as uint64 does
]


@pytest.mark.parametrize("seed", range(60))
def test_a_search_pauses_before_the_node_asked_for_and_when_interrupted(seed: int) -> None:
    stand = Stand(seed)
    state = stand.tree.root(stand.workspace)
    interrupt, head = stand.buffers.interrupt, state.head
    for until in range(1, 20):
        answer = stand.workspace.search(stand.tree, state, until)
        while answer == FOUND:
            answer = stand.workspace.search(stand.tree, state, until)
        if answer == DONE:
            nodes = head[NODES]
            assert nodes <= until
            assert stand.workspace.search(stand.tree, state, until + 1) == DONE
            assert head[NODES] == nodes
            return
        assert (answer, head[NODES]) == (PAUSED, until)
        interrupt[0] = 1
        assert stand.workspace.search(stand.tree, state, until + 1) == PAUSED
        assert head[NODES] == until
        interrupt[0] = 0


def everything(stand: Stand) -> tuple[list[list[list[int]]], int]:
    """Return all grids of a tree in the order in which they are met, and the nodes."""
    state, grids = stand.tree.root(stand.workspace), []
    while (answer := stand.workspace.search(stand.tree, state, 1 << 60)) != DONE:
        assert stand.tree.admits(state, 0, 1)
        if answer == FOUND:
            grids.append(state.symbols.tolist())
        stand.buffers.interrupt[0] = 0
    return grids, int(state.head[NODES])


@pytest.mark.parametrize("seed", [8, 15])
def test_a_search_that_only_spells_can_be_interrupted(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stretch of one symbol interrupts the search: it pauses before the next."""
    stand = Stand(seed)
    undisturbed, spell = everything(stand), kernels.spell
    assert undisturbed[1] > 200

    def interrupting(*args: object) -> int:
        assert stand.buffers.interrupt[0] == 0
        stand.buffers.interrupt[0] = 1
        return int(spell(*args))

    monkeypatch.setattr(kernels, "STRETCH", 1)
    monkeypatch.setattr(kernels, "spell", interrupting)
    assert everything(stand) == undisturbed


@pytest.mark.parametrize("seed", [15])
def test_the_children_of_all_nodes_make_up_the_tree(seed: int) -> None:
    """Walks go from child to child: all of them together meet each node and each grid once."""
    stand = Stand(seed)
    workspace = stand.workspace

    def below(state: RowState, level: int) -> tuple[int, int]:
        """Return the grids and the nodes below a state."""
        if level == stand.height:
            return 1, 0
        whole, before = copy.deepcopy(state), int(state.head[NODES])
        children = workspace._children(stand.tree, whole, level, 1 << 60)
        grids, nodes = 0, int(whole.head[NODES]) - before
        for number in range(1, children + 1):
            child = copy.deepcopy(state)
            assert workspace._children(stand.tree, child, level, 1 << 60, number) == number
            some, more = below(child, level + 1)
            grids, nodes = grids + some, nodes + more
        return grids, nodes

    found, nodes = everything(stand)
    assert below(stand.tree.root(workspace), 0) == (len(found), nodes)
    assert nodes > 200


def test_a_state_that_spells_outside_its_row_is_refused() -> None:
    stand = Stand(8)
    state = stand.tree.root(stand.workspace)
    assert stand.workspace.search(stand.tree, state, 20) == PAUSED
    state.head[PHASE] = kernels.SPELL
    columns, levels = range(-1, stand.width + 1), (-1, 0, stand.height - 1, stand.height)
    admitted = []
    for col, level in itertools.product(columns, levels):
        state.head[[COL, LEVEL]] = col, level
        if stand.tree.admits(state, 0, 1):
            admitted.append((col, level))
    inside = itertools.product(range(stand.width), (0, stand.height - 1))
    assert admitted == list(inside)
