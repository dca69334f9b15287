"""The public face: all that the documentation names comes from `patience` itself."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import patience
from patience import (
    Frame,
    Limits,
    PatienceError,
    Puzzle,
    Status,
    load_lexicon,
    read_grid,
    solve,
    tile_set,
    verify,
)


def test_every_public_name_is_there_and_documented() -> None:
    for name in patience.__all__:
        assert getattr(patience, name).__doc__, name


def test_names_are_the_same_wherever_they_are_imported_from() -> None:
    """The module `patience.solve` does not hide the function, whichever comes first."""
    for first in ("import patience.solve", "from patience import solve"):
        code = (
            f"{first}\nimport patience, patience.solve\nfrom patience.library import solve\n"
            "assert patience.solve is solve\nfrom patience import *\nassert tile_set and lexicons"
        )
        subprocess.run([sys.executable, "-c", code], check=True)
    assert {*dir(patience)} == {*patience.__all__, "__version__"}
    with pytest.raises(AttributeError, match="has no attribute 'solver'"):
        getattr(patience, "solver")  # noqa: B009


def test_a_puzzle_from_names_to_verdict(tmp_path: Path) -> None:
    puzzle = Puzzle(tile_set("ABCDEF"), Frame(3, 2))
    words = tmp_path / "words.txt"
    words.write_text("abc\ndef\nad\nbe\ncf\n")
    lexicon = load_lexicon(words)
    result = solve(puzzle, lexicon, limits=Limits(seconds=None, max_width=10))
    assert (result.cost, result.status) == (0, Status.OPTIMAL)
    assert result.gap == 0
    assert replace(result, cost=3, bound=1).gap == 2
    assert replace(result, best=None, cost=None).gap is None
    value = json.loads(result.to_json())
    assert (value["cost"], value["engine"]) == (0, result.stats.engine)
    assert value["tiles"]["letters"] == "A1 B1 C1 D1 E1 F1"
    with pytest.raises(PatienceError, match="without a request"):
        replace(result, request=None).to_json()
    (tmp_path / "grid.txt").write_text(str(result.best))
    assert verify(puzzle, read_grid(tmp_path / "grid.txt").grid, lexicon).valid


def test_what_ships_has_names() -> None:
    assert set(patience.lexicons()) >= {"fr", "fr-common", "fr-basic"}
    for name in patience.shipped_instances():
        assert patience.load_instance(name).puzzle().tiles.total
    assert all(tile_set(name) == tiles for name, (tiles, _) in patience.TILE_SETS.items())
