"""What kernels share: bit operations, answers and states of searches, pieces of a grid.

An edit of this file has every kernel compiled again, see `patience.engines.jit`.
"""

from __future__ import annotations

import numpy as np

from patience.engines.compiled import compiled

# Return values of depth-first searches: nothing is left, the limit is reached, a level to stop at
# is reached, there is a grid. After all but the first a further call continues.
DONE, PAUSED, STOPPED, FOUND = 0, 1, 2, 3

# Indices in the head of an exhaustive search's state: level, column and phase of the search, nodes
# so far, the root's level, the partition searched, the number of partitions. The children of the
# root go to the partitions in turn; SEEN counts them. A search that draws its symbols has the
# random numbers so far in place of the column. States on disk have them.
LEVEL, COL, PHASE, NODES, BASE, PARTITION, PARTITIONS, SEEN = 0, 1, 2, 3, 4, 5, 6, 7
RANDOM = COL


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


@compiled
def hold_together(symbols, empty, connected, visited, queue):
    """Return whether no letter is isolated, and all letters connected if they must be.

    Parameters
    ----------
    symbols : ndarray, shape (height, width)
        0 for a cell not yet filled, which counts as a letter, `empty` for one without letter.
    visited, queue : ndarray
        Scratch memory for all cells.
    """
    height, width = symbols.shape
    visited[:] = False
    pieces = 0
    for start in range(height * width):
        r, c = start // width, start % width
        if symbols[r, c] == empty or visited[r, c]:
            continue
        queue[0], size, at = start, 1, 0
        visited[r, c] = True
        letters = 0
        while at < size:
            r, c = queue[at] // width, queue[at] % width
            at += 1
            letters += symbols[r, c] > 0
            for side in range(4):
                i = r + (side == 0) - (side == 1)
                j = c + (side == 2) - (side == 3)
                if i < 0 or i == height or j < 0 or j == width:
                    continue
                if symbols[i, j] != empty and not visited[i, j]:
                    visited[i, j] = True
                    queue[size] = i * width + j
                    size += 1
        if letters > 0:
            pieces += 1
            if size == 1 or (connected and pieces > 1):
                return False
    return True
