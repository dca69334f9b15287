"""The partitions of a cost level's trees, and the threads that share them.

Each thread takes the lowest partition left and searches it in chunks. After each it puts a copy of
its state into the checkpoint, which is whole at any time. The first grid in the order of the
partitions is the answer, so those below one with a grid are searched to their ends.

The nodes of a partition depend only on the puzzle, so their sum does not depend on how the work is
shared, interrupted or resumed.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from patience.engines.bits import DONE, FOUND, NODES
from patience.engines.dawg import Dawg
from patience.engines.exhaustive.cells.tree import CellTree, CellWorkspace
from patience.engines.exhaustive.levels import CostLevel
from patience.engines.exhaustive.rows.tree import RowTree, RowWorkspace, workspace_sizes
from patience.engines.exhaustive.slots.tree import (
    SlotTree,
    SlotWorkspace,
    WordTables,
    workspaces_in,
)
from patience.engines.exhaustive.trees import State, Tree, Workspace
from patience.engines.machine import free_memory, processors
from patience.result import Observer

Accept = Callable[[NDArray[np.uint8]], bool]
Tick = Callable[[], None]

# Partitions per level, more if it has more trees: enough to keep idle time at the end of a level
# small.
_PARTITIONS = 256

# Nodes between two checks of the other threads' results, by rows and slots: 0.01 to 0.3 s.
_CHUNK = 5_000

# Maximum share of the free memory for workspaces.
_SHARE_OF_FREE = 0.5

# Seconds between two ticks of the caller.
_TICK = 0.1


@dataclass
class Checkpoint:
    """How far a level is searched: what is needed to resume it."""

    done: dict[int, int] = field(default_factory=dict)  # nodes of each finished partition
    begun: dict[int, State] = field(default_factory=dict)  # state of each unfinished one

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        begun = list(self.begun.values())  # a copy, as threads may be adding to it
        return sum(self.done.values()) + sum(int(state.head[NODES]) for state in begun)


@dataclass(frozen=True)
class Slice:
    """The outcome of searching a partition for a while."""

    state: State  # as far as searched
    done: bool = False
    letters: NDArray[np.uint8] | None = None  # of an accepted filling, at which the state is


def partitions_per_tree(level: CostLevel) -> int:
    """Return the number of partitions of each tree of a level."""
    return max(_PARTITIONS // len(level.subproblems), 1)


def partition_count(level: CostLevel) -> int:
    """Return the number of partitions of a level."""
    return len(level.subproblems) * partitions_per_tree(level)


def usable_threads(threads: int | None, observer: Observer) -> int:
    """Return the number of search threads: at most one per processor."""
    most = processors()
    if threads is not None and threads > most:
        observer.on_notice(f"{threads} threads: a proof gains nothing beyond {most} here")
    return min(threads or most, most)


class WorkerPool:
    """Threads that search cost levels.

    Parameters
    ----------
    frequency : ndarray of float64, shape (letters,)
        Share of each letter in the words.
    memory_gb : float
        Bound on the memory of all workspaces. A small one shrinks the tables first, then reduces
        the threads, of which the observer gets a notice.
    """

    def __init__(
        self,
        dawg: Dawg,
        frequency: NDArray[np.float64],
        threads: int,
        memory_gb: float,
        observer: Observer,
    ) -> None:
        self._dawg = dawg
        self._frequency = frequency
        self._threads = threads
        self._memory_gb = memory_gb
        self._observer = observer
        self._workspaces: dict[tuple[int, int, str], list[Workspace]] = {}
        self._words: WordTables | None = None
        self._by_cells: tuple[CostLevel, CellTree] | None = None
        self._interrupt = np.zeros(1, np.uint8)

    def interrupt(self) -> None:
        """Stop all threads within milliseconds."""
        self._interrupt[0] = 1

    def tree(self, level: CostLevel, number: int) -> Tree:
        """Return one of a level's trees."""
        subproblem = level.subproblems[number]
        if level.order == "slots":
            return SlotTree(subproblem, self._tables(level))
        if level.order == "rows":
            return RowTree(subproblem, self._dawg, self._frequency)
        if self._by_cells is None or self._by_cells[0] is not level:  # a moment for each partition
            self._by_cells = level, CellTree(subproblem, self._dawg, level.symmetry)
        return self._by_cells[1]

    def _tables(self, level: CostLevel) -> WordTables:
        if self._words is None:
            self._words = WordTables(self._dawg, max(level.whole.cells.shape))
        return self._words

    def workspaces(self, level: CostLevel) -> list[Workspace]:
        """Return one workspace per thread, reused for levels of the same shape and search."""
        kind = *level.whole.cells.shape, level.order
        if kind not in self._workspaces:
            self._workspaces = {}  # freed before new ones are made
            budget = int(min(self._memory_gb * 1e9, _SHARE_OF_FREE * free_memory()))
            made = self._made(level, budget)
            if len(made) < self._threads:
                self._observer.on_notice(
                    f"{len(made)} of {self._threads} threads search: {budget / 1e9:.2g} GB of "
                    "memory hold the tables of no more"
                )
                self._threads = len(made)
            self._workspaces[kind] = made
        return self._workspaces[kind]

    def _made(self, level: CostLevel, budget: int) -> list[Workspace]:
        """Return a workspace for each thread, or fewer that fit into so many bytes."""
        dawg, (height, width), stop = self._dawg, level.whole.cells.shape, self._interrupt
        if level.order == "cells":
            return [CellWorkspace(height, width, stop) for _ in range(self._threads)]
        if level.order == "rows":
            threads, rows = workspace_sizes(len(dawg), height, self._threads, budget)
            return [RowWorkspace(dawg, height, width, stop, rows) for _ in range(threads)]
        words = self._tables(level)
        threads = min(self._threads, workspaces_in(budget, words, height, width))
        return [SlotWorkspace(words, stop) for _ in range(threads)]

    def search(
        self, level: CostLevel, checkpoint: Checkpoint, accept: Accept, tick: Tick
    ) -> NDArray[np.uint8] | None:
        """Search a level from its checkpoint, which is kept up to date.

        Parameters
        ----------
        accept : callable
            Takes the letters of each filling; returns False to continue past it.
        tick : callable
            Called often in the calling thread; an exception from it ends the search.

        Returns
        -------
        ndarray of uint8 or None
            The letters of the first accepted filling in the order of the partitions, whatever the
            number of threads; None if there is none.
        """
        tasks = TaskQueue(level, checkpoint)

        def work(workspace: Workspace) -> None:
            while not self._interrupt[0] and (taken := tasks.take()):
                [(number, begun)] = taken.items()
                tree, state = self._begin(level, number, begun, workspace)
                more = True
                while more and not self._interrupt[0]:
                    part = _search_chunk(workspace, tree, state, accept)
                    # The checkpoint may be read at any time, so its states are never modified.
                    more = tasks.keep(number, replace(part, state=_copy(state)))

        self._run(work, self.workspaces(level), tick)
        return tasks.found

    def search_slice(
        self,
        level: CostLevel,
        number: int,
        begun: State | None,
        accept: Accept,
        seconds: float,
        workspace: Workspace | None = None,
    ) -> Slice:
        """Search a partition in the calling thread for about so many seconds."""
        end = time.monotonic() + seconds
        workspace = workspace or self.workspaces(level)[0]
        tree, state = self._begin(level, number, begun, workspace)
        while True:
            part = _search_chunk(workspace, tree, state, accept)
            ended = part.done or part.letters is not None or self._interrupt[0]
            if ended or time.monotonic() >= end:
                return part

    def _begin(
        self, level: CostLevel, number: int, begun: State | None, workspace: Workspace
    ) -> tuple[Tree, State]:
        """Return a partition's tree and a state of its own, as in `begun` or at the root."""
        partitions = partitions_per_tree(level)
        tree = self.tree(level, number // partitions)
        if begun is not None:
            return tree, _copy(begun)
        return tree, tree.root(workspace, number % partitions, partitions)

    def walk(
        self, level: CostLevel, walks: int, seed: int, seconds: float, latest: float, tick: Tick
    ) -> list[float]:
        """Estimate a level's nodes by random walks down its trees (Knuth 1975), one value per walk.

        Parameters
        ----------
        walks : int
            Number of walks per tree.
        seconds : float
            No walk starts after this time.
        latest : float
            Seconds after which a walk under way is abandoned; the list may then be empty.
        """
        rng, trees = np.random.default_rng(seed), len(level.subproblems)
        order, partitions = rng.permutation(trees), partitions_per_tree(level)
        begin = time.monotonic()
        estimates: list[float] = []

        def work(workspace: Workspace) -> None:
            for i in range(walks * trees):
                nodes = workspace.walk(self.tree(level, order[i % trees]), rng)
                if self._interrupt[0]:
                    return
                # Each partition lays all first rows to find its own.
                estimates.append(trees * (sum(nodes) + (partitions - 1) * nodes[0]))
                if time.monotonic() - begin >= seconds:
                    return

        def give_up() -> None:
            tick()
            if time.monotonic() - begin >= latest:
                self.interrupt()

        self._run(work, self.workspaces(level)[:1], give_up)
        return estimates

    def counts(self, level: CostLevel, numbers: Sequence[int], accept: Accept) -> Iterator[int]:
        """Search partitions independently; yield the nodes of each, -1 for one with a filling."""
        free: SimpleQueue[Workspace] = SimpleQueue()
        for workspace in self.workspaces(level):
            free.put(workspace)

        def count(number: int) -> int:
            workspace = free.get()
            part = self.search_slice(level, number, None, accept, math.inf, workspace)
            free.put(workspace)
            return int(part.state.head[NODES]) if part.letters is None else -1

        with self._threads_of(len(self.workspaces(level))) as threads:
            yield from threads.map(count, numbers)

    def _run(
        self, work: Callable[[Workspace], None], workspaces: Sequence[Workspace], tick: Tick
    ) -> None:
        """Run `work` in one thread per workspace and call `tick`, whose exceptions end the work."""
        with self._threads_of(len(workspaces)) as threads:
            working = [threads.submit(work, workspace) for workspace in workspaces]
            while wait(working, _TICK, FIRST_EXCEPTION).not_done:
                tick()
                if any(each.done() and each.exception() for each in working):
                    break
        for each in working:
            each.result()

    @contextmanager
    def _threads_of(self, number: int) -> Iterator[ThreadPoolExecutor]:
        """Give threads, which are stopped at the end."""
        try:
            with ThreadPoolExecutor(number) as threads:
                try:
                    yield threads
                finally:
                    self.interrupt()
        finally:
            self._interrupt[0] = 0


def _search_chunk(workspace: Workspace, tree: Tree, state: State, accept: Accept) -> Slice:
    """Continue the search of a partition for a chunk of nodes or up to a filling."""
    answer = workspace.search(tree, state, int(state.head[NODES]) + _CHUNK * workspace.pace)
    letters = tree.letters(state) if answer == FOUND else None
    if letters is not None and not accept(letters):
        letters = None
    return Slice(state, answer == DONE, letters)


class TaskQueue:
    """The partitions of a level that are left to search; `checkpoint` is kept up to date."""

    def __init__(self, level: CostLevel, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self._end = partition_count(level)  # partitions from this number on no longer matter
        # A heap: the lowest comes first.
        self._left = [number for number in range(self._end) if number not in checkpoint.done]
        self._lock = threading.Lock()
        self.found: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        """Return the number of partitions left, a few more once something is found."""
        return len(self._left)

    def take(self, most: int = 1) -> dict[int, State | None]:
        """Return the lowest partitions left, with their states, which must not be modified."""
        taken: dict[int, State | None] = {}
        with self._lock:
            while len(taken) < most and self._left and self._left[0] < self._end:
                number = heappop(self._left)
                taken[number] = self._checkpoint.begun.get(number)
        return taken

    def give_back(self, number: int) -> None:
        """Return a partition that is not searched to its end."""
        with self._lock:
            heappush(self._left, number)

    def keep(self, number: int, part: Slice) -> bool:
        """Record a part of the search of a partition; return whether more of it is left."""
        with self._lock:
            if part.done:
                self._checkpoint.begun.pop(number, None)
                self._checkpoint.done[number] = int(part.state.head[NODES])
                return False
            if number >= self._end:
                return False
            if part.letters is not None:
                # The checkpoint keeps the state before the filling; otherwise a search resumed
                # before the lower partitions are done would miss it.
                self.found, self._end = part.letters, number
                return False
            self._checkpoint.begun[number] = part.state
            return True


def _copy(state: State) -> State:
    return type(state)(*(each.copy() for each in state))
