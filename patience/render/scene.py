"""The content of a picture or an export of a grid, computed once for all formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from patience.game.alphabet import faces
from patience.game.grid import BLANK, CLOSED, FACE_DOWN, Cell, Grid, Run, bare
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet
from patience.referee import read
from patience.referee.report import Reading
from patience.render.language import ENGLISH, Language, language
from patience.render.letters import one_line
from patience.render.text import cost_phrase, tiles_phrase
from patience.render.wording import extra_rules, set_name, vocabulary
from patience.words.accents import shown


class Kind(StrEnum):
    """The kinds of cells."""

    LETTER = "letter"
    DEVIL = "devil"
    DOWN = "down"
    BARE = "bare"
    CLOSED = "closed"


@dataclass(frozen=True)
class Tile:
    """A cell of a scene; its letter is what the tile shows, in upper case, or empty."""

    cell: Cell
    kind: Kind
    letter: str = ""


@dataclass(frozen=True)
class Scene:
    """A grid with all that a picture or an export shows of it.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
        As written.
    tiles : tuple of Tile
        Every cell, in reading order.
    reading : Reading
        The referee's.
    header : mapping
        The lines above the grid: the puzzle, and how the grid was found.
    name : str
        Name of the puzzle; may be empty.
    language : Language
        Language of all texts.
    """

    puzzle: Puzzle
    grid: Grid
    tiles: tuple[Tile, ...]
    reading: Reading
    header: Mapping[str, str]
    name: str
    language: Language

    @property
    def title(self) -> str:
        """The goal, the size and the cost."""
        words, grid = self.language, self.grid
        goal = words(self.puzzle.goal_name, width=grid.width, height=grid.height)
        if self.cost is None:
            return goal
        return words("title", goal=goal, cost=cost_phrase(self.puzzle, self.cost, words))

    @property
    def facts(self) -> tuple[str, ...]:
        """The caption below the title: density, bound, tiles, lexicon, conventions, rules."""
        words, grid = self.language, self.grid
        up, open_cells = len(grid.face_up()), grid.width * grid.height - grid.count(CLOSED)
        share = f"{up / open_cells:.3f}".replace(".", words("point")) if open_cells else ""
        proven = words("proven") if self.proven else words("bound", n=self.bound)
        facts = (
            words("up_in", n=up, in_words=words("in_words", n=len(self.words))),
            share and words("density", share=share),
            proven if self.bound and self.cost is not None else "",
            set_name(self.puzzle, words),
            *vocabulary(self.header, words),
            *extra_rules(self.puzzle.rules, words),
        )
        return tuple(map(one_line, filter(None, facts)))

    @property
    def cost(self) -> int | None:
        """The cost of the grid; None if it is no answer at all."""
        return self.reading.cost

    @property
    def bound(self) -> int:
        """The proven lower bound on the cost; 0 if there is none."""
        text = self.header.get("bound", "")
        return int(text) if text.isdecimal() else 0

    @property
    def proven(self) -> bool:
        """Whether no grid costs less, by the bound of the header."""
        return self.cost is not None and self.bound >= self.cost

    @property
    def across(self) -> tuple[Run, ...]:
        """The words across."""
        return tuple(word for word in self.reading.words if word.across)

    @property
    def down(self) -> tuple[Run, ...]:
        """The words down."""
        return tuple(word for word in self.reading.words if not word.across)

    @property
    def words(self) -> tuple[Run, ...]:
        """All words, across first."""
        return self.reading.words

    def shown(self, word: Run) -> str:
        """Return a word with how people write it, where its lexicon knows."""
        return shown(word.text, self.header.get("lexicon", ""))

    @property
    def tile_lists(self) -> list[tuple[Kind | None, str, str]]:
        """The tiles that are not face up, then the letters of the devils.

        Each has a kind, a label and the tiles. The kind is None if the grid does not mark its
        devils.
        """
        reading, words = self.reading, self.language
        boxed = isinstance(self.puzzle.goal, Frame) and len(reading.face_down) > self.grid.blanks
        hidden = words("hidden_boxed" if boxed else f"hidden_{self.puzzle.goal_name}")
        devils = words("devils", n=len(reading.jokers))
        marked = any(tile.kind is Kind.DEVIL for tile in self.tiles)
        lists: list[tuple[Kind | None, str, tuple[str, ...]]] = [
            (Kind.DOWN, hidden, reading.face_down),
            (Kind.DEVIL if marked else None, devils, reading.jokers),
        ]
        return [(kind, label, tiles_phrase(tiles)) for kind, label, tiles in lists if tiles]

    @property
    def rows(self) -> list[tuple[Tile, ...]]:
        """The tiles of each row."""
        width = self.grid.width
        return [self.tiles[n : n + width] for n in range(0, len(self.tiles), width)]

    def before(self) -> Scene:
        """Return the scene with the start of its puzzle, or with open and closed cells alone."""
        start = self.puzzle.fixed_cells or Grid.blank(self.grid.width, self.grid.height)
        if (start.width, start.height) != (self.grid.width, self.grid.height):
            start = bare(self.grid)
        return replace(self, tiles=tiles_of(start, frame=False))


def scene_of(
    puzzle: Puzzle,
    grid: Grid,
    header: Mapping[str, object] | None = None,
    *,
    name: str = "",
    code: str = ENGLISH,
) -> Scene:
    """Return the scene of a grid, which may have faults.

    Parameters
    ----------
    puzzle : Puzzle
    grid : Grid
    header : mapping, optional
        Lines above the grid; the caption has the bound, the lexicon and the conventions.
    name : str
        Name of the puzzle.
    code : str
        Language of all texts, one of `LANGUAGES`.
    """
    texts = {key: str(value) for key, value in (header or {}).items()}
    tiles = tiles_of(grid, frame=isinstance(puzzle.goal, Frame))
    return Scene(puzzle, grid, tiles, read(puzzle, grid), texts, name, language(code))


def kinds_of(tiles: TileSet) -> list[tuple[Kind, str]]:
    """Return the tiles of a set, letters in alphabetical order, then devils; none of a free one."""
    if tiles.free:
        return []
    letters = [(Kind.LETTER, faces(x)) for x, n in tiles.supply.items() for _ in range(n)]
    return letters + [(Kind.DEVIL, "")] * tiles.jokers


def tiles_of(grid: Grid, *, frame: bool) -> tuple[Tile, ...]:
    """Return the tile of each cell; in a frame a blank is a tile face down."""
    kinds = ((cell, x, kind_of(x, frame=frame)) for cell, x in grid.cells())
    return tuple(
        Tile(cell, kind, faces(x.upper()) if kind in _FACE_UP else "") for cell, x, kind in kinds
    )


def kind_of(x: str, *, frame: bool) -> Kind:
    """Return the kind of a cell from its sign in a grid."""
    if x == BLANK:
        return Kind.DOWN if frame else Kind.BARE
    return _SIGNS.get(x) or (Kind.DEVIL if x.islower() else Kind.LETTER)


_SIGNS = {CLOSED: Kind.CLOSED, FACE_DOWN: Kind.DOWN}
_FACE_UP = {Kind.LETTER, Kind.DEVIL}
