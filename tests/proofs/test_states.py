"""States on disk: a proof goes on from them after any end, and takes no other file for one."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from patience.engines.bits import NODES
from patience.errors import FileError
from patience.proofs import propositions
from patience.proofs.certificates import METHOD, Certificate
from patience.proofs.checking import recount
from patience.proofs.propositions import ProofResult, prove
from patience.result import Observer, Stats
from patience.words.lexicon import Lexicon
from tests.proofs.support import HARD, Hard, Impatient, proposition_of, proven


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "s.json"


@pytest.mark.parametrize("ticks", [1, 4])
def test_a_proof_stopped_again_and_again_counts_the_same(
    hard: Hard, certified: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ticks: int
) -> None:
    # Parts have some 320 nodes: with chunks this small a stop all but always falls within one.
    monkeypatch.setattr("patience.engines.exhaustive.workers._CHUNK", 10)
    monkeypatch.setattr("patience.engines.exhaustive.workers._TICK", 0.002)
    state, runs, nodes, begun = tmp_path / "s.json", 0, 0, 0
    result = ProofResult()
    while result.certificate is None:
        # Each run is longer, so that the last one ends on a slow machine too.
        result = prove(hard(1), threads=2, state=state, observer=Impatient(ticks + runs))
        assert result.nodes >= nodes
        nodes, runs = result.nodes, runs + 1
        begun += len(json.loads(state.read_text())["begun"])
    assert runs > 2
    assert begun > 0
    assert result.certificate.levels == certified.levels


def test_a_finished_proof_is_kept(hard: Hard, state: Path) -> None:
    first = proven(prove(hard(0), state=state))
    observer = Impatient(1)
    again = proven(prove(hard(0), state=state, observer=observer))
    assert again.levels == first.levels
    assert observer.ticks == 1  # nothing was left to search


def test_a_grid_is_found_again_from_its_state(hard: Hard, state: Path) -> None:
    first = prove(hard(2), threads=2, state=state)
    again = prove(hard(2), threads=1, state=state)
    assert again.grid == first.grid is not None


def test_a_state_is_for_one_process_at_a_time(hard: Hard, state: Path) -> None:
    class Second(Observer):
        refused = 0

        def on_progress(self, stats: Stats) -> None:
            with pytest.raises(FileError, match=r"s\.json: another proof is writing there"):
                prove(hard(0), state=state)
            self.refused += 1

    second = Second()
    assert prove(hard(0), state=state, observer=second).certificate is not None
    assert second.refused > 0
    assert prove(hard(0), state=state).certificate is not None  # free again


def test_a_recount_can_be_broken_off(hard: Hard, certified: Certificate) -> None:
    def stop(*_part: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        recount(certified, hard(1), samples=10**6, seed=0, threads=2, on_partition=stop)


# In a process of its own: saves all the time, and kills itself while it writes the third state
# after one that has some work in it.
DRIVER = """
import json, os, pathlib, signal, sys
from patience.proofs import propositions
from patience.cli import main
from patience.engines.exhaustive import workers
state, after = pathlib.Path("s.json"), iter(range(2))
def written(_descriptor):
    value = json.loads(state.read_text()) if state.exists() else {}
    if any(value.get(name) for name in ("begun", "done", "refuted")) and next(after, None) is None:
        os.kill(os.getpid(), signal.SIGKILL)
os.fsync = written
propositions.SAVE_EVERY, workers._CHUNK, workers._TICK = 0.0, 2, 0.01
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_kill_9_in_the_middle_loses_nothing(
    hard: Hard, certified: Certificate, tmp_path: Path
) -> None:
    words, state = tmp_path / "short", tmp_path / "s.json"
    proposition = hard(1)
    words.write_text("\n".join(proposition.lexicon.words))
    command = ["prove", "--frame", "4x4", "--tiles", HARD, "--lexicon", "short"]
    args = [*command, "--at-most", "1", "--state", "s.json", "--threads", "2"]
    for _ in range(2):
        child = subprocess.run([sys.executable, "-c", DRIVER, *args], cwd=tmp_path, check=False)
        assert child.returncode == -9
    assert list(tmp_path.glob(".patience-*"))  # it was in the middle of writing
    value = json.loads(state.read_text())
    assert value["begun"] or value["done"] or value["refuted"]
    assert len(value["refuted"]) < 2
    result = prove(proposition, state=state)
    assert result.nodes == certified.nodes
    assert proven(result).levels == certified.levels


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("garbage", "is not the state of a proof"),
        ("[1, 2]", "is not the state of a proof"),
        ('{"format": 1}', "is not the state of a proof"),
        ('{"format": 3, "proof": "x", "refuted": 3}', "belongs to another proof"),
        ('{"format": 3, "proof": "x", "more": ' + "[" * 100_000, "is not the state of a proof"),
        ("[" * 100_000, "is not the state of a proof"),
        ('{"format": ' + "9" * 10_000 + ', "proof": "x"}', "is not the state of a proof"),
        ("\0\1\2", "is not text"),
    ],
)
def test_what_is_no_state_stays_as_it_is(hard: Hard, state: Path, text: str, message: str) -> None:
    state.write_text(text)
    with pytest.raises(FileError, match=message):
        prove(hard(0), state=state)
    assert state.read_text() == text


def test_a_state_of_another_proof_stays_as_it_is(
    hard: Hard, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prove(hard(0), state=state)
    before = state.read_text()
    proposition = hard(0)
    words = Lexicon.of([*proposition.lexicon.words, "QQQQ"], "short")
    others = [
        hard(1),
        replace(proposition, lexicon=words),
        proposition_of(proposition.lexicon, 0, HARD[:-1] + "X"),
    ]
    for other in others:
        with pytest.raises(FileError, match="belongs to another proof"):
            prove(other, state=state)
    monkeypatch.setattr(propositions, "METHOD", METHOD + 1)
    with pytest.raises(FileError, match="or version"):
        prove(proposition, state=state)
    assert state.read_text() == before


def edited(state: Path, **changes: object) -> None:
    """Change a state as somebody with an editor would."""
    state.write_text(json.dumps(json.loads(state.read_text()) | changes))


WRONG: list[dict[str, object]] = [
    {"seconds": -1},
    {"seconds": "long"},
    {"done": {"3": -1}},
    {"done": {"3": 10**30}},
    {"done": {"-3": 1}},
    {"done": {"x": 1}},
    {"done": [1]},
    {"begun": {"3": 5}},
    {"refuted": [["0 face down", 0, [1]]]},
    {"refuted": {}},
    {"more": 1},
]


@pytest.mark.parametrize(
    "changes",
    [
        *WRONG,
        {"begun": {"3": ""}},
        {"begun": {"3": "no base 64"}},
        {"begun": {"3": "AAAA"}},
        {"begun": {"3": base64.b64encode(zlib.compress(bytes(10**7))).decode()}},
        {"begun": {"3": base64.b64encode(zlib.compress(bytes(10))).decode()}},
        {"done": {"256": 1}},
        {"refuted": [{"label": "0 face down", "cost": 0, "nodes": [1]}]},
        {"refuted": [{"label": "0 face down", "cost": 1, "nodes": [1] * 256}]},
        {"refuted": [{"label": "another", "cost": 0, "nodes": [1] * 256}]},
    ],
)
def test_a_damaged_state_is_told(hard: Hard, state: Path, changes: dict[str, object]) -> None:
    prove(hard(0), state=state)
    edited(state, **{"refuted": [], "done": {}, "begun": {}, **changes})
    before = state.read_text()
    said = "is not the state of a proof" if changes in WRONG else "is damaged"
    with pytest.raises(FileError, match=said):
        prove(hard(0), state=state)
    assert state.read_text() == before


def begun(hard: Hard, state: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the packed arrays of a proof stopped half way, which is in the file."""
    monkeypatch.setattr("patience.engines.exhaustive.workers._CHUNK", 10)
    monkeypatch.setattr("patience.engines.exhaustive.workers._TICK", 0.001)
    for ticks in range(1, 100):
        state.unlink(missing_ok=True)
        prove(hard(1), state=state, observer=Impatient(ticks))
        value = json.loads(state.read_text())
        if value["begun"]:
            return dict(value["begun"])
    raise AssertionError("the proof is too small to be stopped half way")


def test_arrays_that_lead_out_of_bounds_are_refused(
    hard: Hard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of random bytes and numbers: a state is damaged, or can be searched."""
    state, rng = tmp_path / "s.json", random.Random(19)
    kept = begun(hard, state, monkeypatch)
    number, text = next(iter(kept.items()))
    whole = zlib.decompress(base64.b64decode(text))
    refused = 0
    for _ in range(60):
        changed = bytearray(whole)
        for _ in range(rng.choice((1, 3, 30))):
            at = rng.randrange(len(whole) // 8) * 8
            big = rng.choice((-1, 255, 1 << 20, 1 << 62, -(1 << 62), rng.randrange(1 << 32)))
            changed[at : at + 8] = int(big).to_bytes(8, "little", signed=True)
        packed = base64.b64encode(zlib.compress(bytes(changed))).decode()
        edited(state, begun={number: packed})
        try:
            prove(hard(1), state=state, seconds=0.05, threads=1)
        except FileError as error:
            refused += 1
            assert "is damaged" in str(error)  # noqa: PT017
        edited(state, begun=kept)
    assert refused > 30


def test_more_nodes_than_a_search_has_are_refused(
    hard: Hard, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, text = next(iter(begun(hard, state, monkeypatch).items()))
    changed = bytearray(zlib.decompress(base64.b64decode(text)))
    changed[8 * NODES : 8 * NODES + 8] = (2**63 - 1).to_bytes(8, "little")
    edited(state, begun={number: base64.b64encode(zlib.compress(bytes(changed))).decode()})
    with pytest.raises(FileError, match="is damaged"):
        prove(hard(1), state=state)


def test_the_same_words_by_another_path_go_on(hard: Hard, state: Path) -> None:
    first = prove(hard(0), state=state)
    proposition = hard(0)
    header = {**proposition.header, "lexicon": "/elsewhere/short", "tiles": "as a file"}
    again = prove(replace(proposition, header=header), state=state)
    assert again.nodes == first.nodes


def test_a_state_that_cannot_be_written_costs_no_result(
    hard: Hard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise FileError("s.json cannot be written: No space left on device")

    monkeypatch.setattr("patience.proofs.states.write_bytes", full)
    monkeypatch.setattr(propositions, "SAVE_EVERY", 0.0)
    observer = Impatient(-1)
    proven(prove(hard(1), state=tmp_path / "s.json", observer=observer))
    told = [text for text in observer.notices if "No space left" in text]
    assert told == ["s.json cannot be written: No space left on device; the proof goes on"]
    assert prove(hard(2), state=tmp_path / "s.json").grid is not None
    with pytest.raises(FileError, match="No space left"):
        prove(hard(1), state=tmp_path / "s.json", seconds=1e-3)
