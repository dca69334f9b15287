"""Root branches: decisions that no search can make cell by cell, taken first as fixed cells.

A connected crossword lies in one region of the open cells; a required word lies somewhere. Each
branch is a subproblem of its own, and together the branches are complete.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import networkx as nx
import numpy as np

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem

# Maximum number of branches to list; of more, a random sample is kept.
_LISTED = 2000


class Branches(NamedTuple):
    """Subproblems that replace one, and whether they cover it."""

    subproblems: list[Subproblem]
    complete: bool


def root_branches(subproblem: Subproblem, words: Sequence[str], rng: random.Random) -> Branches:
    """Return the root branches: one region each, with `words` laid, in random order per region.

    With one region and no words the only branch is `subproblem` itself.
    """
    found = [placements(region, words, rng) for region in regions(subproblem)]
    return Branches(
        [branch for each in found for branch in each.subproblems], all(x.complete for x in found)
    )


def regions(subproblem: Subproblem) -> list[Subproblem]:
    """Return the subproblem restricted to each connected region, the largest first."""
    if not subproblem.connected:
        return [subproblem]
    usable = subproblem.cells < CELL_FACE_DOWN
    table = nx.grid_2d_graph(*subproblem.cells.shape)
    parts = list(nx.connected_components(table.subgraph(zip(*np.nonzero(usable), strict=True))))
    if len(parts) < 2:
        return [subproblem]
    pinned = usable & (subproblem.cells >= 0)
    found = []
    for part in sorted(parts, key=len, reverse=True):
        outside = np.ones(subproblem.cells.shape, np.bool_)
        outside[tuple(zip(*part, strict=True))] = False
        region = subproblem.with_blanks(np.flatnonzero(outside))
        if region is not None and not np.any(pinned & outside):
            found.append(region)
    return found


def placements(subproblem: Subproblem, words: Sequence[str], rng: random.Random) -> Branches:
    """Return the subproblems with `words` laid, in random order."""
    found, complete = [subproblem], True
    for word in words:
        found = [laid for branch in found for laid in _place_word(branch, word)]
        rng.shuffle(found)
        complete = complete and len(found) <= _LISTED
        del found[_LISTED:]
    return Branches(found, complete)


def _place_word(subproblem: Subproblem, word: str) -> Iterator[Subproblem]:
    """Yield the subproblem with a word laid, across and down, at every possible place."""
    yield from _place_across(subproblem, word)
    for branch in _place_across(subproblem.transposed(), word):
        yield branch.transposed()


def _place_across(subproblem: Subproblem, word: str) -> Iterator[Subproblem]:
    height, width = subproblem.cells.shape
    codes = np.array([subproblem.alphabet.index[x] for x in word], np.uint8)
    for r in range(height):
        for c in range(width - len(word) + 1):
            laid = np.full((height, width), CELL_FACE_DOWN, np.uint8)
            laid[r, c : c + len(word)] = codes
            held = np.zeros((height, width), np.bool_)
            # The cells at both ends stay without letter, or the run would be another word.
            held[r, max(c - 1, 0) : c + len(word) + 1] = True
            there = subproblem.cells[r, max(c - 1, 0) : c + len(word) + 1]
            wanted = laid[r, max(c - 1, 0) : c + len(word) + 1]
            no_letter = (there >= CELL_FACE_DOWN) & (wanted == CELL_FACE_DOWN)
            if np.all((there == CELL_OPEN) | (there == wanted) | no_letter):
                branch = subproblem.with_fixed(laid, held)
                if branch is not None:
                    yield branch
