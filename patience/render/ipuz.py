"""A grid as ipuz, a format of many crossword programs; `patience.files.ipuz` reads it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from patience.files.ipuz import BLOCK, KIND, OWN_KEY, VERSION
from patience.game.alphabet import faces
from patience.game.grid import FACE_DOWN
from patience.question.header import question_of
from patience.render.clues import entries, numbers
from patience.render.exported import instructions, title
from patience.render.json import hand_json, rows_json
from patience.render.scene import Kind, Scene, Tile
from patience.render.theme import THEMES

# Devils have the colour of their tiles in pictures; ipuz writes colours without "#".
_DEVIL = {"shapebg": "circle", "color": THEMES["light"]["devil-tile"].removeprefix("#")}


def ipuz(scene: Scene, *, clues: Mapping[str, str], solved: bool) -> str:
    """Return a crossword to solve with its solution; a `solved` one has all letters entered.

    A tile face down is a block, closed cells and bare table are void, a devil has a circle.
    """
    number = numbers(scene)
    letters = [[_letter(tile) for tile in row] for row in scene.rows]
    value: dict[str, Any] = {
        "version": VERSION,
        "kind": [KIND],
        "title": title(scene),
        **({"author": scene.header["author"]} if "author" in scene.header else {}),
        "intro": "<br>".join(escape(line, quote=False) for line in instructions(scene)),
        "dimensions": {"width": scene.grid.width, "height": scene.grid.height},
        "block": BLOCK,
        "empty": "0",
        "puzzle": [[_cell(tile, number.get(tile.cell, 0)) for tile in row] for row in scene.rows],
        "solution": letters,
        OWN_KEY: {
            "header": question_of(scene.header),
            "tiles": hand_json(scene.puzzle.tiles),
            "devils": [list(tile.cell) for tile in scene.tiles if tile.kind is Kind.DEVIL],
            "hidden": [*map(faces, scene.reading.face_down)],
            "closed": [list(tile.cell) for tile in scene.tiles if tile.kind is Kind.CLOSED],
            "rows": rows_json(scene.grid),
            "kept_face_down": [list(c) for c, x in scene.grid.cells() if x == FACE_DOWN],
        },
    }
    if solved:
        value["saved"] = letters
    value["clues"] = {
        name: [
            {"number": number, "clue": clue, "enumeration": str(len(word.text))}
            for number, word, clue in listed
        ]
        for name, listed in entries(scene, clues).items()
    }
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"


def _cell(tile: Tile, number: int) -> Any:
    if tile.kind is Kind.DEVIL:  # some readers show the 0 of a cell that has a style
        return ({"cell": number} if number else {}) | {"style": _DEVIL}
    return number if tile.letter else _letter(tile)


def _letter(tile: Tile) -> str | None:
    return tile.letter or (BLOCK if tile.kind is Kind.DOWN else None)
