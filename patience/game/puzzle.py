"""The puzzle: tiles, goal, rules and start; the cost of a grid."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from patience.errors import PuzzleError, shown
from patience.game import tiles as tile_sets
from patience.game.alphabet import faces
from patience.game.grid import (
    BLANK,
    CLOSED,
    FACE_DOWN,
    MAX_SIDE,
    Grid,
    asymmetric,
    bounding_sides,
    cells_apart,
    is_face_up,
    places,
)
from patience.game.tiles import TileSet

# What people write for a size: ``9x7``, or two numbers.
Size = str | Sequence[int]

_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*")  # noqa: RUF001 (people type this sign)


@dataclass(frozen=True, init=False)
class Frame:
    """Fill every cell of a rectangle; the cost is the number of face-down tiles (blanks).

    ``Frame(9, 7)``, ``Frame("9x7")`` and ``Frame((9, 7))`` are the same.
    """

    width: int
    height: int

    def __init__(self, width: Size | int, height: int | None = None) -> None:
        sides = sides_of(width if height is None else (width, height))  # type: ignore[arg-type]
        object.__setattr__(self, "width", sides[0])
        object.__setattr__(self, "height", sides[1])
        _check_sides(self.width, self.height, "frame")

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.width * self.height


@dataclass(frozen=True, init=False)
class Compact:
    """Lay every tile face up in the smallest rectangle; the cost is its area.

    `within` bounds its width and height (the size of the table), such as ``"20x20"``.
    """

    within: tuple[int, int] | None = None

    def __init__(self, within: Size | None = None) -> None:
        object.__setattr__(self, "within", None if within is None else sides_of(within))
        if self.within is not None:
            _check_sides(*self.within, "table")


@dataclass(frozen=True, init=False)
class Board:
    """Place as many tiles as possible on the open cells of a board; the cost is the rest.

    `layout` contains ``#`` (closed), ``.`` (open) and fixed letters; rows of text will do.
    """

    layout: Grid

    def __init__(self, layout: Grid | Iterable[str]) -> None:
        object.__setattr__(self, "layout", _grid(layout))
        if self.layout.count(CLOSED) == self.layout.width * self.layout.height:
            raise PuzzleError(
                "the board has no open cell: mark open cells with '.'", "closed-board"
            )


Goal = Frame | Compact | Board
GOALS = ("frame", "compact", "board")

# Symmetries of a grid, and what they are with rows and columns exchanged.
SYMMETRIES = {
    "none": "none",
    "half-turn": "half-turn",
    "mirror": "flip",
    "flip": "mirror",
    "palindrome-grid": "palindrome-grid",
    "transpose": "transpose",
}


def _rule(usual: bool | str | tuple[str, ...], about: str, **extra: Any) -> Any:
    """Return the field of a rule that people choose; `question.fields.key` says what `extra` is.

    `goals` are those that can have it; by default all.
    """
    return field(default=usual, metadata={"about": about, **extra})


@dataclass(frozen=True)
class Rules:
    """Rules beyond those that every grid obeys.

    `connected` requires one connected crossword, `distinct_words` forbids repeats, `require` lists
    words (upper case) that must appear. `symmetry` is that of the cells without a letter: ``none``,
    ``half-turn``, ``mirror`` (left and right) or ``flip`` (above and below); a ``palindrome-grid``
    is the same read backwards, its letters too, and in a ``transpose`` each row is the column of
    the same number. A grid must differ from each grid of `unlike` in at least `cells_apart` cells.
    """

    connected: bool = _rule(
        True,
        "The words form one crossword; by default they do.",
        flag="disconnected",
        sets=False,
        help="The crossword may have several parts.",
    )
    distinct_words: bool = _rule(False, "No word may appear twice.")
    require: tuple[str, ...] = _rule(
        (), "Words that must appear.", metavar="WORD", help="A word that must appear.", many=True
    )
    unlike: tuple[Grid, ...] = ()
    cells_apart: int = 1
    symmetry: str = _rule(
        "none",
        "The cells without a letter look the same after half a turn, or in a mirror; or the whole "
        "grid is the same read backwards, or with rows and columns exchanged.",
        choices=[*SYMMETRIES],
        goals=["frame", "board"],
    )

    def __post_init__(self) -> None:
        words: str | Iterable[str] = self.require  # a text is one word
        words = (words,) if isinstance(words, str) else tuple(words)
        object.__setattr__(self, "require", words)
        object.__setattr__(self, "unlike", tuple(self.unlike))
        if not 0 <= self.cells_apart <= MAX_SIDE**2:
            raise PuzzleError(f"cells_apart {self.cells_apart}: give 0 to {MAX_SIDE**2:,}")
        if self.symmetry not in SYMMETRIES:
            there = ", ".join(SYMMETRIES)
            message = f"symmetry {self.symmetry!r}: there are {there}"
            raise PuzzleError(message, "value", key="symmetry", value=self.symmetry)
        for word in self.require:
            if not (word.isupper() and all(map(is_face_up, word))):
                message = f"required word {word!r}: give capital letters that tiles show"
                raise PuzzleError(message, "no-word", word=word)

    def allow(self, grid: Grid) -> bool:
        """Check all rules except connection, which engines ensure while they fill."""
        if any(cells_apart(grid, other) < self.cells_apart for other in self.unlike):
            return False
        if asymmetric(grid, self.symmetry):
            return False
        if not self.distinct_words and not self.require:
            return True
        words = [run.text for run in grid.runs()]
        if self.distinct_words and len(set(words)) < len(words):
            return False
        return set(self.require) <= set(words)


@dataclass(frozen=True, init=False)
class Puzzle:
    """Tiles, a goal, rules and a start.

    Parameters
    ----------
    tiles : TileSet, or what `tile_set` takes, such as ``"diamino-63"``
    goal : Frame, Compact or Board, ``"compact"``, or the size of a frame, such as ``"9x7"``
    rules : Rules
    start : Grid or rows, optional
        A partial grid to complete: letters and ``*`` (stays face down) are fixed, ``.`` is open.
        For a compact goal its rectangle is the one to fill.

    Raises
    ------
    PuzzleError
        If the frame has more cells than there are tiles, the start has a different size, or the
        fixed cells need more tiles than the set has.
    """

    tiles: TileSet
    goal: Goal
    rules: Rules
    start: Grid | None

    def __init__(
        self,
        tiles: TileSet | str,
        goal: Goal | Size,
        rules: Rules | None = None,
        start: Grid | Iterable[str] | None = None,
    ) -> None:
        given = {
            "tiles": tile_sets.written(tiles) if isinstance(tiles, str) else tiles,
            "goal": goal_of(goal),
            "rules": rules or Rules(),
            "start": None if start is None else _grid(start),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)
        if self.tiles.free:
            object.__setattr__(self, "tiles", self.tiles.for_cells(self._free_cells()))
        if isinstance(self.goal, Frame) and self.goal.cells > self.tiles.total:
            message = (
                f"frame {self.goal.width}x{self.goal.height} has {self.goal.cells} cells, "
                f"tile set {self.tiles.name} only {self.tiles.total} tiles: "
                "take a smaller frame or more tiles"
            )
            raise PuzzleError(message, "few-tiles", cells=self.goal.cells, n=self.tiles.total)
        if self.rules.symmetry != "none" and isinstance(self.goal, Compact):
            raise PuzzleError(
                "a compact grid has no blocks to lie symmetrically: name a frame or a board",
                "symmetry-compact",
            )
        if self.rules.symmetry == "transpose" and self.size and len({*self.size}) > 1:
            width, height = self.size
            message = (
                f"{width}x{height}: a grid that equals its transpose has as many rows as columns: "
                "name a square"
            )
            raise PuzzleError(message, "symmetry-square")
        if self.rules.require:
            self._spell_required()
        if isinstance(self.goal, Board):
            layout = self.goal.layout.recased(self.tiles.jokers)
            object.__setattr__(self, "goal", Board(layout))
        if self.start is not None:
            object.__setattr__(self, "start", self.start.recased(self.tiles.jokers))
            self._check_start(self.start)
        if self.fixed_cells is not None:
            self._check_letters(self.fixed_cells)
            self._check_supply(self.fixed_cells)

    @property
    def goal_name(self) -> str:
        """The goal in one word: ``frame``, ``compact`` or ``board``."""
        return type(self.goal).__name__.lower()

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the rectangle to fill; None for a compact grid of free shape."""
        if isinstance(self.goal, Frame):
            return self.goal.width, self.goal.height
        fixed = self.goal.layout if isinstance(self.goal, Board) else self.start
        return None if fixed is None else (fixed.width, fixed.height)

    @property
    def longest_line(self) -> int:
        """The greatest number of cells in a line, be they closed or not."""
        if self.size is not None:
            return max(self.size)
        within = self.goal.within if isinstance(self.goal, Compact) else None
        return min(self.tiles.total, max(within)) if within else self.tiles.total

    @property
    def fixed_cells(self) -> Grid | None:
        """The board layout and the start, merged; None if there is neither."""
        layout = self.goal.layout if isinstance(self.goal, Board) else None
        if layout is None or self.start is None:
            return layout or self.start
        rows = (
            "".join(s if s != BLANK else b for s, b in zip(start, board, strict=True))
            for start, board in zip(self.start.rows, layout.rows, strict=True)
        )
        return Grid(tuple(rows))

    def cost(self, grid: Grid) -> int:
        """Return the value that the goal minimises, for a valid grid."""
        match self.goal:
            case Frame():
                return grid.blanks
            case Compact():
                width, height = bounding_sides(grid)
                return width * height
            case Board():
                free = self.tiles.free
                return grid.blanks if free else self.tiles.total - len(grid.face_up())

    def rank(self, grid: Grid) -> tuple[int, int]:
        """Return the cost, then the perimeter to break ties between compact grids."""
        sides = bounding_sides(grid) if isinstance(self.goal, Compact) else (0, 0)
        return self.cost(grid), 2 * sum(sides)

    def transposed(self) -> Puzzle:
        """Return the puzzle with rows and columns exchanged."""
        match self.goal:
            case Frame(width, height):
                goal: Goal = Frame(height, width)
            case Compact(within):
                goal = Compact(within and (within[1], within[0]))
            case Board(layout):
                goal = Board(layout.transposed())
        rules = replace(self.rules, symmetry=SYMMETRIES[self.rules.symmetry])
        start = self.start and self.start.transposed()
        return replace(self, goal=goal, rules=rules, start=start)

    def _free_cells(self) -> int:
        """Return the most letters that can lie, where each comes as often as wanted."""
        if isinstance(self.goal, Compact):
            if not self.rules.require or self.start is not None:
                raise PuzzleError(
                    "any letters can lie as tightly as one likes: name a frame or a board to fill, "
                    "or the words to place"
                )
            return sum(map(len, self.rules.require))
        assert self.size is not None, "a frame and a board have a size"
        return self.size[0] * self.size[1]

    def _check_start(self, start: Grid) -> None:
        size = self.size
        if size is not None and (start.width, start.height) != size:
            laid, wanted = f"{start.width}x{start.height}", f"{size[0]}x{size[1]}"
            message = f"the start is {laid}, the {self.goal_name} {wanted}: give both the same size"
            raise PuzzleError(message, "start-size", laid=laid, size=wanted)
        if isinstance(self.goal, Board):
            clashes = [
                cell
                for cell, x in start.cells()
                if (x == CLOSED) != (self.goal.layout[cell] == CLOSED)
                or (is_face_up(self.goal.layout[cell]) and x not in (BLANK, self.goal.layout[cell]))
            ]
            if clashes:
                message = (
                    f"the start disagrees with the board at {places(clashes[:5])}: "
                    "copy closed cells and printed letters as they are"
                )
                raise PuzzleError(
                    message, "start-board", row=clashes[0].row + 1, col=clashes[0].col + 1
                )
        elif start.count(CLOSED):
            raise PuzzleError(
                "the start has closed cells ('#'): only a board has those", "start-closed"
            )

    def _spell_required(self) -> None:
        """Spell the required words with the tiles, or raise if these do not show their letters."""
        alphabet = self.tiles.alphabet
        spelled = tuple(map(alphabet.spelled, self.rules.require))
        for given, word in zip(self.rules.require, spelled, strict=True):
            if not alphabet.holds(word):
                message = f"required word {given}: no tile of the set {self.tiles.name} spells it"
                raise PuzzleError(message, "no-word", word=given)
        object.__setattr__(self, "rules", replace(self.rules, require=spelled))

    def _check_letters(self, fixed: Grid) -> None:
        """Raise if a fixed letter is no tile of the set's alphabet."""
        for cell, x in fixed.strangers(self.tiles.alphabet):
            message = (
                f"{places([cell])} of what already lies there is {faces(x)!r}: no tile of the "
                f"set {self.tiles.name} shows it"
            )
            raise PuzzleError(message, "sign", row=cell.row + 1, col=cell.col + 1, sign=x)

    def _check_supply(self, fixed: Grid) -> None:
        """Raise if the fixed tiles exceed the set, or a compact grid has face-down tiles."""
        shown = list(fixed.face_up().values())
        excess = {x: shown.count(x) - n for x, n in self.tiles.supply.items() if shown.count(x) > n}
        jokers = sum(x.islower() for x in shown) + sum(excess.values())
        if jokers > self.tiles.jokers:
            names = ", ".join(f"{n} {faces(x)} too many" for x, n in excess.items())
            cells = [c for c, x in fixed.face_up().items() if x in excess or x.islower()]
            message = (
                f"what already lies there needs {jokers} jokers, the set has {self.tiles.jokers}"
                f"{f' ({names})' if names else ''}, cells {places(cells[:8])}: take tiles away"
            )
            raise PuzzleError(message, "short", n=jokers, jokers=self.tiles.jokers)
        if isinstance(self.goal, Compact) and fixed.count(FACE_DOWN):
            raise PuzzleError(
                "a compact grid has no face-down tiles: write '.' instead of '*', or take a frame "
                "or a board",
                "compact-back",
            )


def goal_of(goal: Goal | Size) -> Goal:
    """Return a goal, be it given as the size of a frame or as ``compact``."""
    if isinstance(goal, Goal):
        return goal
    return Compact() if goal == "compact" else Frame(goal)


def sides_of(size: Size) -> tuple[int, int]:
    """Return width and height from a text such as ``9x7``, or two numbers.

    Raises
    ------
    PuzzleError
        If it is neither.
    """
    if isinstance(size, str):
        return parse_size(size)
    try:
        width, height = map(operator.index, size)  # a number of numpy becomes one of Python
    except (TypeError, ValueError):
        message = f"size {shown(size)}: write WIDTHxHEIGHT in cells, such as 9x7"
        raise PuzzleError(message, "value", key="size", value=shown(size)) from None
    return width, height


def _grid(given: Grid | Iterable[str]) -> Grid:
    return given if isinstance(given, Grid) else Grid(given)


def parse_size(text: str) -> tuple[int, int]:
    """Parse ``WIDTHxHEIGHT``.

    Raises
    ------
    PuzzleError
        If the text is not a size, or a side is 0 or too large.
    """
    found = _SIZE.fullmatch(text)
    if found is None:
        message = f"size {text!r}: write WIDTHxHEIGHT in cells, such as 9x7"
        raise PuzzleError(message, "value", key="size", value=text)
    width, height = int(found[1]), int(found[2])
    _check_sides(width, height, "size")
    return width, height


def _check_sides(width: int, height: int, what: str) -> None:
    if min(width, height) < 1:
        message = f"{what} {width}x{height}: both sides must be at least 1"
        raise PuzzleError(message, "value", key=what, value=f"{width}x{height}")
    if max(width, height) > MAX_SIDE:
        raise PuzzleError(f"{what} {width}x{height}: no side may pass {MAX_SIDE} cells", "large")
