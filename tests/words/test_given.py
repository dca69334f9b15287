"""Words that players list: in files or one by one, and named again in a header."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import LexiconError
from patience.files.grids import read_grid
from patience.game.grid import Grid
from patience.game.puzzle import Frame
from patience.question.header import to_header
from patience.question.spec import Spec
from patience.render.text import grid_text
from patience.words.conventions import Conventions
from patience.words.given import MAX_WRITTEN, GivenWords, escaped, unescaped
from patience.words.reading import PLAIN, How
from tests.words.vocabularies import conventions_of, vocabulary_of

MANY = ["".join(letters) for letters in product("ABCDEFGH", repeat=3)]


def listed(folder: Path, name: str = "list.txt", words: list[str] = MANY) -> Path:
    path = folder / name
    path.write_text("\n".join(words))
    return path


def saved(folder: Path, conventions: Conventions, how: How = PLAIN) -> Path:
    """Write a grid as solve does."""
    path = folder / "grid.txt"
    header = to_header(Spec(goal=Frame(2, 1), conventions=conventions, how=how))
    path.write_text(grid_text(Grid(("AB",)), header), "utf-8")
    return path


def test_few_words_are_written_out(tmp_path: Path) -> None:
    conventions = conventions_of({"only": [str(listed(tmp_path, words=["ove", "été"]))]})
    assert conventions.to_mapping() == {"only": ["ETE", "OVE"]}


def test_a_long_list_is_named_and_read_again(tmp_path: Path) -> None:
    path = listed(tmp_path)
    conventions = conventions_of({"only": [str(path)], "ban": "ABC,ski"})
    grid = saved(tmp_path, conventions)
    assert len(grid.read_text()) < 1000
    again = read_grid(grid).spec().conventions
    assert again == conventions
    assert again.only is not None
    assert sorted(again.only) == MANY
    assert again.to_mapping() == conventions.to_mapping()


def test_words_and_files_together(tmp_path: Path) -> None:
    files = [str(listed(tmp_path)), str(listed(tmp_path, "more.txt", ["zoo", "zut"]))]
    ban = GivenWords.read([*files, "ski"])
    assert len(ban) == len(MANY) + 3 > MAX_WRITTEN
    assert GivenWords.read(ban.written()) == ban


def test_a_list_is_found_beside_the_grid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lists").mkdir()
    listed(tmp_path / "lists")
    monkeypatch.chdir(tmp_path)
    grid = saved(tmp_path, conventions_of({"only": "lists/list.txt"}))
    monkeypatch.chdir("/")
    assert len(read_grid(grid).spec().conventions.only or ()) == len(MANY)
    (tmp_path / "lists" / "list.txt").rename(tmp_path / "list.txt")
    assert len(read_grid(grid).spec().conventions.only or ()) == len(MANY)


def test_a_list_that_is_gone_or_another_one_is_said(tmp_path: Path) -> None:
    path = listed(tmp_path)
    grid = saved(tmp_path, conventions_of({"only": [str(path)]}))
    listed(tmp_path, words=MANY[1:])
    with pytest.raises(LexiconError, match=r"list\.txt has changed: .*--only"):
        read_grid(grid).spec()
    path.unlink()
    with pytest.raises(LexiconError, match=r"list\.txt no longer exists: .*--only"):
        read_grid(grid).spec()


@given(st.text(st.characters(exclude_characters="\0"), min_size=1))
def test_any_file_name_fits_into_a_line(name: str) -> None:
    text = escaped(name)
    assert text == text.strip(" ")
    assert len(text.splitlines()) == 1
    assert not set(",#") & set(text)
    assert text.encode("utf-8")
    assert unescaped(text) == name


def test_what_nobody_escaped_is_a_name_too() -> None:
    assert [*map(unescaped, ("%", "%ff.txt", "\ud800", "a%2"))] == [
        "%",
        "\udcff.txt",
        "\ud800",
        "a%2",
    ]


def test_a_lexicon_of_any_name_is_named_in_a_header(tmp_path: Path) -> None:
    for name in ("mots, français.txt", "100%.txt", "w\udce9rter.txt", "two\nlines.txt", " a.txt "):
        path = listed(tmp_path, name)
        header = grid_text(Grid(("AB",)), to_header(Spec(goal=Frame(2, 1), lexicon=str(path))))
        (tmp_path / "grid.txt").write_text(header, "utf-8")
        assert read_grid(tmp_path / "grid.txt").spec().lexicon_name == str(path)


@pytest.mark.parametrize("name", ["exclus", "WAGON"])
def test_a_file_whose_name_spells_a_word_is_asked_for(tmp_path: Path, name: str) -> None:
    listed(tmp_path, name, ["ski", "ove"])
    for key in ("only", "ban"):
        with pytest.raises(
            LexiconError, match=rf"a file: write \./{name} .* word:{name} for the w"
        ):
            conventions_of({key: [name]}, tmp_path)
    as_file = conventions_of({"only": [f"./{name}"]}, tmp_path)
    assert [*(as_file.only or ())] == ["OVE", "SKI"]
    as_word = conventions_of({"only": [f"word:{name}"]}, tmp_path)
    assert [*(as_word.only or ())] == [name.upper()]
    # A folder of that name is no list.
    (tmp_path / "chat").mkdir()
    assert [*conventions_of({"ban": "chat"}, tmp_path).ban] == ["CHAT"]


def test_a_word_in_a_header_is_a_word_whatever_files_are_there(tmp_path: Path) -> None:
    listed(tmp_path, "WAGON", ["ski"])
    grid = saved(tmp_path, Conventions(ban=["WAGON"]))
    assert [*read_grid(grid).spec().conventions.ban] == ["WAGON"]


def test_a_file_with_a_comma_in_its_name_is_one_file(tmp_path: Path) -> None:
    listed(tmp_path, "mots, exclus.txt", ["ski", "ove"])
    only = conventions_of({"only": "mots, exclus.txt"}, tmp_path).only
    assert [*(only or ())] == ["OVE", "SKI"]


def test_what_a_list_leaves_out_is_kept_with_it(tmp_path: Path) -> None:
    listed(tmp_path, words=["WAGON  # trop facile", "mi-temps", "SKI;0"])
    ban = GivenWords.read(["list.txt"], tmp_path)
    assert [*ban] == ["WAGON"]
    assert "left out 2 with characters that are no letters (mi-temps, SKI;0)" in ban.notes[0]


def test_how_lists_are_read_is_in_the_header(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("\n".join(f"{word};chat;{n}" for n, word in enumerate(MANY)).encode())
    (tmp_path / "ban.txt").write_bytes("péri\n".encode("mac_roman"))
    table = {"only": [str(path)], "ban": [str(tmp_path / "ban.txt")], "min_score": 0.5}
    conventions, how = vocabulary_of({**table, "column": "1", "encoding": "mac_roman"})
    again = read_grid(saved(tmp_path, conventions, how)).spec()
    assert (again.conventions, again.how) == (conventions, how)
    assert (how.column, how.encoding, how.min_score) == ("1", "mac_roman", 0.5)
