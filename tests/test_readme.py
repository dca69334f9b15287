"""What the README and the docs show must be true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from patience import Grid, Puzzle, verify
from patience.errors import GridError
from patience.files.grids import read_grids
from patience.words.lexicon import load
from scripts.data import pictures

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs" / "en").rglob("*.md"))]
BLOCK = re.compile(r"^ *```text\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def grids(page: Path) -> list[str]:
    """The text blocks of a page that are grids, of two rows or more."""
    found = []
    for block in BLOCK.findall(page.read_text("utf-8")):
        try:
            grid = Grid.parse(block)
        except GridError:
            continue
        if grid.height > 1 and grid.face_up():
            found.append(block)
    return found


def test_picture_and_text_of_the_readme_are_one_grid() -> None:
    pictured = pictures.PICTURES["frame-9x7"]
    assert read_grids(pictured)[0].grid in [Grid.parse(x) for x in grids(PAGES[0])]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_grid_shown_is_valid(page: Path, tmp_path: Path) -> None:
    lexicon = load("fr")
    for number, block in enumerate(grids(page)):
        file = tmp_path / f"{number}.txt"
        file.write_text(block, "utf-8")
        for shown in read_grids(file):
            puzzle: Puzzle = shown.spec().for_grid(shown.grid).puzzle()
            if shown.grid.count("*") or puzzle.start is not None:
                continue  # a partial grid, shown to be completed
            report = verify(puzzle, shown.grid, lexicon)
            assert report.valid, f"{page.name}:\n{block}\n{report.violations}"
