from __future__ import annotations

import pytest

from patience.proofs.certificates import Certificate
from patience.proofs.propositions import prove
from patience.words.lexicon import Lexicon, load
from tests.proofs.support import Hard, proposition_of, proven


@pytest.fixture(scope="session")
def short() -> Lexicon:
    """Everyday words for a 4x4."""
    return Lexicon.of([word for word in load("fr-common").words if len(word) <= 4], "short")


@pytest.fixture(autouse=True)
def _no_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """An estimate on the way is for people; it takes half a second a level."""
    monkeypatch.setattr("patience.engines.exhaustive.search._ESTIMATE_SECONDS", 0.0)


@pytest.fixture(scope="session")
def hard(short: Lexicon) -> Hard:
    return lambda at_most: proposition_of(short, at_most)


@pytest.fixture(scope="session")
def certified(hard: Hard) -> Certificate:
    return proven(prove(hard(1), threads=2))
