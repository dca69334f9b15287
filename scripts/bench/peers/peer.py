"""What a peer is. Imports nothing heavy: a peer's own process imports it within its seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 9, 7

# How many blanks a peer is allowed at first; each has such a grid at once.
ALLOWED = WIDTH * HEIGHT // 5

# The line below a grid that is done, in crossword_gen's words; grids on the way may print as well.
DONE = "SOLUTION FOUND"

# Begins the line that tells a peer's version.
VERSION = "VERSION "


class Peer(NamedTuple):
    """A program to compare with.

    Its process prints, for each grid better than the last, the rows and then the line ``DONE``.
    Letters are cells, all else is a blank.
    """

    name: str
    file: str | None  # the program or the library; None if it was not found
    command: Sequence[str] = ()  # the file of words comes last
    question: str = ""  # what it reads on its input
    missing: str = ""  # why it was not found
