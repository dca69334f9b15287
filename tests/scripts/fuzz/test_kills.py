"""The kills: a short run of them, and what their own checks notice."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from random import Random

import pytest

from scripts.fuzz import kills
from scripts.fuzz.case import Case
from scripts.fuzz.subjects import (
    SUBJECTS,
    Batch,
    Ended,
    Flaw,
    Prove,
    Solve,
    Subject,
)
from tests.batch.helpers import record_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and mounts of Linux")

TRACEBACK = "Traceback (most recent call last):"
NO_PARENT = "    preparation_data = reduction.pickle.load(from_parent)"
GRID = "; goal: frame\n; tiles: diamino-63\n; lexicon: fr\n; cost: 61\nIL\n..\n"


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(Solve(), tmp_path, Random(1))


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (Ended(70, "", "patience: what"), "promised"),
        (Ended(2, "", ""), "no message of the program"),
        (Ended(2, "", "OSError: no"), "no message of the program"),
        (Ended(0, "", TRACEBACK), "Traceback"),
        (Ended(-signal.SIGINT, "", "Traceback\npatience/cli/solve.py"), "Traceback"),
        (Ended(130, "", "patience: stopped\nFatal Python error: init_import_site"), "promised"),
        (Ended(1, "", "in spawn_main\nKeyboardInterrupt"), "promised"),
        (Ended(-9, "", f"{TRACEBACK}\n{NO_PARENT}\n{TRACEBACK}\npatience/batch"), "Traceback"),
    ],
)
def test_a_bad_end_is_a_flaw(case: Case, ended: Ended, said: str) -> None:
    with pytest.raises(Flaw, match=said):
        case.expect(ended, {0, 2, -signal.SIGINT, -signal.SIGKILL})


def test_a_good_end_is_none(case: Case) -> None:
    for ended in (Ended(0, "", ""), Ended(2, "", "a\npatience: why\nsum"), Ended(-9, "", "half a")):
        case.expect(ended, {0, 2, -9})
    case.expect(Ended(-signal.SIGINT, "", "Traceback ... in site.py"), {-signal.SIGINT})
    case.expect(Ended(1, "", "Fatal Python error: init_import_site"), {-signal.SIGINT})
    case.expect(Ended(1, "", "in _get_module_details\nKeyboardInterrupt"), {-signal.SIGINT})
    case.expect(Ended(-9, "", f"{TRACEBACK}\n{NO_PARENT}\nEOFError"), {-9})


def test_a_grid_worse_than_told_is_a_flaw(tmp_path: Path) -> None:
    (tmp_path / "out").write_text(GRID.replace("..", "..\n").replace("; cost: 61", "; cost: 2"))
    solve = Solve()
    solve.inspect(tmp_path, "out", Ended(0, "", "0.1 s: 2 face down\n"))
    with pytest.raises(Flaw, match="told of 1"):
        solve.inspect(tmp_path, "out", Ended(0, "", "0.1 s: 2 face down\n0.2 s: 1 face down\n"))
    (tmp_path / "out").write_text(GRID.replace("IL", "IX"))
    with pytest.raises(Flaw, match="no valid grid"):
        solve.inspect(tmp_path, "out", None)


def test_half_a_state_is_a_flaw(tmp_path: Path) -> None:
    (tmp_path / "out").write_text('{"format": 1,')
    with pytest.raises(Flaw, match="not whole"):
        Prove().inspect(tmp_path, "out", None)


def test_a_line_without_its_files_is_a_flaw(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "journal.jsonl").write_text(record_of(1).to_line())
    with pytest.raises(Flaw, match="no whole result"):
        Batch().inspect(tmp_path, "out", None)


@pytest.mark.slow
@pytest.mark.parametrize("name", kills.DISTURBANCES)
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_nothing_is_lost(subject: Subject, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not kills.applies(subject, name):
        pytest.skip("does not apply here")
    if subject.on_cluster and name != "interrupt":
        pytest.skip("takes half a minute: tests/proofs/test_cluster.py has its like")
    # The cluster is disturbed while it starts.
    monkeypatch.setattr("scripts.fuzz.subjects.ProveOnCluster.proof", Prove.proof)
    # While modules load, workers start, or the first grids are told: what is later is as before.
    moment = Random(f"{subject.name} {name}").uniform(0, 2)
    assert kills.disturb(subject, name, 0, 3, moment) == ""


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0.3, 1.5])
@pytest.mark.parametrize("name", ["batch", "play"])
def test_ctrl_c_while_modules_load_and_workers_start_under_load(name: str, moment: float) -> None:
    (subject,) = [each for each in SUBJECTS if each.name == name]
    with kills.busy(2):
        assert kills.disturb(subject, "interrupt", 0, 3, moment) == ""
