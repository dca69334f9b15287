"""Propositions: proven, or refuted by the cheapest grid; what is heard of it meanwhile."""

from __future__ import annotations

from random import Random

import pytest

from patience.game.grid import Grid
from patience.game.puzzle import Compact, Frame
from patience.proofs import propositions
from patience.proofs.certificates import METHOD, Certificate
from patience.proofs.checking import recount
from patience.proofs.estimates import estimate
from patience.proofs.propositions import prove
from patience.referee import verify
from patience.result import Observer
from patience.words.lexicon import Lexicon, load
from tests.proofs.support import Hard, Impatient, proposition_of, proven


def test_a_refuted_proposition_is_certified(hard: Hard, certified: Certificate) -> None:
    proposition = hard(1)
    assert [(x.label, x.cost) for x in certified.levels] == [("0 face down", 0), ("1 face down", 1)]
    assert certified.puzzle == proposition.header
    assert (certified.sha256, certified.words) == (
        proposition.lexicon.sha256,
        len(proposition.lexicon),
    )
    assert certified.nodes == sum(sum(x.nodes) for x in certified.levels) > 10_000
    assert proven(prove(proposition, threads=1)).levels == certified.levels


def test_a_proposition_that_fails_has_a_grid_of_least_cost(hard: Hard) -> None:
    for at_most in (2, 16):
        proposition = hard(at_most)
        result = prove(proposition)
        assert result.certificate is None
        assert result.grid is not None
        report = verify(proposition.puzzle, result.grid, proposition.lexicon)
        assert (report.valid, report.cost) == (True, 2)


def test_the_count_of_nodes_is_that_of_this_method() -> None:
    """If it is not: raise METHOD, and certify anew what is shipped."""
    rng = Random(94)
    words = ["".join(rng.choices("ABCDE", k=rng.choice((2, 3, 4, 4)))) for _ in range(50)]
    proposition = proposition_of(Lexicon.of(words), 1, "AAABBCCDDEEE", Frame(4, 3))
    assert METHOD == 3
    certificate = proven(prove(proposition))
    assert [sum(level.nodes) for level in certificate.levels] == [8777, 4098]


@pytest.mark.parametrize("at_most", [4, 10**9])
def test_costs_beyond_any_grid_end_at_once(at_most: int) -> None:
    proposition = proposition_of(Lexicon.of(["XYZ"]), at_most, "ABCD", Frame(2, 2))
    certificate = proven(prove(proposition))
    assert certificate.at_most == at_most
    assert [x.cost for x in certificate.levels] == [0, 1, 2, 3, 4]
    assert recount(certificate, proposition, samples=10**6, seed=0)
    assert len(list(estimate(proposition, seconds=0.5))) == 5


def test_tiles_that_no_shape_holds_are_refuted() -> None:
    proposition = proposition_of(Lexicon.of(["AB", "BA"]), 10**9, "ABC", Compact())
    certificate = proven(prove(proposition))
    assert certificate.levels
    assert recount(certificate, proposition, samples=10**6, seed=0)


def test_the_observer_hears_where_a_proof_stands(
    hard: Hard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(propositions, "_WORTH_TELLING", 0.0)
    monkeypatch.setattr("patience.engines.exhaustive.workers._TICK", 0.01)
    observer = Impatient(-1)
    proven(prove(hard(1), observer=observer))
    zero, one = (text for text in observer.notices if "refuted" in text)
    assert "0 face down refuted, " in zero
    assert "1 face down refuted, " in one
    assert any(text.startswith("refuting 1 face down, ") for text in observer.phases)


def test_threads_that_gain_nothing_are_not_started(hard: Hard) -> None:
    observer = Impatient(-1)
    assert proven(prove(hard(0), threads=256, observer=observer)).threads < 256
    assert any("256 threads: a proof gains nothing beyond" in text for text in observer.notices)


def test_memory_bounds_tables_then_threads(
    hard: Hard, certified: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience.engines.exhaustive.workers.processors", lambda: 64)
    observer = Impatient(-1)
    certificate = proven(prove(hard(1), threads=64, memory_gb=0.02, observer=observer))
    assert certificate.levels == certified.levels
    assert any("of 64 threads search: 0.02 GB of memory" in text for text in observer.notices)


def test_a_time_limit_ends_a_level_whose_size_is_being_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("patience.engines.exhaustive.search._ESTIMATE_SECONDS", 1e6)
    big = proposition_of(load("fr-common"), 0, "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 8, Frame(14, 12))
    result = prove(big, seconds=0.01, observer=Observer())
    assert result.stopped
    assert result.nodes == 0


@pytest.mark.slow
def test_a_draw_is_refuted_with_all_words() -> None:
    """Sixteen tiles, 414,400 words, both ways to keep a state in between."""
    lexicon = load("fr")
    certificate = proven(prove(proposition_of(lexicon, 1)))
    assert recount(certificate, proposition_of(lexicon, 1), samples=100, seed=0)
    result = prove(proposition_of(lexicon, 2))
    assert result.grid is not None
    assert Grid(result.grid.rows).blanks == 2
