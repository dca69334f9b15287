from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from patience.words import accents, lexicon


@pytest.fixture(scope="session", autouse=True)
def _looked_up_once() -> Iterator[None]:
    """Keep what ships about a word: hundreds of pages tell of the same few, in 3 ms for each."""
    whole = lexicon.shipped_data
    kept = cache(lambda *asked: tuple(whole(*asked)))
    with pytest.MonkeyPatch.context() as patch:
        for module in (accents, lexicon):
            patch.setattr(module, "shipped_data", kept)
        yield
