"""Nothing leaves the machine: no command but play and --cluster opens a socket."""

from __future__ import annotations

import socket
from pathlib import Path

import click
import pytest

from patience.cli import main
from tests.cli.running import TINY, run

CASE = 'goal = "frame"\nframe = "3x3"\ntiles = "ABCDEFGHI"\nlexicon = "words.txt"\n'
BATCH = ("batch", "case.toml", "--out", "out", "--max-width", "9", "--jobs", "1")

# Calls of each command; the workers of a batch run what `solve` runs.
CALLS: dict[str, list[tuple[str, ...]]] = {
    "solve": [("solve", *TINY, "--max-width", "9"), ("solve", *TINY, "--engine", "cpsat")],
    "verify": [("verify", "good.txt", *TINY)],
    "hint": [("hint", "half.txt", *TINY, "--time-limit", "1")],
    "batch": [BATCH],
    "prove": [("prove", *TINY, "--at-most", "0")],
    "show": [("show", "good.txt", "--output", f"grid.{end}") for end in ("png", "html", "pdf")],
    "tiles": [("tiles",)],
    "lexicon": [("lexicon", "info", "words.txt"), ("lexicon", "check", "wagon")],
    "draw": [("draw", "--tiles", "9", "--frame", "3x2", "--count", "1", "--out", "drawn")],
    "records": [("records", "gay-play-frame-9x7")],
}


@pytest.mark.parametrize("name", main.list_commands(click.Context(main)))
def test_no_command_opens_a_socket(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    Path("case.toml").write_text(CASE)
    Path("half.txt").write_text("ABC\n...\n...\n")

    def refuse(*address: object) -> None:
        asked.append(address)
        raise OSError

    for method in ("connect", "connect_ex", "bind", "sendto"):
        monkeypatch.setattr(socket.socket, method, refuse)
    if name == "play":
        assert run("play", "--no-open").exit_code == 2
        assert asked
        return
    for call in CALLS[name]:
        done = run(*call)
        assert done.exit_code in (0, 1), done.output
    assert not asked
