"""Every command where the system has only what Windows has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience.cli import _COMMANDS
from tests.batch.helpers import TINY, WORDS, essence
from tests.cli.running import ROOT
from tests.web.server import FRAME, serving

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent / "windows"

FLAGS = ("--frame", "3x2", "--tiles", "ABCDEFGHABC", "--lexicon", "words.txt")
SEARCH = (*FLAGS, "--max-width", "20")
PROOF = ("prove", *FLAGS, "--at-most", "0", "--state", "s.json", "--certificate", "c.json")
BATCH = ("batch", "a.toml", "b.toml", "--out", "out", "--jobs", "2", "--max-width", "20")
COMMANDS = [
    (),
    ("--version",),
    ("help", "solve"),
    ("solve", *SEARCH, "--output", "grid.txt"),
    ("solve", *SEARCH, "--count", "2"),
    ("verify", "grid.txt", "--json"),
    ("show", "grid.txt", "--output", "grid.svg"),
    ("hint", "half.txt", *FLAGS),
    PROOF,
    PROOF,
    ("prove", *FLAGS, "--estimate", "--at-most", "0"),
    ("tiles", "diamino-63"),
    ("lexicon", "list"),
    ("lexicon", "add", "mine", "words.txt"),
    ("lexicon", "info", "mine"),
    ("lexicon", "check", "abc", "--lexicon", "mine"),
    ("lexicon", "remove", "mine"),
    ("draw", "--tiles", "12", "--frame", "4x3", "--count", "2", "--out", "drawn"),
    ("records",),
]

# Runs commands one after the other, as the import of numba takes long.
RUNNER = f"""
from patience.cli import main
for args in {COMMANDS!r}:
    try:
        main(args)
    except SystemExit as exit:
        assert not exit.code, (args, exit.code)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), str(ROOT)]))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("words.txt").write_text("\n".join(WORDS))
    Path("half.txt").write_text("ABC\n...\n")
    Path("a.toml").write_text(TINY)
    Path("b.toml").write_text(TINY.replace("3x2", "2x3"))
    return tmp_path


def python(*args: str) -> str:
    """Run Python with the modules of Windows; return what it prints."""
    done = subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_command_is_tried() -> None:
    assert set(_COMMANDS) <= {name for name, *_ in filter(None, COMMANDS)} | {"batch", "play"}


@pytest.mark.usefixtures("folder")
def test_the_program_sees_what_windows_has_and_python_the_rest() -> None:
    code = (
        "import os, patience.batch.journal as seen;"
        "print(hasattr(os, 'pread'), hasattr(seen.os, 'pread'), seen.os.name)"
    )
    assert python("-c", code).split() == ["True", "False", "nt"]


@pytest.mark.usefixtures("folder")
def test_each_command_runs() -> None:
    python("-c", RUNNER)


@pytest.mark.usefixtures("folder")
def test_a_batch_runs_and_goes_on() -> None:
    python("-m", "patience", *BATCH)
    found = essence(Path("out"))
    assert len(found) == 2
    whole = Path("out/journal.jsonl").read_bytes()
    Path("out/journal.jsonl").write_bytes(whole[: whole.index(b"\n") + 9])
    python("-m", "patience", *BATCH)
    assert essence(Path("out")) == found


@pytest.mark.usefixtures("folder")
def test_the_page_searches_until_it_is_stopped() -> None:
    pytest.importorskip("starlette")
    asked = {"mode": "finish", "puzzle": FRAME, "rows": ["." * 9] * 7, "seconds": 60}
    with serving() as server:
        assert server.address.startswith("http://")
        events = server.until_best(asked)
    assert "best" in [event["event"] for event in events]
    assert events[-1]["event"] == "done"
