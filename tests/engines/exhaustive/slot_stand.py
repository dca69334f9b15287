"""Where tests let a kernel of slots in plain Python do its part: a small random tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import networkx as nx
import numpy as np

from patience.engines import dawg
from patience.engines.arrays import zeros
from patience.engines.bits import FOUND, NODES
from patience.engines.exhaustive.slots import kernels as compiled
from patience.engines.exhaustive.slots import tree
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.words.wordlist import WordList
from tests.engines.exhaustive.support import plain_kernels
from tests.strategies import random_words

kernels = plain_kernels(of=compiled)

Word = tuple[int, ...]  # letters
Laid = dict[int, Word]  # the word of each slot


class SlotStand:
    """A search of a random tree of slots, in plain Python, that stands at its root."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        shape = rng.choice(((2, 3), (3, 3), (3, 3), (3, 4)))
        words = random_words(rng, list("ABC"), rng.choice((8, 16, 30)), max(shape))
        self.dawg = dawg.build(WordList.of(sorted(words)), max(shape))
        self.words = tree.WordTables(self.dawg, max(shape))
        self.interrupt = np.zeros(1, np.uint8)
        cells = np.full(shape, CELL_OPEN, np.int8)
        for cell in np.ndindex(shape):
            if rng.random() < 0.2:
                cells[cell] = rng.choice((CELL_CLOSED, CELL_FACE_DOWN, 0, 1))
        counts = [rng.randint(1, 4) for _ in "ABC"] + [0] * 23
        some = Subproblem(cells, tuple(counts), rng.choice((0, 0, 1, 2)), 0, rng.random() < 0.5)
        self.tree = tree.SlotTree(some, self.words)
        self.p = self.tree.problem
        lines = zip(self.p.cells.tolist(), self.p.length, strict=True)
        self._cells: list[list[int]] = [cells[:n] for cells, n in lines]
        self.workspace = self.anew()
        self.workspace._table = self.tree.lists()  # stay where no grid can have these cells
        self.workspace._buffers = zeros(compiled.SlotBuffers, **self.tree.sizes)
        self.workspace._take(self.tree)
        self.table, self.buffers = self.workspace._table, self.workspace._buffers
        self.open = (cells.ravel() == CELL_OPEN).tolist()

    def anew(self) -> tree.SlotWorkspace:
        """Return a workspace that has searched nothing."""
        return tree.SlotWorkspace(self.words, self.interrupt)

    def searched(self) -> tuple[int, list[list[int]]]:
        """Return the nodes of the tree, and the letters of its grids as its search meets them."""
        path, found = self.tree.root(self.workspace), []
        while self.workspace.search(self.tree, path, 1 << 60) == FOUND:
            found.append(self.tree.letters(path).tolist())
        return int(path.head[NODES]), found

    def letters(self, laid: Laid) -> list[int]:
        """Return the letters of a grid in reading order."""
        at = {
            x: k for slot, word in laid.items() for x, k in zip(self.cells(slot), word, strict=True)
        }
        return [at.get(x, compiled.KINDS) for x in range(len(self.open))]

    def word(self, number: int, slot: int) -> Word:
        """Return the letters of a slot's word."""
        return tuple(number >> 5 * i & 31 for i in range(self.p.length[slot]))

    def listed(self, level: int, slot: int) -> list[Word]:
        """Return a slot's list."""
        low = self.table.begin[level, slot]
        numbers = self.table.words[level, low : low + self.table.size[level, slot]]
        return [self.word(number, slot) for number in numbers.tolist()]

    def cells(self, slot: int) -> list[int]:
        """Return the cells of a slot."""
        return self._cells[slot]

    def lacks(self, letters: list[int]) -> int:
        """Return how many jokers some tiles take, of which none is laid."""
        wanted = Counter(letters)
        return sum(max(n - int(self.table.counts[0, k]), 0) for k, n in wanted.items())

    def grids(self) -> Iterator[Laid]:
        """Yield all grids: the words of their slots."""
        some, slots = self.tree.subproblem, range(len(self.p.length))
        graph = nx.grid_2d_graph(*some.cells.shape)
        graph.remove_nodes_from([c for c in graph if some.cells[c] >= CELL_FACE_DOWN])
        pieces = [len(each) for each in nx.connected_components(graph)]
        if 1 in pieces or (some.connected and len(pieces) > 1) or some.tiles < some.open_cells:
            return
        tables = self.words
        lists = [
            [
                self.word(x, slot)
                for x in tables.words[tables.first[n] : tables.first[n + 1]].tolist()
            ]
            for slot, n in enumerate(self.p.length)
        ]
        allowed = [set(words) for words in lists]
        lists = [[w for w in words if set(w) <= {0, 1, 2}] for words in lists]
        fixed = some.cells.ravel().tolist()
        for words in product(*lists[: self.p.across]):
            at = {
                x: k
                for slot, word in enumerate(words)
                for x, k in zip(self.cells(slot), word, strict=True)
            }
            laid = {slot: tuple(at[x] for x in self.cells(slot)) for slot in slots}
            if (
                all(self.open[x] or k == fixed[x] for x, k in at.items())
                and all(laid[slot] in allowed[slot] for slot in slots)
                and self.lacks([k for x, k in at.items() if self.open[x]]) <= some.jokers
            ):
                yield laid
