"""A question, or the part of it that one source gives, as tiles, words and a goal."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from patience.errors import PuzzleError
from patience.game.alphabet import Alphabet
from patience.game.grid import CLOSED, FACE_DOWN, Grid, bare
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import TileSet, check_language
from patience.question.catalogue import named
from patience.question.fields import RuleKeys, keys
from patience.words.conventions import Conventions
from patience.words.lexicon import lexicon_alphabet
from patience.words.reading import PLAIN, How

DEFAULT_TILES = "diamino-63"
DEFAULT_LEXICON = "fr"


@dataclass(frozen=True)
class Spec:
    """What one source says of a puzzle; None or empty means nothing.

    Parameters
    ----------
    goal : Frame, Compact or Board, optional
    within : (int, int), optional
        Sides of the table, for a compact goal.
    tiles : TileSet, optional
    jokers : int, optional
        Overrides the number of jokers in the set.
    lexicon : str, optional
        Name or file.
    conventions : Conventions
    how : How
        How word lists are read, and the language whose tiles spell words.
    rules : RuleKeys
        The words that must appear in upper case.
    start : Grid, optional
    prefer : str, optional
        ``score``: of grids of equal cost, that of the worthiest words.
    title : str, optional
        In one line.
    difficulty : int, optional
        As `patience.analysis.difficulty` measures it.
    unique : bool, optional
        Whether one grid alone has the least cost.
    """

    goal: Goal | None = None
    within: tuple[int, int] | None = None
    tiles: TileSet | None = None
    jokers: int | None = None
    lexicon: str | None = None
    conventions: Conventions = field(default_factory=Conventions)
    how: How = PLAIN
    rules: RuleKeys = field(default_factory=RuleKeys)
    start: Grid | None = None
    prefer: str | None = None
    title: str | None = None
    difficulty: int | None = None
    unique: bool | None = None

    @property
    def spelled(self) -> Alphabet:
        """The alphabet of tiles and words, as far as a language or tiles are named."""
        language, tiles = self.how.tiles, self.tiles
        if tiles is None or (language.name and language == tiles.alphabet):
            return language
        return tiles.alphabet

    @property
    def alphabet(self) -> Alphabet | None:
        """The alphabet that this source settles, by its language, tiles or lexicon, if any."""
        if self.spelled.name or self.tiles is not None:
            return self.spelled
        return None if self.lexicon is None else lexicon_alphabet(self.lexicon)

    @property
    def vocabulary(self) -> tuple[str, Conventions, How]:
        """What `load` needs: the lexicon, the conventions, and how word lists are read."""
        name = self.alphabet.name if self.alphabet else None
        return self.lexicon_name, self.conventions, replace(self.how, alphabet=name or None)

    @property
    def filters(self) -> dict[str, bool | int | float | str | list[str]]:
        """The table ``[lexicon_filter]`` of the question."""
        return self.conventions.to_mapping() | self._how().said()

    def over(self, base: Spec) -> Spec:
        """Return `base` overridden by the values set here.

        A tile set overrides the jokers and the language too, and a goal the table. A puzzle of
        other tiles or another goal has neither title nor difficulty of the first, and none that is
        changed is said to have one solution alone.
        """
        if self != Spec():
            base = replace(base, unique=None)
        if self.tiles is not None or self.goal is not None:
            base = replace(base, title=None, difficulty=None)
        if self.tiles is not None:
            stays = base.spelled == self.tiles.alphabet and not (
                base.tiles and base.tiles.alphabet.name
            )
            how = replace(base.how, alphabet=base.spelled.name or None if stays else None)
            base = replace(base, tiles=self.tiles, jokers=None, how=how)
        if self.goal is not None:
            base = replace(base, within=None)
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        given |= {
            "conventions": self.conventions.over(base.conventions),
            "how": replace(base.how, **self._how().said()),
            "rules": self.rules.over(base.rules),
        }
        return replace(base, **{name: value for name, value in given.items() if value is not None})

    def for_grid(self, grid: Grid) -> Spec:
        """Return the spec with a goal derived from a grid, if it has none.

        A grid with closed cells is a board. Any other is a frame of its own size if the tiles
        suffice for all its cells. A larger grid is a board with its face-down tiles as closed
        cells, or a compact grid if it has none.
        """
        if self.goal is not None:
            return self
        if grid.count(CLOSED):
            return replace(self, goal=Board(bare(grid)))
        tiles, cells = self.tile_set, grid.width * grid.height
        if self.within is None and (tiles.free or cells <= tiles.total):
            return replace(self, goal=Frame(grid.width, grid.height))
        if self.within is None and grid.count(FACE_DOWN):
            rows = (row.replace(FACE_DOWN, CLOSED) for row in grid.rows)
            return replace(self, goal=Board(bare(Grid(tuple(rows)))))
        return replace(self, goal=Compact())

    @property
    def tile_set(self) -> TileSet:
        """The tiles with the overridden number of jokers; by default `DEFAULT_TILES`."""
        tiles = self.tiles or named(DEFAULT_TILES)
        return tiles if self.jokers is None else tiles.with_jokers(self.jokers)

    @property
    def lexicon_name(self) -> str:
        """The name or file of the lexicon; by default that of the tiles' language."""
        if self.lexicon is not None:
            return self.lexicon
        of_tiles = self.tiles and self.tiles.alphabet.name
        return of_tiles or self.spelled.name or DEFAULT_LEXICON

    def puzzle(self) -> Puzzle:
        """Build the puzzle.

        Raises
        ------
        PuzzleError
            If the goal is missing, or the parts contradict each other.
        """
        if self.goal is None:
            raise PuzzleError(
                "no goal: give --frame WxH, --compact, --board FILE, or an instance (a file or a "
                "shipped one)"
            )
        goal = self.goal
        if self.within is not None:
            if not isinstance(goal, Compact):
                raise PuzzleError("'within' bounds a compact grid: drop it, or take that goal")
            goal = Compact(self.within)
        spelled = None if self.lexicon is None else lexicon_alphabet(self.lexicon)
        if spelled is not None:
            check_language(self.tile_set, self.lexicon_name, spelled)
        return Puzzle(self.tile_set, goal, Rules(**chosen_rules(self.rules)), self.start)

    def _how(self) -> How:
        """Return how word lists are read, with the language of the tiles if they have one."""
        return replace(self.how, alphabet=self.spelled.name or None)


def spec_of(puzzle: Puzzle, lexicon: str) -> Spec:
    """Return the spec of a puzzle and the name of its lexicon."""
    return Spec(
        goal=puzzle.goal,
        within=puzzle.goal.within if isinstance(puzzle.goal, Compact) else None,
        tiles=puzzle.tiles,
        lexicon=lexicon,
        rules=RuleKeys(**chosen_rules(puzzle.rules)),
        start=puzzle.start,
    )


def chosen_rules(source: RuleKeys | Rules) -> dict[str, Any]:
    """Return the rules of `RuleKeys` that are not as usual, by name."""
    usual = Rules()
    values = ((key.name, getattr(source, key.name)) for key in keys(RuleKeys))
    told = ((name, tuple(x) if isinstance(x, list) else x) for name, x in values)
    return {name: value for name, value in told if value not in (None, getattr(usual, name))}
