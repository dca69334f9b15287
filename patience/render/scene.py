"""What a picture or an export of a grid shows, worked out once for all formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, Run
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.render.letters import one_line
from patience.render.text import cost_phrase, tiles_phrase


class Kind(StrEnum):
    """What lies on a cell."""

    LETTER = "letter"
    DEVIL = "devil"
    DOWN = "down"
    BARE = "bare"
    CLOSED = "closed"


@dataclass(frozen=True)
class Tile:
    """A cell of a scene; its letter is upper case, or empty."""

    cell: Cell
    kind: Kind
    letter: str = ""


@dataclass(frozen=True)
class Scene:
    """A grid with all that a picture or an export tells of it.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        As written.
    tiles : tuple of Tile
        Every cell, in reading order.
    title : str
        The goal, the size and the cost.
    facts : tuple of str
        What the caption says below it: density, bound, tile set, lexicon.
    across, down : tuple of Run
        The words.
    hidden : tuple of str
        The tiles that are not face up, ``*`` a devil.
    hidden_name : str
        Where those lie.
    devils : tuple of str
        The letters that devils stand for.
    header : mapping
        The lines above the grid: the puzzle, and how the grid was found.
    """

    puzzle: Puzzle
    grid: Grid
    tiles: tuple[Tile, ...]
    title: str
    facts: tuple[str, ...]
    across: tuple[Run, ...]
    down: tuple[Run, ...]
    hidden: tuple[str, ...]
    hidden_name: str
    devils: tuple[str, ...]
    header: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> tuple[Run, ...]:
        """All words, across first."""
        return self.across + self.down

    def emptied(self) -> Scene:
        """Return the same before a tile lies there: open cells, and closed ones."""
        kinds = (Kind.CLOSED if tile.kind is Kind.CLOSED else Kind.BARE for tile in self.tiles)
        tiles = (Tile(tile.cell, kind) for tile, kind in zip(self.tiles, kinds, strict=True))
        return replace(self, tiles=tuple(tiles))

    @property
    def task(self) -> str:
        """What there is to do, before anything lies there."""
        tiles = f"{self.puzzle.tiles.total} tiles ({self.puzzle.tiles.name})"
        match self.puzzle.goal:
            case Frame(width, height):
                return f"fill {width} × {height} cells, as few of {tiles} face down as you can"  # noqa: RUF001
            case Compact():
                return f"lay all {tiles} on the smallest rectangle"
            case Board():
                return f"lay as many of {tiles} as you can"

    def before(self) -> Scene:
        """Return the same before the first tile is laid: what the puzzle starts from."""
        start = self.puzzle.fixed_cells or Grid((BLANK * self.grid.width,) * self.grid.height)
        if (start.width, start.height) != (self.grid.width, self.grid.height):
            return self.emptied()
        return replace(self, tiles=tiles_of(start, frame=False))

    @property
    def hidden_phrase(self) -> str:
        """The hidden tiles in one text, counted out if they are many."""
        return tiles_phrase(self.hidden)

    @property
    def marked(self) -> bool:
        """Whether the grid says which tiles are devils."""
        return any(tile.kind is Kind.DEVIL for tile in self.tiles)

    @property
    def devils_phrase(self) -> str:
        """The letters that devils stand for in one text, counted out if they are many."""
        return tiles_phrase(self.devils)


class _AnyWord:
    """Takes every word: a picture tells what lies there, whether or not it is in a lexicon."""

    def __contains__(self, word: object) -> bool:
        return True


def scene_of(puzzle: Puzzle, grid: Grid, header: Mapping[str, object] | None = None) -> Scene:
    """Work out what there is to see of a grid.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        A grid for it, also one with faults.
    header : mapping, optional
        What stands above the grid; of it ``bound``, ``status`` and ``lexicon`` are told.
    """
    said = {key: str(value) for key, value in (header or {}).items()}
    report = verify(puzzle, grid, _AnyWord())
    frame = isinstance(puzzle.goal, Frame)
    return Scene(
        puzzle,
        grid,
        tiles_of(grid, frame=frame),
        _title(puzzle, grid, report),
        tuple(_facts(puzzle, grid, report, said)),
        tuple(word for word in report.words if word.across),
        tuple(word for word in report.words if not word.across),
        report.face_down,
        _hidden_name(puzzle, grid, report),
        report.jokers,
        said,
    )


def tiles_of(grid: Grid, *, frame: bool) -> tuple[Tile, ...]:
    """Return what lies on each cell; in a frame a blank is a tile face down."""
    return tuple(_tile(cell, x, frame) for cell, x in grid.cells())


def _tile(cell: Cell, x: str, frame: bool) -> Tile:
    if x == CLOSED:
        return Tile(cell, Kind.CLOSED)
    if x == FACE_DOWN or (x == BLANK and frame):
        return Tile(cell, Kind.DOWN)
    if x == BLANK:
        return Tile(cell, Kind.BARE)
    return Tile(cell, Kind.DEVIL if x.islower() else Kind.LETTER, x.upper())


def _title(puzzle: Puzzle, grid: Grid, report: Report) -> str:
    name = f"{puzzle.goal_name.capitalize()} {grid.width} × {grid.height}"  # noqa: RUF001
    return name if report.cost is None else f"{name}: {cost_phrase(puzzle, report.cost)}"


def _facts(puzzle: Puzzle, grid: Grid, report: Report, header: Mapping[str, str]) -> list[str]:
    up, words = len(grid.face_up()), len(report.words)
    open_cells = grid.width * grid.height - grid.count(CLOSED)
    facts = [
        f"{up} {'tile' if up == 1 else 'tiles'} up in {words} {'word' if words == 1 else 'words'}",
        f"density {up / open_cells:.3f}" if open_cells else "",
        _proven(puzzle, report, header),
        puzzle.tiles.name,
        f"lexicon {header['lexicon']}" if "lexicon" in header else "",
    ]
    return [one_line(fact) for fact in facts if fact]


def _proven(puzzle: Puzzle, report: Report, header: Mapping[str, str]) -> str:
    """Tell what the search that found the grid has proven; nothing if its header does not say."""
    bound = header.get("bound", "")
    if not bound.isdecimal() or int(bound) == 0 or report.cost is None:
        return ""
    if int(bound) >= report.cost:
        return "proven: no grid is better"
    return f"bound {int(bound)}"


def _hidden_name(puzzle: Puzzle, grid: Grid, report: Report) -> str:
    match puzzle.goal:
        case Frame():
            boxed = len(report.face_down) > grid.blanks
            return "face down or in the box" if boxed else "face down"
        case Compact():
            return "not laid"
        case Board():
            return "left over"
