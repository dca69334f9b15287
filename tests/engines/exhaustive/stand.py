"""Where tests let a kernel in plain Python do its part: a search in the middle of a random tree."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from patience.engines import dawg
from patience.engines.exhaustive.rows import tree
from patience.engines.subproblem import CELL_CLOSED, CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.words.wordlist import WordList
from tests.engines.exhaustive.support import plain_kernels
from tests.strategies import random_words

kernels = plain_kernels()
BLANK: int = kernels.BLANK


class Stand:
    """A search that stands at the root of a random tree, with random candidates and tiles."""

    def __init__(self, seed: int, letters: str = "ABCD") -> None:
        self.rng = rng = Random(seed)
        self.height, self.width = rng.choice(((3, 3), (3, 4), (4, 3), (3, 5)))
        self.codes = [ord(x) - ord("A") for x in letters]
        longest = max(self.height, self.width)
        self.words = random_words(rng, list(letters), rng.choice((15, 40, 90)), longest)
        cells = np.full((self.height, self.width), CELL_OPEN, np.int8)
        for cell in np.ndindex(cells.shape):
            if rng.random() < 0.2:
                cells[cell] = rng.choice((CELL_CLOSED, CELL_FACE_DOWN, *self.codes))
        counts = [0] * 26
        for k in self.codes:
            counts[k] = rng.randint(0, 3)
        subproblem = Subproblem(cells, tuple(counts), rng.randint(0, 1), rng.randint(0, 4), True)
        graph = dawg.build(WordList.of(sorted(self.words)), longest)
        frequency = np.array([rng.uniform(0.1, 1.0) for _ in range(26)])
        self.workspace = tree.RowWorkspace(graph, *cells.shape, np.zeros(1, np.uint8), 64)
        self.tree = tree.RowTree(subproblem, graph, frequency)
        self.p = self.tree.problem._replace(max_unused=rng.choice((0, 2, 5, 9)))
        self.s = self.tree.root(self.workspace)
        self.buffers = self.workspace._buffers
        self.cells = cells
        for cell in np.ndindex(cells.shape):
            self.s.candidates[0][cell] = self.some_mask(cell)
        for r in range(self.height):
            self.s.excluded[0, r] = rng.choice((0, 0, 0, 1 << rng.choice(self.codes)))
        self.s.filled[0] = rng.choice((0, 0, 1 << rng.randrange(self.height)))
        self.s.available[0, 0] = sum(1 << k for k in self.codes if rng.random() < 0.9) | 1 << BLANK

    def some_mask(self, cell: tuple[int, ...]) -> int:
        """Return candidates of a cell: several symbols where it is open, else the one it has."""
        kind = int(self.cells[cell])
        if kind != CELL_OPEN:
            return 1 << min(kind, BLANK)
        rare = self.codes[-1]
        chances = {k: 0.2 if k == rare else 0.8 for k in (*self.codes, BLANK)}
        return sum(1 << k for k, x in chances.items() if self.rng.random() < x) or 1 << BLANK

    def symbols(self, r: int, c: int) -> list[int]:
        """Return the candidates of a cell as numbers."""
        return [k for k in range(BLANK + 1) if self.s.candidates[0, r, c] >> k & 1]

    def open_cells(self, r: int) -> list[int]:
        return [c for c in range(self.width) if self.cells[r, c] == CELL_OPEN]

    def cells_with(self, rows: Iterable[int]) -> list[int]:
        """Return for each symbol how many open cells of some rows can take it."""
        cells = [(r, c) for r in rows for c in self.open_cells(r)]
        return [sum(k in self.symbols(*cell) for cell in cells) for k in range(BLANK + 1)]

    def unfilled(self) -> list[int]:
        return [r for r in range(self.height) if not self.s.filled[0] >> r & 1]
