"""The command as a whole: what is run, kept, resumed and said."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from patience.batch import journal, missing
from patience.batch import scheduler as loop
from patience.batch.plan import BatchRun, instance_named
from patience.batch.worker import RunOutput, execute_run
from patience.cli import main
from patience.errors import PatienceError
from patience.files.instances import load_instance
from patience.version import program_version
from tests.batch.helpers import (
    TINY,
    WORDS,
    WORK,
    batch,
    essence,
    lines_of,
    records,
)


def test_a_batch_writes_results_grids_and_tables(tiny: Path) -> None:
    done = batch(str(tiny), "--out", "out", "--seeds", "2", "--jobs", "1", *WORK)
    assert done.exit_code == 0, done.output
    out = Path("out")
    assert len(essence(out)) == 6
    told = json.loads((out / "summary.json").read_text())
    assert (told["done"], told["failed"], len(told["runs"]), len(told["puzzles"])) == (6, 0, 6, 3)
    rows = (out / "summary.csv").read_text().splitlines()
    assert len(rows) == 7
    assert rows[0].startswith("run,puzzle,setting")
    assert "<!doctype html>" in (out / "report.html").read_text()
    grid = out / "runs" / "a" / "auto-w20" / "seed-0.txt"
    assert CliRunner().invoke(main, ["verify", str(grid)]).exit_code == 0


def test_the_same_command_again_does_only_what_is_missing(tiny: Path) -> None:
    command = (str(tiny), "--out", "out", "--jobs", "1", *WORK)
    batch(*command)
    before = essence(Path("out"))
    assert "0 runs to do (3 are done already)" in batch(*command).stderr
    Path("out/runs/b/auto-w20/seed-0.json").unlink()
    again = batch(*command)
    assert "1 run without their files" in again.stderr
    assert "1 run to do (2 are done already)" in again.stderr
    more = batch(*command, "--seeds", "2")
    assert "3 runs to do (3 are done already)" in more.stderr
    assert before.items() <= essence(Path("out")).items()
    assert len(lines_of(Path("out"))) == 7


def test_changed_inputs_are_noticed_said_and_done_again(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (str(tiny), "--out", "out", "--jobs", "1", *WORK)
    batch(*command)
    spec = load_instance(tiny / "a.toml")
    asked = [instance_named("a", each).question for each in (spec, replace(spec, prefer="score"))]
    assert asked[0] != asked[1]
    (tiny / "a.toml").write_text("# no other question\n" + TINY)
    assert "0 runs to do" in batch(*command).stderr
    (tiny / "a.toml").write_text(TINY.replace("ABCDEFGHABC", "ABCDEFGHABCA"))
    changed = batch(*command)
    assert "puzzle a has changed" in changed.stderr
    assert "1 run to do" in changed.stderr
    (tiny / "words.txt").write_text("\n".join([*WORDS, "GAB"]))
    changed = batch(*command)
    assert "words.txt has changed" in changed.stderr
    assert "3 runs to do" in changed.stderr
    monkeypatch.setattr(missing, "program_version", lambda: "9.9")
    kept = batch(*command)
    assert f"3 runs of patience {program_version()} kept, this is 9.9" in kept.stderr
    assert "0 runs to do" in kept.stderr


def test_an_input_that_is_no_puzzle_is_named_and_the_others_run(tiny: Path) -> None:
    (tiny / "broken.toml").write_text("goal = \n")
    (tiny / "binary.toml").write_bytes(b"\xff\x00")
    done = batch(str(tiny), "nowhere/x.toml", "tiny/*.nix", "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 1
    for name in ("broken.toml", "binary.toml", "nowhere/x.toml", "tiny/*.nix"):
        assert name in done.stderr
    assert len(essence(Path("out"))) == 3
    assert len(json.loads(Path("out/summary.json").read_text())["unreadable"]) == 4


def test_an_engine_that_cannot_take_a_puzzle_fails_that_run_alone(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = execute_run

    def refuse(run: BatchRun, threads: int, version: str) -> RunOutput:
        if run.instance.name == "b":
            raise PatienceError("too large")
        return real(run, threads, version)

    monkeypatch.setattr(loop, "execute_run", refuse)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 1
    assert "b/auto-w20/seed-0 failed: too large" in done.stderr
    assert [r.puzzle for r in records(Path("out")).values() if not r.done] == ["b"]
    monkeypatch.setattr(loop, "execute_run", real)
    again = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert again.exit_code == 0
    assert "1 run failed before: trying again" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.toml"], "--out"),
        (["--out", "out"], "instance"),
        (["a.toml", "--out", "out", "--jobs", "0"], "--jobs"),
        (["a.toml", "--out", "out", "--seeds", "0"], "--seeds"),
        (["a.toml", "--out", "out", "--time-limit", "-1"], "time limit"),
        (["a.toml", "--out", "out", "--engine", "magic"], "magic"),
        (["nothing.toml", "--out", "out"], "none of the inputs is a puzzle"),
        (["a.toml", "--out", "words.txt"], "words.txt"),
        (["a.toml", "--out", "words.txt/out"], "words.txt"),
        (["a.toml", "--out", "/proc/out"], "/proc/out"),
        (["a.toml", "--out", "out", "--cluster", "nonsense"], "no Dask scheduler"),
        (["a.toml", "--out", "out", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "--jobs"),
        (["--compare", "out", "out"], "no batch was run here"),
        (["a.toml", "--compare", "out", "out"], "--compare"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tiny)
    done = batch(*arguments)
    assert done.exit_code == 2, done.output
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_second_batch_on_one_folder_refuses(tiny: Path) -> None:
    with journal.opened(Path("out")):
        done = batch(str(tiny), "--out", "out", *WORK)
    assert done.exit_code == 2
    assert "another batch is writing there" in done.stderr


def test_ctrl_c_keeps_what_is_finished(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = execute_run

    def interrupting(run: BatchRun, threads: int, version: str) -> RunOutput:
        if run.seed == 0 and run.instance.name == "a":
            os.kill(os.getpid(), signal.SIGINT)
            while signal.getsignal(signal.SIGINT) is not signal.SIG_DFL:
                time.sleep(0.01)  # until the main thread has heard of it
        return real(run, threads, version)

    monkeypatch.setattr(loop, "execute_run", interrupting)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", "--seeds", "4", *WORK)
    assert done.exit_code == 130
    assert "the same command runs them" in done.stderr
    kept = len(records(Path("out")))
    assert 1 <= kept < 12
    monkeypatch.setattr(loop, "execute_run", real)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", "--seeds", "4", *WORK)
    assert f"{12 - kept} runs to do" in done.stderr
    assert len(essence(Path("out"))) == 12


def test_finished_puzzles_of_another_batch_stay_in_the_tables(tiny: Path) -> None:
    batch(str(tiny / "a.toml"), "--out", "out", "--jobs", "1", *WORK)
    batch(str(tiny / "b.toml"), "--out", "out", "--jobs", "1", *WORK)
    told = json.loads(Path("out/summary.json").read_text())
    assert [puzzle["puzzle"] for puzzle in told["puzzles"]] == ["a", "b"]
    assert missing.find_missing(Path("out"), [], journal.read_journal(Path("out")))[0] == []
