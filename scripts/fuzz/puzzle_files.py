"""Puzzle files as other programs write them, valid and invalid.

A valid file must be read as the grid that it was made from; an invalid one must be refused.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import puz

from patience.game.grid import BLANK
from scripts.fuzz.pastes import shipped

Rows = tuple[str, ...]
Values = list[list[Any]]

# The content of an empty cell of a pattern.
_OPEN = "0"
_CROSSWORD = "http://ipuz.org/crossword"
_ACCENTS = {"E": "\u00c9", "A": "\u00c0", "C": "\u00c7", "U": "U\u0308"}


def puzzle_file(rng: Random) -> tuple[bytes, Rows]:
    """Return a file, and the rows that a reader must find in it; no rows for an invalid file.

    Blocks of an unfilled pattern are ``*`` in these rows.
    """
    rows = rng.choice(_solved())
    if rng.random() < 0.3:
        share = rng.random()
        rows = tuple(
            "".join(_OPEN if x != BLANK and rng.random() < share else x for x in row)
            for row in rows
        )
    write = rng.choice((_ipuz, _exolve, _puz))
    sound = rng.random() < 0.6
    content = write(rng, rows, sound)
    if not sound:
        return content, ()
    block = "*" if _OPEN in "".join(rows) else BLANK
    return content, tuple(row.replace(BLANK, block).replace(_OPEN, BLANK) for row in rows)


@cache
def _solved() -> tuple[Rows, ...]:
    """Return the shipped grids that the usual tiles can fill, without jokers; each has a blank."""
    fit = [
        grid.rows
        for grid in shipped()
        if grid.width * grid.height <= 63 and grid.count(BLANK) and not grid.count("#")
    ]
    return (("TRIO", "A.LE", "SKI."), *(tuple(map(str.upper, rows)) for rows in fit))


# ---- ipuz ---------------------------------------------------------------------------------------


def _ipuz(rng: Random, rows: Rows, sound: bool) -> bytes:
    block, empty = rng.choice(("#", "#", "X", "*")), rng.choice((0, "0", ":", "_", ""))
    value: dict[str, Any] = {
        "version": rng.choice(("http://ipuz.org/v2", "http://ipuz.org/v1", "https://ipuz.org/v2")),
        "kind": rng.choice(([f"{_CROSSWORD}#1"], _CROSSWORD, [f"{_CROSSWORD}/arrowword#1"])),
        "dimensions": {"width": len(rows[0]), "height": len(rows)},
        "puzzle": [[block if x == BLANK else empty for x in row] for row in rows],
        "clues": {"Across": [[1, "A clue"]], "Down": []},
    }
    letters = [[_letter(rng, x, block) for x in row] for row in rows]
    if _OPEN not in "".join(rows) or rng.random() < 0.5:
        value[rng.choice(("solution", "solution", "saved"))] = letters
    else:  # given in the puzzle itself
        for r, c in _places(rows):
            if rows[r][c].isalpha():
                value["puzzle"][r][c] = {"cell": 0, "value": rows[r][c]}
    if block != "#":
        value["block"] = block
    if empty != 0:
        value["empty"] = empty
    value |= rng.choice(({}, {"title": "Mots \u00e9t\u00e9"}, {"x-own": [1]}))
    size = rng.choice((None, "text", "number", "number"))
    if size is None:
        del value["dimensions"]
    elif size == "text":
        value["dimensions"] = {key: str(x) for key, x in value["dimensions"].items()}
    if not sound:
        rng.choice(_IPUZ_FAULTS)(rng, value, rows)
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1)))
    text = rng.choice(("{}", "{}", "ipuz({})", " ipuz ({});\n", "\n{}\n")).replace("{}", text)
    return text.encode(rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le")))


def _letter(rng: Random, x: str, block: str) -> Any:
    """Return the value of a cell in one of its notations."""
    if x == BLANK:
        return rng.choice(("#", block, None))
    if x == _OPEN:
        return rng.choice((0, None, "", "0"))
    x = rng.choice((x, x, x, x.lower(), _ACCENTS.get(x, x)))
    return rng.choice((x, x, {"value": x}, {"value": x, "cell": 3}))


def _places(rows: Rows, kind: Callable[[str], bool] = bool) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if kind(x)]


def _bar(rng: Random, value: dict[str, Any], rows: Rows) -> None:
    r, c = rng.choice(_places(rows, lambda x: x != BLANK))
    value["puzzle"][r][c] = {"cell": 0, "style": {"barred": rng.choice(("T", "L", "TL"))}}


def _several(rng: Random, value: dict[str, Any], rows: Rows) -> None:
    r, c = rng.choice(_places(rows, lambda x: x != BLANK))
    value.setdefault("solution", [[None] * len(row) for row in rows])
    value["solution"][r][c] = rng.choice(("TH", "T/D", ["T", "D"], "7", "\u0416", "A-", 12))


def _letter_on_block(rng: Random, value: dict[str, Any], rows: Rows) -> None:
    value.setdefault("solution", [[None] * len(row) for row in rows])
    r, c = rng.choice(_places(rows, lambda x: x == BLANK))
    value["solution"][r][c] = "B"


def _other_size(rng: Random, value: dict[str, Any], rows: Rows) -> None:
    values: Values = value[rng.choice([key for key in ("puzzle", "solution") if key in value])]
    change = rng.randrange(4)
    if change == 0:
        values.append(list(values[0]))
    elif change == 1:
        del values[-1]
    elif change == 2:
        values[rng.randrange(len(values))].append(0)
    else:
        del values[rng.randrange(len(values))][-1]
    value["dimensions"] = {"width": len(rows[0]), "height": len(rows)}


def _other_dimensions(rng: Random, value: dict[str, Any], rows: Rows) -> None:
    key = rng.choice(("width", "height"))
    value["dimensions"] = {"width": len(rows[0]), "height": len(rows)}
    value["dimensions"][key] += rng.choice((-1, 1, 10))


def _other_kind(rng: Random, value: dict[str, Any], _rows: Rows) -> None:
    value["kind"] = rng.choice((["http://ipuz.org/sudoku#1"], "http://ipuz.org/acrostic", [], None))


_IPUZ_FAULTS = (_bar, _several, _letter_on_block, _other_size, _other_dimensions, _other_kind)


# ---- Exolve -------------------------------------------------------------------------------------


def _exolve(rng: Random, rows: Rows, sound: bool) -> bytes:
    marks, between = rng.choice(("", "", "!", "*", "@", "~", "!@")), rng.choice(("", " ", "  "))
    accents = rng.random() < 0.3
    cells = [[_exolve_cell(rng, x, marks, accents) for x in row] for row in rows]
    faults = ("bar", "rebus", "width", "height", "row", "cell", "3d", "two")
    fault = "" if sound else rng.choice(faults)
    r, c = rng.choice(_places(rows, lambda x: x != BLANK))
    if fault == "bar":
        cells[r][c] += rng.choice("|_+")
    elif fault in {"rebus", "cell"}:
        cells[r][c] = "TH" if fault == "rebus" else rng.choice("&{7$\u0416")
        between = " "
    elif fault == "row":
        rng.choice(cells).append("A")
    lines = [
        f"exolve-width: {len(rows[0]) + (fault == 'width')}",
        f"exolve-height: {len(rows) + (fault == 'height')}",
        *(["exolve-option: rebus-cells"] if fault == "rebus" else []),
        *(["exolve-3d: 2"] if fault == "3d" else []),
        rng.choice(("exolve-title: Mots # 1", "exolve-id: x", "# a remark")),
        "exolve-grid:",
        *(f"  {between.join(row)}{rng.choice(('', '  # A', ' '))}" for row in cells),
        rng.choice(("exolve-across:\n  1 Un (9)", "exolve-down:", "")),
    ]
    indent = rng.choice(("", "  ", "\t"))
    text = "\n".join(["exolve-begin", *(indent + line for line in lines), "exolve-end"])
    text = "\n".join(["A letter,", text, "", "yours"]) if rng.random() < 0.2 else text
    text = f"{text}\n{text}" if fault == "two" else text
    text = unicodedata.normalize(rng.choice(("NFC", "NFD")), text)
    text = text.replace("\n", rng.choice(("\n", "\n", "\r\n")))
    return text.encode(rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16")))


def _exolve_cell(rng: Random, x: str, marks: str, accents: bool) -> str:
    if x == BLANK:
        return x
    if x == _OPEN:
        return rng.choice("0?")
    return rng.choice((x, x.lower(), _ACCENTS.get(x, x) if accents else x)) + marks


# ---- Across Lite --------------------------------------------------------------------------------


def _puz(rng: Random, rows: Rows, sound: bool) -> bytes:
    text = "".join(rows).replace(_OPEN, "-")
    puzzle = puz.Puzzle()
    puzzle.width, puzzle.height = len(rows[0]), len(rows)
    puzzle.solution, puzzle.clues, puzzle.title = text, ["A clue"] * 3, "Mots \u00e9t\u00e9"
    puzzle.fill = text if rng.random() < 0.3 else "".join("." if x == BLANK else "-" for x in text)
    if rng.random() < 0.2:
        puzzle.puzzletype, puzzle.solution = puz.PuzzleType.Diagramless, text.replace(".", ":")
    if rng.random() < 0.2:
        puzzle.solution_state = puz.SolutionState.NotProvided
        puzzle.solution, puzzle.fill = "".join(x if x == BLANK else "X" for x in text), text
    if rng.random() < 0.2:
        puzzle.extensions = {puz.Extensions.Markup: b"\x80" + bytes(len(text) - 1)}
    fault = "" if sound else rng.choice(("locked", "rebus", "cell", "cut", "byte"))
    if fault == "locked":
        puzzle.solution_state = puz.SolutionState.Locked
    elif fault == "rebus":
        puzzle.extensions = {puz.Extensions.Rebus: b"\1" + bytes(len(text) - 1)}
    elif fault == "cell":
        puzzle.solution_state = puz.SolutionState.Unlocked
        puzzle.solution = rng.choice("7$\u00d7") + puzzle.solution[1:]
    data = bytes(puzzle.tobytes())
    if fault == "cut":
        data = data[: rng.randrange(14, 52 + len(text))]
    elif fault == "byte":  # of the solution: the checksum is wrong
        at = 52 + rng.randrange(len(text))
        data = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    return rng.choice((b"", b"", b"\0\0x")) + data
