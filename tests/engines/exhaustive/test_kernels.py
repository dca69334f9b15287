"""The kernels: compiled as they read, and columns filtered as brute force does."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest

from patience.engines import dawg
from patience.engines.exhaustive import kernels, levels
from patience.engines.exhaustive.tree import Tree, Workspace
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.tiles import ALPHABET
from patience.words.wordlist import WordList
from tests.engines.exhaustive.support import CHOICES, KERNELS, whole
from tests.strategies import GOALS, TINY, case, random_words


@pytest.mark.filterwarnings("ignore:overflow")  # hashes wrap around, as uint64 does
@pytest.mark.parametrize("goal", GOALS)
@CHOICES
@pytest.mark.parametrize("number", [0, 1, 2, 4, 8, 11])
def test_jitted_and_plain_kernels_agree(
    goal: str, number: int, listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "_LISTED", listed)
    some = case(number, goal, TINY)
    jitted = whole(some)
    for name in KERNELS:
        monkeypatch.setattr(kernels, name, getattr(kernels, name).py_func)
    assert whole(some) == jitted


def test_all_kernels_are_compared() -> None:
    assert {"search", "lay", "spell", "forward_backward", "propagate", "choose", "feasible"} <= set(
        KERNELS
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_column_is_filtered_to_what_its_lines_hold(seed: int) -> None:
    rng = Random(seed)
    height = rng.randint(2, 5)
    words = sorted(random_words(rng, ["A", "B", "C"], 12, height))
    graph = dawg.build(WordList.of(words), height)
    subproblem = Subproblem(np.full((height, 2), CELL_OPEN, np.int8), (9,) * 26, 0, 0, True)
    idle = np.zeros(1, np.uint8)
    workspace = Workspace(graph, height, 2, idle, 4)
    problem = Tree(subproblem, graph, np.ones(26)).problem
    for _ in range(10):
        laid = [rng.choice("....ABC*") for _ in range(height)]
        budget, letters = rng.randint(0, 3), rng.choice(("ABC", "AB", "BC"))
        pattern = sum("ABC*".find(x) + 1 + 23 * (x == "*") << (5 * r) for r, x in enumerate(laid))
        choices = [letters + "." if x == "." else x.replace("*", ".") for x in laid]
        # What a line holds, and how many blanks it takes.
        lines = {
            line: sum(x == "." == y for x, y in zip(line, laid, strict=True))
            for line in map("".join, itertools.product(*choices))
            if all(len(run) < 2 or run in words for run in line.split("."))
        }
        mask = sum(1 << ALPHABET.index(x) for x in letters)
        column = workspace.column(problem, pattern, budget, mask)
        least = min((n for n in lines.values() if n <= budget), default=kernels.NEVER)
        assert column[kernels.LEAST] == least
        for r in range(height):
            held = {line[r] for line, n in lines.items() if n <= budget}
            bits = sum(1 << (ALPHABET + ".").index(x) for x in held)
            assert column[kernels.MASKS + r] == bits
