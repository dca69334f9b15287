from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from patience.words.lexicon import load
from tests.cli.prove.support import HARD
from tests.cli.running import run


@pytest.fixture(scope="session")
def words() -> str:
    return "\n".join(word for word in load("fr-common").words if len(word) <= 4)


@pytest.fixture
def folder(own_folder: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> Path:
    """A folder to run in, with a word list; no time is spent on guesses."""
    monkeypatch.setattr("patience.engines.exhaustive.search._ESTIMATE_SECONDS", 0.0)
    Path("words.txt").write_text(words)
    return own_folder


@pytest.fixture
def certificate(folder: Path) -> dict[str, Any]:
    """The certificate in `cert.json`, as JSON has it."""
    done = run("prove", *HARD, "--at-most", "1", "--certificate", "cert.json")
    assert done.exit_code == 0, done.stderr
    value: dict[str, Any] = json.loads((folder / "cert.json").read_text())
    return value
