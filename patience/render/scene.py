"""What a picture or an export of a grid shows, worked out once for all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, Run
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.render.language import ENGLISH, Language, language
from patience.render.letters import one_line
from patience.render.text import cost_phrase, tiles_phrase
from patience.render.wording import set_name, task, vocabulary


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
        What the caption says below it: density, bound, tile set, lexicon, conventions.
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
    cost : int, optional
        None for a grid that has none.
    name : str
        What the puzzle is called; empty if it has no name.
    language : Language
        That of all texts.
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
    cost: int | None = None
    name: str = ""
    language: Language = field(default_factory=lambda: language(ENGLISH))

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
        return task(self.puzzle, self.language)

    @property
    def proven(self) -> bool:
        """Whether the search that found the grid has proven that no grid is better."""
        return self.cost is not None and self.bound >= self.cost

    @property
    def bound(self) -> int:
        """The cost below which the search has proven that there is no grid."""
        text = self.header.get("bound", "")
        return int(text) if text.isdecimal() else 0

    @property
    def devils_name(self) -> str:
        """What stands before the letters of the devils."""
        return self.language("devils", n=len(self.devils))

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


def scene_of(
    puzzle: Puzzle,
    grid: Grid,
    header: Mapping[str, object] | None = None,
    *,
    name: str = "",
    code: str = ENGLISH,
) -> Scene:
    """Work out what there is to see of a grid.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        A grid for it, also one with faults.
    header : mapping, optional
        What stands above the grid; the caption has its bound, lexicon and conventions.
    name : str
        What the puzzle is called.
    code : str
        The language of all texts, one of `LANGUAGES`.
    """
    words = language(code)
    said = {key: str(value) for key, value in (header or {}).items()}
    report = verify(puzzle, grid, _AnyWord())
    across = tuple(word for word in report.words if word.across)
    down = tuple(word for word in report.words if not word.across)
    scene = Scene(
        puzzle,
        grid,
        tiles_of(grid, frame=isinstance(puzzle.goal, Frame)),
        _title(puzzle, grid, report.cost, words),
        (),
        across,
        down,
        report.face_down,
        _hidden_name(puzzle, grid, report, words),
        report.jokers,
        said,
        report.cost,
        name,
        words,
    )
    return replace(scene, facts=tuple(map(one_line, filter(None, _facts(scene)))))


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


def _title(puzzle: Puzzle, grid: Grid, cost: int | None, words: Language) -> str:
    goal = words(puzzle.goal_name, width=grid.width, height=grid.height)
    if cost is None:
        return goal
    return words("title", goal=goal, cost=cost_phrase(puzzle, cost, words))


def _facts(scene: Scene) -> Iterator[str]:
    words, grid = scene.language, scene.grid
    up, open_cells = len(grid.face_up()), grid.width * grid.height - grid.count(CLOSED)
    yield words("up_in", n=up, in_words=words("in_words", n=len(scene.words)))
    if open_cells:
        yield words("density", share=f"{up / open_cells:.3f}".replace(".", words("point")))
    if scene.cost is not None and scene.bound:
        yield words("proven") if scene.proven else words("bound", n=scene.bound)
    yield set_name(scene.puzzle)
    yield from vocabulary(scene.header, words)


def _hidden_name(puzzle: Puzzle, grid: Grid, report: Report, words: Language) -> str:
    boxed = isinstance(puzzle.goal, Frame) and len(report.face_down) > grid.blanks
    return words("hidden_boxed" if boxed else f"hidden_{puzzle.goal_name}")
