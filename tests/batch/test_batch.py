"""Batches: what is planned, kept, resumed, retried; puzzles so small that no run takes long."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn

import patience
from patience.batch import executors, folder, journal
from patience.batch import multistart as spreading
from patience.batch import scheduler as loop
from patience.batch.executors import InProcess, Processes
from patience.batch.multistart import spread
from patience.batch.plan import Run, Setting, plan, read_inputs
from patience.batch.runs import RunRecord
from patience.batch.scheduler import TRIES, Watcher, conduct
from patience.batch.work import Outcome, perform
from patience.cli import main
from patience.cli.batch import share_out
from patience.cli.batch_progress import Lines, Live, duration
from patience.errors import FileError, PatienceError
from patience.files.text import write_text
from patience.game.grid import Grid
from patience.result import Limits, Observer, Stats, Status
from patience.result import Result as Answer

WORDS = ["ABC", "ADF", "CEH", "FGH", "AB", "AC", "BA", "DE", "EF", "FE", "CAB", "BAC", "FED"]
TINY = 'goal = "frame"\nframe = "3x2"\ntiles = "ABCDEFGHABC"\nlexicon = "words.txt"\n'
SWEEP = """\
[sweep]
goals = ["frame 3x2", "compact", "compact 4x4", "frame 9x9"]
tiles = ["ABCDEF", "set.toml"]
lexicons = ["words.txt"]
seeds = [3, 5]

[rules]
distinct_words = true
"""
WORK = ("--max-width", "20")


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three puzzles, in a folder to run from."""
    monkeypatch.chdir(tmp_path)
    inside = tmp_path / "tiny"
    inside.mkdir()
    (inside / "words.txt").write_text("\n".join(WORDS))
    (inside / "set.toml").write_text('letters = "ABCDEFGH"\n')
    (inside / "a.toml").write_text(TINY)
    (inside / "b.toml").write_text(TINY.replace("3x2", "2x3"))
    (inside / "c.toml").write_text(TINY.replace("3x2", "3x3"))
    return inside


def batch(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["batch", *arguments])


def records(out: Path) -> dict[str, RunRecord]:
    return journal.read_journal(out).records


def essence(out: Path) -> dict[str, tuple[object, ...]]:
    """Return what a batch found, without the times that differ from run to run."""
    assert journal.read_journal(out).unreadable == 0
    found: dict[str, tuple[object, ...]] = {}
    for name, record in records(out).items():
        told = json.loads((out / record.json_file).read_text())
        found[name] = (record.state, record.cost, record.status, tuple(told["grid"]))
        assert (out / record.grid_file).read_text().count("\n") > told["grid"].__len__()
    return found


def lines_of(out: Path) -> list[dict[str, Any]]:
    """Return the whole lines of a journal that may be written to just now."""
    if not (out / journal.NAME).exists():
        return []
    lines = (out / journal.NAME).read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def read_if_any(out: Path) -> journal.Past:
    return journal.read_journal(out) if (out / journal.NAME).exists() else journal.Past({}, 0)


# ---- inputs -------------------------------------------------------------------------------------


def test_a_folder_gives_its_instances_but_not_the_tile_sets_beside_them(tiny: Path) -> None:
    inputs = read_inputs([str(tiny)])
    assert [each.name for each in inputs.instances] == ["a", "b", "c"]
    assert inputs.faults == []


def test_a_glob_and_a_shipped_name_and_the_same_file_twice(tiny: Path) -> None:
    inputs = read_inputs(["tiny/[ab].toml", "gay-play-frame-9x7", "tiny/a.toml"])
    assert [each.name for each in inputs.instances] == ["a", "b", "gay-play-frame-9x7"]


def test_equal_names_are_told_apart_by_their_folders(tiny: Path) -> None:
    other = tiny.parent / "other"
    other.mkdir()
    (other / "words.txt").write_text("\n".join(WORDS))
    (other / "a.toml").write_text(TINY)
    inputs = read_inputs([str(tiny), str(other)])
    assert [each.name for each in inputs.instances] == ["tiny-a", "b", "c", "other-a"]


def test_a_sweep_is_every_combination(tiny: Path) -> None:
    (tiny / "sweep.toml").write_text(SWEEP)
    inputs = read_inputs([str(tiny / "sweep.toml")])
    assert [each.name for each in inputs.instances] == [
        "frame_3x2-ABCDEF-words",
        "frame_3x2-set-words",
        "compact-ABCDEF-words",
        "compact-set-words",
        "compact_4x4-ABCDEF-words",
        "compact_4x4-set-words",
    ]
    assert inputs.seeds == (3, 5)
    assert all(each.spec.distinct_words for each in inputs.instances)
    # Both frames of 9x9 have more cells than tiles.
    assert len(inputs.faults) == 2
    assert "frame 9x9 has 81 cells" in inputs.faults[0].message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[sweep]\ngoals = ["frame"]\n', "'frame 9x7'"),
        ('[sweep]\ngoals = "compact"\n', "list of texts"),
        ("[sweep]\n", "goals"),
        ('[sweep]\ngoals = ["compact"]\nseeds = 0\n', "seeds"),
        ('[sweep]\ngoals = ["compact"]\ntile = ["AB"]\n', "[sweep] tile"),
        ('goal = "frame"\n[sweep]\ngoals = ["compact"]\n', "'goal'"),
        ("sweep = 1\n", "table of lists"),
    ],
)
def test_a_sweep_with_a_slip_says_which(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(text)
    (fault,) = read_inputs([str(path)]).faults
    assert str(path) in fault.message
    assert said in fault.message


def test_runs_go_seed_by_seed() -> None:
    inputs = read_inputs(["gay-play-frame-9x7", "dujardin-compact-61"])
    setting = Setting("beam", Limits(10, target=6, max_width=500))
    runs = plan(inputs.instances, [setting], (0, 1))
    assert [run.id for run in runs[:3]] == [
        "gay-play-frame-9x7/beam-10s-w500-t6/seed-0",
        "dujardin-compact-61/beam-10s-w500-t6/seed-0",
        "gay-play-frame-9x7/beam-10s-w500-t6/seed-1",
    ]


# ---- the whole command --------------------------------------------------------------------------


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
    monkeypatch.setattr(folder, "program_version", lambda: "9.9")
    kept = batch(*command)
    assert "3 runs of patience 0." in kept.stderr
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
    real = perform

    def refuse(run: Run, threads: int, version: str) -> Outcome:
        if run.instance.name == "b":
            raise PatienceError("too large")
        return real(run, threads, version)

    monkeypatch.setattr(loop, "perform", refuse)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 1
    assert "b/auto-w20/seed-0 failed: too large" in done.stderr
    assert [r.puzzle for r in records(Path("out")).values() if not r.done] == ["b"]
    monkeypatch.setattr(loop, "perform", real)
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


def test_an_address_where_nobody_listens_is_told_within_ten_seconds(tiny: Path) -> None:
    began = time.monotonic()
    done = batch(str(tiny), "--out", "out", "--cluster", "tcp://127.0.0.1:1")
    assert time.monotonic() - began < 10
    assert done.exit_code == 2
    assert "--cluster tcp://127.0.0.1:1: no Dask scheduler answers there" in done.stderr


def test_a_second_batch_on_one_folder_refuses(tiny: Path) -> None:
    with journal.opened(Path("out")):
        done = batch(str(tiny), "--out", "out", *WORK)
    assert done.exit_code == 2
    assert "another batch is writing there" in done.stderr


def test_ctrl_c_keeps_what_is_finished(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = perform

    def interrupting(run: Run, threads: int, version: str) -> Outcome:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.3)  # until the main thread has heard of it
        return real(run, threads, version)

    monkeypatch.setattr(loop, "perform", interrupting)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", "--seeds", "4", *WORK)
    assert done.exit_code == 130
    assert "the same command does them" in done.stderr
    kept = len(records(Path("out")))
    assert 1 <= kept < 12
    monkeypatch.setattr(loop, "perform", real)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", "--seeds", "4", *WORK)
    assert f"{12 - kept} runs to do" in done.stderr
    assert len(essence(Path("out"))) == 12


# ---- journal ------------------------------------------------------------------------------------


def record_of(number: int, **more: Any) -> RunRecord:
    return RunRecord(f"p/s/seed-{number}", "p", "s", "beam", number, "done", **more)


def test_a_record_survives_its_line() -> None:
    record = record_of(1, cost=4, history=((0.5, 9), (1.25, 4)), reason="a\nb é")
    assert record.to_line().count("\n") == 1
    assert RunRecord.from_line(record.to_line()) == record


def test_half_a_line_is_left_alone_by_readers_and_mended_by_the_next_batch(
    tmp_path: Path,
) -> None:
    file = tmp_path / journal.NAME
    whole = record_of(1).to_line() + record_of(2).to_line()
    file.write_text(whole + record_of(3).to_line()[:40])
    assert list(records(tmp_path)) == ["p/s/seed-1", "p/s/seed-2"]
    with journal.opened(tmp_path) as (open_journal, past):
        assert len(past.records) == 2
        open_journal.append(record_of(4))
    assert file.read_text() == whole + record_of(4).to_line()


def test_a_journal_of_half_a_line_is_mended_to_none(tmp_path: Path) -> None:
    (tmp_path / journal.NAME).write_text('{"run":')
    with journal.opened(tmp_path) as (_, past):
        assert past == ({}, 0)
    assert (tmp_path / journal.NAME).read_text() == ""


def test_damaged_lines_are_counted_and_their_runs_done_again(tiny: Path) -> None:
    command = (str(tiny), "--out", "out", "--jobs", "1", *WORK)
    batch(*command)
    file = Path("out") / journal.NAME
    first, *rest = file.read_text().splitlines(keepends=True)
    file.write_text(first.replace("{", "[", 1) + "17\n\n" + "".join(rest))
    again = batch(*command)
    assert "3 damaged lines" in again.stderr
    assert "1 run to do" in again.stderr
    assert again.exit_code == 0


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    with journal.opened(tmp_path) as (open_journal, _):
        open_journal.append(record_of(1))
        monkeypatch.setattr(os, "write", lambda to, data: write(to, data[:10]))
        with pytest.raises(FileError, match="disk is full"):
            open_journal.append(record_of(2))
        monkeypatch.setattr(os, "write", write)
        open_journal.append(record_of(3))
    assert list(records(tmp_path)) == ["p/s/seed-1", "p/s/seed-3"]


def test_a_full_disk_ends_the_batch_and_finished_runs_stay(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = write_text

    def full(path: Path, text: str) -> None:
        if "/b/" in str(path):
            raise FileError(f"{path} cannot be written: No space left on device")
        real(path, text)

    monkeypatch.setattr(journal, "write_text", full)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 1
    assert "No space left on device; finished runs are kept" in done.stderr
    assert list(records(Path("out"))) == ["a/auto-w20/seed-0"]
    assert len((Path("out") / "summary.csv").read_text().splitlines()) == 2


# ---- executors ----------------------------------------------------------------------------------


class Moody(Executor):
    """Loses its worker on some runs: as often as `moods` says, for ever if that is below 0."""

    def __init__(self, moods: dict[str, int], error: type[Exception]) -> None:
        self.moods = moods
        self.error = error
        self.asked: list[str] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        run = args[0]
        self.asked.append(run.instance.name)
        future: Future[Any] = Future()
        if self.moods.get(run.instance.name, 0):
            self.moods[run.instance.name] -= 1
            future.set_exception(self.error("gone\nand more"))
        else:
            future.set_result(fn(*args))
        return future


class MoodyPlace(InProcess):
    """A place whose executor is moody."""

    def __init__(self, moods: dict[str, int], error: type[Exception] = BrokenProcessPool) -> None:
        super().__init__()
        self.close(at_once=False)
        self.moody = Moody(moods, error)
        self.renewed = 0

    def executor(self) -> Executor:
        return self.moody

    def renew(self) -> None:
        self.renewed += 1


def conducted(tiny: Path, place: executors.Place, watcher: Watcher | None = None) -> Path:
    """Carry the three puzzles out in a place."""
    inputs = read_inputs([str(tiny)])
    runs = plan(inputs.instances, [Setting("auto", Limits(None, max_width=20))], (0,))
    out = tiny.parent / "out"
    with journal.opened(out) as (open_journal, _):
        conduct(runs, place, open_journal, threads=1, watcher=watcher or Watcher())
    return out


def test_a_run_whose_worker_was_lost_is_tried_again(tiny: Path) -> None:
    place = MoodyPlace({"b": TRIES - 1})
    out = conducted(tiny, place)
    assert len(essence(out)) == 3
    assert place.moody.asked.count("b") == TRIES
    assert place.renewed == TRIES - 1


def test_a_run_that_always_loses_its_worker_fails_in_the_end(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher = Lines()
    watcher.begin(0, 3)
    out = conducted(tiny, MoodyPlace({"b": -1}), watcher)
    (failed,) = [record for record in records(out).values() if not record.done]
    assert (failed.puzzle, failed.reason) == (
        "b",
        f"its worker process was killed; it was tried {TRIES} times",
    )
    assert (watcher.ended, watcher.failed) == (3, 1)
    assert (
        "b/auto-w20/seed-0: its worker process was killed; trying again" in capsys.readouterr().err
    )


def test_an_error_of_another_kind_is_retried_and_told(tiny: Path) -> None:
    out = conducted(tiny, MoodyPlace({"a": -1}, MemoryError))
    (failed,) = [record for record in records(out).values() if not record.done]
    assert failed.reason == f"MemoryError: gone; it was tried {TRIES} times"


def test_a_worker_of_another_version_or_lexicon_refuses(tiny: Path) -> None:
    (run,) = plan(read_inputs([str(tiny / "a.toml")]).instances, [Setting("auto", Limits(1))], (0,))
    with pytest.raises(PatienceError, match="a worker has patience"):
        perform(run, 1, "8.8")
    other = replace(run, instance=replace(run.instance, lexicon_sha256="0"))
    with pytest.raises(PatienceError, match="is not what it was"):
        perform(other, 1, patience.__version__)


def test_a_killed_worker_process_costs_no_result(tiny: Path) -> None:
    class Killer(Watcher):
        killed = 0

        def on_end(self, run: Run, record: RunRecord) -> None:
            if not self.killed and active_children():
                os.kill(active_children()[0].pid or 0, signal.SIGKILL)
                self.killed += 1

    inputs = read_inputs([str(tiny)])
    runs = plan(inputs.instances, [Setting("auto", Limits(None, max_width=20))], range(10))
    out, killer, place = tiny.parent / "out", Killer(), Processes(2)
    with journal.opened(out) as (open_journal, _):
        conduct(runs, place, open_journal, threads=1, watcher=killer)
    place.close(at_once=False)
    assert killer.killed == 1
    assert len(essence(out)) == 30
    assert len(lines_of(out)) == 30


def test_threads_and_jobs_never_need_more_processors_than_there_are() -> None:
    assert share_out(None, None, 8, None) == (8, 1, "")
    assert share_out(2, None, 8, None) == (2, 4, "")
    assert share_out(None, 4, 8, None) == (2, 4, "")
    assert share_out(3, None, 8, None) == (3, 2, "")
    assert share_out(1, None, 8, None) == (1, 8, "")
    jobs, threads, said = share_out(4, 4, 8, None)
    assert (jobs, threads) == (2, 4)
    assert "4 jobs of 4 threads asked, 8 processors here" in said
    assert share_out(16, 32, 8, None)[:2] == (1, 8)
    assert share_out(None, None, 2, "tcp://x:1") == (1, 1, "")


# ---- progress -----------------------------------------------------------------------------------


def test_plain_lines_tell_how_far_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    inputs = read_inputs(["gay-play-frame-9x7"])
    runs = plan(inputs.instances, [Setting("beam", Limits(60))], range(3))
    lines = Lines()
    lines.begin(5, 3)
    lines.on_pulse([(runs[0], 1.0), (runs[1], 1.0)], 3)
    lines.on_end(runs[0], replace(record_of(0), elapsed_s=60.0, cost=6, history=((2.5, 6),)))
    lines.on_end(runs[1], replace(record_of(1), elapsed_s=60.0))
    lines.on_end(runs[2], replace(record_of(2), state="failed", reason="why"))
    assert capsys.readouterr().err.splitlines() == [
        "3 runs to do (5 are done already)",
        "1 of 3, 60 s left: p/s/seed-0: cost 6 after 2.5 s",
        "3 of 3, 1 failed: p/s/seed-2 failed: why",
    ]


def test_the_live_display_shows_the_bar_what_runs_and_the_last_result() -> None:
    runs = plan(
        read_inputs(["gay-play-frame-9x7"]).instances, [Setting("beam", Limits(60))], [0, 1]
    )
    console = Console(file=io.StringIO(), width=100)
    live = Live(console, Progress(MofNCompleteColumn(), TextColumn("{task.fields[eta]}")))
    live.begin(0, 2)
    live.on_pulse([(runs[0], 3.0), (runs[1], 2.0)], 2)
    live.on_end(runs[0], replace(record_of(0), elapsed_s=60.0, cost=6, history=((2.5, 6),)))
    live.on_retry(runs[1], "gone")
    console.print(live)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    for text in ("1/2", "30 s left", "seed-1  2 s", "last: p/s/seed-0: cost 6", "gone; trying"):
        assert text in shown


# ---- one search, many seeds ---------------------------------------------------------------------


class Three(InProcess):
    """A place for three at a time, one after the other."""

    def slots(self) -> int:
        return 3


def spread_over_three(tiny: Path, observer: Observer, **limits: Any) -> Answer:
    instances = read_inputs([str(tiny / "c.toml")]).instances
    run = Run(instances[0], Setting("auto", Limits(**limits)), 7)
    place = Three()
    try:
        return spread(run, place, threads=1, observer=observer)
    finally:
        place.close(at_once=True)


def test_the_best_of_several_seeds_counts(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    grids = {n: Grid(("." * n + "ABC"[n:], "DED", "FGH")) for n in (1, 2, 3)}

    def answer(run: Run, threads: int, version: str) -> Answer:
        asked.append(run.seed)
        cost = {7: 3, 8: 1, 9: 2}[run.seed]
        stats = Stats(history=[(0.5, cost + 1), (float(run.seed), cost)])
        return Answer(grids[cost], cost, 10 - run.seed, Status.FEASIBLE, stats)

    monkeypatch.setattr(spreading, "answer", answer)
    result = spread_over_three(tiny, Observer(), seconds=1)
    assert asked == [7, 8, 9]
    assert (result.cost, result.bound, result.status) == (1, 3, Status.OPTIMAL)
    assert result.stats.history == [(0.5, 2), (8.0, 1)]


def test_a_stop_before_any_search_has_ended_is_told(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(Observer):
        def on_progress(self, stats: Stats) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(spreading, "answer", lambda *_: time.sleep(0.5))
    result = spread_over_three(tiny, Impatient(), seconds=1)
    assert (result.best, result.status) == (None, Status.UNKNOWN)
    assert "stopped before" in result.reason


def test_searches_that_are_all_lost_are_an_error(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> Answer:
        raise MemoryError("too much")

    monkeypatch.setattr(spreading, "answer", lost)
    with pytest.raises(PatienceError, match="every search was lost: MemoryError: too much"):
        spread_over_three(tiny, Observer(), seconds=1)


def test_durations_as_people_say_them() -> None:
    assert [duration(x) for x in (4.4, 89, 100, 5399, 7384)] == [
        "4 s",
        "89 s",
        "2 min",
        "1 h 30 min",
        "2 h 3 min",
    ]


# ---- killing ------------------------------------------------------------------------------------


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "patience", "batch", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    _, err = process.communicate(timeout=120)
    return process.returncode, err.decode()


def workers_of(pid: int) -> set[int]:
    """Return the processes that a process has started, from the system's own table."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return {int(child) for child in text.split()}


@pytest.mark.skipif(sys.platform != "linux", reason="looks up processes in /proc")
def test_workers_end_with_a_killed_parent_and_the_folder_is_free(tiny: Path) -> None:
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    command = (str(tiny / "a.toml"), "--out", "out", "--jobs", "2", "--threads", "1")
    process = start(*command, "--seeds", "2", "--time-limit", "60")
    try:
        until(lambda: (Path("out") / ".lock").exists() and len(workers_of(process.pid)) > 1)
        workers = workers_of(process.pid)
    finally:
        process.kill()
        process.communicate()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    with journal.opened(Path("out")):
        pass


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.mark.slow
def test_a_batch_killed_twenty_times_ends_as_an_undisturbed_one(tiny: Path) -> None:
    words = [a + b + c for a in "ABCDE" for b in "AEIO" for c in "RSTN"]
    (tiny / "words.txt").write_text("\n".join([*WORDS, *words, "AA", "AE", "ST", "AN"]))
    for name in "abc":
        (tiny / f"{name}.toml").write_text(
            TINY.replace("3x2", "4x4").replace("ABCDEFGHABC", f"AABEIORSTNDEAIST{name.upper()}N")
        )
    arguments = (str(tiny), "--seeds", "60", "--engine", "beam", "--max-width", "200")
    assert ended(start(*arguments, "--out", "calm"))[0] == 0
    draws = random.Random(5)
    kills, lines = 0, 0
    for number in range(20):
        # In the process itself, and in processes.
        process = start(*arguments, "--out", "killed", "--jobs", str(1 + number % 2))
        # After so many more runs, or now and then before any; and a moment later.
        wanted, moment = lines + draws.randrange(5), draws.random() / 5
        while len(lines_of(Path("killed"))) < wanted and process.poll() is None:
            time.sleep(0.02)
        time.sleep(moment)
        kills += process.poll() is None
        process.kill()
        process.communicate()
        past = read_if_any(Path("killed"))
        assert past.unreadable == 0
        assert len(past.records) >= lines
        lines = len(past.records)
    code, said = ended(start(*arguments, "--out", "killed"))
    assert code == 0, said
    assert kills > 10
    assert essence(Path("killed")) == essence(Path("calm"))
    names = [line["run"] for line in lines_of(Path("killed"))]
    assert len(names) == len(set(names)) == 3 * 60


# ---- Dask ---------------------------------------------------------------------------------------


class Servers:
    """A Dask scheduler and its workers as processes on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._started(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
            "--scheduler-file", str(file),
        )  # fmt: skip
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def work(self) -> subprocess.Popen[bytes]:
        worker = self._started(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder),
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _started(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    pytest.importorskip("distributed")
    running = Servers(tmp_path)
    yield running
    running.stop()


@pytest.mark.slow
def test_a_dask_worker_killed_in_mid_run_costs_no_result(tiny: Path, servers: Servers) -> None:
    first, _ = servers.work(), servers.work()
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    process = start(
        str(tiny), "--out", "out", "--seeds", "4", "--time-limit", "1.5", "--cluster",
        servers.address,
    )  # fmt: skip
    until(lambda: (Path("out") / journal.NAME).exists() and len(records(Path("out"))) >= 2, 60)
    first.kill()
    code, said = ended(process)
    assert code == 0, said
    assert len(essence(Path("out"))) == 12
    names = [line["run"] for line in lines_of(Path("out"))]
    assert len(names) == len(set(names)) == 12


@pytest.mark.slow
def test_a_cluster_that_dies_leaves_what_is_finished(tiny: Path, servers: Servers) -> None:
    servers.work()
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    command = (str(tiny / "a.toml"), "--out", "out", "--seeds", "9", "--time-limit", "1")
    process = start(*command, "--cluster", servers.address)
    until(lambda: (Path("out") / journal.NAME).exists() and len(records(Path("out"))) >= 1, 60)
    servers.stop()
    code, said = ended(process)
    assert code == 1, said
    assert "the cluster's scheduler is gone; finished runs are kept" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert 1 <= len(records(Path("out"))) < 9


@pytest.mark.slow
def test_a_single_search_spreads_its_seeds_over_a_cluster(tiny: Path, servers: Servers) -> None:
    servers.work()
    servers.work()
    until(lambda: _threads(servers.address) == 2)
    done = CliRunner().invoke(
        main,
        ["solve", str(tiny / "c.toml"), "--cluster", servers.address, "--format", "json", *WORK],
    )
    told = json.loads(done.stdout)
    assert done.exit_code == 0, done.stderr
    assert told["grid"]
    assert told["threads"] >= 1


def _threads(address: str) -> int:
    from distributed import Client  # noqa: PLC0415

    with Client(address) as client:
        return sum(client.nthreads().values())


def test_finished_puzzles_of_another_batch_stay_in_the_tables(tiny: Path) -> None:
    batch(str(tiny / "a.toml"), "--out", "out", "--jobs", "1", *WORK)
    batch(str(tiny / "b.toml"), "--out", "out", "--jobs", "1", *WORK)
    told = json.loads(Path("out/summary.json").read_text())
    assert [puzzle["puzzle"] for puzzle in told["puzzles"]] == ["a", "b"]
    assert folder.missing_of(Path("out"), [], journal.read_journal(Path("out"))).runs == []
