"""What a line can hold, as a graph without dead ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.dawg import BLANK, END, FIRST_SHIFT, ROOT, Dawg
from patience.engines.subproblem import CELL_OPEN

NEVER = 255  # more blanks than any line takes


class Lines(NamedTuple):
    """Graphs of several lines, one after another."""

    nodes: NDArray[np.uint64]  # symbols that go on; above bit 32 the place of the first in `child`
    child: NDArray[np.uint32]
    need: NDArray[np.int64]  # fewest blanks in the rest of the line
    roots: dict[bytes, int]  # where each line begins, by the kinds of its cells


def graphs(dawg: Dawg, lines: list[NDArray[np.int8]], budget: int) -> Lines | None:
    """Return the graphs of lines with at most `budget` blanks; None if one cannot be filled."""
    nodes: list[NDArray[np.uint64]] = []
    child: list[NDArray[np.int64]] = []
    need: list[NDArray[np.int64]] = []
    roots: dict[bytes, int] = {}
    states = edges = 0
    for line in lines:
        if line.tobytes() in roots:
            continue
        roots[line.tobytes()] = states
        layers = _layers(dawg, line, budget)
        if layers is None:
            return None
        for masks, targets, fewest in layers:
            states += len(masks)
            counts = np.bitwise_count(masks).astype(np.int64)
            first = edges + np.cumsum(counts) - counts
            nodes.append(masks | first.astype(np.uint64) << np.uint64(FIRST_SHIFT))
            child.append(states + targets)
            need.append(fewest)
            edges += len(targets)
    return Lines(
        np.concatenate(nodes),
        np.concatenate(child).astype(np.uint32),
        np.concatenate(need).astype(np.int64),
        roots,
    )


_Layer = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]


def _layers(dawg: Dawg, line: NDArray[np.int8], budget: int) -> list[_Layer] | None:
    """Return the symbols, the targets and the fewest blanks of the nodes before each cell.

    The last layer is that of whole lines; targets are numbered in the next layer.
    """
    sources, symbols, targets = dawg.line_edges
    is_blank = symbols == BLANK
    before = np.full(len(dawg), NEVER)
    before[ROOT] = 0
    reached, steps = [before], []
    for kind in line.tolist():
        allowed = symbols == min(kind, BLANK) if kind != CELL_OPEN else np.ones_like(is_blank)
        edges = np.flatnonzero(allowed & (before[sources] < NEVER))
        price = is_blank[edges] * (kind == CELL_OPEN)
        spent = before[sources[edges]] + price
        before = np.full(len(dawg), NEVER)
        np.minimum.at(before, targets[edges], np.where(spent <= budget, spent, NEVER))
        reached.append(before)
        steps.append((edges, price))
    after = np.where((dawg.nodes & np.uint64(END)) > 0, 0, NEVER)
    alive = np.flatnonzero(reached[-1] + after <= budget)
    layers = [(np.zeros(len(alive), np.uint64), alive[:0], np.zeros(len(alive), np.int64))]
    for (edges, price), before in zip(reversed(steps), reached[-2::-1], strict=True):
        place = np.zeros(len(dawg), np.int64)
        place[alive] = np.arange(len(alive))
        need = np.minimum(after[targets[edges]] + price, NEVER)
        after = np.full(len(dawg), NEVER)
        np.minimum.at(after, sources[edges], need)
        kept = edges[before[sources[edges]] + need <= budget]
        alive, at = np.unique(sources[kept], return_inverse=True)
        masks = np.zeros(len(alive), np.uint64)
        np.bitwise_or.at(masks, at, np.uint64(1) << symbols[kept].astype(np.uint64))
        layers.append((masks, place[targets[kept]], after[alive]))
    return layers[::-1] if len(alive) else None
