"""What notebooks show, and the notebook of the documentation, run from top to bottom."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from patience import Frame, Grid, Puzzle, Result, Stats, Status, verify
from patience.game.tiles import TileSet
from patience.question.catalogue import named, parse
from patience.result import History, Improvement
from tests.render.pages import Page

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
SVG = "{http://www.w3.org/2000/svg}"
SQUARE = Grid(("ABC", "D.E", "FGh"))
PUZZLE = Puzzle(parse("ABCDEFGK?"), Frame(3, 3))
FOUND = Result(
    SQUARE, 1, 0, Status.FEASIBLE, Stats(elapsed_s=2.5, history=[(0.5, 3), (1.25, 1)]), "</b>"
)


def stamps(picture: str | None) -> list[str]:
    assert picture is not None
    uses = ElementTree.fromstring(picture).iter(f"{SVG}use")
    return [(each.get("href") or "")[1:] for each in uses]


def test_a_grid_shows_itself() -> None:
    shown = stamps(SQUARE._repr_svg_())
    assert (shown.count("letter"), shown.count("devil"), shown.count("bare")) == (7, 1, 1)
    assert SQUARE._repr_html_() is None
    assert repr(SQUARE) == "Grid(3x3 ABC/D.E/FGh)"
    assert len(repr(Grid(("A" * 200,) * 200))) < 400


def test_a_tile_set_shows_its_tiles() -> None:
    shown = stamps(named("diamino-63")._repr_svg_())
    assert (shown.count("letter"), shown.count("devil")) == (61, 2)
    assert repr(parse("AAB?")) == "TileSet('custom: A2 B1 and 1 joker')"
    assert "<b>" not in (TileSet("<b>", (1,) * 26)._repr_svg_() or "")


def test_a_report_shows_its_faults_and_words() -> None:
    report = verify(PUZZLE, SQUARE, {"ABC", "ADF"})
    assert repr(report) == "Report(2 faults: cost 1, 4 words)"
    assert str(report).splitlines()[1].startswith("  word: FGH")
    assert "not valid" in Page(report._repr_html_() or "").texts
    valid = verify(PUZZLE, SQUARE, {"ABC", "ADF", "CEH", "FGH"})
    assert "valid" in Page(valid._repr_html_() or "").texts


def test_a_result_shows_its_grid() -> None:
    page = Page(FOUND._repr_html_() or "")
    assert page.tags["b"] == 0
    assert "#down" in page.targets  # the cost is the number of blanks: a frame
    assert repr(FOUND) == "Result(3x3, cost 1, bound 0, feasible, 2.5 s)"
    assert str(FOUND) == "ABC\nD.E\nFGh\n3x3, cost 1, bound 0, feasible, 2.5 s"
    nothing = Result(None, None, 0, Status.INFEASIBLE, Stats(), "No word fits.")
    assert "No word fits." in Page(nothing._repr_html_() or "").texts


def test_a_history_gives_rows() -> None:
    assert FOUND.history == History([Improvement(0.5, 3), Improvement(1.25, 1)])
    assert FOUND.history.to_dicts() == [{"seconds": 0.5, "cost": 3}, {"seconds": 1.25, "cost": 1}]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_rows_are_what_tables_take(library: str) -> None:
    table = import_module(library).DataFrame(FOUND.history.to_dicts())
    assert list(table.columns) == ["seconds", "cost"]
    assert table.shape == (2, 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_notebook_runs_and_says_what_it_said() -> None:
    nbclient, nbformat = map(import_module, ("nbclient", "nbformat"))
    before = nbformat.read(NOTEBOOK, as_version=4)
    after = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(after, timeout=300, kernel_name="python3").execute()
    for old, new in zip(before.cells, after.cells, strict=True):
        assert texts(old) == texts(new)


def texts(cell: Any) -> list[str]:
    """Return what a cell printed, without the seconds that a search took."""
    plain = (str(each.get("data", {}).get("text/plain", "")) for each in cell.get("outputs", []))
    return [text.rpartition(", ")[0] if text.startswith("Result(") else text for text in plain]
