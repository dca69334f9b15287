from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from patience.files.added import add_lexicon
from patience.question.catalogue import TILE_SETS
from patience.words.lexicon import Lexicon
from tests.cli.running import ENV, run
from tests.needs import needs


def proposed(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """Return what the program answers bash for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv("_PATIENCE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    answer = run()
    assert answer.exit_code == 0, answer.output
    return answer.stdout.split()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("patience sol", ["plain,solve"]),
        ("patience solve --tiles diamino-6", [
            "file,diamino-6", "plain,diamino-61", "plain,diamino-63", "plain,diamino-64",
        ]),
        ("patience solve --lexicon fr-", ["file,fr-", "plain,fr-basic", "plain,fr-common"]),
        ("patience solve gay-play-f", ["file,gay-play-f", "plain,gay-play-frame-9x7"]),
        ("patience verify gri", ["file,gri"]),
        ("patience verify grid.txt --instance dujardin-c", [
            "file,dujardin-c", "plain,dujardin-compact-61",
        ]),
        ("patience solve --pos noun,inf", ["plain,noun,infinitive"]),
        ("patience solve --subject zool,bo", ["plain,zool,bot"]),
        ("patience solve --lexicon no.txt --subject zo", []),
        ("patience solve --engine be", ["plain,beam"]),
        ("patience verify --format j", ["plain,json"]),
    ],
)  # fmt: skip
def test_values_are_proposed(monkeypatch: pytest.MonkeyPatch, line: str, values: list[str]) -> None:
    assert proposed(monkeypatch, line) == values


def test_every_option_is_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {answer.removeprefix("plain,") for answer in proposed(monkeypatch, "patience hint --")}
    assert {"--tiles", "--subject", "--time-limit", "--json"} <= names


@pytest.mark.usefixtures("own_folder")
def test_only_added_lexicons_are_proposed_for_removal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("club", "de"):
        add_lexicon(name, Lexicon.of(["AB"]), "a test")
    assert proposed(monkeypatch, "patience lexicon remove ") == ["plain,club", "plain,de"]
    assert proposed(monkeypatch, "patience lexicon remove f") == []


# ---- in real shells -----------------------------------------------------------------------------


def line_for(shell: str) -> str:
    """Return the line that the docs give for a shell."""
    docs = (Path(__file__).parents[2] / "docs" / "en" / "cli.md").read_text("utf-8")
    found = re.search(rf"^\| {shell}\b[^|]*\| `(.*?)` \|", docs, re.MULTILINE)
    assert found is not None
    return found[1].replace("\\|", "|")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Variables with which a shell finds a ``patience`` of this checkout, and no one's settings."""
    program = tmp_path / "bin" / "patience"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m patience "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    return ENV | {"PATH": path, "HOME": str(tmp_path), "TERM": "xterm", "PS1": "> "}


def typed(arguments: list[str], environment: dict[str, str], lines: list[str], end: str) -> str:
    """Type lines into an interactive shell and return all that it showed up to a text."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
    ) as shell:
        os.close(theirs)
        shown = b""
        deadline = time.monotonic() + 180
        for line in lines:
            os.write(ours, line.encode())
        with suppress(OSError):  # the shell has ended
            while end.encode() not in shown and time.monotonic() < deadline:
                if select.select([ours], [], [], 1)[0]:
                    shown += os.read(ours, 4096)
        shell.kill()
    os.close(ours)
    return shown.decode(errors="replace")


@pytest.mark.parametrize(
    ("shell", "flags", "start"),
    [
        pytest.param("bash", "--norc --noprofile -i", "", marks=needs("bash")),
        pytest.param("zsh", "-f -i", "autoload -U compinit; compinit -u -D; ", marks=needs("zsh")),
    ],
)
def test_a_shell_completes_at_the_tab_key(
    shell: str, flags: str, start: str, environment: dict[str, str]
) -> None:
    # The one tile set that begins so is written out, then the command runs and counts it.
    lines = [f"{start}{line_for(shell)}\n", "patience tiles diamino-d\t\n"]
    lines += ["echo the-end | tr a-z A-Z\n"]
    shown = typed([shell, *flags.split()], environment, lines, "THE-END")
    assert "diamino-double: 122 letters and 4 jokers" in shown


@needs("fish")
def test_fish_completes(environment: dict[str, str]) -> None:
    script = f"{line_for('fish')}; complete --do-complete 'patience tiles diamino-'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", script],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = {line.split("\t")[0] for line in done.stdout.splitlines()}
    assert {name for name in TILE_SETS if name.startswith("diamino-")} <= names
