"""A grid as the text of Exolve, which makes interactive web pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from html import escape

from patience.files.crossword import DEVILS, OWN
from patience.files.exolve import END
from patience.files.kinds import BEGIN
from patience.render.clues import entries
from patience.render.exported import instructions, own_lines, title
from patience.render.letters import one_line
from patience.render.scene import Kind, Scene, Tile

# Marks of cells: a letter filled in, a circle.
_FILLED, _CIRCLE = "!", "@"
# A clue that begins so would be taken for a list of linked clues.
_LINK = re.compile(r"(?=,|/|&|and\b)", re.IGNORECASE)


def exolve(scene: Scene, *, clues: Mapping[str, str], solved: bool) -> str:
    """Return a crossword to solve with its solution; a `solved` one has all letters filled in.

    Devils have a circle, all cells without a letter are blocks.
    """
    cell = partial(_cell, solved=solved)
    lines = [
        *remarks(scene),
        f"exolve-title: {_plain(title(scene))}",
        *(f"exolve-setter: {_plain(x)}" for x in [scene.header.get("author", "")] if x),
        f"exolve-width: {scene.grid.width}",
        f"exolve-height: {scene.grid.height}",
        "exolve-preamble:",
        *(f"  {_plain(line)}<br>" for line in instructions(scene)),
        "exolve-grid:",
        *(f"  {' '.join(map(cell, row)).rstrip()}" for row in scene.rows),
    ]
    options = ["ignore-unclued"] * (not clues)
    options += ["rebus-cells"] * any(len(tile.letter) > 1 for tile in scene.tiles)
    if options:
        lines.append(f"exolve-option: {' '.join(options)}")
    for name, listed in entries(scene, clues).items():
        if clues and listed:
            lines.append(f"exolve-{name.lower()}:")
            lines += [f"  {n} {_clue(clue)} ({len(word.text)})" for n, word, clue in listed]
    return "\n".join([BEGIN, *(f"  {line}" for line in lines), END, ""])


def remarks(scene: Scene) -> list[str]:
    """Return remarks with the question, and that circles are devils."""
    lines = {**own_lines(scene), "circles": DEVILS}
    return [f"{OWN}{key}: {text}" for key, text in lines.items()]


def _cell(tile: Tile, *, solved: bool) -> str:
    marks = _FILLED * solved + _CIRCLE * (tile.kind is Kind.DEVIL)
    return (f"{tile.letter}{marks}" if tile.letter else ".").ljust(3)


def _clue(text: str) -> str:
    return "&ZeroWidthSpace;" * bool(_LINK.match(text)) + _plain(text)


def _plain(text: str) -> str:
    """Return a text escaped for Exolve, where these parts are HTML and "# " starts a comment."""
    return escape(one_line(text), quote=False).replace("#", "&num;")
