from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.errors import PatienceError, PuzzleError, TileError
from patience.files.instances import instance_of, instance_text
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.question.catalogue import TILE_SETS, named, parse
from patience.question.fields import Question, RuleKeys
from patience.question.header import from_header, to_header
from patience.question.resolve import resolve
from patience.question.spec import Spec
from patience.render.text import grid_text
from patience.words.conventions import Conventions
from patience.words.given import GivenWords
from patience.words.reading import How
from tests.strategies import Case, cases

CONVENTIONS = Conventions(
    no_conjugated=True, pos={"adj", "noun"}, common=6, min_length=3, ban={"NO", "YES"}
)


def spec_of(puzzle: Puzzle) -> Spec:
    within = puzzle.goal.within if isinstance(puzzle.goal, Compact) else None
    return Spec(
        goal=Compact() if isinstance(puzzle.goal, Compact) else puzzle.goal,
        within=within,
        tiles=puzzle.tiles,
        rules=RuleKeys(
            connected=puzzle.rules.connected,
            distinct_words=puzzle.rules.distinct_words,
            require=[*puzzle.rules.require] or None,
        ),
        start=puzzle.start,
    )


def read_back(spec: Spec, grid: Grid) -> Spec:
    """Write a grid with its header, and read the header as the program does."""
    lines = grid_text(grid, to_header(spec)).splitlines()
    pairs = [line[1:].partition(":") for line in lines if line.startswith(";")]
    header = {key.strip(): value.strip() for key, _, value in pairs}
    return from_header(header, grid, Path())


@settings(max_examples=80)
@given(cases())
def test_a_header_says_the_whole_puzzle(case: Case) -> None:
    puzzle = case.puzzle
    grid = puzzle.start or Grid(("AB", "C."))
    assert read_back(spec_of(puzzle), grid).puzzle() == puzzle


@pytest.mark.parametrize("name", TILE_SETS)
@pytest.mark.parametrize("jokers", [None, 0, 1, 9])
def test_a_header_says_the_tiles_and_the_conventions(name: str, jokers: int | None) -> None:
    tiles = named(name)
    spec = Spec(
        goal=Frame(2, 2),
        tiles=tiles,
        jokers=jokers,
        lexicon="fr-common",
        conventions=replace(CONVENTIONS, ban=GivenWords.of(["NO", "YES"], tiles.alphabet)),
    )
    again = read_back(spec, Grid(("AB", "C.")))
    assert again.tile_set == spec.tile_set
    assert again.lexicon_name == "fr-common"
    assert again.conventions == spec.conventions


@pytest.mark.parametrize("least", [0.25, 1234567.5, "3:60,4:40,*:20", "2:-1"])
def test_least_scores_stay_in_header_and_instance(least: float | str) -> None:
    spec = Spec(goal=Frame(2, 2), lexicon="fr", how=How(min_score=least))
    assert read_back(spec, Grid(("AB", "C."))).how == spec.how
    assert instance_of(tomllib.loads(instance_text(spec)), Path()).how == spec.how


TITLES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(
    title=st.none() | TITLES,
    level=st.none() | st.integers(0, 10**9 - 1),
    alone=st.none() | st.booleans(),
)
def test_what_is_told_of_a_puzzle_stays_in_header_and_instance(
    title: str | None, level: int | None, alone: bool | None
) -> None:
    asked = Question(frame="2x2", tiles="ABCD", title=title, difficulty=level, unique=alone)
    spec = resolve(asked)
    assert spec.title is None or spec.title == " ".join(spec.title.split()) != ""
    for again in (
        read_back(spec, Grid(("AB", "CD"))),
        instance_of(tomllib.loads(instance_text(spec)), Path()),
    ):
        told = (again.title, again.difficulty, again.unique)
        assert told == (spec.title, spec.difficulty, spec.unique)
        assert again.puzzle() == spec.puzzle()
        assert Spec().over(again).unique == spec.unique
        other = Spec(lexicon="en").over(again)
        assert (other.title, other.unique) == (spec.title, None)
        other = Spec(tiles=parse("ABCDE")).over(again)
        assert (other.title, other.difficulty) == (None, None)


def test_a_known_set_is_written_by_its_own_name() -> None:
    spec = Spec(goal=Frame(9, 7), tiles=named("diamino-61"), jokers=2)
    assert to_header(spec)["tiles"] == "diamino-63"


def test_a_set_of_jokers_only_can_be_written() -> None:
    spec = Spec(goal=Frame(1, 2), tiles=parse("??"))
    assert read_back(spec, Grid(("a", "b"))).tile_set.total == 2


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"goal": "farme"}, "there are frame"),
        ({"goal": "frame", "size": "nine by seven"}, "WIDTHxHEIGHT"),
        ({"tiles": "the box of 1935"}, "neither a set"),
        ({"tiles": "AB", "jokers": "two"}, "whole number"),
        ({"connected": "perhaps"}, "yes or no"),
        ({"no-conjugated": "2"}, "yes or no"),
        ({"common": "often"}, "whole number"),
        ({"pos": "nuon"}, "did you mean noun"),
        ({"require": "AB,"}, "''"),
        ({"start": "AB/C"}, "row 2"),
        ({"size": "3x2"}, "size 3x2 is written above a grid of 2x2"),
        ({"goal": "board", "size": "3x2"}, "above a grid of 2x2"),
        ({"board": ".../...", "goal": "board", "size": "2x2"}, "above a grid of 3x2"),
    ],
)
def test_bad_headers(header: dict[str, str], message: str) -> None:
    with pytest.raises(PatienceError, match=message):
        from_header(header, Grid(("AB", "C.")), Path())


def test_other_comments_are_no_header() -> None:
    header = {"from": "the old box", "cost": "none", "note to self": "buy tiles"}
    assert from_header(header, Grid(("AB",)), Path()) == Spec()


@pytest.mark.parametrize("header", [{"goal": "frame"}, {"goal": "frame 3x2"}])
def test_a_goal_by_hand(header: dict[str, str]) -> None:
    assert from_header(header, Grid(("AB.", "C..")), Path()).goal == Frame(3, 2)


def test_a_word_list_is_found_beside_the_grid(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("AB\n")
    header = {"lexicon": "words.txt"}
    spec = from_header(header, Grid(("AB",)), tmp_path)
    assert spec.lexicon_name == str(tmp_path / "words.txt")


def test_a_header_reads_no_file_of_tiles(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('letters = "ABCD"\n')
    for name in ("set.toml", str(tmp_path / "set.toml")):
        with pytest.raises(TileError, match="neither a set"):
            from_header({"tiles": name}, Grid(("AB",)), tmp_path)


def test_what_is_said_replaces_entry_by_entry() -> None:
    base = Spec(
        goal=Compact(),
        within=(9, 9),
        tiles=named("diamino-61"),
        jokers=1,
        lexicon="fr",
        conventions=Conventions(common=5, no_foreign=True),
        rules=RuleKeys(distinct_words=True),
    )
    assert Spec().over(base) == base
    assert Spec(jokers=2).over(base).tile_set.total == 63
    assert Spec(tiles=named("diamino-64")).over(base).tile_set.total == 64
    assert Spec(goal=Frame(9, 7)).over(base).within is None
    rarer = Spec(conventions=Conventions(common=7)).over(base)
    assert rarer.conventions == Conventions(common=7, no_foreign=True)


@pytest.mark.parametrize(
    ("rows", "tiles", "goal"),
    [
        (("ABC", "D.."), "ABCDEF", Frame(3, 2)),
        (("ABC", "D.."), "ABCD", Compact()),
        (("ABC", "D.#"), "ABCD", Board(Grid(("...", "..#")))),
    ],
)
def test_the_goal_that_a_bare_grid_has(
    rows: tuple[str, ...], tiles: str, goal: Frame | Compact | Board
) -> None:
    assert Spec(tiles=parse(tiles)).for_grid(Grid(rows)).goal == goal


def test_no_goal_is_an_error_that_names_the_choices() -> None:
    with pytest.raises(PuzzleError, match="--frame WxH, --compact, --board"):
        Spec().puzzle()


def test_a_table_is_for_compact_grids() -> None:
    with pytest.raises(PuzzleError, match="compact"):
        Spec(goal=Frame(3, 3), within=(3, 3)).puzzle()
