"""How the tests run the program: inside this process, or as one of its own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

import patience
from patience.cli import main
from patience.game.grid import Grid

GOLDEN = Path(__file__).parent.parent / "golden"
EXAMPLE_1 = str(GOLDEN / "example1.txt")
EXAMPLE_2 = str(GOLDEN / "example2.txt")
ROOT = Path(patience.__file__).parents[1]

WORDS = ["ABC", "ADF", "CEH", "FGH", "AB", "AC", "BA"]
SQUARE = Grid(("ABC", "D.E", "FGH"))
TINY = ("--frame", "3x3", "--tiles", "ABCDEFGHI", "--lexicon", "words.txt")

# Seconds: a first run compiles the kernels.
LONG = 120
# Processes of pytest-xdist have the size of some terminal in their environment.
ENV = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES"}}
ENV["PYTHONPATH"] = str(ROOT)


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)


def ended(*args: str, code: int = 0) -> Result:
    """Run the program, which ends with this code."""
    result = run(*args)
    assert result.exit_code == code, result.output
    return result


def only_line(result: Result) -> str:
    """Return the one line on the standard error that tells what is wrong."""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("patience: ")
    return lines[0].removeprefix("patience: ")


def all_shown(terminal: int) -> bytes:
    """Return all that a child shows in a terminal, which is gone when the child is."""
    shown = b""
    with contextlib.suppress(OSError):
        while chunk := os.read(terminal, 4096):
            shown += chunk
    return shown


def process(*args: str, **how: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "patience", *args]
    usual: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENV}
    return subprocess.Popen(command, text=True, **(usual | how))


def commands(group: click.Group, *above: str) -> dict[tuple[str, ...], click.Command]:
    """Return all commands below a group by their names."""
    context = click.Context(group)
    found: dict[tuple[str, ...], click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[*above, name] = command
        if isinstance(command, click.Group):
            found |= commands(command, *above, name)
    return found


COMMANDS = commands(main)
