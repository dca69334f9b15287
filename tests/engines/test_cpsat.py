"""The CP-SAT engine: every rule of its model is needed; the conformance suite has its answers."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

import pytest

from patience.engines import dawg
from patience.engines.cpsat import automata, constraints, placed, variables
from patience.engines.cpsat.engine import CpsatEngine
from patience.engines.cpsat.lines import LineReader
from patience.engines.cpsat.model import SolveStatus, SubproblemModel
from patience.engines.dawg import BLANK
from patience.engines.params import CpsatParams
from patience.engines.rectangles import Rectangle, candidate_rectangles
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.errors import EngineError, RefereeError
from patience.game.alphabet import LATIN
from patience.game.grid import Cell, Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.question.catalogue import TILE_SETS, parse
from patience.result import Limits, Stats, Status, StopReason
from patience.solve import solve
from patience.words.lexicon import Lexicon, load
from patience.words.wordlist import WordList
from tests.engines import running
from tests.engines.running import CPSAT, Watcher, right, small, use_cpsat
from tests.strategies import GOALS, TINY, Case, case

ALONE = CpsatParams(beam_seconds=0)  # the model has to find everything itself

ask = partial(running.ask, CpsatEngine)


@pytest.fixture(params=CPSAT)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose how all models are searched."""
    name: str = request.param
    use_cpsat(name, monkeypatch)
    return name


# ---- every rule of the model is needed ---------------------------------------------------------


def without(*_: object) -> None:
    """A rule that says nothing."""


def ignoring(kind: int) -> Callable[[Subproblem, Collection[int]], dict[Cell, list[int]]]:
    """Return `options` as if no cell were of a kind (or laid, for kind 0)."""
    original = variables.options

    def options(subproblem: Subproblem, letters: Collection[int]) -> dict[Cell, list[int]]:
        cells = subproblem.cells.copy()
        cells[(cells == kind) | ((kind == 0) & (cells >= 0) & (cells < CELL_FACE_DOWN))] = CELL_OPEN
        return original(replace(subproblem, cells=cells), letters)

    return options


WORD = small(Frame(2, 2), "ABCD", "AB CD")
APART = small(Frame(3, 2), "ABBBXX", "AB", connected=False)
PIECES = small(Frame(3, 3), "ABCDXXXXX", "AB CD")
ONCE = small(Frame(2, 2), "ABBX", "AB", distinct_words=True)
NO_WORD = small(Frame(2, 2), "ABXX", "AB", "*./.*", connected=False)
CLOSED = small(Board(Grid(("..#",))), "ABCDE", "ABC")
line = partial(small, Frame(3, 1), "ABCDE")

ALL, LINES, PLACES = tuple(CPSAT), ("in order", "few words"), ("placements",)

# The models that need a rule, the rule, a puzzle that tells, and what stands for the rule.
MUTATIONS: list[tuple[tuple[str, ...], str, Case, Any]] = [
    (ALL, "constraints.one_symbol_a_cell", WORD, without),
    (LINES, "automata.lines_show_words", WORD, without),
    (LINES, "automata.no_letter_stands_alone", APART, without),
    (PLACES, "placed.words_show_their_letters", WORD, without),
    (PLACES, "placed.words_end_at_empty_cells", small(Frame(4, 1), "ABCD", "AB CD"), without),
    (PLACES, "placed.letters_belong_to_words", WORD, without),
    (ALL, "constraints.one_piece", PIECES, without),
    (ALL, "constraints.tiles_suffice", small(Frame(2, 2), "ABCDEF", "AB BA"), without),
    (("in order",), "model.repeated_words", ONCE, lambda *_: set()),
    (ALL, "constraints.some_word", NO_WORD, without),
    (ALL, "constraints.count_what_is_left", small(Frame(4, 1), "ABCDE", "AE BC BCD"), without),
    (LINES, "automata.required_words", line("ABC DE", require=("DE",)), without),
    (PLACES, "placed.required_words", line("ABC DE", require=("DE",)), without),
    (ALL, "constraints.unlike_others", line("ABC DE", unlike=(Grid(("ABC",)),)), without),
    (ALL, "constraints.grid_is_symmetric", line("AB", symmetry="half-turn"), without),
    (ALL, "variables.options", line("ABC DE", "D.."), ignoring(0)),
    (ALL, "variables.options", line("ABC DE", "*.."), ignoring(CELL_FACE_DOWN)),
    (ALL, "variables.options", CLOSED, ignoring(CELL_CLOSED)),
]


@pytest.mark.parametrize(
    ("way", "rule", "some", "mutant"),
    [(way, *row) for ways, *row in MUTATIONS for way in ways],
    indirect=["way"],
)
def test_every_rule_is_needed(
    way: str, rule: str, some: Case, mutant: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert right(some, ask(some))
    monkeypatch.setattr(f"patience.engines.cpsat.{rule}", mutant)
    try:
        result = ask(some, seconds=5)
    except (AssertionError, RefereeError):
        return  # the engine noticed itself
    assert not right(some, result), way


# The others change no answer, or have tests below.
@pytest.mark.parametrize(
    ("rules", "others"),
    [
        (
            constraints.add_constraints,
            {"lines_are_read", "words_are_placed", "letters_must_be_placed", "sides_are_reached"},
        ),
        (automata.lines_are_read, set()),
        (placed.words_are_placed, {"distinct_words"}),
    ],
)
def test_the_mutations_leave_out_no_rule(rules: FunctionType, others: set[str]) -> None:
    broken = {rule.split(".")[1] for _, rule, _, _ in MUTATIONS}
    names = {
        x for x in rules.__code__.co_names if isinstance(rules.__globals__.get(x), FunctionType)
    }
    assert names - broken == others


@pytest.mark.usefixtures("way")
def test_what_only_helps_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constraints, "letters_must_be_placed", without)
    for goal, number in itertools.product(GOALS, range(10)):
        some = case(number, goal, TINY)
        assert right(some, ask(some)), f"{goal} {number}"


@pytest.mark.usefixtures("way")
def test_a_closed_cell_is_unlike_an_open_one_of_a_mirrored_grid() -> None:
    other = Grid(("#UT", ".T.", "#U."))
    rules = Rules(distinct_words=True, unlike=(other,), cells_apart=3)
    board = Board(Grid(("#..", "...", "#..")))
    some = Case(Puzzle(from_letters("AAATTUU"), board, rules), frozenset({"UT", "UTU"}))
    assert right(some, ask(some))


@pytest.mark.usefixtures("way")
def test_an_empty_row_at_the_border_makes_no_other_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Grid(("ABC",))
    some = small(Compact((3, 2)), "ABC", "ABC", connected=False, unlike=(other,))
    assert ask(some).status is Status.INFEASIBLE
    monkeypatch.setattr(constraints, "sides_are_reached", without)
    with pytest.raises(RefereeError, match=r"a grid of cost 3 stands against the proof .* than 6"):
        ask(some)


# ---- lines and shapes --------------------------------------------------------------------------


def accepted(reader: LineReader, options: tuple[frozenset[int], ...]) -> set[str]:
    """Return the texts that the automaton of a line accepts."""
    texts = {("", 0)}
    for arcs in reader.automaton(options):
        texts = {
            (text + ("." if arc.symbol == BLANK else LATIN.symbols[arc.symbol]), arc.after)
            for text, state in texts
            for arc in arcs
            if arc.state == state
        }
    assert all(state == 0 for _, state in texts)
    return {text for text, _ in texts}


def test_a_line_accepts_words_apart_from_each_other() -> None:
    words = ("AB", "ABA", "BBA")
    reader = LineReader(dawg.build(WordList.of(words), 5))
    every = frozenset({0, 1, BLANK})
    for options in ((every,) * 5, (every, frozenset({1}), every, frozenset({BLANK}), every)):
        texts = map("".join, itertools.product(*(["AB."[min(x, 2)] for x in o] for o in options)))
        right_ones = {
            text for text in texts if all(len(run) < 2 or run in words for run in text.split("."))
        }
        assert accepted(reader, options) == right_ones
        assert reader.count(options) >= sum(map(len, reader.automaton(options)))


def test_the_letters_are_those_of_words() -> None:
    assert LineReader(dawg.build(WordList.of(("AB", "AC", "DAB")), 3)).letters == {0, 1, 2, 3}


def test_a_line_that_nothing_fits_has_no_arcs() -> None:
    reader = LineReader(dawg.build(WordList.of(("AB",)), 3))
    assert not any(reader.automaton((frozenset({1}),) * 3))


def test_shapes_rise_and_keep_to_the_table() -> None:
    tiles = from_letters("ABCDEF")
    free = candidate_rectangles(Puzzle(tiles, Compact()))
    assert free[:2] == [Rectangle(2, 3), Rectangle(1, 6)]
    assert [shape.area for shape in free] == sorted(shape.area for shape in free)
    assert all(shape.width <= shape.height for shape in free)
    table = candidate_rectangles(Puzzle(tiles, Compact((4, 2))))
    assert table == [Rectangle(3, 2), Rectangle(4, 2)]


# ---- promises ----------------------------------------------------------------------------------


class Impatient(Watcher):
    """Interrupts at the first progress after a grid."""

    def on_progress(self, stats: Stats) -> None:
        super().on_progress(stats)
        if self.costs:
            raise KeyboardInterrupt


FR = load("fr")
DRAW = parse("ABCCEFILMNOQSUUVABDE")


def test_an_interrupt_stops_the_solver_and_gives_the_best_so_far() -> None:
    threads, watcher = threading.active_count(), Impatient()
    puzzle = Puzzle(DRAW, Frame(5, 4))
    result = solve(puzzle, FR, engine="cpsat", threads=1, observer=watcher, params=ALONE)
    assert result.cost == watcher.costs[-1]
    assert result.stopped is StopReason.INTERRUPT
    assert threading.active_count() <= threads
    assert result.stats.elapsed_s < 60


def test_stops_at_the_target() -> None:
    puzzle = Puzzle(DRAW, Frame(5, 4))
    limits = Limits(seconds=60, target=8)
    result = solve(puzzle, FR, engine="cpsat", threads=1, limits=limits, params=ALONE)
    assert result.cost is not None
    assert result.cost <= 8
    assert result.stopped is StopReason.TARGET


def test_says_beforehand_that_the_model_is_too_large() -> None:
    puzzle = Puzzle(TILE_SETS["diamino-63"][0], Frame(9, 7))
    with pytest.raises(EngineError, match=r"literals and takes .* GB .* 0\.1 GB are allowed"):
        solve(puzzle, FR, engine="cpsat", threads=1, limits=Limits(memory_gb=0.1))


def test_a_rectangle_whose_solver_stops_before_its_time_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, asked = SubproblemModel.exactly, list[float]()

    def hasty(model: SubproblemModel, left: int, seconds: float) -> SolveStatus:
        asked.append(seconds)
        return whole(model, left, seconds) if len(asked) > 1 else SolveStatus.STOPPED

    monkeypatch.setattr(SubproblemModel, "exactly", hasty)
    puzzle, words = Puzzle(from_letters("ABC"), Compact()), Lexicon.of(["ab", "bc"])
    result = solve(puzzle, words, engine="cpsat", params=ALONE, limits=Limits(seconds=60))
    assert (result.status, len(asked)) == (Status.OPTIMAL, 3)
