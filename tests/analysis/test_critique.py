from __future__ import annotations

from patience.analysis.critique import steps
from patience.game.grid import Cell, Grid, bare

GRID = Grid(("TRUC", "U..*", "X..."))


def test_words_come_in_the_order_of_their_last_tile() -> None:
    laid = {
        Cell(0, 0): 1,
        Cell(0, 1): 2,
        Cell(0, 2): 3,
        Cell(0, 3): 9,
        Cell(1, 0): 5,
        Cell(2, 0): 6,
    }
    found = steps(GRID, laid)
    assert [step.word.text for step in found] == ["TUX", "TRUC"]
    assert found[0].grid.rows == ("T...", "U...", "X...")
    assert found[1].grid.rows == ("TRUC", "U...", "X...")


def test_words_that_others_make_are_no_steps() -> None:
    found = steps(Grid(("AN", "NU")), {c: c.row + 1 for c, _ in Grid(("AN", "NU")).cells()})
    texts = [step.word.text for step in found]
    assert texts[0] == "AN"
    assert len(texts) < 4
    assert found[-1].grid.rows == ("AN", "NU")


def test_bare_keeps_closed_cells_only() -> None:
    assert bare(Grid(("A#", "*."))).rows == (".#", "..")
