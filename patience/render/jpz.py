"""A grid as JPZ, the XML of Crossword Compiler's applet; `patience.files.jpz` reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from patience.files.jpz import APPLET, PUZZLE, remark
from patience.render.clues import entries, numbers
from patience.render.exported import instructions, own_lines, title
from patience.render.scene import Kind, Scene, Tile

_TYPES = {Kind.DOWN: "block", Kind.BARE: "void", Kind.CLOSED: "void"}


def jpz(scene: Scene, *, clues: Mapping[str, str], solved: bool) -> str:
    """Return a crossword to solve with its solution; a `solved` one has all letters entered.

    A tile face down is a block, closed cells and bare table are void, a devil has a circle.
    """
    root = ET.Element("crossword-compiler-applet", xmlns=APPLET)
    root.append(ET.Comment(remark(own_lines(scene))))
    puzzle = ET.SubElement(root, "rectangular-puzzle", xmlns=PUZZLE)
    metadata, task = ET.SubElement(puzzle, "metadata"), "\n".join(instructions(scene))
    ET.SubElement(metadata, "title").text = title(scene)
    if "author" in scene.header:
        ET.SubElement(metadata, "creator").text = scene.header["author"]
    # Crossword Compiler shows the one, other readers the other.
    for parent, name in ((metadata, "description"), (puzzle, "instructions")):
        ET.SubElement(parent, name).text = task
    crossword = ET.SubElement(puzzle, "crossword")
    sides = {"width": str(scene.grid.width), "height": str(scene.grid.height)}
    grid, number = ET.SubElement(crossword, "grid", sides), numbers(scene)
    ET.SubElement(grid, "grid-look", {"numbering-scheme": "normal"})
    for tile in scene.tiles:
        ET.SubElement(grid, "cell", _cell(tile, number.get(tile.cell, 0), solved))
    _set_words(crossword, scene, clues)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _cell(tile: Tile, number: int, solved: bool) -> dict[str, str]:
    """Return the attributes of a cell."""
    cell = {"x": str(tile.cell.col + 1), "y": str(tile.cell.row + 1)}
    if not tile.letter:
        return cell | {"type": _TYPES[tile.kind]}
    cell |= {"solution": tile.letter} | ({"solve-state": tile.letter} if solved else {})
    cell |= {"number": str(number)} if number else {}
    return cell | ({"background-shape": "circle"} if tile.kind is Kind.DEVIL else {})


def _set_words(crossword: ET.Element, scene: Scene, clues: Mapping[str, str]) -> None:
    """Add the words with their places, and the lists of clues."""
    listed = entries(scene, clues)
    ids = {word: str(n) for n, word in enumerate(scene.words, 1)}
    for word, n in ids.items():
        place = ET.SubElement(crossword, "word", id=n)
        for cell in word.cells:  # some readers know no range, such as 1-9
            ET.SubElement(place, "cells", x=str(cell.col + 1), y=str(cell.row + 1))
    for name, some in listed.items():
        column = ET.SubElement(crossword, "clues", ordering="normal")
        ET.SubElement(ET.SubElement(column, "title"), "b").text = name
        for number, word, clue in some:
            about = {"word": ids[word], "number": str(number), "format": str(len(word.text))}
            ET.SubElement(column, "clue", about).text = clue
