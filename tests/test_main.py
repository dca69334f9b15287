"""The program as a process: streams that are closed, and Ctrl-C while it loads."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-m", "patience")


def run(
    arguments: Sequence[str], closed: Sequence[int] = (), cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program with some descriptors closed."""
    redirections = " ".join(f"{number}>&-" for number in closed)
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


def test_a_command_runs_with_its_other_streams_closed() -> None:
    done = run(["tiles"], (0, 2))
    assert done.returncode == 0
    assert "diamino-63" in done.stdout


@pytest.mark.parametrize("closed", [(1,), (0, 1, 2)])
def test_a_result_that_has_nowhere_to_go_is_an_error(closed: tuple[int, ...]) -> None:
    done = run(["tiles"], closed)
    assert done.returncode == 2
    if 2 not in closed:
        assert done.stderr == "patience: the result cannot be written: Bad file descriptor\n"


def test_a_file_takes_no_closed_streams_place(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("ABC\nD.E\nFGH\n")
    done = run(
        ["show", str(grid), "--format", "json", "--output", "copy.json"], (0, 1, 2), tmp_path
    )
    assert done.returncode == 0
    assert (tmp_path / "copy.json").read_text().startswith("{")


def test_workers_run_with_closed_streams(tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text('frame = "2x1"\ntiles = "AB"\nlexicon = "words.txt"\n')
    (tmp_path / "words.txt").write_text("AB\n")
    batch = ("batch", "tiny.toml", "--max-width", "1", "--jobs", "2", "--threads", "1")
    assert run([*batch, "--out", "out"], (0, 1, 2), tmp_path).returncode == 0
    assert (tmp_path / "out" / "runs").is_dir()


def test_ctrl_c_while_modules_load_leaves_no_traceback_of_the_program() -> None:
    script = (
        "import builtins, os, signal, sys\n"
        "real = builtins.__import__\n"
        "def load(name, *rest):\n"
        "    if name == 'patience.cli':\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(name, *rest)\n"
        "from patience.__main__ import main\n"
        "builtins.__import__ = load\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_what_cannot_be_said_ends_nothing(tmp_path: Path) -> None:
    command = [*PROGRAM, "solve", "--frame", "3x2", "--tiles", "ABCDEF", "--lexicon", "words.txt"]
    (tmp_path / "words.txt").write_text("ABC\nAB\nBC\n")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=full, text=True, check=False, cwd=tmp_path
        )
    assert done.returncode == 0
    assert "cost" in done.stdout
