"""``patience draw``: instances that are the same everywhere, or one clear sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.cli.draw import _through_weeks
from patience.files.instances import load_instance
from patience.game.puzzle import Frame
from patience.question.catalogue import parse
from patience.question.spec import Spec
from patience.shipped import data_dir
from patience.words.lexicon import load, origins
from tests.cli.running import only_line, run

SMALL = ("draw", "--tiles", "12", "--frame", "4x3", "--seed", "3")
pytestmark = pytest.mark.usefixtures("own_folder")


def test_the_same_seed_draws_the_same_puzzles() -> None:
    done = run(*SMALL, "--count", "4", "--out", "a")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[-1].startswith("4 puzzles in a, of difficulty ")
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
        assert {"ALLER", "ETRE"} < set(spec.conventions.ban)
        assert 6 <= tomllib.loads(file.read_text())["difficulty"] <= 24


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_answer_has_a_word_that_one_would_not_print(language: str) -> None:
    listed = frozenset((data_dir("lexicons") / f"{language}.unprinted.txt").read_text().split())
    assert len(listed) > 300
    assert listed <= frozenset(load(language))
    for name, rude in (("a", []), ("b", ["--rude"])):
        words = ("--lexicon", f"{language}-common", "--count", "1", *rude, "--out", name)
        assert run(*SMALL, *words).exit_code == 0
        (file,) = Path(name).iterdir()
        spec = load_instance(file)
        assert listed.isdisjoint(load(*spec.vocabulary)) == (not rude)
        assert str(data_dir("lexicons")) not in file.read_text()  # it is found where it ships


def test_forms_of_one_word_are_all_banned() -> None:
    listed = frozenset((data_dir("lexicons") / "fr.unprinted.txt").read_text().split())
    assert {"CON", "CONS"} <= listed
    words = {"MERD": "merde", "PUTAI": "putain", "ENCUL": "enculer"}
    likely = [(x, word) for x in load("fr") for start, word in words.items() if x.startswith(start)]
    forms = {x: word for x, word in likely if word in of(x)}
    assert {*forms.values()} == {*words.values()}
    assert {*forms, *map(str.upper, words.values())} <= listed
    assert listed.isdisjoint(("BANDE", "VIOLENT", "VIOLONS", "FOUS", "PETONS"))


def of(word: str) -> list[str]:
    return [lemma for lemmas in origins("fr", word).values() for lemma in lemmas]


def leveled(levels: Iterable[int]) -> list[Spec]:
    return [Spec(Frame(2, 2), tiles=parse("ABCD"), difficulty=level) for level in levels]


@given(st.lists(st.integers(0, 9), max_size=30).map(sorted))
def test_through_a_week_puzzles_grow_harder(levels: list[int]) -> None:
    dealt = [spec.difficulty or 0 for spec in _through_weeks(leveled(levels))]
    assert sorted(dealt) == levels
    weeks = [dealt[n : n + 7] for n in range(0, len(dealt), 7)]
    assert all(week == sorted(week) for week in weeks)
    for day in range(min(len(dealt), 7) - 1):  # no Monday is harder than a Tuesday, of any week
        later = [week[day + 1] for week in weeks if day + 1 < len(week)]
        assert max(week[day] for week in weeks if day < len(week)) <= min(later)


def test_files_are_in_the_order_of_the_week(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.cli.draw.draw", lambda *_asked, **_how: leveled(range(8)))
    assert run(*SMALL, "--week", "--out", "a").exit_code == 0
    files = sorted(Path("a").iterdir())
    assert [load_instance(file).difficulty for file in files] == [0, 2, 3, 4, 5, 6, 7, 1]


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
