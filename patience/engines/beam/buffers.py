"""The beam's memory: two layers, candidates per thread, hash table, backpointers."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.kernels import (
    BLOCK,
    BUCKETS,
    GROUP_BITS,
    GROUP_FIRST,
    GROUPS,
    KINDS,
    Backpointers,
    BeamLayer,
    Candidates,
    Packing,
)
from patience.engines.subproblem import Subproblem
from patience.errors import EngineError

# Room for a thread's candidates in beam widths: one is needed, the rest is for a cut estimated low.
_SLACK = 1.5

# Minimum room for candidates: the children of `SMALL` states.
SMALL = 4096
MIN_ROOM = (KINDS + 1) * SMALL

# Words between the data of two threads: more than a cache line, against false sharing.
_APART = 16


class BeamBuffers:
    """Arrays for beams of one shape, at most `width` wide, allocated once and reused.

    `bytes` are those of the tile counts, `cells` the most that a rectangle may have; `kind` is the
    dtype of node numbers.
    """

    def __init__(
        self, width: int, columns: int, bytes: int, cells: int, threads: int, kind: Any
    ) -> None:
        self.width, self.cells, self.threads = width, cells, threads
        self.shape = columns, bytes, kind
        n, room = width, max(int(_SLACK * width), MIN_ROOM)
        self.layers = [self._layer() for _ in range(2)]
        self.hists = np.zeros((threads, BUCKETS), np.int32)
        one_less = np.zeros((threads, (1 << GROUPS) + _APART), np.int64)
        self.candidates = [
            Candidates(
                parent=np.zeros(room, np.uint32),
                move=np.zeros(room, np.uint8),
                bucket=np.zeros(room, np.uint16),
                hist=self.hists[thread],
                one_less=one_less[thread],
            )
            for thread in range(threads)
        ]
        self.hashes = np.zeros(n, np.uint64)
        words = self.layers[0].packed_state.shape[1] - 1
        self.changes = np.zeros((threads, words + _APART), np.uint64)
        # The system allocates this memory only when it is written to.
        parents, moves = np.zeros((cells, n), np.uint32), np.zeros((cells, n), np.uint8)
        self.backpointers = [Backpointers(*row) for row in zip(parents, moves, strict=True)]
        self.table = np.zeros(table_size(n, threads), np.uint64)
        self.blocks = np.zeros((threads, BLOCK + _APART), np.int64)

    def _layer(self) -> BeamLayer:
        n, kind, (tiles, nodes) = self.width, self.shape[2], _words(*self.shape)
        packed_state = np.zeros((n, tiles + nodes + 1), np.uint64)
        return BeamLayer(
            packed_state=packed_state,
            tiles=packed_state.view(np.uint8),
            nodes=packed_state.view(kind),
            first=np.uint64(8 * tiles // np.dtype(kind).itemsize),
            lines=np.zeros(n, np.int32),
            blanks=np.zeros(n, np.uint16),
            is_first=np.zeros(n, np.bool_),
        )


def _words(columns: int, tile_bytes: int, kind: Any) -> tuple[int, int]:
    """Return the 64-bit words for the tiles of a state, and for its nodes."""
    return -(-tile_bytes // 8), -(-np.dtype(kind).itemsize * (columns + 1) // 8)


def table_size(states: int, shards: int) -> int:
    """Return the slots of a hash table: each shard a power of two, at most half full."""
    # The shards' numbers of hashes differ by a few per cent at most; an eighth is spare.
    return shards << int(2 * (states / shards) * 1.125 + 64).bit_length()


def bytes_per_state(columns: int, tile_bytes: int, cells: int, kind: Any, threads: int) -> int:
    """Return the bytes that a beam needs per state of its width, backpointers included."""
    state = 8 * (sum(_words(columns, tile_bytes, kind)) + 1) + 4 + 2 + 1
    candidate = 4 + 1 + 2
    backpointers = 4 + 1
    return int(2 * state + _SLACK * threads * candidate + 8 * (4.5 + 1) + backpointers * cells)


@dataclass(frozen=True)
class TileBytes:
    """Layout of the tile counts in the bytes of a state."""

    packing: Packing
    full: NDArray[np.uint8]  # (bytes,): the bytes before any tile is laid
    counts: NDArray[np.int64]  # (KINDS + 1, bytes, 256): number of each tile for a byte's value

    def letters_left(self, tiles: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the mean number of tiles left per letter in states' bytes."""
        left = np.zeros(KINDS)
        for j in range(len(self.full)):
            seen = np.bincount(tiles[:, j], minlength=256)
            left += self.counts[:KINDS, j] @ seen / max(len(tiles), 1)
        return left


def tile_bytes(subproblem: Subproblem, groups: Sequence[str]) -> TileBytes:
    """Lay out the counts in few bytes, first fit by decreasing size.

    Parameters
    ----------
    groups : sequence of str
        Sets of letters scored together.

    Raises
    ------
    EngineError
        If there are more than 255 tiles of one letter.
    """
    spare = KINDS - len(subproblem.counts)
    amounts = [*subproblem.counts, *[0] * spare, subproblem.jokers]
    if max(amounts) > 255:
        raise EngineError(
            "more than 255 tiles of one letter: the beam cannot count them", "many-of-a-letter"
        )
    byte, shift = [0] * len(amounts), [0] * len(amounts)
    used: list[int] = []
    for tile in sorted(range(len(amounts)), key=lambda t: -amounts[t]):
        bits = amounts[tile].bit_length()
        at = next((j for j, u in enumerate(used) if u + bits <= 8), len(used))
        if at == len(used):
            used.append(0)
        byte[tile], shift[tile] = at, used[at]
        used[at] += bits
    full = np.zeros(len(used), np.uint8)
    counts = np.zeros((len(amounts), len(used), 256), np.int64)
    for tile, amount in enumerate(amounts):
        full[byte[tile]] += amount << shift[tile]
        field_bits = (1 << amount.bit_length()) - 1
        counts[tile, byte[tile]] = (np.arange(256) >> shift[tile]) & field_bits
    bit = np.left_shift(1, np.arange(len(amounts)))[:, None, None]
    member = np.zeros(KINDS, np.int64)
    for k, x in enumerate(subproblem.alphabet.nearest):
        member[k] = sum((string.ascii_uppercase[x] in g) << i for i, g in enumerate(groups))
    inside = sum(
        counts[:KINDS][(member >> i) & 1 == 1].sum(axis=0) << (GROUP_FIRST + GROUP_BITS * i)
        for i in range(len(groups))
    )
    packing = Packing(
        byte=np.array(byte, np.uint64),
        unit=np.left_shift(1, shift).astype(np.uint64),
        field=np.array(
            [((1 << n.bit_length()) - 1) << s for n, s in zip(amounts, shift, strict=True)],
            np.uint64,
        ),
        left=(((counts > 0) * bit).sum(axis=0) + inside).astype(np.uint64),
        member=member.astype(np.uint8),
    )
    return TileBytes(packing, full, counts)
