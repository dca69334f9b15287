"""What rows of symbols show: letters, runs, pieces, bounding box, symmetry and distance.

The referee's own count: nothing here is entered by an engine.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence

Rows = Sequence[str]
At = tuple[int, int]  # row and column, from 0

# Signs of cells that show no letter: bare, closed, face down.
NO_LETTER = ".#*"
_RUN = re.compile(f"[^{NO_LETTER}]{{2,}}")


def letters(rows: Rows) -> dict[At, str]:
    """Return the cells that show a letter, in reading order; jokers in lower case."""
    return {
        (r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x not in NO_LETTER
    }


def turned(rows: Rows) -> list[str]:
    """Return the columns as rows."""
    return list(map("".join, zip(*rows, strict=True)))


def runs(rows: Rows) -> list[tuple[str, At, bool]]:
    """Return text, first cell and whether it runs across of each run of two letters or more."""
    return [
        (found[0].upper(), (n, found.start()) if across else (found.start(), n), across)
        for across, lines in ((True, rows), (False, turned(rows)))
        for n, line in enumerate(lines)
        for found in _RUN.finditer(line)
    ]


def box(rows: Rows) -> tuple[int, int]:
    """Return width and height of the smallest rectangle around all letters."""
    up = letters(rows)
    if not up:
        return 0, 0
    down, across = zip(*up, strict=True)
    return max(across) - min(across) + 1, max(down) - min(down) + 1


def pieces(up: dict[At, str]) -> list[set[At]]:
    """Return the sets of letters that touch each other, the largest first."""
    left, found = set(up), []
    while left:
        piece, at_hand = set[At](), [left.pop()]
        while at_hand:
            r, c = cell = at_hand.pop()
            piece.add(cell)
            beside = {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)} & left
            at_hand += beside
            left -= beside
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def lopsided(rows: Rows, symmetry: str) -> list[At]:
    """Return the cells without a letter where the image of the grid has one.

    Where the letters are symmetric too, also those of a letter where its image has another or none.
    """
    backwards = [row[::-1] for row in rows]
    images: dict[str, Rows] = {
        "none": rows,
        "half-turn": backwards[::-1],
        "mirror": backwards,
        "flip": rows[::-1],
        "palindrome-grid": backwards[::-1],
        "transpose": turned(rows),
    }
    image, of_letters = images[symmetry], symmetry in {"palindrome-grid", "transpose"}
    found = []
    for r, row in enumerate(rows):
        for c, x in enumerate(row):
            if r >= len(image) or c >= len(image[0]):
                differs = x not in NO_LETTER
            else:
                y = image[r][c]
                changed = of_letters and x.upper() != y.upper()
                differs = y not in NO_LETTER and (x in NO_LETTER or changed)
            if differs:
                found.append((r, c))
    return found


def distance(rows: Rows, other: Rows) -> int:
    """Return in how many cells two grids differ, as they are or one of them turned, the smaller.

    Grids of different sizes differ in all cells of the larger one.
    """
    apart = [
        sum(map(operator.ne, "".join(one).upper(), "".join(other).upper()))
        for one in (rows, turned(rows))
        if (len(one), len(one[0])) == (len(other), len(other[0]))
    ]
    return min(apart, default=max(len(rows) * len(rows[0]), len(other) * len(other[0])))
