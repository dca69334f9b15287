"""The plain twin: the rules a second time, and a brute force, sharing no code with patience.

A puzzle and a grid are made plain data at this door; all behind it reads letters, numbers and rows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tests.naive import rules, search
from tests.naive.plain import asked, rows_of
from tests.naive.rules import runs_of, spelled

__all__ = ["best", "cost", "every", "faults", "is_valid", "rank", "rules", "runs_of", "spelled"]


def is_valid(puzzle: Any, grid: Any, words: Collection[str]) -> bool:
    """Tell whether the grid obeys every rule."""
    return rules.is_valid(asked(puzzle), rows_of(grid), words)


def faults(puzzle: Any, grid: Any, words: Collection[str]) -> set[str]:
    """Return the rules that the grid breaks, by the names that the referee gives them."""
    return rules.faults(asked(puzzle), rows_of(grid), words)


def cost(puzzle: Any, grid: Any) -> int:
    """Return what the goal counts, for a valid grid."""
    return rules.cost(asked(puzzle), rows_of(grid))


def rank(puzzle: Any, grid: Any) -> tuple[int, int]:
    """Return the cost and, as of equal areas the smaller perimeter is better, half of that."""
    return rules.rank(asked(puzzle), rows_of(grid))


def best(puzzle: Any, words: Collection[str]) -> tuple[int, tuple[str, ...]] | None:
    """Return the least cost and the rows of a grid of the best rank, or None without an answer."""
    return search.best(asked(puzzle), words)


def every(puzzle: Any, words: Collection[str], more: int = 0) -> set[tuple[str, ...]]:
    """Return the letters of all grids that cost the least, or up to `more` more."""
    return search.every(asked(puzzle), words, more)
