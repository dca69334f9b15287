"""What the tests of batches share: tiny puzzles, records, and commands run as a user does."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from patience.batch import journal
from patience.batch.run_records import RunRecord
from patience.cli import main

WORDS = ["ABC", "ADF", "CEH", "FGH", "AB", "AC", "BA", "DE", "EF", "FE", "CAB", "BAC", "FED"]
TINY = 'goal = "frame"\nframe = "3x2"\ntiles = "ABCDEFGHABC"\nlexicon = "words.txt"\n'
WORK = ("--max-width", "20")


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


def record_of(number: int, **more: Any) -> RunRecord:
    return RunRecord(f"p/s/seed-{number}", "p", "s", "beam", number, "done", **more)


def run_of(puzzle: str, seed: int, *history: tuple[float, int], **more: Any) -> RunRecord:
    fields: dict[str, Any] = {
        "setting": "beam-10s",
        "state": "done",
        "status": "feasible" if history else "unknown",
        "goal": "frame",
        "size": "3x3",
        "cost": history[-1][1] if history else None,
        "elapsed_s": 10.0,
        "version": "1.0",
        **more,
    }
    name = f"{puzzle}/{fields['setting']}/seed-{seed}"
    return RunRecord(run=name, puzzle=puzzle, engine="beam", seed=seed, history=history, **fields)


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


def until(true: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
