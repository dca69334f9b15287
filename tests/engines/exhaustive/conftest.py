from __future__ import annotations

from collections.abc import Iterator

import pytest

from patience.engines.exhaustive.rows import tree
from patience.engines.exhaustive.slots import tree as slot_tree
from tests.engines.exhaustive import slot_stand, stand
from tests.engines.exhaustive.support import little_work


@pytest.fixture(autouse=True, scope="module")
def _little_work() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        little_work(patch)
        yield


@pytest.fixture(scope="module")
def plain() -> Iterator[None]:
    """Trees are searched by kernels in plain Python, whose text tests may change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "kernels", stand.kernels)
        patch.setattr(slot_tree, "kernels", slot_stand.kernels)
        yield
