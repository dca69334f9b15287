"""Grids in the notations in which people paste them: signs, layouts, wrappings, encodings."""

from __future__ import annotations

import html
import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

from patience.files.grids import read_grid
from patience.game.grid import BLANK
from patience.shipped import data_dir

Rows = Sequence[Sequence[str]]
Text = list[str]

# Signs for a blank, for grids whose cells do not contain them.
SIGNS: Mapping[str, str] = {
    "dot": ".",
    "space": " ",
    "nothing": "",
    "underscore": "_",
    "hyphen": "-",
    "en dash": "\N{EN DASH}",
    "middle dot": "\N{MIDDLE DOT}",
    "bullet": "\N{BULLET}",
    "zero": "0",
    "slash": "/",
    "no-break space": "\N{NO-BREAK SPACE}",
    "ideographic space": "\N{IDEOGRAPHIC SPACE}",
    "black square": "\N{BLACK SQUARE}",
    "white square": "\N{WHITE SQUARE}",
    "full block": "\N{FULL BLOCK}",
    "black emoji": "\N{BLACK LARGE SQUARE}\ufe0f",
    "brown emoji": "\N{LARGE BROWN SQUARE}",
    "small square": "\N{BLACK MEDIUM SMALL SQUARE}",
}


def _shifted(first: int) -> Callable[[str], str]:
    return lambda x: chr(first + ord(x) - ord("A")) if x.isupper() else x


# Other shapes of letters.
SHAPES: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "accents": lambda x: {"E": "\u00c9", "A": "\u00c0", "C": "\u00c7", "e": "\u00e8"}.get(x, x),
    "decomposed": lambda x: {"E": "E\u0301", "A": "A\u0300"}.get(x, x),
    "full width": lambda x: chr(ord(x) + 0xFEE0) if x.isalpha() else x,
    "bold": _shifted(0x1D400),
    "circled": _shifted(0x24B6),
    "squared": _shifted(0x1F130),
    "white on black": _shifted(0x1F170),
    "zero width": lambda x: x + "\N{ZERO WIDTH SPACE}",
    "brackets": lambda x: f"[{x.upper()}]" if x.islower() else x,
    "parentheses": lambda x: f"({x.upper()})" if x.islower() else x,
    "stars": lambda x: f"*{x.upper()}*" if x.islower() else x,
}


def _boxed(rows: Rows, corners: str, line: str, bar: str) -> Text:
    left, middle, right = list(corners)
    rule = left + middle.join([line * 3] * len(rows[0])) + right
    full = [bar + bar.join(f" {x or ' '} " for x in row) + bar for row in rows]
    return [rule, *(x for row in full for x in (row, rule))]


def _framed(rows: Rows, corner: str, line: str, bar: str) -> Text:
    rule = corner + line * len(rows[0]) + corner
    return [rule, *(bar + "".join(x or " " for x in row) + bar for row in rows), rule]


def _markdown(rows: Rows) -> Text:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]


def _table(rows: Rows) -> Text:
    cells = ["".join(f"<td>{html.escape(x)}</td>" for x in row) for row in rows]
    return ["<table>", *(f"<tr>{row}</tr>" for row in cells), "</table>"]


def _spaced(rows: Rows, between: str) -> Text:
    return [between.join(x or " " for x in row) for row in rows]


# From cells to lines.
LAYOUTS: Mapping[str, Callable[[Rows], Text]] = {
    "tight": lambda rows: _spaced(rows, ""),
    "cut short": lambda rows: [x.rstrip() for x in _spaced(rows, "")],
    "spaced": lambda rows: _spaced(rows, " "),
    "two spaces": lambda rows: _spaced(rows, "  "),
    "no-break spaces": lambda rows: _spaced(rows, "\N{NO-BREAK SPACE}"),
    "em spaces": lambda rows: _spaced(rows, "\N{EM SPACE}"),
    "tabs": lambda rows: ["\t".join(row) for row in rows],
    "tabs cut short": lambda rows: ["\t".join(row).rstrip("\t") for row in rows],
    "spaces and tabs": lambda rows: [" \t ".join(row) for row in rows],
    "trailing tab": lambda rows: ["\t".join([*row, ""]) for row in rows],
    "empty column": lambda rows: ["\t".join(["", *row]) for row in rows],
    "empty row": lambda rows: ["\t" * (len(rows[0]) - 1), *("\t".join(row) for row in rows)],
    "commas": lambda rows: [",".join(row) for row in rows],
    "semicolons": lambda rows: [";".join(row) for row in rows],
    "quoted commas": lambda rows: [",".join(f'"{x}"' for x in row) for row in rows],
    "markdown": _markdown,
    "markdown, no heading": lambda rows: _markdown([[" "] * len(rows[0]), *rows]),
    "box": lambda rows: _boxed(rows, "+++", "-", "|"),
    "light box": lambda rows: _boxed(rows, "\u251c\u253c\u2524", "\u2500", "\u2502"),
    "double box": lambda rows: _boxed(rows, "\u2560\u256c\u2563", "\u2550", "\u2551"),
    "frame": lambda rows: _framed(rows, "+", "-", "|"),
    "light frame": lambda rows: _framed(rows, "\u250c", "\u2500", "\u2502"),
    "html": _table,
    "json": lambda rows: [json.dumps([[x or None for x in row] for row in rows])],
    "json texts": lambda rows: [json.dumps(_spaced(rows, ""), indent=1)],
    "slashes": lambda rows: ["/".join(_spaced(rows, ""))],
    "spaced slashes": lambda rows: [" / ".join(_spaced(rows, ""))],
    "hyphens": lambda rows: _spaced(rows, "-"),
    "spaced hyphens": lambda rows: _spaced(rows, " - "),
    "middle dots": lambda rows: _spaced(rows, "\N{MIDDLE DOT}"),
    "colons": lambda rows: _spaced(rows, ":"),
    "crosses": lambda rows: _spaced(rows, "\N{MULTIPLICATION SIGN}"),
}


def _labelled(lines: Text) -> Text:
    return [f"{number:2} {line}" for number, line in enumerate(lines, 1)]


def _indented(lines: Text, by: str) -> Text:
    return [by + line for line in lines]


# Text around the lines.
WRAPPINGS: Mapping[str, Callable[[Text], Text]] = {
    "none": list,
    "a space": lambda lines: _indented(lines, " "),
    "four spaces": lambda lines: _indented(lines, "    "),
    "a tab": lambda lines: _indented(lines, "\t"),
    "mail": lambda lines: _indented(lines, "> "),
    "mail of mail": lambda lines: _indented(lines, ">> "),
    "bullets": lambda lines: _indented(lines, "- "),
    "fence": lambda lines: ["```", *lines, "```"],
    "fence in a letter": lambda lines: ["Ma grille :", "", "```text", *lines, "```", "", "Bravo !"],
    "trailing spaces": lambda lines: [line + "   " for line in lines],
    "empty lines": lambda lines: [x for line in lines for x in (line, "")],
    "empty lines around": lambda lines: ["", "", *lines, "", ""],
    "caption": lambda lines: ["Voici ma grille :", *lines],
    "caption apart": lambda lines: ["Voici ma grille :", "", *lines],
    "signature": lambda lines: [*lines, "", "Jean-Pierre, le 3 mai"],
    "signature below": lambda lines: [*lines, "-- Marie-Claude"],
    "chat": lambda lines: ["[12:04] Jean: ma grille", *lines, "[12:05] Marie: bravo"],
    "numbers": _labelled,
    "numbers and dots": lambda lines: [f"{n}. {line}" for n, line in enumerate(lines, 1)],
    "rules": lambda lines: ["=" * 12, *lines, "=" * 12],
    "strings": lambda lines: [f'    "{line}",' for line in lines],
    "comment": lambda lines: ["; ma grille", *lines],
    "comment, indented": lambda lines: _indented(["; ma grille", *lines], "    "),
}

ENCODINGS: Mapping[str, Callable[[str], bytes]] = {
    "utf-8": lambda text: text.encode(),
    "mark": lambda text: text.encode("utf-8-sig"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16, no mark": lambda text: text.encode("utf-16-le"),
    "utf-16, other end": lambda text: text.encode("utf-16-be"),
    "latin-1": lambda text: text.encode("latin-1", "replace"),
}

# Wrappings that change no line, so that they can hold text other than rows.
_AROUND = ("none", "empty lines around", "caption", "caption apart", "signature", "chat")

# Signs that stand between the cells of a layout, so that they are no blanks in it.
_BETWEEN = {
    "hyphens": ("hyphen", "en dash"),
    "spaced hyphens": ("hyphen", "en dash"),
    "middle dots": ("middle dot",),
}

_PLAINEST = ("dot", "plain", "tight", "none", "utf-8")
PARTS: Sequence[Mapping[str, Callable[..., object] | str]] = (
    SIGNS,
    SHAPES,
    LAYOUTS,
    WRAPPINGS,
    ENCODINGS,
)


def dressed(
    rows: Sequence[str],
    sign: str = "dot",
    shape: str = "plain",
    layout: str = "tight",
    wrapping: str = "none",
    encoding: str = "utf-8",
) -> bytes | None:
    """Return a grid's text in a notation, by keys of `SIGNS` and so on; None if impossible."""
    if "short" in layout and not all(
        _reaches_its_edges(x) for x in (rows, [*zip(*rows, strict=True)])
    ):
        return None
    wrapped = layout.startswith(("html", "json")) and wrapping not in _AROUND
    if wrapped or sign in _BETWEEN.get(layout, ()):
        return None
    text = "".join(rows)
    blank = SIGNS[sign]
    cells = [[blank if x == BLANK else SHAPES[shape](x) for x in row] for row in rows]
    text = "\n".join(WRAPPINGS[wrapping](LAYOUTS[layout](cells))) + "\n"
    if encoding == "latin-1" and not _is_latin(unicodedata.normalize("NFC", text)):
        return None
    return ENCODINGS[encoding](text)


def _reaches_its_edges(rows: Rows) -> bool:
    return any(x != BLANK for x in rows[0]) and any(x != BLANK for x in rows[-1])


def _is_latin(text: str) -> bool:
    return text.isascii() or max(map(ord, text)) < 256


def random_dress(rng: Random) -> tuple[str, ...]:
    """Return a notation with some unusual parts, most of them plain."""
    share = rng.choice((0.25, 0.5))
    return tuple(
        rng.choice(list(part)) if rng.random() < share else plain
        for part, plain in zip(PARTS, _PLAINEST, strict=True)
    )


@cache
def solved() -> tuple[tuple[str, ...], ...]:
    """Return the best known grids that ship, of up to 20 columns."""
    paths = sorted((data_dir("instances") / "best").glob("*.txt"))
    grids = [read_grid(path).grid for path in paths]
    return (("ABC", "D.E", "FGH"), *(grid.rows for grid in grids if grid.width <= 20))


def random_grid(rng: Random) -> tuple[str, ...]:
    """Return a finished grid, or one with some of its cells reopened."""
    rows = rng.choice(solved())
    if rng.random() < 0.6:
        return rows
    share = rng.random()
    return tuple("".join(BLANK if rng.random() < share else x for x in row) for row in rows)
