"""Word graphs, read as their module describes them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np


def spelled(graph: bytes, alphabet: str) -> Iterator[str]:
    """Yield the words of a graph."""
    data = np.frombuffer(zlib.decompress(graph, -zlib.MAX_WBITS), np.uint8).reshape(4, -1)
    edges: list[list[tuple[int, bool, int]]] = [[], []]
    for code, low, middle, high in data.T.tolist():
        back = low + (middle << 8) + (high << 16)
        edges[-1].append((code & 31, bool(code & 64), len(edges) - 1 - back))
        if code & 32:
            edges.append([])
    edges.pop()

    def below(node: int, text: str) -> Iterator[str]:
        for letter, ends, to in edges[node]:
            word = text + alphabet[letter]
            if ends:
                yield word
            yield from below(to, word)

    yield from below(len(edges) - 1, "")
