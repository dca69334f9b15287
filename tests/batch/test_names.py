"""The names of puzzles: valid and distinct on every system, and kept when other files come."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience.batch.names import Nameless, names, safe
from tests.batch.helpers import TINY, WORK, batch, records

# Letters of many languages, cases and ways to store an accent; what Windows keeps or forbids.
PIECES = [
    *("a", "A", "b", "ß", "SS", "é", "e\u0301", "É"),
    *("и", "Й", "И\u0306", "ς", "Σ", "ب", "हि", "漢"),
    *("İ", "1", "-2", "_", " ", ".", "..", "~", "~1f3a2c", ":", "?", "\\", "\n", "\udcff"),
    *("con", "AUX", "nul", "com1", "COM¹", "lpt9", "x" * 99, "漢" * 70),
]
STEMS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join)
FILES = st.tuples(st.sampled_from(["tiny", "other", "con"]), STEMS)
DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)


def nameless(files: Iterable[tuple[str, str]]) -> list[Nameless]:
    return [Nameless(stem, folder, f"/{folder}/{stem}", ("p", "w")) for folder, stem in files]


def asking(files: Iterable[tuple[str, str]]) -> list[Nameless]:
    """Return files that all ask something else."""
    return [
        Nameless(stem, folder, f"/{folder}/{stem}", (f"{folder}/{stem}", "w"))
        for folder, stem in files
    ]


def folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


@given(st.lists(FILES, unique=True))
def test_names_are_valid_and_distinct_on_every_system(files: list[tuple[str, str]]) -> None:
    found = names(nameless(files), {})
    assert len({folded(name) for name in found}) == len(files)
    for name in found:
        assert not re.search(r'[<>:"/\\|?*\x00-\x1f\ud800-\udfff]', name)
        assert name.strip(". ") == name != ""
        assert not DEVICE.fullmatch(name)
        assert len(name.encode()) < 255
        assert unicodedata.is_normalized("NFC", name)


@given(st.lists(FILES, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_files_changes_no_name(files: list[tuple[str, str]], chance: object) -> None:
    first = dict(zip(files, names(asking(files), {}), strict=True))
    assert first == dict(zip(files[::-1], names(asking(files[::-1]), {}), strict=True))


@given(st.lists(FILES, unique=True), st.lists(FILES, unique=True))
@example([("tiny", "Box")], [("tiny", "box")])
@example([("tiny", "a")], [("other", "a")])
@example([("tiny", "e\u0301")], [("tiny", "é")])
def test_a_puzzle_keeps_its_name_when_others_come(
    before: list[tuple[str, str]], more: list[tuple[str, str]]
) -> None:
    first = dict(zip(before, names(asking(before), {}), strict=True))
    known = {name: [("/".join(file), "w")] for file, name in first.items()}
    files = list(dict.fromkeys([*more, *before]))
    then = dict(zip(files, names(asking(files), known), strict=True))
    assert {file: then[file] for file in before} == first


@given(st.lists(FILES, unique=True, min_size=1))
@example([("p", "a"), ("q", "a")])
def test_a_file_that_is_edited_keeps_its_name(files: list[tuple[str, str]]) -> None:
    puzzles = asking(files)
    first = names(puzzles, {})
    known = {name: [each.question] for name, each in zip(first, puzzles, strict=True)}
    for question in (("new", "w"), asking([("q", "a")])[0].question):
        edited = [replace(puzzles[0], question=question), *puzzles[1:]]
        assert names(edited, known) == first


@given(st.lists(FILES, unique=True), st.lists(FILES, unique=True))
def test_a_name_that_no_other_wants_depends_on_no_other(
    before: list[tuple[str, str]], more: list[tuple[str, str]]
) -> None:
    files = list(dict.fromkeys([*more, *before]))
    wanted = [folded(safe(stem)) for _, stem in files]
    then = dict(zip(files, names(asking(files), {}), strict=True))
    for folder, stem in before:
        if wanted.count(folded(safe(stem))) == 1:
            assert then[folder, stem] == safe(stem)


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("noël", "noël"),
        ("noe\u0308l", "noël"),
        ("игра", "игра"),
        ("हिन्दी", "हिन्दी"),
        ("Box", "Box"),
        ("my puzzle", "my_puzzle"),
        ("frame 9x7", "frame_9x7"),
        ("con", "_con"),
        ("Nul.old", "_Nul.old"),
        ("com10", "com10"),
        ("a.", "a"),
        ("...", "puzzle"),
    ],
)
def test_letters_stay_and_what_windows_keeps_is_avoided(stem: str, name: str) -> None:
    assert safe(stem) == name


@pytest.mark.parametrize(
    ("stem", "old"),
    [("a.", "a."), ("con", "con"), ("игра", "names-_"), ("ход", "names-_-2"), ("noël", "no_l")],
)
def test_runs_of_version_1_0_keep_their_names(stem: str, old: str) -> None:
    (puzzle,) = asking([("names", stem)])
    assert names([puzzle], {old: [puzzle.question], "b": [puzzle.question]}) == [old]
    assert names([puzzle], {old: [("another", "w")]}) == [safe(stem)]


def test_a_sweep_keeps_the_names_that_version_1_0_let_people_choose() -> None:
    swept, other = (Nameless("compact-AB", "", words, ("p", words)) for words in "vw")
    (file,) = nameless([("tiny", "a")])  # asks what `other` asks
    known = {"hand-1": [other.question], "a": [file.question]}
    assert names([swept, other, file], known) == ["compact-AB", "hand-1", "a"]


def test_other_words_leave_a_name_to_the_puzzle_that_has_them() -> None:
    one, other = (Nameless("a", folder, f"/{folder}/a", ("p", folder)) for folder in "xy")
    known = {"a": [one.question]}
    assert names([other, one], known) == ["y-a", "a"]
    assert names([other], known) == ["a"]  # its words have changed


def test_a_third_puzzle_takes_no_run_of_the_others(tiny: Path) -> None:
    folder = tiny / "names"
    folder.mkdir()
    (folder / "words.txt").symlink_to(tiny / "words.txt")
    for name, tiles in (("игра", "ABCDEFGHABC"), ("ход", "ABCDEFGHABD"), ("Box", "ABCDEFGHABE")):
        (folder / f"{name}.toml").write_text(TINY.replace("ABCDEFGHABC", tiles), "utf-8")
    assert batch(str(folder), "--out", "out", "--jobs", "1", *WORK).exit_code == 0
    first = records(Path("out"))
    assert {record.puzzle for record in first.values()} == {"игра", "ход", "Box"}
    for name, tiles in (("аист", "ABCDEFGHABF"), ("box", "ABCDEFGHABG")):
        (folder / f"{name}.toml").write_text(TINY.replace("ABCDEFGHABC", tiles), "utf-8")
    done = batch(str(folder), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 0
    assert "2 runs to do (3 are done already)" in done.stderr
    then = records(Path("out"))
    assert {name: then[name] for name in first} == first
    assert {record.puzzle for record in then.values()} >= {"аист", "names-box"}
