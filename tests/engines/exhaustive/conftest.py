from __future__ import annotations

from collections.abc import Iterator

import pytest

from patience.engines.exhaustive import search, workers
from patience.engines.exhaustive.rows import tree
from patience.engines.exhaustive.slots import tree as slot_tree
from tests.engines.exhaustive import slot_stand, stand


@pytest.fixture(autouse=True, scope="module")
def _little_work() -> Iterator[None]:
    """Small puzzles: few partitions, no estimate, and tables so small that they forget."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "_TICK", 0.001)
        patch.setattr(workers, "_PARTITIONS", 3)
        patch.setattr(tree, "MEMO_ROWS", 64)
        patch.setattr(search, "_ESTIMATE_SECONDS", 0.0)
        yield


@pytest.fixture(scope="module")
def plain() -> Iterator[None]:
    """Trees are searched by kernels in plain Python, whose text tests may change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "kernels", stand.kernels)
        patch.setattr(slot_tree, "kernels", slot_stand.kernels)
        yield
