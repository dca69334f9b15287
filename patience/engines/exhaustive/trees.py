"""What the kinds of search trees have in common; see `cells`, `rows` and `slots`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import Subproblem


class State(Protocol):
    """How far a tree is searched: a named tuple of arrays."""

    @property
    def head(self) -> NDArray[np.int64]:
        """Counters, the nodes at index NODES."""

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """Iterate over the arrays."""


class Tree(Protocol):
    """A tree; `workspace` and `state` are those of its kind."""

    @property
    def subproblem(self) -> Subproblem:
        """What its grids are to solve."""

    def root(self, workspace: Any, partition: int = 0, partitions: int = 1) -> Any:
        """Return the state from which one partition is searched."""

    def empty(self) -> Any:
        """Return the arrays of a state, zeroed."""

    def letters(self, state: Any) -> NDArray[np.uint8]:
        """Return the letters of a whole grid in reading order, `dawg.KINDS` for no letter."""

    def admits(self, state: Any, partition: int, partitions: int) -> bool:
        """Return whether a state, which comes from an untrusted file, is safe to search."""


class Workspace(Protocol):
    """The tables and buffers of one thread."""

    @property
    def pace(self) -> int:
        """How many times as fast a node is as one by rows, about."""

    def search(self, tree: Any, state: Any, until: int) -> int:
        """Continue a search up to `until` nodes; return FOUND, PAUSED or DONE."""

    def walk(self, tree: Any, rng: np.random.Generator, most: int = ...) -> list[float]:
        """Walk down a tree once at random and estimate the nodes of each level (Knuth 1975).

        If a level has more than `most` nodes, the walk goes on among these and underestimates.
        Returns an empty list if the walk was interrupted.
        """
