"""A grid as ipuz, which many crossword programs read; `patience.files.ipuz` reads it back."""

from __future__ import annotations

import json
from typing import Any

from patience.files.ipuz import BLOCK, KIND, OWN_KEY, VERSION
from patience.game.grid import FACE_DOWN
from patience.render.clues import entries, numbers
from patience.render.letters import one_line
from patience.render.scene import Kind, Scene, Tile
from patience.render.theme import THEMES

# Devils have the colour of their tiles in pictures; ipuz writes colours without "#".
_DEVIL = {"shapebg": "circle", "color": THEMES["light"]["devil-tile"].removeprefix("#")}


def ipuz(scene: Scene) -> str:
    """Return a filled crossword: the letters are its solution, and already laid.

    A tile face down is a block, closed cells and bare table are void, a devil has a circle.
    """
    width, number = scene.grid.width, numbers(scene)
    puzzle: list[Any] = [_cell(tile, number.get(tile.cell, 0)) for tile in scene.tiles]
    letters = [_letter(tile) for tile in scene.tiles]
    value = {
        "version": VERSION,
        "kind": [KIND],
        "title": one_line(scene.title),
        "notes": one_line(", ".join(scene.facts)),
        "dimensions": {"width": width, "height": scene.grid.height},
        "block": BLOCK,
        "empty": "0",
        "puzzle": _in_rows(puzzle, width),
        "solution": _in_rows(letters, width),
        "saved": _in_rows(letters, width),
        "clues": {
            name: [
                {"number": n, "clue": f"{len(word.text)} letters", "answer": word.text}
                for n, word in listed
            ]
            for name, listed in entries(scene).items()
        },
        OWN_KEY: {
            "header": dict(scene.header),
            "tiles": {
                "name": scene.puzzle.tiles.name,
                "letters": scene.puzzle.tiles.counted(),
                "jokers": scene.puzzle.tiles.jokers,
            },
            "devils": [list(tile.cell) for tile in scene.tiles if tile.kind is Kind.DEVIL],
            "hidden": list(scene.hidden),
            "closed": [list(tile.cell) for tile in scene.tiles if tile.kind is Kind.CLOSED],
            "rows": list(scene.grid.rows),
            "kept_face_down": [list(c) for c, x in scene.grid.cells() if x == FACE_DOWN],
        },
    }
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"


def _cell(tile: Tile, number: int) -> Any:
    match tile.kind:
        case Kind.LETTER:
            return number
        case Kind.DEVIL:
            return {"cell": number, "style": _DEVIL}
        case Kind.DOWN:
            return BLOCK
    return None


def _letter(tile: Tile) -> str | None:
    if tile.letter:
        return tile.letter
    return BLOCK if tile.kind is Kind.DOWN else None


def _in_rows(cells: list[Any], width: int) -> list[list[Any]]:
    return [cells[n : n + width] for n in range(0, len(cells), width)]
