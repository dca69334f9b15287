"""How hard a puzzle is, and random puzzles of a difficulty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from patience.errors import PatienceError, TileError
from patience.game.puzzle import Compact, Frame, Goal, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.question.spec import Spec
from patience.result import Limits, Result
from patience.solve import solve
from patience.words.lexicon import Lexicon, everyday_of, load

# Widths of the beams that measure a puzzle.
WIDTHS = (30, 300)

# So many draws in a row may be unfit before the search for a fit one ends.
_UNFIT = 200

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")


def everyday(spec: Spec) -> Lexicon:
    """Return the words that tell how hard a puzzle is: of its lexicon the common ones, or all."""
    name, conventions, how = spec.vocabulary
    return load(everyday_of(name) or name, conventions, how)


def difficulty(puzzle: Puzzle, lexicon: Lexicon) -> int:
    """Add up what two plain beams leave empty; the same on every machine.

    That is tiles face down in a frame, tiles left over on a board, blanks in a compact grid.
    """
    return sum(_left(puzzle, lexicon, width) for width in WIDTHS)


def plain_beam(puzzle: Puzzle, lexicon: Lexicon, width: int) -> Result:
    """Search with one beam; the same on every machine."""
    limits = Limits(seconds=None, max_width=width)
    return solve(puzzle, lexicon, engine="beam", limits=limits, seed=0, threads=1)


def _left(puzzle: Puzzle, lexicon: Lexicon, width: int) -> int:
    cost = plain_beam(puzzle, lexicon, width).cost
    total = puzzle.tiles.total
    if cost is None:
        return total
    return cost - total if isinstance(puzzle.goal, Compact) else cost


def family_of(like: str | Path, k: int | None, goal: Goal, jokers: int | None, seed: int) -> str:
    """Return the common part of the names of puzzles, from which their draws are seeded."""
    shape = f"{goal.width}x{goal.height}" if isinstance(goal, Frame) else "compact"
    parts = [Path(like).stem, "unique" if k is None else f"{k}tiles", shape]
    parts += [] if jokers is None else [f"{jokers}jokers"]
    return f"{_UNSAFE.sub('-', '-'.join(parts)).strip('-')}-seed{seed}"


def draw(tiles: TileSet, k: int, chance: Random) -> TileSet:
    """Draw `k` tiles blindly from a set; the same chance draws the same hand everywhere.

    Raises
    ------
    TileError
        If the set has fewer.
    """
    if tiles.free:
        raise TileError("any letters have no bag to draw from: name a set")
    bag = [x for x, n in tiles.supply.items() for _ in range(n)] + ["?"] * tiles.jokers
    if not 0 < k <= len(bag):
        raise TileError(f"{k} tiles cannot be drawn from {tiles.name}, which has {len(bag)}")
    hand = chance.sample(bag, k)
    letters = (x for x in hand if x != "?")
    return from_letters(letters, hand.count("?"), f"{k} of {tiles.name}", tiles.alphabet)


def drawn(
    asked: Spec,
    k: int,
    family: str,
    band: range,
    tell: Callable[[int], None] = lambda _tried: None,
) -> Iterator[Spec]:
    """Yield puzzles of `k` random tiles from a set, each with its difficulty, no two alike.

    Parameters
    ----------
    asked : Spec
        The puzzle with all tiles of the set.
    k : int
    family : str
        Seeds the draws.
    band : range
        The difficulties wanted.
    tell : callable
        Hears the number of draws so far.

    Raises
    ------
    PatienceError
        If the set has too few tiles for a puzzle, or hundreds of draws in a row are unfit.
    """
    lexicon, bag = everyday(asked), asked.tile_set
    hands: set[TileSet] = set()
    seen: set[int] = set()
    unfit = 0
    for number in count(1):
        tell(number)
        hand = replace(draw(bag, k, Random(f"{family}-{number:03}")), name="custom")
        if hand not in hands:
            hands.add(hand)
            found = replace(asked, tiles=hand, jokers=None)
            level = difficulty(found.puzzle(), lexicon)
            if level in band:
                unfit = 0
                yield replace(found, difficulty=level)
                continue
            seen.add(level)
        unfit += 1
        if unfit == _UNFIT:
            raise PatienceError(_why(len(hands), seen, band))


def _why(hands: int, seen: set[int], band: range) -> str:
    """Return why no more puzzles are found."""
    if seen:
        return (
            f"no puzzle of difficulty {band.start} to {band.stop - 1} in {_UNFIT} draws; "
            f"others have {min(seen)} to {max(seen)}: choose another band"
        )
    return f"only {hands} different hands were drawn: draw fewer puzzles, or fewer tiles of the set"
