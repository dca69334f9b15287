"""The commands and programs of the README, the tour and the how-tos run, in shorter times.

What a page shows of commands without a time limit is what they print, but for seconds.
``python -m tests.test_tour`` writes it anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
HOW_TOS = sorted((ROOT / "docs" / "en" / "howto").glob("*.md"))
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / x for x in ("en/tour.md", "en/cli.md", "fr/verbicruciste.md")),
    *HOW_TOS,
]
BLOCK = re.compile(
    r"(?:<!-- (?P<note>[^>]+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL
)
SECONDS = "0.3"
SLOW = re.compile("^getting the search kernels|^[0-9.]+ s: .* (refuted,|left$)")


class Block(NamedTuple):
    """A fenced block and the notes right above it, such as ``file: half.txt; exit: 1``."""

    notes: dict[str, str]
    kind: str
    text: str

    @property
    def commands(self) -> list[str]:
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]

    @property
    def output(self) -> list[str]:
        """What it shows of what the commands print."""
        return [line for line in self.text.splitlines() if line and not line.startswith("$ ")]

    @property
    def fixed(self) -> bool:
        """Whether the machine has no part in the output that is shown."""
        free = "--time-limit" in self.text or self.notes.keys() & {"not run", "example"}
        return self.kind == "console" and bool(self.output) and not free


def blocks(page: Path) -> list[Block]:
    found = BLOCK.finditer(page.read_text("utf-8"))
    return [Block(_notes(each["note"] or ""), each["kind"], each["text"]) for each in found]


def _notes(text: str) -> dict[str, str]:
    pairs = (part.partition(": ") for part in text.split("; ") if part)
    return {key: value for key, _, value in pairs}


def printed(done: Sequence[subprocess.CompletedProcess[str]]) -> list[str]:
    """Return the lines that commands print, without those that only slow machines give."""
    lines = [line for each in done for line in (each.stderr + each.stdout).splitlines()]
    return [line for line in lines if line and not SLOW.search(line)]


def without_seconds(lines: Sequence[str]) -> list[str]:
    return [re.sub(r"\d+(\.\d+)? s\b", "N s", line) for line in lines]


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
    for block, done in runs(page, tmp_path):
        for each in done:
            assert each.returncode == int(block.notes.get("exit", 0)), (each.args, each.stderr)
        if block.fixed:
            assert without_seconds(block.output) == without_seconds(printed(done))
        ran += len(done)
    assert ran >= 1 or page.stem == "cluster", "the page shows commands"


def runs(
    page: Path, folder: Path
) -> Iterator[tuple[Block, list[subprocess.CompletedProcess[str]]]]:
    """Run the commands of a page, block by block."""
    for block in blocks(page):
        notes = block.notes
        if "file" in notes:
            (folder / notes["file"]).write_text(block.text, "utf-8")
        if "copy" in notes:
            source, target = notes["copy"].split()
            shutil.copy(ROOT / source, folder / target)
        if block.kind == "console" and "not run" not in notes:
            yield block, [run(command, folder) for command in block.commands]
        elif block.kind == "python" and "not run" not in notes:
            program = folder / "program.py"
            with program.open(
                "a", encoding="utf-8"
            ) as file:  # blocks of a page build on each other
                file.write(block.text)
            yield block, [run(f"{sys.executable} program.py", folder)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_of_the_program_is_left_out_of_a_console_block(page: Path) -> None:
    text = BLOCK.sub("", page.read_text("utf-8"))
    assert "\n$ patience" not in text


@pytest.mark.slow
def test_the_program_of_ones_own_is_typed(tmp_path: Path) -> None:
    (block,) = (x for x in blocks(HOW_TOS[0].parent / "embedding.md") if x.kind == "python")
    program = tmp_path / "program.py"
    program.write_text(block.text, "utf-8")
    checked = run(f"{sys.executable} -m mypy --strict --cache-dir={tmp_path} program.py", tmp_path)
    assert checked.returncode == 0, checked.stdout


def write_anew(page: Path, folder: Path) -> None:
    """Put what the commands of a page print now in the place of what it shows."""
    text = page.read_text("utf-8")
    for block, done in runs(page, folder):
        if block.fixed and without_seconds(block.output) != without_seconds(printed(done)):
            parts = []
            for command, each in zip(block.commands, done, strict=True):
                parts.append("\n".join([f"$ {command}", *printed([each])]))
            text = text.replace(block.text, "\n\n".join(parts) + "\n")
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    for each_page in PAGES:
        with tempfile.TemporaryDirectory() as place:
            write_anew(each_page, Path(place))
