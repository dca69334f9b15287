"""Bits of a uint64, for kernels.

numba does not see changes here when it looks at the kernels it has kept: these stay as they are.
"""

from __future__ import annotations

import numpy as np

from patience.engines.jit import compiled


@compiled
def ones(x):  # type: ignore[no-untyped-def]
    """Count the bits of a uint64 (LLVM turns this into one instruction)."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@compiled
def mix(x):  # type: ignore[no-untyped-def]
    """Scramble a uint64 (finaliser of splitmix64, Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
