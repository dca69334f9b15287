"""Alphabets: how written words and grids become tiles, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import GridError, PuzzleError, TileError
from patience.game import alphabet
from patience.game.alphabet import (
    LATIN,
    MAX_KINDS,
    SYMBOLS,
    Alphabet,
    alphabet_of,
    faces,
    joined,
    languages,
    narrow,
    written,
)
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Frame, Puzzle, Rules
from patience.question.catalogue import named, parse
from patience.referee import verify
from patience.words.lexicon import Lexicon
from tests.naive.plain import SEVERAL
from tests.naive.rules import spelled

SPANISH = alphabet_of("es")


@pytest.mark.parametrize("language", languages())
def test_the_tiles_of_a_language_spell_its_words(language: str) -> None:
    alphabet = alphabet_of(language)
    assert 0 < len(alphabet) <= MAX_KINDS
    assert len(set(alphabet.symbols)) == len(alphabet) == len(alphabet.faces)
    assert set(alphabet.symbols) <= SYMBOLS
    assert [faces(x) for x in alphabet.symbols] == list(alphabet.faces)
    for face, symbol in zip(alphabet.faces, alphabet.symbols, strict=True):
        assert alphabet.spelled(face.lower()) == symbol
        assert SEVERAL.get(face, face) == symbol


@given(st.sampled_from(sorted(languages())), st.text("aceghijlnqrsuyñçäöüéß·'", max_size=8))
def test_words_are_spelled_as_the_plain_twin_spells_them(language: str, word: str) -> None:
    alphabet = alphabet_of(language)
    ours = alphabet.spelled(word)
    if not set("ŒÆ") & set(word.upper()):
        assert ours == spelled(word, alphabet.faces)
    assert alphabet.holds(ours) == (bool(ours) and set(ours) <= set(alphabet.symbols))


def test_a_language_of_a_to_z_keeps_its_name_and_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    about = {**languages()["nl"], "fold": {"ĳ": "ij", "þ": "th"}}
    monkeypatch.setattr(alphabet, "languages", lambda: {"xx": about})
    alphabet_of.cache_clear()
    found = alphabet_of("xx")
    alphabet_of.cache_clear()
    assert (found, found.name, LATIN.name) == (LATIN, "xx", "")
    assert (found.spelled("Œĳþ"), LATIN.spelled("ĳþ")) == ("OEIJTH", "IJÞ")


def wide(text: str) -> str:
    return "".join(chr(ord(x) + 0xFEE0) for x in text)


@pytest.mark.parametrize(
    ("written", "letters"),
    [
        (wide("CHIEN"), "CHIEN"),
        (wide("chat"), "CHAT"),
        ("ĳs", "IJS"),
        ("ĲS", "IJS"),
        ("STRAẞE", "STRASSE"),
        ("col·legi", "COLLEGI"),
        ("COĿLEGI", "COLLEGI"),
        ("ﬁn", "FIN"),
        ("dic·tion", "DIC·TION"),
    ],
)
def test_letters_of_other_shapes_are_letters(written: str, letters: str) -> None:
    assert LATIN.spelled(written) == letters
    assert LATIN.can_spell(written) == letters.isalpha()


@pytest.mark.parametrize("language", languages())
def test_symbols_are_spelled_as_they_are_and_wide_letters_are_made_narrow(language: str) -> None:
    alphabet = alphabet_of(language)
    assert alphabet.spelled(alphabet.symbols) == alphabet.symbols
    assert alphabet.spelled(narrow(wide("CALLE"))) == alphabet.spelled("calle")


@given(st.text(SPANISH.symbols + SPANISH.symbols.lower() + ".#*", min_size=1, max_size=9))
def test_a_written_row_is_read_back(row: str) -> None:
    assert SPANISH.read(written(row)) == row
    assert joined(written(row)) == row
    if len(row) > 1:
        assert SPANISH.read(" ".join(map(faces, row))).replace(" ", "") == row


def test_grids_are_written_and_read_with_brackets() -> None:
    grid = Grid.parse("[CH]O[ch]O\nE.Ñ.\n", SPANISH)
    assert (grid.width, grid.rows[1]) == (4, "E.Ñ.")
    assert str(grid) == "[CH]O[ch]O\nE.Ñ."
    assert grid.runs()[0].spelling == "CHOCHO"
    assert Grid.parse(str(grid), SPANISH) == grid
    assert Grid.parse("ÑÉ").rows == ("NE",)
    for text in ("[CH]A", "[TH]A"):
        with pytest.raises(GridError, match="row 1, cell 1"):
            Grid.parse(text)


@pytest.mark.parametrize(
    "text", ["[CH]2 O2 Ñ1", "CH2 O2 Ñ", "CH:2 Ñ:1 O:2", "2CH 2O 1Ñ", "[CH][CH]OOÑ", "CH CH O O Ñ"]
)
def test_letters_of_a_set_are_read_in_any_notation(text: str) -> None:
    if text == "CH2 O2 Ñ":  # a letter without a count among counts
        with pytest.raises(TileError):
            parse(text, alphabet=SPANISH)
        return
    tiles = parse(text, alphabet=SPANISH)
    assert tiles.counted() == "[CH]2 Ñ1 O2"
    assert parse(tiles.counted(), alphabet=tiles.alphabet) == tiles


def test_too_many_kinds_and_unknown_tiles_are_refused() -> None:
    many = tuple(sorted(x for x in SYMBOLS if x.isupper()))[: MAX_KINDS + 1]
    assert len(Alphabet(many[:-1])) == MAX_KINDS
    with pytest.raises(TileError, match="31 kinds of tiles; the search has room for 30"):
        Alphabet(many)
    for wrong in ("SCH", "ch", "1", ""):
        with pytest.raises(TileError, match="is no tile"):
            Alphabet(("A", wrong))
    with pytest.raises(TileError, match="stands there twice"):
        Alphabet(("A", "A"))
    with pytest.raises(TileError, match="did you mean es"):
        alphabet_of("ess")
    assert alphabet_of(None) is LATIN


# ---- the rules ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tiles", "broken"),
    [
        ("[CH]O[CH]O", "[CH]2 O2", []),
        ("[CH]O[ch]O", "[CH]1 O2 ?1", []),
        ("[CH]OCHO", "[CH]1 C1 H1 O2", ["word"]),
        ("CHOCHO", "C2 H2 O2", ["word"]),
        ("[CH]", "[CH]1", ["lone-letter", "no-word"]),
        ("[CH]E", "[CH]1 E1", []),
        ("E.\n[LL]E\nA.", "[LL]1 E2 A1", []),
        ("EL\n.L", "L2 E1", ["word", "word"]),
    ],
)
def test_words_are_judged_by_their_tiles(text: str, tiles: str, broken: list[str]) -> None:
    puzzle = Puzzle(parse(tiles, alphabet=SPANISH), Compact())
    words = ("chocho", "che", "ella", "lle")
    grid, lexicon = Grid.parse(text, SPANISH), Lexicon.of(words, alphabet=SPANISH)
    report = verify(puzzle, grid, lexicon)
    assert [each.rule for each in report.violations] == broken
    assert report == verify(puzzle, grid, {word.upper() for word in words})


def test_a_word_of_other_tiles_is_explained() -> None:
    puzzle = Puzzle(parse("C2 H2 O2", alphabet=SPANISH), Compact())
    lexicon = Lexicon.of(("chocho",), alphabet=SPANISH)
    report = verify(puzzle, Grid.parse("CHOCHO", SPANISH), lexicon)
    told = "CHOCHO (across from row 1, column 1) is spelled with other tiles: [CH]O[CH]O"
    assert told in str(report)


def test_required_words_are_spelled_with_the_tiles() -> None:
    tiles = parse("[CH]2 O2", alphabet=SPANISH)
    puzzle = Puzzle(tiles, Compact(), Rules(require=("CHOCHO",)))
    lexicon = Lexicon.of(["chocho"], alphabet=SPANISH)
    assert verify(puzzle, Grid.parse("[CH]O[CH]O", SPANISH), lexicon).valid
    with pytest.raises(PuzzleError, match="required word KIWI"):
        Puzzle(named("scrabble-it"), Compact(), Rules(require=("KIWI",)))


def test_a_grid_of_other_letters_is_no_start() -> None:
    with pytest.raises(PuzzleError, match=r"'CH': no tile of the set diamino-63"):
        Puzzle(named("diamino-63"), Frame(3, 1), start=Grid.parse("[CH]..", SPANISH))
