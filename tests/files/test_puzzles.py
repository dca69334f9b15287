from __future__ import annotations

from pathlib import Path

import pytest

from patience.errors import FileError, GridError
from patience.files.grids import GridFile
from patience.files.instances import instance_or_grid
from patience.game.grid import Grid
from patience.game.puzzle import Frame
from patience.question.spec import Spec

pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_puzzle_is_an_instance_or_a_grid() -> None:
    Path("half.txt").write_text("; tiles: ABC\nAB.\n...\n")
    Path("own.toml").write_text('frame = "3x2"\n')
    Path("own.puzzle").write_text('frame = "3x2"\n')
    grid = instance_or_grid("half.txt")
    assert isinstance(grid, GridFile)
    assert (grid.grid, grid.header) == (Grid(("AB.", "...")), {"tiles": "ABC"})
    for name in ("own.toml", "own.puzzle"):  # a TOML file may have any name
        assert instance_or_grid(name) == Spec(goal=Frame(3, 2))
    box = instance_or_grid("gay-play-frame-9x7")
    assert isinstance(box, Spec)
    assert box.goal == Frame(9, 7)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("9x7", "--frame 9x7"),
        ("9 X 7", "--frame 9x7"),
        ("9*7", "--frame 9x7"),
        ("9\u00d77", "--frame 9x7"),
        ("Compact", "--compact"),
        ("diamino-64", "--tiles diamino-64"),
        ("fr-common", "--lexicon fr-common"),
        ("gay-play-fram-9x7", "gay-play-frame-9x7"),
    ],
)
def test_what_is_none_gets_a_guess(name: str, meant: str) -> None:
    with pytest.raises(FileError, match=rf"{meant}\?"):
        instance_or_grid(name)


def test_a_name_of_both_a_tile_set_and_an_instance_is_the_instance() -> None:
    assert isinstance(instance_or_grid("competition-standin"), Spec)


def test_a_file_that_is_neither_is_told_both() -> None:
    Path("text.txt").write_text("dear diary\nnothing happened!\n")
    with pytest.raises(GridError, match="a grid to complete, or an instance"):
        instance_or_grid("text.txt")
