"""Compilation or loading of the search kernels before a search needs them."""

from __future__ import annotations

from collections.abc import Iterable

from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import parse
from patience.result import Limits
from patience.solve import solve
from patience.words.lexicon import Lexicon

# What to run for an engine whose own run does not compile all its kernels: the portfolio proves the
# toy by its fill search, so the exhaustive search needs a run of its own.
_KERNELS_OF = {"auto": ("auto", "prove")}

# Its best grid, AB over C, leaves a blank, and so narrow a beam cannot prove it optimal.
_TOY = Puzzle(parse("ABCC"), Frame(2, 2))
_TOY_WORDS = ("AB", "AC")


def compile_kernels(engines: Iterable[str]) -> None:
    """Compile or load all kernels of some engines by solving a toy puzzle."""
    words = Lexicon.of(_TOY_WORDS)
    runs = (each for name in engines for each in _KERNELS_OF.get(name, (name,)))
    for engine in dict.fromkeys(runs):
        solve(_TOY, words, engine=engine, limits=Limits(None, max_width=1), threads=1)
