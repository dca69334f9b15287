"""The library refuses wrong arguments in a sentence: which one, what came, what to give."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from numbers import Number
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import patience
from patience import (
    AutoParams,
    BeamParams,
    Board,
    Compact,
    Conventions,
    CpsatParams,
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
    TileSet,
    Weights,
    next_word,
    solve,
    solve_many,
    tile_set,
    verify,
)
from patience.engines.beam.weights import weights
from patience.question.header import from_header, to_header
from patience.words.reading import How

TILES = tile_set("ABCDEF")
PUZZLE = Puzzle(TILES, Frame(3, 2))
GRID = Grid(("ABC", "DEF"))
WORDS = {"ABC", "DEF", "AD", "BE", "CF"}
QUICK = Limits(seconds=None, max_width=10)
NAN = float("nan")

Call = Callable[..., Any]

WRONG: list[tuple[Call, tuple[Any, ...], dict[str, Any], str]] = [
    (Puzzle, (TILES, (9, 7)), {}, "Puzzle: goal is (9, 7); give a Frame, a Compact or a Board"),
    (Puzzle, ("diamino-63", Frame(9, 7)), {}, "Puzzle: tiles is 'diamino-63'; give a TileSet"),
    (Puzzle, (TILES, Frame(3, 2)), {"start": "ABC\n..."}, "Puzzle: start is 'ABC\\n...'; give a"),
    (Puzzle, (TILES, Frame(3, 2)), {"rules": True}, "Puzzle: rules is True; give a Rules"),
    (Frame, ("9", 7), {}, "Frame: width is '9'; give a whole number"),
    (Frame, (9, 7.5), {}, "Frame: height is 7.5; give a whole number"),
    (Frame, (9, True), {}, "Frame: height is True; give a whole number"),
    (Compact, ((9,),), {}, "Compact: within is (9,); give a tuple of a whole number and a whole"),
    (Compact, ("9x12",), {}, "Compact: within is '9x12'; give a tuple"),
    (Board, ("..#",), {}, "Board: layout is '..#'; give a Grid, such as Grid.parse(text)"),
    (Rules, (), {"require": "CHAT"}, "Rules: require is 'CHAT'; give a list or tuple"),
    (Rules, (), {"require": {"AB"}}, "Rules: require is {'AB'}; give a list or tuple of texts"),
    (Rules, (), {"cells_apart": -1}, "cells_apart -1: give 0 to 40,000"),
    (Rules, (), {"require": ("chat",)}, "required word 'chat': give capital letters"),
    (Rules, (), {"connected": np.array([True, False])}, "connected is array([ True, False]); give"),
    (Rules, (), {"connected": "no"}, "Rules: connected is 'no'; give True or False"),
    (TileSet, ("mine", "AABC"), {}, "TileSet: counts is 'AABC'; give a list or tuple of"),
    (TileSet, ("mine", (1.5,) * 26), {}, "TileSet: counts is (1.5, "),
    (Grid, ("ABC",), {}, "Grid: rows is 'ABC'; give a list or tuple of texts"),
    (Grid, ({"ABC"},), {}, "Grid: rows is {'ABC'}; give a list or tuple of texts"),
    (Grid.parse, (b"ABC",), {}, "Grid.parse: text is b'ABC'; give a text"),
    (Limits, ("60",), {}, "Limits: seconds is '60'; give a number or None"),
    (Limits, (), {"target": 2.5}, "Limits: target is 2.5; give a whole number or None"),
    (Limits, (NAN,), {}, "time limit nan: give seconds above 0"),
    (Limits, (np.float64("inf"),), {}, "time limit inf: give seconds above 0"),
    (Limits, (10**400,), {}, "0...; give a number or None"),
    (Limits, (-1,), {}, "time limit -1: give seconds above 0"),
    (Limits, (), {"memory_gb": NAN}, "memory nan GB: give 0.05 or more"),
    (Conventions, (), {"pos": "noun"}, "Conventions: pos is 'noun'; give a set or list of texts"),
    (Conventions, (), {"ban": "CHAT"}, "Conventions: ban is 'CHAT'; give a set or list of texts"),
    (How, (), {"column": 2}, "How: column is 2; give a text or None"),
    (Conventions, (), {"common": "6"}, "Conventions: common is '6'; give a whole number or None"),
    (Lexicon, ("mine", {"CHAT"}), {}, "Lexicon: words is {'CHAT'}; give a WordList"),
    (Lexicon.of, ("CHAT",), {}, "Lexicon.of: words is 'CHAT'; give a set or list of texts"),
    (Lexicon.of, ([1, 2],), {}, "Lexicon.of: words is [1, 2]; give a set or list of texts"),
    (Lexicon.of, (["AB"] * 99 + [1],), {}, "Lexicon.of: words is ['AB', "),
    (Lexicon.of, (iter([1, 2]),), {}, "give a set or list of texts"),
    (Spec, ("frame",), {}, "Spec: goal is 'frame'; give a Frame, a Compact, a Board or None"),
    (Spec, (), {"lexicon": 5}, "Spec: lexicon is 5; give a text or a Path or None"),
    (tile_set, (63,), {}, "tile_set: text is 63; give a text or a Path"),
    (tile_set, ("AB", 5), {}, "tile_set: folder is 5; give a Path"),
    (patience.load_lexicon, (None,), {}, "name_or_path is None; give a text or a Path"),
    (patience.load_lexicon, (["CHAT"],), {}, "name_or_path is ['CHAT']; give a text or a Path"),
    (patience.load_lexicon, ("fr", "no_foreign"), {}, "conventions is 'no_foreign'; give a Conv"),
    (patience.load_instance, (5,), {}, "load_instance: name_or_path is 5; give a text or a Path"),
    (patience.parse_grid, (5,), {}, "parse_grid: content is 5; give a text or a "),
    (patience.read_grid, (GRID,), {}, "read_grid: path is Grid(3x2 ABC/DEF); give a text"),
    (patience.read_grids, (None,), {}, "read_grids: path is None; give a text or a Path"),
    (verify, (PUZZLE, "ABC\nDEF", WORDS), {}, "verify: grid is 'ABC\\nDEF'; give a Grid"),
    (verify, (PUZZLE, GRID, "ABC"), {}, "verify: lexicon is 'ABC'; give a set or list of texts"),
    (verify, (PUZZLE, GRID, {"abc"}), {}, "verify: lexicon holds 'abc'; give words in capitals"),
    (verify, (GRID, PUZZLE, WORDS), {}, "verify: puzzle is Grid(3x2 ABC/DEF); give a Puzzle"),
    (next_word, ("ABC", GRID, WORDS), {}, "next_word: start is 'ABC'; give a Grid or None"),
    (solve, (PUZZLE, "fr"), {}, "solve: lexicon is 'fr'; give a Lexicon or a set or list"),
    (solve, (PUZZLE, 5), {}, 'such as load_lexicon("fr")'),
    (solve, (Frame(9, 7), WORDS), {}, "solve: puzzle is Frame(width=9, height=7); give a Puzzle"),
    (solve, (PUZZLE, WORDS), {"limits": 5}, "solve: limits is 5; give a Limits or None, such as"),
    (solve, (PUZZLE, WORDS), {"seed": "1"}, "solve: seed is '1'; give a whole number"),
    (solve, (PUZZLE, WORDS), {"seed": -1}, "seed -1: give 0 to"),
    (solve, (PUZZLE, WORDS), {"threads": 2.0}, "solve: threads is 2.0; give a whole number"),
    (solve, (PUZZLE, WORDS), {"engine": None}, "solve: engine is None; give a text"),
    (solve, (PUZZLE, WORDS), {"observer": Observer}, "solve: observer is <class"),
    (solve, (PUZZLE, WORDS), {"params": "wide"}, "params is 'wide'; give an AutoParams, a BeamPar"),
    (AutoParams, (), {"beam": None}, "AutoParams: beam is None; give a BeamParams"),
    (BeamParams, (), {"weights": 0.5}, "BeamParams: weights is 0.5; give a Weights or None"),
    (Weights, (), {"pairs": 1.0}, "Weights: alpha is missing; give a list"),
    (CpsatParams, (), {"beam_width": "9"}, "CpsatParams: beam_width is '9'; give a whole number"),
    (CpsatParams, (), {"beam_width": 0}, "CpsatParams: beam_seconds must be 0 or more"),
    (ProveParams, (), {"beam_seconds": -1}, "ProveParams: beam_seconds must be 0 or more"),
    (ProveParams, (), {"beam_seconds": NAN}, "ProveParams: beam_seconds must be 0 or"),
    (solve, (PUZZLE, ["1", "2"]), {}, "none is a word"),
    (solve_many, (PUZZLE, WORDS, "2"), {}, "solve_many: count is '2'; give a whole number"),
    (solve_many, (PUZZLE, WORDS, 1), {"cells_apart": -1}, "cells_apart -1: give 0 to 40,000"),
    (solve_many, (PUZZLE, WORDS, 2), {"limits": 5}, "solve_many: limits is 5; give a Limits"),
    (solve_many, (PUZZLE, WORDS, 2), {"threads": "2"}, "solve_many: threads is '2'; give a whole"),
]


@pytest.mark.parametrize(("call", "args", "options", "sentence"), WRONG)
def test_a_wrong_argument_is_told_in_a_sentence(
    call: Call, args: tuple[Any, ...], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PatienceError) as error:
        call(*args, **options)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_every_public_function_and_question_is_among_them() -> None:
    made = {"Cell", "GridFile", "Observer", "PatienceError", "Report", "Result", "Run", "Stats"}
    made |= {"ENGINES", "Instance", "Request", "instances"}
    made |= {"Status", "StopReason", "TILE_SETS", "Violation", "lexicons", "shipped_instances"}
    tried = {getattr(call, "__qualname__", "").partition(".")[0] for call, *_ in WRONG}
    public = {name: getattr(patience, name) for name in patience.__all__ if name not in made}
    assert {each.__qualname__ for each in public.values()} <= tried


UNFIT: list[tuple[Call, tuple[Any, ...], dict[str, Any], str]] = [
    (
        BeamParams,
        (),
        {"foo": 1},
        "BeamParams: no argument is called 'foo' (there are: weights, nar",
    ),
    (Limits, (), {"second": 1}, "Limits: no argument is called 'second'; did you mean seconds? (t"),
    (Frame, (9,), {}, "Frame: height is missing; give a whole number"),
    (
        Frame,
        (9, 7, 5),
        {},
        "Frame: 3 arguments without a name; give at most 2 by their place (width, ",
    ),
    (Frame, (9, 7), {"width": 9}, "Frame: width is given twice, by its place and by its name"),
    (Puzzle, (), {}, 'Puzzle: tiles is missing; give a TileSet, such as tile_set("diamino-63")'),
    (
        solve,
        (PUZZLE,),
        {},
        "solve: lexicon is missing; give a Lexicon or a set or list of texts, su",
    ),
    (solve, (PUZZLE, WORDS), {"time": 5}, "solve: no argument is called 'time'"),
    (
        solve,
        (PUZZLE, WORDS, 60),
        {},
        "solve: 3 arguments without a name; give at most 2 by their pl",
    ),
    (Grid.parse, (), {}, "Grid.parse: text is missing; give a text"),
    (replace, (Limits(),), {"hours": 1}, "Limits: no argument is called 'hours'"),
]


@pytest.mark.parametrize(("call", "args", "options", "sentence"), UNFIT)
def test_arguments_that_do_not_suit_are_told_in_a_sentence(
    call: Call, args: tuple[Any, ...], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PatienceError) as error:
        call(*args, **options)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)
    assert isinstance(error.value, TypeError)


def test_an_error_within_a_constructor_stays_what_it_is() -> None:
    with pytest.raises(PatienceError, match=r"memory 0 GB: give 0\.05 or more"):
        Limits(memory_gb=0)


@pytest.mark.parametrize(
    "words", [WORDS, sorted(WORDS), frozenset(WORDS), tuple(w.lower() for w in WORDS)]
)
def test_words_in_any_collection_are_a_lexicon(words: Any) -> None:
    for result in (
        solve(PUZZLE, words, limits=QUICK),
        solve_many(PUZZLE, words, 1, limits=QUICK),
    ):
        assert (result.cost, result.status) == (0, Status.OPTIMAL)
        assert result.best is not None
        assert verify(PUZZLE, result.best, WORDS).valid


def test_words_that_are_left_out_are_told() -> None:
    told: list[str] = []

    class Listener(Observer):
        def on_notice(self, text: str) -> None:
            told.append(text)

    solve(PUZZLE, [*WORDS, "A"], limits=QUICK, observer=Listener())
    assert "given words: left out 1 of one letter (A)" in told


# Every place of the library where a number is meant, and one that it takes.
WHOLE: dict[str, tuple[int, Call]] = {
    "Frame": (3, lambda n: Frame(n, n)),
    "Compact": (9, lambda n: Compact((n, n))),
    "Limits": (5, lambda n: Limits(target=n, max_width=n)),
    "Rules": (2, lambda n: Rules(cells_apart=n)),
    "TileSet": (2, lambda n: TileSet("mine", (n,) * 26, n)),
    "with_jokers": (2, TILES.with_jokers),
    "Conventions": (3, lambda n: Conventions(common=n, min_length=n)),
    "Spec": (2, lambda n: Spec(within=(n, n), jokers=n)),
    "CpsatParams": (7, lambda n: CpsatParams(beam_width=n)),
    "ProveParams": (7, lambda n: ProveParams(beam_width=n)),
}
BROKEN: dict[str, tuple[float, Call]] = {
    "seconds": (2, lambda x: Limits(seconds=x)),
    "memory": (2, lambda x: Limits(memory_gb=x)),
    "cpsat": (2, lambda x: CpsatParams(beam_seconds=x)),
    "prove": (2, lambda x: ProveParams(beam_seconds=x)),
    "score": (2, lambda x: How(min_score=x)),
    "weights": (2, lambda x: replace(weights("frame"), pairs=x, alpha=(x, x))),
}
WHOLE_KINDS = [getattr(np, f"{u}int{bits}") for u in ("", "u") for bits in (8, 16, 32, 64)]
REAL_KINDS = [*WHOLE_KINDS, int, np.float16, np.float32, np.float64, Fraction]


def plain(value: object) -> bool:
    """Tell whether no number in an object is one of another library."""
    if is_dataclass(value):
        return all(plain(getattr(value, each.name)) for each in fields(value))
    if isinstance(value, (tuple, list)):
        return all(map(plain, value))
    return not isinstance(value, (Number, np.generic)) or type(value) in {int, float, bool}


@pytest.mark.parametrize("place", WHOLE)
@given(kind=st.sampled_from([*WHOLE_KINDS, np.array]))
def test_whole_numbers_of_any_kind_are_numbers(place: str, kind: Call) -> None:
    number, build = WHOLE[place]
    built = build(kind(number))
    assert built == build(number)
    assert plain(built)


@pytest.mark.parametrize("place", BROKEN)
@given(kind=st.sampled_from(REAL_KINDS))
def test_numbers_of_any_kind_are_numbers(place: str, kind: Call) -> None:
    number, build = BROKEN[place]
    built = build(kind(number))
    assert built == build(number)
    assert plain(built)


@pytest.mark.parametrize("place", [*WHOLE, *BROKEN])
@given(
    value=st.sampled_from(
        [NAN, float("inf"), -float("inf"), np.float32("nan"), 2j, True, "2", b"2"]
    )
    | st.sampled_from([np.True_, np.datetime64("2026-01-01"), np.array([2, 2]), object()])
    | st.decimals()
)
def test_what_is_no_number_is_refused_in_a_sentence(place: str, value: object) -> None:
    assume(place != "score" or not isinstance(value, str))  # a text may say scores by length
    with pytest.raises(PatienceError) as error:
        (WHOLE | BROKEN)[place][1](value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [np.True_, np.array(True)])
def test_truths_of_numpy_are_truths(value: Any) -> None:
    rules = Rules(distinct_words=value)
    assert rules == Rules(distinct_words=True)
    assert rules.distinct_words is True


@pytest.mark.parametrize("engine", ["auto", "beam", "cpsat", "prove"])
def test_a_search_takes_numbers_of_numpy(engine: str) -> None:
    tiles = TileSet("mine", np.array(TILES.counts), np.int64(0))  # type: ignore[arg-type]
    puzzle = Puzzle(tiles, Frame(np.int64(3), np.uint8(2)))  # type: ignore[arg-type]
    limits = Limits(np.float32(60), np.int64(0), np.int16(10))  # type: ignore[arg-type]
    usual = solve(PUZZLE, WORDS, engine=engine, limits=Limits(60, 0, 10), seed=1, threads=1)
    one: Any = np.int32(1)
    how: dict[str, Any] = {"engine": engine, "limits": limits, "seed": one, "threads": one}
    for result in (
        solve(puzzle, np.array(sorted(WORDS)), **how),
        solve_many(puzzle, WORDS, count=one, **how),
    ):
        assert result.best == usual.best
        assert result.request == usual.request
        assert plain(result.request)
        assert json.loads(result.to_json())["seed"] == 1


ITERABLES: list[Call] = [list, tuple, iter, np.array, lambda x: (each for each in x), dict.fromkeys]
SETS: list[Call] = [set, frozenset, lambda x: dict.fromkeys(x).keys()]


@pytest.mark.parametrize("kind", [*ITERABLES, *SETS])
def test_words_may_come_in_any_iterable(kind: Call) -> None:
    some = sorted(WORDS)
    assert [*Lexicon.of(kind(some))] == some
    assert Conventions(ban=kind(some)) == Conventions(ban=some)
    assert solve(PUZZLE, kind(some), limits=QUICK).cost == 0
    assert verify(PUZZLE, GRID, kind(some)).valid
    assert next_word(None, GRID, kind(some)) == next_word(None, GRID, WORDS)


@pytest.mark.parametrize("kind", [*ITERABLES[:-1], *SETS])
def test_sets_may_come_in_any_iterable(kind: Call) -> None:
    conventions = Conventions(pos=kind(["noun", "verb"]), themes=kind(["zool"]))
    assert conventions == Conventions(pos={"noun", "verb"}, themes={"zool"})


@pytest.mark.parametrize("kind", ITERABLES[:-1])
def test_rows_may_come_in_any_sequence(kind: Call) -> None:
    assert Grid(kind(["ABC", "DEF"])) == GRID
    assert Rules(require=kind(["ABC", "DEF"])).require == ("ABC", "DEF")
    assert Compact(kind([9, 12])).within == (9, 12)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_may_be_given_where_a_file_is_meant(kind: Call, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    (tmp_path / "grid.txt").write_text("ABC\nDEF\n")
    (tmp_path / "tiles.txt").write_text("A1 B1 C1 D1 E1 F1")
    (tmp_path / "puzzle.toml").write_text('frame = "3x2"\ntiles = "ABCDEF"\nlexicon = "words.txt"')
    words = kind(tmp_path / "words.txt")
    assert len(patience.load_lexicon(words)) == len(WORDS)
    assert patience.read_grid(kind(tmp_path / "grid.txt")).grid == GRID
    assert [file.grid for file in patience.read_grids(kind(tmp_path / "grid.txt"))] == [GRID]
    assert tile_set(kind(tmp_path / "tiles.txt")) == TILES
    assert tile_set("tiles.txt", kind(tmp_path)) == TILES
    assert patience.load_instance(kind(tmp_path / "puzzle.toml")).puzzle() == PUZZLE
    spec = Spec(Frame(3, 2), tiles=TILES, lexicon=words)
    assert spec.lexicon_name == str(words)
    header = from_header(to_header(spec), GRID, kind(tmp_path))
    assert header.puzzle() == PUZZLE
