"""The files of the languages: what each must hold, and what their sets add up to."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import patience.game
from patience.game.alphabet import alphabet_of, faces
from patience.words.wordlist import parse

FILES = sorted((Path(patience.game.__file__).parent / "languages").glob("*.toml"))


def counted(letters: str) -> dict[str, int]:
    found = [re.fullmatch(r"(\D+)(\d+)", each) for each in letters.split()]
    return {each[1]: int(each[2]) for each in found if each}


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def language(request: pytest.FixtureRequest) -> dict[str, Any]:
    return tomllib.loads(request.param.read_text("utf-8"))


def test_the_languages_of_the_promise_are_there() -> None:
    assert {path.stem for path in FILES} >= {"fr", "en", "de", "es", "ca", "nl", "pt", "it"}


def test_tiles_are_few_distinct_and_short(language: dict[str, Any]) -> None:
    tiles = language["tiles"].split()
    assert len(set(tiles)) == len(tiles) <= 30
    assert all(1 <= len(tile) <= 3 and tile == tile.upper() for tile in tiles)


def test_folds_end_in_letters_of_tiles(language: dict[str, Any]) -> None:
    faces = set(language["tiles"])
    for written, letters in language.get("fold", {}).items():
        assert written == written.lower()
        assert set(letters.upper()) <= faces


def test_letters_are_those_that_its_words_are_written_with(language: dict[str, Any]) -> None:
    written = set("".join(language["spelled"]).lower()) | set(language.get("fold", {}))
    accented = {x for each in written for x in each if x.isalpha() and not x.isascii()}
    assert accented - {"ŀ"} <= set(language["letters"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_words_are_spelled_with_their_tiles_small_and_capital(path: Path) -> None:
    about, alphabet = tomllib.loads(path.read_text("utf-8")), alphabet_of(path.stem)
    assert all(any(x in word for word in about["spelled"]) for x in about.get("fold", {}))
    for word, tiles in about["spelled"].items():
        for written in (word, word.upper(), word.capitalize()):
            assert [faces(x) for x in alphabet.spelled(written)] == tiles.split()
    kept, left = parse(about["spelled"], alphabet)
    assert (len(kept), left) == (len(about["spelled"]), {})


def test_a_list_has_its_source_licence_and_way(language: dict[str, Any]) -> None:
    assert set(language["words"]) == {"source", "licence", "how"}
    assert all(language["words"].values())


def test_sets_use_the_tiles_and_add_up_to_what_they_say(language: dict[str, Any]) -> None:
    for name, each in language["sets"].items():
        counts = counted(each["letters"])
        assert len(counts) == len(each["letters"].split()), name
        assert list(counts) == [tile for tile in language["tiles"].split() if tile in counts]
        jokers = f" and {each['jokers']} jokers" if each["jokers"] else ""
        assert each["description"].startswith(f"{sum(counts.values())} letters{jokers}: ")
