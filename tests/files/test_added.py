"""Lexicons that a user adds: named like those that ship, whole or not there at all."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from patience.cli import main
from patience.errors import LexiconError
from patience.files.added import add_lexicon
from patience.words.lexicon import Lexicon, available, load
from tests.cli.running import ENV, process

WORDS = "Äpfel\nÖl\nab\nla\nx\n"


@pytest.fixture(autouse=True)
def folder(own_folder: Path) -> Path:
    Path("words.txt").write_text(WORDS, "utf-8")
    return own_folder / "data" / "lexicons"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["lexicon", *arguments])


def test_a_list_is_added_used_listed_and_removed(folder: Path) -> None:
    added = run("add", "de", "words.txt")
    assert added.exit_code == 0, added.output
    assert "de: 4 words spelled with the tiles of German" in added.stdout
    assert re.search(r"^letters: L 27.3 %, .*; none has C D ", added.stdout, re.MULTILINE)
    assert "left out 1 of one letter (x)" in added.stderr
    assert "only 3 words have 3 letters or fewer" in added.stderr
    Path("words.txt").unlink()  # the words were copied
    assert list(load("de")) == ["AB", "ÄPFEL", "LA", "ÖL"]
    assert (load("de").name, load("de").source) == ("de", "words.txt")
    assert available()["de"] == "words.txt: 4 words"
    solved = CliRunner().invoke(
        main, ["solve", "--frame", "2x1", "--tiles", "ÖL", "--lexicon", "de", "--quiet"]
    )
    assert (solved.exit_code, solved.stdout.splitlines()[-1]) == (0, "ÖL")
    assert run("check", "öl", "--lexicon", "de").stdout == "ÖL: yes\n"
    assert run("remove", "de").exit_code == 0
    assert "de" not in available()
    assert [path.name for path in folder.iterdir()] == [".lock"]


def test_a_large_list_of_stems_is_noticed() -> None:
    stems = ["".join(letters) for letters in product("BCDFGLMNPR", "AEIO", "BCDFGLMNPR", "AEIOU")]
    stems = [f"{stem}{end}" for stem in stems for end in ("NA", "TE", "SI", "RO", "LU", "GA")]
    Path("stems.txt").write_text("\n".join(stems))
    assert "this looks like a list of stems" in run("add", "stems", "stems.txt").stderr
    Path("forms.txt").write_text("\n".join([*stems, *(f"{stem}S" for stem in stems)]))
    assert "stems" not in run("add", "forms", "forms.txt").stderr


def test_conventions_choose_among_the_words() -> None:
    assert "drop --lexicon" in run("add", "few", "words.txt", "--lexicon", "fr").stderr
    assert run("add", "few", "words.txt", "--ban", "la").exit_code == 0
    assert list(load("few")) == ["AB", "APFEL", "OL"]
    assert run("info", "few", "--common", "6").exit_code == 2  # it has no frequencies


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fr", "a lexicon fr already exists"),
        ("fr-common", "a lexicon fr-common already exists"),
        ("De", "is not a lexicon name"),
        ("../de", "is not a lexicon name"),
        ("", "NAME is empty"),
        ("con", "no file of Windows can be called con"),
        ("lpt1", "no file of Windows can be called lpt1"),
    ],
)
def test_a_name_that_cannot_be(name: str, message: str, folder: Path) -> None:
    done = run("add", name, "words.txt")
    assert done.exit_code == 2
    assert message in done.stderr
    assert not folder.exists()


def test_only_lists_of_ones_own_are_removed() -> None:
    assert "you have not added a lexicon" in run("remove", "fr").stderr
    run("add", "de", "words.txt")
    assert "no lexicon of your own is called" in run("remove", "fr").stderr
    assert list(available()) == ["de", "en", "en-common", "fr", "fr-basic", "fr-common"]


def test_a_list_is_there_with_its_description_only(folder: Path) -> None:
    add_lexicon("de", Lexicon.of(["ab"]), "a test")
    (folder / "de.json").rename(folder / "other")
    assert "de" not in available()
    with pytest.raises(LexiconError, match="no lexicon is called 'de'"):
        load("de")


def test_a_list_that_another_process_replaces_is_read_again(folder: Path) -> None:
    for name, word in (("de", "ab"), ("other", "la")):
        add_lexicon(name, Lexicon.of([word]), "a test")
        assert word in load(name)
    for end in (".txt.gz", ".json"):
        (folder / f"other{end}").replace(folder / f"de{end}")
    assert [*load("de")] == ["LA"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folder cannot be given")
def test_of_many_added_at_once_under_a_name_one_is_kept_whole(tmp_path: Path) -> None:
    lists = [[f"{a}{b}{n}" for a in "ABCDEFGHIJ" for b in "KLMNOPQRST"] for n in "UVW"]
    for n, words in enumerate(lists):
        (tmp_path / f"{n}.txt").write_text("\n".join(words))
    environment = ENV | {"XDG_DATA_HOME": str(tmp_path / "home")}
    adding = [
        process("lexicon", "add", "fr-race", str(tmp_path / f"{n}.txt"), env=environment)
        for n in range(len(lists))
    ]
    ended = [(*child.communicate(), child.returncode) for child in adding]
    assert sorted(code for *_, code in ended) == [0, 2, 2]
    assert all("a lexicon fr-race already exists" in err for _, err, code in ended if code)
    kept = next(words for words, (*_, code) in zip(lists, ended, strict=True) if code == 0)
    with process("lexicon", "check", *kept, "--lexicon", "fr-race", env=environment) as check:
        assert check.wait() == 0, check.communicate()


DAMAGED = [b"[]", b"{}", b'{"words": {}}', b'{"words": {"sha256": "x"}, "description": 5}']


@pytest.mark.parametrize(
    ("name", "data"), [*(("de.json", x) for x in (b"", *DAMAGED)), ("de.txt.gz", b"")]
)
def test_a_damaged_list_says_what_to_do(folder: Path, name: str, data: bytes) -> None:
    add_lexicon("de", Lexicon.of(["ab"]), "a test")
    add_lexicon("other", Lexicon.of(["la"]), "a test")
    (folder / name).write_bytes(data or (folder / name.replace("de", "other")).read_bytes()[:-9])
    with pytest.raises(LexiconError, match=r"remove it and add it again|damaged"):
        load("de")
    assert run("remove", "de").exit_code == 0
    assert run("list").exit_code == 0


def test_a_folder_that_cannot_be_written_to_is_named(folder: Path) -> None:
    folder.parent.write_text("a file in its place")
    done = run("add", "de", "words.txt")
    assert done.exit_code == 2
    assert f"{folder} cannot be written" in done.stderr
