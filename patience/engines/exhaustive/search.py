"""A proof: refutes one cost level after another, until a grid is found or no level is left.

Between two levels `Progress` has the nodes of each partition of the refuted ones, and an empty
checkpoint; within a level the checkpoint tells what to go on with.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.bits import NODES
from patience.engines.exhaustive.levels import CostLevel, cost_levels
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.exhaustive.trees import State
from patience.engines.exhaustive.workers import (
    Checkpoint,
    Slice,
    Tick,
    WorkerPool,
    partition_count,
    usable_threads,
)
from patience.game.grid import OF_LETTERS, Grid
from patience.game.puzzle import Frame, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.result import DEFAULT_MEMORY_GB, Observer
from patience.words.lexicon import Lexicon
from patience.words.wordlist import WordList

# Maximum seconds for the estimate of a level's size, and random walks per tree.
_ESTIMATE_SECONDS = 0.5
_WALKS = 20

# Random walks per tree where only the order of magnitude counts, and each level's share of the
# time.
_FEW_WALKS = 4
_LEVEL_SHARE = 1 / 16

# Weight of the estimate, as a share of the level's partitions.
_TRUST = 0.25


class LevelSearch(Protocol):
    """Searches levels elsewhere than in the threads here; `threads` is the most at a time."""

    threads: int

    def __call__(
        self, number: int, level: CostLevel, checkpoint: Checkpoint, tick: Tick
    ) -> NDArray[np.uint8] | None:
        """Search a level, by its number from 0, as `WorkerPool.search` does."""


@dataclass
class Progress:
    """How far a proof has come; `checkpoint` belongs to the current level."""

    refuted: list[RefutedLevel] = field(default_factory=list)  # finished levels
    level: CostLevel | None = None  # the current level
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    expected: float = 0.0  # estimated nodes of the current level; 0 if unknown

    @property
    def nodes(self) -> int:
        """Nodes searched in all levels."""
        return sum(sum(each.nodes) for each in self.refuted) + self.checkpoint.nodes

    @property
    def fraction(self) -> float:
        """Estimated share of the current level that is done."""
        done = self.checkpoint.nodes
        return done / (done + self.remaining) if done else 0.0

    @property
    def remaining(self) -> float:
        """Estimated nodes left in the current level.

        Every partition is expected to have the mean number of nodes of the finished ones, and of
        those under way that already have more; the prior estimate has the weight of the share
        _TRUST of all partitions.
        """
        if self.level is None:
            return 0.0
        partitions = partition_count(self.level)
        done, states = self.checkpoint.done, list(self.checkpoint.begun.values())
        begun = [int(state.head[NODES]) for state in states]
        known, weight = float(sum(done.values())), float(len(done))
        if self.expected > 0:
            known, weight = known + _TRUST * self.expected, weight + _TRUST * partitions
        longer = [nodes for nodes in begun if nodes * weight >= known]
        mean = (known + sum(longer)) / max(weight + len(longer), 1.0)
        untouched = max(partitions - len(done) - len(begun), 0)
        under_way = sum(max(mean - nodes, 0.0) for nodes in begun)
        return untouched * mean + under_way


@dataclass(frozen=True)
class SizeEstimate:
    """Estimates of a level's nodes, one per random walk: unbiased, of large variance."""

    walks: NDArray[np.float64]  # empty if the time allowed no walk

    @property
    def mean(self) -> float:
        """Expected number of nodes; 0 if unknown."""
        return float(self.walks.mean()) if len(self.walks) else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean; too small if no walk met the large subtrees."""
        if len(self.walks) < 2:
            return self.mean
        return float(self.walks.std() / np.sqrt(len(self.walks)))


class ExhaustiveSearch:
    """Searches all grids of a puzzle in a range of costs.

    `threads` is at most one per processor, which is the default. `memory_gb` bounds the search
    arrays; the observer gets a notice if either limits the threads.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        lexicon: Lexicon,
        threads: int | None = None,
        memory_gb: float = DEFAULT_MEMORY_GB,
        observer: Observer | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._lexicon = lexicon
        self._memory_gb = memory_gb
        self._observer = observer or Observer()
        self.threads = usable_threads(threads, self._observer)
        self._pools: dict[int, WorkerPool] = {}
        self._words = words_of(puzzle, lexicon)

    def pool(self, level: CostLevel) -> WorkerPool:
        """Return the worker pool with the word graph for a level."""
        longest = max(level.subproblems[0].cells.shape)
        if longest not in self._pools:
            tiles, words = self._puzzle.tiles, self._words
            dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
            frequency = np.maximum(word_graph.letter_counts(words, longest), 1)  # none is 0
            frequency /= frequency.sum()
            self._pools = {}  # freed before a new one is made
            self._pools[longest] = WorkerPool(
                dawg, frequency, self.threads, self._memory_gb, self._observer
            )
        return self._pools[longest]

    def prepare(self, highest: int) -> None:
        """Compile the kernels of all searches, on four tiles, and build the word graph.

        Raises
        ------
        EngineError
            If the puzzle is too large for a proof.
        """
        of_letters = self._puzzle.rules.symmetry in OF_LETTERS
        rules = Rules(symmetry="transpose" if of_letters else "none")  # by cells alone
        puzzle = Puzzle(from_letters("ABCD"), Frame(2, 2), rules)
        exhaustive = ExhaustiveSearch(puzzle, Lexicon.of(["AB"]), threads=1)
        for level in cost_levels(puzzle, 0, 1):  # by rows, then by slots
            pool = exhaustive.pool(level)
            workspace, tree = pool.workspaces(level)[0], pool.tree(level, 0)
            workspace.search(tree, tree.root(workspace), 1)
            workspace.walk(tree, np.random.default_rng(0), 1)
        for level in islice(cost_levels(self._puzzle, 0, highest), 1):
            pool = self.pool(level)
            if level.subproblems:
                pool.tree(level, 0)

    def search(
        self,
        lowest: int,
        highest: int,
        progress: Progress,
        tick: Tick,
        perimeter: int = 0,
        elsewhere: LevelSearch | None = None,
    ) -> Grid | None:
        """Search for a grid that costs `lowest` to `highest`; None if there is none.

        Parameters
        ----------
        lowest, highest, perimeter
            Arguments of `cost_levels`.
        progress : Progress
            Where to resume; kept up to date.
        tick : callable
            Called often. An exception from it ends the search, which `progress` can resume.
        elsewhere : LevelSearch, optional
            Searches the levels in place of the threads here.
        """
        known = len(progress.refuted)
        for number, level in enumerate(cost_levels(self._puzzle, lowest, highest, perimeter)):
            if number < known:
                continue
            progress.level = level
            if not progress.expected:  # nonzero if the search is resumed
                progress.expected = self.estimate(level, _ESTIMATE_SECONDS, tick=tick).mean
            if elsewhere is not None:
                found = elsewhere(number, level, progress.checkpoint, tick)
            else:
                allows = partial(self._allows, level)
                found = self.pool(level).search(level, progress.checkpoint, allows, tick)
            if found is not None:
                return self._grid(level, found)
            done = progress.checkpoint.done
            nodes = tuple(done[number] for number in sorted(done))
            # In this order, as an interrupt in between must not leave the checkpoint to the next
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
        tick: Tick = lambda: None,
    ) -> SizeEstimate:
        """Estimate the nodes of a level by random walks down its trees (Knuth 1975).

        The arguments are those of `WorkerPool.walk`; `latest` is `seconds` by default.
        """
        latest = seconds if latest is None else latest
        estimates = self.pool(level).walk(level, walks, seed, seconds, latest, tick)
        return SizeEstimate(np.array(estimates))

    @property
    def most(self) -> int:
        """An upper bound on the cost of any grid."""
        tiles = self._puzzle.tiles.total
        return tiles**2 if self._puzzle.goal_name == "compact" else tiles

    def expect(
        self,
        lowest: int,
        cost: int | None,
        seconds: float,
        tick: Tick = lambda: None,
    ) -> float:
        """Estimate the work of a proof that refutes all costs from `lowest` to ``cost - 1``.

        Returns processor seconds, infinity if the estimate itself takes more than `seconds`.
        """
        highest = self.most if cost is None else cost - 1
        end, work = time.monotonic() + seconds, 0.0
        for level in cost_levels(self._puzzle, lowest, highest):
            left = end - time.monotonic()
            if left <= 0:
                return math.inf
            share = seconds * _LEVEL_SHARE
            estimate = self.estimate(level, share, walks=_FEW_WALKS, latest=left, tick=tick)
            if not len(estimate.walks):
                return math.inf
            work += estimate.mean / level.speed
        return work

    def counts(self, level: CostLevel, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the nodes of each partition in `numbers`, -1 for a partition with a grid."""
        return self.pool(level).counts(level, numbers, partial(self._allows, level))

    def search_slice(
        self, level: CostLevel, number: int, begun: State | None, seconds: float
    ) -> Slice:
        """Search a partition from its root, or from where it was begun, for so many seconds."""
        allows = partial(self._allows, level)
        return self.pool(level).search_slice(level, number, begun, allows, seconds)

    def each(self, level: CostLevel, give: Callable[[Grid], None], tick: Tick) -> None:
        """Give every grid of a level once; an exception from `give` or `tick` ends the search.

        `give` is called by any thread.
        """
        # Where nothing is left to lay, no branch parts the partitions: each has the same grid.
        is_whole, seen = level.subproblems[0].open_cells == 0, set[bytes]()

        def pass_on(letters: NDArray[np.uint8]) -> bool:
            grid = self._grid(level, letters)
            if is_whole:
                if letters.tobytes() in seen:
                    return False
                seen.add(letters.tobytes())
            # A level admits cheaper grids, which are those of another.
            if self._allows(level, letters) and self._puzzle.cost(grid) == level.cost:
                give(grid)
            return False

        self.pool(level).search(level, Checkpoint(), pass_on, tick)

    def _grid(self, level: CostLevel, letters: NDArray[np.uint8]) -> Grid:
        grid = level.grid(letters)
        if self._puzzle.goal_name == "compact" and self._puzzle.start is None:
            return grid.cropped()
        return grid

    def _allows(self, level: CostLevel, letters: NDArray[np.uint8]) -> bool:
        grid = self._grid(level, letters)
        return bool(grid.runs()) and self._puzzle.rules.allow(grid)


def words_of(puzzle: Puzzle, lexicon: Lexicon) -> WordList:
    """Return the words that a grid can have: in a palindrome grid each stands backwards too."""
    is_palindrome = puzzle.rules.symmetry == "palindrome-grid"
    return _both_ways(lexicon.words) if is_palindrome else lexicon.words


@lru_cache(maxsize=1)
def _both_ways(words: WordList) -> WordList:
    known = frozenset(words)  # each is looked up: seconds by bisection
    return WordList.of_sorted((x for x in words if x[::-1] in known), words.alphabet)
