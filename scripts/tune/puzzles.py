"""The puzzles for fitting and judging weights: rectangles, with numbered tile sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np

from patience.engines.beam.surplus import has_surplus
from patience.engines.beam.variants import variants_of
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load
from scripts.bench.drawn import LEXICON, natural, times

# Letters of a tile set: the game's, the game's with some drawn anew, or as frequent as in words.
_GAME, _REDRAWN, _NATURAL = "game", "redrawn", "natural"

# Share of the evolution strategy's questions with redrawn letters, so that weights do not overfit
# one set, and number of such sets per shape: the tables of a set take seconds to make.
_SHARE_REDRAWN, _DRAWS = 0.75, 8

T = TypeVar("T")


class Question(NamedTuple):
    """A question for beams.

    Attributes
    ----------
    subproblem : Subproblem
    tiles : TileSet
        All tiles of the puzzle.
    lexicon : str
    sample : tuple of 26 float, optional
        Mean tiles of each letter in the beams' tile samples; None for all tiles.
    """

    subproblem: Subproblem
    tiles: TileSet
    lexicon: str = LEXICON
    sample: tuple[float, ...] | None = None


# ---- rectangles ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """A rectangle to fill, with numbered tile sets.

    Attributes
    ----------
    rows, columns : int
        Size in the beam's orientation: the columns are the shorter side.
    blanks : tuple of int
        Least and greatest number of blanks allowed.
    sets : tuple of int
        Choices for the number of the game's sets whose letters are used.
    jokers : tuple of int, optional
        Choices for the number of jokers. Default: those of the sets.
    total : int, optional
        Number of tiles; letters are dropped or added to reach it. Default: all letters.
    letters : tuple of str
        Choices for the origin of the letters. Set 0 always has the game's.
    redrawn : int
        Letters redrawn per set of the game, by their frequency in the game.
    purpose : str
        Part of the random seed: each purpose has its own tile sets.
    lexicon : str
    """

    rows: int
    columns: int
    blanks: tuple[int, int]
    sets: tuple[int, ...] = (1,)
    jokers: tuple[int, ...] | None = None
    total: int | None = None
    letters: tuple[str, ...] = (_REDRAWN,)
    redrawn: int = 15
    purpose: str = "evolve"
    lexicon: str = LEXICON

    def question(self, number: int, blanks: int | None = None) -> Question:
        """Return the question with tile set `number`; `blanks` defaults to the greatest number."""
        tiles = self.tiles(number)
        cells = np.full((self.rows, self.columns), CELL_OPEN, np.int8)
        blanks = self.blanks[1] if blanks is None else blanks
        subproblem = Subproblem(cells, tiles.counts, tiles.jokers, blanks, connected=True)
        sample = None
        if has_surplus(subproblem):
            puzzle = Puzzle(tiles, Frame(self.columns, self.rows))
            sample = variants_of(puzzle, load(self.lexicon).words)[0].sample
        return Question(subproblem, tiles, self.lexicon, sample)

    def tiles(self, number: int) -> TileSet:
        """Return tile set `number`."""
        chance = Random(f"{self.purpose} {number} {self.rows}x{self.columns}")
        sets = _one_of(self.sets, chance)
        game = times(sets)
        jokers = game.jokers if self.jokers is None else _one_of(self.jokers, chance)
        way = _one_of(self.letters, chance) if number else _GAME
        usual = _each_letter(game)
        letters = _each_letter(natural(len(usual))) if way == _NATURAL else list(usual)
        if way == _REDRAWN:
            for at in chance.sample(range(len(letters)), self.redrawn * sets):
                letters[at] = chance.choice(usual)
        if self.total is not None:
            wanted = self.total - jokers
            chance.shuffle(letters)
            letters = letters[:wanted] + chance.choices(usual, k=max(wanted - len(letters), 0))
        return from_letters(letters, jokers, f"{self.purpose} {number}")

    def drawn_with(self, seed: int) -> Whole:
        """Return this rectangle with tile sets specific to the seed."""
        return replace(self, purpose=f"{self.purpose} {seed}")

    def ask(self, chance: Random) -> Question:
        """Return a question with a random tile set and a random number of blanks."""
        number = chance.randint(1, _DRAWS) if chance.random() < _SHARE_REDRAWN else 0
        return self.question(number, chance.randint(*self.blanks))

    def __str__(self) -> str:
        blanks = " to ".join(map(str, sorted(set(self.blanks))))
        sets = f"{'/'.join(map(str, self.sets))} set{'' if self.sets == (1,) else 's'}"
        tiles = sets if self.total is None else f"{self.total} tiles"
        jokers = "" if self.jokers is None else f", {'/'.join(map(str, self.jokers))} jokers"
        return (
            f"{self.rows}x{self.columns}, at most {blanks} blank, {tiles}{jokers}, {self.lexicon}"
        )


def _one_of(choices: Sequence[T], chance: Random) -> T:
    """Return one of the choices; a single one consumes no random number."""
    return choices[0] if len(choices) == 1 else chance.choice(choices)


def _each_letter(tiles: TileSet) -> list[str]:
    """Return the letters of a set with repetition, without jokers."""
    return [x for x, n in zip(LATIN.symbols, tiles.counts, strict=True) for _ in range(n)]


# ---- tables -------------------------------------------------------------------------------------


def _frame(rows: int, columns: int, blanks: int, jokers: int, lexicon: str = LEXICON) -> Whole:
    """Return a frame to learn from, with one tile per cell."""
    return Whole(
        rows, columns, (blanks, blanks), jokers=(jokers,), total=rows * columns, redrawn=8,
        purpose="learn", lexicon=lexicon,
    )  # fmt: skip


def _compact(rows: int, columns: int, blanks: int, jokers: int = 0) -> Whole:
    """Return a rectangle of a compact grid to learn from, with exactly `blanks` blanks."""
    return replace(_frame(rows, columns, blanks, jokers), total=rows * columns - blanks)


def _spare(
    rows: int, columns: int, blanks: int, jokers: tuple[int, ...], sets: tuple[int, ...] = (2, 3, 4)
) -> Whole:
    """Return a rectangle to learn from, with spare tiles and letters of all origins."""
    return Whole(
        rows, columns, (blanks, blanks), sets, jokers, letters=(_GAME, _NATURAL, _REDRAWN),
        purpose=f"learn {blanks} {jokers}",
    )  # fmt: skip


# The puzzles of `learn` by kind, in stages, easier ones first. They allow about as few blanks as
# records have, and more jokers than the game, so that most sets have some diversity classes at the
# width given. More blanks would do that too, but teach less of what the records look like
# (docs/log/2026-11-22-weights-learnt-from-layers.md).
LEARNT: Mapping[str, Sequence[Sequence[Whole]]] = {
    "frame": [[_frame(9, 7, 5, 4)]],
    "large": [[_frame(14, 9, 13, 6)]],
    "compact": [[_compact(17, 4, 7, 3), _compact(14, 5, 7, 4), _compact(23, 3, 6, 5)]],
    "surplus": [
        [_spare(*each, (0, 2, 3)) for each in ((9, 7, 1), (8, 8, 2), (8, 6, 0), (7, 7, 1))],
        [_spare(9, 7, 0, (6, 8)), _spare(9, 7, 1, (3,)), _spare(8, 6, 0, (4,)),
         _spare(7, 7, 0, (6,))],
    ],
    "large-surplus": [
        [_spare(12, 12, 12, (4, 8), (3, 4, 5)), _spare(12, 10, 8, (4, 8), (3, 4, 5)),
         _spare(15, 12, 17, (4, 8), (4, 5)), _spare(10, 10, 6, (4, 8), (3, 4, 5))],
    ],
}  # fmt: skip

# The questions of `evolve` by kind. They allow about as many blanks as records have, or some more
# at first if less than a third of the beams end with a grid.
EVOLVED: Mapping[str, Sequence[Whole]] = {
    "large": [Whole(14, 9, (12, 13), (2,))],
    "huge": [Whole(21, 21, (53, 62), (7,)), Whole(18, 13, (22, 27), (4,))],
    "surplus": [
        Whole(7, 7, (2, 2)), Whole(8, 6, (1, 1)), Whole(9, 7, (1, 1), (2,)),
        Whole(9, 7, (1, 1), (4,)),
    ],
    "large-surplus": [
        Whole(10, 10, (5, 7), (2,)), Whole(12, 12, (9, 12), (4,)), Whole(15, 15, (21, 25), (4,)),
    ],
}  # fmt: skip

# The questions of `judge` by kind. No table is fitted to these tile sets. The first puzzle is a job
# of `scripts.bench quality`, so the draws of this purpose must not change.
HELD_OUT: Mapping[str, Sequence[Whole]] = {
    kind: [replace(whole, purpose="held out") for whole in wholes]
    for kind, wholes in {
        "frame": [
            _frame(9, 7, 6, 2), _frame(8, 8, 6, 2), _frame(10, 6, 5, 2),
            _frame(9, 7, 8, 2, "fr-common"),
        ],
        "large": [_frame(14, 9, 13, 4), _frame(11, 9, 10, 3), _frame(12, 10, 12, 4)],
        "compact": [
            _compact(23, 3, 9), _compact(17, 4, 9), _compact(14, 5, 10), _compact(12, 6, 11),
            _compact(18, 4, 9, 2),
        ],
    }.items()
}  # fmt: skip
