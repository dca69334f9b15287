"""The jitted kernels against the same code run by the Python interpreter."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from patience.engines import dawg as word_graph
from patience.engines.beam import beam as search
from patience.engines.beam import buffers, kernels
from patience.engines.beam.beam import Beam, BeamResult
from patience.engines.beam.buffers import BeamBuffers, tile_bytes
from patience.engines.beam.lines import LineTables
from patience.engines.beam.score import GROUPS, Score
from patience.engines.beam.weights import LetterWeights, weights
from patience.engines.subproblem import subproblem_of
from patience.words.wordlist import WordList
from tests.strategies import GOALS, case

KERNELS = [name for name, value in vars(kernels).items() if hasattr(value, "py_func")]


def beam(goal: str, number: int, threads: int = 1, width: int = 60) -> BeamResult:
    """One beam over the random puzzle of that number, in a rectangle of 4x4 or its own."""
    some = case(number, goal)
    size = some.puzzle.size or (4, 4)
    subproblem = subproblem_of(some.puzzle, *size)
    words = WordList.of(some.words)
    dawg = word_graph.build(words, max(size), subproblem.counts, subproblem.jokers)
    letter_weights = LetterWeights(
        subproblem.counts,
        subproblem.jokers,
        np.ones(26),
        weights({"board": "loose"}.get(goal, goal)),
    )
    tiles = tile_bytes(subproblem, GROUPS)
    score = Score(subproblem, tiles, letter_weights, LineTables(dawg, letter_weights.of_symbols))
    buffers = BeamBuffers(
        width, size[0], len(tiles.full), subproblem.cells.size, threads, dawg.child.dtype
    )
    with ThreadPoolExecutor(threads) as pool:
        return Beam(subproblem, dawg, score, tiles, buffers, pool).run(width, 100)


def assert_same(one: BeamResult, other: BeamResult) -> None:
    for name, value in vars(one).items():
        assert np.array_equal(value, getattr(other, name)), name


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("number", range(2))
def test_jitted_and_plain_kernels_agree(
    goal: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    jitted = beam(goal, number)
    for name in KERNELS:
        monkeypatch.setattr(kernels, name, getattr(kernels, name).py_func)
    with np.errstate(over="ignore"):  # hashes wrap around, as uint64 does in machine code
        plain = beam(goal, number)
    assert_same(jitted, plain)
    assert jitted.children > 0


def test_all_kernels_are_compared() -> None:
    assert {"expand", "choose", "advance", "mark_duplicates", "clear"} <= set(KERNELS)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("number", range(10, 12))
def test_threads_do_not_change_the_outcome(
    goal: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SHARED", 20)
    assert_same(beam(goal, number, 1, 700), beam(goal, number, 3, 700))


@pytest.mark.parametrize("guess", [1, kernels.BUCKETS - 1])
@pytest.mark.parametrize("number", range(2))
def test_a_bad_guess_of_the_cut_does_not_change_the_outcome(
    guess: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = beam("frame", number, 2, 100)
    monkeypatch.setattr(search, "SHARED", 20)
    monkeypatch.setattr(Beam, "_estimate_cut", lambda *_: guess)
    monkeypatch.setattr(buffers, "MIN_ROOM", 0)
    assert_same(good, beam("frame", number, 2, 100))


@pytest.mark.parametrize("number", range(2))
def test_a_sample_does_not_change_the_outcome(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    good = beam("frame", number, 1, 200)
    monkeypatch.setattr(search, "SMALL", 0)
    monkeypatch.setattr(search, "_SAMPLE", 4)
    assert_same(good, beam("frame", number, 1, 200))


def test_choose_cuts_within_a_bucket() -> None:
    hist = np.bincount([5, 3, 9, 3, 1, 3], minlength=kernels.BUCKETS)
    assert kernels.choose(hist, 4) == (3, 2, 6, 9)


def test_choose_keeps_all_where_all_fit() -> None:
    hist = np.bincount([4, 4, 7], minlength=kernels.BUCKETS)
    assert kernels.choose(hist, 3) == (0, 0, 3, 7)


def test_unique_marks_the_first_of_each_hash() -> None:
    hashes = np.array([5, 7, 0, 5, 7, 0, 5], np.uint64)
    table, is_first = np.zeros(32, np.uint64), np.zeros(7, np.bool_)
    mine = np.zeros(kernels.BLOCK, np.int64)
    kernels.mark_duplicates(hashes, 0, 1, table, is_first, mine)
    assert list(is_first) == [True] * 3 + [False] * 4
