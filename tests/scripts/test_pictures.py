from __future__ import annotations

import pytest

from scripts.data import pictures


@pytest.mark.parametrize("name", ["example-1", "example-2"])
def test_a_picture_of_a_fixed_grid_is_what_the_program_draws(name: str) -> None:
    assert pictures.drawn(name) == pictures.path_of(name).read_text("utf-8")
