"""What kernels share: bit operations, answers and states of searches.

numba's caches of other files do not notice edits of this one: empty them after an edit.
"""

from __future__ import annotations

import numpy as np

from patience.engines.compiled import compiled

# Return values of depth-first searches: nothing is left, the limit is reached, a level to stop at
# is reached, there is a grid. After all but the first a further call continues.
DONE, PAUSED, STOPPED, FOUND = 0, 1, 2, 3

# Indices in the head of an exhaustive search's state: level, column and phase of the search, nodes
# so far, the root's level, the partition searched, the number of partitions. The children of the
# root go to the partitions in turn; SEEN counts them. States on disk have them.
LEVEL, COL, PHASE, NODES, BASE, PARTITION, PARTITIONS, SEEN = 0, 1, 2, 3, 4, 5, 6, 7


@compiled
def ones(x):
    """Count the bits of a uint64 (LLVM makes this one instruction)."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@compiled
def lowest(mask):
    """Return the lowest set bit of a uint64."""
    return mask & (~mask + np.uint64(1))


@compiled
def symbol_of(bit):
    """Return the symbol of a mask with one bit."""
    return np.int64(ones(bit - np.uint64(1)))


@compiled
def mix(x):
    """Scramble a uint64 (finaliser of splitmix64, Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
