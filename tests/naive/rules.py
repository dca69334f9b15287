"""The rules a second time: slow, obvious, and sharing no code with patience.

What is asked is plain data, and grids are lists of strings, so that each rule can be compared with
the rule sheet at a glance.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection

from tests.naive.plain import SEVERAL, Asked, Rows


def spelled(word: str, faces: Collection[str]) -> str:
    """Return the tiles that spell a written word, one character each.

    A letter with an accent that no face shows loses it, and two Ls the dot between them. Then at
    each place the longest face that the word shows there is taken.
    """
    word = unicodedata.normalize("NFC", word).upper()
    shown = set("".join(faces))
    word = "".join(x if x in shown else unicodedata.normalize("NFD", x)[0] for x in word)
    if "L·L" not in faces:
        word = word.replace("L·L", "LL")
    found, at = "", 0
    while at < len(word):
        face = next(word[at : at + n] for n in (3, 2, 1) if n == 1 or word[at : at + n] in faces)
        found += SEVERAL.get(face, face)
        at += len(face)
    return found


def is_valid(asked: Asked, rows: Rows, words: Collection[str]) -> bool:
    """Tell whether the grid obeys every rule."""
    return not faults(asked, rows, words)


def faults(asked: Asked, rows: Rows, words: Collection[str]) -> set[str]:
    """Return the rules that the grid breaks, by the names that the referee gives them."""
    rows = read(asked, rows)
    width, height = len(rows[0]), len(rows)
    shown = [x for row in rows for x in row if x.isalpha()]
    before = laid_before(asked)
    if before and (len(before[0]), len(before)) != (width, height):
        before = []  # of another size: there is nothing to compare cell by cell
    broken = set()

    # 1. Every run of two or more is a word.
    runs = runs_of(rows)
    if any(run not in words for run in runs):
        broken.add("word")
    # 2. No lone letters.
    if any(not letters_beside(rows, r, c) for r, c in letter_cells(rows)):
        broken.add("lone-letter")
    # 3. One connected crossword.
    if asked.rules.connected and len(pieces(rows)) > 1:
        broken.add("connected")
    # 4. Letters and jokers of the set. Unmarked jokers are known from the start, or from excess.
    supply = Counter({x: n for x, n in zip(asked.letters, asked.counts, strict=True) if n})
    used = Counter(x for x in shown if x.isupper())
    jokers = Counter(x.upper() for x in shown if x.islower())
    if not jokers:
        for r, row in enumerate(before):
            for c, pin in enumerate(row):
                if pin.islower() and rows[r][c] == pin.upper():
                    jokers[pin.upper()] += 1
        used -= jokers
        excess = used - supply
        used -= excess
        jokers += excess
    if used - supply or sum(jokers.values()) > asked.jokers:
        broken.add("tiles")
    # 5. No word twice, where that is agreed.
    if asked.rules.distinct_words and len(set(runs)) < len(runs):
        broken.add("distinct")
    # 6. At least one word.
    if not runs:
        broken.add("no-word")
    # 7. What the goal asks for.
    if asked.goal == "frame":
        if (width, height) != asked.sides:
            broken.add("size")
        if any("#" in row for row in rows):
            broken.add("closed")
    elif asked.goal == "compact":
        wide, high = box(rows)
        if asked.start and (width, height) != (len(asked.start[0]), len(asked.start)):
            broken.add("size")
        if any("#" in row for row in rows):
            broken.add("closed")
        if any("*" in row for row in rows):
            broken.add("face-down")
        if not asked.free and (supply - used or sum(jokers.values()) < asked.jokers):
            broken.add("all-tiles")
        if asked.sides and (wide > asked.sides[0] or high > asked.sides[1]):
            broken.add("within")
    elif [len(row) for row in rows] != [len(row) for row in asked.board]:
        broken.add("size")
    elif [hashes(row) for row in rows] != [hashes(row) for row in asked.board]:
        broken.add("closed")
    # What lay there before is still there.
    any_marked = any(x.islower() for x in shown)
    for r, row in enumerate(before):
        for c, pin in enumerate(row):
            now = rows[r][c]
            if pin == "*" and now.isalpha():
                broken.add("fixed")
            if pin.isalpha() and now.upper() != pin.upper():
                broken.add("fixed")
            if pin.islower() and now.isupper() and any_marked:
                broken.add("fixed")
    if any(word not in runs for word in asked.rules.require):
        broken.add("require")
    up = letter_cells(rows)
    images = {
        "none": up,
        "half-turn": [(height - 1 - r, width - 1 - c) for r, c in up],
        "mirror": [(r, width - 1 - c) for r, c in up],
        "flip": [(height - 1 - r, c) for r, c in up],
        "palindrome-grid": [(height - 1 - r, width - 1 - c) for r, c in up],
        "transpose": [(c, r) for r, c in up],
    }
    if set(images[asked.rules.symmetry]) != set(up):
        broken.add("symmetry")
    if asked.rules.symmetry == "palindrome-grid" and backwards(rows) != backwards(rows)[::-1]:
        broken.add("symmetry")
    if asked.rules.symmetry == "transpose" and any(
        (c, r) in up and rows[r][c].upper() != rows[c][r].upper() for r, c in up
    ):
        broken.add("symmetry")
    for other in asked.rules.unlike:
        if too_like(rows, list(other), asked.rules.cells_apart):
            broken.add("unlike")
    return broken


def backwards(rows: Rows) -> str:
    """Return the letters from the last cell to the first, every other cell as a dot."""
    return "".join(x.upper() if x.isalpha() else "." for x in "".join(rows)[::-1])


def too_like(rows: Rows, other: Rows, cells: int) -> bool:
    """Tell whether two grids of one size differ in fewer cells, as they are or turned."""
    for one in (rows, turned(rows)):
        if len(one) == len(other) and len(one[0]) == len(other[0]):
            pairs = zip("".join(one).upper(), "".join(other).upper(), strict=True)
            if sum(x != y for x, y in pairs) < cells:
                return True
    return False


def cost(asked: Asked, rows: Rows) -> int:
    """Return what the goal counts, for a valid grid."""
    shown = len(letter_cells(rows))
    if asked.goal == "compact":
        wide, high = box(rows)
        return wide * high
    if asked.goal == "frame" or asked.free:
        return sum(len(row) - row.count("#") for row in rows) - shown
    return sum(asked.counts) + asked.jokers - shown


def rank(asked: Asked, rows: Rows) -> tuple[int, int]:
    """Return the cost and, as of equal areas the smaller perimeter is better, half of that."""
    sides = box(rows) if asked.goal == "compact" else (0, 0)
    return cost(asked, rows), sum(sides)


def read(asked: Asked, rows: Rows) -> Rows:
    """Return the rows as meant: lower case only is no marking, and a free frame may be turned."""
    shown = [x for row in rows for x in row if x.isalpha()]
    if len(shown) > asked.jokers and "".join(shown).islower():
        rows = [row.upper() for row in rows]
    if asked.goal == "frame" and not asked.start:
        sides = (len(rows), len(rows[0]))
        if sides == asked.sides != sides[::-1]:
            rows = turned(rows)
    return rows


def laid_before(asked: Asked) -> Rows:
    """Return the board with the start laid over it; no rows if there is neither."""
    if not asked.board or not asked.start:
        return list(asked.board or asked.start)
    both = [zip(s, b, strict=True) for s, b in zip(asked.start, asked.board, strict=True)]
    return ["".join(b if s == "." else s for s, b in row) for row in both]


def turned(rows: Rows) -> Rows:
    """Return the columns as rows."""
    return ["".join(row[c] for row in rows) for c in range(len(rows[0]))]


def runs_of(rows: Rows) -> list[str]:
    """Return every run of two or more letters, in upper case."""
    return [
        run.upper() for line in rows + turned(rows) for run in re.findall(r"[^\W\d_]{2,}", line)
    ]


def letter_cells(rows: Rows) -> list[tuple[int, int]]:
    """Return row and column of every letter."""
    return [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x.isalpha()]


def letters_beside(rows: Rows, r: int, c: int) -> list[tuple[int, int]]:
    """Return the letters above, below, left and right of a cell."""
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [
        (y, x)
        for y, x in around
        if 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x].isalpha()
    ]


def pieces(rows: Rows) -> list[set[tuple[int, int]]]:
    """Return the sets of letter cells that one can walk between over letters."""
    found = []
    unseen = set(letter_cells(rows))
    while unseen:
        piece = set()
        todo = [min(unseen)]
        while todo:
            r, c = todo.pop()
            if (r, c) in unseen:
                unseen.remove((r, c))
                piece.add((r, c))
                todo += [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        found.append(piece)
    return found


def box(rows: Rows) -> tuple[int, int]:
    """Return width and height of the rectangle around the letters."""
    cells = letter_cells(rows)
    if not cells:
        return 0, 0
    across, down = [c for _, c in cells], [r for r, _ in cells]
    return max(across) - min(across) + 1, max(down) - min(down) + 1


def hashes(row: str) -> str:
    """Return a row with everything but closed cells wiped out."""
    return re.sub("[^#]", ".", row)
