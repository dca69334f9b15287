"""The plain twin: the rules a second time, and a brute force, sharing no code with patience."""

from tests.naive.rules import cost, faults, is_valid, rank, runs_of, spelled
from tests.naive.search import best, every

__all__ = ["best", "cost", "every", "faults", "is_valid", "rank", "runs_of", "spelled"]
