"""A subproblem whose empty cells are chosen as a search tree: sets up the arrays of the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience.engines.arrays import zeros
from patience.engines.bits import DONE, LEVEL, PARTITION, PARTITIONS, PHASE
from patience.engines.dawg import END, Dawg, letter_edges
from patience.engines.exhaustive.slots import kernels
from patience.engines.exhaustive.slots.kernels import KINDS, Lists, Path, SlotBuffers, SlotProblem
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem, pieces

# Levels whose lists count in the memory of a workspace: those below have few words.
_FULL_LEVELS = 4

# Maximum nodes of one level that a random walk visits, about a second.
_LOOKED_AT = 20_000


class WordTables:
    """The words of a word graph by length, in the order of their letters.

    Attributes
    ----------
    words : ndarray of uint64, shape (words,)
        Letters of each word by their places in the alphabet, five bits each, the first lowest.
    first : ndarray of int64, shape (longest + 2,)
        Where the words of each length begin. Those of one letter are all letters.
    """

    def __init__(self, dawg: Dawg, longest: int) -> None:
        tables = [np.zeros(0, np.uint64), *_spelled(dawg, longest)]
        self.first = np.cumsum([0, *map(len, tables)])
        self.words = np.concatenate(tables)

    def number(self, length: int) -> int:
        """Return the number of words of a length."""
        return int(self.first[length + 1] - self.first[length])


class SlotTree:
    """All ways to give every open cell of a rectangle a letter; each node tests one word.

    `words` holds every word that a slot may get; `is_possible` is False where no grid can have such
    empty cells.
    """

    def __init__(self, subproblem: Subproblem, words: WordTables) -> None:
        self.subproblem = subproblem
        self.words = words
        lettered = subproblem.cells < CELL_FACE_DOWN
        cells = np.arange(lettered.size).reshape(lettered.shape)
        across = _lines(lettered, cells)
        lines = across + _lines(lettered.T, cells.T)
        shape = len(lines), max(map(len, lines), default=1)
        slot_cells, cross, at = (np.zeros(shape, np.int64) for _ in range(3))
        met: dict[int, tuple[int, int]] = {}  # where the slots across have each cell
        for slot, line in enumerate(lines):
            slot_cells[slot, : len(line)] = line
            for i, cell in enumerate(line):
                if slot < len(across):
                    met[cell] = slot, i
                else:
                    other, j = met[cell]
                    cross[slot, i], at[slot, i] = other, j
                    cross[other, j], at[other, j] = slot, i
        self.problem = SlotProblem(
            length=np.array([len(line) for line in lines], np.int64),
            cells=slot_cells,
            cross=cross,
            at=at,
            across=len(across),
            letters=len(subproblem.counts),
            max_unused=subproblem.tiles - subproblem.open_cells,
        )
        sizes = [len(piece) for piece in pieces(lettered)]
        self.is_possible = (
            self.problem.max_unused >= 0
            and 1 not in sizes
            and not (subproblem.connected and len(sizes) > 1)
        )

    @property
    def levels(self) -> int:
        """A bound on the levels: each lays a slot or excludes a letter."""
        return len(self.problem.length) + self.problem.letters + 2

    @property
    def sizes(self) -> dict[str, int]:
        """Lengths of the arrays of `Lists` and `SlotBuffers`."""
        slots, length = self.problem.cells.shape
        words = [self.words.number(n) for n in self.problem.length.tolist()]
        most = max(words, default=0)
        return {
            "levels": self.levels,
            "slots": slots,
            "length": length,
            "cells": self.subproblem.cells.size,
            "kinds": KINDS,
            "capacity": sum(words),
            "most": most,
            "chunks": (most + 63) // 64,
        }

    def empty(self) -> Path:
        """Return the arrays of a path, zeroed."""
        return zeros(Path, levels=self.levels, cells=self.subproblem.cells.size)

    def root(self, _: SlotWorkspace, partition: int = 0, partitions: int = 1) -> Path:
        """Return the path from which one partition is searched."""
        path = self.empty()
        path.head[[PARTITION, PARTITIONS]] = partition, partitions
        return path

    def letters(self, path: Path) -> NDArray[np.uint8]:
        """Return the letters of the grid found in reading order, `KINDS` for no letter."""
        return np.asarray(path.letters)

    def admits(self, path: Path, partition: int, partitions: int) -> bool:
        """Return whether a path, which comes from an untrusted file, can be followed."""
        head = path.head
        if (*head[[PARTITION, PARTITIONS]],) != (partition, partitions):
            return False
        if not 0 <= head[LEVEL] < self.levels or min(head) < 0:
            return False
        if not kernels.CHOOSE <= head[PHASE] <= kernels.LEAVE:
            return False
        if min(each.min() for each in path[1:]) < 0:
            return False
        return SlotWorkspace(self.words, np.zeros(1, np.uint8)).follow(self, path)

    def lists(self) -> Lists:
        """Return the lists of all levels, those of the root filled in."""
        problem, kinds = self.problem, self.subproblem.cells.ravel()
        table = zeros(Lists, **self.sizes)
        begin = 0
        for slot, n in enumerate(problem.length.tolist()):
            size, first = self.words.number(n), self.words.first[n]
            table.begin[0, slot], table.size[0, slot] = begin, size
            table.words[0, begin : begin + size] = self.words.words[first : first + size]
            begin += size
        table.counts[0, : problem.letters] = self.subproblem.counts
        table.counts[0, kernels.JOKER] = self.subproblem.jokers
        table.laid[0] = kinds != CELL_OPEN
        table.candidates[0, kinds == CELL_OPEN] = (1 << problem.letters) - 1
        fixed = (kinds != CELL_OPEN) & (kinds < CELL_FACE_DOWN)
        table.candidates[0, fixed] = np.uint32(1) << kinds[fixed].astype(np.uint32)
        return table

    def has_root(self, table: Lists, buffers: SlotBuffers) -> bool:
        """Filter the lists of the root; return whether a grid may be left."""
        return self.is_possible and bool(kernels.settle_root(self.problem, table, buffers))


class SlotWorkspace:
    """The lists and buffers of one thread.

    Parameters
    ----------
    words : WordTables
        The words of all trees.
    interrupt : ndarray of uint8, shape (1,)
        Nonzero pauses the search; shared by all threads.
    """

    pace = 1

    def __init__(self, words: WordTables, interrupt: NDArray[np.uint8]) -> None:
        self._words = words
        self._interrupt = interrupt
        self._tree: SlotTree | None = None
        self._path: Path | None = None  # the path that the lists belong to
        self._table: Lists
        self._buffers: SlotBuffers
        self._has_root = False

    def search(self, tree: SlotTree, path: Path, until: int) -> int:
        """Continue a search up to `until` nodes; see `kernels.search`."""
        if self._path is not path:
            self.follow(tree, path)
        if not self._has_root:
            return DONE
        return int(kernels.search(tree.problem, path, self._table, self._buffers, until))

    def follow(self, tree: SlotTree, path: Path) -> bool:
        """Set up the lists of a path by laying its words again; False if it cannot be followed."""
        self._take(tree)
        self._path = path
        level, phase = path.head[[LEVEL, PHASE]].tolist()
        if not self._has_root:
            return bool(level == 0)
        args = tree.problem, path, self._table, self._buffers
        for upper in range(level):
            if not kernels.retrace(*args, upper, kernels.CHILD) or not kernels.retake(*args, upper):
                return False
        return bool(kernels.retrace(*args, level, phase))

    def walk(self, tree: SlotTree, rng: np.random.Generator, most: int = _LOOKED_AT) -> list[float]:
        """Walk down a tree once at random and estimate the nodes of each level (Knuth 1975).

        If a level has more than `most` nodes, the walk goes on among these and underestimates.
        Returns an empty list if the walk was interrupted.
        """
        path = tree.root(self)
        self.follow(tree, path)
        if not self._has_root:
            return [0.0]
        args = tree.problem, path, self._table, self._buffers
        level, nodes, weight = 0, [], 1.0
        while level < tree.levels and kernels.choose(
            tree.problem, self._table, self._buffers, level
        ):
            tests, children = 0, np.zeros(self._table.branches[level])
            for turn in range(1, int(self._table.branches[level]) + 1):
                path.turn[level] = turn
                tests += int(kernels.retest(*args, level, most - tests))
                children[turn - 1] = self._table.children[level]
                if self._interrupt[0]:
                    return []
            nodes.append(weight * tests)
            if not children.any():
                break
            # Half of the chance goes by branches: the one without the letter has a single child,
            # often the largest.
            some = children > 0
            chances = (some / some.sum() + children / children.sum()) / 2
            turn = rng.choice(len(chances), p=chances)
            weight *= children[turn] / chances[turn]
            path.turn[level], path.child[level] = turn + 1, 1 + rng.integers(children[turn])
            kernels.retest(*args, level, most)
            if not kernels.retake(*args, level):
                break
            level += 1
        return nodes or [0.0]

    def _take(self, tree: SlotTree) -> None:
        """Allocate the arrays of a tree."""
        if self._tree is tree:
            return
        self._tree, self._has_root = tree, False
        if not tree.is_possible:
            return
        self._table = tree.lists()
        self._buffers = zeros(SlotBuffers, **tree.sizes)._replace(interrupt=self._interrupt)
        self._has_root = tree.has_root(self._table, self._buffers)


def workspaces_in(budget: int, words: WordTables, height: int, width: int) -> int:
    """Return how many workspaces for trees of a rectangle fit into so many bytes, at least one."""
    count, length = height + width, max(height, width)
    slots = [words.number(width)] * height + [words.number(height)] * width
    most, capacity = max(slots), sum(slots)
    lists = (_FULL_LEVELS * 2 + 1) * capacity * 8
    bits = 2 * count * length * KINDS * most // 8
    return max(budget // max(lists + bits, 1), 1)


def _lines(lettered: NDArray[np.bool_], cells: NDArray[np.int64]) -> list[list[int]]:
    """Return the cells of each maximal line across, also of single cells."""
    lines: list[list[int]] = []
    for row, numbers in zip(lettered, cells.tolist(), strict=True):
        before = False
        for here, cell in zip(row.tolist(), numbers, strict=True):
            if here and before:
                lines[-1].append(cell)
            elif here:
                lines.append([cell])
            before = here
    return lines


def _spelled(dawg: Dawg, longest: int) -> list[NDArray[np.uint64]]:
    """Return the words of each length from 1, in the order of their letters."""
    sources, symbols, targets = letter_edges(dawg.nodes, dawg.child)
    first = np.searchsorted(sources, np.arange(len(dawg) + 1))
    node, spelled, tables = np.zeros(1, np.int64), np.zeros(1, np.uint64), []
    for place in range(longest):
        many = first[node + 1] - first[node]
        start = np.cumsum(many) - many
        edge = np.arange(many.sum()) + np.repeat(first[node] - start, many)
        letter = symbols[edge].astype(np.uint64) << np.uint64(kernels.LETTER_BITS * place)
        node, spelled = targets[edge], np.repeat(spelled, many) | letter
        tables.append(spelled[dawg.nodes[node] & np.uint64(END) != 0])
    return tables
