"""``--tiles any``: each letter as often as wanted; what stays empty is the cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.errors import PuzzleError, TileError
from patience.files.grids import parse_grid
from patience.files.instances import instance_of, instance_text
from patience.game.alphabet import LATIN, alphabet_of
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import ANY, MAX_EACH, any_letters, from_letters
from patience.question.catalogue import parse
from patience.question.hash import puzzle_sha256
from patience.question.header import from_header, to_header
from patience.question.spec import Spec
from patience.referee import verify
from patience.render.booklet import CUT, booklet
from patience.render.formats import CROSSWORDS, render
from patience.render.language import LANGUAGES
from patience.render.scene import scene_of
from patience.render.sheets import Sheet
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import Lexicon
from tests import naive
from tests.cli.running import run

WORDS = Lexicon.of(["AB", "BA", "ABBA", "BAB", "CD", "DOC", "CA"])
LAYOUTS = st.lists(st.text("..#", min_size=3, max_size=3), min_size=2, max_size=3).filter(
    lambda rows: any(".." in line for line in [*rows, *map("".join, zip(*rows, strict=True))])
)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Frames and boards of some cells, for any letters."""
    rows = draw(LAYOUTS)
    goal: Goal = Board(Grid(tuple(rows))) if draw(st.booleans()) else Frame(3, len(rows))
    rules = Rules(connected=draw(st.booleans()), distinct_words=draw(st.booleans()))
    return Puzzle(any_letters(), goal, rules)


@settings(max_examples=6)
@given(puzzles(), st.sampled_from(["auto", "prove", "cpsat"]))
def test_every_engine_finds_what_trying_all_finds(puzzle: Puzzle, engine: str) -> None:
    limits = Limits(seconds=30, max_width=100)
    found = solve(puzzle, WORDS, engine=engine, limits=limits, threads=1)
    best = naive.best(puzzle, list(WORDS))
    assert found.cost == (best and best[0])
    if found.best is not None:
        report = verify(puzzle, found.best, WORDS)
        assert report.valid
        assert (report.cost, report.face_down, report.jokers) == (found.cost, (), ())
        assert report.cost == naive.cost(puzzle, found.best)
        assert not naive.faults(puzzle, found.best, frozenset(WORDS))


def test_more_letters_never_hurt() -> None:
    for goal in (Frame(3, 3), Board(Grid(("...", ".#.", "...")))):
        some = solve(Puzzle(from_letters("AABBCDOAB"), goal), WORDS, engine="prove").best
        free = solve(Puzzle(any_letters(), goal), WORDS, engine="prove").cost
        assert some is not None
        assert free is not None
        assert free <= some.blanks


def test_it_is_said_in_every_form() -> None:
    assert parse("any") == any_letters()
    assert parse("ANY") == from_letters("ANY")
    assert parse(ANY, alphabet=alphabet_of("es")).alphabet == alphabet_of("es")
    spec = Spec(Frame(3, 2), tiles=any_letters(), lexicon="fr")
    grid = Grid(("ABA", "B.B"))
    assert from_header(to_header(spec), grid, Path()).puzzle() == spec.puzzle()
    assert Spec(tiles=any_letters()).for_grid(grid).goal == Frame(3, 2)
    text = 'goal = "frame"\nframe = "3x2"\ntiles = "any"\njokers = 0\nlexicon = "fr"\n'
    assert instance_text(spec) == text
    assert instance_of({"frame": "3x2", "tiles": "any"}, Path()).puzzle() == spec.puzzle()
    for form in ("json", *CROSSWORDS):
        data = render([scene_of(spec.puzzle(), grid, to_header(spec))], form)
        again = parse_grid(data if isinstance(data, bytes) else data.encode())
        assert again.grid == grid
        assert again.spec().puzzle() == spec.puzzle()


@pytest.mark.usefixtures("own_folder")
def test_a_result_is_read_back() -> None:
    Path("words.txt").write_text("\n".join(WORDS))
    Path("board.txt").write_text("...\n.#.\n...\n")
    asked = ("--board", "board.txt", "--tiles", "any", "--lexicon", "words.txt")
    found = run("solve", *asked, "--max-width", "100", "--json", "--output", "x.json")
    assert found.exit_code == 0
    result = json.loads(Path("x.json").read_text())
    judged = run("verify", "x.json", "--lexicon", "words.txt")
    assert judged.exit_code == 0, judged.stderr
    empty = "".join(result["grid"]).count(".")
    assert result["cost"] == empty
    assert f"{empty} cell" in judged.stdout
    proof = run("prove", *asked, "--at-most", str(max(empty - 1, 0)), "--certificate", "c.json")
    assert proof.exit_code in {0, 1}
    if proof.exit_code == 0:
        assert run("prove", "--check", "c.json").exit_code == 0
    assert run("tiles", "any").stdout == "any: each letter as often as wanted\n"


def test_the_question_is_another_than_that_of_many_letters() -> None:
    free = Puzzle(any_letters(), Board(Grid(("..",))))
    assert free.tiles.counts == (2,) * 26
    many = Puzzle(from_letters(LATIN.symbols * 2), free.goal)
    assert puzzle_sha256(free) != puzzle_sha256(many)
    assert Puzzle(any_letters(), Frame(20, 20)).tiles.counts == (MAX_EACH,) * 26


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_have_no_tiles_of_it(code: str) -> None:
    spec = Spec(Frame(3, 2), tiles=any_letters(), lexicon="fr")
    scene = scene_of(spec.puzzle(), Grid(("ABA", "B.B")), to_header(spec), code=code)
    assert len(booklet([scene], Sheet.of("a4"), parts=CUT, to_cut=True)) == 2
    assert scene.tile_lists == []


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(PuzzleError, match="a frame or a board to fill, or the words to place"):
        Puzzle(any_letters(), Compact())
    with pytest.raises(PuzzleError, match="name a frame or a board"):
        Puzzle(any_letters(), Compact(), start=Grid(("AB",)))
    with pytest.raises(TileError, match="no tile set is called 'anny'"):
        parse("anny")
    done = run("draw", "--like", "any", "--tiles", "9", "--frame", "3x3", "--out", "never")
    assert "name a set" in done.stderr
