"""The referee, engines and the plain twin share no function but accessors of data."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import patience
from patience import (
    Board,
    Compact,
    CpsatParams,
    Frame,
    Grid,
    Lexicon,
    Limits,
    Puzzle,
    Rules,
    solve,
)
from patience.game.tiles import any_letters
from patience.question.catalogue import parse
from patience.referee import verify
from patience.referee.report import Report
from patience.words.lexicon import load
from tests import naive
from tests.strategies import GOALS, case

PACKAGE = Path(patience.__file__).parent

# What the referee may import of the model: the classes of the data, and how symbols are written.
DATA = {"Board", "Cell", "Compact", "Frame", "Grid", "Puzzle", "Run", "faces", "written"}

# What both sides may enter: whether a word is in a list, and which characters spell it.
ACCESSORS = {
    "game/alphabet.py Alphabet._folded",
    "game/alphabet.py Alphabet.encoded",
    "game/alphabet.py Alphabet.spelled",
    "words/lexicon.py Lexicon.__contains__",
    "words/lexicon.py Lexicon.alphabet",
    "words/wordlist.py WordList.__contains__",
    "words/wordlist.py WordList._begin",
    "words/wordlist.py is_word",
    "game/alphabet.py Alphabet.symbols",
    "game/alphabet.py Alphabet.symbols.<locals>.<genexpr>",
    "game/alphabet.py Alphabet.is_latin",
    "game/alphabet.py Alphabet.holds",
    "game/alphabet.py faces",
}


@contextmanager
def entered(into: set[str]) -> Iterator[None]:
    """Add the functions of patience that any thread enters, by file and name."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        files = {code: Path(code.co_filename) for code in codes}
        into |= {
            f"{file.relative_to(PACKAGE).as_posix()} {code.co_qualname}"
            for code, file in files.items()
            if file.is_relative_to(PACKAGE)
        }


FR = load("fr-basic")
SMALL = Lexicon.of(["AB", "CD", "AC", "BD", "ABC", "BCD", "CAB"])
SHORT = Limits(seconds=None, max_width=5)


def searches() -> dict[str, Callable[[], object]]:
    """Return a search of each engine and regime."""
    box = Puzzle(parse("ABCCEFILMNOQ"), Frame(4, 3))
    other = Grid(("AB",))
    rules = Rules(distinct_words=True, require=("AB",), symmetry="half-turn", unlike=(other,))
    quick = Limits(seconds=5)
    small = Puzzle(parse("ABCDABCD?"), Frame(3, 3))
    no_beam = CpsatParams(beam_seconds=0)
    return {
        "beam": lambda: solve(box, FR, engine="beam", limits=SHORT),
        "wide": lambda: solve(box, FR, limits=SHORT, params=None),
        "compact": lambda: solve(replace(box, goal=Compact()), FR, limits=SHORT),
        "recreate": lambda: solve(
            replace(box, goal=Board(Grid(("........",) * 12))), FR, limits=SHORT
        ),
        "fill": lambda: solve(Puzzle(any_letters(), Frame(4, 4)), FR, limits=quick),
        "ruled": lambda: solve(replace(small, rules=rules), SMALL, limits=quick),
        "cpsat": lambda: solve(small, SMALL, engine="cpsat", params=no_beam, limits=quick),
        "prove": lambda: solve(small, SMALL, engine="prove", limits=quick),
        "grow": lambda: solve(Puzzle(parse("QQZAB"), Compact()), FR, limits=quick),
    }


def judged() -> Iterator[tuple[Puzzle, Grid, Container[str]]]:
    """Yield what the referee judges: valid and wrong grids of every goal and rule."""
    for goal in GOALS:
        for seed in range(12):
            some = case(seed, goal)
            rules = replace(
                some.puzzle.rules,
                symmetry="none" if goal == "compact" else "half-turn",
                unlike=(Grid(("AB", ".A")),),
                distinct_words=True,
                require=("AB",),
            )
            for puzzle in (some.puzzle, replace(some.puzzle, rules=rules)):
                found = naive.best(some.puzzle, some.words)
                width, height = puzzle.size or (4, 4)
                for lines in (found[1] if found else ("AB",), ("aB.#*",), ("A" * width,) * height):
                    yield puzzle, Grid(lines), some.words
    yield Puzzle(parse("ABCDABCD?"), Frame(3, 3)), Grid(("ABC", "B..", "A..")), SMALL


@pytest.fixture(scope="module")
def referee() -> set[str]:
    functions: set[str] = set()
    cases = list(judged())
    with entered(functions):
        for puzzle, grid, words in cases:
            verify(puzzle, grid, words)
    return functions


def test_the_referee_enters_itself_and_accessors_alone(referee: set[str]) -> None:
    assert {name for name in referee if not name.startswith("referee/")} <= ACCESSORS
    assert len(referee) > 40


@pytest.mark.parametrize("name", searches())
def test_no_function_is_entered_by_both_the_referee_and_a_search(
    name: str, referee: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def passed(puzzle: Puzzle, grid: Grid, _: Lexicon) -> Report:
        return Report(puzzle.cost(grid), (), (), (), ())

    for module in ("engines.judge", "solve"):
        monkeypatch.setattr(import_module(f"patience.{module}"), "verify", passed)
    functions: set[str] = set()
    with entered(functions):
        searches()[name]()
    assert any(each.startswith("engines/") for each in functions)
    assert functions & referee <= ACCESSORS


def test_the_referee_imports_only_the_data_of_the_model() -> None:
    names = set()
    for path in (PACKAGE / "referee").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("patience.game"):
                names |= {alias.name for alias in node.names}
    assert names - {"Displayed"} == DATA


def test_the_plain_twin_neither_imports_nor_enters_patience() -> None:
    for path in (PACKAGE.parent / "tests" / "naive").glob("*.py"):
        assert "patience" not in {
            name.partition(".")[0]
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
        }
    some, functions = case(3, "frame"), set[str]()
    with entered(functions):
        found = naive.best(some.puzzle, some.words)
        assert found is not None
        assert not naive.faults(some.puzzle, found[1], some.words)
        assert naive.cost(some.puzzle, found[1]) == found[0]
    assert functions == set()
