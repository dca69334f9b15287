"""Word lists as people have them: each is read as what it is, or refused by a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from patience.errors import LexiconError
from patience.game.alphabet import alphabet_of
from patience.words.reading import How, Read, read
from patience.words.wordlist import WordList, fold
from tests.words import layouts

FRENCH = "été\npère\nélève\nœuf\nmaïs\nchat\n"
FOLDED = "CHAT ELEVE ETE MAIS OEUF PERE"


def read_data(folder: Path, data: bytes | str, name: str = "list.txt", how: How = How()) -> Read:  # noqa: B008
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read(path, how)


@pytest.mark.parametrize(
    ("text", "words", "note"),
    [
        # comments
        (
            "# Jean\n; et\n// moi\n! non\n-- fin\nchat # un\nroi ; deux\nos // x",
            "CHAT OS ROI",
            "8 as comment",
        ),
        # a heading below a title, twice, or over columns side by side
        (
            "Liste des mots du club\nmot;freq\nchat;5\nchien;7\n",
            "CHAT CHIEN",
            "left out 2 as heading (Liste des mots du club, mot freq)",
        ),
        (
            "Liste des mots, 2024\nmot,freq\nchat,5\nchien,7\nmot,freq\nrat,2\n",
            "CHAT CHIEN RAT",
            "left out 3 as heading (Liste des mots 2024, mot freq, mot freq)",
        ),
        ("mot;n\nmot;n\nchat;5\nroi;7\n", "CHAT ROI", "2 as heading (mot n, mot n)"),
        (
            "Mots\nmot\tgenre\tnombre\nchat\tm\ts\nroi\tm\ts\nos\tm\tp\n",
            "CHAT OS ROI",
            "read as column 'mot' of 3",
        ),
        (
            "mot;points;mot;points\nchat;5;loup;3\nroi;7;ours;4\nos;2;;\n",
            "CHAT LOUP OS OURS ROI",
            "read as the 2 columns 'mot' of 4",
        ),
        ("chat 5\nmot 4\nroi 3\n", "CHAT MOT ROI", "read as column 1 of 2 with scores"),
        # what is no word
        ("ove\n\na\nmi-temps\n42\nOVE\n", "OVE", "1 of one letter (a), 2 with characters that are"),
        (
            "ove\nx1\nx2\nx3\nx4",
            "OVE",
            "left out 4 with characters that are no letters (x1, x2, x3, ",
        ),
        # scores
        ("CHAT;50\nROI;25\nSKI\n", "CHAT ROI SKI", "column 1 of 2 with scores"),
        ("mot;50\nchat;3\n", "CHAT MOT", "with scores"),
        # numbers and bullets
        ("1 chat\n2 roi\n3 os\n", "CHAT OS ROI", "read as column 2 of 2"),
        ("1. chat\n2. roi\n10) os\n", "CHAT OS ROI", "without its numbers"),
        ("- chat\n- [ ] roi\n* os\n", "CHAT OS ROI", "without its bullets"),
        ("•chat\n• roi\n", "CHAT ROI", "without its bullets"),
        ("- chat;50\n- roi;20", "CHAT ROI", "without its bullets, column 1 of 2 with scores"),
        # definitions
        (
            "chat: un animal, doux\nroi: un souverain\nos\n",
            "CHAT OS ROI",
            "the word before each colon",
        ),
        ("Mots 2024\n\nCHAT un animal [n]\nÉTÉ une saison\nOS [n]\n", "CHAT ETE OS", "(Mots 2024)"),
        # tables
        ('"Mot";"Rang"\n"chat";"50"\n"roi";"25"', "CHAT ROI", "column 'Mot' of 2"),
        (
            "ortho\tlemme\tfreq\nchats\tchat\t3.5\nrois\troi\t2",
            "CHATS ROIS",
            "column 'ortho' of 3",
        ),
        ("chat,\nroi,\n", "CHAT ROI", "column 1 of 2"),
        ("e\u0301te\u0301;5\nc\u0327a;3", "CA ETE", "with scores"),
        # programs
        ('{"words": ["chat", "roi"]}', "CHAT ROI", "JSON"),
        ('{"name": "mine", "words": ["chat"]}', "CHAT", "JSON"),
        ('{"chat": "un animal", "roi": "un souverain"}', "CHAT ROI", "JSON"),
        ('var w = new string[] { "chat", "roi" };', "CHAT ROI", "a list in source code"),
        ("$words = array('chat', 'l\\'eau', 'roi');", "CHAT ROI", "(l'eau)"),
        ('const WORDS = [\n  "chat",\n  "roi",\n];\n', "CHAT ROI", "a list in source code"),
        ("frozenset(['chat', 'roi'])", "CHAT ROI", "a list in source code"),
        ("<ul><li>chat</li><li><b>&eacute;t&eacute;</b></ul>", "CHAT ETE", "an HTML list"),
        # characters that nobody sees
        ("cha\u00adt\nroi\u200b\nos\ufeff\n\u00a0ski\u00a0", "CHAT OS ROI SKI", ""),
        # words broken at the end of a line, and marks inside of one
        (
            "chat\nporte-\n\nmanteau\nroi\nap-",
            "CHAT ROI",
            "left out 3 of a word broken by a hyphen (porte-, manteau, ap-)",
        ),
        (
            "- chat\n- roi\nporte- os",
            "CHAT ROI",
            "1 with characters that are no letters (porte- os",
        ),
        # what was read in another encoding and written again
        (
            "FÃŠTE\nÃŽLE\nTÃŠTE\nBÃŠTE\nCHAT\n",
            "CHAT",
            "4 garbled, of a file that was once read in another encoding (FÃŠTE for FÊTE, ",
        ),
        ("cittÃ\u00a0;3\nforĂŞt;1\nchat;2", "CHAT", "(cittÃ for città, forĂŞt for forêt)"),
        # a cell that is empty, a title above words side by side
        ("chat,5\n,loup\nroi,3", "CHAT ROI", "1 without a word there (loup)"),
        ("a, [n]\nnom, mot, roi", "MOT NOM ROI", "left out 1 of one letter (a)"),
        # names of other alphabets
        ("Straße\nMaß\nStrasse", "MASS STRASSE", "1 repeated"),
        ("\u0130zin\n\u0131\u015f\u0131k\n", "ISIK IZIN", ""),
    ],
)
def test_a_list_is_read_as_what_it_is(tmp_path: Path, text: str, words: str, note: str) -> None:
    found = read_data(tmp_path, text)
    assert " ".join(found.words) == words
    assert note in "; ".join(found.notes)
    assert bool(note) == bool(found.notes)


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("cp1252", "Windows-1252"),
        ("iso8859_15", "ISO-8859-15"),
        ("mac_roman", "Mac Roman"),
        ("cp850", "CP850"),
    ],
)
@pytest.mark.parametrize("upper", [False, True])
def test_a_code_page_is_told_by_its_words(
    tmp_path: Path, encoding: str, name: str, upper: bool
) -> None:
    text = FRENCH.upper() if upper else FRENCH
    found = read_data(tmp_path, text.encode(encoding, "replace"))
    # CP850 has no Œ.
    assert " ".join(found.words) == (FOLDED if encoding != "cp850" else FOLDED.replace("OEUF ", ""))
    assert f"read as {name} (ETE, PERE); --encoding overrides this" in found.notes


def test_lines_of_two_encodings(tmp_path: Path) -> None:
    found = read_data(tmp_path, "FÊTE\nÎLE\nCHAT\n".encode() + "ÉTÉ\n".encode("cp1252"))
    assert " ".join(found.words) == "CHAT ETE FETE ILE"
    assert found.notes[0].startswith("1 of 4 lines are not in UTF-8 and are read as Windows-1252")


def test_words_that_are_not_french_need_one_code_page_that_makes_words(tmp_path: Path) -> None:
    german = "Straße\nGröße\nMädchen\nüber\n".encode("cp1252")
    assert " ".join(read_data(tmp_path, german).words) == "GROSSE MADCHEN STRASSE UBER"
    czech = "žena\nčeština\nřeka\nměsto\n".encode("cp1250")
    with pytest.raises(LexiconError, match=r"cp1252 \(EESTINA\), cp1250 \(CESTINA\).*--encoding"):
        read_data(tmp_path, czech)
    found = read_data(tmp_path, czech, how=How(encoding="cp1250"))
    assert " ".join(found.words) == "CESTINA MESTO REKA ZENA"


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850"])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Straße Größe Mädchen über"),
        ("es", "pingüino niño acción"),
        ("pt", "àquela irmão vêem põe"),
        ("it", "caffè città verità più"),
        ("ca", "però vàrem pèsol això"),
        ("nl", "crème scène coöperatie"),
        ("en", "café naïve façade"),
    ],
)
def test_a_code_page_is_told_by_the_words_of_the_language(
    tmp_path: Path, encoding: str, language: str, text: str
) -> None:
    alphabet, how = alphabet_of(language), How(alphabet=language)
    found = read_data(tmp_path, text.replace(" ", "\n").encode(encoding), how=how)
    assert sorted(found.words) == sorted(map(alphabet.spelled, text.split()))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("chat chien\nroi os\n", "--column"),
        ("chat,chien\nroi,os\n", r"choose one with --column \(1, 2\).*--column all"),
        ("mot1;x\nmot2;y", "none of its"),
        ("nom verbe\n1 chat ski\n2 roi os\n", r"choose one with --column \(verbe, 3\)"),
        ("<html><body><p>chat</p></body></html>", "an HTML or XML file without a list"),
        ("<?xml version='1.0'?><words/>", "an HTML or XML file without a list"),
        ('[{"text": "chat"}]', "JSON that is neither words"),
        ("[1, 2]", "JSON that is neither words"),
        ('{"chat": ["a"], "roi": ["b"]}', "JSON whose words have values"),
        ("qw(chat roi os)", "not all of them words.*--column"),
        (b"BZh91AY", "a compressed file"),
        (b"chat\0\nroi\0\nos", "not a text file"),
        ("# only a comment\n", "none of its 1 lines is a word"),
        (bytes(range(128, 160)), "--encoding|is a word"),
    ],
)
def test_what_is_no_list_or_two_is_refused(tmp_path: Path, data: bytes | str, message: str) -> None:
    with pytest.raises(LexiconError, match=message) as caught:
        read_data(tmp_path, data)
    assert "list.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "how", "words"),
    [
        ("chat,chien\nroi,os\n", How(column="all"), "CHAT CHIEN OS ROI"),
        ("chat,chien\nroi,os\n", How(column="2"), "CHIEN OS"),
        ("chat chien\nroi os\n", How(column="1"), "CHAT ROI"),
        ("Nom;Verbe\nchat;miauler\nroi;régner", How(column="verbe"), "MIAULER REGNER"),
        ("ski\nove\n", How(column="1"), "OVE SKI"),
        ("CHAT;50\nROI;25\nOS;5\nSKI\n", How(min_score=25), "CHAT ROI"),
        ("30,5\tchat\n2,0\troi\n", How(min_score=2.5), "CHAT"),
        ('{"chat": 50, "roi": 3}', How(min_score=4), "CHAT"),
        ("PÉRI;10\nPERI;60\n", How(min_score=50), "PERI"),
        ("CHAT;50\nROI;25\nSKI;60\nOS\n", How(min_score="3:60,4:40"), "CHAT OS SKI"),
        ("CHAT;50\nROI;25\nSKI;60\nOS\n", How(min_score="3:60,*:40"), "CHAT SKI"),
    ],
)
def test_a_flag_decides(tmp_path: Path, text: str, how: How, words: str) -> None:
    assert " ".join(read_data(tmp_path, text, how=how).words) == words


def test_what_a_score_leaves_out_is_said(tmp_path: Path) -> None:
    found = read_data(tmp_path, "CHAT;50\nROI;25\nSKI\n", how=How(min_score=30))
    assert found.notes[-1] == "left out 1 of a score below 30 (ROI), 1 without a score (SKI)"


@pytest.mark.parametrize(
    ("text", "how", "message"),
    [
        ("chat\nroi\n", How(min_score=3), "has no scores, or several columns of numbers: drop"),
        ("chat;1;2\nroi;3;5\nos;1;1\n", How(min_score=3), "has no scores"),
        ("mot;n\nchat;2\n", How(column="word"), r"no column 'word' \(there are: mot, n, all\)"),
        ("chat;2\nroi;3\n", How(column="\u00b2"), "no column"),
        ("chat;2\nroi;3\n", How(column="9" * 5000), "no column"),
        ('{"chat": 1' + "0" * 400 + "}", How(), "contains words"),
        ("chat;2\nroi;3\n", How(column="3"), r"no column '3' \(there are: 1 to 2, all\)"),
        ("chat\nroi's\n", How(column="word"), "no column 'word'"),
        ("caf\u00e9\n", How(encoding="klingon"), "no encoding is called 'klingon'"),
        ("caf\u00e9\n", How(encoding="ascii"), "is not in ascii"),
        ("caf\u00e9\n", How(encoding="base64"), "no encoding|is not in base64"),
    ],
)
def test_a_flag_that_does_not_fit_is_refused(
    tmp_path: Path, text: str, how: How, message: str
) -> None:
    with pytest.raises(LexiconError, match=message):
        read_data(tmp_path, text.encode("cp1252"), how=how)


def test_json_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LexiconError):
        read_data(tmp_path, "[" * 100_000)
    with pytest.raises(LexiconError):
        read_data(tmp_path, json.dumps([[["chat"]]]))


@pytest.mark.parametrize("layout", layouts.LAYOUTS)
def test_no_layout_and_encoding_makes_other_words(tmp_path: Path, layout: str) -> None:
    rng = Random(layout)
    said = next((note for note, those in layouts.SAID.items() if layout in those), "")
    read_as_it_is = 0
    for _ in range(12):
        words = layouts.random_words(rng)
        with suppress(LexiconError):
            found = read_data(tmp_path, layouts.dressed(rng, words, layout))
            assert found.words == WordList.of(map(fold, words))
            assert said in "; ".join(found.notes) or len(words) < 4
            read_as_it_is += 1
    assert read_as_it_is > 4
