"""A brute force: every grid of a small puzzle, tried in the most obvious order."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache

from tests.naive.plain import Asked, Rows
from tests.naive.rules import cost, is_valid, laid_before, letter_cells, pieces, turned

NEVER = 10**6  # more empty cells than any line has


def best(asked: Asked, words: Collection[str]) -> tuple[int, tuple[str, ...]] | None:
    """Return the least cost and the rows of a grid of the best rank, or None without an answer.

    For tiny puzzles: it tries the costs from the best imaginable one upwards, and for each cost
    every filling, cell by cell. What it found is kept, as several tests ask for the same puzzle.
    """
    return _best(asked, tuple(sorted(set(spellable(words, asked)))))


@cache
def _best(asked: Asked, words: tuple[str, ...]) -> tuple[int, tuple[str, ...]] | None:
    lines = Lines(words)
    for pattern, shown in attempts(asked, lines.alphabet):
        for pinned in with_required(pattern, asked.rules.require):
            rows = fill(asked, pinned, shown, lines)
            if rows:
                return cost(asked, rows), tuple(rows)
    return None


def every(asked: Asked, words: Collection[str], more: int = 0) -> set[tuple[str, ...]]:
    """Return the letters of all grids of the least cost, and of those that cost up to `more` more.

    For tiny puzzles, as `best`. Without a start a compact grid is its rectangle.
    """
    lines = Lines(tuple(sorted(set(spellable(words, asked)))))
    found: dict[tuple[str, ...], int] = {}
    most: float = math.inf
    is_free = asked.goal == "compact" and not asked.start
    is_sorted = is_free or asked.goal != "compact"
    for pattern, shown in attempts(asked, lines.alphabet):
        if is_free and sum(map(len, pattern)) > most:
            break
        for pinned in with_required(pattern, asked.rules.require):
            for rows in fillings(asked, pinned, shown, lines):
                spent = cost(asked, rows)
                if spent > most and is_sorted:
                    return _up_to(most, found)
                if is_free and spent < sum(map(len, rows)):
                    continue  # it lies in a smaller rectangle too
                letters = tuple(re.sub(r"[^A-Z]", ".", row.upper()) for row in rows)
                found[letters] = spent
                if is_free and not asked.sides:
                    found[tuple(turned(list(letters)))] = spent
                most = min(most, spent + more)
    return _up_to(most, found)


def _up_to(most: float, found: dict[tuple[str, ...], int]) -> set[tuple[str, ...]]:
    return {letters for letters, spent in found.items() if spent <= most}


def spellable(words: Collection[str], asked: Asked) -> list[str]:
    """Return the words that the tiles suffice for, jokers included."""
    supply = Counter(dict(zip(asked.letters, asked.counts, strict=True)))
    return [word for word in words if (Counter(word) - supply).total() <= asked.jokers]


def attempts(asked: Asked, alphabet: list[str]) -> Iterator[tuple[Rows, int]]:
    """Yield patterns and how many letters they are to show, cheapest first.

    In a pattern ``.`` is open, ``#`` closed, ``*`` stays without letter, a letter is kept.
    """
    total = sum(asked.counts) + asked.jokers
    usable = sum(n for x, n in zip(asked.letters, asked.counts, strict=True) if x in alphabet)
    usable += asked.jokers
    if asked.goal == "compact":
        for pattern in rectangles(asked) if usable == total else []:
            yield pattern, total
        return
    pattern = laid_before(asked)
    if asked.sides and not pattern:
        pattern = ["." * asked.sides[0]] * asked.sides[1]
    usable = min(usable, sum(map(len, pattern)))
    parts = list(regions(pattern, asked.rules.connected))
    for shown in range(usable, 1, -1):
        for part in parts:
            yield part, shown


def regions(pattern: Rows, connected: bool) -> Iterator[Rows]:
    """Yield the pattern with only those cells open that one answer may use.

    Words need two cells side by side, and a connected crossword keeps to one region of cells.
    """
    fillable = [re.sub("[^#*]", "A", row) for row in pattern]
    found = [piece for piece in pieces(fillable) if len(piece) > 1]
    if not connected:
        found = [set().union(*found)]
    for region in found:
        rows = [
            "".join(x if (r, c) in region or x == "#" else "*" for c, x in enumerate(row))
            for r, row in enumerate(pattern)
        ]
        if len(letter_cells(rows)) == len(letter_cells(pattern)):  # else it leaves out a pin
            yield rows


def rectangles(asked: Asked) -> Iterator[Rows]:
    """Yield the rectangles a compact grid may fill, the smallest first."""
    total = sum(asked.counts) + asked.jokers
    within = asked.sides or (10**9, 10**9)
    start = asked.start
    if start:
        limit = len(start) * len(start[0])
    elif asked.sides and not asked.rules.connected:
        limit = within[0] * within[1]
    else:
        # A connected piece of n tiles has width + height <= n + 1. Pieces (two tiles or more each)
        # laid corner to corner give a grid of width + height <= total + pieces, so if there is an
        # answer at all there is one of no more than this area.
        most = 1 if asked.rules.connected else total // 2
        limit = (total + most) ** 2 // 4
    sizes = [
        (w * h, w + h, w, h)
        for w in range(1, min(limit, within[0]) + 1)
        for h in range(1, min(limit // w, within[1]) + 1)
        if w * h >= total
    ]
    for _, _, w, h in sorted(sizes):
        if not start:
            if w <= h or asked.sides:  # else it is a rectangle tried before, turned
                yield ["." * w] * h
            continue
        for top in range(len(start) - h + 1):
            for left in range(len(start[0]) - w + 1):
                outside_fixed = 0
                pattern = []
                for r, row in enumerate(start):
                    line = ""
                    for c, x in enumerate(row):
                        inside = top <= r < top + h and left <= c < left + w
                        outside_fixed += x.isalpha() and not inside
                        line += x if inside else "*"
                    pattern.append(line)
                if not outside_fixed:
                    yield pattern


def with_required(pattern: Rows, required: tuple[str, ...]) -> Iterator[Rows]:
    """Yield the pattern with the required words laid in every possible way."""
    if not required:
        yield pattern
        return
    word = "*" + required[0] + "*"  # what comes before and after a word shows no letter
    for is_turned in (False, True):
        rows = turned(pattern) if is_turned else pattern
        for r, row in enumerate(rows):
            edged = "#" + row + "#"
            for c in range(len(edged) - len(word) + 1):
                laid = [lay(x, y) for x, y in zip(edged[c:], word, strict=False)]
                if all(laid):
                    line = (edged[:c] + "".join(laid) + edged[c + len(word) :])[1:-1]
                    new = [*rows[:r], line, *rows[r + 1 :]]
                    yield from with_required(turned(new) if is_turned else new, required[1:])


def lay(cell: str, tile: str) -> str:
    """Return what a cell of a pattern becomes when a tile (or ``*``) is laid on it, or nothing."""
    if cell == ".":
        return tile
    if tile == "*":
        return cell if cell in "#*" else ""
    return cell if cell.upper() == tile else ""


def with_jokers(pattern: Rows, supply: Counter[str]) -> Rows:
    """Return the pattern with jokers for the letters that it keeps beyond the supply."""
    left = supply.copy()
    rows = []
    for row in pattern:
        line = ""
        for x in row:
            line += x.lower() if x.isupper() and left[x] == 0 else x
            left[x] -= x.isupper() and left[x] > 0
        rows.append(line)
    return rows


class Lines:
    """What a single row or column admits, whatever crosses it."""

    def __init__(self, words: Collection[str]) -> None:
        self.words = frozenset(words)
        self.alphabet = sorted({x for word in words for x in word})
        self.beginnings = {word[:i] for word in words for i in range(1, len(word) + 1)}
        self.known: dict[tuple[str, str], dict[str, int]] = {}
        self.counted: dict[tuple[str, str], int] = {}

    def options(self, rest: str, run: str) -> dict[str, int]:
        """Return what the next cell may hold, each with the fewest empty cells after that.

        `rest` is the pattern of the line from that cell on, `run` the letters just before it. A
        letter is itself, a cell without letter is ``.``; only open cells count as empty.
        """
        key = rest, run
        if key not in self.known:
            found = {}
            kind, after = rest[0], rest[1:]
            if kind not in "#*":
                for x in self.alphabet if kind == "." else [kind.upper()]:
                    if not run or run + x in self.beginnings:
                        found[x] = self.fewest(after, run + x)
            if not kind.isalpha() and self.may_end(run):
                found["."] = self.fewest(after, "")
            self.known[key] = {x: n for x, n in found.items() if n < NEVER}
        return self.known[key]

    def fewest(self, rest: str, run: str) -> int:
        """Return the fewest empty cells in the rest of a line, NEVER if it cannot be filled."""
        if not rest:
            return 0 if self.may_end(run) else NEVER
        key = rest, run
        if key not in self.counted:
            needs = [n + (x == rest[0] == ".") for x, n in self.options(rest, run).items()]
            self.counted[key] = min(needs, default=NEVER)
        return self.counted[key]

    def may_end(self, run: str) -> bool:
        """Tell whether a run can end here; a letter alone may be part of a word that crosses."""
        return len(run) < 2 or run in self.words


def fill(asked: Asked, pattern: Rows, shown: int, lines: Lines) -> Rows | None:
    """Return a valid filling of the pattern with exactly that many letters, or None."""
    return next(fillings(asked, pattern, shown, lines), None)


def fillings(asked: Asked, pattern: Rows, shown: int, lines: Lines) -> Iterator[Rows]:
    """Yield the valid fillings of the pattern with exactly that many letters.

    Depth first, cell by cell in reading order. A branch is given up when the cell's row or column
    cannot be completed with words, when the rows below or the columns need more empty cells than
    are left, when the tiles run out, or when pieces of the crossword can no longer meet. Whatever
    comes out at the end is put to `is_valid`.
    """
    if len(pattern[0]) > len(pattern):  # short rows: columns are checked earlier
        yield from map(turned, fill_rows(asked, turned(pattern), shown, lines, turned))
    else:
        yield from fill_rows(asked, pattern, shown, lines, list)


def fill_rows(
    asked: Asked,
    pattern: Rows,
    shown: int,
    lines: Lines,
    as_asked: Callable[[Rows], Rows],
) -> Iterator[Rows]:
    """Do the work of `fillings`; `as_asked` brings rows into the orientation of the puzzle."""
    supply = Counter(dict(zip(asked.letters, asked.counts, strict=True)))
    pattern = with_jokers(pattern, supply)
    kinds = "".join(pattern)
    supply -= Counter(x for x in kinds if x.isupper())
    free_jokers = asked.jokers - sum(x.islower() for x in kinds)
    width, height = len(pattern[0]), len(pattern)
    rest_of_row = [row[c:] for row in pattern for c in range(width)]
    columns = turned(pattern)
    rest_of_column = [columns[c][r:] for r in range(height) for c in range(width)]
    # A compact grid that leaves its first row empty would fit a smaller rectangle, tried before.
    smallest = asked.goal == "compact" and not asked.start
    fillable = [sum(x not in "#*" for x in kinds[i:]) for i in range(len(kinds))]
    cells = ["."] * len(kinds)
    across = [""] * len(kinds)  # the run up to and including each cell, "" for no letter
    down = [""] * len(kinds)
    rows_below = [sum(lines.fewest(row, "") for row in pattern[r + 1 :]) for r in range(height)]

    def place(i: int, empty: int, jokers: int, columns_need: int) -> Iterator[Rows]:
        """Fill the cells from i on, `empty` of them without letter, with so many jokers."""
        if i == len(kinds):
            rows = ["".join(cells[r : r + width]) for r in range(0, i, width)]
            if is_valid(asked, as_asked(rows), lines.words):
                yield rows
            return
        r, c = divmod(i, width)
        if i and c == 0 and hopeless(i, to_come=fillable[i] - empty):
            return
        left = across[i - 1] if c else ""
        up = down[i - width] if r else ""
        kind = kinds[i]
        along, below = lines.options(rest_of_row[i], left), lines.options(rest_of_column[i], up)
        columns_need -= lines.fewest(rest_of_column[i], up)
        for x, row_needs in along.items():
            if x not in below:
                continue
            spent = x == kind == "."
            need = columns_need + below[x]
            if spent + max(need, row_needs + rows_below[r]) > empty:
                continue
            if x == ".":
                if stands_alone(i, left, up):
                    continue
                cells[i], across[i], down[i] = "#" if kind == "#" else ".", "", ""
                yield from place(i + 1, empty - spent, jokers, need)
            else:
                tile = supply[x] > 0 and kind == "."
                joker = supply[x] == 0 and kind == "."
                if joker and jokers == 0:
                    continue
                supply[x] -= tile
                cells[i] = x.lower() if joker else x if tile else kind
                across[i], down[i] = left + x, up + x
                yield from place(i + 1, empty, jokers - joker, need)
                supply[x] += tile

    def hopeless(i: int, to_come: int) -> bool:
        """Tell whether the rows before cell i already break a rule that sees beyond lines."""
        rows = ["".join(cells[j : j + width]) for j in range(0, i, width)]
        if smallest and not letter_cells(rows[:1]):
            return True
        if asked.rules.distinct_words:
            runs = re.findall(r"[^\W\d_]{2,}", " ".join(rows).upper())
            if len(set(runs)) < len(runs):
                return True
        return asked.rules.connected and cut_off(rows, to_come)

    def stands_alone(i: int, left: str, up: str) -> bool:
        """Tell whether an empty cell i leaves a letter above or before it without neighbours."""
        last = i % width == width - 1
        if len(up) == len(across[i - width]) == 1 and (last or not across[i - width + 1]):
            return True
        under = kinds[i - 1 + width : i + width]  # where the letter on the left may go on
        return len(left) == len(down[i - 1]) == 1 and under in ("", "#", "*")

    empty = fillable[0] - shown
    need = sum(lines.fewest(column, "") for column in columns)
    if empty >= need and free_jokers >= 0:
        yield from place(0, empty, free_jokers, need)


def cut_off(rows: Rows, to_come: int) -> bool:
    """Tell whether the letters of the rows done lie in pieces that cannot meet any more.

    A piece that does not reach the last of these rows will not grow, so it has to be the only one
    and no letters may be `to_come`.
    """
    found = pieces(rows)
    ended = any(max(piece)[0] < len(rows) - 1 for piece in found)
    return ended and (len(found) > 1 or to_come > 0)
