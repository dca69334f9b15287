"""JPZ of other programs: what is read, and that nothing in it hurts."""

from __future__ import annotations

import io
import zipfile

import pytest

from patience.errors import GridError
from patience.files.crossword import CIRCLES
from patience.files.grids import GridFile, parse_grid
from patience.game.grid import Grid

CELLS = {(1, 1): "A", (2, 1): "B", (3, 1): "C", (1, 2): "D", (3, 2): "E"}


def jpz(cells: str = "", head: str = "", root: str = "crossword-compiler-applet") -> str:
    plain = "".join(f'<cell x="{x}" y="{y}" solution="{z}"/>' for (x, y), z in CELLS.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{head}<{root} xmlns="http://crossword.info/xml/x">'
        '<applet-settings width="720"/><rectangular-puzzle xmlns="http://crossword.info/xml/y">'
        '<metadata><title>T</title></metadata><crossword><grid width="3" height="2">'
        f'<grid-look/>{plain}<cell x="2" y="2" type="block"/>{cells}</grid>'
        f'<word id="1" x="1-3" y="1"/></crossword></rectangular-puzzle></{root}>'
    )


def read(text: str) -> GridFile:
    return parse_grid(text.encode())


@pytest.mark.parametrize("root", ["crossword-compiler-applet", "crossword-compiler"])
def test_a_puzzle_of_another_program_is_read(root: str) -> None:
    assert read(jpz(root=root)).grid == Grid(("ABC", "D.E"))
    void = read(jpz('<cell x="2" y="2" type="void"/>', root=root))
    assert void.grid == Grid(("ABC", "D#E"))


def test_circles_and_what_a_solver_entered_are_told() -> None:
    circled = jpz('<cell x="3" y="2" solution="e" background-shape="circle"/>')
    assert read(circled).grid == Grid(("ABC", "D.E"))
    assert read(circled).notes == (CIRCLES,)
    edited = read(jpz('<cell x="3" y="2" solution="E" solve-state="F"/>'))
    assert edited.grid == Grid(("ABC", "D.E"))
    assert "differ in" in edited.notes[0]


def test_a_packed_file_is_read() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("puzzle.xml", jpz())
    assert parse_grid(packed.getvalue()).grid == Grid(("ABC", "D.E"))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("another.xml", jpz())
    with pytest.raises(GridError, match="unpack it first"):
        parse_grid(packed.getvalue())


LAUGHS = (
    '<!DOCTYPE lolz [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c SYSTEM "file:///etc/passwd">]>'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (jpz('<cell x="1" y="1" solution="&b;"/>', LAUGHS), "has a document type"),
        (jpz('<cell x="1" y="1" solution="&b;"/>'), "damaged: undefined entity"),
        (jpz()[:-20], "damaged"),
        (jpz('<cell x="4" y="1" solution="A"/>'), "outside its grid"),
        (jpz('<cell x="0" y="1" solution="A"/>'), "outside its grid"),
        (jpz('<cell x="one" y="1" solution="A"/>'), "write a number"),
        (jpz('<cell x="1" y="1" solution="AB"/>'), "row 1, cell 1 .* not a single tile"),
        (jpz('<cell x="1" y="1" solution="A" top-bar="true"/>'), "a bar"),
        (jpz().replace('width="3"', 'width="99999"'), "99999 columns"),
        (jpz().replace("<grid ", "<grid width='3' height='2'/><grid "), "2 grids"),
        (jpz().replace("<grid ", "<gird ").replace("</grid>", "</gird>"), "0 grids"),
    ],
)
def test_what_is_no_crossword_is_refused(text: str, said: str) -> None:
    with pytest.raises(GridError, match=said):
        read(text)
