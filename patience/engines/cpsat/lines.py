"""The texts that a line may show: an automaton of words separated by blanks, or the words alone.

The word graph is unrolled over the cells of a line and reduced to the states that are reachable
from its first cell and can reach its end. States with the same continuations are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import BLANK, END, FIRST_DEEP, ROOT, SYMBOLS, Dawg

# Symbols that each cell of a line may hold.
Options = tuple[frozenset[int], ...]


class Arc(NamedTuple):
    """In `state` a cell may hold `symbol`, which leads to state `after`."""

    state: int
    symbol: int
    after: int


# The arcs of each cell of a line. The line starts and ends in state 0.
Automaton = tuple[tuple[Arc, ...], ...]


class LineReader:
    """Builds the automata of lines from a word graph with every word that they may show.

    `tick` is called for each cell of each line, as large models take long; an exception ends the
    build.
    """

    def __init__(self, dawg: Dawg, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self._sources, self._symbols, self._targets = dawg.line_edges
        self._ends = (dawg.nodes & np.uint64(END)) != 0
        inside = (self._sources != ROOT) & (self._symbols != BLANK)
        firsts = np.intersect1d(self._sources[inside], np.arange(1, BLANK + 1)) - 1
        # The letters in words; the graph has all, as a line may show any letter alone.
        self.letters = frozenset([*self._symbols[inside].tolist(), *firsts.tolist()])
        self._known: dict[Options, Automaton] = {}

    def count(self, options: Options) -> int:
        """Return the number of arcs of a line's automaton before merging."""
        return sum(map(len, self._alive(options)))

    def words(self, options: Options) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the words that a line may show: the first cell and the letters of each."""
        onwards: list[dict[int, list[tuple[int, int]]]] = []
        for edges in self._alive(options):
            onwards.append({})
            for source, symbol, target in self._listed(edges):
                onwards[-1].setdefault(source, []).append((symbol, target))
        onwards.append({node: [(BLANK, ROOT)] for node in np.flatnonzero(self._ends).tolist()})
        for start in range(len(options)):
            begun: list[tuple[int, tuple[int, ...]]] = [(ROOT, ())]
            while begun:
                node, letters = begun.pop()
                for symbol, target in onwards[start + len(letters)].get(node, ()):
                    if symbol != BLANK:
                        begun.append((target, (*letters, symbol)))
                    elif node >= FIRST_DEEP:
                        yield start, letters

    def automaton(self, options: Options) -> Automaton:
        """Return the automaton of a line; no cell has an arc if no text fits."""
        if options not in self._known:
            self._known[options] = self._merge(self._alive(options))
        return self._known[options]

    def _alive(self, options: Options) -> list[NDArray[np.intp]]:
        """Return for each cell the edges on a path from the line's start to its end."""
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

    def _listed(self, edges: NDArray[np.intp]) -> Iterator[tuple[int, int, int]]:
        """Return source, symbol and target of some edges."""
        parts = (self._sources, self._symbols, self._targets)
        return zip(*(part[edges].tolist() for part in parts), strict=True)

    def _merge(self, alive: Sequence[NDArray[np.intp]]) -> Automaton:
        """Merge states with the same continuations, from the line's end backwards."""
        # All nodes where a line may end are one state.
        merged = dict.fromkeys(np.flatnonzero(self._ends).tolist(), 0)
        steps: list[tuple[Arc, ...]] = []
        for edges in reversed(alive):
            self.tick()
            onwards: dict[int, list[tuple[int, int]]] = {}
            for source, symbol, target in self._listed(edges):
                onwards.setdefault(source, []).append((symbol, merged[target]))
            states: dict[tuple[tuple[int, int], ...], int] = {}
            merged = {
                source: states.setdefault(tuple(continuations), len(states))
                for source, continuations in onwards.items()
            }
            steps.append(
                tuple(
                    Arc(n, symbol, after)
                    for continuations, n in states.items()
                    for symbol, after in continuations
                )
            )
        return tuple(reversed(steps))
