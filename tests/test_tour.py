"""The commands of the README and the tour run as they stand, with shorter time limits."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "docs" / "tour.md", ROOT / "docs" / "cli.md"]
BLOCK = re.compile(
    r"(?:<!-- (?P<note>[^>]+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL
)
SECONDS = "6"


class Block(NamedTuple):
    """A fenced block and the notes right above it, such as ``file: half.txt; exit: 1``."""

    notes: dict[str, str]
    kind: str
    text: str

    @property
    def commands(self) -> list[str]:
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]


def blocks(page: Path) -> list[Block]:
    found = BLOCK.finditer(page.read_text("utf-8"))
    return [Block(_notes(each["note"] or ""), each["kind"], each["text"]) for each in found]


def _notes(text: str) -> dict[str, str]:
    pairs = (part.partition(": ") for part in text.split("; ") if part)
    return {key: value for key, _, value in pairs}


def shortened(command: str) -> str:
    return re.sub(r"--time-limit [\d.]+", f"--time-limit {SECONDS}", command)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        shortened(command),
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_runs(page: Path, tmp_path: Path) -> None:
    ran = 0
    for block in blocks(page):
        notes = block.notes
        if "file" in notes:
            (tmp_path / notes["file"]).write_text(block.text, "utf-8")
        if "copy" in notes:
            source, target = notes["copy"].split()
            shutil.copy(ROOT / source, tmp_path / target)
        if block.kind != "console" or "not run" in notes:
            continue
        for command in block.commands:
            done = run(command, tmp_path)
            assert done.returncode == int(notes.get("exit", 0)), (command, done.stderr)
            ran += 1
    assert ran >= 2, "the page shows commands"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_of_the_program_is_left_out_of_a_console_block(page: Path) -> None:
    text = BLOCK.sub("", page.read_text("utf-8"))
    assert "\n$ patience" not in text
