"""Answers and nodes of the kernels as they are configured: compiled, or with NUMBA_DISABLE_JIT.

Small enough for plain Python, so that a run over hundreds of faults in the kernels needs no
compiler. The number of nodes tells of faults that only prune too little, or order badly.
"""

from __future__ import annotations

import pytest

from tests.engines.exhaustive.support import use, whole
from tests.strategies import GOALS, SMALL, TINY, case

# Nodes of all levels refuted.
NODES = {
    "by cell": {
        "frame": (SMALL, {1: 1066, 2: 72, 3: 1808, 4: 124}),
        "board": (SMALL, {0: 1348, 8: 1806, 10: 381, 11: 284}),
        "compact": (TINY, {5: 368, 9: 575}),
    },
    "slots": {
        "frame": (SMALL, {1: 173, 3: 268, 4: 33}),
        "board": (SMALL, {3: 154, 8: 82, 10: 63, 11: 306}),
        "compact": (TINY, {5: 7, 10: 8}),
    },
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("search", NODES)
def test_nodes_are_those_of_this_method(
    goal: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If they are not: raise METHOD, and certify anew what is shipped."""
    use(search, monkeypatch)
    size, nodes = NODES[search][goal]
    for number, expected in nodes.items():
        _, refuted = whole(case(number, goal, size))
        assert sum(sum(level.nodes) for level in refuted) == expected, number
