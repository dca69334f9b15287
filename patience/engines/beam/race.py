"""A race of score variants: small beams tell which ends in grids, so none is trusted blindly.

A set, a shape or a lexicon may be far from all that the weights were learnt on. So whenever a width
is done each variant runs a beam a good deal narrower, asked for grids as good as the best; the
variant that ends in the most diversity classes has the beams to come. Races have seeds of their
own: where the first variant stays in the lead the search is what it is without them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

# Beams of a race are so many times narrower than those of the width that is done: each takes about
# a thirtieth of their work.
NARROWER = 32

# Logarithms of classes (and this, so that none is finite) are summed; of older races half.
_NONE = 0.3
_MEMORY = 0.5

# So much more than the leader another must have, in nats: three classes against none in one race.
_LEAD = 2.0

# Races in a row without a grid, while another had one, after which a variant is dropped.
_PATIENCE = 3


class Race:
    """Which score variant leads, and which still run.

    Parameters
    ----------
    variants : int
        How many there are; the first leads at the start.

    Attributes
    ----------
    leader : int
    running : list of int
        Those not dropped, in their order.
    """

    def __init__(self, variants: int) -> None:
        self.leader = 0
        self.running = list(range(variants))
        self._scores = [0.0] * variants
        self._failures = [0] * variants

    def record(self, classes: Mapping[int, int]) -> None:
        """Note in how many diversity classes the beam of each variant ended."""
        if not any(classes.values()):
            return  # nothing is said where all fail
        for variant, number in classes.items():
            self._scores[variant] *= _MEMORY
            self._scores[variant] += math.log(_NONE + number)
            self._failures[variant] = 0 if number else self._failures[variant] + 1
        best = max(self.running, key=lambda variant: self._scores[variant])
        if self._scores[best] > self._scores[self.leader] + _LEAD:
            self.leader = best
        self.running = [
            variant
            for variant in self.running
            if variant == self.leader or self._failures[variant] < _PATIENCE
        ]
