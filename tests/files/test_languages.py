"""The language of a set chooses the words, by every way in; another language is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience import solve, solve_many
from patience.batch.plan import instance_named
from patience.errors import LexiconError, Note
from patience.files.grids import parse_grid
from patience.files.instances import load_instance
from patience.game.alphabet import alphabet_of, languages
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import TILE_SETS, named, parse
from patience.question.header import from_header, to_header
from patience.question.spec import Spec
from patience.result import Limits, Observer
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from patience.words.reading import How
from tests.cli.running import ended as run

OTHER = "lexicon fr has words of another language than the tiles: French, not English"


pytestmark = pytest.mark.usefixtures("own_folder")


def instance(text: str) -> Spec:
    Path("a.toml").write_text(f"goal = 'frame'\nframe = '3x3'\n{text}", "utf-8")
    return load_instance("a.toml")


@pytest.mark.parametrize("language", languages())
def test_each_set_of_a_language_takes_its_words(language: str) -> None:
    for name in languages()[language]["sets"]:
        assert Spec(tiles=named(name)).lexicon_name == language
        assert instance(f"tiles = '{name}'").lexicon_name == language
        assert parse_grid(f"; tiles: {name}\nAN\nNA\n").spec().lexicon_name == language
        assert instance(f"tiles = '{name}'\nlexicon = 'fr-basic'").lexicon_name == "fr-basic"


def test_sets_of_no_language_take_the_words_of_the_game() -> None:
    free = [name for name, (tiles, _) in TILE_SETS.items() if not tiles.alphabet.name]
    assert "diamino-63" in free
    for name in (*free, "q-less-7"):
        assert Spec(tiles=named(name)).lexicon_name == "fr"
    assert Spec().lexicon_name == "fr"


def test_an_alphabet_is_a_language_where_the_set_has_none() -> None:
    for name in ("diamino-63", "AABEE"):
        spec = Spec(tiles=named(name) if "-" in name else parse(name))
        english = Spec(how=How(alphabet="en"))
        assert spec.over(english).lexicon_name == english.lexicon_name == "en"
    assert Spec(tiles=parse("AABEE", alphabet=alphabet_of("en"))).lexicon_name == "en"
    assert instance("tiles = 'AABEE'\n[lexicon_filter]\nalphabet = 'en'").lexicon_name == "en"
    run("solve", "--frame", "3x3", "--tiles", "EEAASSTTN", "--alphabet", "nl", code=2)


def test_another_set_brings_its_own_language() -> None:
    english = Spec(tiles=named("scrabble-en"), conventions=Conventions(min_length=3))
    for name, language, lexicon in (
        ("scrabble-fr", "fr", "fr"),
        ("diamino-63", "", "fr"),
        ("scrabble-nl", "nl", "nl"),
    ):
        spec = Spec(tiles=named(name)).over(english)
        assert (spec.spelled.name, spec.lexicon_name) == (language, lexicon)
        assert spec.conventions.min_length == 3


@pytest.mark.parametrize("name", ["scrabble-en", "scrabble-nl", "scrabble-es", "bananagrams"])
def test_a_header_keeps_the_language(name: str) -> None:
    spec = Spec(goal=Frame(2, 2), tiles=named(name).with_jokers(1))
    again = from_header(to_header(spec), Grid(("AN", "NA")), Path())
    assert (again.tile_set, again.lexicon_name) == (spec.tile_set, spec.lexicon_name)
    assert again.conventions == spec.conventions
    assert again.tile_set.alphabet.name == spec.tile_set.alphabet.name


def test_commands_take_the_words_of_the_set() -> None:
    flags = ("--tiles", "scrabble-en", "--frame", "3x3", "--max-width", "20")
    solved = run("solve", *flags)
    assert "; lexicon: en\n" in solved.stdout
    assert "language" not in solved.stderr
    told = run("solve", *flags, "--lexicon", "fr")
    assert "; lexicon: fr\n" in told.stdout
    assert told.stderr.count(OTHER) == 1
    Path("half.txt").write_text("; tiles: scrabble-en\nTHE\n...\n...\n")
    assert run("hint", "half.txt", "--time-limit", "2").stdout
    assert OTHER in run("hint", "half.txt", "--lexicon", "fr").stderr
    assert "THE: yes" in run("lexicon", "check", "the", "--alphabet", "en").stdout
    missing = run("solve", "--tiles", "scrabble-nl", "--frame", "3x3", code=2).stderr
    assert "patience lexicon add nl" in missing


def test_a_batch_takes_the_words_of_the_set() -> None:
    assert instance_named("a", instance("tiles = 'scrabble-en'")).notes == ()
    other = instance_named("a", instance("tiles = 'scrabble-en'\nlexicon = 'fr'"))
    assert [OTHER in note for note in other.notes] == [True]
    with pytest.raises(LexiconError, match="patience lexicon add nl"):
        instance_named("a", instance("tiles = 'scrabble-nl'"))


class Heard(Observer):
    def __init__(self) -> None:
        self.notices: list[str] = []

    def on_notice(self, text: str) -> None:
        self.notices.append(text)


@pytest.mark.parametrize("count", [1, 2])
def test_the_library_notices_another_language_once(count: int) -> None:
    puzzle, limits = Puzzle(named("scrabble-en"), Frame(2, 2)), Limits(1.0, max_width=20)
    for lexicon, number in ((load("fr"), 1), (load("en"), 0), (Lexicon.of(["an", "na"]), 0)):
        heard = Heard()
        if count == 1:
            solve(puzzle, lexicon, limits=limits, threads=1, observer=heard)
        else:
            solve_many(puzzle, lexicon, count, limits=limits, threads=1, observer=heard)
        notes = [x for x in heard.notices if isinstance(x, Note) and x.kind == "other-language"]
        assert len(notes) == number


def test_a_list_is_of_the_language_that_its_name_begins_with() -> None:
    Path("w.txt").write_text("ĳs\nde\nwĳn\n", "utf-8")
    for name, language in (("nl", "nl"), ("nl-club", "nl"), ("nl-ij", "nl-ij"), ("club", "")):
        run("lexicon", "add", name, "w.txt")
        assert load(name).alphabet.name == language
    assert [*load("nl")] == ["DE", "IJS", "WIJN"]
    spec = Spec(tiles=named("scrabble-nl"))
    assert load(*spec.vocabulary).notes == ()
    (note,) = load("en", how=spec.vocabulary[2]).notes
    assert "English, not Dutch; --lexicon nl has those" in note
