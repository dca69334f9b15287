"""The library refuses wrong arguments in a sentence: which one, what came, what to give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

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
    next_word,
    solve,
    solve_many,
    tile_set,
    verify,
)

TILES = tile_set("ABCDEF")
PUZZLE = Puzzle(TILES, Frame(3, 2))
GRID = Grid(("ABC", "DEF"))
WORDS = {"ABC", "DEF", "AD", "BE", "CF"}
QUICK = Limits(seconds=None, max_width=10)

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
    (Rules, (), {"require": "CHAT"}, "Rules: require is 'CHAT'; give a tuple of texts"),
    (Rules, (), {"require": ("chat",)}, "required word 'chat': give capital letters"),
    (Rules, (), {"connected": "no"}, "Rules: connected is 'no'; give True or False"),
    (TileSet, ("mine", "AABC"), {}, "TileSet: counts is 'AABC'; give a tuple of whole numbers"),
    (TileSet, ("mine", (1.5,) * 26), {}, "TileSet: counts is (1.5, "),
    (Grid, ("ABC",), {}, "Grid: rows is 'ABC'; give a tuple of texts"),
    (Grid, (["ABC"],), {}, "Grid: rows is ['ABC']; give a tuple of texts"),
    (Grid.parse, (b"ABC",), {}, "Grid.parse: text is b'ABC'; give a text"),
    (Limits, ("60",), {}, "Limits: seconds is '60'; give a number or None"),
    (Limits, (), {"target": 2.5}, "Limits: target is 2.5; give a whole number or None"),
    (Limits, (float("nan"),), {}, "time limit nan"),
    (Conventions, (), {"pos": "noun"}, "Conventions: pos is 'noun'; give a set or list of texts"),
    (Conventions, (), {"ban": "CHAT"}, "Conventions: ban is 'CHAT'; give a set or list of texts"),
    (Conventions, (), {"common": "6"}, "Conventions: common is '6'; give a whole number or None"),
    (Lexicon, ("mine", {"CHAT"}), {}, "Lexicon: words is {'CHAT'}; give a WordList"),
    (Lexicon.of, ("CHAT",), {}, "Lexicon.of: words is 'CHAT'; give a set or list of texts"),
    (Lexicon.of, ([1, 2],), {}, "Lexicon.of: words is [1, 2]; give a set or list of texts"),
    (Spec, ("frame",), {}, "Spec: goal is 'frame'; give a Frame, a Compact, a Board or None"),
    (tile_set, (63,), {}, "tile_set: text is 63; give a text"),
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
    (CpsatParams, (), {"beam_width": "9"}, "CpsatParams: beam_width is '9'; give a whole number"),
    (CpsatParams, (), {"beam_width": 0}, "CpsatParams: beam_seconds must be 0 or more"),
    (ProveParams, (), {"beam_seconds": -1}, "ProveParams: beam_seconds must be 0 or more"),
    (solve, (PUZZLE, ["1", "2"]), {}, "none is a word"),
    (solve_many, (PUZZLE, WORDS, "2"), {}, "solve_many: count is '2'; give a whole number"),
    (solve_many, (PUZZLE, WORDS, 2), {"limits": 5}, "solve_many: limits is 5; give a Limits"),
    (solve_many, (PUZZLE, WORDS, 2), {"threads": "2"}, "solve: threads is '2'; give a whole"),
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
    made |= {"ENGINES", "Request"}
    made |= {"Status", "StopReason", "TILE_SETS", "Violation", "lexicons", "shipped_instances"}
    tried = {getattr(call, "__qualname__", "").partition(".")[0] for call, *_ in WRONG}
    public = {name: getattr(patience, name) for name in patience.__all__ if name not in made}
    assert {each.__qualname__ for each in public.values()} <= tried


def test_a_missing_argument_is_told_as_python_tells_it() -> None:
    with pytest.raises(TypeError, match=r"solve\(\) missing 1 required positional argument"):
        solve(PUZZLE)  # type: ignore[call-arg]


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


def test_numbers_of_numpy_are_numbers() -> None:
    assert Frame(np.int64(3), np.int32(2)) == Frame(3, 2)  # type: ignore[arg-type]
    assert Limits(np.float64(2.5)).seconds == 2.5
