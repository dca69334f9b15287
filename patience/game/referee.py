"""The referee: checks a grid against the rule sheet, one function per rule. Knows no engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import islice

from patience.arguments import checked_arguments
from patience.errors import ArgumentError, shown
from patience.game.alphabet import faces, written
from patience.game.grid import (
    CLOSED,
    FACE_DOWN,
    Cell,
    Grid,
    Run,
    asymmetric,
    bounding_sides,
    cells_apart,
    is_face_up,
)
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.report import JOKER, Report, Violation

# A grid with one of these violations does not answer the puzzle, so it has no cost.
_NO_ANSWER = frozenset({"no-word", "size", "closed"})


@dataclass(frozen=True)
class _Case:
    """The input of every rule."""

    puzzle: Puzzle
    grid: Grid
    lexicon: Container[str]
    words: tuple[Run, ...]
    jokers: Counter[str]  # letters that jokers stand for
    fixed: Grid | None  # the fixed cells; None if the grid has another size

    @property
    def letters(self) -> Counter[str]:
        """The letter tiles used."""
        return Counter(x.upper() for x in self.grid.face_up().values()) - self.jokers

    @property
    def left(self) -> Iterator[str]:
        """The tiles not used face up; nothing is left of letters that come as often as wanted."""
        if self.puzzle.tiles.free:
            return
        supply = Counter(self.puzzle.tiles.supply)
        yield from sorted((supply - self.letters).elements())
        yield from JOKER * (self.puzzle.tiles.jokers - self.jokers.total())


@checked_arguments
def verify(puzzle: Puzzle, grid: Grid, lexicon: Container[str]) -> Report:
    """Check a grid against the rules of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        Jokers in lower case. If none is marked, letters in excess of the set (and those that the
        start marks) are read as jokers. A 7x9 grid also answers a 9x7 frame, as the box can be
        turned; boards, starts and tables (``within``) keep their orientation.
    lexicon : Container of str
        A `Lexicon`, or any set of upper-case words.

    Returns
    -------
    Report

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or the words are not in upper case.
    """
    if isinstance(lexicon, (AbstractSet, Mapping, list, tuple)):
        strange = next((word for word in islice(lexicon, 1) if word != word.upper()), None)
        if strange is not None:
            raise ArgumentError(
                f"verify: lexicon holds {shown(strange)}; give words in capitals without accents, "
                "or Lexicon.of(words)"
            )
        lexicon = frozenset(map(puzzle.tiles.alphabet.spelled, lexicon))
    grid = grid.settled(puzzle.tiles.jokers)
    if _lies_turned(puzzle, grid):
        puzzle = puzzle.transposed()
    same_size = puzzle.size in (None, (grid.width, grid.height))
    fixed = puzzle.fixed_cells if same_size else None
    case = _Case(puzzle, grid, lexicon, grid.runs(), _jokers(puzzle, grid, fixed), fixed)
    found = (violation for rule in _RULES for violation in rule(case))
    violations = tuple(replace(x, message=faces(x.message)) for x in found)
    answers = _NO_ANSWER.isdisjoint(violation.rule for violation in violations)
    return Report(
        violations,
        puzzle.cost(grid) if answers else None,
        case.words,
        tuple(_repeated(case.words)),
        tuple(sorted(case.jokers.elements())),
        tuple(case.left),
    )


def _lies_turned(puzzle: Puzzle, grid: Grid) -> bool:
    """Tell whether the goal is a frame without a start, of the grid's size with sides exchanged."""
    free = isinstance(puzzle.goal, Frame) and puzzle.start is None
    return free and puzzle.size == (grid.height, grid.width) != (grid.width, grid.height)


def _jokers(puzzle: Puzzle, grid: Grid, fixed: Grid | None) -> Counter[str]:
    """Return the letters that jokers stand for: those marked, or those in excess of the set."""
    up = grid.face_up()
    marked = Counter(x.upper() for x in up.values() if x.islower())
    if marked:
        return marked
    laid = fixed.face_up() if fixed else {}
    known = Counter(
        up[cell] for cell, x in laid.items() if x.islower() and up.get(cell) == x.upper()
    )
    supply = Counter(puzzle.tiles.supply)
    return known + (Counter(up.values()) - known - supply)


# ---- one function per rule, in the order of the rule sheet ---------------------------------------


def _words_in_lexicon(case: _Case) -> Iterator[Violation]:
    """1. Every run of two or more letters is a word."""
    for word in case.words:
        if word.text not in case.lexicon:
            message = f"{word.text} ({_where(word)}) is not in the lexicon"
            spelled = case.puzzle.tiles.alphabet.spelled(faces(word.text))
            if spelled != word.text and spelled in case.lexicon:
                message = (
                    f"{word.text} ({_where(word)}) is spelled with other tiles: {written(spelled)}"
                )
            yield Violation("word", message, word.cells)


def _no_lone_letter(case: _Case) -> Iterator[Violation]:
    """2. Every face-up tile belongs to a word."""
    in_words = {cell for word in case.words for cell in word.cells}
    for cell, x in case.grid.face_up().items():
        if cell not in in_words:
            message = f"the letter {x.upper()} at {_at(cell)} stands alone: it is part of no word"
            yield Violation("lone-letter", message, (cell,))


def _connected(case: _Case) -> Iterator[Violation]:
    """3. The face-up tiles are one connected crossword."""
    pieces = _pieces(case.grid) if case.puzzle.rules.connected else []
    if len(pieces) > 1:
        named = "; ".join(_name(piece, case) for piece in pieces)
        astray = tuple(sorted(cell for piece in pieces[1:] for cell in piece))
        message = f"the crossword is in {len(pieces)} pieces that do not touch: {named}"
        yield Violation("connected", message, astray)


def _enough_tiles(case: _Case) -> Iterator[Violation]:
    """4. The grid uses no more tiles than the set has, jokers included."""
    tiles, up = case.puzzle.tiles, case.grid.face_up()
    for letter, used in sorted(case.letters.items()):
        if used > tiles.count(letter):  # only if the grid marks its jokers
            cells = tuple(cell for cell, x in up.items() if x == letter)
            message = f"the grid uses {used} {letter}, the set has {tiles.count(letter)}"
            yield Violation("tiles", f"{message} (only lower case marks jokers)", cells)
    needed = case.jokers.total()
    if needed > tiles.jokers:
        letters = ", ".join(sorted(case.jokers.elements()))
        marked = any(x.islower() for x in up.values())
        cells = tuple(
            cell for cell, x in up.items() if x.islower() or (not marked and x in case.jokers)
        )
        jokers = "1 joker is" if needed == 1 else f"{needed} jokers are"
        what = f"{jokers} laid" if marked else f"the letters run out: {jokers} needed"
        yield Violation("tiles", f"{what} ({letters}), the set has {tiles.jokers or 'none'}", cells)


def _distinct_words(case: _Case) -> Iterator[Violation]:
    """5. Words may repeat unless the puzzle forbids it."""
    if case.puzzle.rules.distinct_words:
        for text in _repeated(case.words):
            runs = [word for word in case.words if word.text == text]
            cells = tuple(dict.fromkeys(cell for run in runs for cell in run.cells))
            message = f"{text} stands there {len(runs)} times: each word may appear only once"
            yield Violation("distinct", message, cells)


def _some_word(case: _Case) -> Iterator[Violation]:
    """6. The grid has at least one word."""
    if not case.words:
        yield Violation("no-word", "the grid holds no word")


def _right_size(case: _Case) -> Iterator[Violation]:
    """7. The grid has the size of the frame, the board or the start."""
    grid, size = case.grid, case.puzzle.size
    if size is not None and size != (grid.width, grid.height):
        what = "start" if isinstance(case.puzzle.goal, Compact) else case.puzzle.goal_name
        message = f"the grid is {grid.width}x{grid.height}, the {what} {size[0]}x{size[1]}"
        yield Violation("size", message)


def _closed_cells(case: _Case) -> Iterator[Violation]:
    """7. The closed cells are those of the board."""
    goal = case.puzzle.goal
    closed: set[Cell] = set()
    if isinstance(goal, Board):
        if case.fixed is None:  # another size: cells cannot be compared
            return
        closed = {cell for cell, x in goal.layout.cells() if x == CLOSED}
    for cell, x in case.grid.cells():
        if cell in closed and x != CLOSED:
            what = f"{x.upper()} lies" if is_face_up(x) else "'.' stands"
            yield Violation("closed", f"{what} on the closed cell at {_at(cell)}", (cell,))
        elif cell not in closed and x == CLOSED:
            what = "the board is open there" if closed else f"a {case.puzzle.goal_name} has none"
            yield Violation("closed", f"{_at(cell)} is marked closed: {what}", (cell,))


def _nothing_face_down(case: _Case) -> Iterator[Violation]:
    """7. A compact grid has every tile face up."""
    if isinstance(case.puzzle.goal, Compact):
        for cell, x in case.grid.cells():
            if x == FACE_DOWN:
                message = f"a tile lies face down at {_at(cell)}: a compact grid shows them all"
                yield Violation("face-down", message, (cell,))


def _all_tiles(case: _Case) -> Iterator[Violation]:
    """7. A compact grid uses all letters and all jokers of the set."""
    left = list(case.left)
    if isinstance(case.puzzle.goal, Compact) and left:
        names = ", ".join("a joker" if x == JOKER else x for x in left)
        yield Violation("all-tiles", f"a compact grid uses every tile; not laid: {names}")


def _within_table(case: _Case) -> Iterator[Violation]:
    """7. A compact grid fits the table."""
    goal = case.puzzle.goal
    if isinstance(goal, Compact) and goal.within is not None:
        width, height = bounding_sides(case.grid)
        if width > goal.within[0] or height > goal.within[1]:
            table = f"{goal.within[0]}x{goal.within[1]}"
            yield Violation("within", f"the crossword is {width}x{height}, the table {table}")


def _fixed_cells_kept(case: _Case) -> Iterator[Violation]:
    """The fixed cells are unchanged."""
    if case.fixed is None:
        return
    marked = any(x.islower() for x in case.grid.face_up().values())
    for cell, was in case.fixed.cells():
        laid = case.grid[cell]
        if was == FACE_DOWN and is_face_up(laid):
            message = f"the tile at {_at(cell)} was to stay face down, {laid.upper()} lies there"
            yield Violation("fixed", message, (cell,))
        elif is_face_up(was) and not _keeps(was, laid, marked):
            tile = f"a joker as {was.upper()}" if was.islower() else was
            now = laid.upper() if is_face_up(laid) else "no letter"
            if now == was.upper():
                now = f"the letter tile {now}"
            message = f"{tile} lay at {_at(cell)}, the grid has {now} there"
            yield Violation("fixed", message, (cell,))


def _required_words(case: _Case) -> Iterator[Violation]:
    """Every required word is present."""
    texts = {word.text for word in case.words}
    for text in case.puzzle.rules.require:
        if text not in texts:
            yield Violation("require", f"the required word {text} is not in the grid")


def _unlike_others(case: _Case) -> Iterator[Violation]:
    """The grid differs enough from those in `Rules.unlike`."""
    rules = case.puzzle.rules
    for other in rules.unlike:
        cells = cells_apart(case.grid, other)
        if cells < rules.cells_apart:
            message = (
                f"the grid differs from another answer in {cells} cells only; "
                f"{rules.cells_apart} were asked for"
            )
            yield Violation("unlike", message, ())


def _symmetric(case: _Case) -> Iterator[Violation]:
    """The cells without a letter lie symmetrically, or the letters too, if that is asked for."""
    symmetry = case.puzzle.rules.symmetry
    cells = asymmetric(case.grid, symmetry)
    if cells and symmetry == "palindrome-grid":
        message = f"{len(cells)} cells show something else when the grid is read backwards"
        yield Violation("symmetry", message, cells)
    elif cells and symmetry == "transpose":
        message = f"{len(cells)} cells show something else when rows and columns are exchanged"
        yield Violation("symmetry", message, cells)
    elif cells:
        line = {"mirror": "left and right", "flip": "above and below"}
        how = f"mirrored {line[symmetry]}" if symmetry in line else "turned by half"
        message = f"{len(cells)} cells without a letter have one when the grid is {how}"
        yield Violation("symmetry", message, cells)


_RULES: tuple[Callable[[_Case], Iterator[Violation]], ...] = (
    _words_in_lexicon,
    _no_lone_letter,
    _connected,
    _enough_tiles,
    _distinct_words,
    _some_word,
    _right_size,
    _closed_cells,
    _nothing_face_down,
    _all_tiles,
    _within_table,
    _fixed_cells_kept,
    _required_words,
    _unlike_others,
    _symmetric,
)


# ---- helpers -----------------------------------------------------------------------------------


def _keeps(was: str, laid: str, marked: bool) -> bool:
    """Tell whether a fixed tile is still in place.

    A letter may become a joker, since tiles of one letter are interchangeable. A marked joker must
    stay one, or the grid could use one joker more than the set has.
    """
    if was.islower() and marked:
        return laid == was
    return laid.upper() == was.upper()


def _pieces(grid: Grid) -> list[set[Cell]]:
    """Return the connected components of face-up tiles, the largest first."""
    left, pieces = set(grid.face_up()), []
    while left:
        piece, at_hand = set[Cell](), [left.pop()]
        while at_hand:
            cell = at_hand.pop()
            piece.add(cell)
            steps = (0, 1), (1, 0), (0, -1), (-1, 0)
            beside = {Cell(cell.row + down, cell.col + right) for down, right in steps}
            at_hand += beside & left
            left -= beside
        pieces.append(piece)
    return sorted(pieces, key=lambda piece: (-len(piece), min(piece)))


def _name(piece: set[Cell], case: _Case, most: int = 4) -> str:
    """Describe a component by its first words."""
    texts = [word.text for word in case.words if word.start in piece]
    if not texts:
        cell = min(piece)
        return f"the lone {case.grid[cell].upper()} at {_at(cell)}"
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def _repeated(words: Iterable[Run]) -> list[str]:
    """Return the words that occur more than once, in alphabetical order."""
    counter = Counter(word.text for word in words)
    return sorted(text for text, times in counter.items() if times > 1)


def _at(cell: Cell) -> str:
    return f"row {cell.row + 1}, column {cell.col + 1}"


def _where(word: Run) -> str:
    return f"{'across' if word.across else 'down'} from {_at(word.start)}"
