"""The suite itself: names that stay the same, wherever and however often they are collected."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_no_two_tests_have_one_name_and_none_a_folder_in_it(request: pytest.FixtureRequest) -> None:
    """Of those collected with this one; pytest-xdist compares what its processes collect."""
    names = [item.nodeid for item in request.session.items]
    assert len(set(names)) == len(names)
    assert not [name for name in names if str(ROOT) in name]
