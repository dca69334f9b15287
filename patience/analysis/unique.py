"""Random puzzles with exactly one solution: a frame, the tiles that fill it, some letters given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.tiles import from_letters
from patience.question.spec import Spec
from patience.result import Limits
from patience.solve import solve, solve_all
from patience.words.lexicon import Lexicon, load

# The widest of the beams that look for a full grid.
_WIDTH = 300

# So many frames in a row may stay without a full grid before the search for one ends.
_UNFIT = 20


def is_alone(puzzle: Puzzle, lexicon: Lexicon) -> bool:
    """Return whether one grid alone has every tile face up."""
    grids = solve_all(puzzle, lexicon, at_most=0, limits=Limits(seconds=None))
    with grids:
        return len([*islice(grids, 2)]) == 1


def unique(
    asked: Spec, family: str, tell: Callable[[int], None] = lambda _tried: None
) -> Iterator[Spec]:
    """Yield puzzles with exactly one solution that fills the frame, no two alike.

    The tiles are those of a grid that fills the frame; of its letters as few are given as leave it
    the only one: without any of these there would be another.

    Parameters
    ----------
    asked : Spec
        The frame with all tiles of a set.
    family : str
        Seeds the draws.
    tell : callable
        Hears the number of grids tried so far.

    Raises
    ------
    PatienceError
        If no grid that fills the frame is found.
    """
    name, conventions, how = asked.vocabulary
    lexicon = load(name, conventions, how)
    whole = replace(asked, jokers=0).puzzle()
    seen: set[Grid] = set()
    unfit = 0
    for number in count(1):
        tell(number)
        rng = Random(f"{family}-{number:03}")
        grid = _filled(whole, lexicon, rng)
        if grid is None or grid in seen:
            unfit += 1
            if unfit == _UNFIT:
                raise PatienceError(
                    f"no other grid fills the frame in {_UNFIT} tries: draw fewer puzzles, or name "
                    "a smaller frame, more tiles or a larger lexicon"
                )
            continue
        unfit = 0
        seen.add(grid)
        hand = from_letters("".join(grid.rows), alphabet=whole.tiles.alphabet)
        found = replace(asked, tiles=hand, jokers=None, unique=True)
        yield replace(found, start=_fewest(replace(found, start=grid), lexicon, rng))


def _filled(puzzle: Puzzle, lexicon: Lexicon, rng: Random) -> Grid | None:
    """Return a grid without a tile face down, another for each seed."""
    limits = Limits(seconds=None, max_width=_WIDTH, target=0)
    found = solve(puzzle, lexicon, limits=limits, seed=rng.randrange(1 << 31), threads=1)
    return found.best if found.cost == 0 else None


def _fewest(spec: Spec, lexicon: Lexicon, rng: Random) -> Grid:
    """Return the grid of a spec with as few letters given as leave one solution."""
    assert spec.start is not None, "a whole grid is given"
    given = spec.start
    cells = [cell for cell, _ in given.cells()]
    for cell in rng.sample(cells, len(cells)):
        fewer = given.without([cell])
        if is_alone(replace(spec, start=fewer).puzzle(), lexicon):
            given = fewer
    return given
