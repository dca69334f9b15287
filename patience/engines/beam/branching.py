"""Ways to begin: what no beam can know is settled first, as cells that stay.

A crossword in one piece lies in one region of the open cells; a word that must appear lies
somewhere. Each way is a fill of its own, and together they leave nothing out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import networkx as nx
import numpy as np

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Fill
from patience.game.tiles import ALPHABET

# More ways than this are drawn at random instead of listed.
_LISTED = 2000


class Ways(NamedTuple):
    """The fills to search instead of one, and whether they are all there are."""

    fills: list[Fill]
    complete: bool


def ways(fill: Fill, words: Sequence[str], rng: random.Random) -> Ways:
    """Return the ways to begin: in one region each, `words` laid, the layings in random order.

    With one region and no words the only way is `fill` itself.
    """
    found = [layings(region, words, rng) for region in regions(fill)]
    return Ways([way for each in found for way in each.fills], all(x.complete for x in found))


def regions(fill: Fill) -> list[Fill]:
    """Return the fill restricted to each of its connected regions, the largest first."""
    if not fill.connected:
        return [fill]
    usable = fill.cells < CELL_FACE_DOWN
    table = nx.grid_2d_graph(*fill.cells.shape)
    parts = list(nx.connected_components(table.subgraph(zip(*np.nonzero(usable), strict=True))))
    if len(parts) < 2:
        return [fill]
    pinned = usable & (fill.cells >= 0)
    found = []
    for part in sorted(parts, key=len, reverse=True):
        outside = np.ones(fill.cells.shape, np.bool_)
        outside[tuple(zip(*part, strict=True))] = False
        region = fill.leaving(np.flatnonzero(outside))
        if region is not None and not np.any(pinned & outside):
            found.append(region)
    return found


def layings(fill: Fill, words: Sequence[str], rng: random.Random) -> Ways:
    """Return the fills with `words` laid, in random order."""
    found, complete = [fill], True
    for word in words:
        found = [laid for way in found for laid in _laid(way, word)]
        rng.shuffle(found)
        complete = complete and len(found) <= _LISTED
        del found[_LISTED:]
    return Ways(found, complete)


def _laid(fill: Fill, word: str) -> Iterator[Fill]:
    """Yield the fill with one word laid, across and down, everywhere it can lie."""
    yield from _across(fill, word)
    for way in _across(fill.transposed(), word):
        yield way.transposed()


def _across(fill: Fill, word: str) -> Iterator[Fill]:
    height, width = fill.cells.shape
    codes = np.array([ALPHABET.index(x) for x in word], np.uint8)
    for r in range(height):
        for c in range(width - len(word) + 1):
            laid = np.full((height, width), CELL_FACE_DOWN, np.uint8)
            laid[r, c : c + len(word)] = codes
            held = np.zeros((height, width), np.bool_)
            # The cells before and after it stay without letter, or it would be another word.
            held[r, max(c - 1, 0) : c + len(word) + 1] = True
            there = fill.cells[r, max(c - 1, 0) : c + len(word) + 1]
            wanted = laid[r, max(c - 1, 0) : c + len(word) + 1]
            no_letter = (there >= CELL_FACE_DOWN) & (wanted == CELL_FACE_DOWN)
            if np.all((there == CELL_OPEN) | (there == wanted) | no_letter):
                way = fill.holding(laid, held)
                if way is not None:
                    yield way
