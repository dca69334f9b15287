"""Log weights of lines: the weighted number of ways to complete a line.

Each letter has its share in the tile set as weight, a blank and a run of one letter small weights
of their own. A backward pass over the word graph fills a table for each sequence of cells to come.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels
from patience.engines.beam.pairs import PairModel
from patience.engines.dawg import END, FIRST_DEEP, MUST, Dawg
from patience.engines.letters import SymbolWeights
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN
from patience.words.wordlist import WordList


class LineWeights(NamedTuple):
    """Log weights of the lines before certain cells, in the kernels' units."""

    nodes: NDArray[np.int16]  # of each node
    edges: NDArray[np.int16]  # of the target of each edge, parallel to ``WordGraph.child``


class LineTables:
    """Log weights of all lines of a fill, shared by lines with the same cells to come."""

    def __init__(self, dawg: Dawg, of_symbols: SymbolWeights) -> None:
        self._dawg = dawg
        self._ends = dawg.child_and_twins
        self._shares = np.array(of_symbols.shares)
        self._empty, self._alone = of_symbols.empty, of_symbols.alone
        ended = np.zeros(len(dawg))
        ended[dawg.nodes & np.uint64(END) != 0] = 1.0
        ended[1 : FIRST_DEEP - MUST] = self._alone
        self._completions: dict[bytes, NDArray[np.float64]] = {b"": ended}
        self._lines: dict[bytes, LineWeights] = {}
        # Zero for all nodes, where there is nothing left to choose.
        self.flat = LineWeights(np.zeros(len(dawg), np.int16), np.zeros(len(self._ends), np.int16))
        self.pairs = PairModel(dawg, of_symbols, self._open_completions)

    def fork(self, longest: int) -> LineTables:
        """Return a copy whose new tables do not reach this one.

        First this one learns the fully open lines of up to `longest` cells, as they occur again.
        """
        for length in range(1, longest + 1):
            self.after(np.full(length, CELL_OPEN, np.int8))
        other = copy(self)
        other._completions, other._lines = dict(self._completions), dict(self._lines)
        return other

    def after(self, kinds: NDArray[np.int8]) -> LineWeights:
        """Return the log weights before the cells `kinds`.

        Cells after the first one without letter make no difference and are left out.
        """
        forced = np.flatnonzero(kinds >= CELL_FACE_DOWN)
        if len(forced):
            kinds = kinds[: forced[0] + 1]
        key = kinds.tobytes()
        if key not in self._lines:
            completions = self._completion_weights(kinds)
            nodes, edges = np.empty(len(completions), np.int16), np.empty(len(self._ends), np.int16)
            kernels.log_weights(completions, self._ends, nodes, edges)
            self._lines[key] = LineWeights(nodes, edges)
        return self._lines[key]

    def _open_completions(self, cells: int) -> NDArray[np.float64]:
        return self._completion_weights(np.full(cells, CELL_OPEN, np.int8))

    def _completion_weights(self, kinds: NDArray[np.int8]) -> NDArray[np.float64]:
        key = kinds.tobytes()
        if key not in self._completions:
            after = self._completion_weights(kinds[1:])
            kind = int(kinds[0])
            letters, empty = np.zeros(len(self._shares)), 0.0
            if kind == CELL_OPEN:
                letters, empty = self._shares, self._empty
            elif kind in (CELL_FACE_DOWN, CELL_CLOSED):
                empty = 1.0
            else:
                letters[kind] = 1.0
            before = np.empty(len(self._dawg))
            nodes, child = self._dawg.nodes, self._dawg.child
            allowed = np.uint64(sum(1 << int(k) for k in np.flatnonzero(letters)))
            kernels.step_back(nodes, child, letters, allowed, empty, self._alone, after, before)
            self._completions[key] = before
        return self._completions[key]


# Searches with other seeds, several grids and batches ask for the same tables again: of 9x7 they
# take 0.15 s, which is half of a search to 5 face down. A search has two or three.
@lru_cache(maxsize=8)
def kept(
    words: WordList,
    longest: int,
    counts: tuple[int, ...],
    jokers: int,
    of_symbols: SymbolWeights,
) -> LineTables:
    """Return the tables of a kept word graph; `fork` them for lines that are not open."""
    return LineTables(word_graph.kept(words, longest, counts, jokers), of_symbols)
