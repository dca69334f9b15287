"""Which texts a line may show: an automaton of words kept apart from each other by blanks.

The word graph is unrolled over the cells of a line, cut down to the states that can be reached
from its first cell and can still reach its end, and states with the same continuations are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import END, FIRST_SHIFT, LETTERS, ROOT, Dawg
from patience.game.tiles import ALPHABET

# Symbols of a line: 0-25 a letter, BLANK a cell without one.
BLANK = len(ALPHABET)
SYMBOLS = BLANK + 1

# What each cell of a line may hold.
Options = tuple[frozenset[int], ...]


class Arc(NamedTuple):
    """In `state` a cell may hold `symbol`, which leads to state `after`."""

    state: int
    symbol: int
    after: int


# The arcs of each cell of a line. The line starts in state 0 and has to end in state 0.
Steps = tuple[tuple[Arc, ...], ...]


class LineReader:
    """Makes the automata of lines from one word graph.

    Parameters
    ----------
    dawg : Dawg
        Holds every word that the lines may show.
    tick : callable
        Called for each cell of each line, as large models take long to make; what it raises ends
        that.

    Attributes
    ----------
    letters : frozenset of int
        The letters that words have. The graph has the others too, since a line may show any
        letter alone.
    """

    def __init__(self, dawg: Dawg, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self._sources, self._symbols, self._targets = _edges(dawg)
        self._ends = (dawg.nodes & np.uint64(END)) != 0
        inside = (self._sources != ROOT) & (self._symbols != BLANK)
        firsts = np.intersect1d(self._sources[inside], np.arange(1, BLANK + 1)) - 1
        self.letters = frozenset([*self._symbols[inside].tolist(), *firsts.tolist()])
        self._known: dict[Options, Steps] = {}

    def count(self, options: Options) -> int:
        """Return how many arcs the automaton of a line has at most (before merging)."""
        return sum(map(len, self._alive(options)))

    def steps(self, options: Options) -> Steps:
        """Return the automaton of a line; each step is empty if no text fits."""
        if options not in self._known:
            self._known[options] = self._merge(self._alive(options))
        return self._known[options]

    def _alive(self, options: Options) -> list[NDArray[np.intp]]:
        """Return for each cell the edges that lie on a way from the line's start to its end."""
        nodes, length = len(self._ends), len(options)
        fits = np.zeros((length, SYMBOLS), np.bool_)
        for i, symbols in enumerate(options):
            fits[i, list(symbols)] = True
        reached = np.zeros((length + 1, nodes), np.bool_)
        reached[0, ROOT] = True
        for i in range(length):
            self.tick()
            ahead = reached[i, self._sources] & fits[i, self._symbols]
            reached[i + 1, self._targets[ahead]] = True
        finishes = np.zeros((length + 1, nodes), np.bool_)
        finishes[length] = self._ends
        for i in reversed(range(length)):
            back = finishes[i + 1, self._targets] & fits[i, self._symbols]
            finishes[i, self._sources[back]] = True
        return [
            np.flatnonzero(
                reached[i, self._sources] & fits[i, self._symbols] & finishes[i + 1, self._targets]
            )
            for i in range(length)
        ]

    def _merge(self, alive: Sequence[NDArray[np.intp]]) -> Steps:
        """Merge states with the same continuations, from the line's end backwards."""
        # All nodes where a line may end are one state.
        merged = dict.fromkeys(np.flatnonzero(self._ends).tolist(), 0)
        steps: list[tuple[Arc, ...]] = []
        for edges in reversed(alive):
            self.tick()
            with_blanks: dict[int, list[tuple[int, int]]] = {}
            for source, symbol, target in zip(
                self._sources[edges].tolist(),
                self._symbols[edges].tolist(),
                self._targets[edges].tolist(),
                strict=True,
            ):
                with_blanks.setdefault(source, []).append((symbol, merged[target]))
            states: dict[tuple[tuple[int, int], ...], int] = {}
            merged = {
                source: states.setdefault(tuple(continuations), len(states))
                for source, continuations in with_blanks.items()
            }
            steps.append(
                tuple(
                    Arc(n, symbol, after)
                    for continuations, n in states.items()
                    for symbol, after in continuations
                )
            )
        return tuple(reversed(steps))


def _edges(dawg: Dawg) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return source, symbol and target of every edge, by source, then symbol."""
    letters = (dawg.nodes & np.uint64(LETTERS)).astype(np.int64)
    first = (dawg.nodes >> np.uint64(FIRST_SHIFT)).astype(np.int64)
    rank = np.zeros(len(dawg), np.int64)
    parts = []
    for letter in range(len(ALPHABET)):
        sources = np.flatnonzero(letters >> letter & 1)
        targets = dawg.child[first[sources] + rank[sources]].astype(np.int64)
        parts.append((sources, np.full(len(sources), letter), targets))
        rank[sources] += 1
    # A blank may follow where a run may end, and leads back to the root.
    ends = np.flatnonzero(dawg.nodes & np.uint64(END))
    parts.append((ends, np.full(len(ends), BLANK), np.full(len(ends), ROOT)))
    sources, symbols, targets = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((symbols, sources))
    return sources[order], symbols[order], targets[order]
