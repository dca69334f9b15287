"""The rules of the sheet, one function each, and what they look at: one grid and its puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from itertools import repeat

from patience.game.alphabet import faces, written
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.referee.report import JOKER
from patience.referee.rows import (
    NO_LETTER,
    At,
    Rows,
    box,
    distance,
    letters,
    lopsided,
    pieces,
    runs,
)

# A sentence, and the cells that it is about.
Fault = tuple[str, tuple[At, ...]]

_EXCHANGED = {"mirror": "flip", "flip": "mirror"}


class Case:
    """A grid and what its puzzle asks, as plain data."""

    def __init__(self, puzzle: Puzzle, grid: Grid, lexicon: Container[str]) -> None:
        self.tiles, self.goal, self.rules = puzzle.tiles, puzzle.goal, puzzle.rules
        self.lexicon = lexicon
        self.rows = as_meant(grid.rows, self.tiles.jokers)
        self.size = len(self.rows[0]), len(self.rows)
        self.wanted = size_of(puzzle)
        self.symmetry = self.rules.symmetry
        free = isinstance(self.goal, Frame) and puzzle.start is None
        if free and self.wanted == self.size[::-1] != self.size:  # the box is turned
            self.wanted = self.size
            self.symmetry = _EXCHANGED.get(self.symmetry, self.symmetry)
        self.laid = laid(puzzle) if self.wanted in (None, self.size) else None
        self.up = letters(self.rows)
        self.runs = runs(self.rows)
        self.marked = any(map(str.islower, self.up.values()))
        self.supply = Counter(
            dict(zip(self.tiles.alphabet.symbols, self.tiles.counts, strict=True))
        )
        self.jokers = self._jokers()
        self.letters = Counter(map(str.upper, self.up.values())) - self.jokers

    @property
    def goal_name(self) -> str:
        """The goal in one word."""
        return type(self.goal).__name__.lower()

    @property
    def cost(self) -> int:
        """What the goal counts, for a grid that answers it."""
        if isinstance(self.goal, Compact):
            width, height = box(self.rows)
            return width * height
        if isinstance(self.goal, Frame):
            return self.goal.width * self.goal.height - len(self.up)
        if self.tiles.free:
            return sum(len(row) - row.count("#") for row in self.rows) - len(self.up)
        return sum(self.tiles.counts) + self.tiles.jokers - len(self.up)

    @property
    def left(self) -> Iterator[str]:
        """The tiles not used face up; nothing is left of letters that come as often as wanted."""
        if self.tiles.free:
            return
        yield from sorted((self.supply - self.letters).elements())
        yield from JOKER * (self.tiles.jokers - self.jokers.total())

    def _jokers(self) -> Counter[str]:
        """Return the letters that jokers stand for: those marked, or those in excess of the set."""
        if self.marked:
            return Counter(x.upper() for x in self.up.values() if x.islower())
        known = Counter(
            self.up[at]
            for at, x in letters(self.laid or ()).items()
            if x.islower() and self.up.get(at) == x.upper()
        )
        return known + (Counter(self.up.values()) - known - self.supply)


def as_meant(rows: Rows, jokers: int) -> Rows:
    """Return the rows; in capitals if all letters are small and more than there are jokers."""
    text = "".join(rows)
    small = text.islower() and sum(map(str.islower, text)) > jokers
    return [row.upper() for row in rows] if small else rows


def size_of(puzzle: Puzzle) -> tuple[int, int] | None:
    """Return width and height that the grid must have; None for a compact grid of free shape."""
    goal, start = puzzle.goal, puzzle.start
    if isinstance(goal, Frame):
        return goal.width, goal.height
    given = goal.layout if isinstance(goal, Board) else start
    return None if given is None else (len(given.rows[0]), len(given.rows))


def laid(puzzle: Puzzle) -> Rows | None:
    """Return the board with the start on it; None if there is neither."""
    board = puzzle.goal.layout.rows if isinstance(puzzle.goal, Board) else None
    start = None if puzzle.start is None else puzzle.start.rows
    if board is None or start is None:
        return board or start
    return [
        "".join(y if x == "." else x for x, y in zip(over, under, strict=True))
        for over, under in zip(start, board, strict=True)
    ]


# ---- one function per rule, in the order of the rule sheet ---------------------------------------


def _words_in_lexicon(case: Case) -> Iterator[Fault]:
    """1. Every run of two or more letters is a word."""
    for text, start, across in case.runs:
        if text not in case.lexicon:
            where = f"({'across' if across else 'down'} from {_at(start)})"
            message = f"{text} {where} is not in the lexicon"
            spelled = case.tiles.alphabet.spelled(faces(text))
            if spelled != text and spelled in case.lexicon:
                message = f"{text} {where} is spelled with other tiles: {written(spelled)}"
            yield message, _cells(text, start, across)


def _no_lone_letter(case: Case) -> Iterator[Fault]:
    """2. Every face-up tile belongs to a word."""
    in_words = {at for run in case.runs for at in _cells(*run)}
    for at, x in case.up.items():
        if at not in in_words:
            yield f"the letter {x.upper()} at {_at(at)} stands alone: it is part of no word", (at,)


def _connected(case: Case) -> Iterator[Fault]:
    """3. The face-up tiles are one connected crossword."""
    found = pieces(case.up) if case.rules.connected else []
    if len(found) > 1:
        named = "; ".join(_name(piece, case) for piece in found)
        astray = tuple(sorted(at for piece in found[1:] for at in piece))
        yield f"the crossword is in {len(found)} pieces that do not touch: {named}", astray


def _enough_tiles(case: Case) -> Iterator[Fault]:
    """4. The grid uses no more tiles than the set has, jokers included."""
    for letter, used in sorted(case.letters.items()):
        if used > case.supply[letter]:  # only if the grid marks its jokers
            cells = tuple(at for at, x in case.up.items() if x == letter)
            message = f"the grid uses {used} {letter}, the set has {case.supply[letter]}"
            yield f"{message} (only lower case marks jokers)", cells
    needed, there = case.jokers.total(), case.tiles.jokers
    if needed > there:
        named = ", ".join(sorted(case.jokers.elements()))
        cells = tuple(
            at for at, x in case.up.items() if x.islower() or (not case.marked and x in case.jokers)
        )
        jokers = "1 joker is" if needed == 1 else f"{needed} jokers are"
        what = f"{jokers} laid" if case.marked else f"the letters run out: {jokers} needed"
        yield f"{what} ({named}), the set has {there or 'none'}", cells


def _distinct_words(case: Case) -> Iterator[Fault]:
    """5. Words may repeat unless the puzzle forbids it."""
    if case.rules.distinct_words:
        times = Counter(text for text, _, _ in case.runs)
        for text, n in sorted(times.items()):
            if n > 1:
                cells = dict.fromkeys(at for x in case.runs if x[0] == text for at in _cells(*x))
                message = f"{text} stands there {n} times: each word may appear only once"
                yield message, tuple(cells)


def _some_word(case: Case) -> Iterator[Fault]:
    """6. The grid has at least one word."""
    if not case.runs:
        yield "the grid holds no word", ()


def _right_size(case: Case) -> Iterator[Fault]:
    """7. The grid has the size of the frame, the board or the start."""
    if case.wanted not in (None, case.size):
        what = "start" if isinstance(case.goal, Compact) else case.goal_name
        yield f"the grid is {_by(case.size)}, the {what} {_by(case.wanted)}", ()


def _closed_cells(case: Case) -> Iterator[Fault]:
    """7. The closed cells are those of the board."""
    board: Rows | None = None
    if isinstance(case.goal, Board):
        if case.wanted != case.size:  # cells cannot be compared
            return
        board = case.goal.layout.rows
    has_closed = board is not None and "#" in "".join(board)
    for r, row in enumerate(case.rows):
        for c, x in enumerate(row):
            closed = board is not None and board[r][c] == "#"
            if closed and x != "#":
                what = f"{x.upper()} lies" if x not in NO_LETTER else "'.' stands"
                yield f"{what} on the closed cell at {_at((r, c))}", ((r, c),)
            elif x == "#" and not closed:
                what = "the board is open there" if has_closed else f"a {case.goal_name} has none"
                yield f"{_at((r, c))} is marked closed: {what}", ((r, c),)


def _nothing_face_down(case: Case) -> Iterator[Fault]:
    """7. A compact grid has every tile face up."""
    if isinstance(case.goal, Compact):
        for r, row in enumerate(case.rows):
            for c, x in enumerate(row):
                if x == "*":
                    message = f"a tile lies face down at {_at((r, c))}"
                    yield f"{message}: a compact grid shows them all", ((r, c),)


def _all_tiles(case: Case) -> Iterator[Fault]:
    """7. A compact grid uses all letters and all jokers of the set."""
    left = list(case.left) if isinstance(case.goal, Compact) else []
    if left:
        names = ", ".join("a joker" if x == JOKER else x for x in left)
        yield f"a compact grid uses every tile; not laid: {names}", ()


def _within_table(case: Case) -> Iterator[Fault]:
    """7. A compact grid fits the table."""
    if isinstance(case.goal, Compact) and case.goal.within is not None:
        sides, table = box(case.rows), case.goal.within
        if sides[0] > table[0] or sides[1] > table[1]:
            yield f"the crossword is {_by(sides)}, the table {_by(table)}", ()


def _fixed_cells_kept(case: Case) -> Iterator[Fault]:
    """The fixed cells are unchanged."""
    for r, row in enumerate(case.laid or ()):
        for c, was in enumerate(row):
            now, where = case.rows[r][c], _at((r, c))
            up = now not in NO_LETTER
            if was == "*" and up:
                yield (
                    f"the tile at {where} was to stay face down, {now.upper()} lies there",
                    ((r, c),),
                )
            elif was not in NO_LETTER and not _keeps(was, now, case.marked):
                tile = f"a joker as {was.upper()}" if was.islower() else was
                there = now.upper() if up else "no letter"
                if there == was.upper():
                    there = f"the letter tile {there}"
                yield f"{tile} lay at {where}, the grid has {there} there", ((r, c),)


def _required_words(case: Case) -> Iterator[Fault]:
    """Every required word is present."""
    texts = {text for text, _, _ in case.runs}
    for text in case.rules.require:
        if text not in texts:
            yield f"the required word {text} is not in the grid", ()


def _unlike_others(case: Case) -> Iterator[Fault]:
    """The grid differs enough from those in `Rules.unlike`."""
    for other in case.rules.unlike:
        cells = distance(case.rows, other.rows)
        if cells < case.rules.cells_apart:
            asked = f"{case.rules.cells_apart} were asked for"
            yield f"the grid differs from another answer in {cells} cells only; {asked}", ()


def _symmetric(case: Case) -> Iterator[Fault]:
    """The cells without a letter lie symmetrically, or the letters too, if that is asked for."""
    cells = tuple(lopsided(case.rows, case.symmetry))
    if cells and case.symmetry == "palindrome-grid":
        yield f"{len(cells)} cells show something else when the grid is read backwards", cells
    elif cells and case.symmetry == "transpose":
        how = "when rows and columns are exchanged"
        yield f"{len(cells)} cells show something else {how}", cells
    elif cells:
        line = {"mirror": "left and right", "flip": "above and below"}.get(case.symmetry)
        how = f"mirrored {line}" if line else "turned by half"
        yield f"{len(cells)} cells without a letter have one when the grid is {how}", cells


RULES: Mapping[str, Callable[[Case], Iterator[Fault]]] = {
    "word": _words_in_lexicon,
    "lone-letter": _no_lone_letter,
    "connected": _connected,
    "tiles": _enough_tiles,
    "distinct": _distinct_words,
    "no-word": _some_word,
    "size": _right_size,
    "closed": _closed_cells,
    "face-down": _nothing_face_down,
    "all-tiles": _all_tiles,
    "within": _within_table,
    "fixed": _fixed_cells_kept,
    "require": _required_words,
    "unlike": _unlike_others,
    "symmetry": _symmetric,
}

# A grid that breaks one of these does not answer the puzzle, so it has no cost.
NO_ANSWER = ("no-word", "size", "closed")


# ---- helpers -----------------------------------------------------------------------------------


def _keeps(was: str, laid: str, marked: bool) -> bool:
    """Tell whether a fixed tile is still in place.

    A letter may become a joker, since tiles of one letter are interchangeable. A marked joker must
    stay one, or the grid could use one joker more than the set has.
    """
    if was.islower() and marked:
        return laid == was
    return laid.upper() == was.upper()


def _cells(text: str, start: At, across: bool) -> tuple[At, ...]:
    """Return the cells of a run, in reading order."""
    (r, c), length = start, len(text)
    if across:
        return tuple(zip(repeat(r, length), range(c, c + length), strict=True))
    return tuple(zip(range(r, r + length), repeat(c, length), strict=True))


def _name(piece: set[At], case: Case, most: int = 4) -> str:
    """Describe a component by its first words."""
    texts = [text for text, start, _ in case.runs if start in piece]
    if not texts:
        [at] = piece
        return f"the lone {case.up[at].upper()} at {_at(at)}"
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def _at(cell: At) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def _by(sides: tuple[int, int] | None) -> str:
    return "x".join(map(str, sides or ()))
