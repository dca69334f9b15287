"""A sign between all cells parts them, or a sentence says what it is taken for."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from patience.errors import GridError
from patience.files.grids import parse_grid
from patience.game.grid import Grid
from patience.game.puzzle import Frame
from patience.question.spec import Spec
from patience.render.text import grid_text, size_phrase
from tests.files.test_pasted import EXAMPLE as SHEET

FULL = ("CHAT", "HOTE", "ATRE", "TEES")

# Every sign of punctuation, mathematics and the like, and letters that are written between cells.
SIGNS = st.sampled_from("-.\u00b7_*#xo+=:/|,\u2022\u00d7~'") | st.characters(
    categories=["P", "S"], max_codepoint=0x2FFF
)


# Signs of tables, where two beside each other have an empty cell between them.
TABLES = "|,;\u00a6\u2502\u2503\u2551\u2506\u2507\u250a\u250b"


@st.composite
def grids(draw: st.DrawFn, cells: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZei....##*") -> Grid:
    """Draw a grid whose letters are not all in one column."""
    width, height = draw(st.integers(2, 9)), draw(st.integers(1, 7))
    assume(width * height > 2)
    row = st.text(cells, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    assume(sum(any(map(str.isalpha, column)) for column in zip(*rows, strict=True)) > 1)
    return Grid(tuple(rows))


@st.composite
def parted(draw: st.DrawFn, grid: Grid) -> str:
    """Draw a text of a grid with a sign between its cells that is none of them."""
    sign = draw(SIGNS)
    assume(sign not in str(grid) and sign not in "xo*#\N{BRAILLE PATTERN BLANK}")  # cells
    between = draw(st.sampled_from(["", " ", "  "]))
    most = 1 if normalize("NFC", sign) in TABLES else 3
    between += sign * draw(st.integers(1, most)) + draw(st.sampled_from(["", " ", "  "]))
    left, right = draw(st.sampled_from([("", ""), (sign, ""), ("", sign), (sign, sign)]))
    indent = draw(st.sampled_from(["", "    "]))
    text = "\n".join(f"{indent}{left}{between.join(row)}{right}" for row in grid.rows)
    assume(len("".join(text.split())) != 63)  # as many as there are tiles, which tells the size
    return text


@given(st.data(), grids())
def test_no_sign_between_cells_makes_another_grid_in_silence(
    data: st.DataObject, grid: Grid
) -> None:
    text = data.draw(parted(grid))
    try:
        read = parse_grid(text)
    except GridError:
        return
    assert read.grid == grid or read.notes


@pytest.mark.parametrize("rows", [SHEET, FULL])
@pytest.mark.parametrize("between", ["-", "\u00b7", "_", "*", "#", "x", "--", "\u00d7", "/", ":"])
@pytest.mark.parametrize("ends", [("", ""), ("-", "-"), ("-", ""), ("", "-")])
def test_a_sign_between_cells_is_left_out(
    rows: tuple[str, ...], between: str, ends: tuple[str, str]
) -> None:
    sign = between.strip()
    left, right = (end and sign[0] for end in ends)
    read = parse_grid("\n".join(left + between.join(row) + right for row in rows))
    assert read.grid.rows == rows
    assert f"{sign!r} between the cells is left out" in read.notes


@given(grids("ABCDEFGHIJKLMNOPQRSTUVWXYZei...."))
def test_a_grid_with_every_second_column_empty_is_read_as_it_is_written(grid: Grid) -> None:
    assume(grid.width * grid.height != 63)  # as many as there are tiles, which tells the size
    wide = Grid(tuple(".".join(row) for row in grid.rows))
    assert parse_grid(str(wide)).grid == wide
    read = parse_grid(grid_text(wide, {"size": size_phrase((wide.width, wide.height))}))
    assert (read.grid, read.notes) == (wide, ())


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("A.B.C\nD.E.F", 1),
        ("A.B", 0),
        ("A...B\n....C", 0),  # letters to go on from, none beside another
        ("C\nA\nT", 0),
        ("#.#.#\n.....\n#.#.#", 0),
        (".#.#.\n.#.#.", 0),
    ],
)
def test_what_may_be_meant_as_it_stands_is_read_so(text: str, notes: int) -> None:
    read = parse_grid(text)
    assert read.grid == Grid.parse(text)
    assert len(read.notes) == notes
    if notes:
        size = size_phrase((read.grid.width, read.grid.height))
        assert parse_grid(f"; size: {size}\n{text}").grid == read.grid
        assert "'.' between letters is taken for cells of their own" in read.notes


@pytest.mark.parametrize("text", ["A.B.C\nD.E.F", "A-B-C\nD-E-F", "A - B - C\nD - E - F"])
def test_the_size_decides_whether_a_sign_parts_cells(text: str) -> None:
    assert parse_grid(text, given=Spec(goal=Frame(3, 2))).grid.rows == ("ABC", "DEF")
    assert parse_grid(text, given=Spec(goal=Frame(5, 2))).grid.rows == ("A.B.C", "D.E.F")


@pytest.mark.parametrize("between", [".", " . "])
def test_dots_between_cells_are_left_out_where_another_sign_is_a_blank(between: str) -> None:
    for blank in "#*-_":
        rows = [row.replace(".", blank) for row in SHEET]
        read = parse_grid("\n".join(map(between.join, rows)))
        assert read.grid == Grid.parse("\n".join(rows))
        assert "'.' between the cells is left out" in read.notes


def test_letters_far_apart_stand_as_they_are() -> None:
    for sign in ".\u2022-":
        rows = ["....T", ".....", "V.E..", "....S", "....."]
        assert parse_grid("\n".join(rows).replace(".", sign)).grid.rows == (*rows,)


def test_a_bare_board_of_two_signs_for_a_blank_is_refused() -> None:
    for text in ("0-0-0\n0-0-0", ".-.-.\n.-.-.", "_ - _ - _\n_ - _ - _"):
        with pytest.raises(GridError):
            parse_grid(text)
    assert parse_grid("_ _ _\n_ _ _").grid.rows == ("...", "...")


@pytest.mark.parametrize("sign", ":|-")
@given(grid=grids("AEIRST......"))
def test_spaces_are_blanks_in_outer_columns_too(sign: str, grid: Grid) -> None:
    full = Grid((*grid.rows, "." * grid.width))
    assume(full.width > 2)
    try:
        read = parse_grid("\n".join(sign.join(row.replace(".", " ")) for row in full.rows))
    except GridError:
        return
    assert read.grid == full or read.notes


def test_signs_are_left_out_below_other_dress() -> None:
    rows = [f"{n}. T-H-[I]-D" for n in range(1, 4)]
    assert parse_grid("\n".join(rows)).grid.rows == ("THiD",) * 3
    quoted = [f"> {'-'.join(row)}" for row in SHEET]
    assert parse_grid("\n".join(["> Ma grille :", *quoted])).grid.rows == SHEET


@pytest.mark.parametrize("cell", ["; ", "1;", '"1" ;', " (A) ,", "1,"])
def test_a_line_that_is_nearly_a_table_is_read_at_once(cell: str) -> None:
    with pytest.raises(GridError):
        parse_grid(f"{cell * 60}tiles of the box\nCHAT\nHO")
