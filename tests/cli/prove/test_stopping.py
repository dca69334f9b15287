"""Stopped and resumed; what cannot be read or written; progress."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from patience.cli import prove as prove_command
from patience.cli.prove import STOPPED
from patience.proofs.propositions import ProofResult
from patience.workers import executors
from tests.cli.prove.support import HARD
from tests.cli.running import ENV, LONG, all_shown, only_line, run


@pytest.mark.usefixtures("folder")
def test_the_time_limit_stops_and_the_state_goes_on() -> None:
    stopped = run("prove", *HARD, "--at-most", "1", "--time-limit", "0.001", "--quiet")
    assert (stopped.exit_code, stopped.stdout) == (STOPPED, "")
    assert "with --state FILE it could be resumed" in only_line(stopped)
    args = ["prove", *HARD, "--at-most", "1", "--state", "s.json", "--quiet"]
    stopped = run(*args, "--time-limit", "0.001")
    assert (stopped.exit_code, stopped.stdout) == (STOPPED, "")
    assert only_line(stopped).endswith("the same command resumes it from s.json")
    done = run(*args)
    assert (done.exit_code, done.stderr) == (0, "")
    whole = run("prove", *HARD, "--at-most", "1", "--quiet")
    assert done.stdout.split(" nodes")[0] == whole.stdout.split(" nodes")[0]
    assert run(*args).stdout == done.stdout  # all of it is kept


def test_ctrl_c_keeps_the_state(folder: Path) -> None:
    big = ["--frame", "5x5", "--tiles", "AAABCCEEFGILLMNOOQSSTUUUV", "--at-most", "1"]
    args = ["prove", *big, "--state", "s.json"]
    command = [sys.executable, "-c", DRIVER, *args]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=ENV, cwd=folder, **pipes) as child:  # type: ignore[call-overload]
        while child.poll() is None and not Path("s.json").exists():
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=LONG)
    assert (child.returncode, out) == (STOPPED, ""), err
    assert "stopping; progress is kept in s.json" in err
    assert err.splitlines()[-1].endswith("the same command resumes it from s.json")
    before = json.loads(Path("s.json").read_text())
    again = run(*args, "--time-limit", "0.001", "--quiet")
    assert again.exit_code == STOPPED
    after = json.loads(Path("s.json").read_text())
    assert after["seconds"] >= before["seconds"]
    assert after["refuted"] or before["done"].items() <= after["done"].items()


# The command with a state saved all the time.
DRIVER = """
import sys
from patience.proofs import propositions
from patience.cli import main
propositions.SAVE_EVERY = 0.01
main(sys.argv[1:])
"""


@pytest.mark.usefixtures("folder")
def test_a_cluster_that_does_not_answer_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert executors._CONNECT_SECONDS < 10
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.1)
    assert run("prove", *HARD, "--at-most", "1", "--state", "s.json").exit_code == 0
    before = Path("s.json").read_text()
    there = ("--cluster", "tcp://127.0.0.1:1")
    failed = run("prove", *HARD, "--at-most", "1", "--state", "s.json", *there)
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert "no Dask scheduler answers there" in only_line(failed)
    assert Path("s.json").read_text() == before


@pytest.mark.usefixtures("folder")
def test_an_estimate_tells_each_level_and_all() -> None:
    guessed = run("prove", *HARD, "--at-most", "1", "--estimate", "--time-limit", "300")
    whole = run("prove", *HARD, "--at-most", "1", "--certificate", "c.json", "--quiet")
    assert (guessed.exit_code, whole.exit_code) == (0, 0)
    zero, one, total = guessed.stdout.splitlines()
    levels = json.loads(Path("c.json").read_text())["levels"]
    assert zero.startswith(f"0 face down: {sum(levels[0]['nodes']):,} nodes, counted: ")
    assert one.startswith(f"1 face down: {sum(levels[1]['nodes']):,} nodes, counted: ")
    assert total.startswith("in all about ")
    short = run("prove", "--frame", "9x7", "--at-most", "1", "--estimate", "--time-limit", "0.1")
    assert re.search(r"^1 face down: \S+ to \S+ nodes: ", short.stdout, re.MULTILINE)


@pytest.fixture
def levels_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.proofs.propositions._WORTH_TELLING", 0.0)


@pytest.mark.usefixtures("folder", "levels_told")
def test_each_level_is_told_when_it_is_done() -> None:
    done = run("prove", *HARD, "--at-most", "1")
    lines = done.stderr.splitlines()
    assert ["0 face down refuted" in lines[0], "1 face down refuted" in lines[1]] == [True, True]
    assert len(lines) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_terminal_sees_how_far_a_proof_is(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    big = ["--frame", "5x5", "--tiles", "AAABCCEEFGILLMNOOQSSTUUUV", "--at-most", "1"]
    args = [sys.executable, "-m", "patience", "prove", *big, "--time-limit", "1"]
    with subprocess.Popen(args, env=ENV, stderr=theirs, stdout=subprocess.DEVNULL) as child:
        os.close(theirs)
        shown = all_shown(ours)
    assert child.returncode == STOPPED
    assert b"refuting " in shown
    assert b"% done, " in shown
    assert b"no grid yet" not in shown


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("", "give the cost to refute: --at-most K"),
        ("--frame 4x4 --tiles ABC", "give the cost"),
        ("--at-most 1", "no goal"),
        ("--frame 4x4 --at-most -1", "not in the range"),
        ("--frame 4x4 --at-most 1 --state nowhere/s.json", "nowhere/s.json cannot be written"),
        ("--frame 4x4 --at-most 1 --state .", "is a folder"),
        ("--frame 4x4 --at-most 1 --certificate nowhere/c.json", "nowhere/c.json cannot be"),
        ("--frame 4x4 --at-most 1 --state a --certificate ./a", "are the same file"),
        ("--frame 4x4 --at-most 1 --require QQQQ", "not in the lexicon"),
        ("--frame 4x4 --at-most 1 --require QQQQ --estimate", "not in the lexicon"),
        ("--check missing.json", "missing.json cannot be read"),
        ("--check words.txt", "words.txt is not a certificate"),
        ("--check words.txt --at-most 3", "drop --at-most"),
        ("--check words.txt --frame 4x4", "drop --frame"),
        ("--check words.txt --cluster local", "drop --cluster"),
        ("--frame 4x4 --at-most 1 --estimate --cluster local", "drop one of them"),
        ("gay-play-frame-9x7 --check words.txt", "drop the instance"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_input_is_one_clear_line(
    args: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_args: object, **_how: object) -> ProofResult:
        raise AssertionError("searched")

    if "--require" not in args:
        monkeypatch.setattr(prove_command, "prove", search)
    before = sorted(Path().iterdir())
    failed = run("prove", *args.split())
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert message in only_line(failed)
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("folder", "full_disk")
def test_a_certificate_that_cannot_be_written_loses_no_proof() -> None:
    done = run("prove", *HARD, "--at-most", "0", "--certificate", "c.json", "--quiet")
    assert done.exit_code == 2
    assert done.stdout.startswith("proven: ")
    assert "c.json cannot be written: No space left" in only_line(done)
