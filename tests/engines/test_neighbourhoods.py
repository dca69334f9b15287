"""Large neighbourhood search: what stays fixed, and how much of the work it gets."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from patience import Frame, Limits, Puzzle
from patience.engines.beam import neighbourhoods as lns
from patience.engines.params import BeamParams
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.game.tiles import named
from patience.solve import solve
from patience.words.lexicon import load


@given(
    kinds=st.lists(
        st.sampled_from([CELL_OPEN, CELL_OPEN, CELL_OPEN, CELL_CLOSED, CELL_FACE_DOWN, 4]),
        min_size=6,
        max_size=6,
    ),
    letters=st.lists(st.sampled_from([0, 1, 26, 27]), min_size=6, max_size=6),
    max_blanks=st.integers(0, 6),
    seed=st.integers(0, 99),
)
def test_blanks_kept_are_some_of_the_grids_and_all_that_are_allowed(
    kinds: list[int], letters: list[int], max_blanks: int, seed: int
) -> None:
    cells = np.array(kinds, np.int8).reshape(2, 3)
    subproblem = Subproblem(cells, (9,) * 26, 0, max_blanks, connected=True)
    empty = [i for i in range(6) if kinds[i] == CELL_OPEN and letters[i] >= CELL_FACE_DOWN]
    held = lns.keep_blanks(subproblem, np.array(letters, np.uint8), random.Random(seed))
    if len(empty) <= max_blanks:
        assert held is None
        return
    assert held is not None
    changed = np.flatnonzero(held.cells != cells)
    assert set(changed) <= set(empty)
    assert len(changed) == max_blanks
    assert (held.cells.ravel()[changed] == CELL_FACE_DOWN).all()
    assert (held.max_blanks, held.tiles) == (0, subproblem.tiles)


@given(st.lists(st.tuples(st.integers(1, 10**9), st.booleans()), min_size=1))
def test_neighbourhoods_take_no_more_work_than_the_beams_and_never_stop(
    beams: list[tuple[int, bool]],
) -> None:
    budget = lns.OperatorBudget()
    for work, improved in beams:
        budget.beam_work += work
        if budget.remaining > 0:
            budget.record(budget.remaining, improved=improved)
        assert budget.neighbourhood_work <= budget.beam_work
    budget.beam_work *= 100
    assert budget.remaining > 0


def test_the_budget_grows_with_improvements() -> None:
    growth = {}
    for improved in (True, False):
        budget = lns.OperatorBudget(beam_work=10_000_000)
        before = budget.remaining
        for _ in range(3):
            budget.record(0, improved=improved)
        growth[improved] = budget.remaining / before
    assert growth[True] > 2
    assert growth[False] < 0.5


def test_neighbourhoods_keep_to_their_budget() -> None:
    """Beams that feed it included; refills are counted when they are done."""
    puzzle, lexicon = Puzzle(named("diamino-63"), Frame(9, 7)), load("fr-basic")
    work = {}
    for neighbourhoods in (True, False):
        limits = Limits(seconds=None, max_width=16_000)
        result = solve(
            puzzle, lexicon, engine="beam", limits=limits, seed=1, threads=1,
            params=BeamParams(neighbourhoods=neighbourhoods),
        )  # fmt: skip
        work[neighbourhoods] = result.stats.children
        assert (result.stats.neighbourhoods > 0) == neighbourhoods
    assert work[True] < 1.6 * work[False]
