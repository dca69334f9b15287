"""Certificates: read as written, counted again, refused when changed; bounds of those shipped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from patience.engines.exhaustive.levels import cost_levels
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.workers import partition_count
from patience.errors import FileError, PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle, Rules
from patience.proofs import certificates
from patience.proofs.certificates import METHOD, Certificate, known_bound
from patience.proofs.checking import recount, sampled
from patience.proofs.propositions import Proposition
from patience.question.catalogue import parse
from patience.words.lexicon import Lexicon, load
from tests.proofs.support import HARD, Hard


def test_a_certificate_is_read_as_it_was_written(certified: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    certificates.write(path, certified)
    assert certificates.read(path) == certified
    assert certified.spec().puzzle() == Puzzle(parse(HARD), Frame(4, 4))


def test_every_partition_counted_again_agrees(hard: Hard, certified: Certificate) -> None:
    heard: list[tuple[str, int, int, int]] = []
    on_partition = lambda *each: heard.append(each)  # noqa: E731
    assert recount(certified, hard(1), samples=10**6, seed=0, threads=2, on_partition=on_partition)
    assert len(heard) == sum(len(x.nodes) for x in certified.levels)
    assert sum(counted for *_, counted in heard) == certified.nodes
    heard.clear()
    assert recount(certified, hard(1), samples=5, seed=3, on_partition=on_partition)
    assert (len(heard), sum(told for *_, told, _ in heard)) == sampled(certified, 5, 3)


def test_a_changed_count_is_noticed(hard: Hard, certified: Certificate) -> None:
    first, second = certified.levels
    nodes = (*second.nodes[:7], second.nodes[7] + 1, *second.nodes[8:])
    changed = structs.replace(certified, levels=(first, replace(second, nodes=nodes)))
    heard: list[tuple[str, int, int, int]] = []
    on_partition = lambda *each: heard.append(each)  # noqa: E731
    assert not recount(changed, hard(1), samples=10**6, seed=0, on_partition=on_partition)
    [differs] = [each for each in heard if each[2] != each[3]]
    assert differs == ("1 face down", 7, second.nodes[7] + 1, second.nodes[7])


def test_levels_that_are_not_the_puzzles_are_refused(hard: Hard, certified: Certificate) -> None:
    first, second = certified.levels
    for changed in (
        structs.replace(certified, levels=(first,)),
        structs.replace(certified, levels=(second, first)),
        structs.replace(certified, levels=(first, replace(second, nodes=second.nodes[1:]))),
        structs.replace(certified, at_most=2),
        structs.replace(certified, at_most=0),
    ):
        with pytest.raises(PatienceError, match="levels are not those of its puzzle"):
            recount(changed, hard(1), samples=1, seed=0)
    with pytest.raises(PatienceError, match="searches differently"):
        recount(structs.replace(certified, method=METHOD + 1), hard(1), samples=1, seed=0)


def test_a_false_certificate_meets_the_grid(hard: Hard, certified: Certificate) -> None:
    proposition = hard(2)
    *_, last = cost_levels(proposition.puzzle, 0, 2)
    invented = RefutedLevel(last.label, 2, (1000,) * partition_count(last))
    false = structs.replace(certified, at_most=2, levels=(*certified.levels, invented))
    counted: list[int] = []
    assert not recount(
        false,
        proposition,
        samples=10**6,
        seed=0,
        on_partition=lambda *each: counted.append(each[3]),
    )
    assert -1 in counted


@pytest.mark.parametrize(
    "change",
    [
        {"format": 1},
        {"format": None},
        {"at_most": "1"},
        {"at_most": -1},
        {"puzzle": ["frame"]},
        {"puzzle": {"goal": 3}},
        {"sha256": None},
        {"levels": [{"label": "0 face down", "cost": 0}]},
        {"levels": [{"label": "0 face down", "cost": 0, "nodes": [1.5]}]},
        {"more": 1},
        {"words": 10**30},
        {"seconds": -1},
        {"seconds": "a while"},
        {"levels": [{"label": "0 face down", "cost": 0, "nodes": [10**40]}]},
        {"levels": [[[[]]]]},
        {"puzzle": {"goal": {"goal": "frame"}}},
    ],
)
def test_what_is_no_certificate_is_refused(
    certified: Certificate, tmp_path: Path, change: dict[str, Any]
) -> None:
    path = tmp_path / "c.json"
    certificates.write(path, certified)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(FileError, match=r"c\.json.* certificate"):
        certificates.read(path)


def test_a_shipped_certificate_bounds_its_puzzle(
    certified: Certificate, short: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "c.json"
    certificates.write(path, certified)
    monkeypatch.setattr(certificates, "_shipped", lambda: [path])
    monkeypatch.setattr(certificates, "load", lambda name: {"short": short}[name])
    puzzle = certified.spec().puzzle()
    assert known_bound(puzzle, short) == 2
    assert known_bound(replace(puzzle, tiles=parse(HARD + "A")), short) == 0
    # What only makes the answers fewer leaves the bound as it is, what makes them more does not.
    assert known_bound(puzzle, Lexicon.of(list(short.words)[::2])) == 2
    assert known_bound(puzzle, Lexicon.of([*short.words, "BCDF"])) == 0
    assert known_bound(replace(puzzle, rules=Rules(distinct_words=True)), short) == 2
    assert known_bound(replace(puzzle, rules=Rules(connected=False)), short) == 0
    assert known_bound(replace(puzzle, start=Grid.parse("A...\n" + "....\n" * 3)), short) == 2


@pytest.mark.parametrize("path", certificates._shipped(), ids=lambda path: path.stem)
def test_a_shipped_certificate_fits_its_puzzle(path: Path) -> None:
    certificate = certificates.read(path)
    assert recount(certificate, shipped_proposition(certificate), samples=0, seed=0)


@pytest.mark.slow
@pytest.mark.watch("certificates")
@pytest.mark.parametrize("path", certificates._shipped(), ids=lambda path: path.stem)
def test_a_sample_of_a_shipped_certificate_agrees(path: Path) -> None:
    """Eight partitions of at most two million nodes in all: the largest has fifty million."""
    certificate = certificates.read(path)
    seed = next(x for x in range(1000) if sampled(certificate, 8, x)[1] <= 2_000_000)
    assert recount(certificate, shipped_proposition(certificate), samples=8, seed=seed)


def shipped_proposition(certificate: Certificate) -> Proposition:
    spec = certificate.spec()
    lexicon = load(*spec.vocabulary)
    assert lexicon.sha256 == certificate.sha256
    return Proposition(spec.puzzle(), certificate.puzzle, lexicon, certificate.at_most)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": ' * 100_000, "[]"], ids=range(3))
def test_hostile_text_is_no_certificate(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"c\.json is not a certificate"):
        certificates.read(path)
