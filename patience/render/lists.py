"""The words of grids as lists: CSV for programs, Markdown for people."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from patience.files.kinds import WORD_COLUMNS
from patience.render.letters import one_line
from patience.render.scene import Kind, Scene


def csv_text(scenes: Sequence[Scene]) -> str:
    """Return a row a word: its grid's number, its text, direction, place (from 1) and length."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(WORD_COLUMNS)
    for number, scene in enumerate(scenes, 1):
        for word in scene.words:
            direction = "across" if word.across else "down"
            row, col = word.start
            writer.writerow([number, word.text, direction, row + 1, col + 1, len(word.text)])
    return text.getvalue()


def markdown(scenes: Sequence[Scene], *, caption: bool = True) -> str:
    """Return each grid as a table, and below it what a picture's caption tells.

    A devil is set in bold and lower case, a tile face down is a square, a closed cell a block.
    """
    return "\n".join(_grid(scene, caption) for scene in scenes)


def _grid(scene: Scene, caption: bool) -> str:
    width = scene.grid.width
    cells = [_CELLS.get(tile.kind, tile.letter) for tile in scene.tiles]
    cells = [
        f"**{tile.letter.lower()}**" if tile.kind is Kind.DEVIL else cell
        for tile, cell in zip(scene.tiles, cells, strict=True)
    ]
    lines = [f"## {_plain(scene.title)}", ""] if caption else []
    lines += ["|" + "   |" * width, "|" + ":-:|" * width]
    lines += ["| " + " | ".join(cells[n : n + width]) + " |" for n in range(0, len(cells), width)]
    if caption:
        words = scene.language
        lines += ["", _plain(", ".join(scene.facts))]
        told = {
            scene.hidden_name: scene.hidden_phrase,
            scene.devils_name: scene.devils_phrase,
            words("across"): ", ".join(word.text for word in scene.across),
            words("down"): ", ".join(word.text for word in scene.down),
        }
        told = {_plain(name): _plain(text) for name, text in told.items() if text}
        lines += ["", *("- " + words("labelled", label=x, text=y) for x, y in told.items())]
    return "\n".join([*lines, ""])


_CELLS = {Kind.DOWN: "▢", Kind.BARE: " ", Kind.CLOSED: "█"}


def _plain(text: str) -> str:
    """Return a text with what Markdown or HTML would take for markup escaped."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|&~-])", r"\\\1", one_line(text))
