from __future__ import annotations

import re

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import TileError
from patience.game.alphabet import LATIN
from patience.game.tiles import MAX_JOKERS, MAX_TILES, TileSet, from_letters
from patience.question.catalogue import DICE, TILE_SETS, named, parse

DIAMINO = named("diamino-61")


@pytest.mark.parametrize(
    ("name", "letters", "jokers"),
    [
        ("diamino-61", 61, 0),
        ("diamino-63", 61, 2),
        ("diamino-64", 61, 3),
        ("diamino-double", 122, 4),
        ("competition-standin", 110, 2),
    ],
)
def test_named_sets_have_the_sheets_numbers(name: str, letters: int, jokers: int) -> None:
    tiles = named(name)
    assert (tiles.letters, tiles.jokers, tiles.total) == (letters, jokers, letters + jokers)
    assert tiles.name == name


def test_the_sixty_one_letters() -> None:
    assert DIAMINO.counted() == (
        "A5 B2 C2 D2 E5 F1 G2 H2 I4 J1 K1 L2 M2 N3 O5 P2 Q1 R4 S3 T2 U4 V2 W1 X1 Y1 Z1"
    )


def test_the_stand_in_is_the_sixty_one_scaled() -> None:
    for have, base in zip(named("competition-standin").counts, DIAMINO.counts, strict=True):
        assert abs(have - base * 110 / 61) < 1


@pytest.mark.parametrize(
    ("text", "counted", "jokers"),
    [
        ("AABCE", "A2 B1 C1 E1", 0),
        ("a a b c e", "A2 B1 C1 E1", 0),
        ("aab?", "A2 B1", 1),
        ("A A B, C E", "A2 B1 C1 E1", 0),
        ("AB?*", "A1 B1", 2),
        ("a5,b2;c1", "A5 B2 C1", 0),
        ("A5B2", "A5 B2", 0),
        ("A5 A2", "A7", 0),
        ("A5 ? ?", "A5", 2),
        ("??", "", 2),
        ("?2 A5", "A5", 2),
        ("A5 *2 ?", "A5", 3),
        ("A5 blank2", "A5", 2),
        ("JOKER", "E1 J1 K1 O1 R1", 0),
        ("5 A, 2 x B ?", "A5 B2", 1),
        ("A x 9, B\u00d72", "A9 B2", 0),
        ("AAB\nC", "A2 B1 C1", 0),
        ("\u00c95 A3 \u00e72 E1", "A3 C2 E6", 0),
        ("\u00c9T\u00c9", "E2 T1", 0),
        ("  diamino-63 ", DIAMINO.counted(), 2),
        ("DIAMINO-63", DIAMINO.counted(), 2),
    ],
)
def test_parse(text: str, counted: str, jokers: int) -> None:
    tiles = parse(text)
    assert (tiles.counted(), tiles.jokers) == (counted, jokers)


def test_jokers_given_replace_those_of_the_set() -> None:
    assert parse("diamino-63", 3).jokers == 3
    assert parse("diamino-63", 0).counts == DIAMINO.counts
    assert parse("AB??", 1).total == 3
    assert named("diamino-61").with_jokers(0) is named("diamino-61")


@pytest.mark.parametrize(
    "text",
    ["", "  ", ",", "A5 B", "A5 B2 C", "ABC!", "A-5", "A5.5", "5A B", "A5 2B", "ﬆ", "ß", "ıſ", "А"],  # noqa: RUF001
)
def test_what_is_no_tile_set_is_refused(text: str) -> None:
    with pytest.raises(TileError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("A12 CH1 L4", "CH is no tile"),
        ("A12 [LL]1 L4", r"\[LL\] is no tile"),
        ("A5 BLANK2", "BLANK is no tile"),
        ("A12 Ñ1 N5", "Ñ is no tile"),
        ("A5 Ä1", "Ä is no tile"),
        ("A5 Œ1", "Œ is two tiles"),
        ("A999999999", "1 to 1000"),
    ],
)
def test_what_is_no_tile_of_the_game_is_named(text: str, named: str) -> None:
    with pytest.raises(TileError, match=named):
        parse(text)


@pytest.mark.parametrize("text", ["diamino-62", "diamino63", "Diamino-double2"])
def test_a_misspelt_name_gets_a_hint(text: str) -> None:
    with pytest.raises(TileError, match="did you mean diamino-"):
        parse(text)


@pytest.mark.parametrize("name", ["rummikub", "Rummikub"])
def test_a_name_of_no_set_is_not_taken_for_letters(name: str) -> None:
    with pytest.raises(TileError, match=rf"is called '{name}' .* in capitals: 'RUMMIKUB'"):
        parse(name)
    assert parse("RUMMIKUB").total == 8
    assert parse("BANANAGRAMS").total == 11
    assert parse("Bananagrams").total == 144


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(TileError, match="diamino-61, diamino-63, diamino-64"):
        named("rummikub")


@pytest.mark.parametrize(
    ("counts", "jokers"),
    [
        ((1,) * 25, 0),
        ((-1,) + (1,) * 25, 0),
        ((0,) * 26, 0),
        ((MAX_TILES + 1,) + (0,) * 25, 0),
        ((1,) * 26, -1),
        ((1,) * 26, MAX_JOKERS + 1),
    ],
)
def test_absurd_numbers_are_refused(counts: tuple[int, ...], jokers: int) -> None:
    with pytest.raises(TileError):
        TileSet("x", counts, jokers)


def test_absurd_numbers_in_text_are_refused() -> None:
    for text, jokers in (("A9999", None), ("A0", None), ("AB", -1), ("AB", 10**6)):
        with pytest.raises(TileError):
            parse(text, jokers)


def test_every_named_set_says_what_it_is() -> None:
    for name, (tiles, what) in TILE_SETS.items():
        assert tiles.name == name
        letters = re.search(r"(\d+) letters", what)
        assert letters is not None
        assert int(letters[1]) == tiles.letters


def test_a_set_is_its_tiles_whatever_its_name() -> None:
    ours = from_letters("AABC", 1, name="ours")
    assert ours == from_letters("CBAA", 1, name="theirs")
    assert hash(ours) == hash(from_letters("CBAA", 1, name="theirs"))
    assert ours != from_letters("AABC", 2, name="ours")
    assert ours != from_letters("ABBC", 1, name="ours")


@given(st.text(LATIN.symbols, min_size=1, max_size=60), st.integers(0, 5))
def test_letters_counted_and_parsed_again_are_the_same(letters: str, jokers: int) -> None:
    tiles = from_letters(letters, jokers)
    assert parse(letters, jokers).counts == tiles.counts
    assert parse(tiles.counted(), jokers).counts == tiles.counts
    assert all(tiles.count(x) == letters.count(x) for x in LATIN.symbols)


@given(st.text(max_size=20))
def test_any_text_is_a_tile_set_or_a_tile_error(text: str) -> None:
    try:
        tiles = parse(text)
    except TileError:
        return
    assert tiles.total > 0


def test_a_roll_has_one_face_of_each_die_and_is_the_same_everywhere() -> None:
    for number in range(50):
        roll = named(f"q-less-{number}")
        assert roll == parse(f"Q-Less-{number}")
        letters = [x for x, n in zip(LATIN.symbols, roll.counts, strict=True) for _ in range(n)]
        assert len(letters) == len(DICE["q-less"]) == 12
        could_show = nx.Graph(
            (("die", die), ("letter", at))
            for die, faces in enumerate(DICE["q-less"])
            for at, letter in enumerate(letters)
            if letter in faces
        )
        dice = [("die", die) for die in range(12)]
        assert len(nx.bipartite.hopcroft_karp_matching(could_show, dice)) == 24
    assert named("q-less-7").counted() == "C1 D1 F1 G1 M1 N1 O1 R2 S1 T1 U1"
    assert len({named(f"q-less-{number}").counts for number in range(50)}) == 50


def test_dice_without_a_number_are_no_set() -> None:
    with pytest.raises(TileError, match="no tile set is called 'q-less'"):
        named("q-less")
