"""Line classes: who shares one, and what their tables say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from patience.engines.classes import CLASSES, LineClasses, Ways

EACH = np.eye(3)  # nodes that want one symbol alone


def ways(amounts: NDArray[np.float64]) -> Ways:
    sources, symbols = np.nonzero(amounts)
    return Ways(sources, symbols, amounts[sources, symbols], len(amounts))


@st.composite
def wants(draw: st.DrawFn) -> NDArray[np.float64]:
    """What some nodes want of five symbols; now and then nothing."""
    row = st.lists(st.integers(0, 9), min_size=5, max_size=5)
    amounts = np.array(draw(st.lists(row, min_size=1, max_size=40)), np.float64)
    amounts /= np.maximum(amounts.sum(axis=1, keepdims=True), 1)
    return amounts


def test_two_symbols_go_together_as_often_as_they_are_neighbours() -> None:
    together = np.array([[6.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    classes = LineClasses(EACH)
    logs = classes.side_by_side(together)
    of = classes.of(ways(EACH))
    assert logs[of[0], of[0]] == pytest.approx(np.log(0.6 / 0.7**2))
    assert logs[of[0], of[1]] == pytest.approx(np.log(0.1 / (0.7 * 0.2)))
    assert logs[of[0], of[2]] < -9  # never seen, but not impossible


def test_lines_that_meet_must_want_the_same() -> None:
    classes = LineClasses(EACH)
    logs = classes.meeting(np.array([0.5, 0.3, 0.2]))
    of = classes.of(ways(EACH))
    assert logs[of[1], of[1]] == pytest.approx(np.log(1 / 0.3))
    assert logs[of[1], of[2]] < -9


def test_what_was_never_seen_says_nothing() -> None:
    classes = LineClasses(EACH)
    of = classes.of(ways(EACH))
    assert classes.side_by_side(np.zeros((3, 3)))[of][:, of] == pytest.approx(0)


@given(wants())
def test_nodes_that_want_the_same_share_a_class_and_those_that_want_nothing_have_none(
    wanted: NDArray[np.float64],
) -> None:
    alive = wanted.any(axis=1)
    if not alive.any():
        return
    classes = LineClasses(wanted[alive])
    found = classes.of(ways(wanted))
    assert np.array_equal(found > 0, alive)
    for row, number in zip(wanted, found, strict=True):  # so few have each a class of its own
        assert np.array_equal(found == number, (np.abs(wanted - row) < 1e-9).all(axis=1))
    for logs in (classes.side_by_side(np.ones((5, 5))), classes.meeting(np.full(5, 0.2))):
        assert not logs[0].any()
        assert not logs[:, 0].any()


def test_many_nodes_share_the_classes_there_are() -> None:
    chance = np.random.default_rng(1)
    wanted = chance.dirichlet(np.full(5, 0.5), 3000)
    classes = LineClasses(wanted)
    found = classes.of(ways(wanted))
    assert found.min() == 1
    assert CLASSES // 2 < len(set(found.tolist())) < CLASSES
    spread = [np.sqrt(wanted[found == k]).std(axis=0).sum() for k in set(found.tolist())]
    assert np.mean(spread) < np.sqrt(wanted).std(axis=0).sum() / 3
    assert np.array_equal(LineClasses(wanted).of(ways(wanted)), found)
