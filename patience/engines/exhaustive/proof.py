"""A proof: one cost level after the other, until a grid is found or none can be."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.exhaustive import kernels
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.workers import Checkpoint, WorkerPool, partition_count
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.result import DEFAULT_MEMORY_GB, Observer
from patience.words.lexicon import Lexicon

# Seconds given at most to estimate the size of a level, and random walks a tree.
_ESTIMATE_SECONDS = 0.5
_WALKS = 20

# The same where only the order of magnitude counts; the share of the time that a level has.
_FEW_WALKS = 4
_LEVEL_SHARE = 1 / 16

# Share of a level's partitions that must be done before they tell as much of its size as the
# estimate.
_TRUST = 0.25


@dataclass
class Progress:
    """How far a proof is.

    Attributes
    ----------
    refuted : list of RefutedLevel
        Levels done.
    level : CostLevel or None
        The present one, and its `checkpoint`.
    expected : float
        Its nodes, as estimated; 0 if nothing is known.
    """

    refuted: list[RefutedLevel] = field(default_factory=list)
    level: CostLevel | None = None
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    expected: float = 0.0

    @property
    def nodes(self) -> int:
        """Nodes searched in all levels."""
        return sum(sum(each.nodes) for each in self.refuted) + self.checkpoint.nodes

    @property
    def fraction(self) -> float:
        """Share of the present level that is done, as far as one can tell."""
        done = self.checkpoint.nodes
        return done / (done + self.remaining) if done else 0.0

    @property
    def remaining(self) -> float:
        """Nodes of the present level that are still to come, as far as one can tell.

        A partition has as many as those that are done, on average; the estimate counts as if a
        share of all partitions had been counted already.
        """
        if self.level is None:
            return 0.0
        partitions = partition_count(self.level)
        done, begun = self.checkpoint.done, list(self.checkpoint.begun.values())
        known, weight = float(sum(done.values())), float(len(done))
        if self.expected > 0:
            known, weight = known + _TRUST * self.expected, weight + _TRUST * partitions
        mean = known / max(weight, 1.0)
        untouched = max(partitions - len(done) - len(begun), 0)
        under_way = sum(max(mean - int(x.head[kernels.NODES]), 0.0) for x in begun)
        return untouched * mean + under_way


@dataclass(frozen=True)
class SizeEstimate:
    """Estimates of a level's nodes, one a random walk: unbiased, but far apart.

    Attributes
    ----------
    walks : ndarray of float64
        Empty if there was no time for a single one.
    """

    walks: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The nodes expected; 0 if nothing is known."""
        return float(self.walks.mean()) if len(self.walks) else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; too small where no walk met the large subtrees."""
        if len(self.walks) < 2:
            return self.mean
        return float(self.walks.std() / np.sqrt(len(self.walks)))


class Prover:
    """Searches all grids of a puzzle that cost at most so much.

    Parameters
    ----------
    puzzle : Puzzle
    lexicon : Lexicon
    threads : int
    memory_gb : float
        Bound on the memory of the search arrays.
    observer : Observer, optional
        Told if the memory limits the threads.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        lexicon: Lexicon,
        threads: int,
        memory_gb: float = DEFAULT_MEMORY_GB,
        observer: Observer | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._lexicon = lexicon
        self._threads = threads
        self._memory_gb = memory_gb
        self._observer = observer or Observer()
        self._pools: dict[int, WorkerPool] = {}

    def pool(self, level: CostLevel) -> WorkerPool:
        """Return threads with the word graph that a level needs."""
        longest = max(level.subproblems[0].cells.shape)
        if longest not in self._pools:
            tiles, words = self._puzzle.tiles, self._lexicon.words
            dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
            frequency = np.maximum(word_graph.letter_counts(words, longest), 1)  # none is 0
            frequency /= frequency.sum()
            self._pools = {}  # freed before a new one is made
            self._pools[longest] = WorkerPool(
                dawg, frequency, self._threads, self._memory_gb, self._observer
            )
        return self._pools[longest]

    def prepare(self, highest: int) -> None:
        """Compile the kernels and build the word graph: what comes after is search."""
        for level in cost_levels(self._puzzle, 0, highest):
            pool = self.pool(level)
            workspace, tree = pool.workspaces(level)[0], pool.tree(level, 0)
            workspace.search(tree, tree.root(workspace), 1)
            workspace.walk(tree, np.random.default_rng(0), 1)
            return

    def search(
        self,
        lowest: int,
        highest: int,
        progress: Progress,
        tick: Callable[[], None],
        perimeter: int = 0,
    ) -> Grid | None:
        """Search for a grid that costs `lowest` to `highest`; None if there is none.

        Parameters
        ----------
        lowest, highest, perimeter
            As `cost_levels` takes them.
        progress : Progress
            Levels done and begun are not searched again; kept up to date.
        tick : callable
            Called often; what it raises ends the search, to be resumed from `progress`.
        """
        known = len(progress.refuted)
        for number, level in enumerate(cost_levels(self._puzzle, lowest, highest, perimeter)):
            if number < known:
                continue
            progress.level = level
            if not progress.expected:  # else a search resumed knows it
                progress.expected = self.estimate(level, _ESTIMATE_SECONDS, tick=tick).mean
            allows = partial(self._allows, level)
            found = self.pool(level).search(level, progress.checkpoint, allows, tick)
            if found is not None:
                return self._grid(level, found)
            done = progress.checkpoint.done
            nodes = tuple(done[number] for number in sorted(done))
            # In this order: an interrupt in between must not pass the checkpoint on to the next
            # level.
            progress.checkpoint, progress.expected = Checkpoint(), 0.0
            progress.refuted.append(RefutedLevel(level.label, level.cost, nodes))
            tick()
        progress.level = None
        return None

    def estimate(
        self,
        level: CostLevel,
        seconds: float,
        *,
        walks: int = _WALKS,
        seed: int = 0,
        latest: float | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> SizeEstimate:
        """Estimate the nodes of a level by random walks down its trees (Knuth 1975).

        Parameters
        ----------
        seconds, walks, seed, tick
            As `WorkerPool.walk` takes them.
        latest : float, optional
            Seconds after which it is given up without a single walk; by default `seconds`.
        """
        latest = seconds if latest is None else latest
        estimates = self.pool(level).walk(level, walks, seed, seconds, latest, tick)
        return SizeEstimate(np.array(estimates))

    @property
    def most(self) -> int:
        """A cost that no grid passes."""
        tiles = self._puzzle.tiles.total
        return tiles**2 if self._puzzle.goal_name == "compact" else tiles

    def expect(
        self,
        lowest: int,
        cost: int | None,
        seconds: float,
        tick: Callable[[], None] = lambda: None,
    ) -> float:
        """Estimate the nodes of refuting all costs from `lowest` up to one below `cost`.

        What takes more than `seconds` to estimate is infinite.
        """
        highest = self.most if cost is None else cost - 1
        end, nodes = time.monotonic() + seconds, 0.0
        for level in cost_levels(self._puzzle, lowest, highest):
            left = end - time.monotonic()
            if left <= 0:
                return math.inf
            share = seconds * _LEVEL_SHARE
            estimate = self.estimate(level, share, walks=_FEW_WALKS, latest=left, tick=tick)
            if not len(estimate.walks):
                return math.inf
            nodes += estimate.mean
        return nodes

    def counts(self, level: CostLevel, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the nodes of several partitions in turn, -1 for one that holds a grid."""
        return self.pool(level).counts(level, numbers, partial(self._allows, level))

    def _grid(self, level: CostLevel, letters: NDArray[np.uint8]) -> Grid:
        grid = level.grid(letters)
        if self._puzzle.goal_name == "compact" and self._puzzle.start is None:
            return grid.cropped()
        return grid

    def _allows(self, level: CostLevel, letters: NDArray[np.uint8]) -> bool:
        grid = self._grid(level, letters)
        return bool(grid.runs()) and self._puzzle.rules.allow(grid)
