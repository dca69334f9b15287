"""The search cell after cell: its lines, its states, its twins."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.engines import dawg
from patience.engines.bits import DONE, FOUND, LEVEL, NODES
from patience.engines.exhaustive.cells.kernels import CellState
from patience.engines.exhaustive.cells.lines import graphs
from patience.engines.exhaustive.cells.tree import CellTree, CellWorkspace
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.words.wordlist import WordList
from tests.strategies import random_words

BLANK = dawg.BLANK
LETTERS = st.sampled_from([CELL_OPEN, CELL_OPEN, CELL_OPEN, 0, 1, CELL_FACE_DOWN])
WORDS = st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=12)


def lines_of(words: set[str], line: list[int], budget: int) -> set[tuple[int, ...]]:
    """Return what a line can hold with so many blanks, tried one by one."""
    choices = [[0, 1, 2, BLANK] if kind == CELL_OPEN else [min(kind, BLANK)] for kind in line]
    found = set()
    for symbols in itertools.product(*choices):
        blanks = sum(
            x == BLANK and kind == CELL_OPEN for x, kind in zip(symbols, line, strict=True)
        )
        runs = "".join(".ABC"[x + 1 if x < BLANK else 0] for x in symbols).split(".")
        if blanks <= budget and all(len(run) < 2 or run in words for run in runs):
            found.add(symbols)
    return found


@given(WORDS, st.lists(LETTERS, min_size=1, max_size=5), st.integers(0, 3))
def test_a_graph_has_what_a_line_can_hold_and_no_dead_end(
    words: set[str], line: list[int], budget: int
) -> None:
    graph = dawg.build(WordList.of(sorted(words)), 5)
    found = graphs(graph, [np.array(line, np.int8)], budget)
    expected = {x for x in lines_of(words, line, budget) if max(x) <= 2 or BLANK in x}
    if found is None:
        assert not expected
        return

    def walk(node: int, symbols: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        assert found is not None
        if len(symbols) == len(line):
            yield symbols
            return
        mask = int(found.nodes[node]) & (1 << BLANK + 1) - 1
        assert mask  # no dead end
        first = int(found.nodes[node]) >> dawg.FIRST_SHIFT
        for n, k in enumerate(k for k in range(BLANK + 1) if mask >> k & 1):
            spent = k == BLANK and line[len(symbols)] == CELL_OPEN
            after = int(found.child[first + n])
            if found.need[after] <= left - spent:
                yield from walk(after, (*symbols, k), left - spent)

    (root,) = found.roots.values()
    reached = set(walk(root, (), budget))
    only_abc = {x for x in reached if all(k <= 2 or k == BLANK for k in x)}
    assert only_abc == expected


def tree_of(seed: int, symmetry: str) -> CellTree:
    rng = Random(seed)
    height = width = rng.randint(2, 4)
    if symmetry != "transpose":
        width = rng.randint(2, 4)
    words = random_words(rng, ["A", "B", "C"], 14, 4)
    both = sorted(words | {word[::-1] for word in words})
    cells = np.full((height, width), CELL_OPEN, np.int8)
    if rng.random() < 0.5:
        cells[rng.randrange(height), rng.randrange(width)] = rng.choice((0, CELL_FACE_DOWN))
    counts = (rng.randint(2, 6), rng.randint(2, 6), rng.randint(2, 6), *[0] * 23)
    part = Subproblem(cells, counts, rng.randint(0, 2), rng.randint(0, 3), rng.random() < 0.5)
    return CellTree(part, dawg.build(WordList.of(both), 4), symmetry)


def whole(tree: CellTree, step: int = 1 << 40, partition: int = 0, of: int = 1) -> list[bytes]:
    """Return all grids in order, searched so many nodes at a time, each time in fresh buffers."""
    height, width = tree.subproblem.cells.shape
    workspace = CellWorkspace(height, width, np.zeros(1, np.uint8))
    state, found = tree.root(workspace, partition, of), []
    while True:
        if step < 1 << 40:
            assert tree.admits(state, partition, of)
            workspace = CellWorkspace(height, width, np.zeros(1, np.uint8))
            state = CellState(*(each.copy() for each in state))
        answer = workspace.search(tree, state, int(state.head[NODES]) + step)
        if answer == FOUND:
            found.append(tree.letters(state).tobytes())
        elif answer == DONE:
            return found


SYMMETRIES = pytest.mark.parametrize("symmetry", ["none", "transpose", "palindrome-grid"])


@SYMMETRIES
@pytest.mark.parametrize("seed", range(6))
def test_a_search_in_steps_and_in_partitions_finds_the_same(seed: int, symmetry: str) -> None:
    tree = tree_of(seed, symmetry)
    usual = whole(tree)
    assert len(set(usual)) == len(usual)
    assert whole(tree, 7) == usual
    parts = [whole(tree, partition=k, of=3) for k in range(3)]
    assert sorted(itertools.chain(*parts)) == sorted(usual)


@SYMMETRIES
@pytest.mark.parametrize("seed", range(6))
def test_cells_and_their_twins_show_the_same(seed: int, symmetry: str) -> None:
    tree = tree_of(seed, symmetry)
    free = CellTree(tree.subproblem, dawg.build(WordList.of([]), 4))
    assert free.problem.twin.max() == -1
    shape = tree.subproblem.cells.shape
    for letters in whole(tree):
        grid = np.frombuffer(letters, np.uint8).reshape(shape)
        if symmetry == "transpose":
            assert (grid == grid.T).all()
        if symmetry == "palindrome-grid":
            assert (grid == grid[::-1, ::-1]).all()


@given(st.randoms(use_true_random=False), st.integers(0, 20), st.integers(1, 60))
def test_what_is_admitted_of_a_damaged_state_is_safe(rng: Random, seed: int, nodes: int) -> None:
    tree = tree_of(seed, "transpose")
    height, width = tree.subproblem.cells.shape
    workspace = CellWorkspace(height, width, np.zeros(1, np.uint8))
    state = tree.root(workspace)
    workspace.search(tree, state, nodes)
    kind = rng.randrange(3)
    if kind == 0:
        state.head[LEVEL] = rng.randint(-1, len(state.symbols) + 1)
    elif kind == 1:
        state.symbols[rng.randrange(len(state.symbols))] = rng.randint(-1, 40)
    else:
        state.todo[rng.randrange(len(state.todo))] = rng.getrandbits(32)
    if tree.admits(state, 0, 1):  # then the search keeps within its arrays
        assert workspace.search(tree, state, 10_000) in (DONE, FOUND, 1)


def test_the_mean_of_many_walks_is_the_number_of_nodes() -> None:
    tree = tree_of(3, "none")
    height, width = tree.subproblem.cells.shape
    workspace = CellWorkspace(height, width, np.zeros(1, np.uint8))
    state = tree.root(workspace)
    while workspace.search(tree, state, 1 << 40) != DONE:
        pass
    rng = np.random.default_rng(1)
    walks = [sum(workspace.walk(tree, rng)) for _ in range(4000)]
    assert np.mean(walks) == pytest.approx(int(state.head[NODES]), rel=0.1)
