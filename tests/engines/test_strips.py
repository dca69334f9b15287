"""Strips of large rectangles: what is freed, what is found there, and whole searches with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience import Frame, Grid, Limits, Puzzle, Status, records
from patience.engines.beam import large, variants
from patience.engines.beam.beam import BeamResult
from patience.engines.beam.engine import BeamEngine
from patience.engines.beam.strips import StripSearch
from patience.engines.beam.widening import IterativeWidening
from patience.engines.params import BeamParams
from patience.engines.subproblem import letters_of, subproblem_of
from patience.game.tiles import TileSet, from_letters, named
from patience.solve import solve
from patience.words.lexicon import Lexicon, load
from tests import naive
from tests.engines.running import context_of, lexicon
from tests.strategies import Case, cases

BY_WORK = Limits(seconds=None, max_width=2000)
WORDS = set(load("fr").words)
RECORD = records.read("gay-play-frame-9x7")
FOUR = TileSet("four", tuple(4 * n for n in named("diamino-63").counts), 8)


@contextmanager
def strips_everywhere() -> Iterator[None]:
    """Let small rectangles be searched as large ones are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(variants, "_STRIPS", 1)
        patch.setattr(variants, "_STRIPS_SURPLUS", 1)
        patch.setattr(large, "_WIDE", 1000)
        yield


@pytest.mark.parametrize(
    ("tiles", "size", "strategy"),
    [
        (named("diamino-double"), (14, 9), IterativeWidening),
        (named("diamino-double"), (10, 10), IterativeWidening),
        (FOUR, (15, 15), large.StripWidening),
        (FOUR, (11, 11), IterativeWidening),
        (FOUR, (12, 12), large.StripWidening),
    ],
)
def test_large_rectangles_are_searched_by_strips(
    tiles: TileSet, size: tuple[int, int], strategy: type[IterativeWidening]
) -> None:
    context = context_of(Puzzle(tiles, Frame(*size)), load("fr-basic"))
    with BeamEngine(context, BeamParams(), 1) as engine:
        assert type(engine._strategy) is strategy
    with BeamEngine(context, BeamParams(neighbourhoods=False), 1) as engine:
        assert type(engine._strategy) is IterativeWidening


def test_letters_are_those_of_the_grid() -> None:
    grid = Grid(("AbC", "...", "Z.d"))
    puzzle = Puzzle(from_letters("ACZZZZZ", 2), Frame(3, 3))
    letters = letters_of(grid)
    assert letters.tolist() == [[0, 1, 2], [26, 26, 26], [25, 26, 3]]
    assert subproblem_of(puzzle, 3, 3).grid(letters.ravel()) == grid


@settings(max_examples=5)
@given(st.integers(0, 2**31 - 1))
def test_only_the_strip_changes_and_gets_no_worse(seed: int) -> None:
    puzzle = RECORD.puzzle
    start = RECORD.grid
    with strips_everywhere():
        context = context_of(puzzle, load("fr"), seed=seed)
        with BeamEngine(context, BeamParams(), 4000) as engine:
            strategy = engine._strategy
            assert isinstance(strategy, large.StripWidening)
            strips: StripSearch = strategy._strips
            current = letters_of(start.transposed())
            fill_anew, filled = engine._search.fill_anew, []

            def noting(parts: Any, width: int, variant: int, take: Any) -> None:
                def note(number: int, found: BeamResult) -> None:
                    filled.append((parts[number], found))
                    take(number, found)

                fill_anew(parts, width, variant, note)

            engine._search.fill_anew = noting  # type: ignore[method-assign]
            after = strips._fill_anew(current, 4000)
    assert len(filled) == 2
    for freed, found in filled:
        open_cells = freed.cells == -1
        lines = [np.flatnonzero(open_cells.any(axis=axis)) for axis in (0, 1)]
        assert open_cells.sum() == len(lines[0]) * len(lines[1])  # a rectangle,
        assert len(lines[1]) == len(freed.cells)  # from the first row to the last
        turned = freed.cells.shape != current.shape
        for letters in found.letters:
            filled_anew = letters.reshape(freed.cells.shape)
            assert (filled_anew == (current.T if turned else current))[~open_cells].all()
            grid = strategy._upright.grid((filled_anew.T if turned else filled_anew).ravel())
            assert not naive.faults(puzzle, grid, WORDS)
    assert after.shape == current.shape
    assert (after >= 26).sum() <= (current >= 26).sum()


@settings(max_examples=15)
@given(st.one_of(cases("frame"), cases("board")), st.integers(0, 99))
def test_searches_with_strips_find_grids_of_the_rules_and_claim_nothing_wrong(
    some: Case, seed: int
) -> None:
    if not all(some.puzzle.tiles.can_spell(word) for word in some.puzzle.rules.require):
        return
    with strips_everywhere():
        result = solve(
            some.puzzle, lexicon(some), engine="beam", limits=BY_WORK, seed=seed, threads=1
        )
    best = naive.best(some.puzzle, some.words)
    if best is None:
        assert result.best is None
        return
    assert result.bound <= best[0]
    assert result.cost is None or result.cost >= best[0]
    if result.status is Status.OPTIMAL:
        assert result.cost == best[0]


def test_a_search_that_lost_nothing_ends_with_a_proof() -> None:
    words = Lexicon.of(["AB", "ABA", "BA", "BAB"], "few")
    puzzle = Puzzle(from_letters("AAAAAABBBBBB"), Frame(4, 3))
    with strips_everywhere():
        result = solve(puzzle, words, engine="beam", limits=Limits(60), threads=1)
    assert result.status is Status.OPTIMAL
    best = naive.best(puzzle, ["AB", "ABA", "BA", "BAB"])
    assert best is not None
    assert result.cost == best[0]


def test_strips_are_decided_by_seed_and_work() -> None:
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7))
    with strips_everywhere():
        one, two = (
            solve(puzzle, load("fr"), engine="beam", limits=BY_WORK, seed=3, threads=threads)
            for threads in (1, 2)
        )
    assert one.best == two.best
    assert one.stats.children == two.stats.children
    assert one.stats.neighbourhoods > 0
