"""Grids in other dress: each is read as what it is, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from patience.errors import GridError, PatienceError
from patience.files.grids import parse_grid, read_grid, read_grids
from patience.game.grid import Grid
from patience.game.puzzle import Board, Frame
from patience.question.spec import Spec
from tests.files.dresses import PARTS, SIGNS, dressed, random_dress, random_grid

EXAMPLE = (
    "THERMIDOR",
    "R.X.I.ARA",
    "USAGE.U.T",
    "Q.M.LIPPE",
    "UNE...H.S",
    "E.N.CAID.",
    "Z.SKI.NON",
)
GRIDS = {
    "example": EXAMPLE,
    "marked jokers": ("THERMiDOR", *EXAMPLE[1:6], "Z.SKI.nON"),
    "half": (EXAMPLE[0], *(f"{row[0]}........" for row in EXAMPLE[1:])),
    "half, a tile stays": (EXAMPLE[0], "R.......*", *(f"{row[0]}........" for row in EXAMPLE[2:])),
    "blank edges": (".........", "..CHAT...", ".........", "........."),
    "small": ("ABC", "D.E", "FGH"),
    "with closed cells": ("CHAT.", "O##I.", "...R#"),
    "full": ("CHAT", "HOTE", "ATRE", "TEES"),
    "bare board": ("..#", "...", "#.."),
}
NAMES = ("sign", "shape", "layout", "wrapping", "encoding")
DRESSES = [{name: key} for name, part in zip(NAMES, PARTS, strict=True) for key in part]


def said(rows: tuple[str, ...]) -> Spec:
    """Return what flags say of a grid: its size."""
    grid = Grid(rows)
    return Spec(goal=Board(grid) if grid.count("#") else Frame(grid.width, grid.height))


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def outcome(text: bytes, given: Spec) -> tuple[str, ...] | str:
    """Return the rows that are read, "asked" if there are two readings, "refused" if none."""
    try:
        return parse_grid(text, given=given).grid.rows
    except PatienceError as error:
        return "asked" if "it can be read as" in str(error) else "refused"


# Notations that are no part of the grammar.
REFUSED = {"white on black", "stars", "bullets"}


@pytest.mark.parametrize("name", GRIDS)
def test_no_dress_makes_another_grid(name: str) -> None:
    rows = GRIDS[name]
    for dress in DRESSES:
        if (text := dressed(rows, **dress)) is None:
            continue  # it cannot show this grid
        bare, sized = (outcome(text, given) for given in (Spec(), said(rows)))
        assert {bare, sized} <= {rows, "asked", "refused"}, dress
        if name in ("example", "marked jokers") and not ({*dress.values()} & REFUSED):
            assert bare == rows, dress


def test_dresses_over_each_other_make_no_other_grid() -> None:
    read = []
    for number in range(300):
        rng = Random(number)
        rows = random_grid(rng)
        dress = random_dress(rng)
        text = dressed(rows, *dress)
        bare = SIGNS[dress[0]].strip() == "" and {*rows[0]} | {*rows[-1]} >= {"."}  # no edges
        if text is not None and not bare and not ({*dress} & REFUSED):
            found = outcome(text, said(rows))
            assert found in (rows, "asked", "refused")
            read.append(found == rows)
    assert read.count(True) > 0.8 * len(read)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # The printed sheets: a tab between cells, nothing in an empty one, rows cut short.
        ("A\tB\tC\nD\t\tE\n\n\t\tF", ("ABC", "D.E", "...", "..F")),
        ("A\t B \tC", ("ABC",)),
        ("ABC\nD E\n  F", ("ABC", "D.E", "..F")),
        ("A.B   \nC.D", ("A.B", "C.D")),
        ("T H E\nR . x \n# * \u00c9", ("THE", "R.x", "#*E")),  # as the live display draws it
        # An empty line is a row of blanks.
        ("; size: 3x5\nA C\n\n\n B\nC D", ("A.C", "...", "...", ".B.", "C.D")),
        # What surrounds a whole output of solve.
        ("```\n; size: 3x3\nABC\nD.E\nFGH\n```", GRIDS["small"]),
        ("> ; size: 3x3\n> ABC\n> D E\n> FGH", GRIDS["small"]),
        ("    ; cost: 1\n    ABC\n    D E\n    FGH", GRIDS["small"]),
        # Remarks and rules.
        ("Ma grille\n=====\nABC\nD.E\nFGH", GRIDS["small"]),
        ("Ma grille\n=====\nABC\nD.E\nFGH\n\n1 retourn\u00e9e", GRIDS["small"]),
        ("ABC\nD.E\nFGH\nJean", GRIDS["small"]),
        (";;;\nABC\nD.E\nFGH\n;;;", GRIDS["small"]),
        # Labels.
        ("  1 2 3\n1 A B C\n2 D . E\n3 F G H", GRIDS["small"]),
        ("\tA\tB\tC\n1\tA\tB\tC\n2\tD\t\tE\n3\tF\tG\tH", GRIDS["small"]),
        (",A,B,C\n1,A,B,C\n2,D,,E\n3,F,G,H", GRIDS["small"]),
        # Tables.
        ("A;B;C\nD;;E\n;G;H", ("ABC", "D.E", ".GH")),
        ("; size: 3x3\nA;B;C\nD;;E\n;G;H", ("ABC", "D.E", ".GH")),
        ("A | B | C\n--|---|--\nD | | E\nF | G | H", GRIDS["small"]),
        ('[[0, "B"], ["A", "C"]]', (".B", "AC")),
        ('{"grid": [["A", 0], ["B", "C"]]}', ("A.", "BC")),
        ('{"grid": ["A-B", "C-D"], "size": {"rows": 2, "cols": 3}}', ("A.B", "C.D")),
        ("<pre>ABC\nD.E\nFGH</pre>", GRIDS["small"]),
        ("<p>ABC</p>\n<p>D.E</p>\n<p>FGH</p>", GRIDS["small"]),
        ("ABC<br>D&nbsp;E<br>FGH", GRIDS["small"]),
        # One line.
        ("ABC/D1E/FGH", GRIDS["small"]),
        ("THERMIDOR R.X.I.ARA USAGE.U.T", EXAMPLE[:3]),
        # Signs.
        ("A\u25a1C\nD\u25a0E\nFGH", ("A.C", "D#E", "FGH")),
        ("A.C\nD\u25a0E\nFGH", ("A.C", "D#E", "FGH")),
        ("THERM\nU\u2026E\nABCDE", ("THERM", "U...E", "ABCDE")),  # three dots made one sign
    ],
)
def test_layouts(text: str, rows: tuple[str, ...]) -> None:
    assert parse_grid(text).grid.rows == rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("\n \n\n", "empty"),
        ("; only a comment\n", "empty"),
        ("ABC\nDE", "line 2 of the grid has 2 cells, the others have 3"),
        ("ABC\nD.E\nFGH!", "line 3 is no row, but 'FGH' in it is as wide as the grid: give each"),
        ("ABC\nD.E\nF7H", "line 3 is 'F7H': a cell is one letter"),
        ("AB CD\nA.C.D", "line 1, cell 3 of the grid is ' '"),
        ("A.B\nC-D", "line 1, cell 2 of the grid is '.'|line 2, cell 2 of the grid is '-'"),
        ("ABC\nD?E\nFGH", "line 2, cell 2 of the grid is '\\?'"),
        ("ABC\nD/E\nF0H", "'/'"),
        ("MA GRILLE\nABC\nD.E\nFGH", "line 1 .* put ';' before a remark"),
        ("ABC\nD.E\n\nFGH\nABC", "line 3 of the grid has 0 cells"),
        # A cell of several signs, and a bar within a word.
        ("QU\tA\tI\nO\tS\tE", "line 1, cell 1 of the grid is 'QU'"),
        ("C,E*,A\nH,O,T", r"line 1, cell 2 of the grid is 'E\*'"),
        ("A,B\nFALSE,C", "line 2, cell 1 of the grid is 'FALSE'"),
        ("<table><tr><td>A<td>BB<tr><td>C<td>D</table>", "line 2, cell 2 of the grid is 'BB'"),
        ('<table><tr><td colspan="2">A<tr><td>C<td>D</table>', "copy the letters alone"),
        ("CHAT\nH|TE\nATRE", r"line 2, cell 2 of the grid is '\\|'"),
        ("THERM|DOR\nR.X.|.ARA\nUSAGE.U.T", "line 1, cell 1 of the grid is 'THERM'"),
        ("|LOT\n|DES", r"'\\|'|'LOT'"),
        # A row behind a name or before a remark.
        ("[18:04] Marie: A...\nCHAT\nHOTE", "line 1 is no row, but 'A...' in it is as wide"),
        ("Ma grille : A . . .\nC H A T\nH O . E", "line 1 is no row, but 'A . . .' in it"),
        ("CHAT\nH.TE\nTEES (fin)", "line 3 is no row, but 'TEES' in it"),
        ("Voici CHAT ou\nHOTE\nA.RE", "line 1 is no row, but 'CHAT' in it"),
        ("```CHATS\nHOTES\nA.RES\n```", "line 1 is no row, but 'CHATS' in it"),
        ("|A|B|\n|;C|D|\n|E|F|", "line 2, cell 1 of the grid is ';C'"),
        ("ABCD\n1CHAT\n2HOTE", "line 2 is no row, but 'CHAT' in it"),
        ("**ABC**\n**D.E**", r"'\*\*' around each row is bold type, or cells"),
        # Text that was read in a wrong encoding.
        ("CAF\u00c3\u2030\nHOTES", "line 1 is garbled: \u00c3\u2030 was \u00c9"),
        ("F\u00c3\u0160TE\nHOTES", "line 1 is garbled: F\u00c3\u0160TE was F\u00caTE"),
        ("USAGE\nUS\u0410GE", r"line 2, cell 3 .* \(Cyrillic capital letter a\)"),
        ("USAGE\nUSAG\u0395", r"line 2, cell 5 .* \(Greek capital letter epsilon\)"),
        ("\u0152UF", "Latin capital ligature oe"),
        ("O\ufb00RE", "Latin small ligature ff"),
        ("A\0B", "line 1, cell 2"),
        ("9" * 5000, "no side|cell 1"),
        ("[1, 2]", "row 1 of the JSON's grid is 1"),
        ('[["A", {"x": 1}]]', "row 1 of the JSON's grid"),
        ("A" * 90_000, "no side"),
        ("A.\n\n" * 1000, "no side"),
        ("Voici ma grille du soir\n\nCHAT\nHOTE\nATRE\nTEES", "'soir' in it is as wide"),
        ("```\nCHAT\nHOTE\n```\n```\nATRE\nTEES\n```", "several fences"),
        ("  1 2 3 4\na C H A T\nb H O T E\nc A T R E", "line 1 is '1 2 3 4'"),
        # Two readings.
        (" CHAT", "5x1|4x1"),
        ("AB \nCD", "2x2 or 3x2.*--frame 2x2.*'; size: 2x2'"),
        ("\t\t\nA\tB\tC", "3x1 or 3x2"),
        ("1 ABC\n2 DEF\n4 GHI", "line 1, cell 1 of the grid is '1'"),
        ("ABC DEF GHI", "3x3 or 11x1"),
        ("     /   A /A    /   I /    U", "line 1, cell 1 of the grid is '/'"),
        ("A B\nC D", "2x2 or 3x2"),
    ],
)
def test_what_is_no_grid_or_could_be_two_is_refused(text: str, message: str) -> None:
    with pytest.raises(GridError, match=message):
        parse_grid(text)


@pytest.mark.parametrize("line", ["; size: 4x1", "; goal: frame 4x1", "; board: ...."])
def test_a_line_above_decides(line: str) -> None:
    goal = "; goal: board\n" if "board" in line else ""
    file = parse_grid(f"{goal}{line}\n CHAT")
    assert file.grid == Grid(("CHAT",))
    assert file.notes == ("of 2 ways to read it, 4x1 fits",)


@pytest.mark.parametrize(
    "text",
    [
        "ABC\nD.E\nFGH",
        "; size: 3x3\n\nABC\r\nD_E\r\nFGH\n\n; a remark | with <p> and \u2014\n",
        "CHAT\n----\n----",
        "\u00e9t\u00e9\nA.B",
        "***\n*A*\nB.C",
        "AxB\nC.D",
        "A.B\n\n; grid 2\nA.BC\nB.CD\n",
    ],
)
def test_plain_text_is_read_without_a_word(text: str, tmp_path: Path) -> None:
    files = read_grids(write(tmp_path / "g.txt", text.encode()))
    assert [file.notes for file in files] == [()] * len(files)
    for file, part in zip(files, text.split("\n\n; grid 2\n"), strict=True):
        assert file.grid == Grid.parse(part)


def test_a_guess_is_told(tmp_path: Path) -> None:
    notes = {
        "ABC\nD\u25a0E\nFGH": "'\u25a0' is taken for a blank",
        "\uff21BC\nD.E\nFGH": "'\uff21' and the like are read as plain letters",
        "Ma grille :\nABC\nD.E\nFGH": "left out line 1: 'Ma grille :'",
        "1 ABC\n2 D.E\n3 FGH": "left out the labels '1', '2', '3'",
        "   A B C\n1  A B C\n2  D . E": "left out the labels 'A B C', '1', '2'",
        "AB[C]\nD.E\nFGH": "[C]: letters in brackets or stars are jokers",
        "Voici :\n```\nABC\nD.E\n```": "left out line 1: 'Voici :'",
        "ABC/D1E": "'/' ends a row, 1 is as many blanks",
        "\t\t\n#\t.\t.": "",
        "\t\t\n#\t\t": "",
    }
    for text, note in notes.items():
        assert "; ".join(parse_grid(text).notes) == note
    latin = "Ma grille, enfin termin\u00e9e :\nABC\nD.E\nFGH".encode("latin-1")
    file = read_grid(write(tmp_path / "g.txt", latin))
    assert file.notes == (
        "read as cp1252",
        "left out line 1: 'Ma grille, enfin termin\u00e9e :'",
    )


def test_a_file_of_two_grids_is_not_one(tmp_path: Path) -> None:
    path = write(tmp_path / "g.txt", b"> AB\n>\n> ; grid 2\n> ABC\n")
    assert [file.grid.width for file in read_grids(path)] == [2, 3]
    with pytest.raises(GridError, match="holds 2 grids"):
        read_grid(path)


def test_rules_around_a_table_do_not_cost_its_first_row() -> None:
    rows = ["ADJUVANTe", "COUD.MERS", "HUB.KIWIS", "OVIBOS.CA", "PALOT.GOY"]
    lines = [
        "| " + " | ".join(f"({x.upper()})" if x == "e" else x for x in row) + " |" for row in rows
    ]
    table = [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]
    for text in ("\n".join(table), "\n".join(["=" * 12, *table, "=" * 12])):
        assert parse_grid(text).grid == Grid(tuple(rows))


def test_small_letters_are_letters_where_they_are_more_than_jokers() -> None:
    for rows in (("chat", "hote"), ("Chat", "Hote"), (".Chat", "Hot.e"), ("abc",)):
        assert Grid(rows).recased(2).rows == tuple(row.upper() for row in rows)
    for rows in (("CHaT", "HOTE"), ("Chat", "hOTE"), ("cHAT", "HoTe"), ("ab.",)):
        assert Grid(rows).recased(2).rows == rows
    for rows in (("abC",), ("...",)):
        assert Grid(rows).recased(0).rows == rows


def test_a_key_of_json_is_read_or_told() -> None:
    file = parse_grid('{"grid": ["CHAT", "HOTE"], "tiles": "diamino-61", "mood": "good"}')
    assert file.header == {"tiles": "diamino-61"}
    file = parse_grid('{"grid": ["AB"], "tiles": "AB", "lexicon": "en", "jokers": 2}')
    assert file.header == {"tiles": "AB", "lexicon": "en", "jokers": "2"}
    for sign in ('"tiles": ["A"]', '"lexicon": 5'):
        (note,) = parse_grid('{"grid": ["AB"], %s}' % sign).notes  # noqa: UP031
        assert note.startswith("left out of the JSON: ")
    with pytest.raises(PatienceError, match="entry 1 is '; distinct_words: yes', which is no key"):
        parse_grid('{"grid": ["AB"], "header": {"distinct_words": "yes"}}')
    (note,) = parse_grid('{"grid": ["AB"], "tiles": "AB", "header": {"von": "mir"}}').notes
    assert note == "entry 1 is a remark: '; von: mir'"
    file = parse_grid('{"grid": ["CHAT", "HOTE"], "tiles": "diamino-61", "mood": "good"}')
    assert file.notes == ("left out of the JSON: mood 'good'",)
