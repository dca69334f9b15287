"""Grids and their words in Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patience.render.letters import one_line
from patience.render.scene import Kind, Scene, Tile


def markdown(scenes: Sequence[Scene], *, caption: bool) -> str:
    """Return each grid as a table, and below it the caption of its picture.

    A devil is set in bold and lower case, a tile face down is a square, a closed cell a block.
    """
    return "\n".join(_grid(scene, caption) for scene in scenes)


def _grid(scene: Scene, caption: bool) -> str:
    width, words = scene.grid.width, scene.language
    lines = [f"## {_plain(scene.title)}", ""] if caption else []
    lines += ["|" + "   |" * width, "|" + ":-:|" * width]
    lines += [f"| {' | '.join(map(_cell, row))} |" for row in scene.rows]
    if caption:
        runs = (("across", scene.across), ("down", scene.down))
        lists = [(label, text) for _, label, text in scene.tile_lists]
        lists += [(words(key), ", ".join(map(scene.shown, some))) for key, some in runs if some]
        lines += ["", _plain(", ".join(scene.facts)), ""]
        lines += ["- " + words("labelled", label=_plain(x), text=_plain(y)) for x, y in lists]
    return "\n".join([*lines, ""])


def _cell(tile: Tile) -> str:
    if tile.kind is Kind.DEVIL:
        return f"**{tile.letter.lower()}**"
    return _CELLS.get(tile.kind, tile.letter)


_CELLS = {Kind.DOWN: "▢", Kind.BARE: " ", Kind.CLOSED: "█"}


def _plain(text: str) -> str:
    """Return a text with what Markdown or HTML would take for markup escaped."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|&~-])", r"\\\1", one_line(text))
