"""Grids, sets and lists with tiles of several letters: written and read back, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from patience.errors import LexiconError, PuzzleError
from patience.files.grids import parse_grid, read_grid
from patience.files.instances import load_instance
from patience.game.alphabet import alphabet_of, faces
from patience.question.catalogue import tile_set
from patience.question.fields import Filters, Question
from patience.question.resolve import resolve
from patience.words.lexicon import load
from tests.cli.running import ended as run
from tests.words.vocabularies import conventions_of

SPANISH = alphabet_of("es")
WORDS = "chocho\nocho\nniñó\nella\nolla\nperro\nñu\nlo\nal\nse\nel\nco\nno\noh\nhe\n"
ROWS = ("[CH]O[ch]O", "O..L", "N..[LL]", "[RR]..A")
GRID = "; goal: compact\n; tiles: CH1 O4 N1 RR1 L1 LL1 A1\n; jokers: 1\n; alphabet: es\n"


@pytest.fixture(autouse=True)
def folder(own_folder: Path) -> Path:
    Path("words.txt").write_text(WORDS, "utf-8")
    Path("grid.txt").write_text(GRID + "; lexicon: words.txt\n" + "\n".join(ROWS) + "\n", "utf-8")
    return own_folder


def rows_of(name: str) -> list[str]:
    return str(read_grid(name).grid).splitlines()


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(("a.txt", ""), ("a.json", ""), ("a.ipuz", ""), ("a.exolve", "")),
        *(("a.ipuz", "--solved"), ("a.exolve", "--solved")),
    ],
)
def test_a_grid_comes_back_from_every_format(name: str, more: str) -> None:
    run("show", "grid.txt", "--output", name, *more.split())
    assert rows_of(name) == list(ROWS)
    again = read_grid(name)
    assert again.header["alphabet"] == "es"
    assert again.spec().tile_set == read_grid("grid.txt").spec().tile_set


def test_formats_show_faces() -> None:
    shown = {
        form: run("show", "grid.txt", "--format", form).stdout
        for form in ("svg", "html", "markdown", "json")
    }
    assert all(x.isascii() or faces(x) == x for x in shown.values())
    assert "| CH | O | **ch** | O |" in shown["markdown"]
    assert next(word["text"] for word in json.loads(shown["json"])["words"]) == "CHOCHO"
    assert "cannot hold" in run("show", "grid.txt", "--format", "puz", code=2).stderr


@pytest.mark.parametrize(
    "rows",
    [
        "CH O ch O\nO . . L\nN . . LL\nRR . . A",
        "CH\tO\tch\tO\nO\t.\t.\tL\nN\t.\t.\tLL\nRR\t.\t.\tA",
        "1 CH O ch O\n2 O . . L\n3 N . . LL\n4 RR . . A",
    ],
)
def test_tiles_apart_need_no_brackets(rows: str) -> None:
    assert str(parse_grid(GRID + rows).grid).splitlines() == list(ROWS)


def test_letters_with_accents_come_back_from_puz() -> None:
    text = "; goal: compact\n; tiles: Ö1 L1 Ä1 A1\n; alphabet: de\n; lexicon: words.txt\nÖL\nAÄ\n"
    Path("de.txt").write_text(text, "utf-8")
    run("show", "de.txt", "--output", "a.puz")
    assert rows_of("a.puz") == ["ÖL", "AÄ"]


def test_words_of_another_spelling_are_refused() -> None:
    run("lexicon", "add", "es", "words.txt")
    for name in ("ban", "only", "also"):
        with pytest.raises(LexiconError, match="give them the alphabet es"):
            load("es", conventions_of({name: ["niño"]}))
        assert load("es", conventions_of({name: ["niño"], "alphabet": "es"}))


def test_an_alphabet_that_a_set_does_not_have_is_refused() -> None:
    refused = run("verify", "grid.txt", "--tiles", "diamino-63", "--alphabet", "es", code=2)
    assert "set diamino-63 shows A to Z, not the alphabet es: leave out" in refused.stderr
    with pytest.raises(PuzzleError, match="scrabble-it shows the tiles of Italian"):
        resolve(Question(tiles="scrabble-it", lexicon_filter=Filters(alphabet="es")))
    for tiles, alphabet in (("diamino-63", "fr"), ("scrabble-es", "es"), ("ABC", "es")):
        assert resolve(Question(tiles=tiles, lexicon_filter=Filters(alphabet=alphabet))).tiles


def test_without_an_alphabet_two_letters_are_two_tiles() -> None:
    assert parse_grid("CHO\nÑÉÇ\n").grid.rows == ("CHO", "NEC")


def test_a_crossword_of_others_takes_the_alphabet_of_the_flags() -> None:
    cells = [["CH", "E"], ["A", "Ñ"]]
    value = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "puzzle": [[1, 2], [3, 0]],
        "solution": cells,
    }
    Path("other.ipuz").write_text(json.dumps(value), "utf-8")
    Path("w.txt").write_text("che\nañ\ncha\neñ\n", "utf-8")
    flags = ("--lexicon", "w.txt", "--compact", "--tiles", "CH1 E1 A1 Ñ1")
    run("verify", "other.ipuz", "--alphabet", "es", *flags)
    assert "not a single tile" in run("show", "other.ipuz", code=2).stderr


def test_an_instance_names_its_alphabet_by_its_set() -> None:
    Path("a.toml").write_text(
        'goal = "compact"\ntiles = "scrabble-es"\n[rules]\nrequire = ["chocho"]\n'
        '[lexicon_filter]\nban = ["niño"]\n[start]\nrows = ["[CH]O..", "...."]\n',
        "utf-8",
    )
    spec = load_instance("a.toml")
    assert spec.spelled.name == "es"
    assert (spec.rules.require, list(spec.conventions.ban)) == (["ＣOＣO"], ["NIÑO"])  # noqa: RUF001
    assert str(spec.start).startswith("[CH]O..")
    assert spec.lexicon_name == "es"


@pytest.mark.parametrize("base", ["q.toml", "q.txt"])
@pytest.mark.parametrize(
    "flag", ["--require ñu", "--ban ñu", "--also ñoch", "--start s.txt", "--board s.txt"]
)
def test_flags_are_spelled_as_what_they_override(base: str, flag: str) -> None:
    tiles, lines = "[CH]2 Ñ2 U2 N2 O2", [*GRID.splitlines()[3:], "; lexicon: words.txt"]
    Path("q.txt").write_text("\n".join(["; size: 2x2", f"; tiles: {tiles}", *lines, "..\n.."]))
    Path("q.toml").write_text(
        f'frame = "2x2"\ntiles = "{tiles}"\nlexicon = "words.txt"\nlexicon_filter.alphabet = "es"'
    )
    Path("s.txt").write_text("ÑU\n..\n")
    if base == "q.txt" and "start" in flag:
        assert "fixed: Ñ lay at" in run("verify", base, *flag.split(), code=1).stdout
        return
    asked = ("solve", base, *flag.split(), "--seed", "1", "--engine", "beam", "--max-width", "9")
    assert run(*asked).stdout == run(*asked, "--alphabet", "es").stdout


@pytest.mark.parametrize(
    "text",
    [
        'alphabet = "es"\nletters = "[CH]2 O2 Ñ1"\njokers = 1\n',
        'alphabet = "es"\nletters = ["CH", "CH", "O", "O", "Ñ"]\njokers = 1\n',
        'alphabet = "es"\njokers = 1\n[letters]\nCH = 2\nO = 2\n"Ñ" = 1\n',
    ],
)
def test_a_set_in_a_file_names_its_alphabet(text: str) -> None:
    Path("set.toml").write_text(text, "utf-8")
    tiles = tile_set("set.toml")
    assert (tiles.counted(), tiles.jokers, tiles.alphabet) == ("[CH]2 Ñ1 O2", 1, SPANISH)


def test_a_list_is_added_in_the_spelling_of_its_language() -> None:
    added = run("lexicon", "add", "es", "words.txt")
    assert "15 words spelled with the tiles of Spanish (A B C CH" in added.stdout
    lexicon = load("es")
    assert lexicon.alphabet == SPANISH
    assert [*map(faces, lexicon)][:4] == ["AL", "CO", "CHOCHO", "EL"]
    assert run("lexicon", "check", "chocho", "--lexicon", "es").stdout == "CHOCHO: yes\n"
    solved = run("solve", "--compact", "--tiles", "[CH]2 O2", "--lexicon", "es", "--quiet")
    assert solved.stdout.splitlines()[-1] in {"[CH]O[CH]O", "O"}
    banned = ("--ban", "chocho", "--time-limit", "5")
    run("solve", "--compact", "--tiles", "CH2 O2", "--lexicon", "es", *banned, code=1)


def test_tiles_and_words_of_two_languages_are_refused() -> None:
    run("lexicon", "add", "es", "words.txt")
    for tiles, lexicon in (("diamino-63", "es"), ("scrabble-de", "fr")):
        flags = ("--tiles", tiles, "--lexicon", lexicon)
        error = run("solve", "--frame", "2x2", *flags, code=2).stderr
        assert "take tiles and words of one language" in error
    missing = run("solve", "--frame", "2x2", "--tiles", "scrabble-de", code=2).stderr
    assert "patience lexicon add de" in missing
