"""Other languages: sets whose language has words are run, the others are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience.files.added import add_lexicon
from patience.game.alphabet import alphabet_of
from patience.words import named
from patience.words.lexicon import Lexicon
from scripts.bench.ladder import run, this_program
from scripts.bench.languages import rungs

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert named.added_folder().is_relative_to(tmp_path)
    return tmp_path


def test_a_language_without_words_is_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {rung.lexicon for rung in rungs()} == {"en", "fr"}
    said = capsys.readouterr().err
    assert "German: no words yet; apt install wngerman" in said


def test_sets_with_tiles_of_several_letters_can_be_run(folder: Path) -> None:
    words = ["chocho", "che", "no"]
    add_lexicon("es", Lexicon.of(words, "few", alphabet_of("es")), "few")
    found = {str(rung): rung for rung in rungs()}
    assert {"9x7, scrabble-es", "compact, scrabble-es"} <= set(found)
    outcome = run("this", this_program(), found["9x7, scrabble-es"], 1, 0.5, 1)
    assert outcome.history  # few words leave most tiles face down
