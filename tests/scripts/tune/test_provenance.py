"""The commands in ``weights.toml``: each is one that the tool takes."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from patience.engines.beam import weights as of_weights
from scripts.tune.commands import main

TEXT = Path(of_weights.__file__).with_name("weights.toml").read_text("utf-8")
COMMANDS = re.findall(r"^#   ((?:learn|evolve) .*)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_tool_takes_each_command(line: str) -> None:
    name, *arguments = shlex.split(line)
    command = main.commands[name]
    context = command.make_context(name, arguments)
    assert isinstance(command, click.Command)
    assert context.params["output"].suffix == ".toml"


def test_each_table_has_its_commands_or_says_that_they_are_lost() -> None:
    heads = re.split(r"^\[([a-z-]+)\]$", TEXT, flags=re.MULTILINE)
    tables = dict(zip(heads[1::2], heads[0::2], strict=False))
    assert set(tables) == set(tomllib.loads(TEXT))
    for kind, before in tables.items():
        head = before.rpartition("\n\n")[2]
        assert re.search(rf"^#   (learn|evolve) {kind} ", head, re.MULTILINE) or "lost" in head
