"""A grid as the text of Exolve, which makes interactive web pages; letters are filled in."""

from __future__ import annotations

from html import escape

from patience.files.crossword import MARKS, OWN
from patience.files.exolve import BEGIN, DEVILS, END
from patience.render.clues import entries
from patience.render.letters import one_line
from patience.render.scene import Kind, Scene, Tile

# A filled cell, and one with a circle as well.
_CELLS = {Kind.LETTER: "!", Kind.DEVIL: "!@"}


def exolve(scene: Scene) -> str:
    """Return the puzzle: devils have a circle, all cells without a letter are blocks."""
    lines = [
        *remarks(scene),
        f"{OWN}circles: {DEVILS}",
        f"exolve-title: {_plain(scene.title)}",
        f"exolve-width: {scene.grid.width}",
        f"exolve-height: {scene.grid.height}",
        "exolve-grid:",
        *(f"  {' '.join(map(_cell, row)).rstrip()}" for row in scene.rows),
    ]
    for name, listed in entries(scene).items():
        if listed:
            lines.append(f"exolve-{name.lower()}:")
            lines += [f"  {number} ({len(word.text)})" for number, word in listed]
    lines.append(f"exolve-postscript:\n    {_plain(', '.join(scene.facts))}")
    return "\n".join([BEGIN, *(f"  {line}" for line in lines), END, ""])


def remarks(scene: Scene) -> list[str]:
    """Return remarks with the header, and with the cells for which a format has no sign."""
    marked = {
        key: " ".join(f"{c.row},{c.col}" for c, y in scene.grid.cells() if y == x)
        for key, x in MARKS.items()
        if scene.grid.count(x)
    }
    return [
        f"{OWN}{key}: {one_line(text)}" for key, text in [*scene.header.items(), *marked.items()]
    ]


def _cell(tile: Tile) -> str:
    return f"{tile.letter}{_CELLS[tile.kind]}".ljust(3) if tile.letter else ".  "


def _plain(text: str) -> str:
    """Return a text escaped for Exolve, where these parts are HTML and "# " starts a comment."""
    return escape(one_line(text), quote=False).replace("#", "&num;")
