from __future__ import annotations

from collections.abc import Iterator

import pytest

from patience.engines import portfolio


@pytest.fixture(autouse=True, scope="module")
def _short_turns() -> Iterator[None]:
    """Small puzzles: a proof begins soon. Turns grow, so that each ends on a slow machine too."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_FIRST_SECONDS", "_ESTIMATE_SECONDS", "_TURN_SECONDS"):
            patch.setattr(portfolio, name, 0.05)
        yield
