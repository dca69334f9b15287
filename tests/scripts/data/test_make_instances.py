from __future__ import annotations

import random
from pathlib import Path

import pytest

from patience.files.instances import load_instance
from patience.game.puzzle import Compact, Frame
from patience.question.catalogue import named, parse
from scripts.common import execute
from scripts.data import make_instances as make


def test_a_draw_takes_tiles_that_are_there() -> None:
    bag = named("diamino-63")
    for seed in range(20):
        hand = make.draw(bag, 40, random.Random(seed))
        assert hand.total == 40
        assert hand.jokers <= bag.jokers
        assert all(n <= most for n, most in zip(hand.counts, bag.counts, strict=True))


def test_languages_have_their_hundred_tiles_and_can_be_scaled() -> None:
    letters = {name: parse(text).letters for name, text in make.LANGUAGES.items()}
    assert letters == {"fr": 100, "en": 98, "de": 100, "it": 118, "nl": 100}
    small = make.scaled(parse(make.LANGUAGES["en"]), 61)
    assert small.letters == 61
    assert small.count("E") == 7


@pytest.mark.parametrize(
    ("arguments", "first", "files"),
    [
        (["draw", "diamino-63", "--tiles", "30", "--frame", "6x5", "--count", "3"],
         "draw-diamino-63-30tiles-6x5-seed1-001", 3),
        (["hand", "--count", "5", "--seed", "4"], "hand-diamino-63-12tiles-compact-seed4-001", 5),
        (["double", "diamino-61", "diamino-64", "--frame", "12x10"],
         "double-diamino-61-diamino-64-12x10", 1),
        (["language", "en", "--tiles", "61", "--frame", "9x7", "--jokers", "2"],
         "language-en-61letters-2jokers-9x7", 1),
        (["language", "de", "--draw", "20", "--compact", "--lexicon", "fr-common"],
         "language-de-fr-common-20tiles-compact-seed1-001", 10),
    ],
)  # fmt: skip
def test_a_family_says_what_it_is_and_can_be_read(
    tmp_path: Path, arguments: list[str], first: str, files: int
) -> None:
    assert execute(make.main, [*arguments, "--out", str(tmp_path / "out")]) == 0
    written = sorted((tmp_path / "out").iterdir())
    assert len(written) == files
    assert written[0].stem == first
    for path in written:
        puzzle = load_instance(path).puzzle()
        assert isinstance(puzzle.goal, Compact if "compact" in path.stem else Frame)


def test_the_same_family_is_the_same_everywhere(tmp_path: Path) -> None:
    arguments = ["hand", "--count", "4"]
    execute(make.main, [*arguments, "--out", str(tmp_path / "a")])
    execute(make.main, ["hand", "--count", "2", "--out", str(tmp_path / "b")])
    for path in (tmp_path / "b").iterdir():
        assert path.read_text() == (tmp_path / "a" / path.name).read_text()
    text = (tmp_path / "a" / "hand-diamino-63-12tiles-compact-seed1-001.toml").read_text()
    # These very tiles, on every machine and with every Python.
    assert 'tiles = "A1 E1 F1 I1 M1 N1 P1 Q1 R1 U1 X1 Y1"\njokers = 0\n' in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hand", "--tiles", "64", "--out", "out"], "64 tiles cannot be drawn"),
        (["draw", "diamino-63", "--tiles", "9", "--out", "out"], "--frame WxH or --compact"),
        (
            ["draw", "nix", "--tiles", "9", "--compact", "--out", "out"],
            "no tile set is called 'nix'",
        ),
        (["draw", "diamino-63", "--tiles", "9", "--frame", "4x4", "--out", "out"], "16 cells"),
        (["draw", "diamino-63", "--tiles", "9", "--compact", "--out", "file/x"], "file/x"),
    ],
)
def test_slips_are_one_line_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert execute(make.main, arguments) == 2
    assert said in capsys.readouterr().err
    assert not Path("out").exists()
