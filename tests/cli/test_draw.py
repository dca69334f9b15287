"""``patience draw``: instances that are the same everywhere, or one clear sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from patience.files.instances import load_instance
from patience.game.puzzle import Frame
from tests.cli.running import only_line, run

SMALL = ("draw", "--tiles", "12", "--frame", "4x3", "--seed", "3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_same_seed_draws_the_same_puzzles() -> None:
    done = run(*SMALL, "--count", "4", "--out", "a")
    assert done.exit_code == 0
    assert done.stderr.startswith("4 puzzles in a, of difficulty ")
    assert run(*SMALL, "--count", "4", "--out", "b", "--quiet").stderr == ""
    files = sorted(Path("a").iterdir())
    assert [file.name for file in files] == [
        f"diamino-63-12tiles-4x3-seed3-00{n}.toml" for n in (1, 2, 3, 4)
    ]
    specs = [load_instance(file) for file in files]
    levels = [spec.difficulty for spec in specs]
    assert None not in levels
    assert levels == sorted(levels, key=lambda level: level or 0)
    assert {spec.goal for spec in specs} == {Frame(4, 3)}
    assert len({spec.tile_set for spec in specs}) == 4
    for file in files:
        assert file.read_text() == (Path("b") / file.name).read_text()


def test_a_band_and_words_are_kept() -> None:
    words = ("--lexicon", "fr-common", "--infinitives", "--ban", "ALLER", "--ban", "ETRE")
    done = run(*SMALL, "--count", "2", "--difficulty", "6..24", *words, "--out", "a")
    assert done.exit_code == 0
    for file in Path("a").iterdir():
        spec = load_instance(file)
        assert spec.lexicon == "fr-common"
        assert spec.conventions.infinitives
        assert set(spec.conventions.ban or ()) == {"ALLER", "ETRE"}
        assert 6 <= tomllib.loads(file.read_text())["difficulty"] <= 24


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--tiles", "9", "--frame", "4x4"), "16 cells"),
        (("--tiles", "90", "--compact"), "90 tiles cannot be drawn from diamino-63"),
        (("--tiles", "9"), "give --frame WxH or --compact"),
        (("--tiles", "9", "--compact", "--like", "nix"), "no tile set is called 'nix'"),
        (("--tiles", "9", "--compact", "--difficulty", "hard"), "such as 10..20"),
        (("--tiles", "9", "--compact", "--difficulty", "9..3"), "the first number is the smaller"),
        (("--tiles", "9", "--compact", "--lexicon", "nix"), "no lexicon is called 'nix'"),
    ],
)
def test_slips_are_one_line_and_nothing_is_written(arguments: tuple[str, ...], said: str) -> None:
    done = run("draw", *arguments, "--out", "out")
    assert done.exit_code == 2
    assert said in only_line(done)
    assert not Path("out").exists()


def test_a_folder_of_instances_is_left_alone() -> None:
    Path("a").mkdir()
    Path("a/mine.toml").write_text("")
    assert "a has instances already" in only_line(run(*SMALL, "--out", "a"))
