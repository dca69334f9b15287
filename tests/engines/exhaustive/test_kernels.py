"""The kernels: compiled as they read, and columns filtered as brute force does."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import numpy as np
import pytest

from patience.engines import dawg
from patience.engines.exhaustive.rows import kernels
from patience.engines.exhaustive.rows.tree import RowTree, RowWorkspace
from patience.engines.exhaustive.slots import kernels as slot_kernels
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.words.wordlist import WordList
from tests.engines.exhaustive.support import CHOICES, compiled_in, held, use, whole
from tests.strategies import GOALS, TINY, case, random_words


@pytest.mark.filterwarnings("ignore:overflow")  # hashes wrap around, as uint64 does
@pytest.mark.parametrize("goal", GOALS)
@CHOICES
@pytest.mark.parametrize("number", [0, 1, 2, 4, 8, 11])
def test_jitted_and_plain_kernels_agree(
    goal: str, number: int, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(search, monkeypatch)
    some = case(number, goal, TINY)
    jitted = whole(some)
    for module in (kernels, slot_kernels):
        for name in compiled_in(module):
            monkeypatch.setattr(module, name, getattr(module, name).py_func)
    assert whole(some) == jitted


def test_all_kernels_are_compared() -> None:
    rows, slots = set(compiled_in(kernels)), set(compiled_in(slot_kernels))
    assert {"search", "lay", "spell", "forward_backward", "propagate", "choose"} <= rows
    assert {"search", "sieve", "passes", "too_dear", "descend", "retrace"} <= slots


class Columns:
    """What the kernels tell of columns."""

    def __init__(self, words: Collection[str], height: int) -> None:
        graph = dawg.build(WordList.of(sorted(words)), height)
        subproblem = Subproblem(np.full((height, 2), CELL_OPEN, np.int8), (9,) * 26, 0, 0, True)
        self._problem = RowTree(subproblem, graph, np.ones(26)).problem
        self._workspace = RowWorkspace(graph, height, 2, np.zeros(1, np.uint8), 4)

    def held(self, laid: str, letters: str, budget: int) -> tuple[int, list[int]]:
        pattern = sum(
            {"*": kernels.EMPTY}.get(x, "ABC".find(x) + 1) << (5 * r) for r, x in enumerate(laid)
        )
        mask = sum(1 << LATIN.symbols.index(x) for x in letters)
        column = self._workspace.column(self._problem, pattern, budget, mask).tolist()
        return column[kernels.MIN_BLANKS], column[kernels.MASKS :]


@pytest.mark.parametrize("seed", range(40))
def test_a_column_is_filtered_to_what_its_lines_hold(seed: int) -> None:
    rng = Random(seed)
    height = rng.randint(2, 5)
    words = random_words(rng, ["A", "B", "C"], 12, height)
    columns = Columns(words, height)
    for _ in range(10):
        laid = "".join(rng.choice("....ABC*") for _ in range(height))
        budget, letters = rng.randint(0, 3), rng.choice(("ABC", "AB", "BC"))
        assert columns.held(laid, letters, budget) == held(laid, letters, budget, words)


def test_of_two_ways_to_a_node_the_one_with_fewer_blanks_counts() -> None:
    """BCA and A lead to the same node, and BCA is met last."""
    words = {"AB", "BCA", "BCAB"}
    columns = Columns(words, 5)
    for budget in range(4):
        for laid in (".....", "...*.", "..A..", "..A.*"):
            assert columns.held(laid, "ABC", budget) == held(laid, "ABC", budget, words)
