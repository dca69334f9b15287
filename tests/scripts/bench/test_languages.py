"""Other languages: lists that are there are cleaned, those that are not are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience.words.lexicon import load
from scripts.bench.ladder import run, this_program
from scripts.bench.languages import LANGUAGES, rungs


def test_a_missing_list_is_left_out_with_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "american-english-large").write_text("cat\nAnna\ndon't\ncafé\n", "utf-8")
    frame, compact = rungs(tmp_path, tmp_path)
    assert (str(frame), str(compact)) == ("9x7, English", "compact, English")
    assert list(load(frame.lexicon)) == ["CAFE", "CAT"]
    said = capsys.readouterr().err
    assert "German" in said
    assert "wngerman" in said
    assert "wspanish" in said


def test_german_nouns_are_words(tmp_path: Path) -> None:
    (tmp_path / "ngerman").write_text("Übel\nim\n", "utf-8")
    frame, _ = rungs(tmp_path, tmp_path)
    assert list(load(frame.lexicon)) == ["IM", "UBEL"]


def test_the_sets_have_as_many_tiles_as_the_boxes(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / language.file).write_text("at\nta\n", "utf-8")
    tiles = [rung.tiles.total for rung in rungs(tmp_path, tmp_path)]
    assert tiles == [100, 100, 102, 102, 100, 100]


def test_a_compact_rung_can_be_run(tmp_path: Path) -> None:
    (tmp_path / "spanish").write_text("as\nsa\n", "utf-8")
    _, compact = rungs(tmp_path, tmp_path)
    outcome = run("this", this_program(), compact, 1, 1.0, 1)
    assert outcome.history == []  # no words for most of the tiles
