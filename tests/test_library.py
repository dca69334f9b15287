"""The library takes what people write first, tried as one would without reading."""

from __future__ import annotations

import asyncio
import copy
import logging
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from logging.handlers import QueueHandler
from math import nan
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience import (
    Board,
    Compact,
    Conventions,
    Frame,
    Grid,
    Lexicon,
    Limits,
    Observer,
    PatienceError,
    ProveParams,
    Puzzle,
    Rules,
    Spec,
    Status,
    StopReason,
    TileSet,
    compare,
    draw,
    hint,
    load_instance,
    load_lexicon,
    next_word,
    parse_grid,
    prove,
    solve,
    solve_all,
    solve_async,
    solve_many,
    tile_set,
    verify,
)
from patience.game.alphabet import alphabet_of

TILES = tile_set("ABCDEF")
PUZZLE = Puzzle(TILES, Frame(3, 2))
GRID = Grid(("ABC", "DEF"))
WORDS = {"ABC", "DEF", "AD", "BE", "CF"}
QUICK = Limits(seconds=None, max_width=10)
LONG = Limits(seconds=600)

sides = st.integers(1, 60)


# ---- questions ----------------------------------------------------------------------------------


@given(sides, sides)
def test_a_size_is_a_text_or_two_numbers(width: int, height: int) -> None:
    asked: list[Any] = [f"{width}x{height}", f" {width} X {height} ", f"{width}\u00d7{height}"]
    asked += [
        (width, height),
        [width, height],
        np.array([width, height]),
        (np.int64(width), np.int16(height)),
    ]
    for size in asked:
        assert Frame(size) == Frame(width, height)
        assert Compact(size).within == (width, height)
        assert {type(x) for x in (Frame(size).width, *(Compact(size).within or ()))} == {int}
    assert Frame(np.int8(width), np.uint8(height)) == Frame(width, height)  # type: ignore[arg-type]


TEXTS = ["9", "9x", "x7", "9x7x2", "-3x2", "9.5x2", "axb", "", "0x7", "9x0"]


@pytest.mark.parametrize("size", [*TEXTS, (9,), (9, 7, 5), 9, 9.5, (9.5, 7), None])
def test_what_is_no_size_is_told_in_a_sentence(size: Any) -> None:
    with pytest.raises(PatienceError, match=r"size|frame") as error:
        Frame(size)
    assert "\n" not in str(error.value)


def test_a_puzzle_of_names() -> None:
    usual = Puzzle(tile_set("diamino-63"), Frame(9, 7))
    assert Puzzle("diamino-63", "9x7") == Puzzle("diamino-63", (9, 7)) == usual
    assert Puzzle("diamino-63", "9x7").rules == Rules()
    assert Puzzle("AABC?", "2x2").tiles.jokers == 1
    assert Puzzle("ABC", Board(["..#", "..."])).goal == Board(Grid(("..#", "...")))
    assert Puzzle("ABC", Board("..#\n...")).goal == Board(Grid(("..#", "...")))
    start = Puzzle("ABCD", "2x2", start=["A.", ".."]).start
    assert start == Puzzle("ABCD", "2x2", start="A.\n..").start == Grid(("A.", ".."))
    assert replace(usual, goal=Frame(7, 5)).tiles == usual.tiles
    with pytest.raises(PatienceError, match="did you mean diamino-64"):
        Puzzle("diamino-65", "9x7")


ITERABLES: list[Callable[[Any], Any]] = [list, tuple, iter, lambda x: (each for each in x)]


@pytest.mark.parametrize("kind", ITERABLES)
def test_rows_counts_and_words_come_in_any_iterable(kind: Callable[[Any], Any]) -> None:
    assert Grid(kind(["ABC", "DEF"])) == GRID == Grid("ABC\nDEF")
    assert hash(Grid(kind(["ABC", "DEF"]))) == hash(GRID)
    assert Rules(require=kind(["ABC", "DEF"])).require == ("ABC", "DEF")
    assert Rules(unlike=kind([GRID])) == Rules(unlike=(GRID,))
    assert TileSet("mine", kind(TILES.counts)) == TILES
    assert [*Lexicon(kind(sorted(WORDS)))] == [*Lexicon.of(WORDS)] == sorted(WORDS)
    assert Conventions(ban=kind(["CHAT"])) == Conventions(ban=["chat"])
    assert Conventions(pos=kind(["noun"])).pos == {"noun"}
    assert solve(PUZZLE, kind(sorted(WORDS)), limits=QUICK).cost == 0
    assert verify(PUZZLE, GRID, kind(sorted(WORDS))).valid


def test_one_text_is_one_word() -> None:
    assert Rules(require="CHAT").require == ("CHAT",)  # type: ignore[arg-type]
    assert Conventions(ban="chat") == Conventions(ban=["CHAT"])
    assert Conventions(pos="Noun").pos == {"noun"}  # type: ignore[arg-type]


# ---- words --------------------------------------------------------------------------------------


def test_a_lexicon_knows_words_in_any_spelling() -> None:
    french = load_lexicon("fr")
    for word in ("chat", "Été", "ÉTÉ", "ETE", "cœur", "CHAT"):
        assert word in french
    strange: tuple[object, ...] = ("chaat", "été!", "", 5, None)
    for each in strange:
        assert each not in french
    spanish = Lexicon.of(["ñacho"], alphabet=alphabet_of("es"))
    (symbols,) = spanish
    assert "ñacho" in spanish
    assert symbols in spanish
    assert "ÑACHO" not in spanish  # laid with a tile C and a tile H
    mine = Lexicon(["chat", "Ski"])
    assert (mine.name, [*mine]) == ("given words", ["CHAT", "SKI"])
    assert replace(mine, name="mine").words == mine.words
    with pytest.raises(TypeError, match="no field is called wrds"):
        Lexicon("mine", wrds=mine.words)


def test_a_grid_is_judged_with_what_one_writes() -> None:
    assert verify(PUZZLE, "ABC\nDEF", sorted(WORDS)).valid
    assert verify(PUZZLE, ["abc", "def"], [word.lower() for word in WORDS]).valid
    assert verify(Puzzle("CHAT", "4x1"), "CHAT", ["chat"]).valid
    assert verify(Puzzle("CHAT", "4x1"), "CHAT", "fr").valid
    assert verify(Puzzle("CHAT", "4x1"), "CHAT").valid  # of the tiles' language
    box = load_instance("gay-play-frame-9x7")
    rows = "THERMIDOR\nR.X.I.ARA\nUSAGE.U.T\nQ.M.LIPPE\nUNE...H.S\nE.N.CAID.\nZ.SKI.NON"
    for puzzle in ("gay-play-frame-9x7", box, box.puzzle()):
        assert verify(puzzle, rows).cost == 16


# ---- searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lexicon", [WORDS, sorted(WORDS), [w.lower() for w in WORDS]])
def test_a_search_of_what_one_writes(lexicon: Any) -> None:
    for result in (
        solve(Puzzle("ABCDEF", "3x2"), lexicon, limits=5),
        solve_many(PUZZLE, lexicon, 1, limits=5.0, seed=np.int64(1)),
    ):
        assert (result.cost, result.status) == (0, Status.OPTIMAL)


def test_an_instance_is_searched_by_its_name_or_file(tmp_path: Path) -> None:
    by_name = solve("mini/4x4-1", engine="beam", limits=QUICK)
    spec = load_instance("mini/4x4-1")
    assert by_name.request is not None
    assert by_name.request.lexicon == spec.lexicon_name
    asked = spec.puzzle(), spec.lexicon_name
    assert by_name.best == solve(*asked, engine="beam", limits=QUICK).best
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    file = tmp_path / "mine.toml"
    file.write_text('frame = "3x2"\ntiles = "ABCDEF"\nlexicon = "words.txt"')
    for puzzle in (file, str(file), load_instance(file)):
        assert solve(puzzle, limits=QUICK).cost == 0
    assert solve(PUZZLE, tmp_path / "words.txt", limits=QUICK).cost == 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: solve(5, WORDS), "puzzle 5: give a Puzzle, such as"),  # type: ignore[arg-type]
        (lambda: solve(Frame(9, 7), WORDS), "puzzle Frame(width=9, height=7): give a Puzzle"),  # type: ignore[arg-type]
        (lambda: solve("gay-play", WORDS), "gay-play"),
        (lambda: solve(PUZZLE, 5), "lexicon 5: give its name, such as 'fr', or words"),  # type: ignore[arg-type]
        (lambda: solve(PUZZLE, "frr"), "frr"),
        (lambda: solve(PUZZLE, ["1", "2"]), "none is a word"),
        (lambda: draw(None, Compact()), "a puzzle with one solution is a frame"),
        (lambda: solve_many(PUZZLE, WORDS, 0), "count 0"),
        (lambda: solve(PUZZLE, WORDS, engine=None), "no engine is called None"),
        (lambda: solve(PUZZLE, WORDS, engine="beem"), "did you mean beam"),
        (lambda: solve(PUZZLE, WORDS, seed=-1), "seed -1: give 0 to"),
        (lambda: verify(PUZZLE, None, WORDS), "grid None: give a Grid, its text or its rows"),  # type: ignore[arg-type]
        (lambda: verify(PUZZLE, [["A"]], WORDS), "give a Grid, its text or its rows"),  # type: ignore[list-item]
        (lambda: prove(PUZZLE, WORDS, at_most=0, threads=0), "threads 0: give 1 to 256"),
        (lambda: draw(4, "2x2", like="ABCD", difficulty=range(0)), "difficulty 0 to -1"),
    ],
)
def test_what_cannot_be_taken_is_told_in_a_sentence(
    asked: Callable[[], Any], sentence: str
) -> None:
    with pytest.raises(PatienceError, match=re.escape(sentence)):
        asked()


@pytest.mark.parametrize("odd", [1.5, nan, "5s", [], b"s", 3j])
def test_what_is_no_number_is_refused_wherever_one_is_taken(odd: Any) -> None:
    places: list[Callable[[], object]] = [
        lambda: draw(4, "2x2", count=odd),
        lambda: solve_all(PUZZLE, WORDS, at_most=odd),
        lambda: prove(PUZZLE, WORDS, at_most=0, threads=odd),
        *(lambda x=x: solve(PUZZLE, WORDS, **{x: odd}) for x in ("seed", "threads")),
        *(lambda x=x: Limits(**{x: odd}) for x in ("target", "max_width")),
    ]
    if odd != 1.5:
        places += [lambda: Limits(odd), lambda: Limits(memory_gb=odd)]
        places.append(lambda: solve(PUZZLE, WORDS, limits=odd))
    for taken in places:
        with pytest.raises(PatienceError, match=r"number|nan"):
            taken()


def test_what_is_read_can_be_copied_and_pickled() -> None:
    for each in (
        parse_grid("; tiles: AB\nAB"),
        parse_grid('{"grid": ["AB"]}'),
        solve(PUZZLE, WORDS, limits=QUICK),
        Lexicon(WORDS),
    ):
        assert copy.deepcopy(each) == pickle.loads(pickle.dumps(each)) == each


def test_words_that_are_left_out_are_told() -> None:
    told: list[str] = []

    class Listener(Observer):
        def on_notice(self, text: str) -> None:
            told.append(text)

    solve(PUZZLE, [*WORDS, "A"], limits=QUICK, observer=Listener())
    assert "given words: left out 1 of one letter (A)" in told


# ---- the end of a search ------------------------------------------------------------------------


def test_a_function_hears_each_grid_and_ends_the_search() -> None:
    heard: list[int] = []

    def tell(grid: Grid, cost: int) -> bool:
        heard.append(cost)
        return cost <= 12

    result = solve("gay-play-frame-9x7", limits=LONG, observer=tell)
    assert result.stopped is StopReason.INTERRUPT
    assert result.cost == heard[-1] <= 12
    assert all(cost > 12 for cost in heard[:-1])


def test_an_event_ends_the_search() -> None:
    stop = Event()

    class Setting(Observer):
        def on_best(self, grid: Grid, cost: int) -> None:
            stop.set()

    result = solve("gay-play-frame-9x7", limits=LONG, observer=Setting(), stop=stop)
    assert result.best is not None
    assert result.stopped is StopReason.INTERRUPT


def test_a_cancelled_task_ends_its_search() -> None:
    found = Event()

    async def cancelled() -> None:
        task = asyncio.create_task(
            solve_async("gay-play-frame-9x7", limits=LONG, observer=lambda *_: found.set())
        )
        await asyncio.to_thread(found.wait, 60)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(cancelled(), 60))
    result = asyncio.run(solve_async(PUZZLE, WORDS, limits=5))
    assert result.cost == 0


# ---- what commands do ---------------------------------------------------------------------------


def test_a_hint_is_the_next_word_on_the_way_to_a_grid() -> None:
    start = Puzzle("ABCDEF", "3x2", start="ABC\n...")
    given_hint = hint(start, WORDS)
    assert given_hint.result.best is not None
    assert given_hint.word == next_word(start.start, given_hint.result.best, WORDS)
    assert given_hint.word is not None
    assert set(given_hint.cells) == {cell for cell in given_hint.word.cells if cell.row == 1}
    nothing = hint(Puzzle("ABCDEF", "3x2", start="F..\n..."), ["AB"], limits=1)
    assert (nothing.word, nothing.cells, nothing.result.best) == (None, (), None)


def test_a_proof_gives_a_certificate_or_a_grid() -> None:
    puzzle = Puzzle("ABCDEF", "3x2")
    proven = prove(puzzle, ["abc", "ad"], at_most=1, threads=1)
    assert proven.grid is None
    assert proven.certificate is not None
    assert proven.certificate.at_most == 1
    assert proven.certificate.puzzle["goal"] == "frame"
    refuted = prove(puzzle, WORDS, at_most=0, limits=60, threads=1)
    assert refuted.grid is not None
    assert refuted.report is not None
    assert refuted.report.cost == 0
    stop = Event()
    stop.set()
    assert prove("gay-play-frame-9x7", at_most=0, threads=1, stop=stop).stopped


def test_puzzles_are_drawn() -> None:
    asked: dict[str, Any] = {"count": 3, "seed": 5, "given": Spec(lexicon="fr-basic")}
    told: list[tuple[int, int]] = []
    found = draw(12, "4x3", tell=lambda *at: told.append(at), **asked)
    assert [spec.difficulty for spec in found] == sorted(spec.difficulty or 0 for spec in found)
    assert [tiles.total for tiles in {spec.puzzle().tiles for spec in found}] == [12, 12, 12]
    assert told[0] == (0, 1)
    assert found == draw(12, Frame(4, 3), **asked)
    assert draw(6, "compact", like="ABCDEFGHI", **asked | {"count": 1})[0].goal == Compact()


def test_runs_are_compared_by_the_sign_test() -> None:
    mine = [("one", seed, 2.0, 5) for seed in range(3)] + [("two", 0, 1.0, 7), ("six", 0, 1, None)]
    other = [
        {"puzzle": name, "seed": seed, "seconds": 9, "cost": 6, "more": ""}
        for name, seed, *_ in mine
    ]
    found = compare(mine, other)
    assert found.pairs == 5
    assert (found.cost.first, found.cost.second, found.cost.draws) == (1, 2, 0)
    assert found.cost.p == 1.0
    assert found.by_puzzle["one"][0].first == 3
    assert compare(mine, other[:1]).unpaired == (4, 0)
    as_tables_have_it = [(*map(str, row[:3]), nothing) for row in mine for nothing in ["", nan]]
    assert compare(as_tables_have_it[::2], mine[:-1]).cost.second == 2
    assert compare(as_tables_have_it[1::2], mine[:-1]).cost.second == 2
    with pytest.raises(PatienceError, match="2 runs of two have seed 0: give each its own"):
        compare(mine, [*mine, mine[3]])
    broken: list[Any] = [(), ("one", 0, 1.0), {"puzzle": "one"}, ("one", "x", 1.0, 5), 5]
    for row in broken:
        with pytest.raises(PatienceError, match="give its puzzle, seed, seconds and cost"):
            compare(mine, [row])


def test_a_result_is_a_flat_row() -> None:
    results = [solve(PUZZLE, WORDS, limits=QUICK, seed=seed) for seed in (0, 1)]
    rows = [result.to_dict() for result in results]
    assert {type(x) for row in rows for x in row.values()} <= {str, int, float, type(None)}
    assert [row["seed"] for row in rows] == [0, 1]
    assert rows[0]["puzzle"] == rows[1]["puzzle"]
    turned = solve(Puzzle(TILES, Frame(2, 3)), WORDS, limits=QUICK)
    assert rows[0]["puzzle"] != turned.to_dict()["puzzle"]
    assert (rows[0]["cost"], rows[0]["gap"], rows[0]["grid"]) == (0, 0, str(results[0].best))
    assert compare(rows, rows).cost.draws == 1
    with pytest.raises(PatienceError, match="without a request"):
        replace(results[0], request=None).to_dict()


def test_engines_say_at_debug_what_they_do() -> None:
    heard: SimpleQueue[logging.LogRecord] = SimpleQueue()
    hearing = QueueHandler(heard)
    logger = logging.getLogger("patience")
    logger.addHandler(hearing)
    logger.setLevel(logging.DEBUG)
    # Where beams begin, a proof may end before it has said a line.
    result = solve("mini/4x4-1", engine="prove", params=ProveParams(beam_seconds=0), limits=30)
    logger.setLevel(logging.NOTSET)
    logger.removeHandler(hearing)
    said = "\n".join(heard.get().getMessage() for _ in range(heard.qsize()))
    assert f"a grid of cost {result.cost}" in said
    assert f"none costs less than {result.bound}" in said
    assert "width" in said or "refuting" in said or "grids" in said
