from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from patience.errors import GridError
from patience.game.grid import MAX_SIDE, Grid, bounding_sides, is_face_up
from tests.strategies import grids

SQUARE = Grid(("ABC", "D.E", "FGH"))


@given(grids())
def test_parse_and_print_are_inverse(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid


@given(
    grids(),
    st.sampled_from("._- \N{NO-BREAK SPACE}\N{MIDDLE DOT}"),
    st.sampled_from(["\r\n", "\n", "\r"]),
)
def test_every_sign_for_a_blank_and_every_line_end(grid: Grid, blank: str, end: str) -> None:
    if blank == " ":
        assume(not all(row[::2].strip(".") == "" for row in grid.rows))
    text = end.join("|" + row.replace(".", blank) for row in grid.rows)
    # A wall on the left keeps a row of spaces from being an empty line.
    walled = Grid(tuple("#" + row for row in grid.rows))
    assert Grid.parse("\ufeff" + text.replace("|", "#") + end) == walled


@given(grids())
def test_transposing_twice_changes_nothing(grid: Grid) -> None:
    assert grid.transposed().transposed() == grid
    assert grid.transposed()[0, grid.height - 1] == grid[grid.height - 1, 0]


@given(grids())
def test_runs_are_the_maximal_lines_of_letters(grid: Grid) -> None:
    def lines(rows: list[str]) -> list[str]:
        groups = [list(g) for row in rows for up, g in groupby(row, str.isalpha) if up]
        return ["".join(letters).upper() for letters in groups if len(letters) > 1]

    columns = ["".join(column) for column in zip(*grid.rows, strict=True)]
    runs = grid.runs()
    assert [run.text for run in runs if run.across] == lines(list(grid.rows))
    assert [run.text for run in runs if not run.across] == lines(columns)
    for run in runs:
        assert "".join(grid[cell] for cell in run.cells).upper() == run.text
        assert run.cells[0] == run.start


@given(grids())
def test_cropped_is_the_rectangle_around_the_letters(grid: Grid) -> None:
    box = grid.cropped()
    assert sorted(box.face_up().values()) == sorted(grid.face_up().values())
    if grid.face_up():
        assert bounding_sides(grid) == (box.width, box.height)
        for edge in (box.rows[0], box.rows[-1], box.transposed().rows[0]):
            assert any(map(is_face_up, edge))
    else:
        assert bounding_sides(grid) == (0, 0)
        assert box == grid


def test_sides_and_counts() -> None:
    grid = Grid(("A.#", "b*."))
    assert (grid.width, grid.height, grid.blanks) == (3, 2, 3)
    assert grid.face_up() == {(0, 0): "A", (1, 0): "b"}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("ABC\nD.E\n", ("ABC", "D.E")),
        ("; cost: 3\nABC\n; more\nD.E", ("ABC", "D.E")),
        ("\n\nABC\nD.E\n\n \n", ("ABC", "D.E")),
        ("ABC\nD E\n  F", ("ABC", "D.E", "..F")),
        ("A B\nC  ", ("A.B", "C..")),
        ("éàÇ\nD.E", ("eaC", "D.E")),
        ("E\N{COMBINING ACUTE ACCENT}A\nBC", ("EA", "BC")),  # accents as their own characters
        ("A*\n#b", ("A*", "#b")),
    ],
)
def test_layouts(text: str, rows: tuple[str, ...]) -> None:
    assert Grid.parse(text).rows == rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("\n \n\n", "empty"),
        ("; only a comment\n", "empty"),
        ("\ufeff", "empty"),
        ("ABC\nDE", "row 2 of the grid has 2 cells, row 1 has 3"),
        ("ABC\n\nDEF", "row 2 of the grid has 0 cells"),
        ("A1", "row 1, cell 2 of the grid is '1'"),
        ("AB\nCЖ", "row 2, cell 2 of the grid is 'Ж'"),
        ("ŒUF", "'Œ'"),
        ("\N{LATIN SMALL LIGATURE ST}A", "row 1, cell 1"),
        ("\N{LATIN SMALL LETTER DOTLESS I}A", "row 1, cell 1"),
        ("A\tB", "row 1, cell 2"),
        ("A\x00B", "row 1, cell 2"),
        ("A" * (MAX_SIDE + 1), "no side may pass"),
        ("AB\n" * (MAX_SIDE + 1), "no side may pass"),
    ],
)
def test_what_is_no_grid_is_refused(text: str, message: str) -> None:
    with pytest.raises(GridError, match=message):
        Grid.parse(text)


@given(st.text(max_size=40))
def test_any_text_is_a_grid_or_a_grid_error(text: str) -> None:
    try:
        grid = Grid.parse(text)
    except GridError:
        return
    assert Grid.parse(str(grid)) == grid
