from __future__ import annotations

import pytest

from patience.render.svg import svg
from scripts.data.drawings.__main__ import DRAWINGS, FOLDER

QUICK = {"word-graph", "line-automaton"}


@pytest.mark.watch("drawings")
@pytest.mark.parametrize(
    "name", [x if x in QUICK else pytest.param(x, marks=pytest.mark.slow) for x in DRAWINGS]
)
def test_a_drawing_is_what_the_engines_do_now(name: str) -> None:
    assert svg(DRAWINGS[name]()) == (FOLDER / f"{name}.svg").read_text("utf-8")
