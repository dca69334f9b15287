"""Estimates of the effort of a proof, as ranges that repeated runs agree with."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from patience.engines.base import Clock, OutOfTime
from patience.proofs.propositions import Proposition
from patience.result import DEFAULT_MEMORY_GB, Observer

if TYPE_CHECKING:
    from patience.engines.exhaustive.search import SizeEstimate

# Standard errors from the mean to the ends of a range of nodes, on a log scale. Most walks miss the
# few large subtrees, so the mean is more often too low.
_ERRORS_BELOW = 2.0
_ERRORS_ABOVE = 3.0

# Minimum relative errors of a range, for one walk and for any number of them, as few walks
# underestimate their spread. With these, 24 of 24 ranges contained the known size of a tree (9x7,
# 5x5 and 5x4, eight seeds each, 10 to 370 walks).
_ERROR_OF_A_WALK = 1.2
_MIN_ERROR = 0.15

_MANY_WALKS = 1_000_000


class Range(NamedTuple):
    """A range of numbers, both ends included."""

    low: float
    high: float


@dataclass(frozen=True)
class LevelEstimate:
    """The estimated size of a cost level."""

    label: str  # what is refuted, for display
    nodes: Range  # both ends are equal if all nodes were counted
    seconds: Range  # from an idle machine to one as busy as during the estimate

    @property
    def counted(self) -> bool:
        """Whether all nodes were counted."""
        return self.nodes.low == self.nodes.high


def estimate(
    proposition: Proposition,
    *,
    seconds: float,
    threads: int | None = None,
    memory_gb: float = DEFAULT_MEMORY_GB,
    observer: Observer | None = None,
) -> Iterator[LevelEstimate]:
    """Estimate the size of each level of a proof by random walks (Knuth 1975).

    Parameters
    ----------
    seconds : float
        Time for all levels together; half of it measures the speed.
    threads : int, optional
        Threads of the proof; by default one per processor.
    memory_gb : float
        Bound on the memory of the search arrays, in GB.
    observer : Observer, optional
        Receives notices.

    Yields
    ------
    LevelEstimate
        One per level, at the speed of its first nodes.
    """
    from patience.engines.exhaustive.levels import cost_levels  # noqa: PLC0415
    from patience.engines.exhaustive.workers import Checkpoint, partition_count  # noqa: PLC0415

    observer = observer or Observer()
    exhaustive = proposition.exhaustive(threads, memory_gb, observer)
    levels = list(cost_levels(proposition.puzzle, 0, proposition.at_most))
    for level in levels:
        share = seconds / len(levels) / 2
        checkpoint, clock, cpu = Checkpoint(), Clock(share), time.process_time()
        with suppress(OutOfTime):
            exhaustive.pool(level).search(level, checkpoint, lambda letters: False, clock.check)
        taken, cpu = clock.elapsed, time.process_time() - cpu
        nodes = checkpoint.nodes
        if len(checkpoint.done) == partition_count(level):
            yield LevelEstimate(level.label, Range(nodes, nodes), Range(taken, taken))
            continue
        size = _range(exhaustive.estimate(level, share, walks=_MANY_WALKS), nodes)
        busy = taken / max(nodes, 1)
        alone = min(busy, cpu / exhaustive.threads / max(nodes, 1))
        yield LevelEstimate(level.label, size, Range(size.low * alone, size.high * busy))


def _range(estimate: SizeEstimate, counted: int) -> Range:
    """Return the range of a size, at least the nodes already counted."""
    if not len(estimate.walks):
        return Range(counted, math.inf)
    least = max(_MIN_ERROR, _ERROR_OF_A_WALK / math.sqrt(len(estimate.walks)))
    error = max(estimate.error / max(estimate.mean, 1.0), least)
    low = estimate.mean * math.exp(-_ERRORS_BELOW * error)
    return Range(max(low, counted), max(estimate.mean * math.exp(_ERRORS_ABOVE * error), counted))
