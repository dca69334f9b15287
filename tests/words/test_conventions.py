"""Conventions that players agree on, and what they leave of a lexicon."""

import gzip
import hashlib
import json
import pickle
from dataclasses import fields
from pathlib import Path

import pytest

from patience.errors import LexiconError, NoWordsError
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import from_letters
from patience.question.fields import Filters, keys
from patience.referee import verify
from patience.words import named
from patience.words.conventions import Conventions
from patience.words.lexicon import load, survey, themes
from patience.words.reading import How
from patience.words.tags import Analysis
from scripts.data.build_lexicon import encoded, tag_row
from tests.words.vocabularies import conventions_of, words_file


def reading(kinds: str, themes: str = "", frequency: int = 5, origins: str = "") -> Analysis:
    return Analysis(
        frozenset(kinds.split()), frozenset(themes.split()), frequency, frozenset(origins.split())
    )


READINGS = {
    "ABAQUE": {reading("noun", "math", 6, "grec")},
    "ABRICOT": {reading("noun", "bot"), reading("adj")},
    "CHER": {reading("adj adv", frequency=8)},
    "MIT": {reading("verb conjugated literary", frequency=8)},
    "PORTAMES": {reading("verb conjugated literary", frequency=8)},
    "PORTE": {reading("noun", "", 8), reading("verb conjugated", "", 8)},
    "PORTEE": {reading("noun", "mus zool", 7), reading("verb participle adj", "", 8)},
    "PORTER": {reading("verb infinitive", "", 8), reading("noun", "cuis", 3, "angl")},
    "SKI": {reading("noun", "sport", 6, "norv")},
    "TETARD": {reading("noun", "zool", 4)},
    "TETER": {reading("verb infinitive", "méd", 5)},
}


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ship the readings above as the lexicon ``fr``."""
    text = "\n".join(READINGS)
    manifest = {
        "description": "sample",
        "licence": "none",
        "source": "this test",
        "words": {"sha256": hashlib.sha256(text.encode()).hexdigest()},
    }
    (tmp_path / "fr.json").write_text(json.dumps(manifest), "utf-8")
    (tmp_path / "fr.txt.gz").write_bytes(gzip.compress(text.encode()))
    tags = encoded(list(READINGS.values()), tag_row)
    (tmp_path / "fr.tags.gz").write_bytes(gzip.compress(tags))
    monkeypatch.setattr(named, "data_dir", lambda _: tmp_path)


def left(**conventions: object) -> str:
    return " ".join(load("fr", conventions_of(conventions)).words)


def test_a_table_may_hold_each_convention() -> None:
    of_words = {each.name for each in fields(Conventions)}
    of_lists = {each.name for each in fields(How)}
    assert {key.name for key in keys(Filters)} == of_words | of_lists
    assert not of_words & of_lists


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("conventions", "words"),
    [
        ({"no_conjugated": True}, "ABAQUE ABRICOT CHER PORTE PORTEE PORTER SKI TETARD TETER"),
        ({"infinitives": True}, "PORTER TETER"),
        ({"pos": "verb"}, "MIT PORTAMES PORTE PORTEE PORTER TETER"),
        ({"pos": ["adj", "adv"]}, "ABRICOT CHER PORTEE"),
        ({"pos": "participle"}, "PORTEE"),
        ({"pos": "Noun", "no_conjugated": True}, "ABAQUE ABRICOT PORTE PORTEE PORTER SKI TETARD"),
        ({"themes": "zool"}, "PORTEE TETARD"),
        ({"themes": "zool,bot"}, "ABRICOT PORTEE TETARD"),
        ({"themes": "MED"}, "TETER"),
        ({"themes": "méd"}, "TETER"),
        ({"common": 8}, "CHER MIT PORTAMES PORTE PORTEE PORTER"),
        ({"common": 8, "no_literary": True}, "CHER PORTE PORTEE PORTER"),
        ({"no_foreign": True}, "ABAQUE ABRICOT CHER MIT PORTAMES PORTE PORTEE PORTER TETARD TETER"),
        ({"min_length": 7}, "ABRICOT PORTAMES"),
        ({"ban": ["mit", "PORTÉE"], "common": 8}, "CHER PORTAMES PORTE PORTER"),
        ({"only": ["ski", "cher", "kayak"]}, "CHER SKI"),
        ({"only": ["ski", "cher"], "ban": "ski", "min_length": 4}, "CHER"),
        ({"infinitives": True, "also": ["kayak", "Téter", "mit"]}, "KAYAK MIT PORTER TETER"),
        ({"only": ["cher"], "also": "ove", "min_length": 4}, "CHER OVE"),
        ({"infinitives": True, "also": ["kayak", "ski"], "ban": "kayak"}, "PORTER SKI TETER"),
        # All conditions must hold in one analysis: the bot one of ABRICOT is a noun,
        # the frequent one of PORTEE is no animal's, the infinitive PORTER is no loan.
        ({"themes": "bot", "pos": "noun"}, "ABRICOT"),
        ({"themes": "zool", "common": 7}, "PORTEE"),
        ({"themes": "zool", "common": 4, "pos": "noun"}, "PORTEE TETARD"),
        ({"infinitives": True, "no_foreign": True}, "PORTER TETER"),
    ],
)
def test_filters(conventions: dict[str, object], words: str) -> None:
    assert left(**conventions) == words


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    "conventions",
    [
        {"themes": "bot", "pos": "adj"},
        {"themes": "zool", "common": 8},
        {"themes": "cuis", "infinitives": True},
        {"themes": "cuis", "no_foreign": True},
    ],
)
def test_filters_must_hold_in_one_analysis(conventions: dict[str, object]) -> None:
    with pytest.raises(NoWordsError, match="all filters together"):
        left(**conventions)


def test_a_tier_is_read_anew_when_the_files_of_its_base_change(
    request: pytest.FixtureRequest,
) -> None:
    shipped = load("fr-common")
    request.getfixturevalue("sample")
    assert len(load("fr-common").words) < len(shipped.words)


@pytest.mark.usefixtures("sample")
def test_tier_and_conventions_combine() -> None:
    common = load("fr-common", Conventions(pos={"verb"}))
    assert tuple(common.words) == ("PORTE", "PORTEE", "PORTER")
    assert (common.name, common.base) == ("fr-common", "fr")
    assert common.filters == (
        "frequency 6 or more, no passé simple, no imperfect subjunctive, only verb"
    )
    assert common.sha256 == hashlib.sha256(b"PORTE\nPORTEE\nPORTER").hexdigest()
    assert tuple(load("fr-common").words) == ("ABAQUE", "CHER", "PORTE", "PORTEE", "PORTER", "SKI")


@pytest.mark.usefixtures("sample")
def test_only_counts_the_words_that_the_lexicon_lacks() -> None:
    limited = load("fr", Conventions(only={"SKI", "KAYAK", "LUGE"}))
    assert limited.notes == ("lexicon fr: left out 2 not in fr (KAYAK, LUGE)",)


@pytest.mark.usefixtures("sample")
def test_no_words_names_the_filter_or_the_combination() -> None:
    with pytest.raises(NoWordsError, match="no word is left by '50 letters or more' alone"):
        left(min_length=50, pos="noun")
    with pytest.raises(NoWordsError) as caught:
        left(themes="bot", pos="verb")
    assert str(caught.value) == (
        "lexicon fr: no word is left by all filters together; "
        "drop one (alone they leave: 'only verb' 6, 'subject bot' 1)"
    )
    assert caught.value.exit_code == 1


@pytest.mark.usefixtures("sample")
def test_unknown_theme_lists_those_that_exist() -> None:
    assert themes("fr") == {
        "bot": "plants",
        "cuis": "cooking",
        "math": "mathematics",
        "méd": "medicine",
        "mus": "music",
        "sport": "sport",
        "zool": "animals",
    }
    assert list(themes("fr")) == ["bot", "cuis", "math", "méd", "mus", "sport", "zool"]
    with pytest.raises(LexiconError, match=r"'zol'; did you mean zool\? \(there are: bot, cuis, "):
        left(themes="zol")


@pytest.mark.usefixtures("sample")
def test_survey() -> None:
    rows = survey("fr", Conventions(pos={"noun"}, themes={"zool"}, min_length=4))
    assert [(row.label, row.total) for row in rows] == [
        ("the whole list", 11),
        ("only noun", 7),
        ("subject zool", 2),
        ("4 letters or more", 9),
        ("all together", 2),
    ]
    assert rows[1].by_length == {3: 1, 5: 1, 6: 4, 7: 1}
    assert [row.label for row in survey("fr")] == ["the whole list"]
    assert [row.total for row in survey("fr", Conventions(common=8))] == [11, 6]
    assert [row.total for row in survey("fr-common")] == [11, 8, 9, 6]


@pytest.mark.parametrize(
    "conventions",
    [
        {"no_conjugated": True},
        {"infinitives": True},
        {"pos": ["noun"]},
        {"themes": ["zool"]},
        {"common": 0},
        {"no_literary": True},
        {"no_foreign": True},
    ],
)
def test_word_file_has_no_grammar(tmp_path: Path, conventions: dict[str, object]) -> None:
    path = words_file(tmp_path, b"ove\nski")
    with pytest.raises(LexiconError, match="plain word list") as caught:
        load(path, conventions_of(conventions))
    assert not isinstance(caught.value, NoWordsError)
    assert themes(path) == {}


def test_word_file_takes_filters_on_letters(tmp_path: Path) -> None:
    path = words_file(tmp_path, b"ove\nskis\nkepi")
    assert tuple(load(path, Conventions(min_length=4, ban={"kepi"})).words) == ("SKIS",)
    assert tuple(load(path, Conventions()).words) == ("KEPI", "OVE", "SKIS")


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({"pos": ["nouns"]}, r"part of speech is called 'nouns'; did you mean noun\?"),
        ({"pos": 3}, "pos: 3 is not a text in quotes or a list"),
        ({"pos": "noun,,adj"}, "has an empty text"),
        ({"no_foreign": "yes"}, "no_foreign: 'yes' is not true or false"),
        ({"common": 10}, "common: 10 is not between 0 and 9"),
        ({"common": -1}, "common: -1 is not between 0 and 9"),
        ({"min_length": 1}, "min_length: 1 is less than 2"),
        ({"min_length": 2.5}, "not a whole number"),
        ({"ban": "none.txt"}, r"none\.txt: there is no such file"),
        ({"only": ["OVE"], "themes": ["zool"]}, "'only' already lists the words"),
        ({"only": ["OVE"], "infinitives": True}, "'only' already lists the words"),
        ({"only": ["OVE"], "common": 3, "pos": ["noun"]}, "drop 'only noun, frequency 3"),
    ],
)
def test_bad_conventions(mapping: dict[str, object], message: str) -> None:
    with pytest.raises(LexiconError, match=message) as caught:
        conventions_of(mapping)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_mapping_and_back(tmp_path: Path) -> None:
    words_file(tmp_path, "œuvre\nski".encode(), "list.txt")
    mapping = {"pos": ["verb", "noun"], "common": 6, "ban": ["ové", "list.txt"], "themes": "zool"}
    conventions = conventions_of(mapping, tmp_path)
    assert conventions.to_mapping() == {
        "pos": ["noun", "verb"],
        "themes": ["zool"],
        "common": 6,
        "ban": ["OEUVRE", "OVE", "SKI"],
    }
    assert conventions_of(conventions.to_mapping()) == conventions
    assert hash(conventions) == hash(conventions_of(mapping, tmp_path))
    assert Conventions().to_mapping() == {}


def test_every_key_has_a_mapping_form() -> None:
    full = Conventions(
        no_conjugated=True,
        infinitives=True,
        pos={"verb"},
        themes={"zool"},
        common=3,
        no_literary=True,
        no_foreign=True,
        min_length=4,
        ban={"OVE"},
        also={"COVID"},
    )
    assert conventions_of(full.to_mapping()) == full
    only = Conventions(only={"OVE", "SKI"})
    assert conventions_of(only.to_mapping()) == only


def test_filters_on_the_shipped_list() -> None:
    def up_to_15(conventions: Conventions) -> int:
        return sum(len(word) <= 15 for word in load("fr", conventions).words)

    assert up_to_15(Conventions(no_conjugated=True)) == 165_063
    assert up_to_15(Conventions(infinitives=True)) == 8_085
    every_verb_an_infinitive = {"noun", "adj", "adv", "pron", "det", "prep", "conj", "interj"}
    assert "PORTAIT" not in load("fr", Conventions(pos=every_verb_an_infinitive | {"infinitive"}))
    foreign = load("fr", Conventions(no_foreign=True))
    assert not {"WAGON", "SKI"} & set(foreign.words)
    assert {"ABAQUE", "OUI", "LU", "EN", "BARRIQUE"} <= set(foreign.words)


def test_a_run_below_the_shortest_word_is_none() -> None:
    """Q-Less has words of three letters or more: a run of two may not stand at all."""
    grid, puzzle = Grid.parse("TOE\nON."), Puzzle(from_letters("TOEON"), Compact())
    assert verify(puzzle, grid, load("en")).valid
    judged = verify(puzzle, grid, load("en", Conventions(min_length=3)))
    assert [each.rule for each in judged.violations] == ["word", "word", "word"]


ONLY = "only 2 given words"


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("name", "given", "word", "by"),
    [
        ("fr", {"themes": ["zool"]}, "CHER", ("subject zool",)),
        ("fr", {"min_length": 5, "pos": ["noun"]}, "SKI", ("5 letters or more",)),
        ("fr", {"only": ["mit", "porter"], "min_length": 5}, "SKI", ("5 letters or more", ONLY)),
        ("fr-basic", {}, "TETARD", ("frequency 7 or more",)),
        ("fr", {"themes": ["zool"]}, "QQQ", ()),
        ("fr", {"min_length": 3}, "SKI", ()),
        # Each analysis of the word meets one condition, none meets both.
        (
            "fr",
            {"pos": "verb", "themes": "zool,med"},
            "PORTEE",
            ("only verb", "subject med or zool"),
        ),
    ],
)
def test_what_leaves_a_word_out_is_named(
    name: str, given: dict[str, object], word: str, by: tuple[str, ...]
) -> None:
    lexicon = load(name, conventions_of(given))
    assert lexicon.left_out_by(word) == by
    assert pickle.loads(pickle.dumps(lexicon)).left_out_by(word) == by


def test_a_score_leaves_a_word_out(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("chat;9\nroi;2\n")
    lexicon = load(tmp_path / "w.csv", how=How(min_score=5))
    assert lexicon.left_out_by("ROI") == ("score 5 or more",)
    assert lexicon.left_out_by("CHAT") == lexicon.left_out_by("OURS") == ()
    by_length = load(tmp_path / "w.csv", how=How(min_score="3:60"))
    assert ([*by_length], by_length.left_out_by("ROI")) == (["CHAT"], ("scores by length 3:60",))
