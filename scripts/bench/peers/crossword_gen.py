"""HoustonWeHaveABug's CrosswordGenerator, the program ``crossword_gen`` on the PATH."""

from __future__ import annotations

import shutil

from scripts.bench.peers.peer import ALLOWED, HEIGHT, WIDTH, Peer

# Rows, columns, least and most blanks; letters by frequency, at most two a cell at first (the best
# of 1 to 3, and of all heuristics); blanks anywhere. It goes on to fewer blanks by itself.
_QUESTION = f"{HEIGHT} {WIDTH} 0 {ALLOWED} 0 2 0\n"


def crossword_gen() -> Peer:
    """Return the peer."""
    path = shutil.which("crossword_gen")
    return Peer("crossword_gen", path, [path or ""], _QUESTION, "not on the PATH")
