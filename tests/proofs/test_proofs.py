from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from patience.engines.exhaustive.levels import stages
from patience.engines.exhaustive.proof import Progress, Refuted
from patience.engines.exhaustive.workers import Ledger, parts_in
from patience.errors import FileError, PatienceError
from patience.files.spec import Spec
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Frame, Puzzle, Rules
from patience.game.referee import verify
from patience.game.tiles import parse
from patience.proofs import certificates
from patience.proofs import propositions as proofs
from patience.proofs.certificates import METHOD, Certificate, StageCount, known_bound
from patience.proofs.propositions import (
    Claim,
    Outcome,
    StageGuess,
    duration,
    estimate,
    prove,
    recount,
)
from patience.result import Observer, Stats
from patience.words.lexicon import Lexicon, load

# The cheapest grid of these tiles in 4x4 has two face down.
HARD = "ABCCEFILMNOQSUUV"
BOX = Frame(4, 4)


@pytest.fixture(scope="session")
def short() -> Lexicon:
    """Everyday words for a 4x4."""
    return Lexicon.of([word for word in load("fr-common").words if len(word) <= 4], "short")


@pytest.fixture(autouse=True)
def no_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess is for people; it takes half a second a stage."""
    monkeypatch.setattr("patience.engines.exhaustive.proof._GUESS_SECONDS", 0.0)


@pytest.fixture(scope="session")
def hard(short: Lexicon) -> Callable[[int], Claim]:
    return lambda at_most: claim_of(short, at_most)


@pytest.fixture(scope="session")
def certified(hard: Callable[[int], Claim]) -> Certificate:
    return proven(prove(hard(1), threads=2))


def claim_of(
    lexicon: Lexicon, at_most: int, tiles: str = HARD, goal: Frame | Compact = BOX
) -> Claim:
    spec = Spec(goal=goal, tiles=parse(tiles), lexicon=lexicon.name)
    return Claim(spec.puzzle(), spec.to_header(), lexicon, at_most)


def proven(outcome: Outcome) -> Certificate:
    assert outcome.grid is None
    assert outcome.certificate is not None
    return outcome.certificate


class Impatient(Observer):
    """Ends a proof at a turn, and keeps what it heard before."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.notices: list[str] = []
        self.phases: list[str] = []

    def on_notice(self, text: str) -> None:
        self.notices.append(text)

    def on_progress(self, stats: Stats) -> None:
        self.phases.append(stats.phase)
        self.turns -= 1
        if self.turns == 0:
            raise KeyboardInterrupt


# ---- proofs -------------------------------------------------------------------------------------


def test_a_refuted_claim_is_certified(hard: Callable[[int], Claim], certified: Certificate) -> None:
    claim = hard(1)
    assert [(x.label, x.cost) for x in certified.stages] == [("0 face down", 0), ("1 face down", 1)]
    assert certified.puzzle == claim.header
    assert (certified.sha256, certified.words) == (claim.lexicon.sha256, len(claim.lexicon))
    assert certified.nodes == sum(sum(x.nodes) for x in certified.stages) > 10_000
    assert proven(prove(claim, threads=1)).stages == certified.stages


def test_a_claim_that_fails_has_a_grid_of_least_cost(hard: Callable[[int], Claim]) -> None:
    for at_most in (2, 16):
        claim = hard(at_most)
        outcome = prove(claim)
        assert outcome.certificate is None
        assert outcome.grid is not None
        report = verify(claim.puzzle, outcome.grid, claim.lexicon)
        assert (report.valid, report.cost) == (True, 2)


def test_the_count_of_nodes_is_that_of_this_method() -> None:
    """If it is not: raise METHOD, and certify anew what is shipped."""
    rng = Random(94)
    words = ["".join(rng.choices("ABCDE", k=rng.choice((2, 3, 4, 4)))) for _ in range(50)]
    claim = claim_of(Lexicon.of(words), 1, "AAABBCCDDEEE", Frame(4, 3))
    assert METHOD == 1
    certificate = proven(prove(claim))
    assert [sum(stage.nodes) for stage in certificate.stages] == [8777, 5941]


@pytest.mark.parametrize("at_most", [4, 10**9])
def test_costs_beyond_any_grid_end_at_once(at_most: int) -> None:
    claim = claim_of(Lexicon.of(["XYZ"]), at_most, "ABCD", Frame(2, 2))
    certificate = proven(prove(claim))
    assert certificate.at_most == at_most
    assert [x.cost for x in certificate.stages] == [0, 1, 2, 3, 4]
    assert recount(certificate, claim, samples=10**6)
    assert len(list(estimate(claim, seconds=0.5))) == 5


def test_tiles_that_no_shape_holds_are_refuted() -> None:
    claim = claim_of(Lexicon.of(["AB", "BA"]), 10**9, "ABC", Compact())
    certificate = proven(prove(claim))
    assert certificate.stages
    assert recount(certificate, claim, samples=10**6)


# ---- states -------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 4])
def test_a_proof_stopped_again_and_again_counts_the_same(
    hard: Callable[[int], Claim],
    certified: Certificate,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    turns: int,
) -> None:
    # Parts have some 320 nodes: with chunks this small a stop all but always falls within one.
    monkeypatch.setattr("patience.engines.exhaustive.workers._CHUNK", 10)
    monkeypatch.setattr("patience.engines.exhaustive.workers._TURN", 0.02)
    state, runs, nodes, begun = tmp_path / "s.json", 0, 0, 0
    outcome = Outcome()
    while outcome.certificate is None:
        outcome = prove(hard(1), threads=2, state=state, observer=Impatient(turns))
        assert outcome.nodes >= nodes
        nodes, runs = outcome.nodes, runs + 1
        begun += len(json.loads(state.read_text())["begun"])
    assert runs > 2
    assert begun > 0
    assert outcome.certificate.stages == certified.stages


def test_a_finished_proof_is_kept(hard: Callable[[int], Claim], tmp_path: Path) -> None:
    state = tmp_path / "s.json"
    first = proven(prove(hard(0), state=state))
    observer = Impatient(1)
    again = proven(prove(hard(0), state=state, observer=observer))
    assert again.stages == first.stages
    assert observer.turns == 1  # nothing was left to search


def test_a_grid_is_found_again_from_its_state(hard: Callable[[int], Claim], tmp_path: Path) -> None:
    state = tmp_path / "s.json"
    first = prove(hard(2), threads=2, state=state)
    again = prove(hard(2), threads=1, state=state)
    assert again.grid == first.grid is not None


def test_a_state_is_for_one_process_at_a_time(hard: Callable[[int], Claim], tmp_path: Path) -> None:
    class Second(Observer):
        refused = 0

        def on_progress(self, stats: Stats) -> None:
            with pytest.raises(FileError, match=r"s\.json: another proof is writing there"):
                prove(hard(0), state=state)
            self.refused += 1

    state, second = tmp_path / "s.json", Second()
    assert prove(hard(0), state=state, observer=second).certificate is not None
    assert second.refused > 0
    assert prove(hard(0), state=state).certificate is not None  # free again


def test_a_recount_can_be_broken_off(hard: Callable[[int], Claim], certified: Certificate) -> None:
    def stop(*_part: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        recount(certified, hard(1), samples=10**6, threads=2, on_part=stop)


def test_the_time_limit_ends_a_proof(hard: Callable[[int], Claim], tmp_path: Path) -> None:
    state = tmp_path / "s.json"
    outcome = prove(hard(1), seconds=1e-3, state=state)
    assert (outcome.grid, outcome.certificate) == (None, None)
    assert state.exists()


# In a process of its own: saves all the time, and says when there is something to kill.
DRIVER = """
import sys
from pathlib import Path
from patience.proofs import propositions as proofs
from patience.cli import main
from patience.engines.exhaustive import workers as crew
proofs.SAVE_EVERY, crew._CHUNK, crew._TURN = 0.01, 200, 0.01
main(sys.argv[1:])
"""


def test_kill_9_in_the_middle_loses_nothing(
    hard: Callable[[int], Claim], certified: Certificate, tmp_path: Path
) -> None:
    words, state = tmp_path / "short", tmp_path / "s.json"
    claim = hard(1)
    words.write_text("\n".join(claim.lexicon.words))
    command = ["prove", "--frame", "4x4", "--tiles", HARD, "--lexicon", "short"]
    args = [*command, "--at-most", "1", "--state", "s.json", "--threads", "2"]
    done = 0
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", DRIVER, *args], cwd=tmp_path) as child:
            while child.poll() is None and parts_done(state) < done + 20:
                time.sleep(0.005)
            child.kill()
        done = parts_done(state)
        assert child.returncode == -9
    assert len(json.loads(state.read_text())["refuted"]) < 2
    outcome = prove(claim, state=state)
    assert outcome.nodes == certified.nodes
    assert proven(outcome).stages == certified.stages


def parts_done(state: Path) -> int:
    """Count the parts that a state has finished."""
    if not state.exists():
        return 0
    value = json.loads(state.read_text())
    return len(value["done"]) + sum(len(nodes) for *_, nodes in value["refuted"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("garbage", "is no state of a proof"),
        ("[1, 2]", "is no state of a proof"),
        ('{"format": 1}', "is no state of a proof"),
        ('{"format": 1, "proof": "x", "refuted": 3}', "is no state of a proof"),
        ("\0\1\2", "is not text"),
    ],
)
def test_what_is_no_state_stays_as_it_is(
    hard: Callable[[int], Claim], tmp_path: Path, text: str, message: str
) -> None:
    state = tmp_path / "s.json"
    state.write_text(text)
    with pytest.raises(FileError, match=message):
        prove(hard(0), state=state)
    assert state.read_text() == text


def test_a_state_of_another_proof_stays_as_it_is(
    hard: Callable[[int], Claim], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "s.json"
    prove(hard(0), state=state)
    before = state.read_text()
    claim = hard(0)
    words = Lexicon.of([*claim.lexicon.words, "QQQQ"], "short")
    others = [
        hard(1),
        replace(claim, lexicon=words),
        claim_of(claim.lexicon, 0, HARD[:-1] + "X"),
    ]
    for other in others:
        with pytest.raises(FileError, match="belongs to another proof"):
            prove(other, state=state)
    monkeypatch.setattr(proofs, "METHOD", METHOD + 1)
    with pytest.raises(FileError, match="or version"):
        prove(claim, state=state)
    assert state.read_text() == before


@pytest.mark.parametrize("text", ["", "UEsDBA==", "no base 64", "AAAA"])
def test_a_damaged_part_of_a_state_is_told(
    hard: Callable[[int], Claim], tmp_path: Path, text: str
) -> None:
    state = tmp_path / "s.json"
    prove(hard(0), state=state)
    value = json.loads(state.read_text())
    value |= {"refuted": [], "begun": {"3": text}}
    state.write_text(json.dumps(value))
    with pytest.raises(FileError, match="is damaged"):
        prove(hard(0), state=state)
    assert json.loads(state.read_text()) == value


# ---- certificates -------------------------------------------------------------------------------


def test_a_certificate_is_read_as_it_was_written(certified: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    certificates.write(path, certified)
    assert certificates.read(path) == certified
    assert certified.spec().puzzle() == Puzzle(parse(HARD), Frame(4, 4))


def test_every_part_counted_again_agrees(
    hard: Callable[[int], Claim], certified: Certificate
) -> None:
    heard: list[tuple[str, int, int, int]] = []
    on_part = lambda *each: heard.append(each)  # noqa: E731
    assert recount(certified, hard(1), samples=10**6, threads=2, on_part=on_part)
    assert len(heard) == sum(len(x.nodes) for x in certified.stages)
    assert sum(counted for *_, counted in heard) == certified.nodes
    heard.clear()
    assert recount(certified, hard(1), samples=5, seed=3, on_part=on_part)
    assert (len(heard), sum(told for *_, told, _ in heard)) == proofs.sampled(certified, 5, 3)


def test_a_changed_count_is_noticed(hard: Callable[[int], Claim], certified: Certificate) -> None:
    first, second = certified.stages
    nodes = (*second.nodes[:7], second.nodes[7] + 1, *second.nodes[8:])
    changed = replace(certified, stages=(first, replace(second, nodes=nodes)))
    heard: list[tuple[str, int, int, int]] = []
    on_part = lambda *each: heard.append(each)  # noqa: E731
    assert not recount(changed, hard(1), samples=10**6, on_part=on_part)
    [differs] = [each for each in heard if each[2] != each[3]]
    assert differs == ("1 face down", 7, second.nodes[7] + 1, second.nodes[7])


def test_stages_that_are_not_the_puzzles_are_refused(
    hard: Callable[[int], Claim], certified: Certificate
) -> None:
    first, second = certified.stages
    for changed in (
        replace(certified, stages=(first,)),
        replace(certified, stages=(second, first)),
        replace(certified, stages=(first, replace(second, nodes=second.nodes[1:]))),
        replace(certified, at_most=2),
        replace(certified, at_most=0),
    ):
        with pytest.raises(PatienceError, match="stages are not those of its puzzle"):
            recount(changed, hard(1), samples=1)
    with pytest.raises(PatienceError, match="searched another way"):
        recount(replace(certified, method=METHOD + 1), hard(1), samples=1)


def test_a_false_certificate_meets_the_grid(
    hard: Callable[[int], Claim], certified: Certificate
) -> None:
    claim = hard(2)
    *_, last = stages(claim.puzzle, 0, 2)
    invented = StageCount(last.label, 2, (1000,) * parts_in(last))
    false = replace(certified, at_most=2, stages=(*certified.stages, invented))
    counted: list[int] = []
    assert not recount(false, claim, samples=10**6, on_part=lambda *each: counted.append(each[3]))
    assert -1 in counted


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"at_most": "1"},
        {"at_most": -1},
        {"puzzle": ["frame"]},
        {"puzzle": {"goal": 3}},
        {"sha256": None},
        {"stages": [{"label": "0 face down", "cost": 0}]},
        {"stages": [{"label": "0 face down", "cost": 0, "nodes": [1.5]}]},
        {"more": 1},
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
    assert recount(certificate, shipped_claim(certificate), samples=0)


@pytest.mark.slow
@pytest.mark.parametrize("path", certificates._shipped(), ids=lambda path: path.stem)
def test_a_sample_of_a_shipped_certificate_agrees(path: Path) -> None:
    """The parts of at most 200,000 nodes in all: how many depends on the proof."""
    certificate = certificates.read(path)
    samples = 30
    while samples and proofs.sampled(certificate, samples)[1] > 200_000:
        samples //= 2
    assert recount(certificate, shipped_claim(certificate), samples=samples)


def shipped_claim(certificate: Certificate) -> Claim:
    spec = certificate.spec()
    lexicon = load(spec.lexicon_name, spec.conventions)
    assert lexicon.sha256 == certificate.sha256
    return Claim(spec.puzzle(), certificate.puzzle, lexicon, certificate.at_most)


# ---- guesses and progress -----------------------------------------------------------------------


def test_small_stages_are_counted_by_an_estimate(
    hard: Callable[[int], Claim], certified: Certificate
) -> None:
    rows = list(estimate(hard(1), seconds=30))
    assert [(row.label, row.nodes, row.error) for row in rows] == [
        (stage.label, sum(stage.nodes), None) for stage in certified.stages
    ]


def test_random_walks_guess_the_size(
    hard: Callable[[int], Claim], certified: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience.engines.exhaustive.workers._TURN", 0.0)
    *_, row = estimate(hard(1), seconds=0.2)
    assert isinstance(row, StageGuess)
    nodes = sum(certified.stages[1].nodes)
    assert row.error is not None, "it was all counted: take less time"
    assert nodes / 3 < row.nodes < nodes * 3


def test_progress_goes_with_the_work(hard: Callable[[int], Claim], certified: Certificate) -> None:
    """A stage whose parts end one by one: the share told is near the share of the nodes."""
    claim = hard(1)
    *_, stage = stages(claim.puzzle, 0, 1)
    nodes = certified.stages[1].nodes
    for expected in (0.0, 0.5 * sum(nodes), 2.0 * sum(nodes)):
        progress = Progress(stage=stage, expected=expected)
        before = 0.0
        for part, size in enumerate(nodes):
            progress.ledger.done[part] = size
            share = sum(nodes[: part + 1]) / sum(nodes)
            assert before <= progress.fraction + 0.01
            assert abs(progress.fraction - share) < 0.25
            before = progress.fraction
        assert before == 1.0


def test_progress_of_nothing_is_nothing() -> None:
    assert Progress().fraction == 0.0
    assert Progress([Refuted("x", 0, (3, 4))], ledger=Ledger({0: 5})).nodes == 12


def test_the_observer_hears_where_a_proof_stands(
    hard: Callable[[int], Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "_WORTH_TELLING", 0.0)
    monkeypatch.setattr("patience.engines.exhaustive.workers._TURN", 0.01)
    observer = Impatient(-1)
    proven(prove(hard(1), observer=observer))
    zero, one = (text for text in observer.notices if "refuted" in text)
    assert "0 face down refuted, " in zero
    assert "1 face down refuted, " in one
    assert any(text.startswith("refuting 1 face down, ") for text in observer.phases)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (9.94, "9.9 s"),
        (119, "119 s"),
        (120, "2 minutes"),
        (7200, "2 hours"),
        (86400 * 3.3, "3.3 days"),
        (86400 * 365.25 * 12, "12 years"),
    ],
)
def test_a_time_is_said_in_the_unit_that_fits(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.slow
def test_a_draw_is_refuted_with_all_words() -> None:
    """Sixteen tiles, 414,400 words, both ways to keep a state in between."""
    lexicon = load("fr")
    certificate = proven(prove(claim_of(lexicon, 1)))
    assert recount(certificate, claim_of(lexicon, 1), samples=100)
    outcome = prove(claim_of(lexicon, 2))
    assert outcome.grid is not None
    assert Grid(outcome.grid.rows).blanks == 2
