"""No claim of a search is refuted: neither by a brute force nor by another seed."""

from __future__ import annotations

import pytest

from patience import Compact, Lexicon, Limits, Puzzle, Status, solve, solve_many
from patience.game.tiles import from_letters
from patience.result import Proven, Result
from patience.words.lexicon import load
from tests import naive
from tests.searches.test_preference import best_worst, plain, scored
from tests.strategies import GOALS, SMALL, Case, case

SHORT = Limits(seconds=0.2)


SCORED = [(goal, number) for goal in GOALS for number in range(2)]


@pytest.mark.parametrize(("goal", "number"), SCORED)
def test_brute_force_refutes_no_claim_on_the_worst_word(goal: str, number: int) -> None:
    some = plain(case(200 + number, goal, SMALL))
    lexicon, scores = scored(some, number)
    limits = Limits(seconds=0.5)  # in less hardly a worst word is proven
    result = solve(some.puzzle, lexicon, prefer="score", limits=limits, seed=number)
    assert not refuted(some, result)
    if Proven.WORST in result.proven:
        wanted = best_worst(some, scores)
        assert wanted is not None
        assert result.worth is not None
        assert result.worth.worst >= wanted[1]


def refuted(some: Case, result: Result) -> str:
    """Return the claim of a result that the brute force refutes; empty if it is none."""
    found = naive.best(some.puzzle, some.words)
    if found is None:
        return "" if result.best is None else "a grid where there is none"
    cost, best = found
    if result.status is Status.INFEASIBLE or result.bound > cost:
        return f"there is a grid of cost {cost}"
    if result.best is None:
        return ""
    rank, first = naive.rank(some.puzzle, result.best), naive.rank(some.puzzle, best)
    if Proven.COST in result.proven and rank[0] > first[0]:
        return f"a grid costs {first[0]}"
    if Proven.PERIMETER in result.proven and rank > first:
        return f"a grid has a perimeter of {first[1]}"
    return ""


@pytest.mark.parametrize("engine", ["auto", "beam", "cpsat", "prove"])
@pytest.mark.parametrize("number", range(2))
def test_brute_force_refutes_no_claim_on_a_compact_grid(number: int, engine: str) -> None:
    some = case(number, "compact", SMALL)
    words = Lexicon.of(some.words)
    assert not refuted(some, solve(some.puzzle, words, engine=engine, limits=SHORT, seed=number))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("number", range(1))
def test_brute_force_refutes_no_claim_on_several_grids(number: int, goal: str) -> None:
    some = case(100 + number, goal, SMALL)
    result = solve_many(some.puzzle, Lexicon.of(some.words), 3, limits=SHORT, seed=number)
    assert not refuted(some, result)


@pytest.mark.parametrize(
    ("engine", "jokers", "sides"), [("beam", 12, (3, 4)), ("auto", 36, (6, 6))]
)
def test_compact_grids_go_on_until_no_perimeter_is_smaller(
    engine: str, jokers: int, sides: tuple[int, int]
) -> None:
    puzzle = Puzzle(from_letters("", jokers), Compact())
    result = solve(puzzle, load("fr"), engine=engine, limits=Limits(seconds=60), threads=2)
    assert result.best is not None
    assert (result.best.width, result.best.height) == sides
    assert result.proven == {Proven.COST, Proven.PERIMETER}
