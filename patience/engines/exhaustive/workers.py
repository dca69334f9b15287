"""The threads of a proof: they share out the parts of one stage's trees.

A part is a job of its own: how many nodes it has depends on nothing but the puzzle, so that their
sum is the same however the work is shared out, interrupted and taken up again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import Dawg
from patience.engines.exhaustive import kernels as kernel
from patience.engines.exhaustive.levels import Stage
from patience.engines.exhaustive.tree import Tools, Tree, letters_of

# Parts of one stage, at least so many if it has fewer trees: enough that the last ones, which
# leave threads idle, are a small share.
_PARTS = 256

# Nodes between two looks at what the other threads have found: 0.02 to 0.2 s.
_CHUNK = 20_000

# Seconds between two turns of the caller.
_TURN = 0.1


@dataclass
class Ledger:
    """What is known of one stage's parts.

    Attributes
    ----------
    done : dict of int to int
        Nodes of each finished part.
    begun : dict of int to State
        Where each unfinished part stands.
    """

    done: dict[int, int] = field(default_factory=dict)
    begun: dict[int, kernel.State] = field(default_factory=dict)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        begun = list(self.begun.values())  # threads may be adding to it
        return sum(self.done.values()) + sum(int(state.head[kernel.NODES]) for state in begun)


def parts_of(stage: Stage) -> int:
    """Return into how many parts each tree of a stage is split."""
    return max(_PARTS // len(stage.fills), 1)


def parts_in(stage: Stage) -> int:
    """Return of how many parts all trees of a stage consist."""
    return len(stage.fills) * parts_of(stage)


class Crew:
    """Threads that search stages.

    Parameters
    ----------
    dawg : Dawg
    usual : ndarray of float64, shape (26,)
    threads : int
    """

    def __init__(self, dawg: Dawg, usual: NDArray[np.float64], threads: int) -> None:
        self._dawg = dawg
        self._usual = usual
        self._threads = threads
        self._tools: dict[tuple[int, int], list[Tools]] = {}

    def tree(self, stage: Stage, number: int) -> Tree:
        """Return one of a stage's trees."""
        return Tree(stage.fills[number], self._dawg, self._usual)

    def tools(self, stage: Stage) -> list[Tools]:
        """Return each thread's tools for a stage; those of an earlier one of the same shape."""
        height, width = stage.fills[0].cells.shape
        if (height, width) not in self._tools:
            self._tools = {}  # freed before new ones are made
            made = [Tools(self._dawg, height, width) for _ in range(self._threads)]
            self._tools[height, width] = made
        return self._tools[height, width]

    def search(
        self,
        stage: Stage,
        ledger: Ledger,
        accept: Callable[[NDArray[np.uint8]], bool],
        turn: Callable[[], None],
    ) -> NDArray[np.uint8] | None:
        """Search a stage from where the ledger stands; the ledger is kept up to date.

        Parameters
        ----------
        accept : callable
            Told the letters of each filling; False has the search go on past it.
        turn : callable
            Called often, from the calling thread; what it raises ends the search.

        Returns
        -------
        ndarray of uint8 or None
            The letters of the first accepted filling, in the order of the parts, however many
            threads there are; None if there is none.
        """
        shift = _Shift(self, stage, ledger, accept)
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                working = [pool.submit(shift.work, tools) for tools in self.tools(stage)]
                while wait(working, _TURN).not_done:
                    turn()
            finally:
                shift.over.set()
        for each in working:
            each.result()
        return shift.found

    def counts(
        self,
        stage: Stage,
        numbers: Sequence[int],
        accept: Callable[[NDArray[np.uint8]], bool],
    ) -> Iterator[int]:
        """Search parts, each by itself; yield the nodes of each, -1 for one with a filling."""
        free: SimpleQueue[Tools] = SimpleQueue()
        for tools in self.tools(stage):
            free.put(tools)
        over = threading.Event()

        def count(number: int) -> int:
            tools, parts = free.get(), parts_of(stage)
            tree = self.tree(stage, number // parts)
            state = tree.root(tools, number % parts, parts)
            nodes = 0
            while not over.is_set():
                answer = tools.search(tree, state, nodes + _CHUNK)
                nodes = int(state.head[kernel.NODES])
                if answer == kernel.FOUND and accept(letters_of(state)):
                    nodes, answer = -1, kernel.DONE
                if answer == kernel.DONE:
                    break
            free.put(tools)
            return nodes

        with ThreadPoolExecutor(self._threads) as pool:
            try:
                yield from pool.map(count, numbers)
            finally:
                over.set()


class _Shift:
    """One search of a stage by several threads."""

    def __init__(
        self,
        crew: Crew,
        stage: Stage,
        ledger: Ledger,
        accept: Callable[[NDArray[np.uint8]], bool],
    ) -> None:
        self._crew = crew
        self._stage = stage
        self._ledger = ledger
        self._accept = accept
        self._parts = parts_of(stage)
        self._begun = sorted(ledger.begun)
        known = ledger.done.keys() | ledger.begun.keys()
        self._end = parts_in(stage)  # parts from here on do not matter
        self._fresh = (number for number in range(self._end) if number not in known)
        self._lock = threading.Lock()
        self.over = threading.Event()
        self.found: NDArray[np.uint8] | None = None

    def work(self, tools: Tools) -> None:
        """Take one part after the other until none is left."""
        while not self.over.is_set():
            with self._lock:
                number = self._begun.pop(0) if self._begun else next(self._fresh, self._end)
            if number >= self._end:
                return
            try:
                self._finish(number, tools)
            except BaseException:
                self.over.set()
                raise

    def _finish(self, number: int, tools: Tools) -> None:
        """Search one part to its end, unless the shift is over before."""
        tree = self._crew.tree(self._stage, number // self._parts)
        begun = self._ledger.begun.get(number)
        # The ledger may be read at any time: what it holds stays as it is.
        state = _copy(begun) if begun else tree.root(tools, number % self._parts, self._parts)
        while number < self._end and not self.over.is_set():
            answer = tools.search(tree, state, int(state.head[kernel.NODES]) + _CHUNK)
            with self._lock:
                if answer == kernel.DONE:
                    self._ledger.begun.pop(number, None)
                    self._ledger.done[number] = int(state.head[kernel.NODES])
                    return
                if answer == kernel.FOUND:
                    if number >= self._end:
                        return
                    letters = letters_of(state)
                    if self._accept(letters):
                        # The ledger stays before the filling, which would else be lost to those
                        # who take it up before the parts below are done.
                        self.found, self._end = letters, number
                        return
                self._ledger.begun[number] = _copy(state)


def _copy(state: kernel.State) -> kernel.State:
    return kernel.State(*(each.copy() for each in state))
