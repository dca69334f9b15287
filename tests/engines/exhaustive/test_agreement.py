"""What the exhaustive engine answers, beside the conformance suite."""

from __future__ import annotations

import pytest

from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.exhaustive.levels import cost_levels
from patience.engines.exhaustive.slots.kernels import MAX_LENGTH
from patience.errors import EngineError
from patience.game.alphabet import LATIN
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.tiles import from_letters
from patience.result import Observer, Status
from patience.solve import solve
from patience.words.lexicon import Lexicon, load
from tests.engines.exhaustive.support import ask, use
from tests.engines.running import context_of, right, small, unjudged
from tests.strategies import Case


def test_of_equal_areas_the_smaller_perimeter_is_looked_for() -> None:
    puzzle = Puzzle(from_letters("ABCD"), Compact())
    words = Lexicon.of(["ABCD", "AB", "CD", "AC", "BD"])
    context = context_of(puzzle, words)
    context.incumbent.offer(Grid(("ABCD",)))
    result = unjudged(ExhaustiveEngine, context)
    assert (result.cost, result.bound, result.status) == (4, 4, Status.OPTIMAL)
    assert result.best is not None
    assert puzzle.rank(result.best) == (4, 8)


def test_a_grid_too_large_is_refused_before_a_beam_is_spent_on_it() -> None:
    beams: list[int] = []
    observer = Observer()
    observer.on_best = lambda grid, cost: beams.append(cost)  # type: ignore[method-assign]
    puzzle = Puzzle(from_letters(LATIN.symbols * 8), Frame(13, 13))
    with pytest.raises(EngineError, match="12 on the shorter side"):
        solve(puzzle, load("fr-basic"), engine="prove", observer=observer)
    assert not beams


@pytest.mark.parametrize("size", [(12, 2), (13, 2)])
def test_slots_longer_than_the_longest_are_searched_row_after_row(size: tuple[int, int]) -> None:
    lines = ("AB" * size[0])[: size[0]], ("BA" * size[0])[: size[0]]
    some = small(Frame(*size), "AB" * size[0], " ".join(("AB BA", *lines)))
    level = next(iter(cost_levels(some.puzzle, 1, 1)))
    assert (level.order == "slots") is (max(size) <= MAX_LENGTH)
    assert right(some, ask(some))


def test_jokers_are_marked_where_each_choice_of_empty_cells_is_a_tree() -> None:
    puzzle = Puzzle(from_letters("AZ", 2), Compact())
    some = Case(puzzle, frozenset({"AD", "ADZ", "DA", "DD", "AA"}))
    assert len(next(cost_levels(puzzle, 6, 6)).subproblems) > 1
    assert right(some, ask(some))


def test_a_column_short_of_blanks_leaves_nothing_wrong_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use("by cell", monkeypatch)
    some = small(Board(Grid((".#.", "..."))), "IIISTT", "II SS SSS ST TT")
    assert right(some, ask(some))
