"""Search kernels compiled, or loaded, before a search needs them."""

from __future__ import annotations

from collections.abc import Iterable

from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import parse
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import Lexicon

# The engines that have an engine's kernels compiled: CP-SAT starts with a beam and has none; the
# portfolio runs all others, but proves the toy by its search for fills.
_KERNELS_OF = {
    "auto": ("auto", "prove"),
    "beam": ("beam",),
    "cpsat": ("beam",),
    "prove": ("prove",),
}

# Its best grid, AB over C, leaves a blank, and no beam so narrow can tell that there is no better.
_TOY = Puzzle(parse("ABCC"), Frame(2, 2))
_TOY_WORDS = ("AB", "AC")


def compile_kernels(engines: Iterable[str]) -> None:
    """Have all kernels of some engines ready in this process, by solving a toy puzzle."""
    words = Lexicon.of(_TOY_WORDS)
    for engine in dict.fromkeys(each for name in engines for each in _KERNELS_OF.get(name, ())):
        solve(_TOY, words, engine=engine, limits=Limits(None, max_width=1), threads=1)
