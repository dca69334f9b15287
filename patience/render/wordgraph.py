"""The words of a lexicon as few bytes: its minimal automaton, for the page's `wordgraph.js`.

Nodes are numbered from the leaf, 0, to the root, each after all that it leads to. The nodes from 1
on have their edges one after another, in four planes of a byte for each edge: the letter, by its
place in the alphabet, with two flags; then, low byte first, how many numbers the edge leads back.
Planes of like bytes deflate well.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np

from patience.engines.dawg import END, FIRST_DEEP, FIRST_SHIFT, LETTERS, ROOT, build
from patience.words.wordlist import WordList

# Flags of an edge: the last of its node; a word may end after it.
_LAST, _ENDS = 32, 64
_PLANES = 3  # bytes of a distance


@lru_cache(4)
def packed(words: WordList) -> bytes:
    """Return the automaton of some words, deflated without a header."""
    graph = build(words, max(words.by_length()))
    nodes, child = graph.nodes.tolist(), graph.child.tolist()
    edges: dict[int, list[tuple[int, int]]] = {}  # letter and target, by node
    number: dict[int, int] = {}

    def visit(node: int) -> None:
        letters, first = _places(nodes[node] & LETTERS), nodes[node] >> FIRST_SHIFT
        found = zip(letters, child[first : first + len(letters)], strict=True)
        # No word begins with a letter whose node leads nowhere.
        edges[node] = [(k, to) for k, to in found if to >= FIRST_DEEP or nodes[to] & LETTERS]
        for _, to in edges[node]:
            if to not in number:
                visit(to)
        number[node] = len(number)

    visit(ROOT)
    codes, back = bytearray(), []
    for node, place in number.items():
        for letter, to in edges[node]:
            codes.append(letter | _ENDS * bool(to >= FIRST_DEEP and nodes[to] & END))
            back.append(place - number[to])
        if edges[node]:
            codes[-1] |= _LAST
    planes = np.array(back, "<u4").view(np.uint8).reshape(-1, 4)[:, :_PLANES].T.tobytes()
    return zlib.compress(bytes(codes) + planes, 9, wbits=-zlib.MAX_WBITS)


def _places(bits: int) -> list[int]:
    return [k for k in range(bits.bit_length()) if bits >> k & 1]
