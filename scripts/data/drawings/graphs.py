"""The word graph of a dozen words, and the automaton of a line with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from patience.engines.cpsat.lines import LineReader
from patience.engines.dawg import BLANK, END, MUST, ROOT, build, letter_edges
from patience.game.alphabet import LATIN
from patience.render import letters
from patience.render.drawing import Drawing
from patience.render.letters import STRONG
from patience.words.wordlist import WordList
from scripts.data.drawings.canvas import SIZE, SMALL, WIDTH, Canvas

SINGULAR = ("CAR", "CHAR", "CHAT", "MAT", "PART", "RAT")
WORDS = sorted([*SINGULAR, *(f"{word}S" for word in SINGULAR), "PAR"])
# The words of the automaton, and the cells of its line.
FEW = ["AS", "CAR", "CAS", "PAS"]
LINE = 3

_RADIUS = 15.0
_BLANK = 15.0  # side of the tile that stands for a blank
_TOP = 64.0


class _Edge(NamedTuple):
    start: int
    symbol: str
    end: int


def word_graph() -> Drawing:
    """Draw the word graph; nodes have the numbers that the engines use."""
    graph = build(WordList.of(WORDS), max(map(len, WORDS)))
    sources, symbols, targets = letter_edges(graph.nodes, graph.child)
    single = (sources > ROOT) & (sources <= MUST)
    begun = {int(x) for x in sources[single]}  # letters that begin a word
    edges = [
        _Edge(int(a), LATIN.symbols[k], int(b))
        for a, k, b in zip(sources, symbols, targets, strict=True)
        if not MUST < a <= 2 * MUST and (a != ROOT or int(b) in begun)
    ]
    depth = {ROOT: 0}
    for _ in WORDS[-1] * 2:  # the longest way to each node
        for edge in edges:
            if edge.start in depth:
                depth[edge.end] = max(depth.get(edge.end, 0), depth[edge.start] + 1)
    ends = {n for n in depth if n != ROOT and graph.nodes[n] & np.uint64(END)}
    canvas = Canvas()
    trie = len({word[:n] for word in WORDS for n in range(1, len(word) + 1)}) + 1
    _heading(
        canvas,
        f"The word graph of {len(WORDS)} words",
        f"{', '.join(WORDS)}: {len(depth)} nodes, where a tree of beginnings has {trie}.",
    )
    height = _draw(canvas, {n: (d, n) for n, d in depth.items()}, edges, ends, str)
    canvas.paragraph(
        (14, height + 14),
        "A double circle ends a word, or is a letter alone. Numbers are those of the engines: "
        "1 to 30 are the single letters, from 61 on the longer beginnings.",
        WIDTH - 28,
    )
    return canvas.drawing(height + 64, "A word graph", f"The word graph of {', '.join(WORDS)}.")


def line_automaton() -> Drawing:
    """Draw what CP-SAT sees of a line: the graph unrolled over its cells, equal states merged."""
    graph = build(WordList.of(FEW), LINE)
    shown = frozenset(LATIN.symbols.index(x) for x in "".join(FEW)) | {BLANK}
    steps = LineReader(graph).automaton((shown,) * LINE)
    edges = [
        _Edge(
            (i << 16) + arc.state,
            "." if arc.symbol == BLANK else LATIN.symbols[arc.symbol],
            (i + 1 << 16) + arc.after,
        )
        for i, step in enumerate(steps)
        for arc in step
    ]
    places = {n: (n >> 16, n & 0xFFFF) for edge in edges for n in (edge.start, edge.end)}
    canvas = Canvas()
    _heading(
        canvas,
        f"What a line of {LINE} cells may show",
        f"The words {', '.join(FEW)}, letters alone, cells without a letter: {len(edges)} arcs.",
    )
    height = _draw(canvas, places, edges, {LINE << 16}, lambda n: "")
    canvas.paragraph(
        (14, height + 14),
        "Every path from left to right is a way to fill the line. Each arc is one clause.",
        WIDTH - 28,
    )
    return canvas.drawing(height + 46, "The automaton of a line", "Each path is a filling.")


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return how far two labels are apart; a line of text is wider than high."""
    return max(abs(a[0] - b[0]) / 2, abs(a[1] - b[1]))


def _heading(canvas: Canvas, title: str, text: str) -> None:
    canvas.text((14, 26), title, 16, strong=True)
    canvas.paragraph((14, 48), text, WIDTH - 28)


def _draw(
    canvas: Canvas,
    places: dict[int, tuple[int, int]],
    edges: Iterable[_Edge],
    ends: set[int],
    name: Callable[[int], str],
) -> float:
    """Draw nodes in columns, ordered to keep edges short; return the lowest place."""
    columns: dict[int, list[int]] = defaultdict(list)
    for n in sorted(places, key=places.__getitem__):
        columns[places[n][0]].append(n)
    labels: dict[tuple[int, int], list[str]] = defaultdict(list)
    for edge in edges:
        labels[edge.start, edge.end].append(edge.symbol)
    rank = {n: i / len(column) for column in columns.values() for i, n in enumerate(column)}
    for _ in range(8):  # barycentres of the neighbours, left and right
        for column in columns.values():
            near = {n: [rank[a + b - n] for a, b in labels if n in (a, b)] for n in column}
            column.sort(key=lambda n: sum(near[n]) / max(len(near[n]), 1))
            rank |= {n: (i + 0.5) / len(column) for i, n in enumerate(column)}
    deepest = max(len(column) for column in columns.values())
    height = 58.0 * deepest
    step = (WIDTH - 2 * 32) / max(columns)
    at = {
        n: (32 + step * place, _TOP + 20 + height * rank[n])
        for place, column in columns.items()
        for n in column
    }
    for a, b in labels:
        (x0, y0), (x1, y1) = at[a], at[b]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        gap = _RADIUS + 2
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        start = x0 + gap * dx, y0 + gap * dy
        canvas.arrow(start, (x1 - gap * dx, y1 - gap * dy), "soft")
    taken = list(at.values())
    for (a, b), symbols in labels.items():
        (x0, y0), (x1, y1) = at[a], at[b]
        text, blank = " ".join(sorted({*symbols} - {"."})), "." in symbols
        places_on = [(x0 + (x1 - x0) * n / 20, y0 + (y1 - y0) * n / 20) for n in range(6, 13)]
        x, y = max(places_on, key=lambda place: min(_apart(place, other) for other in taken))
        taken.append((x, y))
        long = letters.width(STRONG, SIZE, text)
        half = (long + blank * _BLANK + (blank and bool(text)) * 4) / 2
        canvas.box(x - half - 3, y - 9, 2 * half + 6, 18, "page")
        canvas.text((x - half, y + 5), text, strong=True)
        if blank:
            canvas.tile(x + half - _BLANK, y - _BLANK / 2, ".", _BLANK)
    for n, (x, y) in at.items():
        canvas.circle(x, y, _RADIUS, "table")
        canvas.circle(x, y, _RADIUS, "text", 1.4)
        if n in ends:
            canvas.circle(x, y, _RADIUS - 3.5, "text", 1.2)
        canvas.text((x, y + 4.5), name(n), SMALL, anchor=0.5)
    return _TOP + 20 + height
