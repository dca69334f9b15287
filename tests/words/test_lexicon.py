"""Lexicons: the shipped words, word files as players have them, conventions and what they leave."""

import gzip
import hashlib
import json
import pickle
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import FileError, LexiconError, NoWordsError
from patience.shipped import data_dir
from patience.words import lexicon, named
from patience.words.lemmas import LemmaTable
from patience.words.lexicon import Lexicon, available, load
from patience.words.tags import TagTable
from patience.words.wordlist import fold, is_word
from tests.words.vocabularies import words_file

# ---------------------------------------------------------------- the shipped words

IN = """KEPI ZESTE THERMIDOR EXAMENS TRUQUEZ DAUPHIN LIPPE SKI CAID MIEL RATES NARTHEX DYNAMITER
BLAPS LICOL BUVEZ OVE EMOUSSA WAGON ABRICOT WU XI KILOMETRE ZOO AUTO OEUF EXTREMITE NAEVUS
ANTICONSTITUTIONNELLEMENT"""
OUT = """OW AB AD KM MG QU JUSQU XVIII OTAN EDIMBOURG DUNKERQUE IDA RIP ETC PT VS OE AE ER CO
L'ETE ARC-EN-CIEL kepi KÉPI"""


def test_fr_by_length() -> None:
    fr = load("fr")
    lengths = fr.words.by_length()
    assert list(lengths.values())[:8] == [71, 515, 2181, 6996, 16361, 30163, 45855, 58039]
    assert list(lengths) == list(range(2, 27))
    assert sum(n for length, n in lengths.items() if length <= 15) == 400_167
    assert sum(lengths.values()) == len(fr) == 414_400


ENGLISH = "QUIZ JAZZ CAFE COLOUR COLOR WALKED FEET AX AXE QI XI ZOO OX COOPERATE ATTACHES CWM"
NOT_ENGLISH = """LONDON DAVID MON VS PCT ETC XIV KB CSC DKL GS DONT CAT'S OK A I COLORS' EXPRES
e.g. café"""


@pytest.mark.parametrize(
    ("name", "inside", "outside"), [("fr", IN, f"{OUT} A"), ("en", ENGLISH, NOT_ENGLISH)]
)
def test_words_that_are_there_and_that_are_not(name: str, inside: str, outside: str) -> None:
    words = load(name).words
    assert [word for word in inside.split() if word not in load(name)] == []
    assert [word for word in ["", *outside.split()] if word in words] == []


@pytest.mark.parametrize(
    ("name", "counts", "total"),
    [("en", [78, 793, 3200, 6505], 115_637), ("en-common", [54, 587, 2319, 4494], 63_499)],
)
def test_english_by_length(name: str, counts: list[int], total: int) -> None:
    lengths = load(name).words.by_length()
    assert [lengths[n] for n in (2, 3, 4, 5)] == counts
    assert sum(lengths.values()) == total


def test_everyday_english_is_a_part_of_english() -> None:
    common, english = set(load("en-common").words), set(load("en").words)
    assert common < english
    assert {"CAT", "WALKED", "COLOUR", "COLOR"} <= common
    assert not {"QI", "CWM"} & common


@pytest.mark.parametrize("name", ["fr", "en", "en-common"])
def test_shipped_words_are_sorted_and_spelled_with_tiles(name: str) -> None:
    words = list(load(name).words)
    assert all(a < b for a, b in pairwise(words))
    assert all(map(is_word, words))
    assert all(word == word.upper() for word in words)


def test_shipped_hashes() -> None:
    folder = data_dir("lexicons")
    readme = (folder / "README.md").read_text("utf-8")
    for name in ("fr", "en", "en-common"):
        manifest = json.loads((folder / f"{name}.json").read_text("utf-8"))
        text = gzip.decompress((folder / f"{name}.txt.gz").read_bytes())
        assert hashlib.sha256(text).hexdigest() == manifest["words"]["sha256"] == load(name).sha256
        assert f"| `{name}` | `{manifest['words']['sha256']}` |" in readme
        assert manifest["alphabet"] == name[:2]
    manifest = json.loads((folder / "fr.json").read_text("utf-8"))
    for what in ("tags", "lemmas", "accents"):
        table = gzip.decompress((folder / f"fr.{what}.gz").read_bytes())
        assert hashlib.sha256(table).hexdigest() == manifest[what]["sha256"]
    for name in available():
        assert f"| `{name}` | {len(load(name)):,} |" in readme


def test_provenance() -> None:
    fr = load("fr")
    assert (fr.name, fr.base, fr.filters, fr.notes) == ("fr", "fr", "", ())
    assert fr.licence == "MPL-2.0"
    assert "grammalecte" in fr.source
    folder = data_dir("lexicons")
    assert "Mozilla Public License" in (folder / "LICENSE-MPL-2.0.txt").read_text("utf-8")
    assert "Olivier R." in (folder / "README_dict_fr.txt").read_text("utf-8")
    english = load("en")
    assert english.licence == "SCOWL"
    assert "SCOWL by Kevin Atkinson" in english.source
    assert "Kevin Atkinson" in (folder / "LICENSE-SCOWL.txt").read_text("utf-8")


def test_available_describes_each_name() -> None:
    assert list(available()) == ["en", "en-common", "fr", "fr-basic", "fr-common"]
    assert all(text and "\n" not in text for text in available().values())


def test_tiers_are_nested() -> None:
    basic, common, fr = (set(load(name).words) for name in ("fr-basic", "fr-common", "fr"))
    assert basic < common < fr
    assert (len(basic), len(common)) == (38_842, 102_619)
    assert {"CHAT", "MANGER", "MANGEONS"} <= basic
    assert "MANGEASSENT" not in common
    assert load("fr-basic").base == "fr"
    assert load("fr-basic").name == "fr-basic"


def test_damaged_data_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = (data_dir("lexicons") / "fr.json").read_text("utf-8")
    (tmp_path / "fr.json").write_text(manifest, "utf-8")
    (tmp_path / "fr.txt.gz").write_bytes(gzip.compress(b"OVE\nSKI"))
    monkeypatch.setattr(named, "data_dir", lambda _: tmp_path)
    with pytest.raises(LexiconError, match="damaged"):
        load("fr")


def test_data_dir_says_what_is_missing() -> None:
    with pytest.raises(FileError, match="no folder 'nonsense'"):
        data_dir("nonsense")


def test_lexicon_pickles() -> None:
    fr = Lexicon.of(["ove", "ski"])
    assert pickle.loads(pickle.dumps(fr)) == fr


# ---------------------------------------------------------------- spelling


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("képi", "KEPI"),
        ("  ÉTÉ\r\n", "ETE"),
        ("ça", "CA"),
        ("cœur", "COEUR"),
        ("NÆVUS", "NAEVUS"),
        ("ǽgithale", "AEGITHALE"),
        ("aïeul", "AIEUL"),
        (unicodedata.normalize("NFD", "âme"), "AME"),
        ("señor", "SENOR"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert is_word(folded)


@pytest.mark.parametrize("text", ["1ᵉʳ", "H₂O", "l'été", "mi-temps", "a b", "x", "", "løgn", "мир"])
def test_no_word(text: str) -> None:
    assert not is_word(fold(text))


@given(st.text())
def test_fold_is_idempotent(text: str) -> None:
    folded = fold(text)
    if is_word(folded):
        assert fold(folded) == fold(folded.lower()) == folded


# ---------------------------------------------------------------- word files

WORDS = ("ETE", "KEPI", "OEUVRE", "OVE", "SKI")
TEXT = "ski\nképi\nOve\nœuvre\nété\n"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="utf-8"),
        pytest.param(TEXT.replace("\n", "\r").encode(), id="old Mac line ends"),
        pytest.param(unicodedata.normalize("NFD", TEXT).encode(), id="decomposed"),
        pytest.param(TEXT.rstrip().encode(), id="no last line end"),
    ],
)
def test_word_file(tmp_path: Path, data: bytes) -> None:
    mine = load(words_file(tmp_path, data))
    assert tuple(mine.words) == WORDS
    assert mine.name == mine.base == str(tmp_path / "mine.txt")
    assert not any("left out" in note for note in mine.notes)


def test_gzip_is_known_by_content_not_by_name(tmp_path: Path) -> None:
    assert tuple(load(words_file(tmp_path, gzip.compress(b"ove"), "mine.lst")).words) == ("OVE",)
    assert tuple(load(words_file(tmp_path, b"ove", "mine.gz")).words) == ("OVE",)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (gzip.compress(b"", mtime=0), "empty"),
        (b"1\n2-3\nx\n", "none of its 3 lines is a word"),
        (bytes(range(256)), "not a text file"),
        (b"OVE\x00SKI", "not a text file"),
        (b"\xff\xfe\x00", "not a text file"),
        (gzip.compress(b"OVE\nSKI" * 99, mtime=0)[:-9], "damaged gzip"),
        (b"\x1f\x8bnot gzip", "damaged gzip"),
    ],
)
def test_bad_word_file(tmp_path: Path, data: bytes, message: str) -> None:
    path = words_file(tmp_path, data)
    with pytest.raises(LexiconError) as caught:
        load(path)
    assert not isinstance(caught.value, NoWordsError)
    assert message in str(caught.value)
    assert path in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="no such file"):
        load(str(tmp_path / "none.txt"))
    with pytest.raises(LexiconError, match="no such file"):
        load("none.txt")
    with pytest.raises(LexiconError, match="is a folder"):
        load(str(tmp_path))


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 300 + ".txt", "a\0b.txt", "\0", "", "."])
def test_impossible_names(name: str) -> None:
    with pytest.raises(LexiconError):
        load(name)


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    path = words_file(tmp_path, b"ove")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(LexiconError, match="cannot be read: Permission denied"):
        load(path)


def test_name_or_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("fr", "fr.txt", "plain"):
        words_file(tmp_path, b"ove", name)
    assert len(load("fr")) > 1  # a known name is a name
    for given_path in ("./fr", "fr.txt", "plain", Path("fr"), Path("plain")):
        assert tuple(load(given_path).words) == ("OVE",)


def test_scores_are_those_of_the_file_as_it_is(tmp_path: Path) -> None:
    for score in (5, 70):
        path = words_file(tmp_path, f"ove;{score}\nski;{score}\nchat;1\n".encode())
        assert load(path).scores() == {"OVE": score, "SKI": score, "CHAT": 1}


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(LexiconError, match=r"did you mean fr-common\? \(there are: en, en-common"):
        load("fr-comon")
    with pytest.raises(LexiconError, match=r"no lexicon is called 'klingon' \(there are: en,"):
        load("klingon")


def test_given_words() -> None:
    given_words = Lexicon.of(["ski", "Képi", "ski", "x"], name="mine")
    assert tuple(given_words.words) == ("KEPI", "SKI")
    assert given_words.notes == ("left out 1 of one letter (x), 1 repeated",)
    assert given_words.sha256 == hashlib.sha256(b"KEPI\nSKI").hexdigest()
    with pytest.raises(NoWordsError):
        Lexicon.of(["1"])


# ---------------------------------------------------------------- the real dictionary


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("HALAIT", {("verb", "conjugated"): ["haler", "hâler"]}),
        (
            "PORTE",
            {
                ("noun",): [],
                ("adj",): [],
                ("adj", "verb", "participle"): ["porter"],
                ("verb", "conjugated"): ["porter"],
            },
        ),
        ("OEUFS", {("noun",): ["œuf"]}),
        ("ETE", {("noun",): [], ("verb", "participle"): ["être"]}),
        ("FUT", {("noun",): [], ("verb", "conjugated", "literary"): ["être"]}),
        ("ABACA", {("noun",): []}),
        ("ZZZZ", {("interj",): []}),
        ("KAYAKK", {}),
    ],
)
def test_why_a_word_is_there(word: str, why: dict[tuple[str, ...], list[str]]) -> None:
    assert lexicon.origins("fr", word) == lexicon.origins("fr-basic", word) == why


def test_a_plain_list_does_not_know_why(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("PORTE")
    for name in ("en", str(tmp_path / "words.txt")):
        assert lexicon.origins(name, "PORTE") == {}


@pytest.mark.slow
@pytest.mark.watch("lexicons")
def test_shipped_tags_answer_for_every_word() -> None:
    folder = data_dir("lexicons")
    tags = TagTable.decode(gzip.decompress((folder / "fr.tags.gz").read_bytes()))
    assert len(tags.of_word) == len(load("fr"))
    assert max(tags.of_word) == len(tags.readings) - 1
    assert {i for each in tags.readings for i in each} == set(range(len(tags.analyses)))
    assert all(tags.select([]))


@pytest.mark.slow
@pytest.mark.watch("lexicons")
def test_every_lemma_of_the_dictionary_is_spelled_like_a_word() -> None:
    folder = data_dir("lexicons")
    lemmas = LemmaTable.decode(gzip.decompress((folder / "fr.lemmas.gz").read_bytes()))
    words = list(load("fr"))
    assert len(lemmas.of_word) == len(words)
    for place, word in enumerate(words):
        found = [origin.lemma(word) for origin in lemmas.of(place)]
        assert found, word
        assert all(is_word(fold(lemma)) and lemma.islower() for lemma in found), word
