"""Mending: what is held, and how much of the work it gets."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from patience import Frame, Limits, Puzzle
from patience.engines.beam import neighbourhoods as repair
from patience.engines.beam.engine import Params
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Fill
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
    spare=st.integers(0, 6),
    seed=st.integers(0, 99),
)
def test_blanks_held_are_some_of_the_grids_and_all_that_are_allowed(
    kinds: list[int], letters: list[int], spare: int, seed: int
) -> None:
    cells = np.array(kinds, np.int8).reshape(2, 3)
    fill = Fill(cells, (9,) * 26, 0, spare, connected=True)
    empty = [i for i in range(6) if kinds[i] == CELL_OPEN and letters[i] >= CELL_FACE_DOWN]
    held = repair.emptied(fill, np.array(letters, np.uint8), random.Random(seed))
    if len(empty) <= spare:
        assert held is None
        return
    assert held is not None
    changed = np.flatnonzero(held.cells != cells)
    assert set(changed) <= set(empty)
    assert len(changed) == spare
    assert (held.cells.ravel()[changed] == CELL_FACE_DOWN).all()
    assert (held.spare, held.tiles) == (0, fill.tiles)


@given(st.lists(st.tuples(st.integers(1, 10**9), st.booleans()), min_size=1))
def test_mending_takes_no_more_than_the_beams_and_is_never_given_up(
    beams: list[tuple[int, bool]],
) -> None:
    share = repair.Share()
    for work, paid in beams:
        share.beams += work
        if share.due > 0:
            share.spent(share.due, paid=paid)
        assert share.mendings <= share.beams
    share.beams *= 100
    assert share.due > 0


def test_what_pays_gets_more() -> None:
    shares = {}
    for paid in (True, False):
        share = repair.Share(beams=10_000_000)
        begun = share.due
        for _ in range(3):
            share.spent(0, paid=paid)
        shares[paid] = share.due / begun
    assert shares[True] > 2
    assert shares[False] < 0.5


def test_mending_keeps_to_its_share() -> None:
    """Beams that feed it included; refills are counted when they are done."""
    puzzle, lexicon = Puzzle(named("diamino-63"), Frame(9, 7)), load("fr-basic")
    work = {}
    for mend in (True, False):
        limits = Limits(seconds=None, max_width=16_000)
        result = solve(
            puzzle, lexicon, engine="beam", limits=limits, seed=1, threads=1,
            params=Params(mend=mend),
        )  # fmt: skip
        work[mend] = result.stats.children
        assert (result.stats.repairs > 0) == mend
    assert work[True] < 1.6 * work[False]
